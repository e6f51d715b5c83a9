//! Heads of images and texts, normalised, joined along the sequence and rotated; and the gradients of that.

#![forbid(unsafe_code)]

use super::rotate::RowBoxes;
use super::rows::{MAX_WIDTH, Mode};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadFloatsView, WriteFloatsView, kernel, operands};
use hostnpu_engine::views::FloatsView;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_tensor::cuts;

/// Normalisation of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadNorm {
    /// They stay as they are.
    None,
    /// Mean and deviation.
    Layer,
    /// The root of the mean of squares.
    Rms,
}

/// Rows of one source of a tensor: sequences, tokens, heads, elements.
#[derive(Default)]
pub struct HeadSource {
    /// The rows; of gradients only where they are normalised.
    pub x: Option<Arg>,
    /// Weights of columns.
    pub weight: Option<Arg>,
    /// Addends of columns.
    pub bias: Option<Arg>,
    /// Means of rows, which are written, or read by gradients.
    pub mean: Option<Arg>,
    /// Reciprocal deviations of rows, likewise.
    pub rstd: Option<Arg>,
    /// Gradients by the rows.
    pub dx: Option<Arg>,
    /// Gradients by the weights.
    pub dweight: Option<Arg>,
    /// Gradients by the addends.
    pub dbias: Option<Arg>,
}

/// A tensor that is joined of two sources, with sequences, heads, tokens and elements.
pub struct JoinedHeads {
    /// Rows of an image, and of a text.
    pub sources: [Option<HeadSource>; 2],
    /// Tokens of each.
    pub tokens: [i64; 2],
    /// The joined tensor, or the gradient by it.
    pub joined: Arg,
    /// True if rows are normalised and rotated.
    pub is_computed: bool,
}

/// Operands of [`norm_rope_concat`] and [`norm_rope_concat_backward`](super::norm_rope_concat_backward()).
pub struct NormRopeConcat {
    /// Queries, keys and values.
    pub tensors: Vec<JoinedHeads>,
    /// Sines and cosines of the first tokens.
    pub sin_and_cos: Option<[Arg; 2]>,
    /// Normalisation of the rows of images and of texts.
    pub norms: [HeadNorm; 2],
    /// Pairing of elements.
    pub mode: Mode,
    /// True if texts come first.
    pub is_text_first: bool,
    /// Added to variances (`epsilon`).
    pub epsilon: f64,
}

operands! {
    struct Parts => PartsAt {
        sin: Option<ReadFloatsView<2>>,
        cos: Option<ReadFloatsView<2>>,
        parts: Vec<Part>,
    }
}

operands! {
    struct Part => PartAt {
        x: Option<ReadFloatsView<4>>,
        weight: Option<Read<f64>>,
        bias: Option<Read<f64>>,
        y: WriteFloatsView<4>,
        mean: Option<WriteFloatsView<4>>,
        rstd: Option<WriteFloatsView<4>>,
    }
}

/// Computation of the rows of a part.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub norm: HeadNorm,
    /// Position of the first token.
    first: usize,
    /// Tokens that are rotated, if this part is.
    turned: usize,
    pub mode: Mode,
    epsilon: f64,
}

pub(super) type Angles<'a> = Option<(FloatsView<'a, 2>, FloatsView<'a, 2>)>;

impl Way {
    /// Loads the cosines and sines of a token, if it is rotated.
    pub fn angles(
        &self,
        token: usize,
        table: &Angles<'_>,
        cos: &mut [f64],
        sin: &mut [f64],
    ) -> bool {
        let position = self.first + token;
        match table {
            Some((sines, cosines)) if position < self.turned => {
                cosines.load([position], 0, cos);
                sines.load([position], 0, sin);
                true
            }
            _ => false,
        }
    }
}

/// Adds the operands to a sequence, in their documented order, and returns them as its own.
pub(super) fn known(all: &mut Sequence, of: NormRopeConcat, is_gradient: bool) -> NormRopeConcat {
    let NormRopeConcat {
        mut tensors,
        mut sin_and_cos,
        ..
    } = of;
    let mut add = |arg: &mut Option<Arg>| {
        if let Some(own) = arg {
            *own = all.add(own.clone());
        }
    };
    let mut each = |add: &mut dyn FnMut(&mut Option<Arg>),
                    pick: fn(&mut HeadSource) -> &mut Option<Arg>| {
        for source in 0..2 {
            for tensor in &mut tensors {
                if let Some(source) = &mut tensor.sources[source] {
                    add(pick(source));
                }
            }
        }
    };
    each(&mut add, |source| &mut source.x);
    each(&mut add, |source| &mut source.weight);
    each(&mut add, |source| &mut source.bias);
    if is_gradient {
        each(&mut add, |source| &mut source.mean);
        each(&mut add, |source| &mut source.rstd);
    }
    if let Some(both) = &mut sin_and_cos {
        for arg in both {
            let mut own = Some(arg.clone());
            add(&mut own);
            *arg = own.unwrap_or_else(|| arg.clone());
        }
    }
    for tensor in &mut tensors {
        let mut own = Some(tensor.joined.clone());
        add(&mut own);
        tensor.joined = own.unwrap_or_else(|| tensor.joined.clone());
    }
    let mut each = |add: &mut dyn FnMut(&mut Option<Arg>),
                    pick: fn(&mut HeadSource) -> &mut Option<Arg>| {
        for source in 0..2 {
            for tensor in &mut tensors {
                if let Some(source) = &mut tensor.sources[source] {
                    add(pick(source));
                }
            }
        }
    };
    match is_gradient {
        true => {
            each(&mut add, |source| &mut source.dx);
            each(&mut add, |source| &mut source.dweight);
            each(&mut add, |source| &mut source.dbias);
        }
        false => {
            each(&mut add, |source| &mut source.mean);
            each(&mut add, |source| &mut source.rstd);
        }
    }
    NormRopeConcat {
        tensors,
        sin_and_cos,
        ..of
    }
}

/// A source, its tokens of the joined tensor, and the way of its rows.
pub(super) fn parts(of: NormRopeConcat) -> Result<Vec<(HeadSource, Arg, Way)>> {
    let turned = match &of.sin_and_cos {
        Some([sin, cos]) => {
            let [rows, width] = sin.extents::<2>()?;
            if cos.extents::<2>()? != [rows, width] {
                let allowed = format!("the shape of `{}`", sin.name);
                return Err(Error::shape(cos.name, cos.view.layout.shape(), allowed));
            }
            (rows, width)
        }
        None => (0, 0),
    };
    let mut all = Vec::new();
    for JoinedHeads {
        sources,
        tokens,
        joined,
        is_computed,
    } in of.tensors
    {
        let [_, _, whole, width] = joined.extents::<4>()?;
        let fits = (tokens[0] + tokens[1]) as usize == whole
            && width <= MAX_WIDTH
            && width.is_multiple_of(2)
            && (turned.0 == 0 || turned.1 == width);
        if !fits {
            let allowed = format!(
                "{} + {} tokens, and an even number of elements up to {MAX_WIDTH}, as sines have",
                tokens[0], tokens[1]
            );
            return Err(Error::shape(
                joined.name,
                joined.view.layout.shape(),
                allowed,
            ));
        }
        for (number, source) in sources.into_iter().enumerate() {
            let Some(source) = source else {
                continue;
            };
            let first = match (number == 0) == of.is_text_first {
                true => tokens[1 - number],
                false => 0,
            };
            let by_token = joined.view.layout.permuted(&[0, 2, 1, 3]);
            let part = joined.viewed(by_token.sliced(1, first, tokens[number], 1))?;
            let way = Way {
                norm: if is_computed {
                    of.norms[number]
                } else {
                    HeadNorm::None
                },
                first: first as usize,
                turned: if is_computed { turned.0 } else { 0 },
                mode: of.mode,
                epsilon: of.epsilon,
            };
            all.push((source, part, way));
        }
    }
    Ok(all)
}

pub(super) fn require_extents(of: Option<&Arg>, wanted: [usize; 4]) -> Result<()> {
    match of {
        Some(of) if of.extents::<4>()? != wanted => {
            let allowed = format!("the shape {wanted:?}");
            Err(Error::shape(of.name, of.view.layout.shape(), allowed))
        }
        _ => Ok(()),
    }
}

/// Plans the joined tensors: computed in DOUBLE, rounded once.
pub fn norm_rope_concat(of: NormRopeConcat) -> Result<Call> {
    let mut all = Sequence::default();
    let of = known(&mut all, of, false);
    let angles = of.sin_and_cos.clone();
    let (mut placed, mut ways, mut cost) = (Vec::new(), Vec::new(), 0);
    for (source, y, way) in parts(of)? {
        let shape = y.extents::<4>()?;
        let [sequences, tokens, heads, width] = shape;
        require_extents(source.x.as_ref(), shape)?;
        for statistics in [&source.mean, &source.rstd] {
            require_extents(statistics.as_ref(), [sequences, tokens, heads, 1])?;
        }
        for columns in [&source.weight, &source.bias].into_iter().flatten() {
            columns.require_numel(width)?;
        }
        cost += 12 * sequences * tokens * heads * width;
        placed.push(Part {
            x: source.x.map(ReadFloatsView::of).transpose()?,
            weight: source.weight.map(Read::from),
            bias: source.bias.map(Read::from),
            y: WriteFloatsView::as_it_lies(y)?,
            mean: source.mean.map(WriteFloatsView::as_it_lies).transpose()?,
            rstd: source.rstd.map(WriteFloatsView::as_it_lies).transpose()?,
        });
        ways.push(way);
    }
    let (sin, cos) = views(angles)?;
    let operands = Parts {
        sin,
        cos,
        parts: placed,
    };
    let call = kernel(operands, cost, move |at: PartsAt| {
        let table = at.sin.zip(at.cos);
        for (part, way) in at.parts.into_iter().zip(&ways) {
            way.run(part, &table);
        }
        Ok(())
    })?;
    all.then(call)?;
    Ok(all.finish())
}

pub(super) type TableOperand = Option<ReadFloatsView<2>>;

pub(super) fn views(angles: Option<[Arg; 2]>) -> Result<(TableOperand, TableOperand)> {
    Ok(match angles {
        Some([sin, cos]) => (
            Some(ReadFloatsView::of(sin)?),
            Some(ReadFloatsView::of(cos)?),
        ),
        None => (None, None),
    })
}

impl Way {
    fn run(&self, part: PartAt<'_>, table: &Angles<'_>) {
        let PartAt {
            x,
            weight,
            bias,
            y,
            mean,
            rstd,
        } = part;
        let Some(x) = x else {
            return;
        };
        let width = y.shape()[3];
        let boxes = RowBoxes::new(y.shape());
        let size = boxes.size();
        let of_rows = [size[0], size[1], size[2], 1];
        let parts = (
            y.boxes(size),
            mean.map(|mean| mean.boxes(of_rows)),
            rstd.map(|rstd| rstd.boxes(of_rows)),
        );
        cuts::for_each_part(parts, |piece, (mut y, mut mean, mut rstd)| {
            let mut memory = [[0.0; MAX_WIDTH]; 4];
            let [row, turned, cos, sin] = memory.each_mut().map(|row| &mut row[..width]);
            let first = boxes.first(piece);
            let [_, tokens, heads, _] = y.shape();
            for (token, head) in
                (0..tokens).flat_map(|token| (0..heads).map(move |head| (token, head)))
            {
                let index = [first[0], first[1] + token, first[2] + head];
                x.load(index, 0, row);
                let (center, factor) = self.statistics(row);
                if self.norm != HeadNorm::None {
                    for (k, x) in row.iter_mut().enumerate() {
                        *x = (*x - center) * factor;
                        *x = weight.map_or(*x, |weight| *x * weight[k]);
                        *x = bias.map_or(*x, |bias| *x + bias[k]);
                    }
                }
                let local = [0, token, head];
                for (out, value) in [(&mut mean, center), (&mut rstd, factor)] {
                    if let Some(out) = out {
                        let mut value = [value];
                        one_nan(&mut value);
                        out.row(local).store(0, &value);
                    }
                }
                let is_turned = self.angles(index[1], table, cos, sin);
                if is_turned {
                    self.mode.rotate(row, cos, sin, turned);
                }
                let result = if is_turned { &mut *turned } else { &mut *row };
                one_nan(result);
                y.row(local).store(0, result);
            }
        });
    }

    /// Returns the number to subtract from a row, and the factor of the difference.
    fn statistics(&self, row: &[f64]) -> (f64, f64) {
        let count = row.len() as f64;
        match self.norm {
            HeadNorm::None => (0.0, 1.0),
            HeadNorm::Layer => {
                let mean = row.iter().sum::<f64>() / count;
                let squares = row.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean));
                (mean, 1.0 / (squares / count + self.epsilon).sqrt())
            }
            HeadNorm::Rms => {
                let squares = row.iter().fold(0.0, |sum, x| sum + x * x);
                (0.0, 1.0 / (squares / count + self.epsilon).sqrt())
            }
        }
    }
}
