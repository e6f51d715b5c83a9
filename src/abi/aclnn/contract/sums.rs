//! Sums and differences, the second term times `alpha`.

use super::{Dtypes, Place, binary_arithmetic, binary_scalar, on_910};
use crate::abi::aclnn::argument::{Input, Scalar};
use crate::abi::aclnn::phases::Planned;
use crate::error::Result;
use crate::ops::pointwise::Operand;
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, Value};

/// Plans a sum or a difference in a computation type: of the first operand and the second one times the value.
pub type Sum = fn(Dtype, Operand, Operand, Value, Arg) -> Result<Call>;

const NUMBERS: Dtypes = on_910(&[
    Dtype::F32,
    Dtype::I32,
    Dtype::I64,
    Dtype::F16,
    Dtype::I16,
    Dtype::I8,
    Dtype::U8,
    Dtype::F64,
    Dtype::Bool,
    Dtype::Complex64,
    Dtype::Complex128,
])
.and_910b(&[Dtype::Bf16]);

/// The contract of aclnnAdd, aclnnSub and the same in place.
pub fn sum_of_tensors<'a>(
    sum: Sum,
    place: impl Into<Place<'a>>,
    other: &Input,
    alpha: &Scalar,
) -> Planned {
    let place = place.into();
    let compute = binary_arithmetic(NUMBERS, place.input(), other, Some(alpha), place.out())?;
    let alpha = alpha.factor_in(compute)?;
    let (input, other) = (place.source()?, other.read()?.into());
    Ok(sum(compute, input, other, alpha, place.target()?)?)
}

/// The contract of aclnnAdds, aclnnSubs and the same in place.
pub fn sum_with_scalar<'a>(
    sum: Sum,
    place: impl Into<Place<'a>>,
    other: &Scalar,
    alpha: &Scalar,
) -> Planned {
    let place = place.into();
    let compute = binary_scalar(NUMBERS, place.input(), other, alpha, place.out())?;
    let term = other.in_type(compute)?.into();
    let alpha = alpha.factor_in(compute)?;
    let (input, out) = place.operands()?;
    Ok(sum(compute, input, term, alpha, out)?)
}
