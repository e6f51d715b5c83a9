//! Checks that operators of boxes share.

use crate::error::{Error, Result};
use crate::ops::objdetect::overlaps::Divisor;

/// The divisor that a mode names.
pub fn divisor(mode: &str) -> Result<Divisor> {
    match mode {
        "iou" => Ok(Divisor::Union),
        "iof" => Ok(Divisor::Second),
        _ => Err(Error::value("mode", mode, "\"iou\" or \"iof\"")),
    }
}
