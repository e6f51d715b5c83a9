//! Conversions between all element types that numbers have in memory, on dense slices.
//!
//! | from → to | rule |
//! |---|---|
//! | anything → bool | true unless 0; NaN is true; a complex number is 0 if both parts are |
//! | integer → integer | the low bits |
//! | floating → `i8`, `i16`, `i32` | toward zero to `i32`, which saturates, then the low bits |
//! | floating → `i64`, `u8`, `u16`, `u32` | toward zero to `i64`, which saturates, then the low bits |
//! | floating → `u64` | toward zero, saturating; a negative number as its `i64` |
//! | NaN → integer | 0 |
//! | number → floating | rounded once, to nearest with ties to even, also from 64 bits to 16 |
//! | complex → real | the real part |
//! | real → complex | imaginary part +0 |
//!
//! Few pairs have a loop of their own. The others pass through a tile of a type between the two that loses nothing, or that
//! is rounded to odd: of the two neighbours of a number in between, the one whose last bit is 1. A second rounding, to at least
//! two bits less, then gives what one rounding would have given (S. Boldo and G. Melquiond, 2008).

pub mod bfloat16;
pub mod bytes;
mod loops;
mod slices;

use half::{bf16, f16};
use hostnpu_numeric::Complex;

pub use loops::odd;
pub use loops::{narrow_bf16, narrow_f16, widen_bf16, widen_f16};
pub use slices::{Slice, SliceMut};

use crate::dense::same_length;

/// Elements of a tile between two loops: a few KiB, which the first cache keeps.
const TILE: usize = 512;

/// [`convert`] as a function of two element types: what a table of kernels holds.
pub fn between<X, Y>(src: &[X], dst: &mut [Y])
where
    for<'a> Slice<'a>: From<&'a [X]>,
    for<'a> SliceMut<'a>: From<&'a mut [Y]>,
{
    convert(src.into(), dst.into());
}

/// Widens FLOAT to DOUBLE. Panics if the lengths differ.
#[inline]
pub fn f32_to_f64(x: &[f32], y: &mut [f64]) {
    loops::f32_to_f64(x, y);
}

/// Rounds DOUBLE to FLOAT. Panics if the lengths differ.
#[inline]
pub fn f64_to_f32(x: &[f64], y: &mut [f32]) {
    loops::f64_to_f32(x, y);
}

/// Widens BFLOAT16 to DOUBLE. Panics if the lengths differ.
#[inline]
pub fn bf16_to_f64(x: &[bf16], y: &mut [f64]) {
    loops::bf16_to_f64(x, y);
}

/// Widens FLOAT16 to DOUBLE. Panics if the lengths differ.
#[inline]
pub fn f16_to_f64(x: &[f16], y: &mut [f64]) {
    loops::f16_to_f64(x, y);
}

/// Rounds DOUBLE to FLOAT16. Panics if the lengths differ.
#[inline]
pub fn f64_to_f16(x: &[f64], y: &mut [f16]) {
    loops::f64_to_f16(x, y);
}

/// Converts each element of `src` to the type of `dst` by the rules of this module. Panics if the lengths differ.
pub fn convert(src: Slice<'_>, dst: SliceMut<'_>) {
    same_length(src.len(), dst.len());
    match dst {
        SliceMut::Bool(y) => to_bool(src, y),
        SliceMut::U8(y) => to_8_bits(src, y, false),
        SliceMut::I8(y) => to_8_bits(src, bytemuck::cast_slice_mut(y), true),
        SliceMut::U16(y) => to_16_bits(src, y, false),
        SliceMut::I16(y) => to_16_bits(src, bytemuck::cast_slice_mut(y), true),
        SliceMut::U32(y) => to_32_bits(src, y, false),
        SliceMut::I32(y) => to_32_bits(src, bytemuck::cast_slice_mut(y), true),
        SliceMut::U64(y) => to_64_bits(src, y, false),
        SliceMut::I64(y) => to_64_bits(src, bytemuck::cast_slice_mut(y), true),
        SliceMut::F16(y) => to_f16(src, y),
        SliceMut::Bf16(y) => to_bf16(src, y),
        SliceMut::F32(y) => to_f32(src, y),
        SliceMut::F64(y) => to_f64(src, y),
        SliceMut::C32(y) => match src {
            Slice::C32(x) => y.copy_from_slice(x),
            Slice::C64(x) => to_f16(Slice::F32(bytemuck::cast_slice(x)), parts(y)),
            Slice::C128(x) => to_f16(Slice::F64(bytemuck::cast_slice(x)), parts(y)),
            _ => in_tiles(src, y, |src, y| {
                let re = &mut [f16::ZERO; TILE][..y.len()];
                to_f16(src, re);
                loops::join_16(re, y);
            }),
        },
        SliceMut::C64(y) => match src {
            Slice::C64(x) => y.copy_from_slice(x),
            Slice::C32(x) => to_f32(Slice::F16(bytemuck::cast_slice(x)), parts(y)),
            Slice::C128(x) => to_f32(Slice::F64(bytemuck::cast_slice(x)), parts(y)),
            Slice::F32(x) => loops::join_32(x, y),
            _ => in_tiles(src, y, |src, y| {
                let re = &mut [0.0; TILE][..y.len()];
                to_f32(src, re);
                loops::join_32(re, y);
            }),
        },
        SliceMut::C128(y) => match src {
            Slice::C128(x) => y.copy_from_slice(x),
            Slice::C32(x) => to_f64(Slice::F16(bytemuck::cast_slice(x)), parts(y)),
            Slice::C64(x) => to_f64(Slice::F32(bytemuck::cast_slice(x)), parts(y)),
            Slice::F64(x) => loops::join_64(x, y),
            _ => in_tiles(src, y, |src, y| {
                let re = &mut [0.0; TILE][..y.len()];
                to_f64(src, re);
                loops::join_64(re, y);
            }),
        },
    }
}

/// Real and imaginary parts, one behind the other.
fn parts<T>(y: &mut [Complex<T>]) -> &mut [T]
where
    Complex<T>: bytemuck::Pod,
    T: bytemuck::Pod,
{
    bytemuck::cast_slice_mut(y)
}

fn in_tiles<Y>(src: Slice<'_>, dst: &mut [Y], mut convert: impl FnMut(Slice<'_>, &mut [Y])) {
    for (i, y) in dst.chunks_mut(TILE).enumerate() {
        convert(src.part(i * TILE, y.len()), y);
    }
}

fn to_bool(src: Slice<'_>, y: &mut [hostnpu_numeric::Bool]) {
    match src {
        Slice::Bool(x) => loops::bool_from_bool(x, y),
        Slice::U8(x) => loops::bool_from_8(x, y),
        Slice::I8(x) => loops::bool_from_8(bytemuck::cast_slice(x), y),
        Slice::U16(x) => loops::bool_from_16(x, y),
        Slice::I16(x) => loops::bool_from_16(bytemuck::cast_slice(x), y),
        Slice::U32(x) => loops::bool_from_32(x, y),
        Slice::I32(x) => loops::bool_from_32(bytemuck::cast_slice(x), y),
        Slice::U64(x) => loops::bool_from_64(x, y),
        Slice::I64(x) => loops::bool_from_64(bytemuck::cast_slice(x), y),
        Slice::F16(x) => loops::bool_from_half(bytemuck::cast_slice(x), y),
        Slice::Bf16(x) => loops::bool_from_half(bytemuck::cast_slice(x), y),
        Slice::F32(x) => loops::bool_from_f32(x, y),
        Slice::F64(x) => loops::bool_from_f64(x, y),
        Slice::C32(x) => loops::bool_from_c32(bytemuck::cast_slice(x), y),
        Slice::C64(x) => loops::bool_from_c64(x, y),
        Slice::C128(x) => loops::bool_from_c128(x, y),
    }
}

fn to_8_bits(src: Slice<'_>, y: &mut [u8], signed: bool) {
    match src {
        Slice::Bool(x) => loops::bool_to_8(x, y),
        Slice::U8(x) => y.copy_from_slice(x),
        Slice::I8(x) => y.copy_from_slice(bytemuck::cast_slice(x)),
        Slice::U16(x) => loops::low_16_to_8(x, y),
        Slice::I16(x) => loops::low_16_to_8(bytemuck::cast_slice(x), y),
        Slice::U32(x) => loops::low_32_to_8(x, y),
        Slice::I32(x) => loops::low_32_to_8(bytemuck::cast_slice(x), y),
        Slice::U64(x) => loops::low_64_to_8(x, y),
        Slice::I64(x) => loops::low_64_to_8(bytemuck::cast_slice(x), y),
        Slice::F32(x) if !signed => loops::f32_to_u8(x, y),
        _ if src.is_small_float() && !signed => {
            through_f32(src, y, |src, y| to_8_bits(src, y, signed));
        }
        _ if signed => through_32_bits(src, y, |src, y| to_8_bits(src, y, signed)),
        _ => through_64_bits(src, y, |src, y| to_8_bits(src, y, signed)),
    }
}

fn to_16_bits(src: Slice<'_>, y: &mut [u16], signed: bool) {
    match src {
        Slice::Bool(x) => loops::bool_to_16(x, y),
        Slice::U8(x) => loops::u8_to_16(x, y),
        Slice::I8(x) => loops::i8_to_16(x, y),
        Slice::U16(x) => y.copy_from_slice(x),
        Slice::I16(x) => y.copy_from_slice(bytemuck::cast_slice(x)),
        Slice::U32(x) => loops::low_32_to_16(x, y),
        Slice::I32(x) => loops::low_32_to_16(bytemuck::cast_slice(x), y),
        Slice::U64(x) => loops::low_64_to_16(x, y),
        Slice::I64(x) => loops::low_64_to_16(bytemuck::cast_slice(x), y),
        _ if signed => through_32_bits(src, y, |src, y| to_16_bits(src, y, signed)),
        _ => through_64_bits(src, y, |src, y| to_16_bits(src, y, signed)),
    }
}

fn to_32_bits(src: Slice<'_>, y: &mut [u32], signed: bool) {
    match src {
        Slice::Bool(x) => loops::bool_to_32(x, y),
        Slice::U8(x) => loops::u8_to_32(x, y),
        Slice::I8(x) => loops::i8_to_32(x, y),
        Slice::U16(x) => loops::u16_to_32(x, y),
        Slice::I16(x) => loops::i16_to_32(x, y),
        Slice::U32(x) => y.copy_from_slice(x),
        Slice::I32(x) => y.copy_from_slice(bytemuck::cast_slice(x)),
        Slice::U64(x) => loops::low_64_to_32(x, y),
        Slice::I64(x) => loops::low_64_to_32(bytemuck::cast_slice(x), y),
        Slice::F32(x) if signed => loops::f32_to_i32(x, bytemuck::cast_slice_mut(y)),
        Slice::F64(x) if signed => loops::f64_to_i32(x, bytemuck::cast_slice_mut(y)),
        Slice::F64(_) | Slice::F32(_) => {
            through_64_bits(src, y, |src, y| to_32_bits(src, y, signed));
        }
        Slice::C128(_) => through_f64(src, y, |src, y| to_32_bits(src, y, signed)),
        Slice::F16(_) | Slice::Bf16(_) | Slice::C32(_) | Slice::C64(_) => {
            through_f32(src, y, |src, y| to_32_bits(src, y, signed));
        }
    }
}

fn to_64_bits(src: Slice<'_>, y: &mut [u64], signed: bool) {
    match src {
        Slice::Bool(x) => loops::bool_to_64(x, y),
        Slice::U8(x) => loops::u8_to_64(x, y),
        Slice::I8(x) => loops::i8_to_64(x, y),
        Slice::U16(x) => loops::u16_to_64(x, y),
        Slice::I16(x) => loops::i16_to_64(x, y),
        Slice::U32(x) => loops::u32_to_64(x, y),
        Slice::I32(x) => loops::i32_to_64(x, y),
        Slice::U64(x) => y.copy_from_slice(x),
        Slice::I64(x) => y.copy_from_slice(bytemuck::cast_slice(x)),
        Slice::F32(x) if signed => loops::f32_to_i64(x, bytemuck::cast_slice_mut(y)),
        Slice::F32(x) => loops::f32_to_u64(x, y),
        Slice::F64(x) if signed => loops::f64_to_i64(x, bytemuck::cast_slice_mut(y)),
        Slice::F64(x) => loops::f64_to_u64(x, y),
        Slice::C128(_) => through_f64(src, y, |src, y| to_64_bits(src, y, signed)),
        Slice::F16(_) | Slice::Bf16(_) | Slice::C32(_) | Slice::C64(_) => {
            through_f32(src, y, |src, y| to_64_bits(src, y, signed));
        }
    }
}

fn to_f32(src: Slice<'_>, y: &mut [f32]) {
    match src {
        Slice::Bool(x) => loops::bool_to_f32(x, y),
        Slice::U8(x) => loops::u8_to_f32(x, y),
        Slice::I8(x) => loops::i8_to_f32(x, y),
        Slice::U16(x) => loops::u16_to_f32(x, y),
        Slice::I16(x) => loops::i16_to_f32(x, y),
        Slice::U32(x) => loops::u32_to_f32(x, y),
        Slice::I32(x) => loops::i32_to_f32(x, y),
        Slice::U64(x) => loops::u64_to_f32(x, y),
        Slice::I64(x) => loops::i64_to_f32(x, y),
        Slice::F16(x) => widen_f16(x, y),
        Slice::Bf16(x) => widen_bf16(x, y),
        Slice::F32(x) => y.copy_from_slice(x),
        Slice::F64(x) => loops::f64_to_f32(x, y),
        Slice::C32(x) => in_tiles(src, y, |part, y| {
            let re = &mut [0_u16; TILE][..y.len()];
            let Slice::C32(part) = part else {
                unreachable!("a part of {} complex halves has another type", x.len())
            };
            loops::real_16(bytemuck::cast_slice(part), re);
            widen_f16(bytemuck::cast_slice(re), y);
        }),
        Slice::C64(x) => loops::real_32(x, y),
        Slice::C128(_) => through_f64(src, y, to_f32),
    }
}

fn to_f64(src: Slice<'_>, y: &mut [f64]) {
    match src {
        Slice::U32(x) => loops::u32_to_f64(x, y),
        Slice::I32(x) => loops::i32_to_f64(x, y),
        Slice::U64(x) => loops::u64_to_f64(x, y),
        Slice::I64(x) => loops::i64_to_f64(x, y),
        Slice::F32(x) => loops::f32_to_f64(x, y),
        Slice::F16(x) => loops::f16_to_f64(x, y),
        Slice::Bf16(x) => loops::bf16_to_f64(x, y),
        Slice::F64(x) => y.copy_from_slice(x),
        Slice::C128(x) => loops::real_64(x, y),
        // Exact in float.
        Slice::Bool(_)
        | Slice::U8(_)
        | Slice::I8(_)
        | Slice::U16(_)
        | Slice::I16(_)
        | Slice::C32(_)
        | Slice::C64(_) => through_f32(src, y, to_f64),
    }
}

fn to_f16(src: Slice<'_>, y: &mut [f16]) {
    match src {
        Slice::F16(x) => y.copy_from_slice(x),
        Slice::F32(x) => narrow_f16(x, y),
        Slice::F64(x) => loops::f64_to_f16(x, y),
        _ => through_odd_f32(src, y, narrow_f16),
    }
}

fn to_bf16(src: Slice<'_>, y: &mut [bf16]) {
    match src {
        Slice::Bf16(x) => y.copy_from_slice(x),
        Slice::F32(x) => narrow_bf16(x, y),
        Slice::F64(x) => loops::f64_to_bf16(x, y),
        _ => through_odd_f32(src, y, narrow_bf16),
    }
}

/// Through floats that are exact or rounded to odd.
fn through_odd_f32<Y>(src: Slice<'_>, dst: &mut [Y], narrow: fn(&[f32], &mut [Y])) {
    in_tiles(src, dst, |src, y| {
        let odd = &mut [0.0; TILE][..y.len()];
        match src {
            Slice::U32(_) | Slice::I32(_) | Slice::C128(_) => {
                let wide = &mut [0.0; TILE][..y.len()];
                to_f64(src, wide);
                loops::f64_to_odd_f32(wide, odd);
            }
            Slice::F64(x) => loops::f64_to_odd_f32(x, odd),
            Slice::U64(x) => loops::u64_to_odd_f32(x, odd),
            Slice::I64(x) => loops::i64_to_odd_f32(x, odd),
            _ => to_f32(src, odd),
        }
        narrow(odd, y);
    });
}

fn through_f32<Y>(src: Slice<'_>, dst: &mut [Y], mut then: impl FnMut(Slice<'_>, &mut [Y])) {
    in_tiles(src, dst, |src, y| {
        let tile = &mut [0.0; TILE][..y.len()];
        to_f32(src, tile);
        then(Slice::F32(tile), y);
    });
}

fn through_f64<Y>(src: Slice<'_>, dst: &mut [Y], mut then: impl FnMut(Slice<'_>, &mut [Y])) {
    in_tiles(src, dst, |src, y| {
        let tile = &mut [0.0; TILE][..y.len()];
        to_f64(src, tile);
        then(Slice::F64(tile), y);
    });
}

fn through_32_bits<Y>(src: Slice<'_>, dst: &mut [Y], mut then: impl FnMut(Slice<'_>, &mut [Y])) {
    in_tiles(src, dst, |src, y| {
        let tile = &mut [0; TILE][..y.len()];
        to_32_bits(src, tile, true);
        then(Slice::U32(tile), y);
    });
}

fn through_64_bits<Y>(src: Slice<'_>, dst: &mut [Y], mut then: impl FnMut(Slice<'_>, &mut [Y])) {
    in_tiles(src, dst, |src, y| {
        let tile = &mut [0; TILE][..y.len()];
        to_64_bits(src, tile, true);
        then(Slice::U64(tile), y);
    });
}
