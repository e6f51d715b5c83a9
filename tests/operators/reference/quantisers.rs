//! Quantisers, by plain loops in double over tables of the formats' numbers. Tables are written from the definitions; all their numbers, sums of two of them and doubles of
//! numbers are exact.

use std::sync::LazyLock;

use hostnpu::tensor::Dtype::{self, *};

use super::movement::tensor;
use super::reductions::doubles;
use crate::argument::{Argument, Tensor};
use crate::arguments::{Arguments, Key};

/// Numbers with their codes.
type Codes = Vec<(f64, u8)>;

/// The numbers of each format, made once.
static TABLES: LazyLock<[(Dtype, Codes); 5]> =
    LazyLock::new(|| [F8E5m2, F8E4m3fn, F4E2m1, F4E1m2, Hifloat8].map(|of| (of, numbers_of(of))));

/// The numbers of a format from 0 up, with their codes.
fn magnitudes(dtype: Dtype) -> &'static [(f64, u8)] {
    let found = TABLES.iter().find(|(own, _)| *own == dtype);
    &found.unwrap_or_else(|| panic!("{dtype} has no table")).1
}

fn numbers_of(dtype: Dtype) -> Vec<(f64, u8)> {
    let float = |mantissa: u32, bias: i32, most: u8| -> Vec<(f64, u8)> {
        let value = |code: u8| {
            let (field, fraction) = (i32::from(code >> mantissa), code & ((1 << mantissa) - 1));
            let fraction = f64::from(fraction) / f64::from(1 << mantissa);
            match field {
                0 => fraction * 2_f64.powi(1 - bias),
                _ => (1.0 + fraction) * 2_f64.powi(field - bias),
            }
        };
        (0..=most).map(|code| (value(code), code)).collect()
    };
    match dtype {
        F8E5m2 => float(2, 15, 0x7b),
        F8E4m3fn => float(3, 7, 0x7e),
        F4E2m1 => float(1, 1, 7),
        F4E1m2 => float(2, 1, 7),
        Hifloat8 => {
            let mut all: Vec<_> = (0..0x6f_u8)
                .chain(0x70..0x80)
                .map(|code| (hifloat8(code), code))
                .collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0));
            all
        }
        other => panic!("{other} has no table"),
    }
}

/// The value of a code of HIFLOAT8 without its sign, by its prefix as text.
fn hifloat8(code: u8) -> f64 {
    let bits = format!("{code:07b}");
    let prefixes = [("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)];
    let Some((prefix, width)) = prefixes
        .into_iter()
        .find(|(prefix, _)| bits.starts_with(prefix))
    else {
        return if code == 0 {
            0.0
        } else {
            2_f64.powi(i32::from(code) - 23)
        };
    };
    let (exponent, mantissa) = bits[prefix.len()..].split_at(width);
    let size = match width {
        0 => 0,
        _ => i32::from_str_radix(&format!("1{}", &exponent[1..]), 2).unwrap(),
    };
    let exponent = if exponent.starts_with('1') {
        -size
    } else {
        size
    };
    let fraction =
        f64::from(u32::from_str_radix(mantissa, 2).unwrap()) / 2_f64.powi(mantissa.len() as i32);
    (1.0 + fraction) * 2_f64.powi(exponent)
}

/// Bits of a number of a type; INT32 has eight numbers if it is `packed`.
fn bits(dtype: Dtype, packed: bool) -> usize {
    match dtype {
        I32 if packed => 4,
        other => other.bits(),
    }
}

/// The code of a number in a format, of which `mode` is the rounding.
fn float_code(dtype: Dtype, table: &[(f64, u8)], mode: &str, x: f64) -> u8 {
    if x.is_nan() {
        return 0;
    }
    let sign = if dtype.bits() == 4 { 8 } else { 0x80 };
    let (magnitude, negative) = (x.abs(), x.is_sign_negative());
    let above = table.partition_point(|&(value, _)| value < magnitude);
    let code = match (above, table.get(above)) {
        (_, None) => table[table.len() - 1].1,
        (0, Some(&(_, code))) => code,
        (_, Some(&(high, high_code))) => {
            let (low, low_code) = table[above - 1];
            let up = match mode {
                "floor" => magnitude == high || negative,
                _ => {
                    let away = dtype == Hifloat8 || (mode != "rint" && dtype.bits() == 4);
                    match (2.0 * magnitude).total_cmp(&(low + high)) {
                        std::cmp::Ordering::Less => false,
                        std::cmp::Ordering::Greater => true,
                        _ => away || high_code % 2 == 0,
                    }
                }
            };
            if up { high_code } else { low_code }
        }
    };
    match negative && (code != 0 || dtype != Hifloat8) {
        true => code | sign,
        false => code,
    }
}

/// Numbers as they are stored in a type, rounded by `mode`.
pub fn encode(dtype: Dtype, packed: bool, mode: &str, numbers: &[f64]) -> Vec<u8> {
    let integer = |x: f64, least: f64, most: f64| -> i64 {
        let whole = match mode {
            "floor" => x.floor(),
            "ceil" => x.ceil(),
            "trunc" => x.trunc(),
            _ => x.round_ties_even(),
        };
        if whole.is_nan() {
            0
        } else {
            whole.clamp(least, most) as i64
        }
    };
    let two = |codes: Vec<u8>| {
        codes
            .chunks(2)
            .map(|two| two[0] & 15 | two[1] << 4)
            .collect()
    };
    match dtype {
        I8 => numbers
            .iter()
            .map(|&x| integer(x, -128.0, 127.0) as u8)
            .collect(),
        U8 => numbers
            .iter()
            .map(|&x| integer(x, 0.0, 255.0) as u8)
            .collect(),
        I32 if !packed => numbers
            .iter()
            .flat_map(|&x| (integer(x, -2_147_483_648.0, 2_147_483_647.0) as i32).to_le_bytes())
            .collect(),
        I4 | I32 => two(numbers
            .iter()
            .map(|&x| integer(x, -8.0, 7.0) as u8)
            .collect()),
        F16 | Bf16 | F32 => numbers
            .iter()
            .flat_map(|&x| match (x.is_nan(), dtype) {
                (true, F16) => 0x7e00_u16.to_le_bytes().to_vec(),
                (true, Bf16) => 0x7fc0_u16.to_le_bytes().to_vec(),
                (true, _) => f32::NAN.to_le_bytes().to_vec(),
                _ => crate::number::encode(&x.into(), dtype),
            })
            .collect(),
        Hifloat8 if mode == "hybrid" => numbers.iter().map(|&x| hybrid(x as f32)).collect(),
        _ => {
            let table = magnitudes(dtype);
            let codes = numbers
                .iter()
                .map(|&x| float_code(dtype, table, mode, x))
                .collect();
            if dtype.bits() == 4 { two(codes) } else { codes }
        }
    }
}

/// The code of HIFLOAT8 by `hybrid` rounding: up if the 14 bits behind the cut are not below the last 14 bits, where the exponent is not within 3 of 0.
fn hybrid(x: f32) -> u8 {
    let table = magnitudes(Hifloat8);
    let nearest = float_code(Hifloat8, table, "round", x.into());
    let exponent = (x.to_bits() >> 23 & 0xff) as i32 - 127;
    if !x.is_finite() || exponent.abs() < 4 || !(-23..=15).contains(&exponent) {
        return nearest;
    }
    let mantissa = x.to_bits() & 0x7f_ffff;
    let kept = match exponent.abs() {
        4..=7 => 2,
        8..=15 => 1,
        _ => 0,
    };
    let behind = match exponent {
        -23 => 1 << 13 | mantissa >> 10,
        _ => (mantissa << kept & 0x7f_ffff) >> 9,
    };
    let magnitude = f64::from(x.abs());
    let above = table.partition_point(|&(value, _)| value <= magnitude);
    let at = if behind >= mantissa & 0x3fff {
        above
    } else {
        above - 1
    };
    let code = table[at.min(table.len() - 1)].1;
    if x < 0.0 && code != 0 {
        code | 0x80
    } else {
        code
    }
}

/// The numbers of a tensor of any type, in order.
pub fn numbers(tensor: &Tensor, packed: bool) -> Vec<f64> {
    let bytes = tensor.elements();
    let halves = || bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let value = |code: u8, table: &[(f64, u8)], sign: u8| {
        let magnitude = table.iter().find(|entry| entry.1 == code & (sign - 1));
        let special = match (tensor.dtype, code & 0x7f) {
            (Hifloat8, 0) | (F8E4m3fn, _) => f64::NAN,
            (Hifloat8, _) | (F8E5m2, 0x7c) => f64::INFINITY,
            _ => f64::NAN,
        };
        let magnitude = magnitude.map_or(special, |entry| entry.0);
        let is_nan = tensor.dtype == Hifloat8 && code == 0x80;
        match (is_nan, code & sign != 0) {
            (true, _) => f64::NAN,
            (_, true) => -magnitude,
            _ => magnitude,
        }
    };
    match tensor.dtype {
        I4 => halves()
            .map(|code| f64::from((code << 4) as i8 >> 4))
            .collect(),
        I32 if packed => halves()
            .map(|code| f64::from((code << 4) as i8 >> 4))
            .collect(),
        F4E2m1 | F4E1m2 => {
            let table = magnitudes(tensor.dtype);
            halves().map(|code| value(code, table, 8)).collect()
        }
        Hifloat8 | F8E5m2 | F8E4m3fn => {
            let table = magnitudes(tensor.dtype);
            bytes.iter().map(|&code| value(code, table, 0x80)).collect()
        }
        _ => doubles(tensor),
    }
}

/// The numbers of an argument that may be null.
pub fn optional(arguments: &Arguments, at: impl Key<Of = Argument>) -> Option<Vec<f64>> {
    factors(&arguments[at])
}

/// The numbers of an argument, none of null.
pub fn factors(argument: &Argument) -> Option<Vec<f64>> {
    let tensor = argument.tensors().first()?;
    Some(numbers(tensor, false))
}

/// The text of an argument.
pub fn text(arguments: &Arguments, at: impl Key<Of = Argument>) -> &'static str {
    match arguments[at] {
        Argument::Text(text) => text,
        _ => "",
    }
}

/// Bytes of FLOAT numbers, of all NaN one.
pub fn floats(numbers: &[f32]) -> Vec<u8> {
    let one = |x: &f32| if x.is_nan() { f32::NAN } else { *x };
    numbers.iter().flat_map(|x| one(x).to_le_bytes()).collect()
}

/// The largest number of a type.
pub fn largest(dtype: Dtype) -> f32 {
    match dtype {
        I8 => 127.0,
        I4 | I32 => 7.0,
        F8E5m2 => 57344.0,
        F8E4m3fn => 448.0,
        Hifloat8 => 32768.0,
        F4E2m1 => 6.0,
        F4E1m2 => 1.75,
        other => panic!("{other}"),
    }
}

/// The scale and the offset of numbers, in FLOAT.
pub fn scale_of(numbers: &[f64], dtype: Dtype, max: f32, has_offset: bool) -> [f32; 2] {
    if numbers.iter().any(|x| x.is_nan()) {
        return [f32::NAN; 2];
    }
    if !has_offset {
        let most = numbers.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        return [most as f32 * (1.0 / max), 0.0];
    }
    let most = numbers
        .iter()
        .fold(f64::NEG_INFINITY, |most, &x| most.max(x)) as f32;
    let least = numbers.iter().fold(f64::INFINITY, |least, &x| least.min(x)) as f32;
    let steps = match dtype {
        I8 => 255.0,
        I4 | I32 => 15.0,
        _ => 2.0 * max,
    };
    let scale = (most - least) * (1.0 / steps);
    [scale, max - most / scale]
}

/// The group of a row by the ends of groups; the last one for rows behind all.
pub fn group(ends: &[f64], row: usize) -> usize {
    let first = ends.iter().position(|&end| end > row as f64);
    first.unwrap_or(ends.len() - 1)
}

/// `aclnnDynamicQuantV2` to V4, of which `at` has the numbers of the name of the mode, of `dstTypeMax` and of `yOut`.
fn dynamic(arguments: &Arguments, mode: &str, max: f32, first: usize) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, first));
    let rank = x.shape.len();
    let (columns, inner) = (x.shape[rank - 1] as usize, x.shape[rank - 2] as usize);
    let has_offset = !arguments["offsetOut"].tensors().is_empty();
    let ends = optional(arguments, "groupIndexOptional");
    let mut all = numbers(x, false);
    if let Some(smooth) = optional(arguments, "smoothScalesOptional") {
        for (at, x) in all.iter_mut().enumerate() {
            let (row, column) = (at / columns, at % columns);
            *x *= match (&ends, mode) {
                (Some(ends), _) => smooth[group(ends, row) * columns + column],
                (_, "perchannel") => smooth[row % inner],
                _ => smooth[column],
            };
        }
    }
    let max = match (y.dtype, max) {
        (Hifloat8, max) if max != 0.0 => max,
        (dtype, _) => largest(dtype),
    };
    // The number of the scale of each number.
    let scale_number = |at: usize| match mode {
        "pertensor" => 0,
        "perchannel" => at / (columns * inner) * columns + at % columns,
        _ => at / columns,
    };
    let count = (0..all.len()).map(scale_number).max().unwrap_or(0) + 1;
    let mut members = vec![Vec::new(); count];
    for (at, &x) in all.iter().enumerate() {
        members[scale_number(at)].push(x);
    }
    let scales: Vec<[f32; 2]> = members
        .iter()
        .map(|numbers| scale_of(numbers, y.dtype, max, has_offset))
        .collect();
    for (at, x) in all.iter_mut().enumerate() {
        let [scale, offset] = scales[scale_number(at)].map(f64::from);
        *x /= scale;
        if has_offset {
            *x += offset;
        }
    }
    let part = |which: usize| floats(&scales.iter().map(|scale| scale[which]).collect::<Vec<_>>());
    let mut outputs = vec![encode(y.dtype, true, "rint", &all), part(0)];
    if has_offset {
        outputs.push(part(1));
    }
    outputs
}

/// `aclnnDynamicQuantV2`.
pub fn dynamic_v2(arguments: &Arguments) -> Vec<Vec<u8>> {
    dynamic(arguments, "pertoken", 0.0, 4)
}

/// `aclnnDynamicQuantV3`.
pub fn dynamic_v3(arguments: &Arguments) -> Vec<Vec<u8>> {
    dynamic(arguments, text(arguments, "quantMode"), 0.0, 6)
}

/// `aclnnDynamicQuantV4`.
pub fn dynamic_v4(arguments: &Arguments) -> Vec<Vec<u8>> {
    let Argument::Float(max) = arguments["dstTypeMax"] else {
        panic!("dstTypeMax")
    };
    dynamic(arguments, text(arguments, "quantMode"), max as f32, 7)
}

/// The factor of each number of a shape: one, or one for each index of an axis.
fn of_axis(factors: &[f64], shape: &[i64], axis: usize, at: usize) -> f64 {
    let inner: i64 = shape[axis + 1..].iter().product();
    let index = at / inner as usize % shape[axis] as usize;
    if factors.len() == 1 {
        factors[0]
    } else {
        factors[index]
    }
}

/// `aclnnAscendQuant` and V3.
pub fn ascend_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let x = tensor(arguments, "x");
    let (axis, y) = match &arguments[["axis", "y"]] {
        Argument::Int(axis) => (*axis, tensor(arguments, "y")),
        _ => (-1, tensor(arguments, "y")),
    };
    let axis = axis.rem_euclid(x.shape.len() as i64) as usize;
    let (scales, offsets) = (
        optional(arguments, "scale").unwrap(),
        optional(arguments, "offset"),
    );
    let twice = matches!(arguments["sqrtMode"], Argument::Bool(true));
    let mut all = numbers(x, false);
    for (at, x) in all.iter_mut().enumerate() {
        let of = |factors: &[f64]| of_axis(factors, &tensor(arguments, "x").shape, axis, at);
        *x *= of(&scales);
        if twice {
            *x *= of(&scales);
        }
        if let Some(offsets) = &offsets {
            *x += of(offsets);
        }
    }
    vec![encode(y.dtype, true, text(arguments, "roundMode"), &all)]
}

/// `aclnnQuantize`.
pub fn quantize(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, out) = (tensor(arguments, "x"), tensor(arguments, "out"));
    let Argument::Int(axis) = arguments["axis"] else {
        panic!("axis")
    };
    let axis = axis.rem_euclid(x.shape.len() as i64) as usize;
    let (scales, zeros) = (
        optional(arguments, "scales").unwrap(),
        optional(arguments, "zeroPoints"),
    );
    let mut all = numbers(x, false);
    for (at, number) in all.iter_mut().enumerate() {
        *number /= of_axis(&scales, &x.shape, axis, at);
        if let Some(zeros) = &zeros {
            *number += of_axis(zeros, &x.shape, axis, at);
        }
    }
    vec![encode(out.dtype, false, "rint", &all)]
}

/// `aclnnAscendAntiQuant`.
pub fn anti_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "y"));
    let (scales, offsets) = (
        optional(arguments, "scale").unwrap(),
        optional(arguments, "offset"),
    );
    let twice = matches!(arguments["sqrtMode"], Argument::Bool(true));
    let last = y.shape.len() - 1;
    let scale_shape = &tensor(arguments, "scale").shape;
    let extent = scales.len() as i64;
    let is_last = extent == 1
        || extent == y.shape[last] && (scale_shape.len() == 1 || scale_shape[last] == extent);
    let axis = if is_last { last } else { last - 1 };
    let mut all = numbers(x, true);
    for (at, number) in all.iter_mut().enumerate() {
        let of = |factors: &[f64]| of_axis(factors, &y.shape, axis, at);
        if let Some(offsets) = &offsets {
            *number += of(offsets);
        }
        *number *= of(&scales);
        if twice {
            *number *= of(&scales);
        }
    }
    vec![encode(y.dtype, false, "rint", &all)]
}

/// `aclnnGroupQuant`.
pub fn group_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "y"));
    let columns = x.shape[1] as usize;
    let (scales, ends) = (
        optional(arguments, "scale").unwrap(),
        optional(arguments, "groupIndex").unwrap(),
    );
    let offset = optional(arguments, "offsetOptional").map_or(0.0, |offset| offset[0]);
    let mut all = numbers(x, false);
    for (at, number) in all.iter_mut().enumerate() {
        *number = *number * scales[group(&ends, at / columns) * columns + at % columns] + offset;
    }
    vec![encode(y.dtype, true, "rint", &all)]
}

/// `aclnnDequantBias`.
pub fn dequant_bias(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, out) = (tensor(arguments, "x"), tensor(arguments, "out"));
    let columns = x.shape[1] as usize;
    let (weight, rows, bias) = (
        optional(arguments, "weightScale").unwrap(),
        optional(arguments, "activateScaleOptional"),
        optional(arguments, "biasOptional"),
    );
    let is_before = arguments["biasOptional"].dtype() == Some(I32);
    let mut all = numbers(x, false);
    for (at, number) in all.iter_mut().enumerate() {
        let (row, column) = (at / columns, at % columns);
        let bias = bias.as_ref().map(|bias| bias[column]);
        if let (true, Some(bias)) = (is_before, bias) {
            *number += bias;
        }
        *number *= weight[column];
        *number *= rows.as_ref().map_or(1.0, |rows| rows[row]);
        if let (false, Some(bias)) = (is_before, bias) {
            *number += bias;
        }
    }
    vec![encode(out.dtype, false, "rint", &all)]
}

/// `aclnnTransQuantParamV2` and V3.
pub fn scale_words(arguments: &Arguments) -> Vec<Vec<u8>> {
    let rounds = matches!(arguments.find("roundMode"), Some(Argument::Int(1)));
    let out = arguments.last().unwrap().tensors()[0].numel();
    let (scales, offsets) = (
        tensor(arguments, "scale").elements(),
        optional(arguments, "offset"),
    );
    let word = |at: usize| {
        let of = |numbers: &[f64]| {
            if numbers.len() == 1 {
                numbers[0]
            } else {
                numbers[at]
            }
        };
        let first = if scales.len() == 4 { 0 } else { 4 * at };
        // NaN and infinities too, as their bits are.
        let scale = u32::from_le_bytes(scales[first..first + 4].try_into().unwrap());
        let bits = u64::from(scale);
        let rounds = rounds && f32::from_bits(scale).is_finite();
        let (kept, rest) = (bits >> 13, bits & 0x1fff);
        let up = rounds && (rest > 0x1000 || rest == 0x1000 && kept % 2 == 1);
        let offset = offsets.as_ref().map_or(0, |offsets| {
            of(offsets).round_ties_even().clamp(-256.0, 255.0) as i64
        });
        (kept + u64::from(up)) << 13 | 1 << 46 | (offset.rem_euclid(512) as u64) << 37
    };
    vec![(0..out).flat_map(|at| word(at).to_le_bytes()).collect()]
}
