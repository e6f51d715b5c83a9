//! Evenly spaced numbers.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::range::range;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::linspace::{Element as Number, Linspace, LinspaceDouble};
use hostnpu_tensor::{Dtype, Element};

/// Plans `output[i]` from `start` to `end`, which are included. With one element it is `start`. Both ends are first converted
/// to the output's type (INT64: to FLOAT), toward zero where that has no fractions; then the numbers are computed in float, from the
/// start in the first half and from the end in the second one. DOUBLE is computed in double from the start.
///
/// FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, UINT8, INT16, INT32, INT64; one dimension, or one element.
pub fn linspace(start: f64, end: f64, output: Arg) -> Result<Call> {
    let steps = output.view.numel().unwrap_or(0);
    if steps == 0 {
        return Ok(Call::nothing([output]));
    }
    let ends = |round: fn(f64) -> f32| (round(start), round(end));
    match output.view.dtype {
        Dtype::F32 => plan::<f32>(ends(|x| x as f32), steps, output),
        Dtype::F16 => plan::<f16>(ends(|x| f16::from_f32(x as f32).to_f32()), steps, output),
        Dtype::Bf16 => plan::<bf16>(ends(|x| bf16::from_f32(x as f32).to_f32()), steps, output),
        Dtype::I8 => whole(start as i8, ends(|x| x as i8 as f32), steps, output),
        Dtype::U8 => whole(start as u8, ends(|x| x as u8 as f32), steps, output),
        Dtype::I16 => whole(start as i16, ends(|x| x as i16 as f32), steps, output),
        Dtype::I32 => whole(start as i32, ends(|x| x as i32 as f32), steps, output),
        Dtype::I64 => whole(start as i64, ends(|x| x as f32), steps, output),
        Dtype::F64 => {
            let rule = LinspaceDouble::new(start, end, steps as u64);
            range(output, steps, 2, move |first, dst: &mut [f64]| {
                rule.fill(first, dst)
            })
        }
        other => {
            let allowed = "FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, UINT8, INT16, INT32 or INT64";
            Err(Error::dtype(output.name, other, allowed))
        }
    }
}

fn plan<T: Number + Element>((start, end): (f32, f32), steps: usize, output: Arg) -> Result<Call> {
    let rule = Linspace::new(start, end, steps as u64);
    range(output, steps, 2, move |first, dst: &mut [T]| {
        rule.fill(first, dst)
    })
}

/// As [`plan`]; a single element is the start itself, which float may not hold.
fn whole<T: Number + Element>(
    start: T,
    ends: (f32, f32),
    steps: usize,
    output: Arg,
) -> Result<Call> {
    if steps == 1 {
        return range(output, 1, 1, move |_, dst: &mut [T]| dst.fill(start));
    }
    plan::<T>(ends, steps, output)
}
