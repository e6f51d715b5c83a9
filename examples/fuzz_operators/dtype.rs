//! Element types by their codes, and numbers as their bits.

use half::{bf16, f16};

/// Code, name in refusals and bits of each element type.
pub const DTYPES: [(i32, &str, usize); 26] = [
    (0, "FLOAT", 32),
    (1, "FLOAT16", 16),
    (2, "INT8", 8),
    (3, "INT32", 32),
    (4, "UINT8", 8),
    (6, "INT16", 16),
    (7, "UINT16", 16),
    (8, "UINT32", 32),
    (9, "INT64", 64),
    (10, "UINT64", 64),
    (11, "DOUBLE", 64),
    (12, "BOOL", 8),
    (16, "COMPLEX64", 64),
    (17, "COMPLEX128", 128),
    (27, "BFLOAT16", 16),
    (29, "INT4", 4),
    (30, "UINT1", 1),
    (33, "COMPLEX32", 32),
    (34, "HIFLOAT8", 8),
    (35, "FLOAT8_E5M2", 8),
    (36, "FLOAT8_E4M3FN", 8),
    (37, "FLOAT8_E8M0", 8),
    (38, "FLOAT6_E3M2", 6),
    (39, "FLOAT6_E2M3", 6),
    (40, "FLOAT4_E2M1", 4),
    (41, "FLOAT4_E1M2", 4),
];

pub const FLOAT: i32 = 0;
pub const FLOAT16: i32 = 1;
pub const INT32: i32 = 3;
pub const UINT8: i32 = 4;
pub const INT64: i32 = 9;
pub const BOOL: i32 = 12;
pub const BFLOAT16: i32 = 27;

/// The code of a type, by its name.
pub fn by_name(name: &str) -> Option<i32> {
    DTYPES
        .iter()
        .find(|(_, known, _)| *known == name)
        .map(|(code, ..)| *code)
}

/// The name of a type; of a code that names none, the code.
pub fn name(code: i32) -> String {
    DTYPES
        .iter()
        .find(|(known, ..)| *known == code)
        .map_or_else(|| format!("#{code}"), |(_, name, _)| (*name).to_owned())
}

/// Bits of an element; 0 of a code that names no type.
pub fn bits(code: i32) -> usize {
    DTYPES
        .iter()
        .find(|(known, ..)| *known == code)
        .map_or(0, |(.., bits)| *bits)
}

/// Bytes that so many neighbouring elements take, if numbers can say it.
pub fn bytes(code: i32, elements: usize) -> Option<usize> {
    Some(elements.checked_mul(bits(code))?.div_ceil(8))
}

/// True if it holds integers.
pub fn is_integer(code: i32) -> bool {
    matches!(code, 2..=10 | 12)
}

/// A number as an element of the type; elements of less than 8 bits give a byte, and small floats the byte of 1 or of 0.
pub fn encode(code: i32, number: f64, out: &mut [u8; 16]) -> usize {
    let mut put = |bytes: &[u8]| {
        out[..bytes.len()].copy_from_slice(bytes);
        bytes.len()
    };
    // The cast saturates, and NaN is 0.
    match code {
        0 => put(&(number as f32).to_le_bytes()),
        1 => put(&f16::from_f64(number).to_le_bytes()),
        2 => put(&(number as i8).to_le_bytes()),
        3 => put(&(number as i32).to_le_bytes()),
        4 => put(&(number as u8).to_le_bytes()),
        6 => put(&(number as i16).to_le_bytes()),
        7 => put(&(number as u16).to_le_bytes()),
        8 => put(&(number as u32).to_le_bytes()),
        9 => put(&(number as i64).to_le_bytes()),
        10 => put(&(number as u64).to_le_bytes()),
        11 => put(&number.to_le_bytes()),
        12 => put(&[u8::from(number != 0.0)]),
        16 => put(&[
            (number as f32).to_le_bytes(),
            (-number as f32).to_le_bytes(),
        ]
        .concat()),
        17 => put(&[number.to_le_bytes(), (-number).to_le_bytes()].concat()),
        27 => put(&bf16::from_f64(number).to_le_bytes()),
        33 => put(&[f16::from_f64(number).to_le_bytes(), f16::ONE.to_le_bytes()].concat()),
        35 => put(&[if number == 0.0 { 0 } else { 0x3c }]),
        36 => put(&[if number == 0.0 { 0 } else { 0x38 }]),
        37 => put(&[127]),
        _ => put(&[if number == 0.0 { 0 } else { 0x11 }]),
    }
}
