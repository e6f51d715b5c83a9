//! `aclnnLinspace`: `steps` evenly spaced numbers from `start` to `end`, both included.
//!
//! | argument       | shape                                  | data type                                                            |
//! |----------------|----------------------------------------|----------------------------------------------------------------------|
//! | `start`, `end` | scalar                                 | any real one                                                         |
//! | `steps`        | 0 or more                              |                                                                      |
//! | `out`          | `[steps]`, or any of one element for 1 | FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, UINT8, INT16, INT32, INT64   |
//!
//! Fails with 561103 for a null scalar or output, 161002 for a complex scalar, a data type outside the table, negative steps, or another
//! number of elements than `steps`, and 561103 for an output of another shape, in the order of the checks below.
//!
//! Source: ops-math, `math/lin_space`.

use crate::prelude::*;

const NUMBERS: Dtypes = REAL_NUMBERS;

/// A scalar as a real number.
fn real(scalar: &Scalar) -> Result<f64> {
    let complex = matches!(scalar.dtype(), Complex64 | Complex128);
    scalar.to_f64().filter(|_| !complex).ok_or_else(|| {
        Error::from(Reason::Dtype {
            arg: scalar.name(),
            got: scalar.dtype().to_string(),
            allowed: "real types of 8 bits (integers) or 16 bits and more".into(),
        })
    })
}

/// The number of elements that `steps` asks for.
pub(super) fn count(steps: i64) -> Result<usize> {
    usize::try_from(steps).map_err(|_| {
        Error::from(Reason::Value {
            arg: "steps",
            got: steps.to_string(),
            allowed: "0 or more".into(),
        })
    })
}

/// Writes `steps` evenly spaced numbers from `start` to `end`, both included, into `out`.
#[aclnn(null = ACLNN_ERR_INNER_NULLPTR)]
fn aclnnLinspace(start: Scalar, end: Scalar, steps: i64, out: Output) -> Planned {
    let (start, end) = (real(&start)?, real(&end)?);
    out.dtype_in(NUMBERS)?;
    let count = count(steps)?;
    if out.numel() != count {
        return Err(out
            .shape_refused(format!("[{steps}] (`steps` elements)"))
            .into());
    }
    if count > 1 {
        out.shape_is(&[steps], "`steps` elements in a row")
            .code(ACLNN_ERR_INNER_NULLPTR)?;
    }
    Ok(ops::linspace::linspace(start, end, out.write()?)?)
}
