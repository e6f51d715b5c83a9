//! Checks of operators of regions of images.

use crate::argument::TensorArg;
use crate::contract::formats::NCHW;
use crate::error::{Error, Result};
use crate::ops::objdetect::regions::{Grid, MOST_POINTS};

/// Refuses tensors whose format is not NCHW.
pub fn images(tensors: [&TensorArg; 2]) -> Result<()> {
    for tensor in tensors {
        if tensor.format() != NCHW {
            return Err(Error::format(tensor.name(), tensor.format(), "NCHW"));
        }
        tensor.rank_in(4..=4)?;
    }
    Ok(())
}

/// Refuses other regions than rows of `numbers` numbers, and other cells of them than (regions, channels, rows, columns).
pub fn cells(
    regions: &TensorArg,
    numbers: i64,
    cells: &TensorArg,
    [channels, rows, columns]: [i64; 3],
) -> Result<()> {
    regions.rank_in(2..=2)?;
    let count = regions.shape()[0];
    regions.shape_is(&[count, numbers], "the numbers of each region")?;
    let shape = [count, channels, rows, columns];
    cells.shape_is(&shape, "regions, channels, rows and columns of cells")
}

/// The grid that attributes describe.
pub fn grid(cells: [i64; 2], points: i64, scale: f32, is_aligned: bool) -> Result<Grid> {
    if !(0..=MOST_POINTS).contains(&points) {
        let allowed = format!("0 to {MOST_POINTS}");
        return Err(Error::value("samplingRatio", points, allowed));
    }
    // A NaN is no scale either.
    if scale.is_nan() || scale <= 0.0 {
        return Err(Error::value("spatialScale", scale, "numbers above 0"));
    }
    Ok(Grid {
        cells: cells.map(|extent| extent.max(0) as usize),
        points: points as usize,
        scale: scale.into(),
        is_aligned,
    })
}
