//! Deformable convolutions by their definition, sample by sample, in exact numbers.

use rug::Float;

use super::convolutions::{Image, Windows, number, tensor};
use super::reductions::elements;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

fn ints(argument: &Argument) -> &[i64] {
    match argument {
        Argument::Ints(numbers) => numbers,
        other => panic!("{other:?} is no array"),
    }
}

fn exact(x: f64) -> Float {
    Float::with_val(PRECISION, x)
}

fn numbers(tensor: &Tensor) -> Vec<Float> {
    elements(tensor).iter().map(Number::real).collect()
}

/// The place of one sample.
struct Sample {
    /// Its number among all samples, and its factor among offsets.
    number: usize,
    factor: usize,
    /// Its offsets along rows and columns.
    offsets: [usize; 2],
    /// The elements of the image around it, each with the weights along rows and columns and what these grow with.
    around: Vec<(usize, [Float; 2], [i32; 2])>,
}

/// Returns the samples that windows take.
fn samples(x: &Tensor, offset: &Tensor, arguments: &Arguments) -> Vec<Sample> {
    let [size, stride, padding, dilation] =
        ["kernelSize", "stride", "padding", "dilation"].map(|name| ints(&arguments[name]));
    let moved = number(&arguments["deformableGroups"]);
    let moves = numbers(offset);
    let (x, counts) = (&x.shape, &offset.shape[2..]);
    let taps = size[0] * size[1];
    let kind = moved * taps * counts[0] * counts[1];
    let mut all = Vec::new();
    for number in 0..x[0] * x[1] * counts[0] * size[0] * counts[1] * size[1] {
        let columns = counts[1] * size[1];
        let rows = counts[0] * size[0];
        let (column, row) = (number % columns, number / columns % rows);
        let (channel, image) = (
            number / columns / rows % x[1],
            number / columns / rows / x[1],
        );
        let (tap, window) = (
            [row % size[0], column % size[1]],
            [row / size[0], column / size[1]],
        );
        let group = channel / (x[1] / moved);
        let lane = group * taps + tap[0] * size[1] + tap[1];
        let first = image * 3 * kind + (lane * counts[0] + window[0]) * counts[1] + window[1];
        let offsets = [(first + kind) as usize, first as usize];
        let place = [0, 1].map(|axis| {
            let before = padding[2 * axis];
            let at = window[axis] * stride[2 + axis] + tap[axis] * dilation[2 + axis] - before;
            Float::with_val(PRECISION, &moves[offsets[axis]] + at)
        });
        let low = place
            .each_ref()
            .map(|at| at.clone().floor().to_f64() as i64);
        let mut around = Vec::new();
        for corner in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            let at = [0, 1].map(|axis| low[axis] + corner[axis]);
            let is_inside = (0..2).all(|axis| (0..x[2 + axis]).contains(&at[axis]));
            if !is_inside {
                continue;
            }
            let weight = [0, 1].map(|axis| {
                let distance = Float::with_val(PRECISION, &place[axis] - at[axis]).abs();
                1_u32 - distance
            });
            let grows = corner.map(|corner| if corner == 0 { -1 } else { 1 });
            let element = ((image * x[1] + channel) * x[2] + at[0]) * x[3] + at[1];
            around.push((element as usize, weight, grows));
        }
        all.push(Sample {
            number: number as usize,
            factor: (first + 2 * kind) as usize,
            offsets,
            around,
        });
    }
    all
}

/// The convolution of samples, whose windows lie side by side.
fn side_by_side(arguments: &Arguments) -> Windows {
    let size = ints(&arguments["kernelSize"]);
    Windows::new([size, &[0, 0], &[1, 1]], number(&arguments["groups"]))
}

/// `aclnnDeformableConv2d`.
pub fn convolution(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [x, weight, offset, out] =
        ["x", "weight", "offset", "out"].map(|at| tensor(&arguments[at]));
    let (values, moves) = (numbers(x), numbers(offset));
    let size = ints(&arguments["kernelSize"]);
    let (rows, columns) = (offset.shape[2] * size[0], offset.shape[3] * size[1]);
    let mut sampled = Image::zeros(&[x.shape[0], x.shape[1], rows, columns]);
    for sample in samples(x, offset, arguments) {
        let mut sum = exact(0.0);
        for (element, [row, column], _) in sample.around {
            sum += row * column * &values[element];
        }
        sampled.numbers[sample.number] = sum * &moves[sample.factor];
    }
    let weight = Image::of(weight, weight.dtype);
    let windows = side_by_side(arguments);
    let mut output = windows.forward(&sampled, &weight, &out.shape);
    super::convolutions::add_bias(&mut output, &arguments["biasOptional"]);
    let mut results = vec![output.results()];
    if !matches!(arguments["deformOutOptional"], Argument::Null) {
        results.push(sampled.results());
    }
    results
}

/// `aclnnDeformableConv2dBackward`.
pub fn gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [x, gradient, sampled, weight, offset] =
        ["input", "gradOutput", "offsetOut", "weight", "offset"].map(|at| tensor(&arguments[at]));
    let windows = side_by_side(arguments);
    let image = |tensor: &Tensor| Image::of(tensor, tensor.dtype);
    let by_output = image(gradient);
    let by_samples = windows.transposed(&by_output, &image(weight), &sampled.shape);
    let by_weight = windows.weight(&by_output, &image(sampled), &weight.shape);
    let (values, moves) = (numbers(x), numbers(offset));
    let mut by_image = vec![exact(0.0); values.len()];
    let mut by_moves = vec![exact(0.0); moves.len()];
    for sample in samples(x, offset, arguments) {
        let gradient = &by_samples.numbers[sample.number];
        let factor = &moves[sample.factor];
        for (element, [row, column], [down, right]) in sample.around {
            let value = Float::with_val(PRECISION, gradient * &values[element]);
            let scaled = Float::with_val(PRECISION, &value * factor);
            by_moves[sample.offsets[0]] += scaled.clone() * &column * down;
            by_moves[sample.offsets[1]] += scaled * &row * right;
            let weight = row * column;
            by_moves[sample.factor] += value * &weight;
            by_image[element] += weight * factor * gradient;
        }
    }
    let real = |sums: Vec<Float>| sums.into_iter().map(Number::Real).collect();
    vec![
        real(by_image),
        by_weight.results(),
        real(by_moves),
        super::convolutions::channel_sums(gradient, 1),
    ]
}
