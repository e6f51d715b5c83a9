//! Products of quantised matrices, by index in DOUBLE: of samples whose products and sums are exact there.

mod levels;

use hostnpu::tensor::Dtype::{self, *};

use super::grouped::{groups, shape, sizes, stored, values, word_of};
use crate::argument::{Argument, Contents, Tensor, dense};
use crate::arguments::Arguments;
pub use levels::{of_two_levels, turned_batches};

/// The number that a word of four-bit numbers, or another tensor, has at each place, and its extents in numbers.
struct Side {
    numbers: Vec<f64>,
    batch: Vec<usize>,
    rows: usize,
    columns: usize,
}

fn side(tensor: &Tensor, is_turned: bool) -> Side {
    let words = match tensor.dtype {
        F32 => Some(F4E2m1),
        I32 => Some(I4),
        _ => None,
    };
    let mut extents = shape(tensor);
    let shown_turned = tensor
        .shown
        .as_ref()
        .is_some_and(|(shape, strides)| *strides != dense(shape));
    if words.is_some() {
        let last = extents.len() - 1 - usize::from(shown_turned);
        extents[last] *= 8;
    }
    let numbers = values(tensor, words);
    let rank = extents.len();
    let [rows, columns] = [extents[rank - 2], extents[rank - 1]];
    let batch = extents[..rank - 2].to_vec();
    if !is_turned {
        return Side {
            numbers,
            batch,
            rows,
            columns,
        };
    }
    let mut turned = numbers.clone();
    for matrix in 0..batch.iter().product::<usize>() {
        for row in 0..rows {
            for column in 0..columns {
                turned[(matrix * columns + column) * rows + row] =
                    numbers[(matrix * rows + row) * columns + column];
            }
        }
    }
    Side {
        numbers: turned,
        batch,
        rows: columns,
        columns: rows,
    }
}

/// The matrix of `own` beside matrix `at` of the batch that it broadcasts to.
fn matrix(own: &[usize], batch: &[usize], at: usize) -> usize {
    let mut index = vec![0; batch.len()];
    let mut rest = at;
    for d in (0..batch.len()).rev() {
        index[d] = rest % batch[d];
        rest /= batch[d];
    }
    let skipped = batch.len() - own.len();
    own.iter()
        .zip(&index[skipped..])
        .fold(0, |number, (&extent, &i)| {
            number * extent + if extent == 1 { 0 } else { i }
        })
}

fn tensor(argument: &Argument) -> Option<&Tensor> {
    argument.tensors().first()
}

fn flag(argument: &Argument) -> bool {
    matches!(argument, Argument::Bool(true))
}

/// A tensor of numbers with its extents.
fn read(argument: &Argument) -> Option<(Vec<f64>, Vec<usize>, Dtype)> {
    let tensor = tensor(argument)?;
    let numbers = match tensor.dtype {
        U64 | I64 => (0..tensor.numel())
            .map(|at| word_of(&tensor.elements(), at).0)
            .collect(),
        _ => values(tensor, None),
    };
    Some((numbers, shape(tensor), tensor.dtype))
}

/// One number, or one of many.
fn one((numbers, ..): &(Vec<f64>, Vec<usize>, Dtype), at: usize) -> f64 {
    numbers[if numbers.len() == 1 { 0 } else { at }]
}

/// FLOAT with the higher 19 bits.
fn cut(x: f64) -> f64 {
    f32::from_bits((x as f32).to_bits() & !0x1fff).into()
}

/// The names of the scale of the right side in versions.
const X2_SCALE: [&str; 2] = ["x2Scale", "scale"];

/// The product of any version, as its parameters say.
pub fn product(arguments: &Arguments) -> Vec<Vec<u8>> {
    let get = |names: &[&str]| arguments.find_any(names).and_then(read);
    let is = |name: &str| arguments.find(name).is_some_and(flag);
    let x1_scale = get(&["x1Scale", "pertokenScaleOptional"]);
    let x2_scale = get(&X2_SCALE);
    let y_scale = get(&["yScale", "yScaleOptional"]);
    let x2_offset = get(&["x2Offset", "x2OffsetOptional", "offset"]);
    let y_offset = get(&["yOffset", "yOffsetOptional"]);
    let bias = get(&["bias", "biasOptional"]);
    let out = tensor(arguments.last().unwrap()).unwrap();
    let (t1, t2) = (
        tensor(&arguments["x1"]).unwrap(),
        tensor(&arguments["x2"]).unwrap(),
    );
    let (turned1, turned2) = (is("transposeX1"), is("transposeX2"));
    let (a, b) = (side(t1, turned1), side(t2, turned2));
    let (m, k, n) = (a.rows, a.columns, b.columns);
    let batch: Vec<usize> = out.shape[..out.shape.len() - 2]
        .iter()
        .map(|&extent| extent as usize)
        .collect();
    let four = |tensor: &Tensor| matches!(tensor.dtype, I4 | I32);
    let integral = |tensor: &Tensor| matches!(tensor.dtype, I8 | I4 | I32);
    let is_words = t1.dtype == I8 && four(t2);
    let scale = x2_scale.clone().unwrap();
    let is_powers = scale.2 == F8E8m0;
    let by_groups = x2_offset.as_ref().is_some_and(|offset| offset.2 == F16);
    let by_blocks = !is_powers
        && !is_words
        && y_scale.is_none()
        && !by_groups
        && scale.1.len() >= 2
        && x1_scale.as_ref().is_some_and(|scale| scale.1.len() >= 2);
    let whole = |at: usize| {
        let bytes = tensor(&arguments[X2_SCALE]).unwrap().elements();
        f64::from(f32::from_le_bytes(
            bytes[8 * at..8 * at + 4].try_into().unwrap(),
        ))
    };
    let words_groups = if is_words && scale.0.len() > n {
        scale.0.len() / n
    } else {
        1
    };
    // Of a matrix of lanes by blocks, or of blocks by lanes.
    let block = |of: &(Vec<f64>, Vec<usize>, Dtype),
                 matrix: usize,
                 lane: usize,
                 lanes: usize,
                 step: usize,
                 steps: usize,
                 steps_last: bool| {
        let place = if steps_last {
            lane * steps + step
        } else {
            step * lanes + lane
        };
        of.0[matrix * lanes * steps + place]
    };
    let pair = |of: &(Vec<f64>, Vec<usize>, Dtype),
                matrix: usize,
                lane: usize,
                lanes: usize,
                k_at: usize,
                lanes_first: bool| {
        let pairs = k.div_ceil(64);
        let place = if lanes_first {
            lane * pairs + k_at / 64
        } else {
            k_at / 64 * lanes + lane
        };
        of.0[(matrix * lanes * pairs + place) * 2 + k_at / 32 % 2]
    };
    let group_size = match arguments.find("groupSize") {
        Some(Argument::Int(size)) => *size,
        _ => 0,
    };
    let mut results = Vec::new();
    for number in 0..batch.iter().product::<usize>() {
        let (left, right) = (
            matrix(&a.batch, &batch, number),
            matrix(&b.batch, &batch, number),
        );
        for i in 0..m {
            for j in 0..n {
                let mut sum = 0.0;
                for step in 0..k {
                    let mut x = a.numbers[(left * m + i) * k + step];
                    let mut y = b.numbers[(right * k + step) * n + j];
                    if is_words {
                        x -= 8.0;
                        y *= whole(if words_groups > 1 {
                            step / 256 * n + j
                        } else {
                            j
                        });
                    } else if is_powers {
                        x *= pair(x1_scale.as_ref().unwrap(), left, i, m, step, !turned1);
                        y *= pair(&scale, right, j, n, step, turned2);
                    } else if y_scale.is_some() {
                        y *= block(&scale, right, j, n, step / 32, k.div_ceil(32), turned2);
                    } else if by_groups {
                        y -= block(
                            x2_offset.as_ref().unwrap(),
                            0,
                            j,
                            n,
                            step / 256,
                            k.div_ceil(256),
                            false,
                        );
                        y *= block(&scale, 0, j, n, step / 256, k.div_ceil(256), false);
                    } else if by_blocks {
                        let rows = if group_size >> 32 == 128 { 128 } else { 1 };
                        let of = x1_scale.as_ref().unwrap();
                        x *= block(
                            of,
                            left,
                            i / rows,
                            m.div_ceil(rows),
                            step / 128,
                            k.div_ceil(128),
                            !turned1,
                        );
                        y *= block(
                            &scale,
                            right,
                            j / 128,
                            n.div_ceil(128),
                            step / 128,
                            k.div_ceil(128),
                            turned2,
                        );
                    }
                    sum += x * y;
                }
                let added = bias.as_ref().map(|bias| {
                    let is_of_each = bias.1.len() == 3;
                    bias.0[if is_of_each { number * n + j } else { j }]
                });
                let is_static_codes =
                    !integral(t1) && matches!(scale.2, U64 | I64) && y_scale.is_none();
                let is_first = bias.as_ref().is_some_and(|bias| bias.2 == I32) || is_static_codes;
                if is_first {
                    sum += added.unwrap_or(0.0);
                }
                if is_words {
                    sum += y_offset.as_ref().map_or(0.0, |offset| one(offset, j));
                    sum *= one(x1_scale.as_ref().unwrap(), i);
                } else if let Some(scale) = &y_scale {
                    sum *= one(scale, j);
                } else if by_groups {
                    sum *= one(x1_scale.as_ref().unwrap(), i);
                } else if !is_powers && !by_blocks && out.dtype != I32 {
                    let cuts = bias.as_ref().is_none_or(|bias| bias.2 == I32);
                    let is_one = scale.0.len() == 1;
                    let single = x1_scale
                        .as_ref()
                        .filter(|row| row.0.len() == 1 && is_one && !integral(t1) && cuts);
                    if let Some(row) = single {
                        sum *= cut(f64::from(row.0[0] as f32 * scale.0[0] as f32));
                    } else {
                        let own = one(&scale, j);
                        sum *= if cuts && is_one && integral(t1) && x1_scale.is_none() {
                            cut(own)
                        } else {
                            own
                        };
                        sum *= x1_scale.as_ref().map_or(1.0, |row| one(row, i));
                    }
                    if out.dtype == I8 {
                        sum = sum.round_ties_even().clamp(-256.0, 255.0);
                        sum += match &x2_offset {
                            Some(offset) => one(offset, j).round_ties_even(),
                            None => {
                                word_of(
                                    &tensor(&arguments[X2_SCALE]).unwrap().elements(),
                                    if is_one { 0 } else { j },
                                )
                                .1
                            }
                        };
                    } else {
                        sum += x2_offset.as_ref().map_or(0.0, |offset| one(offset, j));
                    }
                }
                if !is_first {
                    sum += added.unwrap_or(0.0);
                }
                results.extend(stored(sum, out.dtype));
            }
        }
    }
    vec![results]
}

/// `(x, weight, antiquantScale, antiquantOffset, quantScale, quantOffset, bias, antiquantGroupSize, [innerPrecise,] y)`.
pub fn weight(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (a, b) = (
        side(tensor(&arguments["x"]).unwrap(), false),
        side(tensor(&arguments["weight"]).unwrap(), false),
    );
    let [scale, offset, quant_scale, quant_offset, bias] = [
        "antiquantScale",
        "antiquantOffsetOptional",
        "quantScaleOptional",
        "quantOffsetOptional",
        "biasOptional",
    ]
    .map(|at| read(&arguments[at]));
    let scale = scale.unwrap();
    let is_of_sums = matches!(scale.2, U64 | I64);
    let Argument::Int(size) = arguments["antiquantGroupSize"] else {
        panic!("a size")
    };
    let out = tensor(arguments.last().unwrap()).unwrap();
    let (m, k, n) = (a.rows, a.columns, b.columns);
    let of = |factor: &(Vec<f64>, Vec<usize>, Dtype), step: usize, column: usize| match size {
        0 => one(factor, column),
        size => factor.0[step / size as usize * n + column],
    };
    let mut results = Vec::new();
    for i in 0..m {
        for j in 0..n {
            let mut sum = 0.0;
            for step in 0..k {
                let mut y = b.numbers[step * n + j];
                y += offset.as_ref().map_or(0.0, |offset| of(offset, step, j));
                y *= if is_of_sums { 1.0 } else { of(&scale, step, j) };
                sum += a.numbers[i * k + step] * y;
            }
            sum *= if is_of_sums { one(&scale, j) } else { 1.0 };
            sum += bias.as_ref().map_or(0.0, |bias| one(bias, j));
            if let Some(factor) = &quant_scale {
                let bytes = tensor(&arguments["quantScaleOptional"]).unwrap().elements();
                sum = (sum * one(factor, j))
                    .round_ties_even()
                    .clamp(-256.0, 255.0);
                sum += match &quant_offset {
                    Some(offset) => one(offset, j).round_ties_even(),
                    None => word_of(&bytes, if factor.0.len() == 1 { 0 } else { j }).1,
                };
            }
            results.extend(stored(sum, out.dtype));
        }
    }
    vec![results]
}

/// `(x, weight, groupList, yRef, transposeX, transposeWeight, groupType[, groupListType])`.
pub fn added(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [x, weight, y] = ["x", "weight", "yRef"].map(|at| tensor(&arguments[at]).unwrap());
    let kind = match arguments.get(7) {
        Some(Argument::Int(kind)) => *kind,
        _ => 0,
    };
    let [m, n] = [x, weight].map(|tensor| tensor.shape[1] as usize);
    let (left, right, before) = (values(x, None), values(weight, None), values(y, None));
    let mut results = Vec::new();
    let mut first = 0;
    for (group, rows) in sizes(&groups(&arguments["groupList"]).unwrap(), kind) {
        for i in 0..m {
            for j in 0..n {
                let steps = first..first + rows;
                let sum: f64 = steps.map(|k| left[k * m + i] * right[k * n + j]).sum();
                results.extend(stored(sum + before[(group * m + i) * n + j], F32));
            }
        }
        first += rows;
    }
    vec![results]
}

/// `(weight, weightInt4Pack)`.
pub fn packed(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (weight, out) = (
        tensor(&arguments["weight"]).unwrap(),
        tensor(&arguments["weightInt4Pack"]).unwrap(),
    );
    let numbers = values(weight, None);
    let nearest = |x: f64| -> u8 {
        let codes = 0..8_u8;
        let distance = |code: &u8| (super::quantised::value_of(F4E2m1, *code) - x.abs()).abs();
        let best = codes
            .min_by(|a, b| {
                distance(a)
                    .total_cmp(&distance(b))
                    .then((a % 2).cmp(&(b % 2)))
            })
            .unwrap();
        best | if x.is_sign_negative() { 8 } else { 0 }
    };
    let code = |x: f64| {
        if weight.dtype == F32 {
            nearest(x)
        } else {
            x as i64 as u8 & 15
        }
    };
    let codes: Vec<u8> = numbers.iter().map(|&x| code(x)).collect();
    let scale = if out.dtype.bits() == 32 { 8 } else { 1 };
    let stored: Vec<u8> = match &out.shown {
        None => codes,
        Some(_) => {
            let shape = shape(weight);
            let [rows, columns] = [shape[shape.len() - 2], shape[shape.len() - 1]];
            let block = *out.shape.last().unwrap() as usize * scale;
            let mut all = Vec::new();
            for matrix in 0..codes.len() / (rows * columns) {
                for first in (0..columns).step_by(block) {
                    for row in 0..rows.next_multiple_of(16) {
                        for column in first..first + block {
                            let is_there = row < rows && column < columns;
                            all.push(if is_there {
                                codes[(matrix * rows + row) * columns + column]
                            } else {
                                0
                            });
                        }
                    }
                }
            }
            all
        }
    };
    vec![stored.chunks(2).map(|two| two[0] | two[1] << 4).collect()]
}

/// `(x1, x2, scale1, scale2, groupList, yRef, groupListType, groupSize)`, or `(x1, x2, scale1, scale2, yRef, transposeX1, transposeX2, groupSize)`.
pub fn added_codes(arguments: &Arguments) -> Vec<Vec<u8>> {
    let has_list = matches!(
        arguments[["transposeX2", "groupListType"]],
        Argument::Int(_)
    );
    let [x1, x2, scale1, scale2, y] = [
        ["x1"; 2],
        ["x2"; 2],
        ["x1ScaleOptional", "scale1Optional"],
        ["x2Scale", "scale2"],
        ["yRef"; 2],
    ]
    .map(|names| tensor(&arguments[names]).unwrap());
    let [k, m, n] = [x1.shape[0], x1.shape[1], x2.shape[1]].map(|extent| extent as usize);
    let [left, right, first, second, before] =
        [x1, x2, scale1, scale2, y].map(|tensor| values(tensor, None));
    let parts = match has_list {
        true => sizes(&groups(&arguments["groupList"]).unwrap(), 0),
        false => vec![(0, k)],
    };
    let powers = scale1.dtype == F8E8m0;
    let (mut results, mut start) = (Vec::new(), 0);
    for (group, rows) in parts {
        for i in 0..m {
            for j in 0..n {
                let mut sum = 0.0;
                for step in 0..rows {
                    let mut product = left[(start + step) * m + i] * right[(start + step) * n + j];
                    if powers {
                        let pair = if has_list { start / 64 + group } else { 0 } + step / 64;
                        product *= first[(pair * m + i) * 2 + step / 32 % 2]
                            * second[(pair * n + j) * 2 + step / 32 % 2];
                    }
                    sum += product;
                }
                if !powers {
                    let own = if scale2.shape.len() == 2 && scale2.shape[1] > 1 {
                        group * n + j
                    } else {
                        group
                    };
                    sum *= first[group] * second[own];
                }
                results.extend(stored(sum + before[(group * m + i) * n + j], F32));
            }
        }
        start += rows;
    }
    vec![results]
}

/// `(x1, x2, x1Scale, x2Scale, yScale, x1Offset, x2Offset, yOffset, bias, x3, fusedOpType, groupSize, out)`.
pub fn fused(arguments: &Arguments) -> Vec<Vec<u8>> {
    let mut plain = arguments.to_vec();
    let last = plain.len() - 1;
    let dtype = plain[last].dtype().unwrap();
    // The same products in numbers of 53 bits.
    plain[last].set_dtype(F64);
    let sums = product(&arguments.with(plain)).remove(0);
    let Argument::Text(name) = arguments["fusedOpType"] else {
        panic!("a name")
    };
    let of = |x: f64| match name {
        "gelu_tanh" => super::grouped::activated(x, 2),
        _ => super::gradients::gelu_erf_of(&rug::Float::with_val(200, x)).to_f64(),
    };
    let results = sums
        .chunks(8)
        .flat_map(|bytes| stored(of(f64::from_le_bytes(bytes.try_into().unwrap())), dtype));
    vec![results.collect()]
}

/// `aclnnQuantMatmulReduceSumWeightNz`.
pub fn summed(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (a, b) = (
        side(tensor(&arguments["x1"]).unwrap(), false),
        side(tensor(&arguments["x2"]).unwrap(), false),
    );
    let [rows, columns] = ["x1Scale", "x2Scale"].map(|at| read(&arguments[at]).unwrap().0);
    let (m, k, n) = (a.rows, a.columns, b.columns);
    let mut results = Vec::new();
    for i in 0..m {
        for (j, column) in columns.iter().enumerate().take(n) {
            let of = |matrix: usize| {
                let products = (0..k).map(|step| {
                    a.numbers[(matrix * m + i) * k + step] * b.numbers[(matrix * k + step) * n + j]
                });
                products.sum::<f64>() * rows[matrix * m + i]
            };
            results.extend(stored((0..a.batch[0]).map(of).sum::<f64>() * column, Bf16));
        }
    }
    vec![results]
}
