//! Normalisations to mean 0 and variance 1 and gradients of rows that quantise, and blocks of normalised rows that share a power of two, by plain loops in double.

use hostnpu::tensor::Dtype;

use super::fused_quantisers::{by_given, by_range, float, int, is_true, plus, rounded};
use super::movement::tensor;
use super::quantisers::{encode, floats, numbers, optional, text};
use crate::argument::{Argument, Tensor};
use crate::arguments::{Arguments, Key};

/// Rows less their means, divided by their deviations; the means, and one over the deviations.
fn centred(x: &[f64], columns: usize, epsilon: f64) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let (mut rows, mut means, mut inverses) = (Vec::new(), Vec::new(), Vec::new());
    for row in x.chunks(columns) {
        let mut sum = 0.0;
        row.iter().for_each(|x| sum += x);
        let mean = sum / columns as f64;
        let mut squares = 0.0;
        row.iter().for_each(|x| squares += (x - mean) * (x - mean));
        let inverse = 1.0 / (squares / columns as f64 + epsilon).sqrt();
        rows.extend(row.iter().map(|x| (x - mean) * inverse));
        means.push(mean);
        inverses.push(inverse);
    }
    (rows, means, inverses)
}

/// Rows times a number for each column.
fn times(rows: &[f64], factors: Option<&Vec<f64>>) -> Vec<f64> {
    let Some(factors) = factors else {
        return rows.to_vec();
    };
    let all = rows.iter().enumerate();
    all.map(|(at, x)| x * factors[at % factors.len()]).collect()
}

fn epsilon(arguments: &Arguments, at: impl Key<Of = Argument>) -> f64 {
    f64::from(float(arguments, at) as f32)
}

/// `aclnnLayerNormQuant`.
pub fn layer_norm_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [gamma, beta, scale, zero] =
        ["gammma", "beta", "scale", "zeroPointsOptional"].map(|at| optional(arguments, at));
    let columns = gamma.as_ref().unwrap().len();
    let x = numbers(tensor(arguments, "x"), false);
    let (rows, ..) = centred(&x, columns, epsilon(arguments, "epsilon"));
    let rows = plus(&times(&rows, gamma.as_ref()), beta.as_ref());
    let to = tensor(arguments, "res").dtype;
    let mut outputs = vec![by_given(
        &rows,
        &scale.unwrap(),
        true,
        zero.as_ref(),
        to,
        "rint",
    )];
    // Scales are not written.
    outputs.extend(
        arguments["scaleOut"]
            .tensors()
            .iter()
            .map(|tensor| tensor.elements()),
    );
    outputs
}

/// `aclnnAddLayerNormQuant` and V2.
pub fn add_layer_norm_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let later = arguments.find("layernormRes").is_some();
    let first = tensor(arguments, "x1");
    let [gamma, beta, bias] = ["gamma", "beta", "biasOptional"].map(|at| optional(arguments, at));
    let columns = gamma.as_ref().unwrap().len();
    let mut sums = numbers(first, false);
    let other = numbers(tensor(arguments, "x2"), false);
    sums.iter_mut().zip(other).for_each(|(x, y)| *x += y);
    let sums: Vec<f64> = plus(&sums, bias.as_ref())
        .into_iter()
        .map(|x| rounded(x, first.dtype))
        .collect();
    let (rows, ..) = centred(&sums, columns, epsilon(arguments, "epsilon"));
    let rows = plus(&times(&rows, gamma.as_ref()), beta.as_ref());
    let is_static = text(arguments, "quantMode") == "static";
    let (mut codes, mut scales) = (Vec::new(), Vec::new());
    for number in 0..2 {
        let y = tensor(arguments, ["y1Out", "y2Out"][number]);
        let out = tensor(arguments, ["outScales1Out", "outScales2Out"][number]);
        let factor = optional(arguments, ["scales1Optional", "scales2Optional"][number]);
        let zero = optional(
            arguments,
            ["zeroPoints1Optional", "zeroPoints2Optional"][number],
        );
        if number == 1 && factor.is_none() {
            codes.push(y.elements());
            scales.push(out.elements());
        } else if is_static {
            let divides = is_true(arguments, "divMode");
            let factor = factor.unwrap();
            codes.push(by_given(
                &rows,
                &factor,
                divides,
                zero.as_ref(),
                y.dtype,
                "rint",
            ));
            scales.push(out.elements());
        } else {
            let [of, by] = by_range(&rows, columns, factor.as_ref(), y.dtype);
            codes.push(of);
            scales.push(by);
        }
    }
    let mut outputs = codes;
    outputs.push(match is_true(arguments, "additionalOutput") {
        true => encode(first.dtype, false, "rint", &sums),
        false => tensor(arguments, "xOut").elements(),
    });
    if later {
        outputs.push(encode(first.dtype, false, "rint", &rows));
    }
    outputs.extend(scales);
    outputs
}

/// `aclnnAdaLayerNormQuant`.
pub fn ada_layer_norm_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let rank = x.shape.len();
    let (members, columns) = (x.shape[rank - 2] as usize, x.shape[rank - 1] as usize);
    let (rows, ..) = centred(&numbers(x, false), columns, epsilon(arguments, "epsilon"));
    let mut rows = plus(
        &times(&rows, optional(arguments, "weightOptional").as_ref()),
        optional(arguments, "biasOptional").as_ref(),
    );
    let [scale, shift] = ["scale", "shift"].map(|at| optional(arguments, at).unwrap());
    for (at, x) in rows.iter_mut().enumerate() {
        let place = at / columns / members * columns + at % columns;
        *x = *x * (1.0 + scale[place]) + shift[place];
    }
    let to = tensor(arguments, "out").dtype;
    by_range(
        &rows,
        columns,
        optional(arguments, "smoothScalesOptional").as_ref(),
        to,
    )
    .to_vec()
}

/// `aclnnGroupNormSiluQuant`.
pub fn group_norm_silu_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "self");
    let all = numbers(x, false);
    let channels = x.shape[1] as usize;
    let inner = x.shape[2..].iter().product::<i64>() as usize;
    let length = channels / int(arguments, "group") as usize * inner;
    let (mut rows, means, inverses) = centred(&all, length, epsilon(arguments, "eps"));
    let [gamma, beta, scale] = ["gamma", "beta", "quantScale"].map(|at| optional(arguments, at));
    let scale = scale.unwrap();
    for (at, x) in rows.iter_mut().enumerate() {
        let channel = at / inner % channels;
        let by = |numbers: &Option<Vec<f64>>, none: f64| {
            numbers.as_ref().map_or(none, |numbers| numbers[channel])
        };
        let y = *x * by(&gamma, 1.0) + by(&beta, 0.0);
        *x = y / (1.0 + (-y).exp()) / scale[channel % scale.len()];
    }
    vec![
        encode(Dtype::I8, false, "rint", &rows),
        encode(x.dtype, false, "rint", &means),
        encode(x.dtype, false, "rint", &inverses),
    ]
}

/// `aclnnRmsNormGradQuant`.
pub fn rms_norm_grad_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = |at| numbers(tensor(arguments, at), false);
    let (dy, x, rstd, gamma) = (of("dy"), of("x"), of("rstd"), of("gamma"));
    let columns = gamma.len();
    let (mut dx, mut dgamma) = (Vec::new(), vec![0.0; columns]);
    for (row, inverse) in rstd.iter().enumerate() {
        let own = row * columns..(row + 1) * columns;
        let (dy, x) = (&dy[own.clone()], &x[own]);
        let mut sum = 0.0;
        for column in 0..columns {
            sum += dy[column] * gamma[column] * x[column] * inverse;
            dgamma[column] += inverse * x[column] * dy[column];
        }
        let mean = sum / columns as f64;
        for column in 0..columns {
            dx.push((dy[column] * gamma[column] - inverse * x[column] * mean) * inverse);
        }
    }
    let (scale, zero) = (of("scalesX"), optional(arguments, "offsetXOptional"));
    let to = tensor(arguments, "dxOut").dtype;
    let dgamma: Vec<f32> = dgamma.into_iter().map(|x| x as f32).collect();
    vec![
        by_given(
            &dx,
            &scale,
            is_true(arguments, "divMode"),
            zero.as_ref(),
            to,
            "rint",
        ),
        floats(&dgamma),
    ]
}

/// The largest exponent and the largest number of a format.
fn limits(to: Dtype) -> (i32, f32) {
    match to {
        Dtype::F8E5m2 => (15, 57344.0),
        Dtype::F8E4m3fn => (8, 448.0),
        Dtype::F4E2m1 => (2, 6.0),
        Dtype::F4E1m2 => (0, 1.75),
        other => panic!("{other}"),
    }
}

/// Codes of rows in blocks of 32, and their scales in pairs.
pub fn in_blocks(
    rows: &[f64],
    columns: usize,
    to: Dtype,
    algorithm: i64,
    mode: &str,
) -> [Vec<u8>; 2] {
    let (exponent, most) = limits(to);
    let (mut scaled, mut scales) = (Vec::new(), Vec::new());
    for row in rows.chunks(columns) {
        let first = scales.len();
        for block in row.chunks(32) {
            if block.iter().any(|x| !x.is_finite()) {
                scales.push(255);
                scaled.extend(block.iter().map(|_| 0.0));
                continue;
            }
            let largest = block
                .iter()
                .fold(0.0_f32, |most, x| most.max(x.abs() as f32));
            let log = |x: f32| (x.to_bits() >> 23) as i32 - 127;
            let power = match algorithm {
                0 => (log(largest) - exponent).max(-127),
                _ => {
                    let scale = largest * (1.0 / most);
                    let fraction = scale.to_bits() & 0x7f_ffff;
                    let is_normal = scale.to_bits() >> 23 > 0;
                    let up = if is_normal {
                        fraction > 0
                    } else {
                        fraction > 0x40_0000
                    };
                    log(scale) + i32::from(up)
                }
            };
            scales.push((power + 127) as u8);
            scaled.extend(block.iter().map(|x| x / f64::from(power).exp2()));
        }
        let blocks = (scales.len() - first).next_multiple_of(2);
        scales.resize(first + blocks, 0);
    }
    [encode(to, true, mode, &scaled), scales]
}

/// `aclnnRmsNormDynamicMxQuant`, or of a sum.
pub fn rms_norm_dynamic_mx_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let is_sum = arguments.find("x2").is_some();
    let x = tensor(arguments, ["x", "x1"]);
    let mut sums = numbers(x, false);
    if is_sum {
        let other = numbers(tensor(arguments, "x2"), false);
        sums.iter_mut()
            .zip(other)
            .for_each(|(x, y)| *x = rounded(*x + y, tensor(arguments, "x1").dtype));
    }
    let gamma = optional(arguments, "gamma");
    let columns = gamma.as_ref().unwrap().len();
    let (mut rows, mut inverses) = (Vec::new(), Vec::new());
    for row in sums.chunks(columns) {
        let mut squares = 0.0;
        row.iter().for_each(|x| squares += x * x);
        let inverse = 1.0 / (squares / columns as f64 + epsilon(arguments, "epsilon")).sqrt();
        rows.extend(row.iter().map(|x| x * inverse));
        inverses.push(inverse as f32);
    }
    let rows: Vec<f64> = plus(
        &times(&rows, gamma.as_ref()),
        optional(arguments, "beta").as_ref(),
    )
    .into_iter()
    .map(|y| rounded(y, x.dtype))
    .collect();
    let mode = match &arguments["roundMode"] {
        Argument::Null => "rint",
        _ => text(arguments, "roundMode"),
    };
    let to: &Tensor = tensor(arguments, "yOut");
    let [codes, scales] = in_blocks(&rows, columns, to.dtype, int(arguments, "scaleAlg"), mode);
    let mut outputs = vec![codes];
    if is_sum {
        outputs.push(encode(x.dtype, false, "rint", &sums));
    }
    outputs.push(scales);
    match is_true(arguments, "outputRstd") {
        true => outputs.push(floats(&inverses)),
        false => outputs.extend(
            arguments["rstdOut"]
                .tensors()
                .iter()
                .map(|tensor| tensor.elements()),
        ),
    }
    outputs
}
