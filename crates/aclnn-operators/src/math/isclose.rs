//! `aclnnIsClose`: whether numbers are near each other. Source: ops-math, `math/is_close`.

use crate::ops::comparison::IS_CLOSE;
use crate::prelude::*;
use crate::tensor::Value;

const REALS: Dtypes = REAL_NUMBERS_AND_BOOL;

/// Computes whether each two elements, broadcast, are equal, or `abs(self - other) <= atol + rtol * abs(other)`, or both are NaN and
/// `equalNan` is true, as BOOL. In the type of the elements, FLOAT for shorter ones; of integers in DOUBLE.
#[aclnn]
fn aclnnIsClose(
    self_: Input,
    other: Input,
    rtol: f64,
    atol: f64,
    equal_nan: bool,
    out: Output,
) -> Planned {
    self_.dtype_in(REALS)?;
    other.dtype_in(REALS)?;
    other.same_dtype(&self_)?;
    contract::broadcasts_to(&self_, &other, &out)?;
    out.dtype_is(Bool).code(ACLNN_ERR_INNER_NULLPTR)?;
    let parameters = [rtol, atol, f64::from(equal_nan)].map(Value::new);
    let place = Place::Between(&self_, &out);
    place.binary_with(&IS_CLOSE, self_.dtype()?, &parameters, other.read()?)
}
