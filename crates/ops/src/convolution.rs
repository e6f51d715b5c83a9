//! Convolutions, in one to three dimensions: windows over an image, the other way round, and the gradient of the weight.
//!
//! All are products of matrices in which elements of images stand for those of windows over them ([`patches`]). The output of a transposed convolution
//! is computed in parts, one for each remainder of positions by the strides: zeros between elements are not multiplied. Zeros beyond the edges are.

#![forbid(unsafe_code)]

use smallvec::smallvec;

use super::reductions::{self, SUM};
use super::sequence::Sequence;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::gemm::{
    AXES, Dim, Dims, PatchProduct, Patches, Product, Slide, SlideAxis, merged, patches,
};
use hostnpu_engine::reduce::Axes;
use hostnpu_tensor::{Dtype, table};

/// Windows along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Elements from a window to the next.
    pub stride: i64,
    /// Elements from one of a window to the next.
    pub dilation: i64,
    /// Zeros before the first element.
    pub before: i64,
}

/// Parameters of convolutions of all directions.
#[derive(Clone, Debug)]
pub struct Convolution {
    /// One, two or three.
    pub axes: Vec<Axis>,
    /// Groups of channels, each of which is convolved by itself.
    pub groups: i64,
    /// The type to which operands are rounded first.
    pub operands: Dtype,
    /// The type to which results are rounded before they are stored.
    pub result: Dtype,
    /// True if operands of FLOAT are rounded as on the device.
    pub is_rounded: bool,
}

/// Shape and strides of an operand.
struct Image<'a> {
    shape: &'a [i64],
    strides: &'a [i64],
    offset: i64,
}

impl<'a> Image<'a> {
    fn of(arg: &'a Arg) -> Self {
        let layout = &arg.view.layout;
        Self {
            shape: layout.shape(),
            strides: layout.strides(),
            offset: layout.offset(),
        }
    }

    /// All elements along a dimension.
    fn dim(&self, number: usize) -> Dim {
        Dim::plain(self.shape[number], self.strides[number])
    }

    /// The elements along a dimension in one of `groups` groups.
    fn group(&self, number: usize, groups: i64) -> Dim {
        Dim::plain(self.shape[number] / groups, self.strides[number])
    }

    /// Elements along an axis of the image, with steps of `pace`.
    fn along(&self, axis: usize, extent: i64, pace: i64) -> Dim {
        Dim::along(axis, extent, self.strides[2 + axis], pace)
    }

    /// The extents along the axes.
    fn extents(&self) -> [i64; AXES] {
        std::array::from_fn(|axis| self.shape.get(2 + axis).copied().unwrap_or(1))
    }

    /// Elements from one group of channels to the next.
    fn group_stride(&self, number: usize, groups: i64) -> i64 {
        self.shape[number] / groups * self.strides[number]
    }
}

/// A call that writes nothing.
fn nothing(operands: [Arg; 2], bias: Option<Arg>, output: Arg) -> Call {
    Call::nothing(operands.into_iter().chain(bias).chain([output]))
}

/// Windows one element apart over each group of channels of `x`, whose results are in `y`.
fn slide(x: &Image, y: &Image, groups: i64, given: Vec<SlideAxis>) -> Slide {
    let mut axes = [SlideAxis::NONE; AXES];
    axes[AXES - given.len()..].copy_from_slice(&given);
    Slide {
        images: x.shape[0],
        image: [x.strides[0], y.strides[0]],
        channels: x.shape[1] / groups,
        channel: x.strides[1],
        axes,
    }
}

/// A matrix with nothing beyond an edge.
fn plain(offset: i64, group: i64, lanes: Dims, steps: Dims) -> Patches {
    Patches {
        offset,
        group,
        lanes,
        steps,
        origin: [0; AXES],
        extents: [1; AXES],
    }
}

impl Convolution {
    fn product(&self) -> Product {
        Product::new(self.operands, self.result).rounding(self.is_rounded)
    }

    /// The axes with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (usize, Axis)> + Clone {
        self.axes.iter().copied().enumerate()
    }

    /// Places at which the first windows begin.
    fn origin(&self) -> [i64; AXES] {
        std::array::from_fn(|axis| self.axes.get(axis).map_or(0, |axis| -axis.before))
    }

    /// The windows of a convolution, if they are one element apart.
    fn slide(&self, x: &Image, y: &Image, w: &Image) -> Option<Slide> {
        let axes = self.numbered().map(|(a, axis)| SlideAxis {
            extent: x.shape[2 + a],
            stride: x.strides[2 + a],
            origin: -axis.before,
            count: y.shape[2 + a],
            taps: w.shape[2 + a],
            pace: axis.dilation,
            result: y.strides[2 + a],
        });
        let are_neighbours = self.axes.iter().all(|axis| axis.stride == 1);
        are_neighbours.then(|| slide(x, y, self.groups, axes.collect()))
    }

    /// Windows over `image`, whose channels are `lanes` or `steps` with them.
    fn windows(&self, image: &Image, lanes: Dims, steps: Dims) -> Patches {
        let origin = self.origin();
        let to_origin = image.strides[2..].iter().zip(origin);
        Patches {
            offset: image.offset + to_origin.map(|(stride, at)| stride * at).sum::<i64>(),
            group: image.group_stride(1, self.groups),
            lanes,
            steps,
            origin,
            extents: image.extents(),
        }
    }

    /// Plans `output[n, co, o] = bias[co] + sum of weight[co, ci, k] * input[n, ci, o * stride - before + k * dilation]`.
    pub fn forward(&self, input: Arg, weight: Arg, bias: Option<Arg>, output: Arg) -> Result<Call> {
        if output.view.layout.is_empty() {
            return Ok(nothing([input, weight], bias, output));
        }
        let [x, w, y] = [&input, &weight, &output].map(Image::of);
        let groups = self.groups;
        let left = plain(
            w.offset,
            w.group_stride(0, groups),
            smallvec![w.group(0, groups)],
            merged((1..w.shape.len()).map(|number| w.dim(number))),
        );
        let positions = self.numbered();
        let positions = positions.map(|(a, axis)| x.along(a, y.shape[2 + a], axis.stride));
        let taps = self.numbered();
        let taps = taps.map(|(a, axis)| x.along(a, w.shape[2 + a], axis.dilation));
        let right = self.windows(
            &x,
            merged([x.dim(0)].into_iter().chain(positions)),
            merged([x.group(1, groups)].into_iter().chain(taps)),
        );
        let columns = (0..y.shape.len()).filter(|&number| number != 1);
        let part = PatchProduct {
            left,
            right,
            output: plain(
                y.offset,
                y.group_stride(1, groups),
                merged(columns.map(|number| y.dim(number))),
                Dims::new(),
            ),
            row: y.strides[1],
            slide: self.slide(&x, &y, &w),
        };
        let operands = [input, weight];
        patches(
            &self.product(),
            groups,
            vec![part],
            operands,
            bias,
            output,
            true,
        )
    }

    /// Plans `output[n, co, o * stride - before + k * dilation] = bias[co] + sum of weight[ci, co, k] * input[n, ci, o]`.
    pub fn transposed(
        &self,
        input: Arg,
        weight: Arg,
        bias: Option<Arg>,
        output: Arg,
    ) -> Result<Call> {
        if output.view.layout.is_empty() {
            return Ok(nothing([input, weight], bias, output));
        }
        let [x, w, y] = [&input, &weight, &output].map(Image::of);
        let all: Vec<Vec<Phase>> = self
            .numbered()
            .map(|(a, axis)| axis.phases(w.shape[2 + a], y.shape[2 + a]))
            .collect::<Result<_>>()?;
        let count = all.iter().map(Vec::len).fold(1, usize::saturating_mul);
        let mut parts = table::with_room(count.saturating_add(1))?;
        let covered = |(a, phases): (usize, &Vec<Phase>)| {
            phases.iter().map(|phase| phase.count).sum::<i64>() == y.shape[2 + a]
        };
        if !all.iter().enumerate().all(covered) {
            let nothing = self.numbered().map(|(a, _)| Phase::nothing(y.shape[2 + a]));
            parts.push(self.part(&x, &w, &y, &nothing.collect::<Vec<_>>()));
        }
        for number in 0..count {
            let mut rest = number;
            let chosen = all.iter().map(|phases| {
                let phase = phases[rest % phases.len()];
                rest /= phases.len();
                phase
            });
            parts.push(self.part(&x, &w, &y, &chosen.collect::<Vec<_>>()));
        }
        let operands = [input, weight];
        patches(
            &self.product(),
            self.groups,
            parts,
            operands,
            bias,
            output,
            true,
        )
    }

    /// The part of a transposed convolution at the positions of a phase of each axis.
    fn part(&self, x: &Image, w: &Image, y: &Image, phases: &[Phase]) -> PatchProduct {
        let groups = self.groups;
        let along = |strides: &[i64], place: fn(&Phase) -> i64| {
            let places = strides[2..].iter().zip(phases);
            places
                .map(|(stride, phase)| stride * place(phase))
                .sum::<i64>()
        };
        let numbered = || phases.iter().enumerate();
        let taps = numbered().map(|(a, phase)| {
            Dim::plain(phase.taps, w.strides[2 + a].wrapping_mul(phase.tap_step))
        });
        let left = plain(
            w.offset + along(w.strides, |phase| phase.tap),
            w.group_stride(0, groups),
            smallvec![w.dim(1)],
            merged([w.group(0, groups)].into_iter().chain(taps)),
        );
        let positions = numbered().map(|(a, phase)| x.along(a, phase.count, 1));
        let steps = numbered().map(|(a, phase)| x.along(a, phase.taps, -phase.back));
        let right = Patches {
            offset: x.offset + along(x.strides, |phase| phase.base),
            group: x.group_stride(1, groups),
            lanes: merged([x.dim(0)].into_iter().chain(positions)),
            steps: merged([x.group(1, groups)].into_iter().chain(steps)),
            origin: std::array::from_fn(|a| phases.get(a).map_or(0, |phase| phase.base)),
            extents: x.extents(),
        };
        let axes = numbered().map(|(a, phase)| SlideAxis {
            extent: x.shape[2 + a],
            stride: x.strides[2 + a],
            origin: phase.base,
            count: phase.count,
            taps: phase.taps,
            pace: -phase.back,
            result: y.strides[2 + a].wrapping_mul(phase.step),
        });
        let results = numbered()
            .map(|(a, phase)| Dim::plain(phase.count, y.strides[2 + a].wrapping_mul(phase.step)));
        PatchProduct {
            left,
            right,
            output: plain(
                y.offset + along(y.strides, |phase| phase.first),
                y.group_stride(1, groups),
                merged([y.dim(0)].into_iter().chain(results)),
                Dims::new(),
            ),
            row: y.strides[1],
            slide: Some(slide(x, y, groups, axes.collect())),
        }
    }

    /// Plans `output[a, b, k] = sum of windows[n, a, o] * image[n, b, o * stride - before + k * dilation]`: the gradient of the weight, with the gradient of
    /// the output as windows and the input as image or, transposed, the other way round. The operands of the call are `first` of the two, the other one and
    /// the output.
    pub fn weight_gradient(&self, windows: Arg, image: Arg, output: Arg) -> Result<Call> {
        if output.view.layout.is_empty() {
            return Ok(nothing([windows, image], None, output));
        }
        let [s, l, w] = [&windows, &image, &output].map(Image::of);
        let groups = self.groups;
        let positions = (0..s.shape.len()).filter(|&number| number != 1);
        let left = plain(
            s.offset,
            s.group_stride(1, groups),
            smallvec![s.group(1, groups)],
            merged(positions.map(|number| s.dim(number))),
        );
        let taps = self.numbered();
        let taps = taps.map(|(a, axis)| l.along(a, w.shape[2 + a], axis.dilation));
        let positions = self.numbered();
        let positions = positions.map(|(a, axis)| l.along(a, s.shape[2 + a], axis.stride));
        let right = self.windows(
            &l,
            merged([l.group(1, groups)].into_iter().chain(taps)),
            merged([l.dim(0)].into_iter().chain(positions)),
        );
        let part = PatchProduct {
            left,
            right,
            output: plain(
                w.offset,
                w.group_stride(0, groups),
                merged((1..w.shape.len()).map(|number| w.dim(number))),
                Dims::new(),
            ),
            row: w.strides[0],
            slide: None,
        };
        let operands = [windows, image];
        patches(
            &self.product(),
            groups,
            vec![part],
            operands,
            None,
            output,
            false,
        )
    }
}

impl Convolution {
    /// Plans the gradients of a convolution, by the one of its output: those by its input, its weight and its bias that are asked for. Each is rounded once, to the type
    /// of its own.
    pub fn gradients(
        &self,
        is_transposed: bool,
        operands: [Arg; 3],
        [by_input, by_weight, by_bias]: [Option<Arg>; 3],
    ) -> Result<Call> {
        let mut all = Sequence::default();
        let [gradient, input, weight] = operands.map(|operand| all.add(operand));
        let outputs = [by_input, by_weight, by_bias];
        let [by_input, by_weight, by_bias] = outputs.map(|arg| arg.map(|arg| all.add(arg)));
        let to = |output: &Arg| Self {
            result: output.view.dtype,
            ..self.clone()
        };
        if let Some(output) = by_input {
            let to = to(&output);
            let (gradient, weight) = (gradient.clone(), weight);
            all.then(match is_transposed {
                true => to.forward(gradient, weight, None, output)?,
                false => to.transposed(gradient, weight, None, output)?,
            })?;
        }
        if let Some(output) = by_weight {
            let to = to(&output);
            let [windows, image] = match is_transposed {
                true => [input, gradient.clone()],
                false => [gradient.clone(), input],
            };
            all.then(to.weight_gradient(windows, image, output)?)?;
        }
        if let Some(output) = by_bias {
            let axes = (2..gradient.view.layout.rank()).fold(Axes::one(0), Axes::with);
            let dtype = gradient.view.dtype;
            all.then(reductions::one(&SUM, dtype, gradient, axes, output)?)?;
        }
        Ok(all.finish_reading_first())
    }
}

/// Positions of the output of a transposed convolution along one axis, `step` apart, to which the same elements of the weight contribute.
#[derive(Clone, Copy, Debug)]
struct Phase {
    first: i64,
    step: i64,
    count: i64,
    /// The elements of the weight: the first, the way to the next, how many.
    tap: i64,
    tap_step: i64,
    taps: i64,
    /// The element of the input that the first of the weight meets at the first position, and how many before it the next one of the weight meets.
    base: i64,
    back: i64,
}

impl Phase {
    /// All positions, and no elements of the weight.
    fn nothing(count: i64) -> Self {
        Self {
            first: 0,
            step: 1,
            count,
            tap: 0,
            tap_step: 1,
            taps: 0,
            base: 0,
            back: 1,
        }
    }
}

impl Axis {
    /// The phases of an output of `extent` positions to which elements of a weight of `size` contribute.
    fn phases(self, size: i64, extent: i64) -> Result<Vec<Phase>> {
        let Self {
            stride,
            dilation,
            before,
        } = self;
        let tap_step = stride / gcd(stride, dilation);
        // Elements of the weight from `tap_step` on have the same remainders as those before.
        let phase = |tap: i64| {
            let first = (tap * dilation - before).rem_euclid(stride);
            let count = (extent - first + stride - 1) / stride;
            Phase {
                first,
                step: stride,
                count,
                tap,
                tap_step,
                taps: (size - tap).div_euclid(tap_step)
                    + i64::from((size - tap).rem_euclid(tap_step) > 0),
                base: (first + before - tap * dilation) / stride,
                back: tap_step * dilation / stride,
            }
        };
        let count = size.min(tap_step);
        let mut phases = table::with_room(count as usize)?;
        phases.extend((0..count).map(phase).filter(|phase| phase.count > 0));
        Ok(phases)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
