//! The contracts of comparisons: of two tensors, and of a tensor and a scalar.

use super::sets::{COMPLEX, REAL_NUMBERS_UNSIGNED_AND_BOOL};
use super::{
    Dtypes, Place, broadcasts_to, by_category, by_table, by_table_as, meets_in, on_950, promoted,
};
use super::{for_chips, on_910, on_all, only_950};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Scalar, TensorArg};
use crate::error::{Error, Reason, Result};
use crate::ops::comparison as tables;
use crate::ops::tables::Binary;
use crate::tensor::Dtype::{self, *};
use crate::tensor::promote_by_category;

/// Types and loops of a comparison. Results are BOOL, which every type holds.
#[derive(Debug)]
pub struct Comparison {
    table: &'static Binary,
    /// The types of two tensors.
    tensors: Dtypes,
    /// The types of a tensor and a scalar.
    with_scalar: Dtypes,
    /// The types that `out` takes beside those of the inputs.
    more_outputs: Dtypes,
    /// True if an empty tensor beside another one succeeds before anything else is looked at.
    empty_first: bool,
    /// True if the types of a tensor and a scalar are held against the list. Else only the type that both give is, and on Ascend950 the tensor's.
    lists_both: bool,
    /// The computation type of a tensor and a scalar on chips other than Ascend950.
    before_950: fn(&TensorArg, &Scalar) -> Result<Dtype>,
}

const EQUATED: Dtypes = on_all(&[
    F32, F16, F64, I8, I16, I32, I64, U8, Bool, Complex64, Complex128,
]);
const ORDERED: Dtypes = REAL_NUMBERS_UNSIGNED_AND_BOOL;
const ALL_ON_950: Dtypes = only_950(&[
    F32, F16, Bf16, F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool, Complex64, Complex128,
]);

/// `self == other`.
pub static EQ: Comparison = Comparison {
    table: &tables::EQ,
    tensors: EQUATED
        .or(for_chips(&[U32, U64], &[], &[]))
        .and_910b(&[Bf16])
        .and_950(&[U64]),
    with_scalar: EQUATED
        .and_910_only(&[U32, U64])
        .and_after_910(&[Bf16])
        .and_950(&[U64]),
    more_outputs: ALL_ON_950,
    empty_first: false,
    lists_both: true,
    before_950: |self_, other| {
        by_table(self_, other)?;
        kept_or_table(self_, other)
    },
};

/// `self != other`.
pub static NE: Comparison = Comparison {
    table: &tables::NE,
    tensors: EQUATED.and_910b(&[Bf16]).and_950(&[U64]),
    with_scalar: EQUATED.and_910b(&[Bf16]).and_950(&[U64]),
    more_outputs: ALL_ON_950,
    empty_first: true,
    lists_both: true,
    before_950: kept_or_table,
};

/// `self > other`.
pub static GT: Comparison = Comparison {
    table: &tables::GT,
    tensors: ORDERED,
    with_scalar: ORDERED,
    more_outputs: COMPLEX,
    empty_first: false,
    lists_both: true,
    before_950: table_unless_exact,
};

/// `self >= other`.
pub static GE: Comparison = Comparison {
    table: &tables::GE,
    tensors: ORDERED,
    with_scalar: ORDERED,
    more_outputs: COMPLEX.or(on_all(&[Bf16])),
    empty_first: false,
    lists_both: false,
    before_950: table_unless_exact,
};

/// `self < other`.
pub static LT: Comparison = Comparison {
    table: &tables::LT,
    tensors: ORDERED,
    with_scalar: ORDERED,
    more_outputs: only_950(&[Complex64, Complex128]),
    empty_first: false,
    lists_both: true,
    before_950: |self_, other| match (self_.dtype()?, other.dtype()) {
        (dtype, _) if dtype.is_floating() => Ok(dtype),
        (_, F64) => by_table_as(self_, other, F32),
        _ => by_table(self_, other),
    },
};

/// `self <= other`.
pub static LE: Comparison = Comparison {
    table: &tables::LE,
    tensors: AT_MOST,
    with_scalar: AT_MOST,
    more_outputs: ALL_ON_950,
    empty_first: true,
    lists_both: true,
    before_950: |self_, other| match (self_.dtype()?, other.dtype()) {
        (dtype, _) if dtype.is_floating() => Ok(dtype),
        (_, F64) => Ok(F32),
        _ => by_table(self_, other),
    },
};

const AT_MOST: Dtypes = on_910(&[F32, F16, F64, I8, I16, I32, I64, U8, U16, Bool])
    .and_910b(&[Bf16])
    .and_950(&[U64]);

impl Comparison {
    /// Plans the comparison of two tensors, broadcast.
    pub fn tensors<'a>(&self, place: impl Into<Place<'a>>, other: &Input) -> Planned {
        let place = place.into();
        let (self_, out) = (place.input(), place.out());
        if self.empty_first && (self_.is_empty() || other.is_empty()) {
            return place.nothing([other.read()?]);
        }
        self_.dtype_in(self.tensors)?;
        other.dtype_in(self.tensors)?;
        out.dtype_in(self.tensors.or(self.more_outputs))?;
        let compute = compared(self_, other)?;
        broadcasts_to(self_, other, out)?;
        place.binary(self.table, compute, other.read()?)
    }

    /// Plans the comparison of a tensor and a scalar. On Ascend950 the scalar counts by its category only: of an integer that the type of
    /// an integer tensor cannot hold, the low bits.
    pub fn scalar<'a>(&self, place: impl Into<Place<'a>>, other: &Scalar) -> Planned {
        let place = place.into();
        let (self_, out) = (place.input(), place.out());
        if self.lists_both || on_950() {
            self_.dtype_in(self.with_scalar)?;
        }
        if self.lists_both {
            other.dtype_in(self.with_scalar)?;
        }
        out.dtype_in(self.with_scalar.or(self.more_outputs))?;
        let compute = match on_950() {
            true => by_category(self_, other)?,
            false => (self.before_950)(self_, other)?,
        };
        meets_in(compute, self.with_scalar, self_, &[other])?;
        self_.max_rank(8)?;
        out.same_shape(self_)?;
        place.binary(self.table, compute, other.in_type(compute)?)
    }
}

/// The rule of Eq and Ne: a floating-point or complex tensor keeps its type beside a number that is not of a higher category, an integer
/// tensor beside integers.
fn kept_or_table(self_: &TensorArg, other: &Scalar) -> Result<Dtype> {
    let (dtype, scalar) = (self_.dtype()?, other.dtype());
    let keeps = match dtype {
        dtype if dtype.is_complex() => true,
        dtype if dtype.is_floating() => !scalar.is_complex(),
        Bool => false,
        _ => !scalar.is_floating() && !scalar.is_complex(),
    };
    match keeps {
        true => Ok(dtype),
        false => by_table(self_, other),
    }
}

/// The rule of Gt and Ge: that of two tensors, unless the scalar is a DOUBLE that a floating-point tensor's type holds.
fn table_unless_exact(self_: &TensorArg, other: &Scalar) -> Result<Dtype> {
    let dtype = self_.dtype()?;
    if other.dtype() == F64 && dtype.is_floating() && other.fits(dtype)? {
        return Ok(dtype);
    }
    by_table(self_, other)
}

/// Returns the type in which two tensors are compared, and the smaller and the larger of two are chosen: on Ascend950 a tensor of rank
/// 0 counts by its category only.
pub fn compared(self_: &TensorArg, other: &TensorArg) -> Result<Dtype> {
    let (a, b) = (self_.dtype()?, other.dtype()?);
    let by_category = match (self_.rank(), other.rank()) {
        (0, 1..) if on_950() => promote_by_category(b, a),
        (1.., 0) if on_950() => promote_by_category(a, b),
        _ => return promoted(self_, other),
    };
    by_category.ok_or_else(|| {
        Error::from(Reason::Dtype {
            arg: other.name(),
            got: b.to_string(),
            allowed: format!("a type that promotes with {a} (that of `{}`)", self_.name()),
        })
    })
}
