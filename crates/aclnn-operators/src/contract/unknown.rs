//! Outputs of unknown length: the program allocates what the worst case needs, and the call gives them their shape.

use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::error::Result;
use crate::ops::{Arg, Call, Resize, unique};
use crate::tensor::Dtype;

/// Returns an output of unknown length as an operand, with what gives it its shape. Refuses one that is not dense.
pub fn unknown_length(out: &Output) -> Result<(Arg, Resize)> {
    out.contiguous()?;
    Ok((out.write()?, out.resize()))
}

/// The outputs of the operators that find values, and which of them a call asks for. Those that it does not ask for stay as they are.
pub struct Found<'a> {
    /// The values.
    pub values: &'a Output,
    /// For each element, the number of its value.
    pub inverse: &'a Output,
    /// True if that is asked for.
    pub wants_inverse: bool,
    /// Number of occurrences of each value.
    pub counts: Option<&'a Output>,
    /// True if that is asked for.
    pub wants_counts: bool,
}

impl Found<'_> {
    /// Refuses other types than INT64 of the inverse and the counts.
    pub fn numbers_are_int64(&self) -> Result<()> {
        self.inverse.dtype_is(Dtype::I64)?;
        self.counts
            .map_or(Ok(()), |counts| counts.dtype_is(Dtype::I64))
    }

    /// Returns the outputs as an operator takes them. Refuses memory that is not there: call it when all else is checked.
    pub fn write(&self) -> Result<unique::Outputs> {
        let counts = self.counts.filter(|_| self.wants_counts);
        Ok(unique::Outputs {
            values: unknown_length(self.values)?,
            inverse: self
                .wants_inverse
                .then(|| self.inverse.write())
                .transpose()?,
            counts: counts.map(unknown_length).transpose()?,
        })
    }

    /// Plans nothing, for an empty input: the outputs stay as they are.
    pub fn nothing(&self, self_: &Input) -> Planned {
        let outputs = [Some(self.values), Some(self.inverse), self.counts];
        let outputs = outputs.into_iter().flatten().map(|out| out.write());
        let args: Vec<Arg> = [self_.read()]
            .into_iter()
            .chain(outputs)
            .collect::<Result<_>>()?;
        Ok(Call::nothing(args))
    }
}
