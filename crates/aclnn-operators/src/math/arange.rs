//! `aclnnArange`: an arithmetic progression.
//!
//! The scalars are first converted to the kind of `out`: FLOAT for FLOAT, FLOAT16 and BFLOAT16, DOUBLE, or INT64 for INT32 and INT64, toward
//! zero. `out` may have any shape and is written in row-major order; elements behind the end of the progression are left as they are. Source:
//! ops-math, `math/range`.

use crate::ops::Arg;
use crate::prelude::*;
use crate::tensor::Value;

/// Types of the numbers.
pub(super) const SCALARS: Dtypes = REAL_NUMBERS_AND_BOOL;
/// Types of the sequences.
pub(super) const OUTPUT: Dtypes = on_910(&[F16, F32, F64, I32, I64]).and_910b(&[Bf16]);

/// Returns true if steps of `step` lead from `start` to `end`. A NaN at an end is none of the step's business, as on the device.
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

/// A progression whose numbers are of the kind of its output.
pub(super) struct Progression {
    first: Value,
    stride: Value,
    /// As integers, for integers.
    whole: Option<[i64; 3]>,
    /// As real numbers.
    real: [f64; 3],
}

impl Progression {
    /// Converts the numbers. Refuses a step that is 0 there, or leads away from `end`.
    pub fn new(start: &Scalar, end: &Scalar, step: &Scalar, out: &TensorArg) -> Result<Self> {
        let kind = match out.dtype()? {
            I32 | I64 => I64,
            F64 => F64,
            _ => F32,
        };
        let scalars = [start, end, step];
        let [first, last, stride] = scalars.map(|scalar| scalar.in_type(kind));
        let (first, last, stride) = (first?, last?, stride?);
        let whole = [first, last, stride].map(|value| value.get::<i64>());
        let whole = match whole {
            [Some(first), Some(last), Some(stride)] => Some([first, last, stride]),
            _ => None,
        };
        let real = scalars.map(|scalar| scalar.to_f64().unwrap_or(f64::NAN));
        let single = real.map(|number| number as f32);
        let leads = match (whole, kind) {
            (Some([first, last, stride]), _) => leads(first, last, stride),
            (_, F32) => leads(single[0], single[1], single[2]),
            _ => leads(real[0], real[1], real[2]),
        };
        if !leads {
            return Err(Reason::Value {
                arg: step.name(),
                got: format!("{} from {} to {}", real[2], real[0], real[1]),
                allowed: format!("a step that is not 0 in {kind}, and leads from `start` to `end`"),
            }
            .into());
        }
        Ok(Self {
            first,
            stride,
            whole,
            real,
        })
    }

    /// The number of elements before `end`.
    fn count(&self, dtype: Dtype) -> usize {
        let [first, last, stride] = self.real;
        match self.whole {
            Some([first, last, stride]) if dtype == I64 => whole_count(first, last, stride),
            // Past the largest number of elements, or NaN: saturated, or 0.
            _ => ((last - first) / stride).ceil() as usize,
        }
    }

    /// The number of elements up to and with `end`.
    pub fn closed_count(&self, dtype: Dtype) -> usize {
        let [first, last, stride] = self.real;
        match self.whole {
            Some([first, last, stride]) => {
                let distance = i128::from(last) - i128::from(first);
                usize::try_from(distance / i128::from(stride) + 1).unwrap_or(usize::MAX)
            }
            None if matches!(dtype, F16 | Bf16) => {
                let [first, last, stride] = self.real.map(|number| number as f32);
                ((last - first) / stride + 1.0) as usize
            }
            None => ((last - first) / stride + 1.0) as usize,
        }
    }

    /// Plans the first `count` elements.
    pub fn plan(&self, count: usize, out: Arg) -> Planned {
        Ok(ops::arange::arange(self.first, self.stride, count, out)?)
    }
}

/// Writes `start + i * step` into element `i` of `out`, for all that lie before `end`.
#[aclnn]
fn aclnnArange(start: Scalar, end: Scalar, step: Scalar, out: Output) -> Planned {
    for scalar in [&start, &end, &step] {
        scalar.dtype_in(SCALARS)?;
    }
    out.dtype_in(OUTPUT)?;
    let progression = Progression::new(&start, &end, &step, &out)?;
    let count = progression.count(out.dtype()?).min(out.numel());
    progression.plan(count, out.write()?)
}
