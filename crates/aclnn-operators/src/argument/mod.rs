//! Arguments of a first phase, each under its documented name: what the functions under `#[aclnn]` take.

mod array;
mod dtypes;
mod list;
mod scalar;
mod tensor;
mod value;

pub use array::{Bools, Floats, Ints, MutFloats, MutInts};
pub use dtypes::{Dtypes, STORED, for_chips, on_910, on_all, only_950};
pub use list::{ConstInOuts, ConstOutputs, InOuts, Inputs, MutInputs, Outputs};
pub use scalar::{MutScalar, Scalar, Scalars};
pub use tensor::{ConstInOut, ConstOutput, InOut, Input, MutInput, Output, TensorArg};
pub use value::{DataType, MutText, Text};

use crate::abi::failure::Failure;
use crate::error::{Error, Reason, Result};

/// A parameter of an operator.
pub trait Argument: Sized {
    /// What C passes.
    type Raw: Copy;

    /// Reads the argument called `name`; refuses null, and handles that are none.
    ///
    /// # Safety
    /// The contract of [`crate::abi`].
    unsafe fn read(name: &'static str, raw: Self::Raw) -> Result<Self>;

    /// Refuses what no operator takes, once all arguments are read.
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

/// An argument that may be null.
impl<P, T: Argument<Raw = *const P>> Argument for Option<T> {
    type Raw = *const P;

    unsafe fn read(name: &'static str, raw: Self::Raw) -> Result<Self> {
        if raw.is_null() {
            return Ok(None);
        }
        // SAFETY: the caller's promise.
        unsafe { T::read(name, raw) }.map(Some)
    }

    fn check(&self) -> Result<()> {
        self.as_ref().map_or(Ok(()), T::check)
    }
}

/// A refusal, under another code if it is that of a null argument.
pub fn null_as(code: i32, error: Error) -> Failure {
    let code = matches!(error.reason(), Reason::Null { .. }).then_some(code);
    Failure { error, code }
}
