//! Convolutions of quantised images by their definition, in DOUBLE: of samples whose products and sums are exact there.

use hostnpu::tensor::Dtype::{F8E4m3fn, F32, Hifloat8, I64, U64};

use super::grouped::{stored, values, word_of};
use super::quantisers::encode;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;

/// Five extents: batch, channels and three axes, of which those that are lacking have one element.
fn extents(shape: &[i64]) -> [usize; 5] {
    let mut all = [1; 5];
    let lacking = 5 - shape.len();
    for (d, &extent) in shape.iter().enumerate() {
        all[if d < 2 { d } else { d + lacking }] = extent as usize;
    }
    all
}

/// The numbers of the three axes: `neutral` for those that are lacking.
fn of_axes(argument: &Argument, axes: usize, neutral: i64) -> [i64; 3] {
    let Argument::Ints(numbers) = argument else {
        panic!("{argument:?} is no array")
    };
    let mut all = [neutral; 3];
    let each = numbers.len() / axes;
    for axis in 0..axes {
        all[3 - axes + axis] = numbers[axis * each];
    }
    all
}

fn number(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(number) => *number,
        other => panic!("{other:?} is no number"),
    }
}

/// Filters in plain order, of which those in FRACTAL_Z_3D lie as [depth, blocks of 32 channels, height, width, blocks of 16 filters, 16, 32].
fn filters(tensor: &Tensor) -> (Vec<f64>, [usize; 5]) {
    let Some((shape, _)) = &tensor.shown else {
        return (values(tensor, None), extents(&tensor.shape));
    };
    let of = extents(shape);
    let [filters, channels, depth, height, width] = of;
    let bytes = tensor.elements();
    let [blocks, groups] = [channels.div_ceil(32), filters.div_ceil(16)];
    let mut plain = Vec::new();
    for n in 0..filters {
        for c in 0..channels {
            for d in 0..depth {
                for h in 0..height {
                    for w in 0..width {
                        let row = ((d * blocks + c / 32) * height + h) * width + w;
                        let at = ((row * groups + n / 16) * 16 + n % 16) * 32 + c % 32;
                        plain.push(f64::from(bytes[at] as i8));
                    }
                }
            }
        }
    }
    (plain, of)
}

/// Both operators.
pub fn convolution(arguments: &Arguments) -> Vec<Vec<u8>> {
    let tensor = |at: &str| arguments[at].tensors().first();
    let (input, scale, out) = (
        tensor("input").unwrap(),
        tensor("scale").unwrap(),
        tensor("output").unwrap(),
    );
    let axes = input.shape.len() - 2;
    let (image, i) = (values(input, None), extents(&input.shape));
    let (weight, f) = filters(tensor("weight").unwrap());
    let o = extents(&out.shape);
    let stride = of_axes(&arguments["stride"], axes, 1);
    let before = of_axes(&arguments["padding"], axes, 0);
    let dilation = of_axes(&arguments["dilation"], axes, 1);
    let per_group = f[0] / number(&arguments["groups"]) as usize;
    let around = number(&arguments["offsetx"]) as f64;
    let bias = tensor("bias").map(|bias| values(bias, None));
    let scales: Vec<f64> = match scale.dtype {
        U64 | I64 => (0..f[0])
            .map(|at| word_of(&scale.elements(), at).0)
            .collect(),
        _ => values(scale, None),
    };
    let mut results = Vec::new();
    for at in 0..o.iter().product::<usize>() {
        let mut place = [0; 5];
        let mut rest = at;
        for d in (0..5).rev() {
            place[d] = rest % o[d];
            rest /= o[d];
        }
        let mut sum = 0.0;
        for tap in 0..f[1..].iter().product::<usize>() {
            let (c, k) = (tap / (f[2] * f[3] * f[4]), tap % (f[2] * f[3] * f[4]));
            let k = [k / (f[3] * f[4]), k / f[4] % f[3], k % f[4]];
            let under: [i64; 3] = std::array::from_fn(|axis| {
                place[2 + axis] as i64 * stride[axis] - before[axis]
                    + k[axis] as i64 * dilation[axis]
            });
            let inside = (0..3).all(|axis| (0..i[2 + axis] as i64).contains(&under[axis]));
            let channel = place[1] / per_group * f[1] + c;
            let x = match inside {
                true => {
                    let [d, h, w] = under.map(|at| at as usize);
                    image[(((place[0] * i[1] + channel) * i[2] + d) * i[3] + h) * i[4] + w]
                }
                false => around,
            };
            sum += x * weight[place[1] * f[1..].iter().product::<usize>() + tap];
        }
        let added = bias.as_ref().map_or(0.0, |bias| bias[place[1]]);
        let result = match scale.dtype {
            F32 => sum * scales[place[1]] + added,
            _ => (sum + added) * scales[place[1]],
        };
        results.extend(match out.dtype {
            F8E4m3fn => encode(out.dtype, false, "rint", &[result]),
            Hifloat8 => encode(out.dtype, false, "round", &[result]),
            dtype => stored(result, dtype),
        });
    }
    vec![results]
}
