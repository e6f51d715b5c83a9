//! Powers with evenly spaced exponents.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::range::range;
use super::{Arg, Call};
use hostnpu_base::config;
use hostnpu_base::error::{Error, Reason, Result};
pub use hostnpu_kernels::logspace::ExponentRounding;
use hostnpu_kernels::logspace::{Element as Power, Logspace};
use hostnpu_tensor::{Dtype, Element};

/// Plans `output[i] = base^e`, with as many exponents `e` from `start` to `end` as `output` has elements. It has one
/// dimension, or one element. FLOAT, FLOAT16, BFLOAT16, INT32.
pub fn logspace(
    start: f32,
    end: f32,
    base: f32,
    rounding: ExponentRounding,
    output: Arg,
) -> Result<Call> {
    let steps = output.view.numel().unwrap_or(0);
    if output.view.layout.rank() != 1 && steps != 1 {
        return Err(Reason::Shape {
            arg: output.name,
            got: output.view.layout.shape().to_vec(),
            allowed: "one dimension".into(),
        }
        .into());
    }
    if steps == 0 {
        return Ok(Call::nothing([output]));
    }
    // Planning computes with kernels, too.
    config::isa();
    fn plan<T: Power + Element>(rule: Logspace, output: Arg) -> Result<Call> {
        // A power costs about as much as moving eight elements.
        range(
            output,
            rule.steps() as usize,
            8,
            move |first, dst: &mut [T]| rule.fill(first, dst),
        )
    }
    let steps = steps as u64;
    match output.view.dtype {
        Dtype::F32 => plan::<f32>(
            Logspace::new::<f32>(start, end, steps, base, rounding),
            output,
        ),
        Dtype::F16 => plan::<f16>(
            Logspace::new::<f16>(start, end, steps, base, rounding),
            output,
        ),
        Dtype::Bf16 => plan::<bf16>(
            Logspace::new::<bf16>(start, end, steps, base, rounding),
            output,
        ),
        Dtype::I32 => plan::<i32>(
            Logspace::new::<i32>(start, end, steps, base, rounding),
            output,
        ),
        other => {
            let allowed = "FLOAT, FLOAT16, BFLOAT16 or INT32";
            Err(Error::dtype(output.name, other, allowed))
        }
    }
}
