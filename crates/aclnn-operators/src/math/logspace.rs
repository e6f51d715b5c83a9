//! `aclnnLogSpace`: powers of `base` whose exponents are evenly spaced from `start` to `end`, both included.
//!
//! | argument       | shape                                  | data type                |
//! |----------------|----------------------------------------|--------------------------|
//! | `start`, `end` | scalar                                 | any; complex ones read as 0 |
//! | `steps`        | 0 or more                              |                          |
//! | `base`         | any number                             |                          |
//! | `result`       | `[steps]`, or any of one element for 1 | FLOAT, FLOAT16, BFLOAT16 |
//!
//! Fails with 561103 for a null scalar or result, 161002 for a data type outside the table or negative steps, and 561103 for a result of
//! another shape, in the order of the checks below. 0 steps succeed whatever the shape.
//!
//! Ends and base are first rounded to the result's type; FLOAT is then rounded once, in 16 bits exponent and power are. Source:
//! ops-math, `math/logspace`.

use super::linspace::count;
use crate::ops::logspace::ExponentRounding;
use crate::prelude::*;

const FLOATS: Dtypes = SHORT_FLOATING;

/// Writes `steps` powers of `base`, whose exponents are evenly spaced from `start` to `end`, both included, into `result`.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnLogSpace(
    start: Scalar,
    end: Scalar,
    steps: i64,
    base: f64,
    result: ConstOutput,
) -> Planned {
    result.dtype_in(FLOATS)?;
    let count = count(steps)?;
    if count == 0 {
        return Ok(Call::nothing([]));
    }
    if count > 1 || result.numel() != 1 {
        result
            .shape_is(&[steps], "`steps` elements in a row")
            .code(ACLNN_ERR_INNER_NULLPTR)?;
    }
    let (round, rounding): (fn(f64) -> f32, _) = match result.dtype()? {
        F16 => (
            |x| half::f16::from_f32(x as f32).to_f32(),
            ExponentRounding::Last,
        ),
        Bf16 => (
            |x| half::bf16::from_f32(x as f32).to_f32(),
            ExponentRounding::Last,
        ),
        _ => (|x| x as f32, ExponentRounding::Never),
    };
    let [start, end] = [start, end].map(|end| round(end.to_f64().unwrap_or(0.0)));
    Ok(ops::logspace::logspace(
        start,
        end,
        round(base),
        rounding,
        result.write()?,
    )?)
}
