//! The contracts of logic, and of operations on bits: of two tensors, and of a tensor and a scalar.

use super::on_all;
use super::sets::INTEGERS;
use super::{Dtypes, Place, broadcasts_to, by_category, by_table, by_table_as, on_950, promoted};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Scalar};
use crate::ops::comparison as tables;
use crate::ops::tables::Binary;
use crate::tensor::Dtype::*;

/// Plans a function of the truth of two elements, broadcast. The output is one of `outputs`, or of any type.
pub fn logical<'a>(
    table: &'static Binary,
    inputs: Dtypes,
    outputs: Option<Dtypes>,
    place: impl Into<Place<'a>>,
    other: &Input,
) -> Planned {
    let place = place.into();
    let (self_, out) = (place.input(), place.out());
    self_.dtype_in(inputs)?;
    other.dtype_in(inputs)?;
    if let Some(outputs) = outputs {
        out.dtype_in(outputs)?;
    }
    broadcasts_to(self_, other, out)?;
    place.binary(table, Bool, other.read()?)
}

/// Types and loops of an operation on bits. Two BOOL are computed as truth values; the output is of any type that the result can be cast to.
#[derive(Debug)]
pub struct Bitwise {
    table: &'static Binary,
    /// The types of two tensors.
    tensors: Dtypes,
    /// The types of a tensor and a scalar.
    with_scalar: Dtypes,
    /// True if private formats are refused, and INT64 scalars count as they are on every chip.
    is_and: bool,
}

/// The bits that both have.
pub static AND: Bitwise = Bitwise {
    table: &tables::BITWISE_AND,
    tensors: INTEGERS.or(on_all(&[U16])),
    with_scalar: INTEGERS.or(on_all(&[U16])),
    is_and: true,
};

/// The bits that one has.
pub static OR: Bitwise = Bitwise {
    table: &tables::BITWISE_OR,
    tensors: INTEGERS.or(on_all(&[U16, U32, U64])),
    with_scalar: INTEGERS.or(on_all(&[U16])).and_950(&[U32, U64]),
    is_and: false,
};

/// The bits that exactly one has.
pub static XOR: Bitwise = Bitwise {
    table: &tables::BITWISE_XOR,
    tensors: INTEGERS.and_950(&[U16, U32, U64]),
    with_scalar: INTEGERS.and_950(&[U16, U32, U64]),
    is_and: false,
};

impl Bitwise {
    /// Plans the operation on two tensors, broadcast, in the type that both promote to.
    pub fn tensors<'a>(&self, place: impl Into<Place<'a>>, other: &Input) -> Planned {
        let place = place.into();
        let (self_, out) = (place.input(), place.out());
        self_.dtype_in(self.tensors)?;
        other.dtype_in(self.tensors)?;
        let compute = promoted(self_, other)?;
        out.takes(compute)?;
        if self.is_and {
            [self_, other, out]
                .into_iter()
                .try_for_each(|tensor| tensor.not_private())?;
        }
        broadcasts_to(self_, other, out)?;
        place.binary(self.table, compute, other.read()?)
    }

    /// Plans the operation on a tensor and a scalar. On Ascend950 the result has the tensor's type, unless that is BOOL, and the scalar counts
    /// by its low bits; on other chips both promote, INT64 of the range of INT32 as INT32.
    pub fn scalar<'a>(&self, place: impl Into<Place<'a>>, other: &Scalar) -> Planned {
        let place = place.into();
        let (self_, out) = (place.input(), place.out());
        self_.dtype_in(self.with_scalar)?;
        other.dtype_in(self.with_scalar)?;
        let small = other.dtype() == I64
            && other
                .to_i128()
                .is_some_and(|value| i32::try_from(value).is_ok());
        let compute = match (on_950(), small && !self.is_and) {
            (true, _) => by_category(self_, other)?,
            (false, true) => by_table_as(self_, other, I32)?,
            (false, false) => by_table(self_, other)?,
        };
        out.takes(compute)?;
        if self.is_and {
            self_.not_private()?;
            out.not_private()?;
        }
        self_.max_rank(8)?;
        out.same_shape(self_)?;
        place.binary(self.table, compute, other.in_type(compute)?)
    }
}
