//! Conversions to and from types of few bits: every code, and numbers around every number of a type.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::reference::quantised::value_of;
use crate::table::entry;
use crate::table::samples::write;

const CODED: [Dtype; 7] = [F8E4m3fn, F8E5m2, Hifloat8, F8E8m0, F4E2m1, F4E1m2, I4];

/// The number of a code, infinities and NaN too.
fn value(dtype: Dtype, code: u8) -> f64 {
    let sign = if code & 0x80 == 0 { 1.0 } else { -1.0 };
    match (dtype, code & 0x7f) {
        (F8E4m3fn, 0x7f) => f64::NAN,
        (F8E5m2, 0x7c) | (Hifloat8, 0x6f) => sign * f64::INFINITY,
        (F8E5m2, 0x7d..) => f64::NAN,
        _ => value_of(dtype, code),
    }
}

fn tensor(dtype: Dtype, count: usize, bytes: Vec<u8>) -> Argument {
    Argument::Tensor(Tensor::new(dtype, &[count as i64], Contents::Bytes(bytes)))
}

/// All codes, those of four bits two in a byte.
fn all_codes(dtype: Dtype) -> (usize, Vec<u8>) {
    match dtype.bits() {
        4 => (
            16,
            (0..8).map(|at| (2 * at) | ((2 * at + 1) << 4)).collect(),
        ),
        _ => (256, (0..=255).collect()),
    }
}

fn cast(from: Argument, to: Dtype, count: usize) -> Vec<u8> {
    let arguments = [from, Argument::DataType(to), write(to, &[count as i64])];
    let outputs = call(entry("aclnnCast"), &arguments);
    outputs
        .unwrap_or_else(|refusal| panic!("{to}: {refusal:?}"))
        .swap_remove(0)
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect()
}

/// The numbers of a type from 0 up with their codes, and the next one, if there were one.
fn magnitudes(dtype: Dtype) -> Vec<(f64, u8)> {
    let count = if dtype.bits() == 4 { 8 } else { 128 };
    let codes: Vec<(f64, u8)> = match dtype {
        F8E8m0 => (0..255).map(|code| (value(dtype, code), code)).collect(),
        _ => (0..count).map(|code| (value(dtype, code), code)).collect(),
    };
    let mut codes: Vec<_> = codes
        .into_iter()
        .filter(|(value, _)| value.is_finite())
        .collect();
    codes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let last = codes[codes.len() - 1];
    let largest = last.0;
    let before = codes[codes.len() - 2].0;
    let next = match dtype {
        F8E4m3fn | F8E5m2 => largest + (largest - before),
        Hifloat8 => 49152.0,
        F8E8m0 => largest * 2.0,
        _ => f64::INFINITY,
    };
    codes.push((next, last.1 + 1));
    codes
}

/// The code that a number becomes, of a table of [`magnitudes`]; `None` where it is beyond them.
fn nearest(dtype: Dtype, codes: &[(f64, u8)], x: f64) -> Option<u8> {
    let next = codes[codes.len() - 1].0;
    let x = x.abs();
    let above = codes.partition_point(|(value, _)| *value < x).max(1);
    let (Some(&low), Some(&high)) = (codes.get(above - 1), codes.get(above)) else {
        return None;
    };
    if above == codes.len() - 1 && next.is_infinite() {
        return Some(low.1);
    }
    let (to_low, to_high) = (x - low.0, high.0 - x);
    let takes_high = match to_low.total_cmp(&to_high) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal if matches!(dtype, Hifloat8 | F8E8m0) => true,
        std::cmp::Ordering::Equal => high.1 % 2 == 0,
    };
    let found = if takes_high { high } else { low };
    (found.0 < next).then_some(found.1)
}

/// The code of a number.
fn expected(dtype: Dtype, codes: &[(f64, u8)], x: f64) -> u8 {
    let sign = match (dtype, x.is_sign_negative()) {
        (F8E8m0, _) | (_, false) => 0,
        (F4E2m1 | F4E1m2, true) => 8,
        _ => 0x80,
    };
    let none = match dtype {
        F8E8m0 => {
            return if x.is_finite() {
                nearest(dtype, codes, x).unwrap_or(255)
            } else {
                255
            };
        }
        F4E2m1 | F4E1m2 => 0,
        Hifloat8 => return if x.is_nan() { 0x80 } else { hifloat8(codes, x) },
        _ => 0x7f,
    };
    if x.is_nan() {
        return match dtype {
            F4E2m1 | F4E1m2 => 0,
            _ => sign | none,
        };
    }
    let beyond = match dtype {
        F8E5m2 => 0x7c,
        _ => 0x7f,
    };
    sign | nearest(dtype, codes, x).unwrap_or(beyond)
}

fn hifloat8(codes: &[(f64, u8)], x: f64) -> u8 {
    let sign = if x.is_sign_negative() { 0x80 } else { 0 };
    let code = match x.abs() {
        x if x >= 40960.0 => 0x6f,
        x => nearest(Hifloat8, codes, x).unwrap_or(0x6f),
    };
    if code == 0 { 0 } else { sign | code }
}

/// Numbers at, between and around the numbers of a type.
fn numbers(dtype: Dtype) -> Vec<f32> {
    let (count, _) = all_codes(dtype);
    let infinite = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let mut all = vec![0.0, -0.0, 1e30, -1e30, 1e-30, -1e-30];
    all.extend(infinite);
    for code in 0..count {
        let x = value(dtype, code as u8) as f32;
        if !x.is_finite() || x == 0.0 {
            continue;
        }
        for x in [1.0, 1.25, 1.03125, 1.0625, 1.125, 1.5].map(|factor| x * factor) {
            all.extend([
                x,
                f32::from_bits(x.to_bits() + 1),
                f32::from_bits(x.to_bits() - 1),
            ]);
        }
    }
    all
}

#[test]
fn codes_are_read_exactly() {
    for dtype in [F8E4m3fn, F8E5m2, Hifloat8, F4E2m1, F4E1m2] {
        let (count, codes) = all_codes(dtype);
        for to in [F32, F16, F64] {
            let bytes = cast(tensor(dtype, count, codes.clone()), to, count);
            for (code, bytes) in (0..count).zip(bytes.chunks(to.bits() / 8)) {
                let found = crate::number::decode(bytes, to).real().to_f64();
                let exact = value(dtype, code as u8);
                let known = crate::number::decode(&crate::number::encode(&exact.into(), to), to);
                let exact = known.real().to_f64();
                assert!(
                    found == exact || found.is_nan() && exact.is_nan(),
                    "{dtype} {code} to {to}: {found} instead of {exact}"
                );
            }
        }
    }
}

#[test]
fn numbers_are_rounded_once() {
    for dtype in CODED {
        if dtype == I4 {
            continue;
        }
        let mut numbers = numbers(dtype);
        numbers.truncate(numbers.len() / 2 * 2);
        let count = numbers.len();
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        let from = tensor(F32, count, bytes);
        let found = match dtype {
            F8E8m0 => {
                let arguments = [write(dtype, &[count as i64]), from];
                call(entry("aclnnInplaceCopy"), &arguments)
                    .unwrap()
                    .swap_remove(0)
            }
            _ => cast(from, dtype, count),
        };
        let found: Vec<u8> = match dtype.bits() {
            4 => found
                .iter()
                .flat_map(|byte| [byte & 15, byte >> 4])
                .collect(),
            _ => found,
        };
        let codes = magnitudes(dtype);
        for (x, found) in numbers.into_iter().zip(found) {
            let exact = expected(dtype, &codes, x.into());
            let is_nan = x.is_nan() && dtype != Hifloat8;
            assert!(
                found == exact || is_nan && found & 0x7f == exact & 0x7f,
                "{dtype} of {x:e}: {found:#04x} instead of {exact:#04x}"
            );
        }
    }
}

#[test]
fn integers_of_four_bits_keep_the_low_ones() {
    let numbers = [0.0, 1.5, -1.5, 7.9, 8.0, -8.0, -9.0, 23.0, f64::NAN, 100.0];
    let count = numbers.len();
    let bytes = numbers
        .iter()
        .flat_map(|&x| (x as f32).to_le_bytes())
        .collect();
    let found = cast(tensor(F32, count, bytes), I4, count);
    let exact: Vec<u8> = numbers
        .chunks(2)
        .map(|two| (two[0] as i64 as u8 & 15) | (two[1] as i64 as u8) << 4)
        .collect();
    assert_eq!(found, exact);
    let integers = [0_i64, i64::MAX, i64::MIN, -1, 1 << 60 | 5, 77];
    let bytes = integers.iter().flat_map(|x| x.to_le_bytes()).collect();
    let found = cast(tensor(I64, 6, bytes), I4, 6);
    assert_eq!(found, [0xf0, 0xf0, 0xd5]);
}

#[test]
fn types_of_few_bits_become_each_other_and_broadcast() {
    let (count, codes) = all_codes(F8E5m2);
    let found = cast(tensor(F8E5m2, count, codes), F8E4m3fn, count);
    let table = magnitudes(F8E4m3fn);
    for (code, found) in found.into_iter().enumerate() {
        let exact = expected(F8E4m3fn, &table, value(F8E5m2, code as u8));
        let is_nan = value(F8E5m2, code as u8).is_nan();
        assert!(
            found == exact || is_nan && found & 0x7f == 0x7f,
            "{code}: {found:#04x} instead of {exact:#04x}"
        );
    }
    let one = tensor(F32, 1, 2.5_f32.to_le_bytes().to_vec());
    let arguments = [write(Hifloat8, &[3]), one];
    let found = call(entry("aclnnInplaceCopy"), &arguments)
        .unwrap()
        .swap_remove(0);
    assert_eq!(found, [expected(Hifloat8, &magnitudes(Hifloat8), 2.5); 3]);
}
