//! The pairs of types that have a loop of their own.

use half::{bf16, f16};
use hostnpu_numeric::{Bool, Complex, narrow};

use super::bfloat16::round;
use crate::dense::{same_length, unary};
use crate::half_runs::{self, Conversion, RUN, Work};
use crate::simd::{self, Loops};

macro_rules! loops {
    ($($name:ident($from:ty) -> $to:ty = |$x:ident| $value:expr;)+) => {
        $(
            pub(super) fn $name(x: &[$from], y: &mut [$to]) {
                unary(x, y, #[inline(always)] |$x| $value);
            }
        )+
    };
}

loops! {
    f64_to_odd_f32(f64) -> f32 = |x| odd(x);
    f32_to_f64(f32) -> f64 = |x| f64::from(x);
    f64_to_f32(f64) -> f32 = |x| x as f32;
    bf16_to_f64(bf16) -> f64 = |x| f64::from(narrow::bf16_to_f32(x));

    bool_from_bool(Bool) -> Bool = |x| Bool::from(x.get());
    bool_from_8(u8) -> Bool = |x| Bool::from(x != 0);
    bool_from_16(u16) -> Bool = |x| Bool::from(x != 0);
    bool_from_32(u32) -> Bool = |x| Bool::from(x != 0);
    bool_from_64(u64) -> Bool = |x| Bool::from(x != 0);
    // The bits of either format; both zeros are false.
    bool_from_half(u16) -> Bool = |x| Bool::from(x << 1 != 0);
    bool_from_f32(f32) -> Bool = |x| Bool::from(x != 0.0);
    bool_from_f64(f64) -> Bool = |x| Bool::from(x != 0.0);
    // The bits of both parts.
    bool_from_c32(u32) -> Bool = |x| Bool::from(x & 0x7fff_7fff != 0);
    bool_from_c64(Complex<f32>) -> Bool = |x| Bool::from((x.re != 0.0) | (x.im != 0.0));
    bool_from_c128(Complex<f64>) -> Bool = |x| Bool::from((x.re != 0.0) | (x.im != 0.0));

    bool_to_8(Bool) -> u8 = |x| Bool::as_u8(x);
    bool_to_16(Bool) -> u16 = |x| x.as_u8().into();
    bool_to_32(Bool) -> u32 = |x| x.as_u8().into();
    bool_to_64(Bool) -> u64 = |x| x.as_u8().into();
    bool_to_f32(Bool) -> f32 = |x| x.as_u8().into();

    low_16_to_8(u16) -> u8 = |x| x as u8;
    low_32_to_8(u32) -> u8 = |x| x as u8;
    low_64_to_8(u64) -> u8 = |x| x as u8;
    low_32_to_16(u32) -> u16 = |x| x as u16;
    low_64_to_16(u64) -> u16 = |x| x as u16;
    low_64_to_32(u64) -> u32 = |x| x as u32;

    // Integers of the target's width, signed or not, have the same bits.
    u8_to_16(u8) -> u16 = |x| u16::from(x);
    u8_to_32(u8) -> u32 = |x| u32::from(x);
    u8_to_64(u8) -> u64 = |x| u64::from(x);
    i8_to_16(i8) -> u16 = |x| x as u16;
    i8_to_32(i8) -> u32 = |x| x as u32;
    i8_to_64(i8) -> u64 = |x| x as u64;
    u16_to_32(u16) -> u32 = |x| u32::from(x);
    u16_to_64(u16) -> u64 = |x| u64::from(x);
    i16_to_32(i16) -> u32 = |x| x as u32;
    i16_to_64(i16) -> u64 = |x| x as u64;
    u32_to_64(u32) -> u64 = |x| u64::from(x);
    i32_to_64(i32) -> u64 = |x| x as u64;

    u8_to_f32(u8) -> f32 = |x| f32::from(x);
    i8_to_f32(i8) -> f32 = |x| f32::from(x);
    u16_to_f32(u16) -> f32 = |x| f32::from(x);
    i16_to_f32(i16) -> f32 = |x| f32::from(x);
    u32_to_f32(u32) -> f32 = |x| x as f32;
    i32_to_f32(i32) -> f32 = |x| x as f32;
    u64_to_f32(u64) -> f32 = |x| x as f32;
    i64_to_f32(i64) -> f32 = |x| x as f32;
    u32_to_f64(u32) -> f64 = |x| f64::from(x);
    i32_to_f64(i32) -> f64 = |x| f64::from(x);
    u64_to_f64(u64) -> f64 = |x| x as f64;
    i64_to_f64(i64) -> f64 = |x| x as f64;

    f32_to_i32(f32) -> i32 = |x| x.saturated_i32();
    f32_to_i64(f32) -> i64 = |x| x.saturated_i64();
    f32_to_u64(f32) -> u64 = |x| x.saturated_u64();
    f64_to_i32(f64) -> i32 = |x| x.saturated_i32();
    f64_to_i64(f64) -> i64 = |x| x.saturated_i64();
    f64_to_u64(f64) -> u64 = |x| x.saturated_u64();
    // As `x as i64 as u8`, in vectors of floats: from 2^31 on a float is a multiple of 256, and the largest i64 ends in 255.
    f32_to_u8(f32) -> u8 = |x| {
        let near = x.saturated_i32() as u8;
        let far = if x >= 9_223_372_036_854_775_808.0 { 255 } else { 0 };
        if x.abs() >= 2_147_483_648.0 { far } else { near }
    };

    // What lies below the 53 bits of a double is kept as one bit, so that the double is exact or rounded to odd.
    u64_to_odd_f32(u64) -> f32 = |x| odd(sticky(x) as f64);
    i64_to_odd_f32(i64) -> f32 = |x| {
        let magnitude = odd(sticky(x.unsigned_abs()) as f64);
        if x < 0 { -magnitude } else { magnitude }
    };

    real_16([u16; 2]) -> u16 = |x| x[0];
    real_32(Complex<f32>) -> f32 = |x| x.re;
    real_64(Complex<f64>) -> f64 = |x| x.re;
    join_16(f16) -> Complex<f16> = |x| Complex::new(x, f16::ZERO);
    join_32(f32) -> Complex<f32> = |x| Complex::new(x, 0.0);
    join_64(f64) -> Complex<f64> = |x| Complex::new(x, 0.0);
}

pub(super) fn f64_to_bf16(x: &[f64], y: &mut [bf16]) {
    round(x, y, narrow::f32_to_bf16);
}

/// As `as` converts to integers, in a form that vectors have: what is converted is limited first, then replaced where it was not inside.
trait Saturating {
    fn saturated_i32(self) -> i32;
    fn saturated_i64(self) -> i64;
    /// A negative number as its `i64`.
    fn saturated_u64(self) -> u64;
}

macro_rules! saturating {
    ($($t:ident),+) => {$(
        impl Saturating for $t {
            #[inline(always)]
            fn saturated_i32(self) -> i32 {
                saturating!(self: $t, i32, -2_147_483_648.0, 2_147_483_648.0)
            }

            #[inline(always)]
            fn saturated_i64(self) -> i64 {
                saturating!(self: $t, i64, -9_223_372_036_854_775_808.0, 9_223_372_036_854_775_808.0)
            }

            #[inline(always)]
            fn saturated_u64(self) -> u64 {
                let number = saturating!(self: $t, u64, 0.0, 18_446_744_073_709_551_616.0);
                if self < 0.0 { self.saturated_i64() as u64 } else { number }
            }
        }
    )+};
    // `$end` is the number after the largest.
    ($x:ident: $t:ident, $integer:ident, $least:literal, $end:literal) => {{
        let inside = if ($x >= $least) & ($x < $end) { $x } else { 0.0 };
        // SAFETY: not below the least integer, and below the one after the largest.
        let number = unsafe { inside.to_int_unchecked::<$integer>() };
        let number = if $x >= $end { $integer::MAX } else { number };
        if $x < $least { $integer::MIN } else { number }
    }};
}

saturating!(f32, f64);

/// Writes the float of the same value of each bf16. Panics if the lengths differ.
pub fn widen_bf16(x: &[bf16], y: &mut [f32]) {
    unary(x, y, narrow::bf16_to_f32);
}

/// Writes the bf16 nearest to each float; of two, the even one. Panics if the lengths differ.
pub fn narrow_bf16(x: &[f32], y: &mut [bf16]) {
    unary(x, y, narrow::f32_to_bf16);
}

/// Writes the float of the same value of each f16. Panics if the lengths differ.
pub fn widen_f16(x: &[f16], y: &mut [f32]) {
    same_length(x.len(), y.len());
    half_runs::with(simd::chosen(), Widen(x, y));
}

/// Writes the f16 nearest to each float; of two, the even one. Panics if the lengths differ.
pub fn narrow_f16(x: &[f32], y: &mut [f16]) {
    same_length(x.len(), y.len());
    half_runs::with(simd::chosen(), Narrow(x, y));
}

pub(super) fn f16_to_f64(x: &[f16], y: &mut [f64]) {
    if !converted_singly(x, y, |x| narrow::f16_to_f32(x).into()) {
        half_runs::with(simd::chosen(), WidenToDouble(x, y));
    }
}

pub(super) fn f64_to_f16(x: &[f64], y: &mut [f16]) {
    if !converted_singly(x, y, |x| narrow::f32_to_f16(odd(x))) {
        half_runs::with(simd::chosen(), NarrowDouble(x, y));
    }
}

/// Converts at most [`FEW`] elements, one by one. Returns false, and converts none, if there are more. Panics if the lengths differ.
#[inline(always)]
fn converted_singly<X: Copy, Y>(x: &[X], y: &mut [Y], convert: impl Fn(X) -> Y) -> bool {
    /// A run takes longer than so many elements.
    const FEW: usize = 8;

    same_length(x.len(), y.len());
    if x.len() > FEW {
        return false;
    }
    for (y, &x) in y.iter_mut().zip(x) {
        Loops::OF_BASELINE.step();
        *y = convert(x);
    }
    true
}

struct Widen<'a>(&'a [f16], &'a mut [f32]);
struct Narrow<'a>(&'a [f32], &'a mut [f16]);
struct WidenToDouble<'a>(&'a [f16], &'a mut [f64]);
struct NarrowDouble<'a>(&'a [f64], &'a mut [f16]);

impl Work for WidenToDouble<'_> {
    #[inline(always)]
    fn run(self, conversion: impl Conversion, loops: Loops) {
        in_runs(
            self.0,
            self.1,
            #[inline(always)]
            |run| {
                let mut doubles = [0.0; RUN];
                for (double, x) in doubles.iter_mut().zip(conversion.widen(run)) {
                    loops.step();
                    *double = f64::from(x);
                }
                doubles
            },
        );
    }
}

impl Work for NarrowDouble<'_> {
    #[inline(always)]
    fn run(self, conversion: impl Conversion, loops: Loops) {
        in_runs(
            self.0,
            self.1,
            #[inline(always)]
            |run| {
                let mut floats = [0.0; RUN];
                for (float, &x) in floats.iter_mut().zip(run) {
                    loops.step();
                    *float = odd(x);
                }
                conversion.narrow(&floats)
            },
        );
    }
}

impl Work for Widen<'_> {
    #[inline(always)]
    fn run(self, conversion: impl Conversion, _: Loops) {
        in_runs(
            self.0,
            self.1,
            #[inline(always)]
            |run| conversion.widen(run),
        );
    }
}

impl Work for Narrow<'_> {
    #[inline(always)]
    fn run(self, conversion: impl Conversion, _: Loops) {
        in_runs(
            self.0,
            self.1,
            #[inline(always)]
            |run| conversion.narrow(run),
        );
    }
}

/// Converts run by run. The conversion stands there once: what is left over fills up a run.
#[inline(always)]
fn in_runs<X: Copy + Default, Y: Copy + Default>(
    x: &[X],
    y: &mut [Y],
    convert: impl Fn(&[X; RUN]) -> [Y; RUN],
) {
    let (mut filled, mut results) = ([X::default(); RUN], [Y::default(); RUN]);
    for (x, y) in x.chunks(RUN).zip(y.chunks_mut(RUN)) {
        let length = x.len();
        let run = x.first_chunk().unwrap_or_else(|| {
            filled[..length].copy_from_slice(x);
            &filled
        });
        let target = match y.first_chunk_mut() {
            Some(y) => y,
            None => &mut results,
        };
        *target = convert(run);
        if length < RUN {
            y.copy_from_slice(&results[..length]);
        }
    }
}

/// The float that is `x`, or that neighbour of `x` whose last bit is 1. A NaN stays one.
#[inline(always)]
pub fn odd(x: f64) -> f32 {
    let nearest = x as f32;
    let back = f64::from(nearest).abs();
    let bits = nearest.to_bits();
    // An even float beside an inexact number: the neighbour on the other side of the number is odd. Both comparisons are false for NaN.
    let even = !bits & 1;
    let up = even & u32::from(back < x.abs());
    let down = even & u32::from(back > x.abs());
    f32::from_bits(bits + up - down)
}

/// `x` with its bits below the first 53 of 64 joined to one.
#[inline(always)]
fn sticky(x: u64) -> u64 {
    let low = x & 0x7ff;
    // Below 2^53 a double has all bits.
    if x >> 53 == 0 {
        x
    } else {
        (x ^ low) | (u64::from(low != 0) << 11)
    }
}
