//! Outputs that are computed from an index alone.

#![forbid(unsafe_code)]

use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{WritePart, kernel, operands};
use hostnpu_tensor::{Element, cuts};

operands! {
    struct Range<T: Element> => RangeAt {
        output: WritePart<T>,
    }
}

/// Plans `output[i]` for all `i` below `steps`, in row-major order; other elements stay. `fill` computes a run of elements from the index of the first one; an
/// element costs about as much as moving `weight` of them.
pub(super) fn range<T: Element>(
    output: Arg,
    steps: usize,
    weight: usize,
    fill: impl Fn(u64, &mut [T]) + Send + Sync + 'static,
) -> Result<Call> {
    let numel = output.view.numel().unwrap_or(0);
    if numel < steps {
        let got = format!("a tensor of {numel} elements");
        return Err(Error::value(output.name, got, format!("{steps} elements")));
    }
    let cost = steps.saturating_mul(weight * size_of::<T>());
    let operands = Range {
        output: output.into(),
    };
    kernel(operands, cost, move |at: RangeAt<T>| {
        let output = &mut at.output[..steps];
        cuts::for_each_part(cuts::chunks(output, grain::COMPUTED), |piece, part| {
            fill((piece * grain::COMPUTED) as u64, part);
        });
        Ok(())
    })
}
