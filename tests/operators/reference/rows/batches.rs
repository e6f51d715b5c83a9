//! Normalisations of the channels of a batch.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::gradients::Backward;
use super::norms::normal;
use super::{boolean, floats, floats_or, given, inverse_root, number, numbers, sum, tensor, times};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, round};

/// Places of the elements of a batch of channels.
struct Batch {
    channels: usize,
    inner: usize,
    count: usize,
}

impl Batch {
    fn of(x: &Argument) -> Self {
        let shape = &tensor(x).shape;
        Self {
            channels: shape[1] as usize,
            inner: shape[2..].iter().product::<i64>() as usize,
            count: shape.iter().product::<i64>() as usize,
        }
    }

    fn channel(&self, at: usize) -> usize {
        at / self.inner % self.channels
    }

    /// The elements of each channel.
    fn split(&self, x: &[Float]) -> Vec<Vec<Float>> {
        let mut all = vec![Vec::new(); self.channels];
        for (at, x) in x.iter().enumerate() {
            all[self.channel(at)].push(x.clone());
        }
        all
    }

    /// The elements of all channels in their order.
    fn join(&self, channels: Vec<Vec<Float>>) -> Vec<Float> {
        let mut left: Vec<_> = channels.into_iter().map(Vec::into_iter).collect();
        let next = |at| left[self.channel(at)].next().expect("an element");
        (0..self.count).map(next).collect()
    }
}

pub fn norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["input"];
    let weight = &arguments["weight"];
    let bias = &arguments["bias"];
    let running_mean = &arguments["runningMean"];
    let running_variance = &arguments["runningVar"];
    let training = &arguments["training"];
    let momentum = &arguments["momentum"];
    let eps = &arguments["eps"];
    let output = &arguments["output"];
    let mean = &arguments["saveMean"];
    let inverse = &arguments["saveInvstd"];
    let (batch, training, eps) = (Batch::of(x), boolean(training), number(eps));
    let (momentum, count) = (number(momentum), batch.channels);
    let (weight, bias) = (floats_or(weight, count, 1.0), floats_or(bias, count, 0.0));
    let before = [
        floats_or(running_mean, count, 0.0),
        floats_or(running_variance, count, 1.0),
    ];
    let mut results = Vec::new();
    let (mut means, mut inverses, mut kept) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
    for (c, x) in batch.split(&floats(x)).iter().enumerate() {
        let mut own = normal(x, &eps, false);
        let n = x.len() as f64;
        let left = round(&Float::with_val(PRECISION, 1 - &momentum), Dtype::F32);
        let now = [own.mean.clone(), own.variance.clone() * n / (n - 1.0)];
        for ((kept, now), before) in kept.iter_mut().zip(now).zip(&before) {
            kept.push(match training {
                true => times(&left, &before[c]) + times(&momentum, &now),
                false => before[c].clone(),
            });
        }
        if !training {
            own.inverse = inverse_root(before[1][c].clone() + &eps);
            own.mean = before[0][c].clone();
            let less = |x: &Float| Float::with_val(PRECISION, x - &own.mean) * &own.inverse;
            own.values = x.iter().map(less).collect();
        }
        let affine = |x: &Float| times(x, &weight[c]) + &bias[c];
        results.push(own.values.iter().map(affine).collect());
        means.push(own.mean);
        inverses.push(own.inverse);
    }
    let [mean_kept, variance_kept] = kept;
    let mut outputs = given(vec![
        (running_mean, mean_kept),
        (running_variance, variance_kept),
        (output, batch.join(results)),
        (mean, means),
        (inverse, inverses),
    ]);
    if !training {
        // Not written.
        let first = outputs.len() - mean.tensors().len() - inverse.tensors().len();
        outputs[first..]
            .iter_mut()
            .for_each(|output| output.fill(Number::Unjudged));
    }
    outputs
}

pub fn elemt(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["input"];
    let weight = &arguments["weight"];
    let bias = &arguments["bias"];
    let mean = &arguments["mean"];
    let inverse = &arguments["invstd"];
    let batch = Batch::of(x);
    let (weight, bias) = (
        floats_or(weight, batch.channels, 1.0),
        floats_or(bias, batch.channels, 0.0),
    );
    let (mean, inverse) = (floats(mean), floats(inverse));
    let of = |(at, x): (usize, Float)| {
        let c = batch.channel(at);
        (x - &mean[c]) * &inverse[c] * &weight[c] + &bias[c]
    };
    vec![numbers(floats(x).into_iter().enumerate().map(of).collect())]
}

pub fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["gradOut"];
    let x = &arguments["input"];
    let weight = &arguments["weight"];
    let running_mean = &arguments["runningMean"];
    let running_variance = &arguments["runningVar"];
    let mean = &arguments["saveMean"];
    let inverse = &arguments["saveInvstd"];
    let training = &arguments["training"];
    let eps = &arguments["eps"];
    let mask = &arguments["outputMask"];
    let outputs = ["gradInput", "gradWeight", "gradBias"].map(|name| &arguments[name]);
    let (batch, training, eps) = (Batch::of(x), boolean(training), number(eps));
    let count = batch.channels;
    let (means, inverses) = match training {
        true => (floats_or(mean, count, 0.0), floats_or(inverse, count, 1.0)),
        false => {
            let variances = floats_or(running_variance, count, 1.0);
            let inverses = variances.into_iter().map(|v| inverse_root(v + &eps));
            (floats_or(running_mean, count, 0.0), inverses.collect())
        }
    };
    let weights = floats_or(weight, count, 1.0);
    let [dy, x] = [dy, x].map(|tensor| batch.split(&floats(tensor)));
    let (mut by_x, mut by_weight, mut by_bias) = (Vec::new(), Vec::new(), Vec::new());
    for c in 0..count {
        let backward = Backward {
            gradient: dy[c].clone(),
            x: x[c].clone(),
            means: vec![means[c].clone()],
            inverses: vec![inverses[c].clone()],
            weights: vec![weights[c].clone()],
            on_mean: true,
        };
        let mut all = backward.gradients(x[c].len(), 1, |_| 0);
        if !training {
            let of = |dy: &Float| times(dy, &weights[c]) * &inverses[c];
            all.x = dy[c].iter().map(of).collect();
        }
        by_x.push(all.x);
        by_weight.extend(all.weights);
        by_bias.extend(all.biases);
    }
    let Argument::Bools(mask) = mask else {
        panic!("a mask")
    };
    let results = [batch.join(by_x), by_weight, by_bias]
        .into_iter()
        .zip(outputs);
    let results = results.zip(mask).filter(|(_, wanted)| **wanted);
    given(results.map(|((x, output), _)| (output, x)).collect())
}

pub fn sums(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dy = &arguments["gradOut"];
    let x = &arguments["input"];
    let mean = &arguments["mean"];
    let inverse = &arguments["invstd"];
    let of_input = &arguments["inputG"];
    let of_weight = &arguments["weightG"];
    let of_bias = &arguments["biasG"];
    let outputs = ["sumDy", "sumDyXmu", "gradWeight", "gradBias"].map(|name| &arguments[name]);
    let batch = Batch::of(x);
    let (mean, inverse) = (floats(mean), floats(inverse));
    let [dy, x] = [dy, x].map(|tensor| batch.split(&floats(tensor)));
    let total: Vec<Float> = dy.iter().map(|dy| sum(dy.iter().cloned())).collect();
    let product = |c: usize| {
        let pairs = dy[c].iter().zip(&x[c]);
        sum(pairs.map(|(dy, x)| Float::with_val(PRECISION, x - &mean[c]) * dy))
    };
    let products: Vec<Float> = (0..batch.channels).map(product).collect();
    let by_weight = products
        .iter()
        .zip(&inverse)
        .map(|(p, i)| times(p, i))
        .collect();
    let wanted = [of_input, of_input, of_weight, of_bias].map(boolean);
    let results = [total.clone(), products, by_weight, total]
        .into_iter()
        .zip(outputs);
    let results = results.zip(wanted).filter(|(_, wanted)| *wanted);
    given(results.map(|((x, output), _)| (output, x)).collect())
}
