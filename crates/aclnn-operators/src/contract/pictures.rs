//! Pictures of bytes or numbers: rows, columns and channels.

use crate::argument::TensorArg;
use crate::error::Result;

/// Refuses other tensors than (rows, columns, channels) of so many channels.
pub fn is_picture(tensor: &TensorArg, channels: &[i64]) -> Result<()> {
    tensor.rank_in(3..=3)?;
    match channels.contains(&tensor.shape()[2]) {
        true => Ok(()),
        false => {
            let allowed = format!("rows, columns and channels, of which there are {channels:?}");
            Err(tensor.shape_refused(allowed))
        }
    }
}

/// Refuses other tensors than one number for each pixel of a picture, (rows, columns, 1).
pub fn parts_of(tensor: &TensorArg, picture: &TensorArg) -> Result<()> {
    let shape = [picture.shape()[0], picture.shape()[1], 1];
    tensor.shape_is(
        &shape,
        format_args!("one number for each pixel of `{}`", picture.name()),
    )
}
