//! Gradients of a scaled loss.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{Read, Update, kernel, operands};
use hostnpu_kernels::unscale as kernels;
use hostnpu_tensor::{Dtype, Element, cuts};

operands! {
    struct Unscale<T: Element> => UnscaleAt {
        gradients: Vec<Update<T>>,
        found: Update<f32>,
        factor: Read<f32>,
    }
}

/// Plans `gradient = gradient * factor`, rounded once, for each of the list, and writes 1 to `found` if an element of one was not finite. FLOAT16, BFLOAT16
/// or FLOAT, all alike; `found` and `factor` are one FLOAT each.
pub fn unscale(gradients: Vec<Arg>, found: Arg, factor: Arg) -> Result<Call> {
    if gradients.iter().all(|arg| arg.view.dtype == Dtype::F32) {
        return plan(gradients, found, factor, kernels::f32);
    }
    // A product of 11 and 24 bits is exact in DOUBLE.
    plan(gradients, found, factor, kernels::f64)
}

fn plan<T: Element + From<f32>>(
    gradients: Vec<Arg>,
    found: Arg,
    factor: Arg,
    multiply: fn(&mut [T], T) -> bool,
) -> Result<Call> {
    found.require_numel(1)?;
    factor.require_numel(1)?;
    let counts = gradients.iter().map(|arg| arg.view.numel().unwrap_or(0));
    let cost = counts.sum::<usize>().saturating_mul(8);
    let operands = Unscale {
        gradients: gradients.into_iter().map(Update::from).collect(),
        found: found.into(),
        factor: factor.into(),
    };
    kernel(operands, cost, move |at: UnscaleAt<T>| {
        let factor = T::from(at.factor[0]);
        let all_finite = AtomicBool::new(true);
        let gradients = at.gradients.into_iter();
        let pieces = gradients.map(|gradient| cuts::chunks(gradient, grain::COMPUTED));
        let pieces = cuts::chained(pieces.collect());
        cuts::for_each_part(pieces, |_, (_, piece)| {
            if !multiply(piece, factor) {
                all_finite.store(false, Ordering::Relaxed);
            }
        });
        if !all_finite.into_inner() {
            at.found[0] = 1.0;
        }
        Ok(())
    })
}
