//! Arithmetic, comparison and the piecewise functions, on dense slices.
//!
//! One module an operation, one function a type in which it is computed: `add::f32(a, b, y)`. Inputs come first, then outputs, then a
//! block of numbers that is the same for all elements. Slices of one call have the same length, or the function panics.
//!
//! * Integers wrap. An integer divided by 0 gives -1, all bits set, for quotient and remainder, as on the device.
//! * `f32` and `f64` are rounded once where nothing else is said.
//! * `f16` and `bf16` have functions of their own where a detour through `f32` would round twice: products and quotients whose bf16 is
//!   subnormal, and everything of more than one operation. What has no such function may pass through `f32`: the result is the same.
//! * A NaN among the inputs gives a NaN where the result can be one; of two in a sum or a product the first.
//! * Results are the same on every instruction set.

mod activations;
mod bits;
mod classes;
mod comparisons;
mod divisions;
mod extremes;
mod gradients;
mod halves;
mod integers;
mod packing;
mod remainders;
mod roundings;
mod scalars;
mod search;
mod sequences;
mod sums;
mod weighted;

pub use activations::{
    hard_sigmoid, hard_swish, leaky_relu, relu, slope_below_0, squared_relu, threshold,
};
pub use bits::{
    bitwise_and, bitwise_not, bitwise_or, bitwise_xor, left_shift, logical_and, logical_not,
    logical_or, logical_xor, right_shift,
};
pub use classes::{
    abs, angle, heaviside, is_finite, is_inf, is_neg_inf, is_pos_inf, nan_to_num, neg, sign,
    sign_bit,
};
pub use comparisons::{eq, ge, gt, is_close, le, lt, ne};
pub use divisions::{div, div_floor, div_trunc, reciprocal};
pub use extremes::{clamp, clamp_scalars, maximum, minimum};
pub use gradients::{
    elu_backward_of_result, fatrelu_mul, hard_sigmoid_backward, hard_swish_backward,
    leaky_relu_backward, line_within_0_and_1, logit_backward, prelu, prelu_term, shrink,
    zero_inside, zero_outside,
};
pub use integers::{gcd, pow};
pub use packing::{pack_signs, unpack_signs};
pub use remainders::{fmod, remainder};
pub use roundings::{ceil, floor, frac, round, round_by, round_decimals, trunc};
pub use scalars::{add_scalar, div_scalar, mul_scalar, mul_scaled};
pub use search::contains;
pub use sequences::arange;
pub(crate) use sums::odd_sum;
pub use sums::{add, add_relu, add_scaled, mul, square, sub};
pub use weighted::{add_div, add_div_by, add_mul, add_mul_by, lerp, mul_add, odd};

/// The element type that a function is named by.
macro_rules! element {
    (bool) => { hostnpu_numeric::Bool };
    (c64) => { hostnpu_numeric::Complex<f32> };
    (c128) => { hostnpu_numeric::Complex<f64> };
    (f16) => { half::f16 };
    (bf16) => { half::bf16 };
    ($t:ident) => { $t };
}

/// Functions of one slice: `name -> result = |element| value;`. Closures are inlined always: one that the
/// compiler called would be compiled for the baseline.
macro_rules! unary {
    ($($name:ident -> $to:ident = |$x:ident| $value:expr;)+) => {
        $(
            /// Computes the operation of this module on each element.
            pub fn $name(x: &[$crate::arith::element!($name)], y: &mut [$crate::arith::element!($to)]) {
                $crate::dense::unary(x, y, #[inline(always)] |$x| $value);
            }
        )+
    };
}

/// Functions of two slices of one type, as in [`unary`].
macro_rules! binary {
    ($($name:ident -> $to:ident = |$x:ident, $z:ident| $value:expr;)+) => {
        $(
            /// Computes the operation of this module on each pair of elements.
            pub fn $name(
                a: &[$crate::arith::element!($name)],
                b: &[$crate::arith::element!($name)],
                y: &mut [$crate::arith::element!($to)],
            ) {
                $crate::dense::binary(a, b, y, #[inline(always)] |$x, $z| $value);
            }
        )+
    };
}

/// Functions that are those of another type of the same width, because the bits of the results are the same.
macro_rules! same_bits {
    (unary $($name:ident = $other:ident;)+) => {
        $(
            /// Computes the operation of this module on each element.
            pub fn $name(x: &[$crate::arith::element!($name)], y: &mut [$crate::arith::element!($name)]) {
                $other(bytemuck::cast_slice(x), bytemuck::cast_slice_mut(y));
            }
        )+
    };
    (binary $($name:ident = $other:ident;)+) => {
        $(
            /// Computes the operation of this module on each pair of elements.
            pub fn $name(
                a: &[$crate::arith::element!($name)],
                b: &[$crate::arith::element!($name)],
                y: &mut [$crate::arith::element!($name)],
            ) {
                $crate::dense::same_length(a.len(), y.len());
                $crate::dense::same_length(b.len(), y.len());
                $other(bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(y));
            }
        )+
    };
    (compare $($name:ident = $other:ident;)+) => {
        $(
            /// Computes the operation of this module on each pair of elements.
            pub fn $name(
                a: &[$crate::arith::element!($name)],
                b: &[$crate::arith::element!($name)],
                y: &mut [hostnpu_numeric::Bool],
            ) {
                $other(bytemuck::cast_slice(a), bytemuck::cast_slice(b), y);
            }
        )+
    };
}

pub(crate) use {binary, element, same_bits, unary};
