//! Arguments of a first phase, each under its documented name: what the functions under `#[aclnn]` take.

mod array;
mod dtypes;
mod given;
mod list;
mod operator;
mod scalar;
mod taken;
mod tensor;
mod value;

pub use array::{Bools, Floats, Ints, MutFloats, MutInts};
pub use dtypes::{Dtypes, STORED, for_chips, on_910, on_all, only_950};
pub use given::{Arguments, Given, Kind, Parameter, Parameters, Taking};
pub use list::{ConstInOuts, ConstOutputs, InOuts, Inputs, MutInputs, Outputs};
pub use operator::{Operator, Order, first_phase};
pub use scalar::{MutScalar, Scalar, Scalars};
pub use tensor::{ConstInOut, ConstOutput, InOut, Input, MutInput, Output, TensorArg};
pub use value::{DataType, MutText, Text};

use crate::abi::failure::Failure;
pub use crate::abi::shown::Word;
use crate::error::{Error, Reason, Result};

/// A parameter of an operator.
pub trait Argument: Sized {
    /// The C type of the argument.
    type Raw: Word;

    /// The kind by which it is read.
    const KIND: Kind;

    /// True if it may be null.
    const OPTIONAL: bool = false;

    /// Takes the argument out of what was read; `None` if that is of another kind.
    fn of(given: &mut Given) -> Option<Self>;

    /// Reads the argument called `name`; refuses null, and handles that are none.
    ///
    /// # Safety
    /// The contract of [`crate::abi`].
    unsafe fn read(name: &'static str, raw: Self::Raw) -> Result<Self> {
        let mut given = Given::Absent;
        // SAFETY: the caller's promise.
        unsafe { given.read(name, Self::KIND, Self::OPTIONAL, raw.word()) }?;
        let wrong = || Reason::Internal(format!("`{name}` was read as another kind"));
        Self::of(&mut given).ok_or_else(|| wrong().into())
    }
}

/// An argument that may be null.
impl<P, T: Argument<Raw = *const P>> Argument for Option<T> {
    type Raw = *const P;
    const KIND: Kind = T::KIND;
    const OPTIONAL: bool = true;

    fn of(given: &mut Given) -> Option<Self> {
        match given {
            Given::Absent => Some(None),
            given => T::of(given).map(Some),
        }
    }
}

/// A refusal, under another code if it is that of a null argument.
fn null_as(code: Option<i32>, error: Error) -> Failure {
    match code {
        Some(code) if matches!(error.reason(), Reason::Null { .. }) => Failure::under(error, code),
        _ => error.into(),
    }
}
