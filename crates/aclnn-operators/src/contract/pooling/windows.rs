//! Windows, from the arguments of pooling.

use std::ops::RangeInclusive;

use super::Planes;
use crate::argument::Ints;
use crate::error::{Error, Result};
use crate::ops::window::Axis;

/// Windows along one axis.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Elements of a window.
    pub size: i64,
    /// From one window to the next.
    pub stride: i64,
    /// From one element of a window to the next.
    pub dilation: i64,
    /// Elements before the axis and behind it.
    pub padding: [i64; 2],
}

impl Window {
    /// The greatest size, distance or padding.
    pub const LIMIT: i64 = i32::MAX as i64;

    /// Returns how many there are over an axis; below 1 where none fits. With `ceil`, the last one may end behind the padding, if it does not begin there.
    fn count(&self, extent: i64, ceil: bool) -> i64 {
        let [before, after] = self.padding;
        let space = extent + before + after - self.dilation * (self.size - 1) - 1;
        let more = if ceil { self.stride - 1 } else { 0 };
        let count = (space + more).div_euclid(self.stride) + 1;
        let begins_behind = (count - 1) * self.stride >= extent + before;
        if ceil && begins_behind {
            count - 1
        } else {
            count
        }
    }
}

/// The arguments that say where windows lie: one number for each axis of a plane, or one for all.
#[derive(Clone, Copy)]
pub struct Sizes<'a> {
    /// Elements of a window.
    kernel: &'a Ints,
    /// From one window to the next: the size where there is none.
    stride: Option<&'a Ints>,
    /// Elements before each axis and behind it.
    padding: &'a Ints,
    /// From one element of a window to the next, and whether that may be more than 1.
    dilation: Option<(&'a Ints, bool)>,
    /// True if the last window may end behind the padding.
    ceil: bool,
}

/// Refuses an array of another length than 1 or `axes`, or 0 where there is a number in its place, and returns a number for each axis.
pub fn for_each_axis(array: &Ints, axes: usize, absent: Option<&[i64]>) -> Result<Vec<i64>> {
    match (array.len(), absent) {
        (0, Some(numbers)) => Ok(numbers.to_vec()),
        (1, _) => Ok(vec![array[0]; axes]),
        (length, _) if length == axes => Ok(array.to_vec()),
        _ => {
            let got = format!("{:?}, of {} numbers", &**array, array.len());
            let none = if absent.is_some() { "none, " } else { "" };
            let allowed = format!("{none}1 number or {axes}");
            Err(Error::value(array.name(), got, allowed))
        }
    }
}

/// Refuses numbers outside a range.
pub fn within(array: &Ints, numbers: &[i64], allowed: RangeInclusive<i64>) -> Result<()> {
    if numbers.iter().all(|number| allowed.contains(number)) {
        return Ok(());
    }
    let (low, high) = (allowed.start(), allowed.end());
    let got = format!("{:?}", &**array);
    let allowed = match low == high {
        true => format!("{low} on this chip"),
        false => format!("numbers from {low} to {high}"),
    };
    Err(Error::value(array.name(), got, allowed))
}

impl<'a> Sizes<'a> {
    /// Windows whose elements are neighbours.
    pub fn new(kernel: &'a Ints, stride: Option<&'a Ints>, padding: &'a Ints, ceil: bool) -> Self {
        Self {
            kernel,
            stride,
            padding,
            dilation: None,
            ceil,
        }
    }

    /// The same with distances between elements; whether they may be more than 1.
    pub fn dilated(self, dilation: &'a Ints, any: bool) -> Self {
        let dilation = Some((dilation, any));
        Self { dilation, ..self }
    }

    /// Elements of windows over images, down and across.
    pub fn kernel(&self) -> Result<[usize; 2]> {
        let size = for_each_axis(self.kernel, 2, None)?;
        Ok([size[0] as usize, size[1] as usize])
    }

    /// Refuses lengths and numbers that windows over `axes` axes cannot have, and paddings above half of their size.
    pub fn windows(&self, axes: usize) -> Result<Vec<Window>> {
        let size = for_each_axis(self.kernel, axes, None)?;
        let stride = match self.stride {
            Some(stride) => for_each_axis(stride, axes, Some(&size))?,
            None => size.clone(),
        };
        let padding = for_each_axis(self.padding, axes, None)?;
        let dilation = match self.dilation {
            Some((dilation, _)) => for_each_axis(dilation, axes, None)?,
            None => vec![1; axes],
        };
        within(self.kernel, &size, 1..=Window::LIMIT)?;
        if let Some(array) = self.stride {
            within(array, &stride, 1..=Window::LIMIT)?;
        }
        for (padding, size) in padding.iter().zip(&size) {
            if !(0..=size / 2).contains(padding) {
                let got = format!("{:?}", &**self.padding);
                let allowed = format!("0 or more, at most half of `{}`", self.kernel.name());
                return Err(Error::value(self.padding.name(), got, allowed));
            }
        }
        if let Some((array, any)) = self.dilation {
            within(array, &dilation, 1..=if any { Window::LIMIT } else { 1 })?;
        }
        let window = |k: usize| Window {
            size: size[k],
            stride: stride[k],
            dilation: dilation[k],
            padding: [padding[k]; 2],
        };
        Ok((0..axes).map(window).collect())
    }

    /// Returns the windows over planes of `tensor`; refuses planes in which none fits, or one has no element.
    pub fn over(&self, tensor: &Planes) -> Result<Vec<Axis>> {
        let windows = self.windows(tensor.axes)?;
        let axes = axes(&windows, tensor, self.ceil)?;
        match axes.iter().all(Axis::has_elements) {
            true => Ok(axes),
            false => Err(tensor.too_small(&windows)),
        }
    }
}

/// Returns windows over planes of `tensor`; refuses planes in which none fits.
pub fn axes(windows: &[Window], tensor: &Planes, ceil: bool) -> Result<Vec<Axis>> {
    let mut axes = Vec::with_capacity(windows.len());
    for (window, extent) in windows.iter().zip(tensor.extents()) {
        let count = window.count(extent, ceil);
        if count < 1 {
            return Err(tensor.too_small(windows));
        }
        let numbers = [window.size, window.stride, window.dilation].map(|number| number as usize);
        let padding = window.padding.map(|number| number as usize);
        axes.push(Axis::even(
            extent as usize,
            count as usize,
            numbers,
            padding,
        ));
    }
    Ok(axes)
}
