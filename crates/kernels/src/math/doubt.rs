//! What is done where the double of a result does not decide which float is nearest.
//!
//! A double with a relative error of 2^-38 lies beside the middle between two floats in one of some thousand cases. Those are found by a
//! test of its last bits and computed again by the kernel for doubles, whose error is smaller by a factor of 2^15. That leaves some arguments
//! of the 2^32 whose results are nearer still to a middle: the long run of `tests/math_every_float.rs` finds them, [`super::hard`] lists them.

use super::slices::GROUP;
use super::wide::pair::Pair;
use crate::simd::{self, Kernel};

/// How a float is computed where its double leaves a doubt.
#[derive(Clone, Copy)]
pub(super) struct Exact<'a> {
    /// The kernel for doubles.
    wide: &'a dyn Fn(&[f64], &mut [f64]),
    /// The arguments for which it does not decide either, and their results, in the order of the arguments' bits.
    hard: &'static [[u32; 2]],
    /// What is in doubt.
    pub reach: Reach,
}

impl<'a> Exact<'a> {
    /// For a double with a relative error below 2^-38.
    pub const fn new(wide: &'a dyn Fn(&[f64], &mut [f64]), hard: &'static [[u32; 2]]) -> Self {
        let reach = Reach(1 << 15);
        Self { wide, hard, reach }
    }

    /// For a double with a relative error below `2^-error`.
    pub const fn with_error(self, error: u32) -> Self {
        let reach = Reach(1 << (f64::MANTISSA_DIGITS - error));
        Self { reach, ..self }
    }
}

impl Exact<'_> {
    /// The float nearest to the function of `x`.
    pub fn of(&self, x: f32) -> f32 {
        if let Ok(at) = self
            .hard
            .binary_search_by_key(&x.to_bits(), |entry| entry[0])
        {
            return f32::from_bits(self.hard[at][1]);
        }
        let mut wide = [0.0];
        (self.wide)(&[x.into()], &mut wide);
        wide[0] as f32
    }
}

/// How a float of two arguments is computed where its double leaves a doubt.
#[derive(Clone, Copy)]
pub(super) struct ExactOfTwo {
    /// The function with all bits of two doubles, for arguments whose result is finite and not 0; the double is there for its sign.
    full: fn(f64, f64, f64) -> Pair,
    /// What is in doubt.
    pub reach: Reach,
}

impl ExactOfTwo {
    /// For a double with a relative error below `2^-error`.
    pub const fn new(full: fn(f64, f64, f64) -> Pair, error: u32) -> Self {
        let reach = Reach(1 << (f64::MANTISSA_DIGITS - error));
        Self { full, reach }
    }

    /// Writes the nearest float to each value, and the one nearest to the function of `a` and `b` where that is in doubt.
    #[inline(always)]
    pub fn round(&self, (a, b): (&[f32], &[f32]), values: &[f64], y: &mut [f32]) {
        let mut least = i64::MAX;
        for (y, &value) in y.iter_mut().zip(values) {
            *y = value as f32;
            least = least.min(self.reach.of_any(value));
        }
        if least == 0 {
            self.settle((a, b), values, y);
        }
    }

    /// Writes to `y` the float nearest to the function of each pair whose double in `values` is in doubt.
    #[cold]
    #[inline(never)]
    pub fn settle(&self, (a, b): (&[f32], &[f32]), values: &[f64], y: &mut [f32]) {
        for (((&a, &b), &value), y) in a.iter().zip(b).zip(values).zip(y) {
            if self.reach.of_any(value) == 0 {
                *y = (self.full)(a.into(), b.into(), value).odd() as f32;
            }
        }
    }
}

/// `value`, so that it is in doubt if `is_doubtful`: for results beside a root, whose relative error is larger.
#[inline(always)]
pub(super) fn in_doubt_if(is_doubtful: bool, value: f64) -> f64 {
    const MIDDLE: u64 = 1 << (LOST_BITS - 1);
    let middle = f64::from_bits(value.to_bits() & !(2 * MIDDLE - 1) | MIDDLE);
    if is_doubtful { middle } else { value }
}

/// Half the width of what is in doubt around the middle between two floats, in last places of a double: a power of two.
#[derive(Clone, Copy)]
pub(crate) struct Reach(u64);

/// Bits that a double has and a float has not.
const LOST_BITS: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// The bits of 2^-151: what is less is 0 in float, whatever its last bits are.
const SMALLEST: u64 = (1023 - 151) << 52;

impl Reach {
    /// What is added to the bits of a double: those of [`Reach::distance`] are 0 then where it is in doubt.
    #[inline(always)]
    pub const fn shift(self) -> u64 {
        self.0.wrapping_sub(1 << (LOST_BITS - 1))
    }

    /// The bits that tell the distance from a middle, but for those within the reach.
    #[inline(always)]
    pub const fn distance(self) -> u64 {
        ((1 << LOST_BITS) - 1) & !(2 * self.0 - 1)
    }

    /// 0 if a result that is not subnormal in float is in doubt; else a positive number.
    #[inline(always)]
    pub fn of_normal(self, value: f64) -> i64 {
        (value.to_bits().wrapping_add(self.shift()) & self.distance()) as i64
    }

    /// 0 if a result is in doubt, as all are that are subnormal in float; else a positive number.
    #[inline(always)]
    pub fn of_any(self, value: f64) -> i64 {
        let above_smallest = value.abs().to_bits().wrapping_sub(SMALLEST);
        let subnormal = above_smallest < f64::to_bits(f32::MIN_POSITIVE as f64) - SMALLEST;
        // Not a choice, of which the compiler would make a branch.
        self.of_normal(value) & (i64::from(subnormal) - 1)
    }
}

/// Writes the float nearest to the function of each `x`, of which `values` are the doubles. One loop for all functions.
#[inline(never)]
pub(super) fn round(x: &[f32], values: &[f64; GROUP], y: &mut [f32], exact: &Exact) {
    simd::kernel_widest(Rounding(x, values, y, exact));
}

struct Rounding<'a>(&'a [f32], &'a [f64; GROUP], &'a mut [f32], &'a Exact<'a>);

impl Kernel for Rounding<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(x, values, y, exact) = self;
        let reach = exact.reach;
        let mut least = i64::MAX;
        for (y, &value) in y.iter_mut().zip(values) {
            *y = value as f32;
            least = least.min(reach.of_any(value));
        }
        if least == 0 {
            settle(x, values, y, exact);
        }
    }
}

/// Writes to `y` the float nearest to the function of each `x` whose double in `values` is in doubt.
#[cold]
#[inline(never)]
pub(super) fn settle(x: &[f32], values: &[f64], y: &mut [f32], exact: &Exact) {
    for ((&x, &value), y) in x.iter().zip(values).zip(y) {
        if exact.reach.of_any(value) == 0 {
            *y = exact.of(x);
        }
    }
}
