//! Checks that divisions of tensors and of scalars share.

use crate::argument::TensorArg;
use crate::error::{Error, Reason, Result};
use crate::ops::division::Quotient;
use crate::tensor::Dtype;
use std::ffi::c_int;

/// Returns which quotient the argument `mode` of a division says.
pub fn quotient_of(mode: c_int) -> Result<Quotient> {
    match mode {
        0 => Ok(Quotient::True),
        1 => Ok(Quotient::Truncated),
        2 => Ok(Quotient::Floored),
        _ => {
            let allowed = "0 (true quotients), 1 (toward zero) or 2 (toward minus infinity)";
            Err(Error::value("mode", mode, allowed))
        }
    }
}

/// The refusal of an operand because of the type `promoted`, in which it meets the others.
pub fn no_result_in(operand: &TensorArg, promoted: Dtype, allowed: &str) -> Error {
    Error::from(Reason::Dtype {
        arg: operand.name(),
        got: format!("a type that promotes to {promoted}"),
        allowed: format!("what promotes to {allowed}"),
    })
}
