//! Rows that are stored in few bits in paged caches, and heads that are written there on the way, by their definitions.

use hostnpu::tensor::Dtype::{self, *};
use rug::Float;

use super::caches::{number, numbers, packed, text};
use super::fused_caches::normed;
use super::movement::Array;
use super::quantisers::encode;
use super::rotary::turned;
use super::rows::{boolean, floats, int, tensor};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode, encode as element};

/// The elements of a row that are positions.
const POSITIONS: usize = 64;

fn real(argument: &Argument) -> Vec<f64> {
    floats(argument).iter().map(Float::to_f64).collect()
}

/// The largest magnitude beside NaN.
fn most(numbers: &[f64]) -> f64 {
    let magnitudes = numbers.iter().filter(|x| !x.is_nan()).map(|x| x.abs());
    magnitudes.fold(0.0, f64::max)
}

/// The least power of two that is not below a scale.
fn power(scale: f32) -> f32 {
    if scale == 0.0 || scale.is_infinite() {
        return scale;
    }
    let least = (-126..=127).find(|&exponent| (exponent as f64).exp2() >= f64::from(scale));
    least.map_or(f32::INFINITY, |exponent| (exponent as f32).exp2())
}

/// The exponent of a scale, as it is stored.
fn e8m0(scale: f32) -> u8 {
    match scale.is_infinite() {
        true => 255,
        false => (f64::from(scale).log2().floor() + 127.0).max(0.0) as u8,
    }
}

fn quotients(numbers: &[f64], scale: f32) -> Vec<f64> {
    numbers.iter().map(|x| x / f64::from(scale)).collect()
}

/// Elements one by one, those of four bits in bytes of their own.
fn codes(dtype: Dtype, numbers: &[f64]) -> Vec<Vec<u8>> {
    let bytes = encode(dtype, false, "rint", numbers);
    match dtype.bits() {
        4 => bytes
            .iter()
            .flat_map(|byte| [vec![byte & 15], vec![byte >> 4]])
            .collect(),
        _ => bytes.into_iter().map(|byte| vec![byte]).collect(),
    }
}

fn reciprocal(max: f32) -> f32 {
    1.0 / max
}

/// A cache after the rows of tokens are written to their slots.
fn written(cache: &Tensor, slots: &[i64], row: impl Fn(usize) -> Vec<Vec<u8>>) -> Vec<u8> {
    let mut array = Array::of(cache);
    let shape = array.shape.clone();
    for (token, &slot) in slots.iter().enumerate() {
        if slot < 0 {
            continue;
        }
        for (column, stored) in row(token).into_iter().enumerate() {
            let place = [slot / shape[1], slot % shape[1], 0, column as i64];
            array.elements[number(&shape, &place)] = stored;
        }
    }
    packed(&array, cache.dtype)
}

/// `cacheRef`, `cacheScaleRef`, `x`, `slotMapping`, `quantMode`, `roundScale`, `xScale`.
pub fn indexer(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [cache, scales] = ["cacheRef", "cacheScaleRef"].map(|at| tensor(&arguments[at]));
    let x = real(&arguments["x"]);
    let width = *tensor(&arguments["x"]).shape.last().unwrap() as usize;
    let slots = numbers(&arguments["slotMapping"]);
    let mode = int(&arguments["quantMode"]);
    let rounds = boolean(&arguments["roundScale"]);
    let Argument::Float(factor) = arguments["xScale"] else {
        panic!("xScale")
    };
    let to = if cache.dtype == U8 {
        Hifloat8
    } else {
        cache.dtype
    };
    let max = match to {
        F8E5m2 => 57344.0,
        F8E4m3fn => 448.0,
        _ => 32768.0,
    };
    // Codes and scales of a row.
    let row = |token: usize| -> [Vec<Vec<u8>>; 2] {
        let own = &x[token * width..(token + 1) * width];
        match mode {
            0 | 3 => {
                let (mut all, mut stored) = (Vec::new(), Vec::new());
                for block in own.chunks(32) {
                    let scale = match mode {
                        0 => power(most(block).max(f64::from(1e-4_f32)) as f32 * reciprocal(max)),
                        _ => {
                            let largest = if to == F4E2m1 { 2.0 } else { 0.0 };
                            let exponent = most(block).log2().floor() - largest;
                            (exponent.max(-127.0)).exp2() as f32
                        }
                    };
                    all.extend(codes(to, &quotients(block, scale)));
                    stored.push(vec![e8m0(scale)]);
                }
                [all, stored]
            }
            1 => {
                let scale = most(own) as f32 * reciprocal(max);
                let scale = if rounds { power(scale) } else { scale };
                let inverse = f64::from(1.0 / scale);
                let each = own.iter().map(|x| match (x * inverse).is_finite() {
                    true => x * inverse,
                    false => *x,
                });
                let numbers: Vec<f64> = each.collect();
                [codes(to, &numbers), vec![scale.to_le_bytes().to_vec()]]
            }
            _ => {
                let factor = f64::from(factor as f32);
                let numbers: Vec<f64> = own.iter().map(|x| x * factor).collect();
                [codes(Hifloat8, &numbers), Vec::new()]
            }
        }
    };
    vec![
        written(cache, &slots, |token| row(token)[0].clone()),
        written(scales, &slots, |token| row(token)[1].clone()),
    ]
}

/// `cacheRef`, `x`, `slotMapping`, `quantGroupSize`, `quantMode`, `roundScale`, `xScale`.
pub fn epilog(arguments: &Arguments) -> Vec<Vec<u8>> {
    let cache = tensor(&arguments["cacheRef"]);
    let x = real(&arguments["x"]);
    let width = *tensor(&arguments["x"]).shape.last().unwrap() as usize;
    let slots = numbers(&arguments["slotMapping"]);
    let mode = int(&arguments["quantMode"]);
    let rounds = boolean(&arguments["roundScale"]);
    let Argument::Float(factor) = arguments["xScale"] else {
        panic!("xScale")
    };
    let bf16 = |x: f64| element(&Number::from(x), Bf16);
    let row = |token: usize| {
        let own = &x[token * width..(token + 1) * width];
        let (rest, positions) = own.split_at(width - POSITIONS);
        let (mut bytes, mut scales) = (Vec::new(), Vec::new());
        if mode < 2 {
            bytes.extend(positions.iter().flat_map(|&x| bf16(x)));
            for group in rest.chunks(64) {
                let scale = most(group).max(f64::from(1e-4_f32)) as f32 * reciprocal(448.0);
                let scale = if rounds { power(scale) } else { scale };
                bytes.extend(codes(F8E4m3fn, &quotients(group, scale)).concat());
                match mode {
                    0 => scales.extend(bf16(scale.into())),
                    _ => scales.push(e8m0(scale)),
                }
            }
        } else {
            let factor = f64::from(factor as f32);
            let scaled: Vec<f64> = positions.iter().map(|x| x * factor).collect();
            bytes.extend(codes(Hifloat8, &scaled).concat());
            for group in rest.chunks(int(&arguments["quantGroupSize"]) as usize) {
                let scale = most(group) as f32 * reciprocal(6.0);
                bytes.extend(encode(F4E2m1, false, "rint", &quotients(group, scale)));
                scales.extend(bf16(scale.into()));
            }
        }
        bytes.extend(scales);
        if mode != 1 {
            bytes.resize(bytes.len().next_multiple_of(32), 0);
        }
        bytes.into_iter().map(|byte| vec![byte]).collect()
    };
    vec![written(cache, &slots, row)]
}

/// `[head][element]` of each token.
type Heads = Vec<Vec<Vec<Float>>>;

/// Cosines and sines of a token: of the first of its positions, or, with sections, of the three in turns.
fn angles(table: &[Float], width: usize, positions: &[i64], sections: &[i64]) -> [Vec<Float>; 2] {
    let half = width / 2;
    let of = |lane: usize| match (sections, lane % 3) {
        (&[_, second, _], 1) if ((lane - 1) / 3) < second as usize => 1,
        (&[_, _, third], 2) if ((lane - 2) / 3) < third as usize => 2,
        _ => 0,
    };
    let pick = |shift: usize| {
        let each = (0..width).map(|at| {
            let lane = at % half;
            table[positions[of(lane)] as usize * width + shift + lane].clone()
        });
        each.collect()
    };
    [pick(0), pick(half)]
}

fn section(argument: &Argument) -> Vec<i64> {
    match argument {
        Argument::Ints(section) => section.clone(),
        _ => Vec::new(),
    }
}

fn rounded(x: &Float, dtype: Dtype) -> Float {
    decode(&element(&Number::Real(x.clone()), dtype), dtype).real()
}

/// A cache of heads after the rows of tokens are written to their slots; `by_heads` where heads come before rows.
fn cached(cache: &Tensor, slots: &[i64], by_heads: bool, rows: &[Vec<Vec<Vec<u8>>>]) -> Vec<u8> {
    let mut array = Array::of(cache);
    let shape = array.shape.clone();
    let per_block = if by_heads { shape[2] } else { shape[1] };
    for (&slot, heads) in slots.iter().zip(rows) {
        if slot < 0 {
            continue;
        }
        for (head, elements) in heads.iter().enumerate() {
            for (column, stored) in elements.iter().enumerate() {
                let (block, row, head) = (slot / per_block, slot % per_block, head as i64);
                let place = match by_heads {
                    true => [block, head, row, column as i64],
                    false => [block, row, head, column as i64],
                };
                array.elements[number(&shape, &place)] = stored.clone();
            }
        }
    }
    packed(&array, cache.dtype)
}

fn elements(heads: &Heads, dtype: Dtype) -> Vec<Vec<Vec<Vec<u8>>>> {
    let stored = |row: &Vec<Float>| -> Vec<Vec<u8>> {
        let each = row.iter();
        each.map(|x| element(&Number::Real(x.clone()), dtype))
            .collect()
    };
    let token = |heads: &Vec<Vec<Float>>| heads.iter().map(stored).collect();
    heads.iter().map(token).collect()
}

/// `undQkv`, weights of its queries and keys, `cosSinCache`, caches, `slotMapping`, `positions`, `genQkvOptional`, its weights, `catIndicesOptional`, numbers of heads, `normEps`, `mropeSection`, `qOut`.
pub fn two_sources(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = |at: &str| floats(&arguments[at]);
    let (first, second) = (of("undQkv"), of("genQkvOptional"));
    let shape = &tensor(&arguments["undQkv"]).shape;
    let (own, all, width) = (shape[0] as usize, shape[1] as usize, shape[2] as usize);
    let weights = [
        [of("undWeightsQ"), of("undWeightsK")],
        [of("genWeightsQOptional"), of("genWeightsKOptional")],
    ];
    let table = of("cosSinCache");
    let [slots, positions, order] =
        ["slotMapping", "positions", "catIndicesOptional"].map(|at| numbers(&arguments[at]));
    let [of_q, of_k] = ["numHeadsQ", "numHeadsK"].map(|at| int(&arguments[at]) as usize);
    let Argument::Float(epsilon) = arguments["normEps"] else {
        panic!("normEps")
    };
    let epsilon = f64::from(epsilon as f32);
    let sections = section(&arguments["mropeSection"]);
    let tokens = order.len();
    let (mut q, mut k, mut v): (Heads, Heads, Heads) = Default::default();
    for (token, &from) in order.iter().enumerate() {
        let from = from as usize;
        let (source, row) = match from < own {
            true => (0, &first[from * all * width..][..all * width]),
            false => (1, &second[(from - own) * all * width..][..all * width]),
        };
        let of_token = [0, 1, 2].map(|row| positions[row * tokens + token]);
        let [cos, sin] = angles(&table, width, &of_token, &sections);
        let mut parts: [Vec<Vec<Float>>; 3] = Default::default();
        for (head, row) in row.chunks(width).enumerate() {
            let part = usize::from(head >= of_q) + usize::from(head >= of_q + of_k);
            parts[part].push(match part {
                2 => row.to_vec(),
                _ => turned(0, &normed(row, &weights[source][part], epsilon), &cos, &sin),
            });
        }
        let [of_q, of_k, of_v] = parts;
        q.push(of_q);
        k.push(of_k);
        v.push(of_v);
    }
    vec![
        cached(
            tensor(&arguments["kCacheRef"]),
            &slots,
            false,
            &elements(&k, Bf16),
        ),
        cached(
            tensor(&arguments["vCacheRef"]),
            &slots,
            false,
            &elements(&v, Bf16),
        ),
        elements(&q, Bf16).concat().concat().concat(),
    ]
}

/// `qkv`, `qGamma`, `kGamma`, `cosSin`, `slotMapping`, caches of keys, values and scales, `queryStartLocOptional`, `seqLensOptional`, `rotationOptional`, `vScaleOptional`, `mropePositionOptional`,
/// `headNums`, layouts, `epsilon`, `mropeSectionOptional`, `qQuantMode`, `qOut`, `qScaleOptional`.
pub fn with_scales(arguments: &Arguments) -> Vec<Vec<u8>> {
    let of = |at: &str| floats(&arguments[at]);
    let Argument::Ints(heads) = &arguments["headNums"] else {
        panic!("headNums")
    };
    let [of_q, of_k, of_v] = [0, 1, 2].map(|at| heads[at] as usize);
    let all = of_q + of_k + of_v;
    let [by_tokens, out_by_tokens] =
        [("layoutQkv", "TND"), ("layoutQOut", "NTD")].map(|(name, default)| {
            let given = text(&arguments[name]);
            (if given.is_empty() { default } else { given }) == "TND"
        });
    let Argument::Float(epsilon) = arguments["epsilon"] else {
        panic!("epsilon")
    };
    let epsilon = f64::from(epsilon as f32);
    let sections = section(&arguments["mropeSectionOptional"]);
    let shape = &tensor(&arguments["qkv"]).shape;
    let width = shape[2] as usize;
    let tokens = shape[usize::from(!by_tokens)] as usize;
    let (qkv, gammas, table) = (of("qkv"), [of("qGamma"), of("kGamma")], of("cosSin"));
    let slots = numbers(&arguments["slotMapping"]);
    let [starts, lengths, given] = [
        "queryStartLocOptional",
        "seqLensOptional",
        "mropePositionOptional",
    ]
    .map(|at| numbers(&arguments[at]));
    let (matrix, v_scale) = (of("rotationOptional"), of("vScaleOptional"));
    let positions = |token: usize| match given.is_empty() {
        false => [0, 1, 2].map(|row| given[token * 3 + row]),
        true => {
            let sequence = (0..lengths.len())
                .find(|&at| (starts[at]..starts[at + 1]).contains(&(token as i64)))
                .expect("a sequence");
            let own = starts[sequence + 1] - starts[sequence];
            [lengths[sequence] - own + token as i64 - starts[sequence]; 3]
        }
    };
    let product = |row: &[Float]| -> Vec<f64> {
        let row: Vec<f64> = row.iter().map(|x| rounded(x, Bf16).to_f64()).collect();
        let each = (0..width).map(|column| {
            let terms = row.iter().enumerate();
            let sum = terms.fold(Float::with_val(200, 0), |sum, (k, x)| {
                sum + matrix[k * width + column].clone() * *x
            });
            f64::from(sum.to_f32())
        });
        each.collect()
    };
    let k_dtype = tensor(&arguments["kCacheRef"]).dtype;
    let q_out = tensor(&arguments["qOut"]);
    let has_q_scale = !arguments["qScaleOptional"].tensors().is_empty();
    let quantised = |row: &[f64], dtype: Dtype| {
        let max = if dtype == I8 { 127.0 } else { 448.0 };
        let scale = most(row) as f32 / max;
        (
            codes(dtype, &quotients(row, scale)),
            scale.to_le_bytes().to_vec(),
        )
    };
    let mut k_rows = Vec::new();
    let mut k_scales = Vec::new();
    let mut v_rows = Vec::new();
    let mut q_rows = vec![vec![Vec::new(); of_q]; tokens];
    let mut q_scales = vec![vec![Vec::new(); of_q]; tokens];
    for token in 0..tokens {
        let [cos, sin] = angles(&table, width, &positions(token), &sections);
        let (mut k, mut scales, mut v) = (Vec::new(), Vec::new(), Vec::new());
        for head in 0..all {
            let at = match by_tokens {
                true => token * all + head,
                false => head * tokens + token,
            };
            let row = &qkv[at * width..(at + 1) * width];
            if head >= of_q + of_k {
                let own = head - of_q - of_k;
                let each = row.iter().enumerate().map(|(column, x)| {
                    let factor = match v_scale.len() == of_v {
                        true => &v_scale[own],
                        false => &v_scale[own * width + column],
                    };
                    x.to_f64() * factor.to_f64()
                });
                v.push(codes(F8E4m3fn, &each.collect::<Vec<_>>()));
                continue;
            }
            let is_key = head >= of_q;
            let normal = normed(row, &gammas[usize::from(is_key)], epsilon);
            let row = product(&turned(0, &normal, &cos, &sin));
            if is_key {
                let (codes, scale) = quantised(&row, k_dtype);
                k.push(codes);
                scales.push(vec![scale]);
            } else if has_q_scale {
                let (codes, scale) = quantised(&row, q_out.dtype);
                q_rows[token][head] = codes.concat();
                q_scales[token][head] = scale;
            } else {
                let each = row.iter().flat_map(|&x| element(&Number::from(x), Bf16));
                q_rows[token][head] = each.collect();
            }
        }
        k_rows.push(k);
        k_scales.push(scales);
        v_rows.push(v);
    }
    let ordered = |rows: &[Vec<Vec<u8>>]| -> Vec<u8> {
        match out_by_tokens {
            true => rows.concat().concat(),
            false => (0..of_q)
                .flat_map(|head| rows.iter().flat_map(move |row| row[head].clone()))
                .collect(),
        }
    };
    let mut outputs = vec![
        cached(tensor(&arguments["kCacheRef"]), &slots, true, &k_rows),
        cached(tensor(&arguments["vCacheRef"]), &slots, true, &v_rows),
        cached(
            tensor(&arguments["kScaleCacheRef"]),
            &slots,
            true,
            &k_scales,
        ),
        ordered(&q_rows),
    ];
    if has_q_scale {
        outputs.push(ordered(&q_scales));
    }
    outputs
}
