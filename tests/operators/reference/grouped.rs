//! Grouped products, by index in DOUBLE: of samples whose products and sums are exact there.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use super::quantised::value_of;
use super::reductions::doubles;
use crate::argument::{Argument, POISON, Tensor, dense};
use crate::arguments::Arguments;
use crate::number::{Number, encode};

/// The numbers of a tensor in row-major order of what it shows: of FRACTAL_NZ in plain order, of words of four-bit numbers these.
pub fn values(tensor: &Tensor, words: Option<Dtype>) -> Vec<f64> {
    let bytes = tensor.elements();
    let dtype = match words {
        Some(dtype) if tensor.dtype.bits() == 32 => dtype,
        _ => tensor.dtype,
    };
    let codes = match dtype {
        I4 | F4E2m1 | F4E1m2 => 0..16,
        Hifloat8 | F8E5m2 | F8E4m3fn | F8E8m0 => 0..256,
        _ => 0..0,
    };
    let table: Vec<f64> = codes
        .map(|code: u16| code as u8)
        .map(|code| value_of(dtype, code))
        .collect();
    let all: Vec<f64> = match dtype {
        I4 | F4E2m1 | F4E1m2 => bytes
            .iter()
            .flat_map(|byte| [byte & 15, byte >> 4])
            .map(|code| table[usize::from(code)])
            .collect(),
        Hifloat8 | F8E5m2 | F8E4m3fn | F8E8m0 => {
            bytes.iter().map(|&code| table[usize::from(code)]).collect()
        }
        _ => doubles(tensor),
    };
    let Some((shape, strides)) = &tensor.shown else {
        if dtype.bits() == 4 && dtype == tensor.dtype && tensor.strides != dense(&tensor.shape) {
            // Bytes of packed numbers lie as they are, in the order of the transpose.
            let [rows, columns] = [tensor.shape[0], tensor.shape[1]].map(|extent| extent as usize);
            return (0..rows * columns)
                .map(|i| all[i % columns * rows + i / columns])
                .collect();
        }
        return all;
    };
    if tensor.format == aclFormat::ACL_FORMAT_ND {
        let places = shape.iter().zip(strides).fold(vec![0], |places, axis| {
            let (&extent, &stride) = axis;
            let along = |place: i64| (0..extent).map(move |at| place + at * stride);
            places.into_iter().flat_map(along).collect()
        });
        return places.into_iter().map(|at| all[at as usize]).collect();
    }
    // FRACTAL_NZ of what is shown, or of its transpose: columns in blocks, all rows of a block together.
    let rank = shape.len();
    let scale = if dtype == tensor.dtype { 1 } else { 8 };
    let is_turned = *strides != dense(shape);
    let mut extents: Vec<usize> = shape.iter().map(|&extent| extent as usize).collect();
    extents[rank - 1 - usize::from(is_turned)] *= scale;
    let [rows, columns] = [extents[rank - 2], extents[rank - 1]];
    let block = *tensor.shape.last().unwrap() as usize * scale;
    let (across, along) = if is_turned {
        (rows, columns)
    } else {
        (columns, rows)
    };
    let matrix = across.div_ceil(block) * block * along.next_multiple_of(16);
    let mut plain = Vec::new();
    for number in 0..extents[..rank - 2].iter().product() {
        for row in 0..rows {
            for column in 0..columns {
                let (cut, other) = if is_turned {
                    (row, column)
                } else {
                    (column, row)
                };
                let at = (cut / block * along.next_multiple_of(16) + other) * block + cut % block;
                plain.push(all[number * matrix + at]);
            }
        }
    }
    plain
}

/// The shape that a tensor shows.
pub fn shape(tensor: &Tensor) -> Vec<usize> {
    let shape = tensor
        .shown
        .as_ref()
        .map_or(&tensor.shape, |shown| &shown.0);
    shape.iter().map(|&extent| extent as usize).collect()
}

/// The FLOAT of a word, of which 19 bits count, and its offset.
pub fn word_of(bytes: &[u8], at: usize) -> (f64, f64) {
    let word = u64::from_le_bytes(bytes[8 * at..8 * at + 8].try_into().unwrap());
    let offset = (word >> 37 & 0x1ff) as i64;
    let offset = if offset > 255 { offset - 512 } else { offset };
    (f32::from_bits(word as u32 & !0x1fff).into(), offset as f64)
}

fn list(argument: &Argument) -> Vec<Tensor> {
    argument.tensors().to_vec()
}

/// Bytes of a number of a type, rounded once.
pub fn stored(x: f64, dtype: Dtype) -> Vec<u8> {
    match dtype {
        I8 => vec![x.round_ties_even().clamp(-128.0, 127.0) as i8 as u8],
        I32 => (x as i64 as i32).to_le_bytes().to_vec(),
        _ => encode(&Number::from(x), dtype),
    }
}

/// The functions that `actType` names.
pub fn activated(x: f64, act: i64) -> f64 {
    let logistic = |t: f64| 1.0 / (1.0 + (-t).exp());
    match act {
        1 => x.max(0.0),
        2 => x * logistic(2.0 * (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x)),
        4 => x * logistic(1.702 * x),
        5 => x * logistic(x),
        _ => x,
    }
}

/// One product: its group, tensor and first row of `x`, rows, first step, steps, first step of the weight, tensor and matrix of the weight, tensor and first
/// row of the output.
struct Part {
    group: usize,
    x: usize,
    row: usize,
    rows: usize,
    step: usize,
    steps: usize,
    weight_step: usize,
    weight: (usize, usize),
    out: (usize, usize),
}

/// Sizes of groups and their numbers, from a list of one of the three types.
pub fn sizes(numbers: &[i64], kind: i64) -> Vec<(usize, usize)> {
    match kind {
        2 => numbers
            .chunks(2)
            .map(|pair| (pair[0] as usize, pair[1] as usize))
            .collect(),
        1 => numbers
            .iter()
            .map(|&size| size as usize)
            .enumerate()
            .collect(),
        _ => {
            let mut before = 0;
            let size = |(group, &end): (usize, &i64)| {
                let size = end - before;
                before = end;
                (group, size as usize)
            };
            numbers.iter().enumerate().map(size).collect()
        }
    }
}

/// The numbers of a list of groups.
pub fn groups(argument: &Argument) -> Option<Vec<i64>> {
    match argument {
        Argument::Ints(ends) => Some(ends.clone()),
        Argument::Tensor(tensor) => Some(values(tensor, None).iter().map(|&x| x as i64).collect()),
        _ => None,
    }
}

/// The arguments of a version.
struct Given {
    x: Vec<Tensor>,
    weight: Vec<Tensor>,
    bias: Vec<Tensor>,
    scale: Vec<Tensor>,
    offset: Vec<Tensor>,
    antiquant: [Vec<Tensor>; 2],
    per_token: Vec<Tensor>,
    groups: Option<Vec<i64>>,
    group_type: i64,
    kind: i64,
    act: i64,
    /// True if weights are of columns by steps, as `tuningConfigOptional` says.
    is_turned: bool,
    out: Vec<Tensor>,
}

fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(number) => *number,
        other => panic!("{other:?}"),
    }
}

fn given(arguments: &Arguments) -> Given {
    let word = |name: &str| arguments.find(name).map(int);
    let at = |name: &str| arguments.find(name).map(list).unwrap_or_default();
    let (x, weight, out) = (at("x"), at("weight"), list(&arguments[["y", "out"]]));
    let group_type = match word("groupType") {
        Some(group_type) => group_type,
        None if x.len() == weight.len() && out.len() == weight.len() => -1,
        None => 0,
    };
    let (kind, act) = (
        word("groupListType").unwrap_or_default(),
        word("actType").unwrap_or_default(),
    );
    Given {
        x,
        weight,
        bias: at("biasOptional"),
        scale: at("scaleOptional"),
        offset: at("offsetOptional"),
        antiquant: [at("antiquantScaleOptional"), at("antiquantOffsetOptional")],
        per_token: at("perTokenScaleOptional"),
        groups: groups(&arguments["groupListOptional"]),
        group_type,
        kind,
        act,
        is_turned: matches!(
            arguments.find("tuningConfigOptional"),
            Some(Argument::Ints(config)) if config.get(1) == Some(&1)
        ),
        out,
    }
}

impl Given {
    fn parts(&self) -> Vec<Part> {
        let many = self.weight.len() > 1 || shape(&self.weight[0]).len() == 2;
        let rows_of = |tensor: &Tensor| {
            let shape = shape(tensor);
            shape[..shape.len() - 1].iter().product::<usize>()
        };
        let words = |tensor: &Tensor| if tensor.dtype == I32 { 8 } else { 1 };
        let last = |tensor: &Tensor| shape(tensor).last().unwrap() * words(tensor);
        let mut parts = Vec::new();
        let (mut row, mut step) = (0, 0);
        if self.group_type == 2 {
            let rows = rows_of(&self.x[0]);
            let steps_of = |tensor: &Tensor| shape(tensor)[0];
            let groups = match (&self.groups, self.weight.len()) {
                (Some(numbers), 1) => sizes(numbers, self.kind),
                _ => self.weight.iter().map(steps_of).enumerate().collect(),
            };
            for (group, steps) in groups {
                let is_one = self.weight.len() == 1;
                parts.push(Part {
                    group,
                    x: 0,
                    row: 0,
                    rows,
                    step,
                    steps,
                    weight_step: if is_one { step } else { 0 },
                    weight: (if is_one { 0 } else { group }, 0),
                    out: if is_one {
                        (0, group * rows)
                    } else {
                        (group, 0)
                    },
                });
                step += steps;
            }
            return parts;
        }
        let groups: Vec<(usize, usize)> = match &self.groups {
            Some(numbers) if self.x.len() == 1 => sizes(numbers, self.kind),
            _ => self.x.iter().map(rows_of).enumerate().collect(),
        };
        for (group, rows) in groups {
            let is_own = self.x.len() > 1;
            parts.push(Part {
                group,
                x: if is_own { group } else { 0 },
                row: if is_own { 0 } else { row },
                rows,
                step: 0,
                steps: last(&self.x[if is_own { group } else { 0 }]),
                weight_step: 0,
                weight: if many {
                    (if self.weight.len() > 1 { group } else { 0 }, 0)
                } else {
                    (0, group)
                },
                out: if self.out.len() > 1 {
                    (group, 0)
                } else {
                    (0, row)
                },
            });
            row += rows;
        }
        parts
    }
}

/// The number at a place of a tensor of these extents.
fn at(numbers: &[f64], shape: &[usize], index: &[usize]) -> f64 {
    let place = shape
        .iter()
        .zip(index)
        .fold(0, |place, (extent, i)| place * extent + i);
    numbers[place]
}

/// The bytes of all outputs of a version of `aclnnGroupedMatmul`.
pub fn grouped(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = given(arguments);
    let mut results: Vec<Vec<u8>> = of
        .out
        .iter()
        .map(|out| vec![POISON; out.numel() * out.size()])
        .collect();
    let (left, right) = (of.x[0].dtype, of.weight[0].dtype);
    let is_four = |dtype| matches!(dtype, I4 | I32);
    let is_words = left == I8 && is_four(right) && of.antiquant[0].is_empty();
    let powers = |list: &[Tensor]| list.first().is_some_and(|tensor| tensor.dtype == F8E8m0);
    let words_of_weight = if right == F32 && powers(&of.antiquant[0]) {
        F4E2m1
    } else {
        I4
    };
    let x: Vec<_> =
        of.x.iter()
            .map(|tensor| values(tensor, Some(I4).filter(|_| is_four(left))))
            .collect();
    let is_packed = is_four(right) || words_of_weight == F4E2m1;
    let mut weight: Vec<_> = of
        .weight
        .iter()
        .map(|tensor| values(tensor, Some(words_of_weight).filter(|_| is_packed)))
        .collect();
    if of.is_turned {
        for (numbers, tensor) in weight.iter_mut().zip(&of.weight) {
            let columns = shape(tensor)[1];
            let matrix = numbers.len() / shape(tensor)[0];
            let steps = matrix / columns;
            *numbers = (0..numbers.len())
                .map(|i| {
                    let (step, column) = (i % matrix / columns, i % columns);
                    numbers[i / matrix * matrix + column * steps + step]
                })
                .collect();
        }
    }
    let all = |list: &[Tensor]| -> Vec<(Vec<f64>, Vec<usize>)> {
        let of = |tensor: &Tensor| {
            let numbers = match tensor.dtype {
                U64 | I64 => Vec::new(),
                _ => values(tensor, None),
            };
            (numbers, shape(tensor))
        };
        list.iter().map(of).collect()
    };
    let [bias, scale, offset, per_token] =
        [&of.bias, &of.scale, &of.offset, &of.per_token].map(|list| all(list));
    let antiquant = of.antiquant.each_ref().map(|list| all(list));
    let out_dtype = of.out[0].dtype;
    let blocked = is_blocked(&of);
    let [scale_powers, token_powers, antiquant_powers] =
        [&of.scale, &of.per_token, &of.antiquant[0]].map(|list| powers(list));
    let scale_words: Vec<Vec<u8>> = of.scale.iter().map(Tensor::elements).collect();
    let groups_of_four = is_four(left) && of.scale[0].shape.len() == 3;
    for part in of.parts() {
        let [wt, wm] = [part.weight.0, part.weight.1];
        let mut weight_shape = shape(&of.weight[wt]);
        let last = weight_shape.len() - 1;
        if of.is_turned {
            weight_shape.swap(last - 1, last);
        }
        let turned = of.is_turned
            || of.weight[wt]
                .shown
                .as_ref()
                .is_some_and(|(shape, strides)| *strides != dense(shape));
        let scaled = |axis: usize| {
            if is_packed && of.weight[wt].dtype.bits() == 32 && axis == last - usize::from(turned) {
                8
            } else {
                1
            }
        };
        let k_all = weight_shape[last - 1] * scaled(last - 1);
        let n = weight_shape[last] * scaled(last);
        let x_columns = x[part.x].len() / {
            let shape = shape(&of.x[part.x]);
            shape[..shape.len() - 1].iter().product::<usize>().max(1)
        };
        let g = part.group;
        let in_list = |list: &[(Vec<f64>, Vec<usize>)]| if list.len() > 1 { g } else { 0 };
        // By group and column, in one tensor or in one of each group.
        let by_column = |list: &[(Vec<f64>, Vec<usize>)], column: usize| {
            let (numbers, shape) = &list[in_list(list)];
            match (shape.len(), list.len()) {
                (1, 1) if shape[0] == n && of.group_type == -1 => numbers[column],
                (1, 1) => numbers[g],
                (1, _) => numbers[column],
                _ if shape[1] == 1 => numbers[g],
                _ => numbers[g * n + column],
            }
        };
        // By group, group of steps and column.
        let by_steps = |list: &[(Vec<f64>, Vec<usize>)], step: usize, column: usize| {
            let (numbers, shape) = &list[in_list(list)];
            let listed = list.len() > 1 || of.group_type == -1;
            match (shape.len(), listed) {
                (3, _) => at(numbers, shape, &[g, step / (k_all / shape[1]), column]),
                (2, true) => at(numbers, shape, &[step / (k_all / shape[0]), column]),
                _ => by_column(list, column),
            }
        };
        // Powers of two: of a row or a column, in pairs along the steps.
        let turned_beside = turned_scales(&of.weight[wt]);
        let power =
            |(numbers, shape): &(Vec<f64>, Vec<usize>), lane: usize, step: usize, is_left: bool| {
                let (pair, odd) = (step / 64, step / 32 % 2);
                if of.group_type == 2 {
                    return at(numbers, shape, &[part.step / 64 + g + pair, lane, odd]);
                }
                match (shape.len(), is_left || turned_beside) {
                    (3, true) => at(numbers, shape, &[lane, pair, odd]),
                    (3, false) => at(numbers, shape, &[pair, lane, odd]),
                    (_, true) => at(numbers, shape, &[g, lane, pair, odd]),
                    (_, false) => at(numbers, shape, &[g, pair, lane, odd]),
                }
            };
        for i in 0..part.rows {
            for j in 0..n {
                let mut sum = 0.0;
                for k in 0..part.steps {
                    let (row, step) = (part.row + i, k);
                    let mut a = x[part.x][row * x_columns + part.step + k];
                    let mut b = weight[wt][(wm * k_all + part.weight_step + k) * n + j];
                    if is_words {
                        a -= 8.0;
                        let count = scale[in_list(&scale)].1.iter().rev().nth(1).unwrap();
                        let place = (if scale.len() > 1 { 0 } else { g * count }
                            + step / (k_all / count))
                            * n
                            + j;
                        let bytes = &scale_words[in_list(&scale)];
                        let own: [u8; 4] = bytes[8 * place..8 * place + 4].try_into().unwrap();
                        b *= f64::from(f32::from_le_bytes(own));
                    }
                    if groups_of_four {
                        let count = of.scale[0].shape[1] as usize;
                        b *= word_of(
                            &scale_words[0],
                            (g * count + step / (k_all / count)) * n + j,
                        )
                        .0;
                    }
                    if !antiquant[1].is_empty() {
                        b += by_steps(&antiquant[1], step, j);
                    }
                    if !antiquant[0].is_empty() {
                        b *= match antiquant_powers && !per_token.is_empty() {
                            true => power(&antiquant[0][in_list(&antiquant[0])], j, step, false),
                            false => by_steps(&antiquant[0], step, j),
                        };
                    }
                    if scale_powers {
                        b *= power(&scale[in_list(&scale)], j, step, false);
                    }
                    if token_powers {
                        a *= power(&per_token[0], row, step, true);
                    }
                    if blocked {
                        let (numbers, shape) = &scale[0];
                        b *= match of.group_type {
                            2 => at(numbers, shape, &[part.step / 128 + g + step / 128, j / 128]),
                            _ => at(numbers, shape, &[g, step / 128, j / 128]),
                        };
                        let (numbers, shape) = &per_token[0];
                        a *= match of.group_type {
                            2 => at(numbers, shape, &[part.step / 128 + g + step / 128, row]),
                            _ => at(numbers, shape, &[row, step / 128]),
                        };
                    }
                    sum += a * b;
                }
                let bias_of = || by_column(&bias, j);
                let is_first = !bias.is_empty() && of.bias[0].dtype == I32;
                if is_first || is_words {
                    sum += bias_of();
                }
                if is_words && !offset.is_empty() {
                    let total: f64 = (0..part.steps)
                        .map(|k| x[part.x][(part.row + i) * x_columns + k])
                        .sum();
                    sum += total
                        * offset[in_list(&offset)].0[if offset.len() > 1 { j } else { g * n + j }];
                }
                let mut add = 0.0;
                if !scale.is_empty()
                    && !is_words
                    && !scale_powers
                    && !blocked
                    && of.scale[0].shape.len() < 3
                    && out_dtype != I32
                {
                    match of.scale[0].dtype {
                        U64 | I64 => {
                            let is_listed = of.scale.len() > 1;
                            let place = if is_listed {
                                j
                            } else if of.scale[0].shape.len() == 2 && of.scale[0].shape[1] > 1
                                || n == 1
                            {
                                g * n + j
                            } else {
                                g
                            };
                            let words = &scale_words[if is_listed { g } else { 0 }];
                            let (factor, own) = word_of(words, place);
                            sum *= factor;
                            if out_dtype == I8 {
                                sum = sum.round_ties_even().clamp(-256.0, 255.0);
                                add = own;
                            }
                        }
                        _ => sum *= by_column(&scale, j),
                    }
                }
                sum += add;
                if !per_token.is_empty() && !token_powers && !blocked {
                    let (numbers, shape) = &per_token[0];
                    sum *= match (shape.len(), of.group_type) {
                        (1, 0) if shape[0] == of.x[0].shape[0] as usize => numbers[part.row + i],
                        (2, 2) if shape[1] > 1 => numbers[g * shape[1] + i],
                        _ => numbers[g],
                    };
                }
                if !bias.is_empty() && !is_first && !is_words {
                    sum += bias_of();
                }
                let result = stored(activated(sum, of.act), out_dtype);
                let place = ((part.out.1 + i) * n + j) * result.len();
                results[part.out.0][place..place + result.len()].copy_from_slice(&result);
            }
        }
    }
    results
}

/// True if scales of blocks of 128 steps stand on both sides.
fn is_blocked(of: &Given) -> bool {
    let Some(scale) = of.scale.first() else {
        return false;
    };
    let weight = shape(&of.weight[0]);
    let blocks = |extent: usize| extent.div_ceil(128) as i64;
    match of.group_type {
        2 => {
            scale.shape.len() == 2
                && scale.dtype == F32
                && scale.shape[1] == blocks(weight[1])
                && scale.shape[0] as usize > weight[0] / 128
                && weight[1] > 1
                && scale.shape[1] < weight[1] as i64
                && scale.shape[0] > of.out[0].shape[0]
        }
        _ => scale.shape.len() == 3 && scale.dtype == F32 && of.antiquant[0].is_empty(),
    }
}

/// True if scales beside a weight are those of a transposed one.
fn turned_scales(weight: &Tensor) -> bool {
    match &weight.shown {
        Some((shape, strides)) => *strides != dense(shape),
        None => weight.strides != dense(&weight.shape),
    }
}
