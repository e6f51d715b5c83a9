//! Checks of operators of windows over images.

use super::{at_least, length_is};
use crate::argument::Ints;
use crate::error::{Error, Result};
use crate::ops::movement::windows::Window;

/// Refuses arrays of other lengths than 2, sizes, strides and dilations below 1 and paddings below 0; returns the windows of rows and columns.
pub fn windows(
    [kernel, dilation, padding, stride]: [&Ints; 4],
    also: Option<&Ints>,
) -> Result<[Window; 2]> {
    for array in also.into_iter().chain([kernel, dilation, padding, stride]) {
        length_is(array, 2, "of rows and columns")?;
    }
    for array in [kernel, stride, dilation] {
        at_least(array, 1)?;
    }
    at_least(padding, 0)?;
    let limit = 1 << 31;
    for array in [kernel, dilation, padding, stride] {
        if array.iter().any(|&number| number > limit) {
            let got = format!("{:?}", &**array);
            return Err(Error::value(array.name(), got, format!("{limit} at most")));
        }
    }
    Ok([0, 1].map(|k| Window {
        size: kernel[k],
        dilation: dilation[k],
        padding: padding[k],
        stride: stride[k],
    }))
}

/// Returns the number of windows of rows and columns; refuses images in which none fits.
pub fn counts(windows: &[Window; 2], extents: [i64; 2], kernel: &Ints) -> Result<[i64; 2]> {
    let counts = [0, 1].map(|k| windows[k].count(extents[k]));
    if counts.iter().any(|&count| count < 1) {
        let got = format!("{:?}, of which {counts:?} fit", &**kernel);
        let allowed = format!("windows of which one or more fit in {extents:?} with `padding`");
        return Err(Error::value(kernel.name(), got, allowed));
    }
    Ok(counts.map(|count| count as i64))
}
