//! Pooling by its definition: each window is the list of its places.

use std::cmp::Ordering;

use hostnpu::abi::acl::types::aclFormat;
use rug::Float;

use super::rows::{boolean, float, floats, int, sum};
use super::search::{numbers, order};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;

/// The places of windows along an axis, those in the padding below 0 or behind the axis.
type Axis = Vec<Vec<i64>>;

/// Windows over planes: where each window of a plane has its elements along each axis.
pub struct Windows {
    /// Windows along each axis of a plane.
    axes: Vec<Axis>,
    /// Extents of a plane.
    extents: Vec<i64>,
    /// Elements in front of a plane and behind it, along each axis.
    padding: Vec<i64>,
}

fn tensor(argument: &Argument) -> &Tensor {
    argument.tensors().first().expect("a tensor")
}

fn ints(argument: &Argument) -> Vec<i64> {
    match argument {
        Argument::Ints(numbers) => numbers.clone(),
        Argument::Null => Vec::new(),
        other => panic!("{other:?} are no integers"),
    }
}

/// The first axis of the planes of a tensor that has `axes` of them.
pub(super) fn first(tensor: &Tensor, axes: usize) -> usize {
    let last = [aclFormat::ACL_FORMAT_NHWC, aclFormat::ACL_FORMAT_NDHWC];
    tensor.shape.len() - axes - usize::from(last.contains(&tensor.format))
}

fn extents(tensor: &Tensor, axes: usize) -> Vec<i64> {
    let first = first(tensor, axes);
    tensor.shape[first..first + axes].to_vec()
}

/// The numbers of the elements of each plane.
pub(super) fn planes(tensor: &Tensor, axes: usize) -> Vec<Vec<usize>> {
    let first = first(tensor, axes);
    let product = |extents: &[i64]| extents.iter().product::<i64>() as usize;
    let (outer, plane) = (
        product(&tensor.shape[..first]),
        product(&tensor.shape[first..first + axes]),
    );
    let inner = product(&tensor.shape[first + axes..]);
    let mut planes = Vec::new();
    for before in 0..outer {
        for behind in 0..inner {
            let element = |k| (before * plane + k) * inner + behind;
            planes.push((0..plane).map(element).collect());
        }
    }
    planes
}

impl Windows {
    /// Windows at equal distances over the planes of `tensor`, as many as `results` has elements.
    pub fn even(tensor: &Tensor, results: &Tensor, sizes: [Vec<i64>; 4]) -> Self {
        let axes = match tensor.shape.len() {
            3 => 2,
            5 => 3,
            _ if sizes.iter().any(|sizes| sizes.len() == 3) => 3,
            _ => 2,
        };
        let each = |numbers: &[i64], absent: &[i64]| match numbers {
            [] => absent.to_vec(),
            [one] => vec![*one; axes],
            all => all.to_vec(),
        };
        let [kernel, stride, padding, dilation] = &sizes;
        let kernel = each(kernel, &[]);
        let stride = each(stride, &kernel);
        let (padding, dilation) = (each(padding, &[]), each(dilation, &vec![1; axes]));
        let counts = extents(results, axes);
        let axis = |k: usize| {
            let window = |at: i64| {
                let start = at * stride[k] - padding[k];
                (0..kernel[k])
                    .map(|tap| start + tap * dilation[k])
                    .collect()
            };
            (0..counts[k]).map(window).collect()
        };
        Self {
            axes: (0..axes).map(axis).collect(),
            extents: extents(tensor, axes),
            padding,
        }
    }

    /// Windows that share the planes of `tensor`, as many as `results` has elements.
    pub fn shares(tensor: &Tensor, results: &Tensor, axes: usize) -> Self {
        let (extents, counts) = (extents(tensor, axes), extents(results, axes));
        let axis = |(&extent, &count): (&i64, &i64)| {
            let window = |at: i64| {
                let end = ((at + 1) * extent + count - 1) / count;
                (at * extent / count..end).collect()
            };
            (0..count).map(window).collect()
        };
        Self {
            axes: extents.iter().zip(&counts).map(axis).collect(),
            padding: vec![0; axes],
            extents,
        }
    }

    /// The places of each window of a plane: those in the plane as numbers, in order; and how many there are with those in the padding.
    fn all(&self) -> Vec<(Vec<usize>, usize)> {
        // Each window as the list of its places.
        let mut windows: Vec<Vec<Vec<i64>>> = vec![vec![vec![]]];
        for axis in &self.axes {
            let mut longer = Vec::new();
            for window in &windows {
                for places in axis {
                    let mut all = Vec::new();
                    for before in window {
                        all.extend(places.iter().map(|&at| [&before[..], &[at]].concat()));
                    }
                    longer.push(all);
                }
            }
            windows = longer;
        }
        windows.iter().map(|window| self.inside(window)).collect()
    }

    fn inside(&self, window: &[Vec<i64>]) -> (Vec<usize>, usize) {
        let reach = |place: &&Vec<i64>| {
            let along = place.iter().zip(&self.extents).zip(&self.padding);
            along.fold(true, |inside, ((&at, &extent), &padding)| {
                inside && (-padding..extent + padding).contains(&at)
            })
        };
        let number = |place: &Vec<i64>| {
            let mut along = place.iter().zip(&self.extents);
            along.try_fold(0, |number, (&at, &extent)| {
                let is_inside = (0..extent).contains(&at);
                is_inside.then(|| number * extent as usize + at as usize)
            })
        };
        (
            window.iter().filter_map(number).collect(),
            window.iter().filter(reach).count(),
        )
    }
}

/// The largest elements of windows, and their places; of nothing the number `lowest`.
pub fn largest(
    windows: &Windows,
    input: &Argument,
    results: &Argument,
    lowest: &Number,
) -> [Vec<Number>; 2] {
    let axes = windows.axes.len();
    let elements = numbers(input);
    let windows = windows.all();
    let mut found = [
        vec![lowest.clone(); tensor(results).numel()],
        vec![Number::Int(0); tensor(results).numel()],
    ];
    let planes = planes(tensor(input), axes)
        .into_iter()
        .zip(self::planes(tensor(results), axes));
    for (plane, targets) in planes {
        for ((places, _), target) in windows.iter().zip(targets) {
            let better = |best: Option<usize>, &place: &usize| {
                let old = best.map(|best| &elements[plane[best]]);
                match old {
                    Some(old) if order(old, &elements[plane[place]]) != Ordering::Less => best,
                    _ => Some(place),
                }
            };
            if let Some(best) = places.iter().fold(None, better) {
                found[0][target] = elements[plane[best]].clone();
                found[1][target] = Number::Int(best as i128);
            }
        }
    }
    found
}

/// The divisors of the averages of windows.
#[derive(Clone, Copy)]
pub struct By {
    pub include_pad: bool,
    pub divisor: i64,
}

impl By {
    fn divisor(self, (places, covered): &(Vec<usize>, usize)) -> Float {
        match self.divisor {
            0 if self.include_pad => float(*covered as f64),
            0 => float(places.len() as f64),
            divisor => float(divisor as f64),
        }
    }
}

/// The averages of windows.
pub fn averages(windows: &Windows, by: By, input: &Argument, results: &Argument) -> Vec<Number> {
    let axes = windows.axes.len();
    let elements = floats(input);
    let windows = windows.all();
    let mut found = vec![Number::Int(0); tensor(results).numel()];
    let planes = planes(tensor(input), axes)
        .into_iter()
        .zip(self::planes(tensor(results), axes));
    for (plane, targets) in planes {
        for (window, target) in windows.iter().zip(targets) {
            let places = window.0.iter().map(|&place| elements[plane[place]].clone());
            found[target] = Number::Real(sum(places) / by.divisor(window));
        }
    }
    found
}

/// The share of each element of planes in the averages of windows.
pub fn shares_of_gradients(
    windows: &Windows,
    by: By,
    gradients: &Argument,
    results: &Argument,
) -> Vec<Number> {
    let axes = windows.axes.len();
    let given = floats(gradients);
    let windows = windows.all();
    // Over one denominator, so that what is halfway between two numbers is exactly that.
    let mut divisors: Vec<Float> = windows.iter().map(|window| by.divisor(window)).collect();
    divisors.sort_by(Float::total_cmp);
    divisors.dedup();
    let common = divisors
        .into_iter()
        .fold(float(1.0), |product, divisor| product * divisor);
    let mut gained = vec![float(0.0); tensor(results).numel()];
    let planes = planes(tensor(gradients), axes)
        .into_iter()
        .zip(self::planes(tensor(results), axes));
    for (sources, plane) in planes {
        for (window, source) in windows.iter().zip(sources) {
            let share = given[source].clone() * (common.clone() / by.divisor(window));
            for &place in &window.0 {
                gained[plane[place]] += &share;
            }
        }
    }
    let over_common = |sum: Float| Number::Real(sum / &common);
    gained.into_iter().map(over_common).collect()
}

/// The sum for each element of planes of so many axes of the gradients whose place it has.
pub fn gradients_at(
    axes: usize,
    gradients: &Argument,
    places: &[Number],
    results: &Argument,
) -> Vec<Number> {
    let given = floats(gradients);
    let mut gained = vec![float(0.0); tensor(results).numel()];
    let planes = planes(tensor(gradients), axes)
        .into_iter()
        .zip(self::planes(tensor(results), axes));
    for (sources, plane) in planes {
        for source in sources {
            gained[plane[places[source].as_int() as usize]] += &given[source];
        }
    }
    gained.into_iter().map(Number::Real).collect()
}

/// The windows of a call, whose results have the shape of this tensor.
fn windows(arguments: &Arguments, input: &Argument, results: &Argument) -> Windows {
    let stride = ["stride", "strides"];
    let padding = ["padding", "paddings"];
    let sizes = [
        ints(&arguments["kernelSize"]),
        ints(&arguments[stride]),
        ints(&arguments[padding]),
        arguments.find("dilation").map(ints).unwrap_or_default(),
    ];
    Windows::even(tensor(input), tensor(results), sizes)
}

fn lowest() -> Number {
    Number::Real(float(f64::NEG_INFINITY))
}

/// aclnnMaxPool2dWithIndices and aclnnMaxPool3dWithArgmax.
pub fn largest_even(arguments: &Arguments) -> Vec<Vec<Number>> {
    let windows = windows(arguments, &arguments["self"], &arguments["out"]);
    largest(&windows, &arguments["self"], &arguments["out"], &lowest()).into()
}

/// aclnnMaxPool2dWithIndicesBackward and aclnnMaxPool3dWithArgmaxBackward.
pub fn taken_even(arguments: &Arguments) -> Vec<Vec<Number>> {
    let windows = windows(arguments, &arguments["self"], &arguments["gradOutput"]);
    let places = numbers(&arguments["indices"]);
    vec![gradients_at(
        windows.axes.len(),
        &arguments["gradOutput"],
        &places,
        &arguments["gradInput"],
    )]
}

/// aclnnMaxPool, of images with paddings on four sides.
pub fn largest_padded(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (input, out) = (tensor(&arguments["self"]), tensor(&arguments["out"]));
    let pads = ints(&arguments["pads"]);
    let stride = match ints(&arguments["strides"]) {
        none if none.is_empty() => vec![1],
        given => given,
    };
    let before = match pads.len() {
        4 => pads[..2].to_vec(),
        0 => vec![0],
        _ => pads,
    };
    let windows = Windows::even(
        input,
        out,
        [ints(&arguments["kernelShape"]), stride, before, vec![1]],
    );
    let lowest = match crate::number::is_float(input.dtype) {
        true => lowest(),
        false if input.dtype == hostnpu::tensor::Dtype::U8 => Number::Int(0),
        false => Number::Int(-(1 << (input.dtype.bits() - 1))),
    };
    let [values, _] = largest(&windows, &arguments["self"], &arguments["out"], &lowest);
    vec![values]
}

fn by(arguments: &Arguments) -> By {
    By {
        include_pad: boolean(&arguments["countIncludePad"]),
        divisor: int(&arguments["divisorOverride"]),
    }
}

/// aclnnAvgPool2d and aclnnAvgPool3d.
pub fn averages_even(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (input, out) = (&arguments["self"], &arguments["out"]);
    let windows = windows(arguments, input, out);
    vec![averages(&windows, by(arguments), input, out)]
}

/// aclnnAvgPool2dBackward and aclnnAvgPool3dBackward.
pub fn averages_even_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (gradient, out) = (
        &arguments["gradOutput"],
        &arguments[["gradInput", "output"]],
    );
    let windows = windows(arguments, out, gradient);
    vec![shares_of_gradients(&windows, by(arguments), gradient, out)]
}

const INSIDE: By = By {
    include_pad: false,
    divisor: 0,
};

fn axes(output_size: &Argument, input: &Argument) -> usize {
    match ints(output_size).len() {
        2 => 2,
        3 => 3,
        _ => tensor(input).shape.len() - 2,
    }
}

/// aclnnAdaptiveAvgPool2d and aclnnAdaptiveAvgPool3d.
pub fn averages_shared(arguments: &Arguments) -> Vec<Vec<Number>> {
    let axes = axes(&arguments["outputSize"], &arguments["self"]);
    let windows = Windows::shares(tensor(&arguments["self"]), tensor(&arguments["out"]), axes);
    vec![averages(
        &windows,
        INSIDE,
        &arguments["self"],
        &arguments["out"],
    )]
}

fn averages_shared_backward(arguments: &Arguments, axes: usize) -> Vec<Vec<Number>> {
    let windows = Windows::shares(
        tensor(&arguments["self"]),
        tensor(&arguments["gradOutput"]),
        axes,
    );
    vec![shares_of_gradients(
        &windows,
        INSIDE,
        &arguments["gradOutput"],
        &arguments["out"],
    )]
}

/// aclnnAdaptiveAvgPool2dBackward.
pub fn averages_shared_backward_2d(arguments: &Arguments) -> Vec<Vec<Number>> {
    averages_shared_backward(arguments, 2)
}

/// aclnnAdaptiveAvgPool3dBackward.
pub fn averages_shared_backward_3d(arguments: &Arguments) -> Vec<Vec<Number>> {
    averages_shared_backward(arguments, 3)
}

/// aclnnAdaptiveMaxPool2d and aclnnAdaptiveMaxPool3d.
pub fn largest_shared(arguments: &Arguments) -> Vec<Vec<Number>> {
    let axes = axes(&arguments["outputSize"], &arguments["self"]);
    let windows = Windows::shares(
        tensor(&arguments["self"]),
        tensor(&arguments["outputOut"]),
        axes,
    );
    largest(
        &windows,
        &arguments["self"],
        &arguments["outputOut"],
        &lowest(),
    )
    .into()
}

/// aclnnAdaptiveMaxPool2dBackward.
pub fn taken_shared_2d(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![gradients_at(
        2,
        &arguments["gradOutput"],
        &numbers(&arguments["indices"]),
        &arguments["gradInput"],
    )]
}

/// aclnnAdaptiveMaxPool3dBackward.
pub fn taken_shared_3d(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![gradients_at(
        3,
        &arguments["gradOutput"],
        &numbers(&arguments["indices"]),
        &arguments["gradInput"],
    )]
}
