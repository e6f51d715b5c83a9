//! Windows over images: their elements as columns, and sums of windows.

#![forbid(unsafe_code)]

use super::pads::{self, Padding};
use crate::sequence::Sequence;
use crate::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_engine::adjoint::{self, Axis, Run};
use hostnpu_engine::pointwise;
use hostnpu_tensor::{Layout, Value, table};

/// The places of windows along one dimension.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Elements of a window.
    pub size: i64,
    /// From one element of a window to the next.
    pub dilation: i64,
    /// Elements before and behind the dimension, which are 0.
    pub padding: i64,
    /// From one window to the next.
    pub stride: i64,
}

impl Window {
    /// The number of windows of a dimension; 0 or less where none fits.
    pub fn count(&self, extent: i64) -> i128 {
        let covered = i128::from(self.dilation) * (i128::from(self.size) - 1) + 1;
        let space = i128::from(extent) + 2 * i128::from(self.padding) - covered;
        space.div_euclid(self.stride.into()) + 1
    }

    /// The gain of each element of a dimension from windows whose elements, and which themselves, lie so many elements of memory apart.
    fn runs(
        &self,
        extent: i64,
        windows: i64,
        element_stride: i64,
        window_stride: i64,
    ) -> Result<Axis> {
        let run = |element: i64| {
            // The first window whose element lies in the dimension, and the first behind the last such one.
            let place = element * self.dilation - self.padding;
            let reached = |end: i64| (end - place + self.stride - 1).div_euclid(self.stride);
            let (first, behind) = (reached(0).max(0), reached(extent).min(windows));
            Run {
                to: place + first * self.stride,
                to_step: self.stride,
                from: element * element_stride + first * window_stride,
                from_step: window_stride,
                count: (behind - first).max(0),
            }
        };
        // Elements of any window that lie in the dimension: from the first of the last window to the last of the first one.
        let before = self.padding - (windows - 1) * self.stride;
        let to = |place: i64| (place + self.dilation - 1).div_euclid(self.dilation);
        let (start, end) = (to(before).max(0), to(extent + self.padding).min(self.size));
        let mut runs = table::with_room((end - start).max(0) as usize)?;
        // The last element first: windows then come in their order.
        runs.extend((start..end).rev().map(run).filter(|run| run.count > 0));
        Ok(Axis::new(extent, runs))
    }
}

/// Plans the elements of all windows of the last two dimensions of `input`, `[N, C, H, W]`: `output` is `[N, C * size * size, windows * windows]`.
pub fn columns(input: Arg, [down, across]: [Window; 2], output: Arg) -> Result<Call> {
    let shape = input.view.layout.shape().to_vec();
    let counts = [down.count(shape[2]), across.count(shape[3])].map(|count| count as i64);
    let target = output.view.layout.split(2, counts[0], counts[1]);
    let target = target.split(1, shape[1] * down.size, across.size);
    let target = target.split(1, shape[1], down.size);
    // Dimensions: image, channel, element down and across, window down and across.
    let windows = |layout: &Layout| {
        let layout = layout.windows(3, counts[1], across.stride, across.size, across.dilation);
        let layout = layout.windows(2, counts[0], down.stride, down.size, down.dilation);
        layout.permuted(&[0, 1, 3, 5, 2, 4])
    };
    if down.padding == 0 && across.padding == 0 {
        let windows = windows(&input.view.layout);
        return pointwise::copy(input.viewed(windows)?, output.viewed(target)?);
    }
    let paddings = [(2, down.padding), (3, across.padding)].map(|(axis, count)| Padding {
        axis,
        low: count,
        high: count,
    });
    let padded: Vec<i64> = (0..4)
        .map(|axis| {
            let added = paddings.iter().filter(|padding| padding.axis == axis);
            shape[axis] + added.map(|padding| 2 * padding.low).sum::<i64>()
        })
        .collect();
    let dtype = input.view.dtype;
    let mut sequence = Sequence::default();
    let (input, output) = (sequence.add(input), sequence.add(output));
    let middle = sequence.temporary(dtype, &padded)?;
    let zero = Value::from_bytes(dtype, &[0; 16]);
    sequence.then(pads::constant(input, &paddings, zero, middle.clone())?)?;
    let windows = middle
        .viewed(windows(&middle.view.layout))?
        .with_role(Role::Input);
    sequence.then(pointwise::copy(windows, output.viewed(target)?)?)?;
    Ok(sequence.finish())
}

/// Plans sums of windows: the adjoint of [`columns`]. `output` is `[N, C, H, W]`.
pub fn sum_of_columns(input: Arg, [down, across]: [Window; 2], output: Arg) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let counts = [down.count(shape[2]), across.count(shape[3])].map(|count| count as i64);
    let source = input.view.layout.split(2, counts[0], counts[1]);
    let source = source.split(1, shape[1] * down.size, across.size);
    let source = source.split(1, shape[1], down.size);
    let strides = source.strides();
    let axes = vec![
        Axis::plain(shape[0], strides[0]),
        Axis::plain(shape[1], strides[1]),
        down.runs(shape[2], counts[0], strides[2], strides[4])?,
        across.runs(shape[3], counts[1], strides[3], strides[5])?,
    ];
    adjoint::sum(input, axes, output)
}

/// Plans sums of windows of `size` elements, `step` apart, along dimension `axis` of `output`: `input` has the windows there, and their elements as
/// its last dimension.
pub fn sum_of_windows(input: Arg, axis: usize, size: i64, step: i64, output: Arg) -> Result<Call> {
    let (source, shape) = (
        input.view.layout.clone(),
        output.view.layout.shape().to_vec(),
    );
    let window = Window {
        size,
        dilation: 1,
        padding: 0,
        stride: step,
    };
    let of = |k: usize| {
        let (extent, stride) = (shape[k], source.strides()[k]);
        match k == axis {
            true => window.runs(
                extent,
                source.shape()[k],
                source.strides()[shape.len()],
                stride,
            ),
            false => Ok(Axis::plain(extent, stride)),
        }
    };
    let axes = (0..shape.len()).map(of).collect::<Result<_>>()?;
    adjoint::sum(input, axes, output)
}
