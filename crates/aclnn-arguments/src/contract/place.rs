//! Places of an operator's first operand and its result: two tensors, or one.

use crate::abi::aclnn::phases::Planned;
use crate::argument::{InOut, Input, Output, TensorArg};
use crate::error::Result;
use crate::ops::pointwise::{self, Operand};
use crate::ops::tables::{Binary, Ternary, Unary};
use crate::ops::{Arg, Call};
use crate::tensor::{Dtype, Value};

/// The first operand and the output of an operator: contracts take `(&self_, &out)` or `&self_ref`, and so hold for both forms.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// Two tensors.
    Between(&'a Input, &'a Output),
    /// One tensor, read and then written.
    In(&'a InOut),
}

impl<'a> From<(&'a Input, &'a Output)> for Place<'a> {
    fn from((self_, out): (&'a Input, &'a Output)) -> Self {
        Self::Between(self_, out)
    }
}

impl<'a> From<&'a InOut> for Place<'a> {
    fn from(self_ref: &'a InOut) -> Self {
        Self::In(self_ref)
    }
}

impl<'a> Place<'a> {
    /// Returns the tensor that is read.
    pub fn input(self) -> &'a TensorArg {
        match self {
            Self::Between(self_, _) => self_,
            Self::In(self_ref) => self_ref,
        }
    }

    /// Returns the tensor that is written.
    pub fn out(self) -> &'a TensorArg {
        match self {
            Self::Between(_, out) => out,
            Self::In(self_ref) => self_ref,
        }
    }

    /// Returns what is read as an operand. Refuses memory that is not there: call it when all else is checked.
    pub fn source(self) -> Result<Operand> {
        match self {
            Self::Between(self_, _) => Ok(self_.read()?.into()),
            Self::In(_) => Ok(Operand::Output),
        }
    }

    /// Returns what is written as an operand, as [`Place::source`].
    pub fn target(self) -> Result<Arg> {
        match self {
            Self::Between(_, out) => out.write(),
            Self::In(self_ref) => self_ref.update(),
        }
    }

    /// Returns both.
    pub fn operands(self) -> Result<(Operand, Arg)> {
        Ok((self.source()?, self.target()?))
    }

    /// Plans `out = table(input)`.
    pub fn unary(self, table: &'static Unary, compute: Dtype, parameters: &[Value]) -> Planned {
        let (input, out) = self.operands()?;
        Ok(pointwise::unary(table, compute, parameters, input, out)?)
    }

    /// Plans `out = table(input, other)`.
    pub fn binary(
        self,
        table: &'static Binary,
        compute: Dtype,
        other: impl Into<Operand>,
    ) -> Planned {
        self.binary_with(table, compute, &[], other)
    }

    /// Plans `out = table(input, other)` with parameters.
    pub fn binary_with(
        self,
        table: &'static Binary,
        compute: Dtype,
        parameters: &[Value],
        other: impl Into<Operand>,
    ) -> Planned {
        let (input, out) = self.operands()?;
        Ok(pointwise::binary(
            table, compute, parameters, input, other, out,
        )?)
    }

    /// Plans `out = table(first, input)`.
    pub fn binary_after(
        self,
        table: &'static Binary,
        compute: Dtype,
        first: impl Into<Operand>,
    ) -> Planned {
        self.binary_after_with(table, compute, &[], first)
    }

    /// Plans `out = table(first, input)` with parameters.
    pub fn binary_after_with(
        self,
        table: &'static Binary,
        compute: Dtype,
        parameters: &[Value],
        first: impl Into<Operand>,
    ) -> Planned {
        let (input, out) = self.operands()?;
        Ok(pointwise::binary(
            table, compute, parameters, first, input, out,
        )?)
    }

    /// Plans `out = table(input, b, c)`.
    pub fn ternary(
        self,
        table: &'static Ternary,
        compute: Dtype,
        parameters: &[Value],
        b: impl Into<Operand>,
        c: impl Into<Operand>,
    ) -> Planned {
        let (input, out) = self.operands()?;
        Ok(pointwise::ternary(
            table, compute, parameters, input, b, c, out,
        )?)
    }

    /// Plans a call that has nothing to do, because one of its operands, `others` among them, is empty.
    pub fn nothing(self, others: impl IntoIterator<Item = Arg>) -> Planned {
        let (input, out) = self.operands()?;
        let input = match input {
            Operand::Tensor(arg) => Some(arg),
            Operand::Value(_) | Operand::Output => None,
        };
        Ok(Call::nothing(input.into_iter().chain(others).chain([out])))
    }
}
