//! Outputs whose first dimension is an argument.

use crate::abi::aclnn::types::ACLNN_ERR_INNER_NULLPTR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::TensorArg;
use crate::error::{Error, Result};

/// Refuses a number of rows that does not divide `elements`, or is not above 0.
pub fn splits_evenly(name: &'static str, rows: i64, elements: i64) -> Result<()> {
    if rows > 0 && elements % rows == 0 {
        return Ok(());
    }
    let allowed = format!("a divisor of {elements}, above 0");
    Err(Error::value(name, rows, allowed))
}

/// Refuses an output of other than `rows` rows; with 561103 one of which a row is not as long as `elements` divided among them.
pub fn in_rows(out: &TensorArg, rows: i64, elements: i64) -> Outcome {
    let shape = [rows, elements / rows];
    let wanted = out.shape_is(&shape, "rows of equal length");
    match out.shape().first() == Some(&rows) {
        true => wanted.code(ACLNN_ERR_INNER_NULLPTR),
        false => Ok(wanted?),
    }
}
