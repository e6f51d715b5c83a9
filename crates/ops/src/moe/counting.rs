//! Cumulative counts: the numbers of a sorted list that are of each expert or of one before it.

#![forbid(unsafe_code)]

use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{ReadIndices, Write, kernel, operands};

operands! {
    struct Operands => OperandsAt {
        sorted: ReadIndices<i64>,
        output: Write<i32>,
    }
}

/// Plans `output[e] = ` the number of elements of `sorted`, which rise, that are at most `e`.
pub fn expert_tokens(sorted: Arg, output: Arg) -> Result<Call> {
    let count = sorted.view.numel().unwrap_or(0);
    let experts = output.view.numel().unwrap_or(0);
    let operands = Operands {
        sorted: sorted.into(),
        output: output.into(),
    };
    let cost = count.saturating_add(experts).saturating_mul(8);
    kernel(operands, cost, move |at: OperandsAt| {
        for (expert, total) in (0_i64..).zip(at.output.iter_mut()) {
            // By halves, as numbers that do not rise find an end too.
            let (mut low, mut high) = (0, count);
            while low < high {
                let middle = low + (high - low) / 2;
                match at.sorted.get(middle) <= expert {
                    true => low = middle + 1,
                    false => high = middle,
                }
            }
            *total = low as i32;
        }
        Ok(())
    })
}
