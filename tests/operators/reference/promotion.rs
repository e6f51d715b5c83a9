//! Promotion and castability as the vendor's documents tabulate them, written as tables.

use hostnpu::tensor::Dtype::{self, *};

const TYPES: [Dtype; 13] = [
    F32, F16, Bf16, F64, I8, U8, I16, I32, I64, Bool, Complex32, Complex64, Complex128,
];

/// Row by row; `h` f16, `b` bf16, `f` f32, `d` f64, `1` i8, `8` u8, `2` i16, `4` i32, `6` i64, `o` bool, `x` c32, `y` c64, `z` c128.
const TABLE: [&str; 13] = [
    "fffdffffffyyz",
    "fhfdhhhhhhxyz",
    "ffbdbbbbbbyyz",
    "ddddddddddzzz",
    "fhbd122461xyz",
    "fhbd282468xyz",
    "fhbd222462xyz",
    "fhbd444464xyz",
    "fhbd666666xyz",
    "fhbd18246oxyz",
    "yxyzxxxxxxxyz",
    "yyyzyyyyyyyyz",
    "zzzzzzzzzzzzz",
];

/// The type in which two types meet.
pub fn promote(a: Dtype, b: Dtype) -> Option<Dtype> {
    if a == b {
        return Some(a);
    }
    let at = |dtype| TYPES.iter().position(|known| *known == dtype);
    let letter = TABLE[at(a)?].as_bytes()[at(b)?];
    Some(match letter {
        b'f' => F32,
        b'h' => F16,
        b'b' => Bf16,
        b'd' => F64,
        b'1' => I8,
        b'8' => U8,
        b'2' => I16,
        b'4' => I32,
        b'6' => I64,
        b'o' => Bool,
        b'x' => Complex32,
        b'y' => Complex64,
        _ => Complex128,
    })
}

/// True if results of one type may be stored as another.
pub fn castable(from: Dtype, to: Dtype) -> bool {
    let is_complex = |dtype| matches!(dtype, Complex32 | Complex64 | Complex128);
    let is_integer = |dtype| matches!(dtype, I4 | U1 | I8 | U8 | I16 | U16 | I32 | U32 | I64 | U64);
    let is_floating = |dtype| !is_complex(dtype) && !is_integer(dtype) && dtype != Bool;
    !(is_complex(from) && !is_complex(to)
        || is_floating(from) && is_integer(to)
        || from != Bool && to == Bool)
}

#[test]
fn the_table_is_symmetric() {
    for a in TYPES {
        for b in TYPES {
            assert_eq!(promote(a, b), promote(b, a), "{a} {b}");
        }
    }
}
