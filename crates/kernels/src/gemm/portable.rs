//! Vectors for every machine: arrays that the compiler keeps in the registers of the baseline.

use std::marker::PhantomData;

use super::tile::{Factors, Vector};

/// Arithmetic of one lane.
pub(super) trait Lane: Copy {
    type Number: Copy + Default;

    fn add(a: Self::Number, b: Self::Number) -> Self::Number;

    /// `sum + a * b`
    fn add_product(sum: Self::Number, a: Self::Number, b: Self::Number) -> Self::Number;
}

/// Lanes of one kind.
#[derive(Clone, Copy)]
pub(super) struct Lanes<L: Lane, const COUNT: usize>([L::Number; COUNT], PhantomData<L>);

impl<L: Lane, const COUNT: usize> Factors for Lanes<L, COUNT> {
    type Number = L::Number;

    #[inline(always)]
    unsafe fn all(from: *const L::Number) -> Self {
        // SAFETY: the caller's promise.
        Self([unsafe { from.read() }; COUNT], PhantomData)
    }

    #[inline(always)]
    unsafe fn load(from: *const L::Number) -> Self {
        // SAFETY: the caller's promise.
        Self(
            unsafe { from.cast::<[L::Number; COUNT]>().read() },
            PhantomData,
        )
    }
}

impl<L: Lane, const COUNT: usize> Vector for Lanes<L, COUNT> {
    const LANES: usize = COUNT;

    #[inline(always)]
    unsafe fn zero() -> Self {
        Self([L::Number::default(); COUNT], PhantomData)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut L::Number) {
        // SAFETY: the caller's promise.
        unsafe { to.cast::<[L::Number; COUNT]>().write(self.0) };
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let lane = |i: usize| L::add(self.0[i], other.0[i]);
        Self(std::array::from_fn(lane), PhantomData)
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        let lane = |i: usize| L::add_product(self.0[i], a.0[i], b.0[i]);
        Self(std::array::from_fn(lane), PhantomData)
    }
}

/// Declares lanes: their numbers, and what they do.
macro_rules! lanes {
    ($($(#[$doc:meta])* $lane:ident $vector:ident $number:ty, $count:literal: |$a:ident, $b:ident| $add:expr, |$sum:ident, $x:ident, $y:ident| $step:expr;)+) => {$(
        $(#[$doc])*
        pub(super) type $vector = Lanes<$lane, $count>;

        #[derive(Clone, Copy)]
        pub(super) struct $lane;

        impl Lane for $lane {
            type Number = $number;

            #[inline(always)]
            fn add($a: $number, $b: $number) -> $number {
                $add
            }

            #[inline(always)]
            fn add_product($sum: $number, $x: $number, $y: $number) -> $number {
                $step
            }
        }
    )+};
}

// AArch64 has vectors of its own for these.
#[cfg(not(target_arch = "aarch64"))]
lanes! {
    /// Numbers whose products are exact: a fused operation would give the same.
    ExactLane Exact f64, 4: |a, b| a + b, |sum, x, y| sum + x * y;
    /// Numbers whose products are added with one rounding.
    DoubleLane Doubles f64, 4: |a, b| a + b, |sum, x, y| x.mul_add(y, sum);
    /// Numbers whose products are added with one rounding.
    SingleLane Singles f32, 8: |a, b| a + b, |sum, x, y| x.mul_add(y, sum);
}

lanes! {
    /// Integers that wrap.
    IntegerLane Integers i64, 4: |a, b| a.wrapping_add(b), |sum, x, y| sum.wrapping_add(x.wrapping_mul(y));
}
