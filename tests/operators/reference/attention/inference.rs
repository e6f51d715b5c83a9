//! Attention for inference by its definition: one score after the other, with arguments found by their names.

mod kept;

use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::reductions::doubles;
use crate::table::entry;
use hostnpu::tensor::Dtype;
use kept::{Kept, kept};

/// The arguments of a call by the names that all versions share.
struct Call<'a> {
    names: Vec<String>,
    arguments: &'a [Argument],
}

/// The name that all versions share.
pub fn shared_name(operator: &str, name: &str) -> String {
    let name = name.strip_suffix("Optional").unwrap_or(name);
    match name {
        "blocktable" => "blockTable",
        "dequantScale1" => "deqScale1",
        "dequantScale2" => "deqScale2",
        "actualSeqLengths" if operator.contains("Incre") => "actualSeqLengthsKv",
        name => name,
    }
    .to_owned()
}

/// The number of an element of a byte or less.
pub(super) fn of_code(code: u8, dtype: Dtype) -> f64 {
    let small = |bits: i32, mantissa: i32, bias: i32| {
        let (sign, code) = (
            code >> (bits - 1) & 1,
            i32::from(code) & ((1 << (bits - 1)) - 1),
        );
        let (exponent, fraction) = (code >> mantissa, f64::from(code & ((1 << mantissa) - 1)));
        let unit = 2_f64.powi(mantissa);
        let magnitude = match exponent {
            0 => fraction / unit * 2_f64.powi(1 - bias),
            _ => (1.0 + fraction / unit) * 2_f64.powi(exponent - bias),
        };
        if sign == 1 { -magnitude } else { magnitude }
    };
    match dtype {
        Dtype::F8E4m3fn => small(8, 3, 7),
        Dtype::F4E2m1 => small(4, 1, 1),
        Dtype::I4 => f64::from((code << 4) as i8 / 16),
        Dtype::F8E8m0 => 2_f64.powi(i32::from(code) - 127),
        Dtype::Hifloat8 => of_hifloat8(code),
        other => panic!("{other}"),
    }
}

/// By the prefix below the sign, which says how many bits the exponent has.
fn of_hifloat8(code: u8) -> f64 {
    let sign = if code & 0x80 != 0 { -1.0 } else { 1.0 };
    let bits: Vec<u8> = (0..7).rev().map(|bit| code >> bit & 1).collect();
    let (prefix, exponent_bits) = match bits[..] {
        [1, 1, ..] => (2, 4),
        [1, 0, ..] => (2, 3),
        [0, 1, ..] => (2, 2),
        [0, 0, 1, ..] => (3, 1),
        [0, 0, 0, 1, ..] => (4, 0),
        _ => {
            let last = i32::from(code & 7);
            return if last == 0 {
                0.0
            } else {
                sign * 2_f64.powi(last - 23)
            };
        }
    };
    let number = |bits: &[u8]| bits.iter().fold(0, |sum, &bit| 2 * sum + i32::from(bit));
    let (exponent, mantissa) = bits[prefix..].split_at(exponent_bits);
    let exponent = match exponent {
        [] => 0,
        [negative, rest @ ..] => {
            let size = (1 << rest.len()) + number(rest);
            if *negative == 1 { -size } else { size }
        }
    };
    sign * 2_f64.powi(exponent)
        * (1.0 + f64::from(number(mantissa)) / 2_f64.powi(mantissa.len() as i32))
}

/// The numbers of a tensor; words of INT32 that hold eight numbers each only where they are `codes`.
pub fn numbers(tensor: &Tensor, codes: bool) -> Vec<f64> {
    let bytes = tensor.elements();
    let nibbles = |dtype| {
        bytes
            .iter()
            .flat_map(move |&byte| [byte & 15, byte >> 4].map(|code| of_code(code, dtype)))
            .collect()
    };
    match tensor.dtype {
        Dtype::I32 if codes => nibbles(Dtype::I4),
        Dtype::I4 | Dtype::F4E2m1 => nibbles(tensor.dtype),
        Dtype::F8E4m3fn | Dtype::Hifloat8 | Dtype::F8E8m0 => bytes
            .iter()
            .map(|&code| of_code(code, tensor.dtype))
            .collect(),
        _ => doubles(tensor),
    }
}

fn shape(tensor: &Tensor) -> Vec<usize> {
    let mut shape: Vec<usize> = tensor.shape.iter().map(|&extent| extent as usize).collect();
    if let (Dtype::I32, Some(last)) = (tensor.dtype, shape.last_mut()) {
        *last *= 8;
    }
    shape
}

/// Batch, rows, heads and elements of a head.
fn extents(layout: &str, shape: &[usize], heads: usize) -> [usize; 4] {
    match (layout, shape) {
        ("BSH", &[b, s, h]) => [b, s, heads, h / heads],
        ("BSND", &[b, s, n, d]) => [b, s, n, d],
        ("BNSD", &[b, n, s, d]) => [b, s, n, d],
        ("TND", &[t, n, d]) => [1, t, n, d],
        ("NTD", &[n, t, d]) => [1, t, n, d],
        other => panic!("{other:?}"),
    }
}

/// The number of an element in a tensor of a layout.
fn place(
    layout: &str,
    [batch, rows, heads, elements]: [usize; 4],
    [b, s, n, d]: [usize; 4],
) -> usize {
    match layout {
        "BSH" | "BSND" | "TND" => ((b * rows + s) * heads + n) * elements + d,
        "BNSD" => ((b * heads + n) * rows + s) * elements + d,
        "NTD" => (n * rows + s) * elements + d,
        "NBSD" => ((n * batch + b) * rows + s) * elements + d,
        other => panic!("{other}"),
    }
}

impl<'a> Call<'a> {
    fn of(operator: &str, arguments: &'a [Argument]) -> Self {
        let names = entry(operator).parameters.iter();
        Self {
            names: names
                .map(|parameter| shared_name(operator, parameter.name))
                .collect(),
            arguments,
        }
    }

    fn find(&self, name: &str) -> Option<&'a Argument> {
        let at = self.names.iter().position(|own| own == name)?;
        Some(&self.arguments[at])
    }

    fn tensor(&self, name: &str) -> Option<&'a Tensor> {
        self.find(name)?.tensors().first()
    }

    fn int(&self, name: &str, absent: i64) -> i64 {
        match self.find(name) {
            Some(Argument::Int(value)) => *value,
            _ => absent,
        }
    }

    fn ints(&self, name: &str) -> Option<&'a [i64]> {
        match self.find(name) {
            Some(Argument::Ints(values)) => Some(values),
            _ => None,
        }
    }

    fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        self.tensor(name).map(|tensor| numbers(tensor, false))
    }
}

/// A number of FLOAT, or of a word whose low half is one of which 19 bits count.
fn word(tensor: &Tensor) -> f64 {
    let bytes = tensor.elements();
    let low = u32::from_le_bytes(bytes[..4].try_into().unwrap());
    f64::from(f32::from_bits(if tensor.dtype == Dtype::F32 {
        low
    } else {
        low & 0xffff_e000
    }))
}

/// Results and, if they are asked for, logarithms of sums.
pub fn inference(operator: &str, arguments: &Arguments) -> Vec<Vec<Number>> {
    let call = Call::of(operator, arguments);
    let Some(Argument::Text(layouts)) = call.find("inputLayout") else {
        panic!("no layout")
    };
    let (layout, out_layout) = layouts.split_once('_').unwrap_or((layouts, layouts));
    let tokens = matches!(layout, "TND" | "NTD");
    let heads = call.int("numHeads", 0) as usize;
    let key_heads = match call.int("numKeyValueHeads", 0) as usize {
        0 => heads,
        count => count,
    };
    let query = call.tensor("query").unwrap();
    let of_query = extents(layout, &shape(query), heads);
    let [batches, rows, _, depth] = of_query;
    let q = numbers(query, false);
    let query_rope = call.tensor("queryRope");
    let rope_depth = query_rope.map_or(0, |rope| extents(layout, &shape(rope), heads)[3]);
    let q_rope = query_rope.map(|rope| numbers(rope, false));
    let key = kept(&call, "key", (layout, key_heads), 0);
    let mut value = kept(&call, "value", (layout, key_heads), 1);
    if rope_depth > 0 && depth == 512 {
        value.tensors = key.tensors.clone();
    }
    let key_rope = call.tensor("keyRope").map(|_| Kept {
        scales: None,
        tensors: call
            .find("keyRope")
            .unwrap()
            .tensors()
            .iter()
            .map(|of| (shape(of), numbers(of, false)))
            .collect(),
        ..kept(&call, "key", (layout, key_heads), 0)
    });
    let out = call.tensor("attentionOut").unwrap();
    let width = out.numel() / (batches * rows * heads).max(1);
    let lengths = ["actualSeqLengths", "actualSeqLengthsKv"].map(|name| call.ints(name));
    let batch = if tokens {
        lengths[0].unwrap().len()
    } else {
        batches
    };
    let paged = key.blocks.is_some();
    let padding = ["queryPaddingSize", "kvPaddingSize"]
        .map(|name| call.numbers(name).map(|of| (of[0] as i64).max(0)));
    // The first row and the number of rows, without the prefix; nothing where they would begin before the tensor.
    let own = |side: usize, b: usize| -> (i64, usize) {
        let cumulative = tokens && (side == 0 || !paged);
        let given = lengths[side].map(|of| if of.len() == 1 { of[0] } else { of[b] });
        if cumulative {
            let start = if b == 0 {
                0
            } else {
                lengths[side].unwrap()[b - 1]
            };
            return (start, (given.unwrap() - start) as usize);
        }
        let all = match side {
            0 => rows,
            _ if paged => 0,
            _ => {
                let is_list = key.tensors.len() > 1;
                extents(
                    layout,
                    &key.tensors[if is_list { b } else { 0 }].0,
                    key_heads,
                )[1]
            }
        };
        let length = given.map_or(all, |of| of as usize);
        match padding[side].filter(|_| given.is_some() && key.tensors.len() == 1 && !paged) {
            None => (0, length),
            Some(padding) => {
                let start = all as i64 - padding - length as i64;
                (start, if start < 0 { 0 } else { length })
            }
        }
    };
    let is_whole = query.dtype == Dtype::I8
        && call.tensor("dequantScaleQuery").is_none()
        && call.tensor("keyAntiquantScale").is_none();
    let factor = |name: &str| call.tensor(name).filter(|_| is_whole).map(word);
    let (score_factor, weight_factor, result_factor) = (
        factor("deqScale1"),
        factor("quantScale1"),
        factor("deqScale2"),
    );
    let Some(Argument::Float(scale)) = call.find("scaleValue") else {
        panic!("no scale")
    };
    let pse = call.numbers("pseShift");
    let pse_shape = call.tensor("pseShift").map(shape);
    let pse_type = call.int("pseType", 0);
    let first = |name: &str| call.ints(name).map_or(0, |of| of[0]);
    let sink = call.numbers("learnableSink");
    let has_mode = tokens || rows != 1 || rope_depth > 0;
    let mode = if has_mode {
        call.int("sparseMode", 0)
    } else {
        1
    };
    let [pre, next] = ["preTokens", "nextTokens"].map(|name| call.int(name, i64::MAX));
    let mask = call
        .tensor("attenMask")
        .filter(|_| !matches!(mode, 2..=4))
        .map(|of| (shape(of), numbers(of, false)));
    let has_mask = call.tensor("attenMask").is_some();
    let query_scale = call.numbers("dequantScaleQuery");
    let query_mode = call.int("queryQuantMode", 0);
    let has_five_axes = |name: &str| call.tensor(name).is_some_and(|of| of.shape.len() == 5);
    let asks = matches!(call.find("softmaxLseFlag"), Some(Argument::Bool(true)));
    let mut results = vec![0.0; batches * rows * heads * width];
    let mut logs = vec![f64::INFINITY; batches * rows * heads];
    let mut squares = 0;
    for b in 0..batch {
        let ((q_start, queries), (k_start, own_keys)) = (own(0, b), own(1, b));
        let (qs, ks) = (q_start.max(0) as usize, k_start.max(0) as usize);
        let keys = own_keys + key.before;
        let in_batch = if tokens { 0 } else { b };
        for n in 0..heads {
            let kn = n / (heads / key_heads);
            for i in 0..queries {
                let row = qs + i;
                let at = |e: usize| place(layout, of_query, [in_batch, row, n, e]);
                let by_element = |e: usize| match (&query_scale, query_mode) {
                    (Some(scales), 6) => {
                        let (groups, group) = (2 * depth.div_ceil(64), heads / key_heads);
                        let head = match has_five_axes("dequantScaleQuery") {
                            true => (kn * rows + row) * group + n % group,
                            false => row * heads + n,
                        };
                        scales[head * groups + e / 32]
                    }
                    _ => 1.0,
                };
                let by_query = query_scale.as_ref().map_or(1.0, |scales| match query_mode {
                    6 => 1.0,
                    7 => scales[(b * heads + n) * rows.div_ceil(128) + row / 128],
                    _ => {
                        let whole = [of_query[0], of_query[1], of_query[2], 1];
                        scales[place(layout, whole, [in_batch, row, n, 0])]
                    }
                });
                let hidden = |j: usize| -> bool {
                    let (i64s, j64) = (i as i64, j as i64);
                    let shift = keys as i64 - queries as i64;
                    let band = |from: i64| {
                        j64 < (i64s + from).saturating_sub(pre)
                            || j64 > (i64s + from).saturating_add(next)
                    };
                    let is_padded = padding.iter().any(Option::is_some);
                    let by_window = match mode {
                        0 => has_mask && !is_padded && band(0),
                        2 => j64 > i64s,
                        3 => j64 > i64s + shift,
                        4 => band(shift),
                        _ => false,
                    };
                    let by_mask = mask.as_ref().is_some_and(|(shape, bits)| {
                        let (mi, mj) = if is_padded { (qs + i, ks + j) } else { (i, j) };
                        let of = |extent: usize, at: usize| if extent == 1 { 0 } else { at };
                        let at = match (mode, &shape[..]) {
                            (9, shape) => {
                                let Some(last) = (j + queries).checked_sub(keys) else {
                                    return false;
                                };
                                if shape.len() == 3 && !tokens {
                                    (b * queries + i) * queries + last
                                } else {
                                    squares + i * queries + last
                                }
                            }
                            (_, &[rows, columns]) if !has_mode => of(rows, b) * columns + mj,
                            (_, &[_, columns]) => mi * columns + mj,
                            (_, &[many, rows, columns]) => {
                                (of(many, b) * rows + of(rows, mi)) * columns + mj
                            }
                            (_, &[many, of_heads, rows, columns]) => {
                                ((of(many, b) * of_heads + of(of_heads, n)) * rows + of(rows, mi))
                                    * columns
                                    + mj
                            }
                            other => panic!("{other:?}"),
                        };
                        bits[at] != 0.0
                    });
                    by_window || by_mask
                };
                let score = |j: usize| -> f64 {
                    if hidden(j) {
                        return f64::NEG_INFINITY;
                    }
                    let mut product: f64 = (0..depth)
                        .map(|e| {
                            let own = q[at(e)] * by_query * by_element(e);
                            own * key.number(b, kn, ks, j, e, depth)
                        })
                        .sum();
                    if let (Some(q_rope), Some(k_rope)) = (&q_rope, &key_rope) {
                        let whole = [of_query[0], of_query[1], of_query[2], rope_depth];
                        // Scales of quantised keys are of both parts, but for those of groups.
                        let by_key = if query_scale.is_some() && query_mode != 6 {
                            key.scale(b, kn, ks, j, 0, depth).0
                        } else {
                            1.0
                        };
                        product += (0..rope_depth)
                            .map(|e| {
                                q_rope[place(layout, whole, [in_batch, row, n, e])]
                                    * by_query
                                    * by_key
                                    * k_rope.raw(b, kn, ks, j, e)
                            })
                            .sum::<f64>();
                    }
                    let mut score = scale * score_factor.unwrap_or(1.0) * product;
                    if let (Some(pse), Some(shape)) = (&pse, &pse_shape) {
                        score += match pse_type {
                            0 => {
                                let [many, of_heads, of_rows, columns] = shape[..] else {
                                    panic!("a shift")
                                };
                                let b = if many == 1 { 0 } else { b };
                                // Of rows at the end of their tensors it has the rows and columns there.
                                let is_padded = padding.iter().any(Option::is_some);
                                let (i, j) = if is_padded { (qs + i, ks + j) } else { (i, j) };
                                let row = if of_rows == 1 { 0 } else { i };
                                pse[((b * of_heads + n) * of_rows + row) * columns + j]
                            }
                            kind => {
                                let distance = (j as i64 - i as i64 + first("kvStartIdx")
                                    - first("qStartIdx"))
                                .abs() as f64;
                                -pse[n] * if kind == 3 { distance.sqrt() } else { distance }
                            }
                        };
                    }
                    score
                };
                let scores: Vec<f64> = (0..keys).map(score).collect();
                let of_sink = sink.as_ref().map(|sink| sink[n]);
                let largest = scores
                    .iter()
                    .copied()
                    .chain(of_sink)
                    .fold(f64::NEG_INFINITY, f64::max);
                let lse_at = if tokens {
                    row * heads + n
                } else {
                    (b * heads + n) * rows + row
                };
                if largest == f64::NEG_INFINITY {
                    continue;
                }
                let weights: Vec<f64> =
                    scores.iter().map(|score| (score - largest).exp()).collect();
                let sum = weights.iter().sum::<f64>()
                    + of_sink.map_or(0.0, |sink| (sink - largest).exp());
                logs[lse_at] = largest + sum.ln();
                for e in 0..width {
                    let weighted = weights.iter().enumerate().map(|(j, weight)| {
                        let p = weight / sum;
                        let p = weight_factor.map_or(p, |factor| {
                            (p * factor).round_ties_even().clamp(-128.0, 127.0)
                        });
                        p * value.number(b, kn, ks, j, e, width)
                    });
                    let of_out = [of_query[0], of_query[1], of_query[2], width];
                    results[place(out_layout, of_out, [in_batch, row, n, e])] =
                        (weighted.sum::<f64>() + 0.0) * result_factor.unwrap_or(1.0);
                }
            }
        }
        squares += queries * queries;
    }
    let results = match call.numbers("quantScale2") {
        None => results.into_iter().map(Number::from).collect(),
        Some(scales) => {
            let offsets = call.numbers("quantOffset2");
            let of_out = [of_query[0], of_query[1], of_query[2], width];
            let mut quantised = vec![Number::Int(0); results.len()];
            for (b, row, n, e) in (0..batches).flat_map(|b| {
                (0..rows).flat_map(move |r| {
                    (0..heads).flat_map(move |n| (0..width).map(move |e| (b, r, n, e)))
                })
            }) {
                let at = place(out_layout, of_out, [b, row, n, e]);
                let channel = if scales.len() == 1 { 0 } else { n * width + e };
                let x =
                    results[at] * scales[channel] + offsets.as_ref().map_or(0.0, |of| of[channel]);
                quantised[at] = Number::Int(code_of(x, out.dtype));
            }
            quantised
        }
    };
    let mut outputs = vec![results];
    if asks {
        outputs.push(logs.into_iter().map(Number::from).collect());
    }
    outputs
}

/// The integer, or the code of the FLOAT8 number, nearest to a number; of two the even one.
fn code_of(x: f64, dtype: Dtype) -> i128 {
    if dtype == Dtype::I8 {
        return x.round_ties_even().clamp(-128.0, 127.0) as i128;
    }
    let magnitude = x.abs().min(448.0);
    let distance = |code: u8| (of_code(code, Dtype::F8E4m3fn) - magnitude).abs();
    let nearest = (0..0x7f)
        .min_by(|&a, &b| {
            distance(a)
                .total_cmp(&distance(b))
                .then((a % 2).cmp(&(b % 2)))
        })
        .unwrap();
    i128::from(if x < 0.0 { nearest | 0x80 } else { nearest })
}
