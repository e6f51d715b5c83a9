//! Pictures of bytes or numbers: rows, columns and channels.

use crate::argument::TensorArg;
use crate::error::Result;

/// Refuses other tensors than (rows, columns, channels) or (pixels, channels) of so many channels.
pub fn is_picture(tensor: &TensorArg, channels: &[i64]) -> Result<()> {
    tensor.rank_in(2..=3)?;
    match channels.contains(&tensor.shape()[tensor.rank() - 1]) {
        true => Ok(()),
        false => {
            let allowed = format!("rows, columns and channels, of which there are {channels:?}");
            Err(tensor.shape_refused(allowed))
        }
    }
}

/// Refuses other tensors than one number for each pixel of a picture: its shape with one channel.
pub fn parts_of(tensor: &TensorArg, picture: &TensorArg) -> Result<()> {
    let mut shape = picture.shape().to_vec();
    shape[picture.rank() - 1] = 1;
    tensor.shape_is(
        &shape,
        format_args!("one number for each pixel of `{}`", picture.name()),
    )
}
