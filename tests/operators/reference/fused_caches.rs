//! Rows that are normalised, rotated, quantised and written to caches, by their definitions.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::caches::{number, numbers, packed, place, text};
use super::movement::Array;
use super::quantised;
use super::quantisers::encode as encode_codes;
use super::rotary::turned;
use super::rows::{boolean, float, floats, int, tensor};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, encode};

/// A number in the type of a tensor: rounded to the nearest, of two the even one, within the type.
fn stored(value: &Float, dtype: Dtype) -> Vec<u8> {
    match dtype {
        Dtype::I8 => {
            let whole = value.clone().round_even().to_f64().clamp(-128.0, 127.0);
            vec![whole as i8 as u8]
        }
        Dtype::Hifloat8 | Dtype::F8E5m2 | Dtype::F8E4m3fn => vec![quantised::code(value, dtype)],
        _ => encode(&Number::Real(value.clone()), dtype),
    }
}

/// A row divided by the root of the mean of its squares.
pub fn normed(row: &[Float], gamma: &[Float], epsilon: f64) -> Vec<Float> {
    let squares = row.iter().fold(float(0.0), |sum, x| sum + x * x.clone());
    let root = (squares / row.len() as u32 + epsilon).sqrt();
    let each = row.iter().zip(gamma);
    each.map(|(x, weight)| x / root.clone() * weight).collect()
}

fn shape(argument: &Argument) -> Vec<usize> {
    let shape = &tensor(argument).shape;
    shape.iter().map(|&extent| extent as usize).collect()
}

fn optional(argument: &Argument) -> Option<Vec<Float>> {
    (!argument.tensors().is_empty()).then(|| floats(argument))
}

/// Scales or offsets of a head's column, of tensors of one number, of columns, or of heads and columns.
fn of_column(
    of: &Option<Vec<Float>>,
    heads: usize,
    width: usize,
    head: usize,
    column: usize,
) -> Option<Float> {
    let of = of.as_ref()?;
    let at = match of.len() {
        1 => 0,
        count if count == width && count != heads * width => column,
        _ => head * width + column,
    };
    Some(of[at].clone())
}

/// The bytes of results.
fn bytes(of: &[Vec<Vec<Float>>], dtype: Dtype) -> Vec<u8> {
    let all = of.iter().flatten().flatten();
    all.flat_map(|value| encode(&Number::Real(value.clone()), dtype))
        .collect()
}

/// A cache with rows of heads written at slots; `[token][head][element]`.
fn written(
    cache: &Argument,
    rows: &[Vec<Vec<Float>>],
    slots: &[Option<i64>],
    at: impl Fn(&[i64], i64, i64, i64) -> usize,
    quantise: impl Fn(&Float, usize, usize) -> Float,
) -> Vec<u8> {
    let dtype = tensor(cache).dtype;
    let mut array = Array::of(tensor(cache));
    for (row, slot) in rows.iter().zip(slots) {
        let Some(slot) = *slot else {
            continue;
        };
        for (head, elements) in row.iter().enumerate() {
            for (column, value) in elements.iter().enumerate() {
                let place = at(&array.shape, slot, head as i64, column as i64);
                array.elements[place] = stored(&quantise(value, head, column), dtype);
            }
        }
    }
    packed(&array, dtype)
}

/// `kv`, `gamma`, `cos`, `sin`, `index`, both caches, scales, offsets, perhaps `v`, `epsilon`, the mode, whether results are written, both results.
pub fn kv_rows(arguments: &Arguments) -> Vec<Vec<u8>> {
    let v = arguments
        .find("vOptional")
        .filter(|v| !v.tensors().is_empty());
    let Argument::Float(epsilon) = arguments["epsilon"] else {
        panic!("epsilon")
    };
    let mode = text(&arguments["cacheModeOptional"]);
    let is_output = boolean(&arguments["isOutputKv"]);
    let &[batch, heads, tokens, width] = shape(&arguments["kv"]).as_slice() else {
        panic!("four dimensions")
    };
    let [kv, gamma, cos, sin] = ["kv", "gamma", "cos", "sin"].map(|at| floats(&arguments[at]));
    let angles = shape(&arguments["cos"]);
    let turn = angles[3];
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    for sequence in 0..batch {
        for token in 0..tokens {
            let (mut key, mut value) = (Vec::new(), Vec::new());
            for head in 0..heads {
                let row = |of: &[Float], width: usize| {
                    let first = ((sequence * heads + head) * tokens + token) * width;
                    of[first..first + width].to_vec()
                };
                let pick = |axis: usize, index: usize| if angles[axis] == 1 { 0 } else { index };
                let at =
                    (pick(0, sequence) * angles[1] + pick(1, head)) * angles[2] + pick(2, token);
                let angle = |of: &[Float]| of[at * turn..(at + 1) * turn].to_vec();
                let (cos, sin) = (angle(&cos), angle(&sin));
                let own = row(&kv, width);
                match &v {
                    None => {
                        let normal = gamma.len();
                        value.push(normed(&own[..normal], &gamma, epsilon));
                        key.push(turned(3, &own[normal..], &cos, &sin));
                    }
                    Some(v) => {
                        let mut all = normed(&own, &gamma, epsilon);
                        let part = turned(3, &all[..turn], &cos, &sin);
                        all.splice(..turn, part);
                        key.push(all);
                        value.push(row(&floats(v), *tensor(v).shape.last().unwrap() as usize));
                    }
                }
            }
            keys.push(key);
            values.push(value);
        }
    }
    let index = numbers(&arguments["index"]);
    let mut outputs = Vec::new();
    for (number, rows) in [&keys, &values].into_iter().enumerate() {
        let cache = &arguments[["kCacheRef", "ckvCacheRef"][number]];
        let (scale, offset) = (
            optional(&arguments[["kRopeScaleOptional", "cKvScaleOptional"][number]]),
            optional(&arguments[["kRopeOffsetOptional", "cKvOffsetOptional"][number]]),
        );
        let extents = tensor(cache).shape.clone();
        let is_norm = matches!(mode, "" | "Norm");
        let per_block = extents[1];
        let slots = (0..batch * tokens).map(|at| {
            let (sequence, token) = (at / tokens, (at % tokens) as i64);
            let slot = match mode {
                "PA_BLK_BNSD" | "PA_BLK_NZ" => {
                    let of_sequence = (tokens as i64 + per_block - 1) / per_block;
                    let entry = index[(sequence as i64 * of_sequence + token / per_block) as usize];
                    if entry < 0 {
                        entry
                    } else {
                        entry / per_block * per_block + token % per_block
                    }
                }
                _ => index[at],
            };
            (slot >= 0).then_some(match is_norm {
                true => sequence as i64 * 1_000_000 + slot,
                false => slot,
            })
        });
        let slots: Vec<_> = slots.collect();
        let width = rows[0][0].len();
        let at = |shape: &[i64], slot: i64, head: i64, column: i64| {
            if is_norm {
                return number_of(shape, &[slot / 1_000_000, head, slot % 1_000_000, column]);
            }
            if !mode.contains("NZ") {
                return number_of(shape, &[slot / shape[1], slot % shape[1], head, column]);
            }
            let c0 = if tensor(cache).dtype.bits() == 8 {
                32
            } else {
                16
            };
            let stored = [shape[0], shape[2], shape[3] / c0, shape[1], c0];
            let place = [
                slot / shape[1],
                head,
                column / c0,
                slot % shape[1],
                column % c0,
            ];
            number_of(&stored, &place)
        };
        let is_quantised = tensor(cache).dtype.bits() == 8;
        outputs.push(written(cache, rows, &slots, at, |value, head, column| {
            let mut value = value.clone();
            let of = |of: &Option<Vec<Float>>| of_column(of, heads, width, head, column);
            if is_quantised {
                value = of(&scale).map_or(value.clone(), |scale| value * scale);
                value = of(&offset).map_or(value.clone(), |offset| value + offset);
            }
            value
        }));
    }
    let is_norm = matches!(mode, "" | "Norm");
    let is_quantised = ["kCacheRef", "ckvCacheRef"]
        .iter()
        .any(|&cache| tensor(&arguments[cache]).dtype.bits() == 8);
    let is_written = is_output && (!is_norm || (v.is_some() && is_quantised));
    for (number, rows) in [&keys, &values].into_iter().enumerate() {
        let Some(result) = arguments[["kRopeOut", "cKvOut"][number]].tensors().first() else {
            continue;
        };
        if !is_written {
            outputs.push(result.elements());
            continue;
        }
        // Sequences, heads, tokens, elements.
        let mut all = Vec::new();
        for sequence in 0..batch {
            let of_sequence = &rows[sequence * tokens..(sequence + 1) * tokens];
            all.extend((0..heads).map(|head| {
                let of_head = of_sequence.iter().map(|token| token[head].clone());
                of_head.collect::<Vec<_>>()
            }));
        }
        outputs.push(bytes(&all, result.dtype));
    }
    outputs
}

fn number_of(shape: &[i64], index: &[i64]) -> usize {
    number(shape, index)
}

/// `qkv`, `qGamma`, `kGamma`, `cos`, `sin`, `index`, `qOut`, `kCache`, `vCache`, scales, offsets, `qkvSize`, `headNums`, `epsilon`, the mode, three results.
pub fn qkv_rows(arguments: &Arguments) -> Vec<Vec<u8>> {
    let Argument::Ints(size) = &arguments["qkvSize"] else {
        panic!("qkvSize")
    };
    let Argument::Ints(heads) = &arguments["headNums"] else {
        panic!("headNums")
    };
    let Argument::Float(epsilon) = arguments["epsilon"] else {
        panic!("epsilon")
    };
    let [batch, tokens, all, width] = [0, 1, 2, 3].map(|at| size[at] as usize);
    let [of_q, of_k, _] = [0, 1, 2].map(|at| heads[at] as usize);
    let [qkv, q_gamma, k_gamma, cos, sin] =
        ["qkv", "qGamma", "kGamma", "cos", "sin"].map(|at| floats(&arguments[at]));
    let of_angles = tensor(&arguments["cos"]).shape[0] as usize / batch;
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    for token in 0..batch * tokens {
        let at = match of_angles {
            1 => token / tokens,
            _ => token,
        };
        let angle = |of: &[Float]| of[at * width..(at + 1) * width].to_vec();
        let (cos, sin) = (angle(&cos), angle(&sin));
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for head in 0..all {
            let row = &qkv[(token * all + head) * width..][..width];
            match head {
                _ if head < of_q => {
                    parts[0].push(turned(0, &normed(row, &q_gamma, epsilon), &cos, &sin));
                }
                _ if head < of_q + of_k => {
                    parts[1].push(turned(0, &normed(row, &k_gamma, epsilon), &cos, &sin));
                }
                _ => parts[2].push(row.to_vec()),
            }
        }
        for (rows, part) in rows.iter_mut().zip(parts) {
            rows.push(part);
        }
    }
    let dtype = tensor(&arguments["qkv"]).dtype;
    let slots: Vec<_> = numbers(&arguments["index"])
        .into_iter()
        .map(|slot| (slot >= 0).then_some(slot))
        .collect();
    let mut outputs = vec![bytes(&rows[0], dtype)];
    for number in [1, 2] {
        let cache = &arguments[["kCache", "vCache"][number - 1]];
        let (scale, offset) = (
            optional(&arguments[["kScaleOptional", "vScaleOptional"][number - 1]]),
            optional(&arguments[["kOffsetOptional", "vOffsetOptional"][number - 1]]),
        );
        let at = |shape: &[i64], slot: i64, head: i64, column: i64| {
            number_of(
                shape,
                &place(shape, "PA_NZ", of_k as i64, slot, head, column),
            )
        };
        let is_quantised = tensor(cache).dtype == Dtype::I8;
        outputs.push(written(
            cache,
            &rows[number],
            &slots,
            at,
            |value, head, column| {
                let of = |of: &Option<Vec<Float>>| of_column(of, of_k, width, head, column);
                let mut value = value.clone();
                if is_quantised {
                    value = of(&scale).map_or(value.clone(), |scale| value / scale);
                    value = of(&offset).map_or(value.clone(), |offset| value + offset);
                }
                value
            },
        ));
    }
    let results = ["qOutBeforeQuant", "kOutBeforeQuant", "vOutBeforeQuant"];
    for (number, result) in results.into_iter().enumerate() {
        if let Some(result) = arguments[result].tensors().first() {
            outputs.push(match result.numel() {
                0 => Vec::new(),
                _ => bytes(&rows[number], dtype),
            });
        }
    }
    outputs
}

/// `x`, `cos`, `sin`, both caches, `indices`, scales, offsets, `weightScale`, `activationScale`, `bias`, `sizeSplits`, two words, `kvOutput`, the mode, three results.
pub fn dequantised_rows(arguments: &Arguments) -> Vec<Vec<u8>> {
    let Argument::Ints(splits) = &arguments["sizeSplits"] else {
        panic!("sizeSplits")
    };
    let x_shape = shape(&arguments["x"]);
    let (columns, batch) = (*x_shape.last().unwrap(), x_shape[0]);
    let tokens = if x_shape.len() == 3 { x_shape[1] } else { 1 };
    let cache = shape(&arguments["kCacheRef"]);
    let (per_block, heads, width) = (cache[1], cache[2], cache[3]);
    let of_q = splits[0] as usize / width;
    let is_integer = tensor(&arguments["x"]).dtype == Dtype::I32;
    let [x, cos, sin] = ["x", "cos", "sin"].map(|at| floats(&arguments[at]));
    let [weight, activation, bias] = [
        "weightScaleOptional",
        "activationScaleOptional",
        "biasOptional",
    ]
    .map(|at| optional(&arguments[at]));
    let is_bias_first = arguments["biasOptional"].dtype() == Some(Dtype::I32);
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    for token in 0..batch * tokens {
        let own: Vec<Float> = (0..columns)
            .map(|column| {
                let mut value = x[token * columns + column].clone();
                if is_integer {
                    let added = bias
                        .as_ref()
                        .map_or(float(0.0), |bias| bias[column].clone());
                    if is_bias_first {
                        value += &added;
                    }
                    value *= &weight.as_ref().expect("a scale")[column];
                    if let Some(activation) = &activation {
                        value *= &activation[token];
                    }
                    if !is_bias_first {
                        value += added;
                    }
                }
                value
            })
            .collect();
        let angle = |of: &[Float]| of[token * width..(token + 1) * width].to_vec();
        let (cos, sin) = (angle(&cos), angle(&sin));
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for (head, row) in own.chunks(width).enumerate() {
            match head {
                _ if head < of_q => parts[0].push(turned(0, row, &cos, &sin)),
                _ if head < of_q + heads => parts[1].push(turned(0, row, &cos, &sin)),
                _ => parts[2].push(row.to_vec()),
            }
        }
        for (rows, part) in rows.iter_mut().zip(parts) {
            rows.push(part);
        }
    }
    let indices = numbers(&arguments["indices"]);
    let slots: Vec<_> = (0..batch * tokens)
        .map(|token| {
            Some(match text(&arguments["cacheModeOptional"]) {
                "page" => indices[token],
                _ => {
                    let sequence = token / tokens;
                    (sequence * per_block + token % tokens) as i64 + indices[sequence]
                }
            })
        })
        .collect();
    let mut outputs = Vec::new();
    for number in [1, 2] {
        let (scale, offset) = (
            optional(&arguments[["scaleK", "scaleV"][number - 1]]),
            optional(&arguments[["offsetKOptional", "offsetVOptional"][number - 1]]),
        );
        let at = |shape: &[i64], slot: i64, head: i64, column: i64| {
            number_of(shape, &[slot / shape[1], slot % shape[1], head, column])
        };
        outputs.push(written(
            &arguments[["kCacheRef", "vCacheRef"][number - 1]],
            &rows[number],
            &slots,
            at,
            |value, head, column| {
                let of = |of: &Option<Vec<Float>>| of_column(of, heads, width, head, column);
                let value = value.clone() / of(&scale).expect("a scale");
                match of(&offset) {
                    Some(offset) => value + offset,
                    None => value,
                }
            },
        ));
    }
    let is_output = boolean(&arguments["kvOutput"]);
    for (number, result) in ["qOut", "kOut", "vOut"].into_iter().enumerate() {
        if let Some(result) = arguments[result].tensors().first() {
            outputs.push(match number == 0 || is_output {
                true => bytes(&rows[number], result.dtype),
                false => result.elements(),
            });
        }
    }
    outputs
}

/// `selfRef`, `indices`, `updates`, `quantScales`, `quantZeroPoints`, `axis`, `quantAxis`, `reduction`.
pub fn quantised_updates(arguments: &Arguments) -> Vec<Vec<u8>> {
    let target = tensor(&arguments["selfRef"]);
    let mut array = Array::of(target);
    let indices = numbers(&arguments["indices"]);
    let per_update = if tensor(&arguments["indices"]).shape.len() == 2 {
        2
    } else {
        1
    };
    let updates = floats(&arguments["updates"]);
    let shape = tensor(&arguments["updates"]).shape.clone();
    let scales = floats(&arguments["quantScales"]);
    let points = optional(&arguments["quantZeroPoints"]);
    let rank = shape.len() as i64;
    let axis = int(&arguments["axis"]).rem_euclid(rank) as usize;
    for (at, value) in updates.iter().enumerate() {
        let mut place = vec![0_i64; shape.len()];
        let mut rest = at as i64;
        for k in (0..shape.len()).rev() {
            place[k] = rest % shape[k];
            rest /= shape[k];
        }
        let update = place[0] as usize;
        let column = *place.last().unwrap() as usize;
        if per_update == 2 {
            place[0] = indices[2 * update];
        }
        place[axis] += indices[update * per_update + per_update - 1];
        let mut value = value.clone() / &scales[column];
        if let Some(points) = &points {
            value += &points[column];
        }
        let code = match arguments.find("roundMode").map(text) {
            Some("hybrid") => encode_codes(target.dtype, false, "hybrid", &[value.to_f64()]),
            _ => stored(&value, target.dtype),
        };
        array.elements[number(&array.shape, &place)] = code;
    }
    vec![packed(&array, target.dtype)]
}
