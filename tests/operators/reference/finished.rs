//! Grouped products whose rows are gated and quantised, or summed into rows of tokens, by index in DOUBLE.

use hostnpu::tensor::Dtype::{self, *};

use super::grouped::{groups, shape, sizes, values};
use super::quantised::{codes_of, value_of};
use crate::argument::{Argument, POISON, Tensor};
use crate::arguments::Arguments;

fn tensor(argument: &Argument) -> Option<&Tensor> {
    argument.tensors().first()
}

/// Rows of scaled products, and the group of each, if it is in one.
struct Rows {
    numbers: Vec<f64>,
    group: Vec<Option<usize>>,
    n: usize,
}

/// Operands of products.
struct Given<'a> {
    x: &'a Tensor,
    weight: &'a Tensor,
    scale: &'a Tensor,
    bias: Option<&'a Tensor>,
    offset: Option<&'a Tensor>,
    x_scale: Option<&'a Tensor>,
    list: &'a Argument,
    kind: i64,
    turned: bool,
}

/// Scales, of which words are FLOAT in the lower half.
fn of_scale(tensor: &Tensor) -> Vec<f64> {
    match tensor.dtype {
        U64 | I64 => {
            let bytes = tensor.elements();
            let words = bytes.chunks(8);
            words
                .map(|word| f64::from(f32::from_le_bytes([word[0], word[1], word[2], word[3]])))
                .collect()
        }
        _ => values(tensor, None),
    }
}

fn products(of: &Given) -> Rows {
    let mut extents = shape(of.weight);
    let is_four = matches!(of.weight.dtype, I4 | I32);
    if of.weight.dtype == I32 {
        extents[2] *= 8;
    }
    let (k, n) = match of.turned {
        true => (extents[2], extents[1]),
        false => (extents[1], extents[2]),
    };
    let m = of.x.shape[0] as usize;
    let (x, weight, scale) = (
        values(of.x, None),
        values(of.weight, Some(I4).filter(|_| is_four)),
        of_scale(of.scale),
    );
    let x_scale = of.x_scale.map(|tensor| values(tensor, None));
    let [bias, offset] = [of.bias, of.offset].map(|of| of.map(|tensor| values(tensor, None)));
    let is_powers = of.scale.dtype == F8E8m0;
    let pairs = k.div_ceil(64);
    let mut rows = Rows {
        numbers: vec![0.0; m * n],
        group: vec![None; m],
        n,
    };
    let mut row = 0;
    for (group, size) in sizes(&groups(of.list).unwrap(), of.kind) {
        for i in row..row + size {
            rows.group[i] = Some(group);
            for j in 0..n {
                let mut sum = 0.0;
                for step in 0..k {
                    let at = if of.turned {
                        j * k + step
                    } else {
                        step * n + j
                    };
                    let mut y = weight[group * k * n + at];
                    let mut a = x[i * k + step];
                    if is_four {
                        let count = scale.len() / (n * extents[0]);
                        a -= 8.0;
                        y *= scale[(group * count + step / (k / count)) * n + j];
                    }
                    if is_powers {
                        let (pair, odd) = (step / 64, step / 32 % 2);
                        let place = if of.turned {
                            (group * n + j) * pairs + pair
                        } else {
                            (group * pairs + pair) * n + j
                        };
                        y *= scale[2 * place + odd];
                        a *= x_scale.as_ref().unwrap()[2 * (i * pairs + pair) + odd];
                    }
                    sum += a * y;
                }
                let added = bias.as_ref().map_or(0.0, |bias| bias[group * n + j]);
                if is_four {
                    sum += added;
                    if let Some(offset) = &offset {
                        sum +=
                            offset[group * n + j] * (0..k).map(|step| x[i * k + step]).sum::<f64>();
                    }
                }
                if !is_powers {
                    sum *= if is_four { 1.0 } else { scale[group * n + j] };
                    sum *= x_scale.as_ref().map_or(1.0, |scale| scale[i]);
                }
                sum += if is_four { 0.0 } else { added };
                rows.numbers[i * n + j] = sum;
            }
        }
        row += size;
    }
    rows
}

fn rounded(x: f64, dtype: i64) -> f64 {
    match dtype {
        1 => half::f16::from_f64(x).to_f64(),
        27 => half::bf16::from_f64(x).to_f64(),
        _ => x,
    }
}

/// The code of the nearest number of a type, of two the even one, up to the largest.
fn nearest(x: f64, dtype: Dtype) -> u8 {
    let most = match dtype {
        F8E4m3fn => 448.0,
        F8E5m2 => 57344.0,
        F4E1m2 => 1.75,
        _ => 6.0,
    };
    let x = x.clamp(-most, most);
    let sign = if dtype.bits() == 4 { 8_u8 } else { 0x80 };
    let all = 0..sign;
    let mut best = (f64::INFINITY, 0_u8);
    for code in all {
        let value = value_of(dtype, code);
        let distance = (value - x.abs()).abs();
        if value.is_finite() && (distance < best.0 || distance == best.0 && code % 2 == 0) {
            best = (distance, code);
        }
    }
    best.1 | if x.is_sign_negative() { sign } else { 0 }
}

/// `aclnnGroupedMatmulSwigluQuantV2` on Ascend950.
pub fn second(arguments: &Arguments) -> Vec<Vec<u8>> {
    let int = |at: &str| match arguments[at] {
        Argument::Int(number) => number,
        _ => panic!("a number"),
    };
    let rows = products(&Given {
        x: tensor(&arguments["x"]).unwrap(),
        weight: tensor(&arguments["weight"]).unwrap(),
        scale: tensor(&arguments["weightScale"]).unwrap(),
        bias: None,
        offset: None,
        x_scale: tensor(&arguments["xScale"]),
        list: &arguments["groupList"],
        kind: int("groupListType"),
        turned: false,
    });
    gated(
        &rows,
        ["output", "outputScale"].map(|at| tensor(&arguments[at]).unwrap()),
        int("dequantDtype"),
    )
}

/// Codes and scales of `a s(a) b` of both halves of the rows, whose numbers are rounded to a type first.
fn gated(rows: &Rows, [out, scales]: [&Tensor; 2], dtype: i64) -> Vec<Vec<u8>> {
    let half = rows.n / 2;
    let bits = out.dtype.bits();
    let mut codes = vec![POISON; out.dtype.bytes(out.numel()).unwrap()];
    let mut factors = vec![POISON; scales.dtype.bytes(scales.numel()).unwrap()];
    for (i, row) in rows.numbers.chunks(rows.n).enumerate() {
        if rows.group[i].is_none() {
            continue;
        }
        let gated: Vec<f64> = (0..half)
            .map(|j| {
                let [a, b] = [row[j], row[half + j]].map(|x| rounded(x, dtype));
                a / (1.0 + (-a).exp()) * b
            })
            .collect();
        let mut own = Vec::new();
        if scales.dtype == F32 {
            let of_type = codes_of(out.dtype);
            let largest = gated.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            let scale = (largest / f64::from(of_type.max())) as f32;
            factors[4 * i..4 * i + 4].copy_from_slice(&scale.to_le_bytes());
            own.extend(gated.iter().map(|&x| of_type.code(x, scale)));
        } else {
            let pairs = half.div_ceil(64);
            let exponent = match out.dtype {
                F8E4m3fn => 8,
                F8E5m2 => 15,
                F4E1m2 => 0,
                _ => 2,
            };
            for block in 0..2 * pairs {
                let numbers: Vec<f64> = gated
                    .iter()
                    .skip(32 * block)
                    .take(32)
                    .map(|&x| f64::from(x as f32))
                    .collect();
                let largest = numbers.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                let power = if largest > 0.0 {
                    largest.log2().floor() as i32 - exponent
                } else {
                    -127
                };
                let byte = if numbers.is_empty() {
                    0
                } else {
                    (power + 127).clamp(0, 254)
                };
                factors[2 * i * pairs + block] = byte as u8;
                own.extend(
                    numbers
                        .iter()
                        .map(|x| nearest(x / f64::exp2(f64::from(byte - 127)), out.dtype)),
                );
            }
        }
        let bytes: Vec<u8> = match bits {
            4 => own.chunks(2).map(|two| two[0] | two[1] << 4).collect(),
            _ => own,
        };
        codes[i * bytes.len()..(i + 1) * bytes.len()].copy_from_slice(&bytes);
    }
    vec![codes, factors]
}

/// `aclnnGroupedMatmulSwigluQuant`.
pub fn first(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rows = products(&Given {
        x: tensor(&arguments["x"]).unwrap(),
        weight: tensor(&arguments["weight"]).unwrap(),
        scale: tensor(&arguments["weightScale"]).unwrap(),
        bias: tensor(&arguments["bias"]),
        offset: None,
        x_scale: tensor(&arguments["xScale"]),
        list: &arguments["groupList"],
        kind: 0,
        turned: false,
    });
    gated(
        &rows,
        ["output", "outputScale"].map(|at| tensor(&arguments[at]).unwrap()),
        0,
    )
}

/// `aclnnGroupedMatmulFinalizeRouting` and its kin.
pub fn routed(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [list, shared, logit, index] = [
        ["groupListOptional", "groupList"],
        ["sharedInputOptional", "sharedInput"],
        ["logitOptional", "logit"],
        ["rowIndexOptional", "rowIndex"],
    ]
    .map(|names| &arguments[names]);
    let rows = products(&Given {
        x: tensor(&arguments[["x1", "x"]]).unwrap(),
        weight: tensor(&arguments[["x2", "w"]]).unwrap(),
        scale: tensor(&arguments[["scaleOptional", "scale"]]).unwrap(),
        bias: tensor(&arguments[["biasOptional", "bias"]]),
        offset: arguments.find("offsetOptional").and_then(tensor),
        x_scale: tensor(&arguments["pertokenScaleOptional"]),
        list,
        kind: 1,
        turned: matches!(
            arguments[["transposeX2", "transposeW"]],
            Argument::Bool(true)
        ),
    });
    let out = tensor(arguments.last().unwrap()).unwrap();
    let mut sums = vec![0.0_f64; out.numel()];
    let (shared, logit, index) = (
        values(tensor(shared).unwrap(), None),
        values(tensor(logit).unwrap(), None),
        values(tensor(index).unwrap(), None),
    );
    let (Argument::Float(weight), Argument::Int(offset)) = (
        &arguments["sharedInputWeight"],
        &arguments["sharedInputOffset"],
    ) else {
        panic!("a weight and an offset")
    };
    for (i, x) in shared.iter().enumerate() {
        sums[*offset as usize * rows.n + i] += weight * x;
    }
    for (i, row) in rows.numbers.chunks(rows.n).enumerate() {
        if rows.group[i].is_some() {
            for (j, x) in row.iter().enumerate() {
                sums[index[i] as usize * rows.n + j] += logit[i] * x;
            }
        }
    }
    vec![
        sums.iter()
            .flat_map(|&x| (x as f32).to_le_bytes())
            .collect(),
    ]
}
