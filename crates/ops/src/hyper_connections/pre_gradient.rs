//! Gradients of the projections that a layer gets of the streams of each token.

#![forbid(unsafe_code)]

use super::pre::MOST_MIXED;
use super::sinkhorn::ReadSteps;
use super::{MATRIX, MOST_STREAMS, blocks};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::Floats;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadFloatsView, Temporary, WriteFloats, WriteFloatsView, kernel, operands,
};
use hostnpu_engine::views::FloatsView;
use hostnpu_kernels::math::sigmoid;
use hostnpu_kernels::rows::{add_products, add_scaled, multiply, products};
use hostnpu_tensor::{Dtype, cuts};

/// Elements of a stream that are worked on together, with the weights of all results.
const BLOCK: usize = 128;

/// The source of the shares of the result.
pub enum Spread {
    /// They were kept: (batches, tokens, streams).
    Kept(Arg),
    /// They follow from products and a bias.
    Bias(Arg),
}

/// Operands of [`pre_gradient`], by the names of [`super::pre::Pre`].
pub struct PreGradient {
    /// Streams: (batches, tokens, streams, elements).
    pub x: Arg,
    /// (results, streams * elements).
    pub weight: Arg,
    /// A factor of each kind of results.
    pub alpha: Arg,
    /// (streams, elements).
    pub gamma: Option<Arg>,
    /// By what the layer gets.
    pub by_input: Arg,
    /// By shares of the result.
    pub by_spread: Arg,
    /// By the matrix that mixes streams: (batches, tokens, streams, streams).
    pub by_residual: Arg,
    /// Steps after which that matrix is doubly stochastic: matrices and sums.
    pub steps: Option<[Arg; 2]>,
    /// (batches, tokens).
    pub inverse: Arg,
    /// Products of streams and weights: (batches, tokens, results).
    pub mixed: Arg,
    /// The share of each stream in the input: (batches, tokens, streams).
    pub shares: Arg,
    /// The share of the result in each stream.
    pub spread: Spread,
    /// Another gradient by `x`, which is added.
    pub more: Option<Arg>,
    /// Added to shares.
    pub eps: f64,
    /// By streams.
    pub by_x: Arg,
    /// By weights.
    pub by_weight: Arg,
    /// By factors of kinds.
    pub by_alpha: Arg,
    /// By the bias of each result.
    pub by_bias: Arg,
    /// By `gamma`.
    pub by_gamma: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        x: ReadFloatsView<4>,
        weight: ReadFloatsView<2>,
        alpha: ReadFloats,
        gamma: Option<ReadFloatsView<2>>,
        by_input: ReadFloatsView<3>,
        by_spread: ReadFloatsView<3>,
        by_residual: ReadFloatsView<4>,
        matrices: Option<ReadFloatsView<5>>,
        sums: Option<ReadFloatsView<4>>,
        inverse: ReadFloatsView<3>,
        mixed: ReadFloatsView<3>,
        shares: ReadFloatsView<3>,
        spread: Option<ReadFloatsView<3>>,
        bias: Option<ReadFloats>,
        more: Option<ReadFloatsView<4>>,
        by_x: WriteFloatsView<4>,
        by_weight: WriteFloatsView<3>,
        by_alpha: WriteFloats,
        by_bias: WriteFloats,
        by_gamma: Option<WriteFloatsView<2>>,
        gates: Temporary<f64>,
        memory: Temporary<f64>,
    }
}

/// Of each token: gradients by products; by gates before their factors; and what `x` is multiplied with for its norm.
const KEPT: usize = 2 * MOST_MIXED + 1;

/// Numbers that a part works with: weights and sums of all results, and rows of a token.
const WORKED_ON: usize = (2 * MOST_MIXED + 6) * BLOCK;

/// Plans the gradients. Threads take elements of streams, so that sums over tokens have one order.
pub fn pre_gradient(of: PreGradient) -> Result<Call> {
    let [batches, tokens, streams, elements] = of.x.extents::<4>()?;
    let [results, _] = of.weight.extents::<2>()?;
    let (matrices, sums) = match of.steps {
        Some([matrices, sums]) => (Some(matrices), Some(sums)),
        None => (None, None),
    };
    let (spread, bias) = match of.spread {
        Spread::Kept(spread) => (Some(spread), None),
        Spread::Bias(bias) => (None, Some(bias)),
    };
    let by_weight = of.by_weight.viewed(of.by_weight.view.layout.split(
        1,
        streams as i64,
        elements as i64,
    ))?;
    let inverse = of.inverse.viewed(of.inverse.view.layout.with_axis(2))?;
    let operands = Operands {
        x: ReadFloatsView::of(of.x)?,
        weight: ReadFloatsView::of(of.weight)?,
        alpha: of.alpha.into(),
        gamma: of.gamma.map(ReadFloatsView::of).transpose()?,
        by_input: ReadFloatsView::of(of.by_input)?,
        by_spread: ReadFloatsView::of(of.by_spread)?,
        by_residual: ReadFloatsView::of(of.by_residual)?,
        matrices: matrices.map(ReadFloatsView::of).transpose()?,
        sums: sums.map(ReadFloatsView::of).transpose()?,
        inverse: ReadFloatsView::of(inverse)?,
        mixed: ReadFloatsView::of(of.mixed)?,
        shares: ReadFloatsView::of(of.shares)?,
        spread: spread.map(ReadFloatsView::of).transpose()?,
        bias: bias.map(ReadFloats::from),
        more: of.more.map(ReadFloatsView::of).transpose()?,
        by_x: WriteFloatsView::as_it_lies(of.by_x)?,
        by_weight: WriteFloatsView::as_it_lies(by_weight)?,
        by_alpha: WriteFloats::of(of.by_alpha, Dtype::F32),
        by_bias: WriteFloats::of(of.by_bias, Dtype::F32),
        by_gamma: of.by_gamma.map(WriteFloatsView::as_it_lies).transpose()?,
        gates: Temporary::of(batches * tokens * KEPT),
        memory: Temporary::of(LANES * WORKED_ON),
    };
    let cost = 8 * batches * tokens * streams * elements * results;
    let eps = of.eps;
    kernel(operands, cost, move |at: OperandsAt| {
        let OperandsAt {
            x,
            weight,
            alpha,
            gamma,
            by_input,
            shares,
            more,
            by_x,
            by_weight,
            mut by_alpha,
            mut by_bias,
            by_gamma,
            gates,
            memory,
            ..
        } = at;
        let of_tokens = Tokens {
            x,
            alpha: &alpha,
            bias: at.bias.as_ref(),
            by_input,
            by_spread: at.by_spread,
            by_residual: at.by_residual,
            steps: match (at.matrices, at.sums) {
                (Some(matrices), Some(sums)) => Some(ReadSteps { matrices, sums }),
                _ => None,
            },
            inverse: at.inverse,
            mixed: at.mixed,
            shares,
            spread: at.spread,
            eps,
        };
        cuts::for_each_part(cuts::chunks(gates, KEPT), |token, kept| {
            of_tokens.gates([token / tokens, token % tokens], kept);
        });
        let gates = &*gates;
        let mut sums = [0.0; MOST_MIXED + 3];
        for (token, kept) in gates.chunks(KEPT).enumerate() {
            let place = [token / tokens, token % tokens];
            let (mut own, mut inverse) = ([0.0; MOST_MIXED], [0.0]);
            of_tokens.mixed.load(place, 0, &mut own[..results]);
            of_tokens.inverse.load(place, 0, &mut inverse);
            for result in 0..results {
                let gradient = kept[MOST_MIXED + result];
                sums[3 + result] += gradient;
                sums[(result / streams).min(2)] += gradient * own[result] * inverse[0];
            }
        }
        by_alpha.store_with_one_nan(0, &sums[..3]);
        by_bias.store_with_one_nan(0, &sums[3..3 + results]);
        let parts = (
            by_x.boxes([batches.max(1), tokens.max(1), 1, BLOCK]),
            by_weight.boxes([results, 1, BLOCK]),
            by_gamma.map(|by_gamma| by_gamma.boxes([1, BLOCK])),
        );
        let per_stream = elements.div_ceil(BLOCK).max(1);
        let memory = cuts::chunks(memory, WORKED_ON);
        cuts::for_each_part_with(memory, parts, |piece, memory, parts| {
            let (mut by_x, mut by_weight, mut by_gamma) = parts;
            let (stream, first) = (piece / per_stream, piece % per_stream * BLOCK);
            let width = by_x.shape()[3];
            let (weights, memory) = memory.split_at_mut(MOST_MIXED * BLOCK);
            let (of_weights, memory) = memory.split_at_mut(MOST_MIXED * BLOCK);
            let mut rows = memory.chunks_mut(BLOCK).map(|row| &mut row[..width]);
            let mut next = || rows.next().unwrap_or_default();
            let [own, scaled, sum, row, factors, of_gamma] = [0; 6].map(|_| next());
            for (result, weights) in weights.chunks_mut(BLOCK).take(results).enumerate() {
                weight.load([result], stream * elements + first, &mut weights[..width]);
            }
            of_weights.fill(0.0);
            of_gamma.fill(0.0);
            factors.fill(1.0);
            if let Some(gamma) = &gamma {
                gamma.load([stream], first, factors);
            }
            for (token, kept) in gates.chunks(KEPT).enumerate() {
                let [batch, at] = [token / tokens, token % tokens];
                of_tokens.x.load([batch, at, stream], first, own);
                scaled.copy_from_slice(own);
                multiply(scaled, factors, 0.0);
                sum.fill(0.0);
                for (result, &kept) in kept[..results].iter().enumerate() {
                    let place = result * BLOCK;
                    add_scaled(sum, &weights[place..][..width], kept);
                    add_scaled(&mut of_weights[place..][..width], scaled, kept);
                }
                add_products(of_gamma, own, sum);
                multiply(sum, factors, 0.0);
                add_scaled(sum, own, kept[2 * MOST_MIXED]);
                let mut share = [0.0; MOST_STREAMS];
                of_tokens.shares.load([batch, at], 0, &mut share[..streams]);
                of_tokens.by_input.load([batch, at], first, row);
                add_scaled(sum, row, share[stream]);
                if let Some(more) = &more {
                    more.load([batch, at, stream], first, row);
                    add_scaled(sum, row, 1.0);
                }
                by_x.row([batch, at, 0]).store_with_one_nan(0, sum);
            }
            for (result, sums) in of_weights.chunks(BLOCK).take(results).enumerate() {
                by_weight
                    .row([result, 0])
                    .store_with_one_nan(0, &sums[..width]);
            }
            if let Some(by_gamma) = &mut by_gamma {
                by_gamma.row([0]).store_with_one_nan(0, of_gamma);
            }
        });
        Ok(())
    })
}

/// The numbers that the gates of a token depend on.
struct Tokens<'a> {
    x: FloatsView<'a, 4>,
    alpha: &'a Floats<'a>,
    bias: Option<&'a Floats<'a>>,
    by_input: FloatsView<'a, 3>,
    by_spread: FloatsView<'a, 3>,
    by_residual: FloatsView<'a, 4>,
    steps: Option<ReadSteps<'a>>,
    inverse: FloatsView<'a, 3>,
    mixed: FloatsView<'a, 3>,
    shares: FloatsView<'a, 3>,
    spread: Option<FloatsView<'a, 3>>,
    eps: f64,
}

impl Tokens<'_> {
    /// Writes what is kept of a token.
    fn gates(&self, at: [usize; 2], kept: &mut [f64]) {
        let [_, _, n, elements] = self.x.shape();
        let results = self.mixed.shape()[2];
        let (by_mixed, rest) = kept.split_at_mut(MOST_MIXED);
        let (by_gates, of_norm) = rest.split_at_mut(MOST_MIXED);
        let (mut mixed, mut inverse) = ([0.0; MOST_MIXED], [0.0]);
        let mixed = &mut mixed[..results];
        self.mixed.load(at, 0, mixed);
        self.inverse.load(at, 0, &mut inverse);
        let [inverse] = inverse;
        // Of shares: the gradient by the layer's input times the streams.
        let [mut x, mut row] = [[0.0; BLOCK]; 2];
        let mut gates = [0.0; MOST_STREAMS];
        self.shares.load(at, 0, &mut gates[..n]);
        for stream in 0..n {
            let mut sum = 0.0;
            for (start, width) in blocks(elements, BLOCK) {
                let (x, row) = (&mut x[..width], &mut row[..width]);
                self.x.load([at[0], at[1], stream], start, x);
                self.by_input.load(at, start, row);
                sum += products(x, row);
            }
            let s = gates[stream] - self.eps;
            by_gates[stream] = sum * s * (1.0 - s);
        }
        let mut by_spread = [0.0; MOST_STREAMS];
        self.by_spread.load(at, 0, &mut by_spread[..n]);
        match (&self.spread, self.bias) {
            (Some(spread), _) => spread.load(at, 0, &mut gates[..n]),
            (None, bias) => {
                let mut exponents = [0.0; MOST_STREAMS];
                for (stream, exponent) in exponents.iter_mut().take(n).enumerate() {
                    let own = mixed[n + stream] * inverse * self.alpha.get(1);
                    *exponent = own + bias.map_or(0.0, |bias| bias.get(n + stream));
                }
                sigmoid::f64(&exponents[..n], &mut gates[..n]);
                gates.iter_mut().for_each(|gate| *gate *= 2.0);
            }
        }
        for stream in 0..n {
            let gate = gates[stream];
            by_gates[n + stream] = by_spread[stream] * gate * (1.0 - gate / 2.0);
        }
        let mut matrix = [0.0; MATRIX];
        let matrix = &mut matrix[..n * n];
        for (row, to) in matrix.chunks_mut(n).enumerate() {
            self.by_residual.load([at[0], at[1], row], 0, to);
        }
        if let Some(steps) = &self.steps {
            steps.back(at, matrix, n);
        }
        by_gates[2 * n..results].copy_from_slice(matrix);
        let mut by_inverse = 0.0;
        for (result, mixed) in mixed.iter().enumerate() {
            let own = by_gates[result] * self.alpha.get((result / n).min(2));
            by_mixed[result] = own * inverse;
            by_inverse += own * mixed;
        }
        of_norm[0] = -by_inverse * inverse * inverse * inverse / (n * elements) as f64;
    }
}
