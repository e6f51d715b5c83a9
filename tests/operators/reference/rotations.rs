//! Rows and matrices multiplied by small ones, units of GELU, fake quantisation and maxima, by plain loops in double.

use hostnpu::tensor::Dtype::{self, *};

use super::fused_quantisers::{by_counts, by_ends, float, int, rounded};
use super::microscaling::Rule;
use super::movement::tensor;
use super::quantisers::{encode, floats, group, largest, numbers, optional, scale_of, text};
use crate::arguments::Arguments;

/// Codes and scales of rows, over their largest magnitude divided by `divisor`, or times the float nearest to 1 / MAX.
fn by_rows(
    rows: &[f64],
    columns: usize,
    to: Dtype,
    mode: &str,
    divisor: Option<f32>,
) -> [Vec<u8>; 2] {
    let (mut all, mut scales) = (rows.to_vec(), Vec::new());
    for row in all.chunks_mut(columns) {
        let is_nan = row.iter().any(|x| x.is_nan());
        let most = row.iter().fold(0.0_f64, |most, x| most.max(x.abs())) as f32;
        let scale = match divisor {
            Some(_) if is_nan => f32::NAN,
            Some(divisor) => most / divisor,
            None => scale_of(row, to, largest(to), false)[0],
        };
        row.iter_mut().for_each(|x| *x /= f64::from(scale));
        scales.push(scale);
    }
    [encode(to, true, mode, &all), floats(&scales)]
}

/// The product of a vector and a square matrix.
fn times(x: &[f64], matrix: &[f64]) -> Vec<f64> {
    let size = x.len();
    let column = |column: usize| {
        let mut sum = 0.0;
        (0..size).for_each(|k| sum += x[k] * matrix[k * size + column]);
        sum
    };
    (0..size).map(column).collect()
}

/// `aclnnRotateQuant`.
pub fn rotate_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, rotation, y) = (
        tensor(arguments, "x"),
        tensor(arguments, "rotation"),
        tensor(arguments, "yOut"),
    );
    let columns = *x.shape.last().unwrap() as usize;
    let size = *rotation.shape.last().unwrap() as usize;
    let matrices = numbers(rotation, false);
    let mut rows = Vec::new();
    for row in numbers(x, false).chunks(columns) {
        for (number, piece) in row.chunks(size).enumerate() {
            let first = if rotation.shape.len() == 3 {
                number * size * size
            } else {
                0
            };
            rows.extend(times(piece, &matrices[first..][..size * size]));
        }
    }
    let mode = match text(arguments, "roundMode") {
        "" => "rint",
        mode => mode,
    };
    if matches!(y.dtype, I8 | I32) {
        return by_rows(&rows, columns, y.dtype, mode, None).to_vec();
    }
    rows.iter_mut()
        .for_each(|own| *own = rounded(*own, x.dtype));
    let alpha = optional(arguments, "alpha").map(|alpha| alpha[0]);
    if let Some(alpha) = alpha.filter(|&alpha| alpha > 0.0 && alpha < 1.0) {
        for group in rows.chunks_mut(32) {
            let limit = alpha * group.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            if !group.iter().any(|x| x.is_nan()) {
                group.iter_mut().for_each(|x| {
                    *x = rounded(x.clamp(-limit, limit), tensor(arguments, "x").dtype)
                });
            }
        }
    }
    let rule = Rule {
        alg: int(arguments, "scaleAlg"),
        max: float(arguments, "dstTypeMax"),
        ..Rule::new(y.dtype, x.dtype, mode)
    };
    rule.along_rows(&rows, columns).to_vec()
}

/// `aclnnFlatQuant` (`max` and `list` null), V2 and V3.
fn flat(arguments: &Arguments, max: f64, list_type: Option<i64>) -> Vec<Vec<u8>> {
    let (x, y, scale) = (
        tensor(arguments, "x"),
        tensor(arguments, "out"),
        tensor(arguments, "quantScale"),
    );
    let [count, height, width] = [0, 1, 2].map(|axis| x.shape[axis] as usize);
    let left = numbers(tensor(arguments, "kroneckerP1"), false);
    let right = numbers(tensor(arguments, "kroneckerP2"), false);
    let mut all = Vec::new();
    for matrix in numbers(x, false).chunks(height * width) {
        let product: Vec<f64> = match right.is_empty() {
            true => matrix.to_vec(),
            false => matrix
                .chunks(width)
                .flat_map(|row| times(row, &right))
                .collect(),
        };
        for row in 0..height {
            for column in 0..width {
                let mut sum = 0.0;
                (0..height)
                    .for_each(|k| sum += left[row * height + k] * product[k * width + column]);
                all.push(sum);
            }
        }
    }
    if y.dtype == F4E2m1 {
        all.iter_mut().for_each(|own| *own = rounded(*own, x.dtype));
        let rule = Rule {
            alg: if max == 0.0 { 0 } else { 2 },
            max,
            ..Rule::new(y.dtype, x.dtype, "")
        };
        return rule.along_rows(&all, height * width).to_vec();
    }
    let divisor = 7.0 / float(arguments, "clipRatio") as f32;
    let [codes, scales] = by_rows(&all, height * width, y.dtype, "rint", Some(divisor));
    let groups = list_type.and_then(|kind| {
        let list = optional(arguments, "groupListOptional")?;
        Some(match kind {
            0 => by_ends(&list, count),
            1 => by_counts(list.iter().copied().enumerate(), count),
            _ => by_counts(
                list.chunks(2).map(|pair| (pair[0] as usize, pair[1])),
                count,
            ),
        })
    });
    let mut outputs = vec![y.elements(), scale.elements()];
    for (output, bytes) in outputs.iter_mut().zip([codes, scales]) {
        let size = bytes.len() / count;
        for row in 0..count {
            if groups.as_ref().is_none_or(|groups| groups[row].is_some()) {
                output[row * size..][..size].copy_from_slice(&bytes[row * size..][..size]);
            }
        }
    }
    outputs
}

/// `aclnnFlatQuant`.
pub fn flat_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    flat(arguments, 0.0, None)
}

/// `aclnnFlatQuantV2`.
pub fn flat_quant_v2(arguments: &Arguments) -> Vec<Vec<u8>> {
    flat(arguments, float(arguments, "dstTypeMax"), None)
}

/// `aclnnFlatQuantV3`.
pub fn flat_quant_v3(arguments: &Arguments) -> Vec<Vec<u8>> {
    flat(
        arguments,
        float(arguments, "dstTypeMax"),
        Some(int(arguments, "groupListType")),
    )
}

/// `aclnnGeluQuant`.
pub fn gelu_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "self"), tensor(arguments, "y"));
    let columns = *x.shape.last().unwrap() as usize;
    let by_tanh = text(arguments, "approximate") == "tanh";
    let (scale, offset) = (
        optional(arguments, "inputScaleOptional"),
        optional(arguments, "inputOffsetOptional"),
    );
    let of = |factors: &Option<Vec<f64>>, at: usize, none: f64| match factors {
        Some(factors) => factors[if factors.len() == 1 { 0 } else { at % columns }],
        None => none,
    };
    let gelu = |x: f64| {
        if by_tanh {
            let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
            // 1 + tanh(t) = 2 / (1 + e^-2t), which does not cancel.
            return x / (1.0 + (-2.0 * inner).exp());
        }
        let (argument, factor) = (rug::Float::with_val(100, -x / 2_f64.sqrt()), 0.5 * x);
        factor * argument.erfc().to_f64()
    };
    let is_static = text(arguments, "quantMode") == "static";
    let mut rows: Vec<f64> = numbers(x, false).into_iter().map(gelu).collect();
    for (at, x) in rows.iter_mut().enumerate() {
        *x *= of(&scale, at, 1.0);
        if is_static {
            *x += of(&offset, at, 0.0);
        }
    }
    let mode = text(arguments, "roundMode");
    match is_static {
        true => vec![encode(y.dtype, false, mode, &rows)],
        false => by_rows(&rows, columns, y.dtype, mode, None).to_vec(),
    }
}

/// `aclnnQuantMax`, and `aclnnGroupedQuantMax` with the list of groups at 2.
fn maxima(arguments: &Arguments, ends: Option<Vec<f64>>, mode: usize) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, mode + 2));
    let scale = optional(arguments, "scale").unwrap();
    let mut all = numbers(x, false);
    if all.is_empty() {
        // Nothing is written.
        return [mode + 2, mode + 3]
            .map(|at| tensor(arguments, at).elements())
            .to_vec();
    }
    let inner = all.len() / (x.shape[0] as usize);
    let mut amax = vec![0.0_f64; scale.len()];
    for (at, x) in all.iter_mut().enumerate() {
        let group = ends.as_ref().map_or(0, |ends| group(ends, at / inner));
        let most = &mut amax[group];
        *most = if x.is_nan() || most.is_nan() {
            f64::NAN
        } else {
            most.max(x.abs())
        };
        *x *= scale[group];
    }
    vec![
        encode(y.dtype, false, text(arguments, "roundMode"), &all),
        encode(x.dtype, false, "rint", &amax),
    ]
}

/// `aclnnQuantMax`.
pub fn quant_max(arguments: &Arguments) -> Vec<Vec<u8>> {
    maxima(arguments, None, 2)
}

/// `aclnnGroupedQuantMax`.
pub fn grouped_quant_max(arguments: &Arguments) -> Vec<Vec<u8>> {
    maxima(arguments, optional(arguments, "groupList"), 3)
}

/// `aclnnFakeQuantPerChannelAffineCachemask`, and `aclnnFakeQuantPerTensorAffineCachemask` without an axis.
fn fake(arguments: &Arguments, axis: Option<usize>, is_enabled: bool) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "self");
    let (scale, zero) = (
        optional(arguments, "scale").unwrap(),
        optional(arguments, "zeroPoint").unwrap(),
    );
    let is_integer = arguments["zeroPoint"].dtype() == Some(I32);
    let [least, most] = ["quantMin", "quantMax"].map(|at| int(arguments, at) as f64);
    let inner: i64 = axis.map_or(1, |axis| x.shape[axis + 1..].iter().product());
    let mut all = numbers(x, false);
    let mut mask = Vec::new();
    for (at, x) in all.iter_mut().enumerate() {
        if !is_enabled {
            mask.push(1);
            continue;
        }
        let index = axis.map_or(0, |_| at / inner as usize % scale.len());
        let (scale, zero) = (scale[index], zero[index]);
        let code = match is_integer {
            true => (*x / scale).round_ties_even() + zero,
            false => (*x / scale + zero).round_ties_even(),
        };
        mask.push(u8::from(code >= least && code <= most));
        *x = (most.min(least.max(code)) - zero) * scale;
    }
    vec![encode(x.dtype, false, "rint", &all), mask]
}

/// `aclnnFakeQuantPerChannelAffineCachemask`.
pub fn fake_per_channel(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rank = tensor(arguments, "self").shape.len();
    let axis = int(arguments, "axis").rem_euclid(rank.max(1) as i64) as usize;
    fake(arguments, (rank > 0).then_some(axis), true)
}

/// `aclnnFakeQuantPerTensorAffineCachemask`.
pub fn fake_per_tensor(arguments: &Arguments) -> Vec<Vec<u8>> {
    fake(arguments, None, float(arguments, "fakeQuantEnabled") >= 1.0)
}
