//! Prolog of latent attention: queries and latent keys of tokens, normalised, rotated and written to caches.

#![forbid(unsafe_code)]

use crate::cache::{
    Beyond, CacheLayout, CacheOf, Component, FusedRows, Scatter, SlotsOf, Stored, fused_rows,
    scatter,
};
use crate::grouped::{Coded, Factor, Grouped, Groups, Range, Side, Step, grouped};
use crate::posembedding::Mode;
use crate::products::{Product, multiply};
use crate::quant::{Quantised, RoundMode, quantised};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use half::bf16;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Update, Write, WriteBytes, kernel, operands};
use hostnpu_engine::pointwise;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::mx::{self, ElementFormat, Recipe, ScaleRule};
use hostnpu_kernels::quantised::{largest, symmetric};
use hostnpu_numeric::rounding::Rounding;
use hostnpu_tensor::cuts::{chunks, for_each_part};
use hostnpu_tensor::{Dtype, Layout};

/// Steps that share a scale where scales are powers of two.
const BLOCK: usize = 32;
/// Latent queries of a token at most.
const MOST: usize = 2048;
/// Microscaling of latent queries.
const MX: Recipe = Recipe {
    format: ElementFormat::E4M3FN,
    rounding: Rounding::TiesToEven,
    scale: ScaleRule::Floor { max_exponent: 8 },
    block: BLOCK,
};
/// The least number that the largest magnitude of a tile of eight-bit floating-point codes is taken for.
const LEAST: f64 = 1e-4;

/// A weight that is stored in FRACTAL_NZ, and the factors of its columns, if it is of codes.
pub struct Weight {
    /// The storage.
    pub stored: Arg,
    /// Rows and columns.
    pub shape: [usize; 2],
    /// Elements of a block.
    pub block: usize,
    /// A number for each column; powers of two are of columns and blocks of 32 rows.
    pub scale: Option<Arg>,
}

/// A cache of rows.
pub struct Cache {
    /// Blocks, rows, one head, pieces, elements of a piece.
    pub rows: Arg,
    /// Factor of numbers before they are rounded to codes: one, or a number for each element.
    pub scale: Option<Arg>,
}

/// Destination of keys.
pub enum Caches {
    /// Nowhere.
    Absent,
    /// Latent keys and rotated elements to a cache each.
    Apart([Cache; 2]),
    /// To rows of one cache (blocks, rows, one head, bytes): codes of latent keys, rotated elements in BFLOAT16, then a FLOAT factor for each tile of codes.
    Joined {
        /// The cache.
        rows: Arg,
        /// Elements of a tile.
        tile: usize,
        /// Factor of the largest magnitude of a tile: larger numbers are brought back to the product.
        clip: Option<Arg>,
    },
}

/// The row of each token in a cache.
pub enum Places {
    /// The row of its number.
    Own,
    /// Its slot; a token with a negative one is left out.
    Slots(Arg),
    /// Its place in the block that takes as many tokens of its sequence as a block has rows.
    Blocks {
        /// The number of each block, sequence after sequence; its tokens are left out if it is negative.
        index: Arg,
        /// The end of each sequence among all tokens; absent where sequences have the same length.
        ends: Option<Arg>,
        /// Blocks of the cache, and rows of a block.
        room: [usize; 2],
    },
}

/// Operands of [`prolog`].
pub struct Prolog {
    /// Tokens: sequences, rows, elements.
    pub token_x: Arg,
    /// The factor of each token, if they are codes; powers of two are of tokens and blocks of 32 elements.
    pub token_scale: Option<Arg>,
    /// To latent queries.
    pub weight_dq: Weight,
    /// From these to heads of queries: of each head the elements of the first part, then those that are rotated.
    pub weight_uq_qr: Weight,
    /// From heads of queries to latent keys: heads, elements of the first part, latent elements.
    pub weight_uk: Arg,
    /// To latent keys, and behind them the elements that are rotated.
    pub weight_dkv_kr: Weight,
    /// Weights of normalised latent queries.
    pub gamma_cq: Arg,
    /// Weights of normalised latent keys.
    pub gamma_ckv: Arg,
    /// Cosines and sines: sequences, rows, elements; absent if nothing is rotated.
    pub cos_and_sin: Option<[Arg; 2]>,
    /// The rows of tokens in the caches.
    pub places: Places,
    /// The caches, if they have rows.
    pub caches: Caches,
    /// The type that latent queries are quantised to for the second product.
    pub codes: Option<Dtype>,
    /// Factor of latent queries before that.
    pub smooth: Option<Arg>,
    /// Added to the means of squares, of latent queries and of latent keys.
    pub epsilons: [f64; 2],
    /// Factors of normalised latent queries and keys.
    pub factors: [f64; 2],
    /// Sequences, rows, heads, latent elements: numbers, or codes if `query_scale` is there.
    pub query: Arg,
    /// Sequences, rows, heads, rotated elements.
    pub query_rope: Arg,
    /// The factor of the codes of each head of a token, and the number that latent keys are multiplied by: rotated elements of queries are multiplied by the second and
    /// divided by the first, so that products with both parts of keys have one factor.
    pub query_scale: Option<[Arg; 2]>,
    /// Latent queries, or their codes: sequences, rows, elements.
    pub query_norm: Option<Arg>,
    /// The factors of the codes.
    pub query_norm_scale: Option<Arg>,
}

operands! {
    struct Latent => LatentAt {
        x: Update<f64>,
        gamma: Read<f64>,
        smooth: Option<Read<f64>>,
        codes: Option<WriteBytes>,
        scales: Option<Write<f32>>,
        powers: Option<WriteBytes>,
    }
}

operands! {
    struct Queries => QueriesAt {
        x: Update<f64>,
        rope: Update<f64>,
        key_scale: Read<f64>,
        codes: WriteBytes,
        scales: Write<f32>,
        out: Write<f64>,
    }
}

operands! {
    struct Tiles => TilesAt {
        x: Update<f64>,
        rope: Read<f64>,
        clip: Option<Read<f64>>,
        rows: WriteBytes,
    }
}

operands! {
    struct InBlocks => InBlocksAt {
        index: ReadIndices<i64>,
        ends: Option<ReadIndices<i64>>,
        slots: Write<i64>,
    }
}

operands! {
    struct Counted => CountedAt {
        slots: Write<i64>,
    }
}

operands! {
    struct Weighted => WeightedAt {
        gamma: Read<f64>,
        out: Write<f64>,
    }
}

fn count(arg: &Arg) -> usize {
    arg.view.numel().unwrap_or(0)
}

/// The product of rows, with their factors, and a weight.
fn product(
    steps: &mut Sequence,
    (x, x_scale): (&Arg, Option<&Arg>),
    (weight, scale): (&Weight, Option<&Arg>),
    stored: &Arg,
) -> Result<Arg> {
    let [inner, columns] = weight.shape;
    let rows = count(x) / inner.max(1);
    let out = steps.temporary(Dtype::F64, &[rows as i64, columns as i64])?;
    let one = |coded: Coded| Side::plain(vec![coded]);
    let mut left = one(Coded::strided(x.clone(), [1, rows, inner])?);
    let extents = [1, columns, inner];
    let mut right = one(Coded::blocked(
        stored.clone(),
        weight.block,
        extents,
        false,
    )?);
    let mut behind = Vec::new();
    for (of, by_rows) in [(x_scale, true), (scale, false)] {
        let Some(of) = of else { continue };
        let is_power = of.view.dtype == Dtype::F8E8m0;
        let stride = if is_power { inner / BLOCK } else { 1 };
        let factor = Factor::new(vec![of.clone()]);
        let factor = match by_rows {
            true => factor.by_row(1, stride),
            false => factor.by_column(1, stride),
        };
        match (is_power, by_rows) {
            (true, true) => left.scales.push(factor.by_block(BLOCK, 1)),
            (true, false) => right.scales.push(factor.by_block(BLOCK, 1)),
            _ => behind.push(Step::Times(factor)),
        }
    }
    let range = Range {
        group: 0,
        left: [0, 0],
        right: [0, 0],
        output: [0, 0],
        row: 0,
        output_row: 0,
        rows,
        step: 0,
        right_step: 0,
        steps: inner,
        columns,
    };
    steps.then(grouped(Grouped {
        groups: Groups::Known(vec![range]),
        outputs: vec![(out.clone(), [1, rows, columns])],
        ..Grouped::without_results(left, right, behind)
    })?)?;
    Ok(out)
}

/// Latent queries as the second product reads them.
struct Quantisation {
    to: Quantised,
    codes: Arg,
    /// Of each token, or of tokens and blocks.
    scales: Arg,
}

/// Normalises rows in place, and quantises them.
fn latent(
    x: Arg,
    gamma: Arg,
    smooth: Option<Arg>,
    [epsilon, factor]: [f64; 2],
    quantisation: Option<&Quantisation>,
) -> Result<Call> {
    let (width, cost) = (count(&gamma), 8 * count(&x));
    let is_mx = quantisation.is_some_and(|of| of.scales.view.dtype == Dtype::F8E8m0);
    if width > MOST {
        let allowed = format!("at most {MOST} elements");
        return Err(Error::shape(gamma.name, gamma.view.layout.shape(), allowed));
    }
    let scales = quantisation.map(|of| of.scales.clone());
    let (powers, scales) = if is_mx {
        (scales, None)
    } else {
        (None, scales)
    };
    let to = quantisation.map(|of| of.to);
    let operands = Latent {
        x: x.into(),
        gamma: gamma.into(),
        smooth: smooth.map(Read::from),
        codes: quantisation.map(|of| of.codes.clone().into()),
        scales: scales.map(Write::from),
        powers: powers.map(WriteBytes::from),
    };
    kernel(operands, cost, move |at: LatentAt| {
        let parts = (
            chunks(at.x, width.max(1)),
            at.codes.map(|codes| chunks(codes, width.max(1))),
            at.scales.map(|scales| chunks(scales, 1)),
            at.powers
                .map(|powers| chunks(powers, (width / BLOCK).max(1))),
        );
        for_each_part(parts, |_, (x, codes, scale, powers)| {
            // One sum, in order.
            let squares = x.iter().fold(0.0, |sum, x| sum + *x * *x);
            let root = (squares / width as f64 + epsilon).sqrt();
            for (x, gamma) in x.iter_mut().zip(at.gamma) {
                *x = *x / root * gamma * factor;
            }
            let (Some(to), Some(codes)) = (to, codes) else {
                return one_nan(x);
            };
            if let Some(powers) = powers {
                let mut row = [0.0_f32; MOST];
                for (to, x) in row.iter_mut().zip(&*x) {
                    *to = *x as f32;
                }
                let output = mx::Output {
                    elements: codes,
                    scales: powers,
                };
                return mx::quantise_rows(&MX, &row[..width], width, output);
            }
            if let Some(smooth) = at.smooth {
                x.iter_mut()
                    .zip(smooth)
                    .for_each(|(x, smooth)| *x *= smooth);
            }
            let own = to.quantise(x, codes);
            if let Some(scale) = scale {
                scale[0] = own;
            }
        });
        Ok(())
    })
}

/// Quantises the heads of queries, and gives their rotated elements the same factor.
fn queries(of: Queries, to: Quantised, [width, rope]: [usize; 2], rows: usize) -> Result<Call> {
    kernel(of, 8 * rows * width, move |at: QueriesAt| {
        let parts = (
            chunks(at.x, width.max(1)),
            chunks(at.codes, width.max(1)),
            chunks(at.scales, 1),
            chunks(at.rope, rope.max(1)),
            chunks(at.out, rope.max(1)),
        );
        let key_scale = at.key_scale[0];
        for_each_part(parts, |_, (x, codes, scale, rope, out)| {
            scale[0] = to.quantise(x, codes);
            let factor = f64::from(scale[0]);
            for (to, x) in out.iter_mut().zip(&*rope) {
                *to = x * key_scale / factor;
            }
            one_nan(out);
        });
        Ok(())
    })
}

/// Writes rows of codes, rotated elements and factors of tiles.
fn tiles(of: Tiles, to: Quantised, [width, rope, tile]: [usize; 3], rows: usize) -> Result<Call> {
    let bytes = width + 2 * rope + 4 * (width / tile.max(1));
    kernel(of, 8 * rows * width, move |at: TilesAt| {
        let (clip, turned) = (at.clip.map(|clip| clip[0]), at.rope);
        let parts = (chunks(at.x, width.max(1)), chunks(at.rows, bytes));
        for_each_part(parts, |row, (x, stored)| {
            let (codes, rest) = stored.split_at_mut(width);
            let (positions, scales) = rest.split_at_mut(2 * rope);
            for (to, x) in positions
                .as_chunks_mut::<2>()
                .0
                .iter_mut()
                .zip(&turned[row * rope..])
            {
                let x = if x.is_nan() { f64::NAN } else { *x };
                *to = bf16::from_f32(hostnpu_kernels::convert::odd(x)).to_le_bytes();
            }
            let each = x.chunks_mut(tile.max(1)).zip(codes.chunks_mut(tile.max(1)));
            for ((x, codes), stored) in each.zip(scales.as_chunks_mut::<4>().0) {
                let mut most = largest(x);
                match (to, clip) {
                    (Quantised::Int8, Some(clip)) => {
                        most *= clip;
                        x.iter_mut().for_each(|x| *x = x.min(most).max(-most));
                    }
                    (Quantised::Int8, None) => {}
                    _ if most < LEAST => most = LEAST,
                    _ => {}
                }
                let scale = symmetric(most, to.max());
                *stored = scale.to_le_bytes();
                x.iter_mut().for_each(|x| *x /= f64::from(scale));
                to.store(x, codes);
            }
        });
        Ok(())
    })
}

/// Finds slots of tokens by the blocks of their sequences.
struct Spread {
    index: &'static str,
    ends: &'static str,
    tokens: usize,
    /// Tokens of each sequence, where no ends are given.
    rows: usize,
    room: [usize; 2],
}

impl Spread {
    fn run(
        &self,
        index: IndexSlice<'_, i64>,
        ends: Option<IndexSlice<'_, i64>>,
        slots: &mut [i64],
    ) -> Result<()> {
        let [blocks, size] = self.room;
        let size = size.max(1);
        let (mut start, mut first, mut sequence) = (0, 0, 0);
        let count = match ends {
            Some(ends) => ends.len(),
            None => self.tokens / self.rows.max(1),
        };
        while sequence < count {
            let end = match ends {
                None => start + self.rows,
                Some(ends) => {
                    let end = ends.get(sequence);
                    let is_last = sequence + 1 == count;
                    let least = if is_last { self.tokens } else { start };
                    match usize::try_from(end) {
                        Ok(end) if (least..=self.tokens).contains(&end) => end,
                        _ => {
                            let got = format!("{end} at [{sequence}]");
                            let allowed = format!("{least} to {}, the tokens", self.tokens);
                            return Err(Error::value(self.ends, got, allowed));
                        }
                    }
                }
            };
            let tokens = end - start;
            if first + tokens.div_ceil(size) > index.len() {
                let got = format!("{} numbers", index.len());
                let allowed = format!(
                    "a number for each block of {size} tokens of a sequence: at least {}",
                    first + tokens.div_ceil(size)
                );
                return Err(Error::value(self.index, got, allowed));
            }
            for (number, slots) in slots[start..end].chunks_mut(size).enumerate() {
                let at = first + number;
                let block = index.get(at);
                if block >= blocks as i64 {
                    let got = format!("{block} at [{at}]");
                    let allowed = format!("below {blocks}, the blocks of the cache");
                    return Err(Error::value(self.index, got, allowed));
                }
                for (row, slot) in slots.iter_mut().enumerate() {
                    *slot = if block < 0 {
                        -1
                    } else {
                        block * size as i64 + row as i64
                    };
                }
            }
            first += tokens.div_ceil(size);
            (start, sequence) = (end, sequence + 1);
        }
        if start < self.tokens {
            let got = format!("ends of {start} tokens");
            return Err(Error::value(
                self.ends,
                got,
                format!("those of {}", self.tokens),
            ));
        }
        Ok(())
    }
}

/// The slot of each token, planned before anything else so that a wrong number changes nothing.
fn slots(steps: &mut Sequence, places: Places, rows: usize, tokens: usize) -> Result<Arg> {
    let slots = match places {
        Places::Slots(index) => return Ok(steps.add(index)),
        _ => steps.temporary(Dtype::I64, &[tokens as i64])?,
    };
    if let Places::Blocks { index, ends, room } = places {
        let spread = Spread {
            index: index.name,
            ends: ends.as_ref().map_or("", |ends| ends.name),
            tokens,
            rows,
            room,
        };
        let operands = InBlocks {
            index: steps.add(index).into(),
            ends: ends.map(|ends| steps.add(ends).into()),
            slots: slots.clone().into(),
        };
        steps.then(kernel(operands, tokens, move |at: InBlocksAt| {
            spread.run(at.index, at.ends, at.slots)
        })?)?;
        return Ok(slots);
    }
    let operands = Counted {
        slots: slots.clone().into(),
    };
    steps.then(kernel(operands, tokens, move |at: CountedAt| {
        for (number, slot) in at.slots.iter_mut().enumerate() {
            *slot = number as i64;
        }
        Ok(())
    })?)?;
    Ok(slots)
}

/// A view of the last axes of a tensor of the steps.
fn part(of: &Arg, shape: &[i64], axis: usize, [first, count]: [i64; 2]) -> Result<Arg> {
    let layout: Layout = of
        .view
        .layout
        .reshaped(shape)
        .ok_or_else(|| Error::shape(of.name, of.view.layout.shape(), format!("{shape:?}")))?;
    of.viewed(layout.sliced(axis, first, count, 1))
}

/// Plans the prolog, in DOUBLE, each result rounded once; codes of latent queries are rounded before the second product.
pub fn prolog(of: Prolog) -> Result<Call> {
    let mut steps = Sequence::default();
    let [sequences, rows, width] = of.token_x.extents::<3>()?.map(|extent| extent as i64);
    let [heads, depth, latent_width] = of.weight_uk.extents::<3>()?.map(|extent| extent as i64);
    let tokens = sequences * rows;
    let of_latent = of.weight_dq.shape[1] as i64;
    let of_head = of.weight_uq_qr.shape[1] as i64 / heads.max(1);
    let rope = of_head - depth;
    let x = steps.add(of.token_x);
    let x = steps.reshaped_or_copied(&x, &[tokens, width])?;
    let x_scale = of.token_scale.map(|arg| steps.add(arg));
    let uk = steps.add(of.weight_uk);
    let [gamma_cq, gamma_ckv] = [of.gamma_cq, of.gamma_ckv].map(|arg| steps.add(arg));
    let smooth = of.smooth.map(|arg| steps.add(arg));
    let angles = match of.cos_and_sin {
        None => None,
        Some(both) => {
            let with_heads = |arg: Arg| arg.viewed(arg.view.layout.with_axis(2));
            let [cos, sin] = both.map(|arg| steps.add(arg)).map(with_heads);
            Some([cos?, sin?])
        }
    };
    let turn = angles
        .as_ref()
        .map(|_| (Mode::InterleaveHalf, 0..rope as usize));
    let index = slots(&mut steps, of.places, rows as usize, tokens as usize)?;
    let times = |steps: &mut Sequence, x: (&Arg, Option<&Arg>), weight: &Weight| {
        let stored = steps.add(weight.stored.clone());
        let scale = weight.scale.clone().map(|scale| steps.add(scale));
        product(steps, x, (weight, scale.as_ref()), &stored)
    };

    // Latent queries.
    let cq = times(&mut steps, (&x, x_scale.as_ref()), &of.weight_dq)?;
    let quantisation = match of.codes.and_then(|dtype| Some((dtype, quantised(dtype)?))) {
        None => None,
        Some((dtype, to)) => {
            let is_mx =
                matches!(&of.weight_uq_qr.scale, Some(scale) if scale.view.dtype == Dtype::F8E8m0);
            let (of_scale, each) = match is_mx {
                true => (Dtype::F8E8m0, of_latent / BLOCK as i64),
                false => (Dtype::F32, 1),
            };
            Some(Quantisation {
                to,
                codes: steps.temporary(dtype, &[tokens, of_latent])?,
                scales: steps.temporary(of_scale, &[tokens, each])?,
            })
        }
    };
    let settings = [of.epsilons[0], of.factors[0]];
    steps.then(latent(
        cq.clone(),
        gamma_cq,
        smooth,
        settings,
        quantisation.as_ref(),
    )?)?;
    let second = match &quantisation {
        Some(of) => (&of.codes, Some(&of.scales)),
        None => (&cq, None),
    };
    let q = times(&mut steps, second, &of.weight_uq_qr)?;
    let kv = times(&mut steps, (&x, x_scale.as_ref()), &of.weight_dkv_kr)?;

    // Keys, whose slots are looked at before anything is written.
    let component = |x: Arg| Component {
        x,
        weight_scale: None,
        bias: None,
        gamma: None,
        rope: None,
        result: None,
        cache: None,
    };
    let fused = |components: Vec<Component>| {
        fused_rows(FusedRows {
            cos_and_sin: angles.clone(),
            epsilon: of.epsilons[1],
            index: index.clone(),
            slots: SlotsOf::Token,
            skips_negative: true,
            activation_scale: None,
            components,
        })
    };
    if !matches!(of.caches, Caches::Absent) {
        let gamma = steps.temporary(Dtype::F64, &[latent_width])?;
        let factor = of.factors[1];
        let operands = Weighted {
            gamma: gamma_ckv.into(),
            out: gamma.clone().into(),
        };
        let cost = latent_width as usize;
        steps.then(kernel(operands, cost, move |at: WeightedAt| {
            for (out, gamma) in at.out.iter_mut().zip(at.gamma) {
                *out = gamma * factor;
            }
            Ok(())
        })?)?;
        let of_keys = [sequences, rows, 1, latent_width + rope];
        let mut both = [
            Component {
                gamma: Some(gamma),
                ..component(part(&kv, &of_keys, 3, [0, latent_width])?)
            },
            Component {
                rope: turn.clone(),
                ..component(part(&kv, &of_keys, 3, [latent_width, rope])?)
            },
        ];
        match of.caches {
            Caches::Absent => {}
            Caches::Apart(caches) => {
                for (component, of) in both.iter_mut().zip(caches) {
                    component.cache = Some(CacheOf {
                        cache: steps.add(of.rows),
                        scale: of.scale.map(|scale| steps.add(scale)),
                        offset: None,
                        divides: false,
                        round_mode: RoundMode::Rint,
                    });
                }
                steps.then(fused(both.into())?)?;
            }
            Caches::Joined {
                rows: cache,
                tile,
                clip,
            } => {
                let own = [latent_width, rope];
                let results =
                    own.map(|width| steps.temporary(Dtype::F64, &[sequences, rows, 1, width]));
                let [normed, turned] = results;
                let (normed, turned) = (normed?, turned?);
                both[0].result = Some(normed.clone());
                both[1].result = Some(turned.clone());
                steps.then(fused(both.into())?)?;
                let cache = steps.add(cache);
                let dtype = cache.view.dtype;
                let to = quantised(dtype)
                    .ok_or_else(|| Error::dtype(cache.name, dtype, "a type of codes"))?;
                let bytes = cache.extents::<4>()?[3] as i64;
                let stored = steps.temporary(dtype, &[tokens, 1, bytes])?;
                let operands = Tiles {
                    x: normed.into(),
                    rope: turned.into(),
                    clip: clip.map(|clip| steps.add(clip).into()),
                    rows: stored.clone().into(),
                };
                let sizes = [latent_width as usize, rope as usize, tile];
                steps.then(tiles(operands, to, sizes, tokens as usize)?)?;
                steps.then(scatter(Scatter {
                    slot_mapping: index.clone(),
                    stored: vec![Stored {
                        rows: stored,
                        cache,
                        layout: CacheLayout::Rows,
                    }],
                    beyond: Beyond::Fails,
                })?)?;
            }
        }
    }

    // Queries.
    let [query, query_rope] = [of.query, of.query_rope].map(|arg| steps.add(arg));
    let first = part(&q, &[tokens, heads, of_head], 2, [0, depth])?;
    let first = first.viewed(first.view.layout.permuted(&[1, 0, 2]))?;
    let of_results = [tokens, heads, latent_width];
    let results = match &of.query_scale {
        None => steps.reshaped_or_copied(&query, &of_results)?,
        Some(_) => steps.temporary(Dtype::F64, &of_results)?,
    };
    let by_heads = results.viewed(results.view.layout.permuted(&[1, 0, 2]))?;
    let as_stored = Product::new(Dtype::F64, results.view.dtype);
    steps.then(multiply(as_stored, first, uk, by_heads)?)?;
    let of_query = [sequences, rows, heads, of_head];
    let turned = match &of.query_scale {
        None => query_rope.clone(),
        Some(_) => steps.temporary(Dtype::F64, &[sequences, rows, heads, rope])?,
    };
    let second = Component {
        rope: turn,
        result: Some(turned.clone()),
        ..component(part(&q, &of_query, 3, [depth, rope])?)
    };
    // Slots have been looked at, if there are caches.
    steps.then(fused(vec![second])?)?;
    match of.query_scale {
        None => steps.copied_back(&results, &query)?,
        Some(both) => {
            let dtype = query.view.dtype;
            let to = quantised(dtype)
                .ok_or_else(|| Error::dtype(query.name, dtype, "a type of codes"))?;
            let [scales, key_scale] = both.map(|arg| steps.add(arg));
            let operands = Queries {
                x: results.into(),
                rope: turned.into(),
                key_scale: key_scale.into(),
                codes: query.into(),
                scales: scales.into(),
                out: query_rope.into(),
            };
            let sizes = [latent_width as usize, rope as usize];
            steps.then(queries(operands, to, sizes, (tokens * heads) as usize)?)?;
        }
    }
    let (norm, norm_scale) = match quantisation {
        Some(of) => (of.codes, Some(of.scales)),
        None => (cq, None),
    };
    for (own, out) in [
        (Some(norm), of.query_norm),
        (norm_scale, of.query_norm_scale),
    ] {
        if let (Some(own), Some(out)) = (own, out) {
            let out = steps.add(out);
            let shape = out.view.layout.shape().to_vec();
            let own = steps.reshaped(&own, &shape)?;
            steps.then(pointwise::copy(own, out)?)?;
        }
    }
    Ok(steps.finish())
}
