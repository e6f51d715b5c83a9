//! Attention with two pairs of keys and values under one softmax: rows of the first pair belong to the third axis of queries, those of the second one to the fourth.

#![forbid(unsafe_code)]

use crate::products::{Addend, Product, multiply};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    Read, ReadFloatsView, ReadView, Temporary, Update, Write, kernel, operands,
};
use hostnpu_kernels::attention::exponential;
use hostnpu_tensor::cuts::{chunks, for_each_part_with};
use hostnpu_tensor::{Dtype, cuts};

/// Copies of each number of statistics.
const COPIES: usize = 8;
/// Operands of both directions: B, H, N, M, D of queries, B, H, N, K, D of the first keys and values, B, H, K, M, D of the second ones.
pub struct FloydAttention {
    /// Queries.
    pub query: Arg,
    /// Keys of both pairs.
    pub keys: [Arg; 2],
    /// Values of both pairs.
    pub values: [Arg; 2],
    /// BOOL or UINT8, B, 1, N, 1, K, where 1 hides; each of the first and the third extent may be 1.
    pub atten_mask: Option<Arg>,
    /// The factor of scores.
    pub scale: f64,
}

/// Gradients, and what they are computed of.
pub struct FloydGradients {
    /// The gradient by results.
    pub dy: Arg,
    /// The largest score of each query, and the sum of exponentials: B, H, N, M, 8.
    pub statistics: [Arg; 2],
    /// The results.
    pub attention_in: Arg,
    /// The gradient by queries.
    pub dq: Arg,
    /// The gradients by the keys of both pairs.
    pub dkeys: [Arg; 2],
    /// The gradients by the values of both pairs.
    pub dvalues: [Arg; 2],
}

/// Axes of the product with the second pair: the third and the fourth one exchanged.
const SECOND: [usize; 5] = [0, 1, 3, 2, 4];

fn permuted(arg: &Arg, axes: &[usize]) -> Result<Arg> {
    arg.viewed(arg.view.layout.permuted(axes))
}

/// The last two axes exchanged.
fn transposed(arg: &Arg) -> Result<Arg> {
    permuted(arg, &[0, 1, 2, 4, 3])
}

/// Adds `target = first + second` of both products, each over its own groups of rows, rounded once: `left`, `right` and the target are in the order of the first pair, the second right side of keys too.
fn both(steps: &mut Sequence, [left, rights @ ..]: [&Arg; 3], target: Arg) -> Result<()> {
    let shape = target.view.layout.shape().to_vec();
    let sum = steps.temporary(Dtype::F64, &shape)?;
    let product = || Product::new(Dtype::F64, Dtype::F64);
    steps.then(multiply(
        product(),
        left.clone(),
        rights[0].clone(),
        sum.clone(),
    )?)?;
    let addend = permuted(&sum, &SECOND)?;
    let product = Product::new(Dtype::F64, target.view.dtype).plus(Addend::Tensor(addend), 1.0);
    steps.then(multiply(
        product,
        permuted(left, &SECOND)?,
        rights[1].clone(),
        permuted(&target, &SECOND)?,
    )?)
}

operands! {
    struct Rows => RowsAt {
        scores: Update<f64>,
        mask: Option<ReadView<u8, 5>>,
        max: Write<f32>,
        sum: Write<f32>,
    }
}

operands! {
    struct ScoreGradients => ScoreGradientsAt {
        scores: Update<f64>,
        gradients: Update<f64>,
        mask: Option<ReadView<u8, 5>>,
        max: Read<f32>,
        sum: Read<f32>,
        dy: ReadFloatsView<5>,
        results: ReadFloatsView<5>,
        memory: Temporary<f64>,
    }
}

/// Mask of the keys of a query.
struct Hidden<'a> {
    mask: Option<hostnpu_engine::views::View<'a, u8, 5>>,
    extents: [usize; 4],
}

impl Hidden<'_> {
    /// Position of a row: batch, head, third and fourth axis.
    fn place(&self, row: usize) -> [usize; 4] {
        let [_, heads, n, m] = self.extents;
        [
            row / (heads * n * m),
            row / (n * m) % heads,
            row / m % n,
            row % m,
        ]
    }

    fn hides(&self, row: usize, key: usize) -> bool {
        let Some(mask) = &self.mask else {
            return false;
        };
        let [batch, _, n, _] = self.place(row);
        let shape = mask.shape();
        let pick = |axis: usize, index: usize| if shape[axis] == 1 { 0 } else { index };
        mask.at([pick(0, batch), 0, pick(2, n), 0, pick(4, key)]) != 0
    }
}

/// Extents B, H, N, M of queries and K, D.
fn extents(of: &FloydAttention) -> Result<([usize; 4], usize, usize)> {
    let [batch, heads, n, m, depth] = of.query.extents::<5>()?;
    let [_, _, _, keys, _] = of.keys[0].extents::<5>()?;
    let wanted = [
        [batch, heads, n, keys, depth],
        [batch, heads, keys, m, depth],
    ];
    for (side, wanted) in wanted.iter().enumerate() {
        for arg in [&of.keys[side], &of.values[side]] {
            if arg.extents::<5>()? != *wanted {
                let shape = arg.view.layout.shape();
                return Err(Error::shape(arg.name, shape, format!("{wanted:?}")));
            }
        }
    }
    if let Some(mask) = &of.atten_mask {
        let shape = mask.extents::<5>()?;
        let full = [batch, 1, n, 1, keys];
        if shape
            .iter()
            .zip(full)
            .any(|(&own, all)| own != 1 && own != all)
        {
            let shape = mask.view.layout.shape();
            return Err(Error::shape(mask.name, shape, format!("{full:?}")));
        }
    }
    Ok(([batch, heads, n, m], keys, depth))
}

/// Operands as they are known to the steps, and sums of both products of queries and keys.
fn scores(steps: &mut Sequence, of: FloydAttention) -> Result<(FloydAttention, Arg)> {
    let ([batch, heads, n, m], keys, _) = extents(&of)?;
    let of = FloydAttention {
        query: steps.add(of.query),
        keys: of.keys.map(|arg| steps.add(arg)),
        values: of.values.map(|arg| steps.add(arg)),
        atten_mask: of.atten_mask.map(|arg| steps.add(arg)),
        scale: of.scale,
    };
    let shape = [batch, heads, n, m, keys].map(|extent| extent as i64);
    let sums = steps.temporary(Dtype::F64, &shape)?;
    let rights = [
        transposed(&of.keys[0])?,
        permuted(&of.keys[1], &[0, 1, 3, 4, 2])?,
    ];
    both(steps, [&of.query, &rights[0], &rights[1]], sums.clone())?;
    Ok((of, sums))
}

fn mask_of(of: &FloydAttention) -> Result<Option<ReadView<u8, 5>>> {
    of.atten_mask.clone().map(ReadView::of).transpose()
}

/// Plans `out = Σ w (v1 + v2)` with `w = softmax(scale (q k1 + q k2))`, in DOUBLE; statistics are the largest score rounded to FLOAT and the sum of exponentials of scores less that.
pub fn forward(of: FloydAttention, statistics: [Arg; 2], out: Arg) -> Result<Call> {
    let (all, keys, _) = extents(&of)?;
    let scale = of.scale;
    let mut steps = Sequence::default();
    let (of, weights) = scores(&mut steps, of)?;
    let [max, sum] = statistics.map(|arg| steps.add(arg));
    let out = steps.add(out);
    let operands = Rows {
        scores: weights.clone().into(),
        mask: mask_of(&of)?,
        max: max.into(),
        sum: sum.into(),
    };
    let rows = all.iter().product::<usize>();
    steps.then(kernel(operands, 16 * rows * keys, move |at: RowsAt| {
        let hidden = Hidden {
            mask: at.mask,
            extents: all,
        };
        let parts = (
            chunks(at.scores, keys.max(1)),
            (chunks(at.max, COPIES), chunks(at.sum, COPIES)),
        );
        cuts::for_each_part(parts, |row, (scores, (max, sum))| {
            let mut most = f64::NEG_INFINITY;
            for (key, score) in scores.iter_mut().enumerate() {
                *score = if hidden.hides(row, key) {
                    f64::NEG_INFINITY
                } else {
                    *score * scale
                };
                most = if *score > most || score.is_nan() {
                    *score
                } else {
                    most
                };
            }
            if most == f64::NEG_INFINITY {
                scores.fill(0.0);
                max.fill(-f32::MAX);
                sum.fill(f32::MAX);
                return;
            }
            let most = most as f32;
            let mut total = 0.0;
            for score in scores.iter_mut() {
                *score = exponential(*score - f64::from(most));
                total += *score;
            }
            scores.iter_mut().for_each(|weight| *weight /= total);
            max.fill(most);
            sum.fill(total as f32);
        });
        Ok(())
    })?)?;
    let second = permuted(&of.values[1], &SECOND)?;
    both(&mut steps, [&weights, &of.values[0], &second], out)?;
    Ok(steps.finish_reading_first())
}

/// Plans the gradients by queries, keys and values, of the statistics and results that are given, in DOUBLE, each rounded once.
pub fn gradients(of: FloydAttention, gradients: FloydGradients) -> Result<Call> {
    let (all, keys, depth) = extents(&of)?;
    let scale = of.scale;
    let mut steps = Sequence::default();
    let (of, weights) = scores(&mut steps, of)?;
    let [dy, attention_in] = [gradients.dy, gradients.attention_in].map(|arg| steps.add(arg));
    let [max, sum] = gradients.statistics.map(|arg| steps.add(arg));
    let dq = steps.add(gradients.dq);
    let dkeys = gradients.dkeys.map(|arg| steps.add(arg));
    let dvalues = gradients.dvalues.map(|arg| steps.add(arg));
    let shape = weights.view.layout.shape().to_vec();
    let score_gradients = steps.temporary(Dtype::F64, &shape)?;
    let rights = [
        transposed(&of.values[0])?,
        permuted(&of.values[1], &[0, 1, 3, 4, 2])?,
    ];
    both(
        &mut steps,
        [&dy, &rights[0], &rights[1]],
        score_gradients.clone(),
    )?;
    let operands = ScoreGradients {
        scores: weights.clone().into(),
        gradients: score_gradients.clone().into(),
        mask: mask_of(&of)?,
        max: max.into(),
        sum: sum.into(),
        dy: ReadFloatsView::of(dy.clone())?,
        results: ReadFloatsView::of(attention_in)?,
        memory: Temporary::of(LANES * 2 * depth),
    };
    let rows = all.iter().product::<usize>();
    steps.then(kernel(
        operands,
        16 * rows * keys,
        move |at: ScoreGradientsAt| {
            let hidden = Hidden {
                mask: at.mask,
                extents: all,
            };
            let parts = (
                chunks(at.scores, keys.max(1)),
                chunks(at.gradients, keys.max(1)),
            );
            let memory = chunks(at.memory, (2 * depth).max(1));
            for_each_part_with(memory, parts, |row, memory, (scores, gradients)| {
                let [batch, head, n, m] = hidden.place(row);
                let (dy, results) = memory.split_at_mut(depth);
                at.dy.load([batch, head, n, m], 0, dy);
                at.results.load([batch, head, n, m], 0, results);
                let delta: f64 = dy.iter().zip(&*results).map(|(dy, y)| dy * y).sum();
                let (max, sum) = (at.max[COPIES * row], at.sum[COPIES * row]);
                for (key, (score, gradient)) in scores.iter_mut().zip(gradients).enumerate() {
                    *score = match hidden.hides(row, key) {
                        true => 0.0,
                        false => exponential(*score * scale - f64::from(max)) / f64::from(sum),
                    };
                    *gradient = *score * (*gradient - delta) * scale;
                }
            });
            Ok(())
        },
    )?)?;
    let second = permuted(&of.keys[1], &SECOND)?;
    both(&mut steps, [&score_gradients, &of.keys[0], &second], dq)?;
    for (factors, rows, targets) in [
        (&score_gradients, &of.query, dkeys),
        (&weights, &dy, dvalues),
    ] {
        for (target, order) in targets.into_iter().zip([[0, 1, 2, 3, 4], SECOND]) {
            let left = transposed(&permuted(factors, &order)?)?;
            steps.then(multiply(
                Product::new(Dtype::F64, target.view.dtype),
                left,
                permuted(rows, &order)?,
                permuted(&target, &order)?,
            )?)?;
        }
    }
    Ok(steps.finish_reading_first())
}
