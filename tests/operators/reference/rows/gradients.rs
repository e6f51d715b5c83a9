//! Gradients of normalisations, as derivatives of their formulas.

use rug::Float;

use super::norms::sums;
use super::{float, floats, floats_or, given, number, numbers, rounded_to, sum, tensor, times};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// Operands of a gradient: by results, by what was normalised, with given statistics of rows.
pub struct Backward {
    pub gradient: Vec<Float>,
    pub x: Vec<Float>,
    pub means: Vec<Float>,
    pub inverses: Vec<Float>,
    pub weights: Vec<Float>,
    /// True if values depend on the mean of their row, too.
    pub on_mean: bool,
}

/// The gradients by what was normalised, by weights and by biases.
pub struct Gradients {
    pub x: Vec<Float>,
    pub weights: Vec<Float>,
    pub biases: Vec<Float>,
}

impl Backward {
    /// With weights for the columns of rows of their number.
    pub fn by_columns(&self) -> Gradients {
        let length = self.weights.len();
        self.gradients(length, length, |at| at % length)
    }

    /// `parameter`: the number of the weight of an element.
    pub fn gradients(
        &self,
        length: usize,
        parameters: usize,
        parameter: impl Fn(usize) -> usize,
    ) -> Gradients {
        let mut all = Gradients {
            x: Vec::new(),
            weights: vec![float(0.0); parameters],
            biases: vec![float(0.0); parameters],
        };
        for row in 0..self.x.len() / length.max(1) {
            let at = |k: usize| row * length + k;
            let inverse = &self.inverses[row];
            let values: Vec<Float> = (0..length)
                .map(|k| Float::with_val(PRECISION, &self.x[at(k)] - &self.means[row]) * inverse)
                .collect();
            let weighted: Vec<Float> = (0..length)
                .map(|k| times(&self.gradient[at(k)], &self.weights[parameter(at(k))]))
                .collect();
            let count = length as u32;
            let mean = match self.on_mean {
                true => sum(weighted.iter().cloned()) / count,
                false => float(0.0),
            };
            let products = weighted.iter().zip(&values);
            let product = sum(products.map(|(g, x)| times(g, x))) / count;
            for (k, (g, value)) in weighted.into_iter().zip(values).enumerate() {
                all.x.push((g - &mean - times(&value, &product)) * inverse);
                let (number, dy) = (parameter(at(k)), &self.gradient[at(k)]);
                all.weights[number] += times(dy, &value);
                all.biases[number] += dy;
            }
        }
        all
    }
}

pub fn layer_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["gradOut"];
    let x = &arguments["input"];
    let shape = &arguments["normalizedShape"];
    let mean = &arguments["mean"];
    let inverse = &arguments["rstd"];
    let weight = &arguments["weightOptional"];
    let mask = &arguments["outputMask"];
    let outputs = ["gradInputOut", "gradWeightOut", "gradBiasOut"].map(|name| &arguments[name]);
    let (Argument::Ints(shape), Argument::Bools(mask)) = (shape, mask) else {
        panic!("a shape and a mask")
    };
    let length = shape.iter().product::<i64>() as usize;
    let backward = Backward {
        gradient: floats(dy),
        x: floats(x),
        means: floats(mean),
        inverses: floats(inverse),
        weights: floats_or(weight, length, 1.0),
        on_mean: true,
    };
    let all = backward.by_columns();
    let results = [
        rounded_to(tensor(x).dtype, all.x),
        numbers(all.weights),
        numbers(all.biases),
    ];
    let wanted = results.into_iter().zip(outputs).zip(mask);
    let given = wanted.filter(|((_, output), _)| !output.tensors().is_empty());
    given
        .map(|((result, _), &wanted)| match wanted {
            true => result,
            // Not written.
            false => vec![Number::Unjudged; result.len()],
        })
        .collect()
}

pub fn rms_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["dy"];
    let x = &arguments["x"];
    let inverse = &arguments["rstd"];
    let gamma = &arguments["gamma"];
    let inverses = floats(inverse);
    let backward = Backward {
        gradient: floats(dy),
        x: floats(x),
        means: vec![float(0.0); inverses.len()],
        inverses,
        weights: floats(gamma),
        on_mean: false,
    };
    let all = backward.by_columns();
    vec![numbers(all.x), numbers(all.weights)]
}

pub fn add_layer_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["dy"];
    let x1 = &arguments["x1"];
    let x2 = &arguments["x2"];
    let inverse = &arguments["rstd"];
    let mean = &arguments["mean"];
    let gamma = &arguments["gamma"];
    let added = &arguments["dsumOptional"];
    let backward = Backward {
        gradient: floats(dy),
        x: sums(x1, x2, &float(1.0)),
        means: floats(mean),
        inverses: floats(inverse),
        weights: floats(gamma),
        on_mean: true,
    };
    let mut all = backward.by_columns();
    let added = floats_or(added, all.x.len(), 0.0);
    for (x, added) in all.x.iter_mut().zip(added) {
        *x += added;
    }
    [all.x, all.weights, all.biases].map(numbers).to_vec()
}

pub fn deep_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["dy"];
    let x = &arguments["x"];
    let gx = &arguments["gx"];
    let gamma = &arguments["gamma"];
    let mean = &arguments["mean"];
    let inverse = &arguments["rstd"];
    let alpha = &arguments["alpha"];
    let alpha = number(alpha);
    let backward = Backward {
        gradient: floats(dy),
        x: sums(x, gx, &alpha),
        means: floats(mean),
        inverses: floats(inverse),
        weights: floats(gamma),
        on_mean: true,
    };
    let all = backward.by_columns();
    let by_x = all.x.iter().map(|x| times(x, &alpha)).collect();
    [by_x, all.x, all.biases, all.weights].map(numbers).to_vec()
}

pub fn of_groups(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["gradOut"];
    let x = &arguments["input"];
    let mean = &arguments["mean"];
    let inverse = &arguments["rstd"];
    let gamma = &arguments["gamma"];
    let channels = &arguments["c"];
    let inner = &arguments["hxW"];
    let groups = &arguments["group"];
    let mask = &arguments["outputMask"];
    let outputs = ["gradInput", "gradGammaOut", "gradBetaOut"].map(|name| &arguments[name]);
    let [channels, inner, groups] = [channels, inner, groups].map(|n| super::int(n) as usize);
    let backward = Backward {
        gradient: floats(dy),
        x: floats(x),
        means: floats(mean),
        inverses: floats(inverse),
        weights: floats_or(gamma, channels, 1.0),
        on_mean: true,
    };
    let length = channels / groups * inner;
    let all = backward.gradients(length, channels, |at| at / inner % channels);
    let Argument::Bools(mask) = mask else {
        panic!("a mask")
    };
    let results = [all.x, all.weights, all.biases].into_iter().zip(outputs);
    let results = results.zip(mask).filter(|(_, wanted)| **wanted);
    given(results.map(|((x, output), _)| (output, x)).collect())
}

/// The gradient by a result that swish was computed of.
pub fn swish_of_groups(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["dy"];
    let mean = &arguments["mean"];
    let inverse = &arguments["rstd"];
    let x = &arguments["x"];
    let gamma = &arguments["gamma"];
    let beta = &arguments["beta"];
    let groups = &arguments["numGroups"];
    let factor = &arguments["swishScale"];
    let shape = &tensor(x).shape;
    let (channels, groups) = (shape[1] as usize, super::int(groups) as usize);
    let inner = shape[2..].iter().product::<i64>() as usize;
    let length = channels / groups * inner;
    let (x, means, inverses) = (floats(x), floats(mean), floats(inverse));
    let (weights, biases, factor) = (floats(gamma), floats(beta), number(factor));
    let gradient = floats(dy).into_iter().enumerate().map(|(at, dy)| {
        let channel = at / inner % channels;
        let value =
            Float::with_val(PRECISION, &x[at] - &means[at / length]) * &inverses[at / length];
        let value = value * &weights[channel] + &biases[channel];
        let s = (Float::with_val(PRECISION, -times(&value, &factor)).exp() + 1u32).recip();
        let rest = Float::with_val(PRECISION, 1 - &s);
        dy * &s * (times(&factor, &value) * rest + 1u32)
    });
    let backward = Backward {
        gradient: gradient.collect(),
        x,
        means,
        inverses,
        weights,
        on_mean: true,
    };
    let all = backward.gradients(length, channels, |at| at / inner % channels);
    [all.x, all.weights, all.biases].map(numbers).to_vec()
}
