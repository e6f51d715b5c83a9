//! Gradients of causal convolutions whose results are masked, by inputs and by filters.

#![forbid(unsafe_code)]

use super::causal_convolution::{CHANNELS, MOST_TAPS};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadFloatsView, ReadView, Temporary, WriteFloatsView, kernel, operands,
};
use hostnpu_kernels::rows::add_products;
use hostnpu_numeric::Bool;
use hostnpu_tensor::cuts;

/// Operands of [`causal_convolution_gradient`].
pub struct CausalConvolutionGradient {
    /// The gradient by results: (batches, tokens, channels).
    pub gradient: Arg,
    /// Inputs, likewise.
    pub x: Arg,
    /// (taps, channels), the oldest input first.
    pub weight: Arg,
    /// (batches, tokens): what is false has no gradient.
    pub mask: Option<Arg>,
    /// The gradient by inputs.
    pub by_x: Arg,
    /// The gradient by the filters.
    pub by_weight: Arg,
}

operands! {
    struct Operands => OperandsAt {
        gradient: ReadFloatsView<3>,
        x: ReadFloatsView<3>,
        weight: ReadFloats,
        mask: Option<ReadView<Bool, 2>>,
        by_x: WriteFloatsView<3>,
        by_weight: WriteFloatsView<2>,
        memory: Temporary<f64>,
    }
}

/// Rows that a part works with.
const WORKED_ON: usize = 3 * MOST_TAPS + 2;

/// Plans the gradients. Threads take channels, so that sums over tokens have one order.
pub fn causal_convolution_gradient(of: CausalConvolutionGradient) -> Result<Call> {
    let [batches, tokens, channels] = of.x.extents::<3>()?;
    let [taps, _] = of.weight.extents::<2>()?;
    let lanes = LANES.min(channels.div_ceil(CHANNELS)).max(1);
    let operands = Operands {
        gradient: ReadFloatsView::of(of.gradient)?,
        x: ReadFloatsView::of(of.x)?,
        weight: of.weight.into(),
        mask: of.mask.map(ReadView::of).transpose()?,
        by_x: WriteFloatsView::as_it_lies(of.by_x)?,
        by_weight: WriteFloatsView::as_it_lies(of.by_weight)?,
        memory: Temporary::of(lanes * WORKED_ON * CHANNELS),
    };
    let cost = 16 * batches * tokens * channels * taps;
    kernel(operands, cost, move |at: OperandsAt| {
        let OperandsAt {
            gradient,
            x,
            weight,
            mask,
            by_x,
            by_weight,
            memory,
        } = at;
        let parts = (
            by_weight.boxes([taps, CHANNELS]),
            by_x.boxes([batches.max(1), tokens.max(1), CHANNELS]),
        );
        let memory = cuts::chunks(memory, WORKED_ON * CHANNELS);
        cuts::for_each_part_with(memory, parts, |piece, memory, (mut by_weight, mut by_x)| {
            let first = piece * CHANNELS;
            let (all, channels) = (channels, by_x.shape()[2]);
            let mut rows = memory.chunks_mut(CHANNELS).map(|row| &mut row[..channels]);
            let mut next = || rows.next().unwrap_or_default();
            let [weights, sums, window]: [[&mut [f64]; MOST_TAPS]; 3] =
                std::array::from_fn(|_| std::array::from_fn(|_| next()));
            let [input, result] = std::array::from_fn(|_| next());
            for tap in 0..taps {
                let start = tap * all + first;
                weight.load(start..start + channels, weights[tap]);
                sums[tap].fill(0.0);
            }
            let load = |batch: usize, token: usize, to: &mut [f64]| {
                let is_there = token < tokens
                    && mask
                        .as_ref()
                        .is_none_or(|mask| mask.at([batch, token]).get());
                match is_there {
                    true => gradient.load([batch, token], first, to),
                    false => to.fill(0.0),
                }
            };
            for batch in 0..batches {
                (0..taps - 1).for_each(|token| load(batch, token, window[token]));
                for token in 0..tokens {
                    let newest = token + taps - 1;
                    load(batch, newest, window[newest % taps]);
                    x.load([batch, token], first, input);
                    result.fill(0.0);
                    for ahead in 0..taps {
                        let tap = taps - 1 - ahead;
                        let gradient = &*window[(token + ahead) % taps];
                        add_products(result, gradient, weights[tap]);
                        add_products(sums[tap], gradient, input);
                    }
                    by_x.row([batch, token]).store_with_one_nan(0, result);
                }
            }
            for (tap, sums) in sums.iter().take(taps).enumerate() {
                by_weight.row([tap]).store_with_one_nan(0, sums);
            }
        });
        Ok(())
    })
}
