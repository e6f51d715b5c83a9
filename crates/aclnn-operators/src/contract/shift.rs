//! Shifts of integers.

use super::sets::ALL_INTEGERS;
use super::{Dtypes, Place, broadcasts_to, promoted};
use crate::abi::aclnn::phases::Planned;
use crate::argument::Input;
use crate::ops::tables::Binary;

const INTEGERS: Dtypes = ALL_INTEGERS;

/// The contract of a shift by the elements of another tensor. Empty tensors succeed before types meet.
pub fn shift(table: &'static Binary, public: bool, place: Place, bits: &Input) -> Planned {
    let (self_, out) = (place.input(), place.out());
    for tensor in [self_, bits, out] {
        tensor.dtype_in(INTEGERS)?;
    }
    broadcasts_to(self_, bits, out)?;
    if public {
        super::none_private(&[self_, bits, out])?;
    }
    if self_.is_empty() || bits.is_empty() {
        return place.nothing([bits.read()?]);
    }
    let compute = promoted(self_, bits)?;
    out.takes(compute)?;
    place.binary(table, compute, bits.read()?)
}
