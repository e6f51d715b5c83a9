//! Convolutions by their definition, element by element, in exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::reductions::elements;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, round};

/// An image, a weight or what is computed of them, with its channels second and three axes.
pub struct Image {
    pub extents: [usize; 5],
    pub numbers: Vec<Float>,
}

impl Image {
    /// The numbers of a tensor, rounded to `dtype`. The axes that it lacks have one element.
    pub fn of(tensor: &Tensor, dtype: Dtype) -> Self {
        let numbers = elements(tensor).into_iter();
        Self {
            extents: extents(&tensor.shape),
            numbers: numbers.map(|x| round(&x.real(), dtype)).collect(),
        }
    }

    pub fn zeros(shape: &[i64]) -> Self {
        let extents = extents(shape);
        Self {
            extents,
            numbers: vec![Float::new(PRECISION); extents.iter().product()],
        }
    }

    /// The number of an element.
    pub fn at(&self, place: [usize; 5]) -> usize {
        place
            .iter()
            .zip(self.extents)
            .fold(0, |at, (&i, extent)| at * extent + i)
    }

    pub fn results(self) -> Vec<Number> {
        self.numbers.into_iter().map(Number::Real).collect()
    }
}

fn extents(shape: &[i64]) -> [usize; 5] {
    let mut extents = [1; 5];
    for (d, &extent) in shape.iter().enumerate() {
        let at = if d < 2 { d } else { d + 5 - shape.len() };
        extents[at] = extent as usize;
    }
    extents
}

/// The layout of windows: stride, dilation and zeros before the first element, by axis.
#[derive(Clone, Debug)]
pub struct Windows {
    pub stride: [i64; 3],
    pub dilation: [i64; 3],
    pub before: [i64; 3],
    pub groups: usize,
}

fn ints(argument: &Argument) -> &[i64] {
    match argument {
        Argument::Ints(numbers) => numbers,
        other => panic!("{other:?} is no array"),
    }
}

/// The numbers of the last axes; those that are lacking are `neutral`.
fn of_axes(numbers: &[i64], neutral: i64) -> [i64; 3] {
    let mut all = [neutral; 3];
    all[3 - numbers.len()..].copy_from_slice(numbers);
    all
}

impl Windows {
    pub fn new([stride, padding, dilation]: [&[i64]; 3], groups: i64) -> Self {
        let before: Vec<i64> = match padding.len() == stride.len() {
            true => padding.to_vec(),
            false => padding.iter().copied().step_by(2).collect(),
        };
        Self {
            stride: of_axes(stride, 1),
            dilation: of_axes(dilation, 1),
            before: of_axes(&before, 0),
            groups: groups as usize,
        }
    }

    /// Calls `meet` with the places of each window, of an element of the image under it, and of the element of the weight that it meets there. The channels
    /// of windows are the first dimension of the weight.
    pub fn each(
        &self,
        windows: [usize; 5],
        image: [usize; 5],
        weight: [usize; 5],
        mut meet: impl FnMut([usize; 5], [usize; 5], [usize; 5]),
    ) {
        let places = |extents: [usize; 5]| {
            let count = extents.iter().product();
            (0..count).map(move |number: usize| {
                let (mut place, mut rest) = ([0; 5], number);
                for d in (0..5).rev() {
                    place[d] = rest % extents[d];
                    rest /= extents[d];
                }
                place
            })
        };
        let per_group = weight[0] / self.groups;
        let [_, taps @ ..] = weight;
        for window in places(windows) {
            for mut tap in places([1, taps[0], taps[1], taps[2], taps[3]]) {
                tap[0] = window[1];
                let group = tap[0] / per_group;
                let mut place = [window[0], group * weight[1] + tap[1], 0, 0, 0];
                let inside = (0..3).all(|axis| {
                    let at = window[2 + axis] as i64 * self.stride[axis] - self.before[axis]
                        + tap[2 + axis] as i64 * self.dilation[axis];
                    place[2 + axis] = at.max(0) as usize;
                    (0..image[2 + axis] as i64).contains(&at)
                });
                if inside {
                    meet(window, place, tap);
                }
            }
        }
    }

    /// The results of windows over `image`.
    pub fn forward(&self, image: &Image, weight: &Image, shape: &[i64]) -> Image {
        let mut output = Image::zeros(shape);
        self.each(
            output.extents,
            image.extents,
            weight.extents,
            |window, place, tap| {
                let to = output.at(window);
                output.numbers[to] += product(image, place, weight, tap);
            },
        );
        output
    }

    /// The image to which elements of windows contribute.
    pub fn transposed(&self, windows: &Image, weight: &Image, shape: &[i64]) -> Image {
        let mut output = Image::zeros(shape);
        self.each(
            windows.extents,
            output.extents,
            weight.extents,
            |window, place, tap| {
                let to = output.at(place);
                output.numbers[to] += product(windows, window, weight, tap);
            },
        );
        output
    }

    /// The derivative of the sum of windows times what [`Windows::forward`] gives by the weight.
    pub fn weight(&self, windows: &Image, image: &Image, shape: &[i64]) -> Image {
        let mut output = Image::zeros(shape);
        self.each(
            windows.extents,
            image.extents,
            output.extents,
            |window, place, tap| {
                let to = output.at(tap);
                output.numbers[to] += product(windows, window, image, place);
            },
        );
        output
    }
}

fn product(a: &Image, at: [usize; 5], b: &Image, there: [usize; 5]) -> Float {
    Float::with_val(PRECISION, &a.numbers[a.at(at)] * &b.numbers[b.at(there)])
}

/// Adds a number to each channel.
pub fn add_bias(output: &mut Image, bias: &Argument) {
    let Argument::Tensor(bias) = bias else {
        return;
    };
    let numbers: Vec<Float> = elements(bias).iter().map(Number::real).collect();
    let plane: usize = output.extents[2..].iter().product();
    for (number, sum) in output.numbers.iter_mut().enumerate() {
        *sum += &numbers[number / plane % numbers.len()];
    }
}

pub fn tensor(argument: &Argument) -> &Tensor {
    &argument.tensors()[0]
}

pub fn number(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

/// The types to which operands and results are rounded on Ascend950.
pub fn types(a: Dtype, b: Dtype, out: Dtype, transposed: bool, math: i64) -> (Dtype, Dtype) {
    let operands = match (a == b, math) {
        (_, 2) => Dtype::F16,
        (true, _) => a,
        (false, _) => Dtype::F32,
    };
    let widens = transposed && out == Dtype::F32 && math != 2;
    (operands, if widens { Dtype::F32 } else { operands })
}

/// `aclnnConvolution`.
pub fn convolution(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [x, w, out] = ["input", "weight", "output"].map(|at| tensor(&arguments[at]));
    let transposed = matches!(arguments["transposed"], Argument::Bool(true));
    let math = number(&arguments["cubeMathType"]);
    let (operands, _) = types(x.dtype, w.dtype, out.dtype, transposed, math);
    let windows = ["stride", "padding", "dilation"].map(|at| ints(&arguments[at]));
    let windows = Windows::new(windows, number(&arguments["groups"]));
    let (image, weight) = (Image::of(x, operands), Image::of(w, operands));
    let mut output = match transposed {
        true => windows.transposed(&image, &weight, &out.shape),
        false => windows.forward(&image, &weight, &out.shape),
    };
    add_bias(&mut output, &arguments["bias"]);
    vec![output.results()]
}

/// `aclnnConvDepthwise2d`.
pub fn depthwise(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [x, w, out] = ["self", "weight", "out"].map(|at| tensor(&arguments[at]));
    let (operands, _) = types(
        x.dtype,
        w.dtype,
        out.dtype,
        false,
        number(&arguments["cubeMathType"]),
    );
    let windows = ["stride", "padding", "dilation"].map(|at| ints(&arguments[at]));
    let windows = Windows::new(windows, x.shape[1].max(1));
    let (image, weight) = (Image::of(x, operands), Image::of(w, operands));
    let mut output = windows.forward(&image, &weight, &out.shape);
    add_bias(&mut output, &arguments["bias"]);
    vec![output.results()]
}

/// `aclnnConvTbc`.
pub fn of_lists(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [x, w, bias, out] = ["self", "weight", "bias", "output"].map(|at| tensor(&arguments[at]));
    let (operands, _) = types(
        x.dtype,
        w.dtype,
        out.dtype,
        false,
        number(&arguments["cubeMathType"]),
    );
    let rounded = |tensor| -> Vec<Float> {
        let numbers = elements(tensor).into_iter();
        numbers.map(|x| round(&x.real(), operands)).collect()
    };
    let (input, weight) = (rounded(x), rounded(w));
    let added: Vec<Float> = elements(bias).iter().map(Number::real).collect();
    let [time, batch, channels] = [0, 1, 2].map(|d| x.shape[d]);
    let (size, outer, pad) = (w.shape[0], w.shape[2], number(&arguments["pad"]));
    let mut results = Vec::new();
    for t in 0..out.shape[0] {
        for b in 0..batch {
            for o in 0..outer {
                let mut sum = added[o as usize].clone();
                for k in (0..size).filter(|k| (0..time).contains(&(t + k - pad))) {
                    for c in 0..channels {
                        let a = &input[(((t + k - pad) * batch + b) * channels + c) as usize];
                        let b = &weight[((k * channels + c) * outer + o) as usize];
                        sum += Float::with_val(PRECISION, a * b);
                    }
                }
                results.push(Number::Real(sum));
            }
        }
    }
    vec![results]
}

/// The type of three operands.
fn meet(tensors: [&Tensor; 3], math: i64) -> Dtype {
    let first = tensors[0].dtype;
    match tensors.iter().all(|tensor| tensor.dtype == first) {
        _ if math == 2 => Dtype::F16,
        true => first,
        false => Dtype::F32,
    }
}

/// The sums of each channel.
pub fn channel_sums(gradient: &Tensor, axis: usize) -> Vec<Number> {
    let inner: i64 = gradient.shape[axis + 1..].iter().product();
    let mut sums = vec![Float::new(PRECISION); gradient.shape[axis] as usize];
    for (at, number) in elements(gradient).into_iter().enumerate() {
        sums[at / inner.max(1) as usize % gradient.shape[axis] as usize] += number.real();
    }
    sums.into_iter().map(Number::Real).collect()
}

/// `aclnnConvolutionBackward`: the outputs that there are.
pub fn gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [gradient, x, w] = ["gradOutput", "input", "weight"].map(|at| tensor(&arguments[at]));
    let operands = meet([gradient, x, w], number(&arguments["cubeMathType"]));
    let windows = ["stride", "padding", "dilation"].map(|at| ints(&arguments[at]));
    let windows = Windows::new(windows, number(&arguments["groups"]));
    let [by_output, image, weight] = [gradient, x, w].map(|tensor| Image::of(tensor, operands));
    let transposed = matches!(arguments["transposed"], Argument::Bool(true));
    let mut results = Vec::new();
    if arguments["gradInput"].dtype().is_some() {
        let by_input = match transposed {
            true => windows.forward(&by_output, &weight, &x.shape),
            false => windows.transposed(&by_output, &weight, &x.shape),
        };
        results.push(by_input.results());
    }
    if arguments["gradWeight"].dtype().is_some() {
        let by_weight = match transposed {
            true => windows.weight(&image, &by_output, &w.shape),
            false => windows.weight(&by_output, &image, &w.shape),
        };
        results.push(by_weight.results());
    }
    if arguments["gradBias"].dtype().is_some() {
        results.push(channel_sums(gradient, 1));
    }
    results
}

/// `aclnnConvTbcBackward`.
pub fn gradients_of_lists(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [gradient, x, w] = ["self", "input", "weight"].map(|at| tensor(&arguments[at]));
    let operands = meet([gradient, x, w], number(&arguments["cubeMathType"]));
    let rounded = |tensor| -> Vec<Float> {
        let numbers = elements(tensor).into_iter();
        numbers.map(|x| round(&x.real(), operands)).collect()
    };
    let [by_output, image, weight] = [gradient, x, w].map(rounded);
    let [time, batch, channels] = [0, 1, 2].map(|d| x.shape[d]);
    let (size, outer, pad) = (w.shape[0], w.shape[2], number(&arguments["pad"]));
    let mut by_input = vec![Float::new(PRECISION); image.len()];
    let mut by_weight = vec![Float::new(PRECISION); weight.len()];
    for t in 0..gradient.shape[0] {
        for k in (0..size).filter(|k| (0..time).contains(&(t + k - pad))) {
            for (b, c) in (0..batch).flat_map(|b| (0..channels).map(move |c| (b, c))) {
                let at = (((t + k - pad) * batch + b) * channels + c) as usize;
                for o in 0..outer {
                    let from = &by_output[((t * batch + b) * outer + o) as usize];
                    let tap = ((k * channels + c) * outer + o) as usize;
                    by_input[at] += Float::with_val(PRECISION, from * &weight[tap]);
                    by_weight[tap] += Float::with_val(PRECISION, from * &image[at]);
                }
            }
        }
    }
    let numbers = |sums: Vec<Float>| sums.into_iter().map(Number::Real).collect();
    vec![
        numbers(by_input),
        numbers(by_weight),
        channel_sums(gradient, 2),
    ]
}
