//! Rows of tokens that are normalised, rotated, quantised and written to caches in one step.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::scatter::write_rows;
use super::slots::SlotsOf;
use crate::posembedding::Mode;
use crate::quant::quantised;
use crate::{Arg, Call};
use half::{bf16, f16};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::FloatsMut;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    AnyMut, Read, ReadFloatsView, ReadIndices, ReadView, Temporary, WriteBytesView,
    WriteFloatsView, kernel, operands,
};
use hostnpu_engine::views::{FloatsView, View};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::quantised::{Quantised, RoundMode};
use hostnpu_tensor::cuts::{self, Pieces};
use hostnpu_tensor::{Dtype, Element};

/// Elements that one thread takes at a time, at least those of a token.
const PIECE: usize = 1 << 13;
/// Operands of [`fused_rows`].
pub struct FusedRows {
    /// Cosines of sequences, tokens, heads and elements, of which the first three may be 1; and sines, of the same shape.
    pub cos_and_sin: Option<[Arg; 2]>,
    /// Added to the mean of squares (`epsilon`).
    pub epsilon: f64,
    /// Slot or row index of each token; not looked at if no rows go to a cache.
    pub index: Arg,
    /// Meaning of the numbers of `index`.
    pub slots: SlotsOf,
    /// True if negative numbers are of tokens that are left out; else the call fails.
    pub skips_negative: bool,
    /// Factors of tokens, for rows of integers.
    pub activation_scale: Option<Arg>,
    /// Destination of rows.
    pub components: Vec<Component>,
}

/// Rows and what becomes of them.
pub struct Component {
    /// Sequences, tokens, heads, elements: floating-point numbers, or INT32 with scales.
    pub x: Arg,
    /// Factors of the columns of all heads, for rows of integers.
    pub weight_scale: Option<Arg>,
    /// Addends of the columns of all heads, for rows of integers: INT32 is added before the factors, another type behind them.
    pub bias: Option<Arg>,
    /// Weights of rows that are divided by the root of the mean of their squares.
    pub gamma: Option<Arg>,
    /// Columns that are rotated.
    pub rope: Option<(Mode, Range<usize>)>,
    /// The rows before they are quantised, in the shape of `x`.
    pub result: Option<Arg>,
    /// The cache that they are written to.
    pub cache: Option<CacheOf>,
}

/// A cache, and how numbers are stored in it.
pub struct CacheOf {
    /// Blocks, rows, heads, pieces, elements of a piece.
    pub cache: Arg,
    /// Factors of the columns of all heads; of a type that numbers are quantised to.
    pub scale: Option<Arg>,
    /// Addends of the columns of all heads.
    pub offset: Option<Arg>,
    /// True if numbers are divided by the factors.
    pub divides: bool,
    /// Rounding of codes.
    pub round_mode: RoundMode,
}

operands! {
    struct Tokens => TokensAt {
        cos: Option<ReadFloatsView<4>>,
        sin: Option<ReadFloatsView<4>>,
        index: ReadIndices<i64>,
        activation: Option<Read<f64>>,
        components: Vec<Rows>,
    }
}

operands! {
    struct Rows => RowsAt {
        x: Option<ReadFloatsView<4>>,
        codes: Option<ReadView<i32, 4>>,
        weight_scale: Option<Read<f64>>,
        bias: Option<Read<f64>>,
        gamma: Option<Read<f64>>,
        result: Option<WriteFloatsView<4>>,
        scale: Option<Read<f64>>,
        offset: Option<Read<f64>>,
        stored: Option<Temporary<u8>>,
        memory: Temporary<f64>,
        cache: Option<WriteBytesView<5, 6>>,
    }
}

/// Computation of the rows of a component.
struct Steps {
    /// Sequences, tokens, heads, elements.
    shape: [usize; 4],
    rope: Option<(Mode, Range<usize>)>,
    is_bias_first: bool,
    epsilon: f64,
    /// The type of the cache.
    dtype: Dtype,
    quantised: Option<Quantised>,
    divides: bool,
    round_mode: RoundMode,
    /// Elements of a piece of the cache.
    piece: usize,
}

/// Plans the rows: computed in DOUBLE, each result and each stored number rounded once.
pub fn fused_rows(operands: FusedRows) -> Result<Call> {
    let FusedRows {
        cos_and_sin,
        epsilon,
        index,
        slots,
        skips_negative,
        activation_scale,
        components,
    } = operands;
    let (mut cost, mut placed, mut steps) = (0, Vec::new(), Vec::new());
    let mut room: Option<[usize; 2]> = None;
    let [sequences, tokens, ..] = match components.first() {
        Some(component) => component.x.extents::<4>()?,
        None => [0; 4],
    };
    for component in components {
        let shape = component.x.extents::<4>()?;
        let [own_sequences, own_tokens, heads, width] = shape;
        if [own_sequences, own_tokens] != [sequences, tokens] {
            let got = component.x.view.layout.shape();
            let allowed = format!("{sequences} sequences of {tokens} tokens");
            return Err(Error::shape(component.x.name, got, allowed));
        }
        let columns = [heads as i64, width as i64];
        if let Some((_, columns)) = &component.rope {
            let [cos, sin] = cos_and_sin.as_ref().ok_or_else(|| {
                Error::value(
                    "cos",
                    "a null pointer",
                    "a tensor, for rows that are rotated",
                )
            })?;
            for of in [cos, sin] {
                require_angles(of, shape, columns.len())?;
            }
        }
        if let Some(gamma) = &component.gamma {
            gamma.require_numel(width)?;
        }
        if let Some(result) = &component.result
            && result.extents::<4>()? != shape
        {
            let allowed = format!("the shape {shape:?}");
            return Err(Error::shape(
                result.name,
                result.view.layout.shape(),
                allowed,
            ));
        }
        let is_bias_first = matches!(&component.bias, Some(bias) if bias.view.dtype == Dtype::I32);
        let all_columns = |arg: Option<Arg>| arg.map(|arg| Read::<f64>::broadcast(arg, &columns));
        let mut of = Steps {
            shape,
            rope: component.rope,
            is_bias_first,
            epsilon,
            dtype: component.x.view.dtype,
            quantised: None,
            divides: false,
            round_mode: RoundMode::Rint,
            piece: width,
        };
        let (mut scale, mut offset, mut cache, mut stored) = (None, None, None, None);
        if let Some(to) = component.cache {
            let [blocks, per_block, of_heads, pieces, elements] = to.cache.extents::<5>()?;
            if of_heads != heads || pieces * elements != width {
                let allowed = format!("{heads} heads of {width} elements");
                return Err(Error::shape(
                    to.cache.name,
                    to.cache.view.layout.shape(),
                    allowed,
                ));
            }
            // One number says where the rows of all components go.
            let [of_all, rows] = room.unwrap_or([blocks, per_block]);
            if per_block != rows {
                let got = to.cache.view.layout.shape();
                let allowed = format!("{rows} rows of a block, as the other cache has");
                return Err(Error::shape(to.cache.name, got, allowed));
            }
            room = Some([of_all.min(blocks), rows]);
            of.dtype = to.cache.view.dtype;
            of.quantised = quantised(of.dtype);
            of.divides = to.divides;
            of.round_mode = to.round_mode;
            of.piece = elements;
            (scale, offset) = (all_columns(to.scale), all_columns(to.offset));
            let bytes = sequences * tokens * heads * width * of.dtype.bits() / 8;
            stored = Some(Temporary::of(bytes));
            cache = Some(WriteBytesView::of(to.cache)?);
        }
        cost += 16 * sequences * tokens * heads * width;
        let is_integer = component.x.view.dtype == Dtype::I32;
        let (x, codes) = match is_integer {
            true => (None, Some(ReadView::of(component.x)?)),
            false => (Some(ReadFloatsView::of(component.x)?), None),
        };
        placed.push(Rows {
            x,
            codes,
            weight_scale: all_columns(component.weight_scale.filter(|_| is_integer)),
            bias: all_columns(component.bias.filter(|_| is_integer)),
            gamma: component.gamma.map(Read::from),
            result: component
                .result
                .map(WriteFloatsView::as_it_lies)
                .transpose()?,
            scale,
            offset,
            stored,
            memory: Temporary::of(LANES * 4 * width),
            cache,
        });
        steps.push(of);
    }
    let room = room.unwrap_or([usize::MAX, 0]);
    let count = slots.count(sequences, tokens, room[1]);
    index.require_numel(count)?;
    if let Some(activation) = &activation_scale {
        activation.require_numel(sequences * tokens)?;
    }
    let name = index.name;
    let is_cached = placed.iter().any(|rows| rows.cache.is_some());
    let [cos, sin] = match cos_and_sin {
        Some(both) => both.map(Some),
        None => [None, None],
    };
    let operands = Tokens {
        cos: cos.map(ReadFloatsView::of).transpose()?,
        sin: sin.map(ReadFloatsView::of).transpose()?,
        index: index.into(),
        activation: activation_scale.map(Read::from),
        components: placed,
    };
    kernel(operands, cost, move |at: TokensAt| {
        let place = slots.places([sequences, tokens], room, at.index);
        if is_cached {
            place.check(name, skips_negative)?;
        }
        let angles = at.cos.zip(at.sin);
        for (rows, steps) in at.components.into_iter().zip(&steps) {
            steps.run(angles, at.activation, rows, &|token| place.slot(token))?;
        }
        Ok(())
    })
}

/// Refuses cosines that do not broadcast to rows.
fn require_angles(of: &Arg, to: [usize; 4], width: usize) -> Result<()> {
    let shape = of.extents::<4>()?;
    let own = shape[..3].iter().zip(&to[..3]);
    match own.into_iter().all(|(&own, &to)| own == 1 || own == to) && shape[3] == width {
        true => Ok(()),
        false => {
            let allowed = format!(
                "a shape that broadcasts to {:?}, {width} elements",
                &to[..3]
            );
            Err(Error::shape(of.name, of.view.layout.shape(), allowed))
        }
    }
}

impl Steps {
    /// Computes all rows on all threads, then writes them to the cache.
    fn run(
        &self,
        angles: Option<(FloatsView<'_, 4>, FloatsView<'_, 4>)>,
        activation: Option<&[f64]>,
        rows: RowsAt<'_>,
        slot_of: &(dyn Fn(usize) -> Option<usize> + Sync),
    ) -> Result<()> {
        let [sequences, tokens, heads, width] = self.shape;
        let RowsAt {
            x,
            codes,
            weight_scale,
            bias,
            gamma,
            result,
            scale,
            offset,
            mut stored,
            memory,
            cache,
        } = rows;
        let step = (PIECE / (heads * width).max(1)).clamp(1, tokens.max(1));
        let of_sequence = tokens.div_ceil(step);
        let bytes = heads * width * self.dtype.bits() / 8;
        let source = Source {
            x,
            codes,
            weight_scale,
            bias,
            activation,
        };
        let table = Table {
            angles,
            gamma,
            scale,
            offset,
        };
        let parts = (
            Pieces(sequences * of_sequence),
            stored.as_deref_mut().map(|stored| {
                let ends = (0..sequences).flat_map(|sequence| {
                    let last = move |k: usize| tokens.min((k + 1) * step);
                    (0..of_sequence).map(move |k| (sequence * tokens + last(k)) * bytes)
                });
                cuts::ranges(stored, ends.collect::<Vec<_>>())
            }),
            result.map(|result| result.boxes([1, step, heads, width])),
        );
        if heads * width == 0 || sequences * tokens == 0 {
            return Ok(());
        }
        let memory = cuts::chunks(memory, 4 * width);
        cuts::try_for_each_part_with(
            memory,
            parts,
            |piece, memory, ((), mut stored, mut result)| {
                let (sequence, first) = (piece / of_sequence, piece % of_sequence * step);
                for token in first..tokens.min(first + step) {
                    for head in 0..heads {
                        let place = [sequence, token, head];
                        let row = self.compute(&source, &table, place, memory);
                        one_nan(row);
                        if let Some(result) = &mut result {
                            result.row([0, token - first, head]).store(0, row);
                        }
                        if let Some(stored) = &mut stored {
                            let size = bytes / heads;
                            let at = ((token - first) * heads + head) * size;
                            let to = &mut stored[at..at + size];
                            self.store(&table, head, row, to)?;
                        }
                    }
                }
                Ok(())
            },
        )?;
        if let (Some(stored), Some(cache)) = (stored, cache) {
            let piece = self.piece * self.dtype.bits() / 8;
            let pieces = width / self.piece.max(1);
            let rows = View::of(&*stored, [sequences * tokens, heads, pieces, 1, piece]);
            write_rows(cache, rows, slot_of);
        }
        Ok(())
    }

    /// Computes a row before it is quantised, in memory of four rows.
    fn compute<'m>(
        &self,
        source: &Source<'_>,
        table: &Table<'_>,
        place: [usize; 3],
        memory: &'m mut [f64],
    ) -> &'m mut [f64] {
        let width = self.shape[3];
        let (row, rest) = memory.split_at_mut(width);
        let (part, rest) = rest.split_at_mut(width);
        let (cos, sin) = rest.split_at_mut(width);
        let [sequence, token, _] = place;
        source.load(
            place,
            sequence * self.shape[1] + token,
            self.is_bias_first,
            row,
        );
        if let Some(gamma) = table.gamma {
            // One sum, in order.
            let squares = row.iter().fold(0.0, |sum, x| sum + x * x);
            let root = (squares / width as f64 + self.epsilon).sqrt();
            for (x, &weight) in row.iter_mut().zip(gamma) {
                *x = *x / root * weight;
            }
        }
        if let (Some((mode, columns)), Some((cosines, sines))) = (&self.rope, &table.angles) {
            let count = columns.len();
            let shape = cosines.shape();
            let of: [usize; 3] =
                std::array::from_fn(|axis| if shape[axis] == 1 { 0 } else { place[axis] });
            let [part, cos, sin] = [part, cos, &mut sin[..width]].map(|row| &mut row[..count]);
            cosines.load(of, 0, cos);
            sines.load(of, 0, sin);
            part.copy_from_slice(&row[columns.clone()]);
            mode.rotate(part, cos, sin, &mut row[columns.clone()]);
        }
        row
    }

    /// Stores a row in the type of the cache.
    fn store(&self, table: &Table<'_>, head: usize, row: &mut [f64], to: &mut [u8]) -> Result<()> {
        let width = row.len();
        let Some(quantised) = self.quantised else {
            return match self.dtype {
                Dtype::F16 => store_floats::<f16>(to, |to| FloatsMut::F16(to).store(0, row)),
                Dtype::Bf16 => store_floats::<bf16>(to, |to| FloatsMut::Bf16(to).store(0, row)),
                _ => store_floats::<f32>(to, |to| FloatsMut::F32(to).store(0, row)),
            };
        };
        let of = head * width..(head + 1) * width;
        if let Some(scale) = table.scale {
            for (x, &scale) in row.iter_mut().zip(&scale[of.clone()]) {
                *x = if self.divides { *x / scale } else { *x * scale };
            }
        }
        if let Some(offset) = table.offset {
            for (x, &offset) in row.iter_mut().zip(&offset[of]) {
                *x += offset;
            }
        }
        quantised.store_rounded(self.round_mode, row, to);
        Ok(())
    }
}

fn store_floats<T: Element>(to: &mut [u8], store: impl FnOnce(&mut [T])) -> Result<()> {
    store(AnyMut::over(to, T::DTYPE)?.of()?);
    Ok(())
}

/// Source of rows.
struct Source<'a> {
    x: Option<FloatsView<'a, 4>>,
    codes: Option<View<'a, i32, 4>>,
    weight_scale: Option<&'a [f64]>,
    bias: Option<&'a [f64]>,
    activation: Option<&'a [f64]>,
}

impl Source<'_> {
    fn load(&self, place: [usize; 3], token: usize, is_bias_first: bool, row: &mut [f64]) {
        if let Some(x) = &self.x {
            x.load(place, 0, row);
            return;
        }
        let Some(codes) = &self.codes else {
            return;
        };
        let [sequence, at, head] = place;
        let first = head * row.len();
        let factor = self.activation.map_or(1.0, |activation| activation[token]);
        for (k, x) in row.iter_mut().enumerate() {
            let bias = self.bias.map_or(0.0, |bias| bias[first + k]);
            let scale = self.weight_scale.map_or(1.0, |scale| scale[first + k]);
            let code = f64::from(codes.at([sequence, at, head, k]));
            *x = match is_bias_first {
                true => (code + bias) * scale * factor,
                false => code * scale * factor + bias,
            };
        }
    }
}

/// Operands that rows are computed with.
struct Table<'a> {
    angles: Option<(FloatsView<'a, 4>, FloatsView<'a, 4>)>,
    gamma: Option<&'a [f64]>,
    scale: Option<&'a [f64]>,
    offset: Option<&'a [f64]>,
}
