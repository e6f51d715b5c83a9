//! Inputs of a layer from the streams of each token, and the matrices by which its result goes back to them, all made of the normalised streams.

#![forbid(unsafe_code)]

use super::sinkhorn::{Iterations, Kept, KeptPart, Steps};
use super::{BLOCK, MATRIX, MOST_STREAMS, TOKENS, blocks};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::Floats;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadFloatsView, Temporary, WriteFloatsView, kernel, operands,
};
use hostnpu_kernels::math::sigmoid;
use hostnpu_kernels::rows::{add_scaled, multiply, products};
use hostnpu_tensor::cuts;

/// Most results of the product of streams and weights.
pub(super) const MOST_MIXED: usize = 2 * MOST_STREAMS + MATRIX;

/// The matrix that mixes streams.
pub enum Residual {
    /// None, or zeros; spread shares get `eps` too.
    Zeros(Option<Arg>),
    /// (batches, tokens, streams, streams), as it is.
    Raw(Arg),
    /// Made doubly stochastic, in so many steps, which are kept.
    Stochastic(Arg, Iterations, Steps),
}

/// Operands of [`pre`].
pub struct Pre {
    /// (batches, tokens, streams, elements).
    pub x: Arg,
    /// (results, streams * elements).
    pub weight: Arg,
    /// A factor of each kind of results.
    pub alpha: Arg,
    /// Of each result.
    pub bias: Arg,
    /// (streams, elements).
    pub gamma: Option<Arg>,
    /// Added to mean squares.
    pub norm_eps: f64,
    /// Added to shares.
    pub eps: f64,
    /// The input of the layer: (batches, tokens, elements).
    pub input: Arg,
    /// The share of its result in each stream: (batches, tokens, streams).
    pub spread: Arg,
    /// The matrix that mixes streams.
    pub residual: Residual,
    /// The share of each stream in the input.
    pub shares: Option<Arg>,
    /// Products of streams and weights: (batches, tokens, results).
    pub mixed: Option<Arg>,
    /// Reciprocal roots of mean squares: (batches, tokens).
    pub inverse: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        x: ReadFloatsView<4>,
        weight: ReadFloatsView<2>,
        alpha: ReadFloats,
        bias: ReadFloats,
        gamma: Option<ReadFloatsView<2>>,
        input: WriteFloatsView<3>,
        spread: WriteFloatsView<3>,
        residual: Option<WriteFloatsView<4>>,
        kept: Kept,
        shares: Option<WriteFloatsView<3>>,
        mixed: Option<WriteFloatsView<3>>,
        inverse: Option<WriteFloatsView<3>>,
        memory: Temporary<f64>,
    }
}

/// The rule by which results follow from products.
#[derive(Clone, Copy)]
struct Plan {
    streams: usize,
    results: usize,
    norm_eps: f64,
    eps: f64,
    iterations: Option<Iterations>,
}

/// Numbers that a part works with.
const WORKED_ON: usize = (TOKENS + 3) * BLOCK + TOKENS * (MOST_MIXED + 1);

/// Plans the projections.
pub fn pre(of: Pre) -> Result<Call> {
    let [batches, tokens, streams, elements] = of.x.extents::<4>()?;
    let [results, _] = of.weight.extents::<2>()?;
    let (residual, iterations, steps) = match of.residual {
        Residual::Zeros(residual) => (residual, None, None),
        Residual::Raw(residual) => (Some(residual), None, None),
        Residual::Stochastic(residual, iterations, steps) => {
            (Some(residual), Some(iterations), Some(steps))
        }
    };
    let plan = Plan {
        streams,
        results,
        norm_eps: of.norm_eps,
        eps: of.eps,
        iterations,
    };
    let three = |arg: Option<Arg>| arg.map(WriteFloatsView::as_it_lies).transpose();
    let inverse = of
        .inverse
        .map(|arg| arg.viewed(arg.view.layout.with_axis(2)))
        .transpose()?;
    let steps = steps.unwrap_or(Steps {
        matrices: None,
        sums: None,
    });
    let operands = Operands {
        x: ReadFloatsView::of(of.x)?,
        weight: ReadFloatsView::of(of.weight)?,
        alpha: of.alpha.into(),
        bias: of.bias.into(),
        gamma: of.gamma.map(ReadFloatsView::of).transpose()?,
        input: WriteFloatsView::as_it_lies(of.input)?,
        spread: WriteFloatsView::as_it_lies(of.spread)?,
        residual: residual.map(WriteFloatsView::as_it_lies).transpose()?,
        kept: steps.write()?,
        shares: three(of.shares)?,
        mixed: three(of.mixed)?,
        inverse: three(inverse)?,
        memory: Temporary::of(LANES * WORKED_ON),
    };
    let cost = 4 * batches * tokens * streams * elements * results;
    kernel(operands, cost, move |at: OperandsAt| {
        let OperandsAt {
            x,
            weight,
            alpha,
            bias,
            gamma,
            input,
            spread,
            residual,
            kept,
            shares,
            mixed,
            inverse,
            memory,
        } = at;
        let parts = (
            (
                input.boxes([1, TOKENS, elements.max(1)]),
                spread.boxes([1, TOKENS, streams]),
                residual.map(|residual| residual.boxes([1, TOKENS, streams, streams])),
            ),
            kept.boxes(),
            (
                shares.map(|shares| shares.boxes([1, TOKENS, streams])),
                mixed.map(|mixed| mixed.boxes([1, TOKENS, results])),
                inverse.map(|inverse| inverse.boxes([1, TOKENS, 1])),
            ),
        );
        let in_batch = tokens.div_ceil(TOKENS).max(1);
        let memory = cuts::chunks(memory, WORKED_ON);
        cuts::for_each_part_with(
            memory,
            parts,
            |piece, memory, (own, (matrices, sums), stored)| {
                let (batch, first) = (piece / in_batch, piece % in_batch * TOKENS);
                let (mut input, mut spread, mut residual) = own;
                let (mut shares, mut mixed, mut inverse) = stored;
                let mut kept = KeptPart { matrices, sums };
                let count = input.shape()[1];
                let (sums, memory) = memory.split_at_mut(TOKENS * (MOST_MIXED + 1));
                sums.fill(0.0);
                let (squares, sums) = sums.split_at_mut(TOKENS);
                for stream in 0..streams {
                    for (start, width) in blocks(elements, BLOCK) {
                        let mut rows = memory.chunks_mut(BLOCK).map(|row| &mut row[..width]);
                        let mut next = || rows.next().unwrap_or_default();
                        let [factors, weights] = [0; 2].map(|_| next());
                        let own: [&mut [f64]; TOKENS] = std::array::from_fn(|_| next());
                        if let Some(gamma) = &gamma {
                            gamma.load([stream], start, factors);
                        }
                        for token in 0..count {
                            x.load([batch, first + token, stream], start, own[token]);
                            squares[token] += products(own[token], own[token]);
                            if gamma.is_some() {
                                multiply(own[token], factors, 0.0);
                            }
                        }
                        for result in 0..results {
                            weight.load([result], stream * elements + start, weights);
                            for token in 0..count {
                                sums[token * MOST_MIXED + result] += products(own[token], weights);
                            }
                        }
                    }
                }
                for token in 0..count {
                    let mean = squares[token] / (streams * elements) as f64;
                    let factor = 1.0 / (mean + plan.norm_eps).sqrt();
                    let own = &sums[token * MOST_MIXED..][..results];
                    if let Some(mixed) = &mut mixed {
                        mixed.row([0, token]).store_with_one_nan(0, own);
                    }
                    if let Some(inverse) = &mut inverse {
                        inverse.row([0, token]).store_with_one_nan(0, &[factor]);
                    }
                    let gates = plan.gates(own, factor, [&alpha, &bias]);
                    let (of_input, rest) = gates.split_at(streams);
                    let (of_result, matrix) = rest.split_at(streams);
                    spread.row([0, token]).store_with_one_nan(0, of_result);
                    if let Some(shares) = &mut shares {
                        shares.row([0, token]).store_with_one_nan(0, of_input);
                    }
                    if let Some(residual) = &mut residual {
                        let mut numbers = [0.0; MATRIX];
                        let numbers = &mut numbers[..streams * streams];
                        numbers.copy_from_slice(&matrix[..streams * streams]);
                        if let Some(iterations) = plan.iterations {
                            iterations.run(numbers, streams, token, &mut kept);
                        }
                        for (row, of) in numbers.chunks(streams).enumerate() {
                            residual.row([0, token, row]).store_with_one_nan(0, of);
                        }
                    }
                    for (start, width) in blocks(elements, BLOCK) {
                        let mut rows = memory.chunks_mut(BLOCK).map(|row| &mut row[..width]);
                        let [sum, row] = [0; 2].map(|_| rows.next().unwrap_or_default());
                        sum.fill(0.0);
                        for (stream, &share) in of_input.iter().enumerate() {
                            x.load([batch, first + token, stream], start, row);
                            add_scaled(sum, row, share);
                        }
                        input.row([0, token]).store_with_one_nan(start, sum);
                    }
                }
            },
        );
        Ok(())
    })
}

impl Plan {
    /// Shares of streams, shares of the result, and the matrix of a token.
    fn gates(
        &self,
        mixed: &[f64],
        factor: f64,
        [alpha, bias]: [&Floats<'_>; 2],
    ) -> [f64; MOST_MIXED] {
        let n = self.streams;
        let mut gates = [0.0; MOST_MIXED];
        for (at, (gate, mixed)) in gates.iter_mut().zip(mixed).enumerate() {
            *gate = mixed * factor * alpha.get((at / n).min(2)) + bias.get(at);
        }
        let mut exponents = [0.0; 2 * MOST_STREAMS];
        exponents[..2 * n].copy_from_slice(&gates[..2 * n]);
        sigmoid::f64(&exponents[..2 * n], &mut gates[..2 * n]);
        let has_matrix = self.results > 2 * n;
        for gate in &mut gates[..n] {
            *gate += self.eps;
        }
        for gate in &mut gates[n..2 * n] {
            *gate = 2.0 * *gate + if has_matrix { 0.0 } else { self.eps };
        }
        gates
    }
}
