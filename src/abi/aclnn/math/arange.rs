//! `aclnnArange`: an arithmetic sequence.
//!
//! The scalars are first converted to the kind of `out`: FLOAT for FLOAT, FLOAT16 and BFLOAT16, DOUBLE, or INT64 for INT32 and INT64, toward
//! zero. `out` may have any shape and is written in row-major order; elements behind the end of the sequence are left as they are. Source:
//! ops-math, `math/range`.

use crate::abi::aclnn::prelude::*;

const SCALARS: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, Bool]).and_910b(&[Bf16]);
const OUTPUT: Dtypes = on_910(&[F16, F32, F64, I32, I64]).and_910b(&[Bf16]);

/// Whether steps of `step` lead from `start` to `end`. A NaN at an end is none of the step's business, as on the device.
fn leads<T: PartialOrd + Default>(start: T, end: T, step: T) -> bool {
    let zero = T::default();
    let (beyond, short) = (start > end, start < end);
    step > zero && !beyond || step < zero && !short
}

/// The number of elements below `end`, in integers.
fn whole_count(start: i64, end: i64, step: i64) -> usize {
    let (distance, step) = (i128::from(end) - i128::from(start), i128::from(step));
    let count = (distance + step - step.signum()) / step;
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Writes `start + i * step` into element `i` of `out`, for all that lie before `end`.
#[aclnn]
fn aclnnArange(start: Scalar, end: Scalar, step: Scalar, out: Output) -> Planned {
    for scalar in [&start, &end, &step] {
        scalar.dtype_in(SCALARS)?;
    }
    out.dtype_in(OUTPUT)?;
    let kind = match out.dtype()? {
        I32 | I64 => I64,
        F64 => F64,
        _ => F32,
    };
    let [first, last, stride] = [
        start.in_type(kind)?,
        end.in_type(kind)?,
        step.in_type(kind)?,
    ];
    let whole = (first.get::<i64>(), last.get::<i64>(), stride.get::<i64>());
    let real = |scalar: &Scalar| scalar.to_f64().unwrap_or(f64::NAN);
    let leads = match (whole, kind) {
        ((Some(first), Some(last), Some(stride)), _) => leads(first, last, stride),
        (_, F32) => leads(real(&start) as f32, real(&end) as f32, real(&step) as f32),
        _ => leads(real(&start), real(&end), real(&step)),
    };
    if !leads {
        return Err(Error::Value {
            arg: step.name(),
            got: format!("{} from {} to {}", real(&step), real(&start), real(&end)),
            allowed: format!("a step that is not 0 in {kind}, and leads from `start` to `end`"),
        }
        .into());
    }
    let count = match (whole, out.dtype()?) {
        ((Some(first), Some(last), Some(stride)), I64) => whole_count(first, last, stride),
        // Past the largest number of elements, or NaN: saturated, or 0.
        _ => ((real(&end) - real(&start)) / real(&step)).ceil() as usize,
    };
    let count = count.min(out.numel());
    Ok(ops::arange::arange(first, stride, count, out.write()?)?)
}
