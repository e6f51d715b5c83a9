//! Batch normalisations of several devices, of integers, and of each member of a batch by itself.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::norms::normal;
use super::{
    float, floats, floats_or, given, inverse_root, number, numbers, rounded_to, sum, tensor, times,
};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, round};
use crate::reference::reductions::elements;

/// `aclnnBatchNormElemtBackward` of `(gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, counter, gradInput)`.
pub fn by_input(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["gradOut"]).shape;
    let (channels, inner) = (
        shape[1] as usize,
        shape[2..].iter().product::<i64>() as usize,
    );
    let [dy, x, mean, inverse] =
        ["gradOut", "input", "mean", "invstd"].map(|at| floats(&arguments[at]));
    let weight = floats_or(&arguments["weight"], channels, 1.0);
    let [sums, products, counts] =
        ["sumDy", "sumDyXmu", "counter"].map(|at| floats(&arguments[at]));
    let count = sum(counts);
    let of = |(at, dy): (usize, &Float)| {
        let c = at / inner % channels;
        let normal = times(&Float::with_val(PRECISION, &x[at] - &mean[c]), &inverse[c]);
        let by_mean = sums[c].clone() / &count;
        let by_deviation = normal * &inverse[c] * &products[c] / &count;
        let gradient = (dy.clone() - by_mean - by_deviation) * &inverse[c] * &weight[c];
        // FLOAT, then the output's type.
        round(&gradient, Dtype::F32)
    };
    vec![numbers(dy.iter().enumerate().map(of).collect())]
}

/// Statistics of one channel: its mean, the sum of the squares about it, and the number of elements.
struct Channel {
    mean: Float,
    squares: Float,
    count: Float,
}

/// Mean, reciprocal deviation, and the running ones, of all channels.
fn outputs(
    channels: impl Iterator<Item = Channel>,
    (epsilon, momentum): (Float, Float),
    running: [&Argument; 2],
) -> [Vec<Float>; 4] {
    let left = round(&Float::with_val(PRECISION, 1 - &momentum), Dtype::F32);
    let [means, variances] = running.map(|tensor| match tensor.tensors() {
        [] => Vec::new(),
        _ => floats(tensor),
    });
    let mut all = [const { Vec::new() }; 4];
    for (
        c,
        Channel {
            mean,
            squares,
            count,
        },
    ) in channels.enumerate()
    {
        let unbiased = squares.clone() / (count.clone() - 1);
        let kept = |before: &[Float], now: &Float| {
            before
                .get(c)
                .map(|before| times(&left, before) + times(&momentum, now))
        };
        all[0].extend(kept(&means, &mean));
        all[1].extend(kept(&variances, &unbiased));
        all[3].push(inverse_root(squares / count + &epsilon));
        all[2].push(mean);
    }
    all
}

/// `aclnnBatchNormGatherStatsWithCounts` of `(input, mean, invstd, runningMean, runningVar, momentum, eps, counts, meanAll, invstdAll)`.
pub fn of_statistics(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mean = &arguments["mean"];
    let inverse = &arguments["invstd"];
    let running_mean = &arguments["runningMean"];
    let running_variance = &arguments["runningVar"];
    let momentum = &arguments["momentum"];
    let eps = &arguments["eps"];
    let counts = &arguments["counts"];
    let mean_all = &arguments["meanAll"];
    let inverse_all = &arguments["invstdAll"];
    let dtype = tensor(mean).dtype;
    let channels = tensor(mean).shape[1] as usize;
    let (means, inverses, counts) = (floats(mean), floats(inverse), floats(counts));
    let total = sum(counts.iter().cloned());
    let epsilon = number(eps);
    let of = |c: usize| {
        let at = |device: usize| device * channels + c;
        let devices = counts.iter().enumerate();
        let mean = sum(devices
            .clone()
            .map(|(d, count)| times(count, &means[at(d)])))
            / &total;
        let squares = sum(devices.map(|(d, count)| {
            let far = Float::with_val(PRECISION, &means[at(d)] - &mean);
            let variance = times(&inverses[at(d)], &inverses[at(d)]).recip() - &epsilon;
            (variance + times(&far, &far)) * count
        }));
        Channel {
            mean,
            squares,
            count: total.clone(),
        }
    };
    let running = [running_mean, running_variance];
    let factors = (epsilon.clone(), number(momentum));
    let [kept_mean, kept_variance, mean, inverse] =
        outputs((0..channels).map(of), factors, running);
    let kept = given(vec![
        (running_mean, kept_mean),
        (running_variance, kept_variance),
    ]);
    let both = [(mean_all, mean), (inverse_all, inverse)];
    let both = both.map(|(_, x)| rounded_to(dtype, x));
    kept.into_iter().chain(both).collect()
}

/// `aclnnSyncBatchNormGatherStats` of `(totalSum, totalSquareSum, sampleCount, mean, variance, momentum, eps, batchMean, batchInvstd)`.
pub fn of_sums(arguments: &Arguments) -> Vec<Vec<Number>> {
    let sums = &arguments["totalSum"];
    let squares = &arguments["totalSquareSum"];
    let counts = &arguments["sampleCount"];
    let mean = &arguments["mean"];
    let variance = &arguments["variance"];
    let momentum = &arguments["momentum"];
    let eps = &arguments["eps"];
    let channels = tensor(sums).shape[1] as usize;
    let total = sum(floats(counts).into_iter().map(|count| count.trunc()));
    let (sums, squares) = (floats(sums), floats(squares));
    let of_channel = |x: &[Float], c: usize| sum(x.iter().skip(c).step_by(channels).cloned());
    let of = |c: usize| {
        let mean = of_channel(&sums, c) / &total;
        Channel {
            squares: of_channel(&squares, c) - times(&mean, &mean) * &total,
            count: total.clone(),
            mean,
        }
    };
    let factors = (number(eps), number(momentum));
    let dtype = tensor(&arguments["totalSum"]).dtype;
    let all = outputs((0..channels).map(of), factors, [mean, variance]);
    let [kept_mean, kept_variance, mean, inverse] = all;
    let kept = [kept_mean, kept_variance].map(numbers);
    let both = [mean, inverse].map(|x| rounded_to(dtype, x));
    kept.into_iter().chain(both).collect()
}

/// `aclnnQuantizedBatchNorm` of `(input, mean, var, inputScale, inputZeroPoint, outputScale, outputZeroPoint, weight, bias, epsilon, output)`, each step in FLOAT.
pub fn of_integers(arguments: &Arguments) -> Vec<Vec<Number>> {
    let input = tensor(&arguments["input"]);
    let (channels, inner) = (
        input.shape[1] as usize,
        input.shape[2..].iter().product::<i64>() as usize,
    );
    let all = |x: Vec<Float>| x.iter().map(Float::to_f32).collect::<Vec<f32>>();
    let [mean, variance] = ["mean", "var"].map(|at| all(floats(&arguments[at])));
    let weight = all(floats_or(&arguments["weight"], channels, 1.0));
    let bias = all(floats_or(&arguments["bias"], channels, 0.0));
    let scalar = |at: &str| match &arguments[at] {
        Argument::Scalar(_, value) => value.real().to_f32(),
        other => panic!("{other:?} is no scalar"),
    };
    let [from, zero, to, zero_of_result] = [
        "inputScale",
        "inputZeroPoint",
        "outputScale",
        "outputZeroPoint",
    ]
    .map(scalar);
    let epsilon = number(&arguments["epsilon"]).to_f32();
    let (low, high) = match input.dtype {
        Dtype::I8 => (-128, 127),
        Dtype::U8 => (0, 255),
        _ => (i32::MIN.into(), i32::MAX.into()),
    };
    let of = |(at, x): (usize, &Number)| {
        let c = at / inner % channels;
        let slope = weight[c] / (variance[c] + epsilon).sqrt();
        let factor = slope * (from / to);
        let addend = (-slope * mean[c] + bias[c]) * (1.0 / to);
        let t = (x.as_int() as f32 + -zero) * factor + addend + zero_of_result;
        Number::Int((t.round() as i32 as i128).clamp(low, high))
    };
    vec![elements(input).iter().enumerate().map(of).collect()]
}

/// `aclnnInstanceNorm` of `(x, gamma, beta, dataFormat, eps, y, mean, variance)`.
pub fn of_members(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["x"];
    let gamma = &arguments["gamma"];
    let beta = &arguments["beta"];
    let format = &arguments["dataFormat"];
    let eps = &arguments["eps"];
    let shape: Vec<usize> = tensor(x)
        .shape
        .iter()
        .map(|&extent| extent as usize)
        .collect();
    let is_last = matches!(format, Argument::Text("NHWC"));
    let (channels, inner) = match is_last {
        true => (shape[3], shape[1] * shape[2]),
        false => (shape[1], shape[2] * shape[3]),
    };
    let (x, gamma, beta) = (floats(x), floats(gamma), floats(beta));
    let (mut y, mut means, mut variances) = (vec![float(0.0); x.len()], Vec::new(), Vec::new());
    for row in 0..shape[0] * channels {
        let (member, channel) = (row / channels, row % channels);
        let place = |k: usize| match is_last {
            true => (member * inner + k) * channels + channel,
            false => row * inner + k,
        };
        let own: Vec<Float> = (0..inner).map(|k| x[place(k)].clone()).collect();
        let own = normal(&own, &number(eps), false);
        for (k, value) in own.values.iter().enumerate() {
            y[place(k)] = times(value, &gamma[channel]) + &beta[channel];
        }
        means.push(own.mean);
        variances.push(own.variance);
    }
    [y, means, variances].map(numbers).into()
}
