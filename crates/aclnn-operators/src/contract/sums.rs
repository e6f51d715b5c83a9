//! Sums and differences, the second term times `alpha`.

use super::sets::COMPLEX_NUMBERS_AND_BOOL;
use super::{Dtypes, Place, binary_arithmetic, binary_scalar};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Scalar};
use crate::error::Result;
use crate::ops::pointwise::Operand;
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, Value};

/// Plans a sum or a difference in a computation type: of the first operand and the second one times the value.
pub type Sum = fn(Dtype, Operand, Operand, Value, Arg) -> Result<Call>;

const NUMBERS: Dtypes = COMPLEX_NUMBERS_AND_BOOL;

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
