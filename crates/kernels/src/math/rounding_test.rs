//! Ziv's rounding test: results whose double does not decide which float is nearest are computed again.
//!
//! A double with a relative error of 2^-38 lies beside the middle between two floats in one of some thousand cases. Those are found by
//! rounding both ends of what it stands for, or by a test of its last bits, and computed again by the kernel for doubles, whose error is smaller by a factor of 2^15. That leaves some arguments
//! of the 2^32 whose results are nearer still to a middle: the long run of `tests/math_every_float.rs` finds them, [`super::hard`] lists them.

use super::wide::pair::Pair;
use crate::doubles::{ErrorBound, LOST_BITS};

/// The rounding test of a function of so many arguments: whether a double decides the nearest float, and the float where it does not.
pub(super) trait RoundingTest<const INPUTS: usize> {
    /// How far the doubles may be from the function.
    fn error_bound(&self) -> ErrorBound;

    /// The float nearest to the function of `x`, of which `value` is the double.
    fn nearest(&self, x: [f32; INPUTS], value: f64) -> f32;
}

/// Computation of a float of one argument whose double does not decide the rounding.
#[derive(Clone, Copy)]
pub(super) struct Exact<'a> {
    /// The kernel for doubles.
    wide: &'a dyn Fn(&[f64], &mut [f64]),
    /// The arguments for which it does not decide either, and their results, in the order of the arguments' bits.
    hard: &'static [[u32; 2]],
    /// How far the doubles of the usual kernel may be from the function.
    pub error_bound: ErrorBound,
}

impl<'a> Exact<'a> {
    /// For a double with a relative error below 2^-38.
    pub const fn new(wide: &'a dyn Fn(&[f64], &mut [f64]), hard: &'static [[u32; 2]]) -> Self {
        let error_bound = ErrorBound::below(38);
        Self {
            wide,
            hard,
            error_bound,
        }
    }

    /// For a double with a relative error below `2^-error`.
    pub const fn with_error(self, error: u32) -> Self {
        let error_bound = ErrorBound::below(error);
        Self {
            error_bound,
            ..self
        }
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

impl RoundingTest<1> for Exact<'_> {
    fn error_bound(&self) -> ErrorBound {
        self.error_bound
    }

    fn nearest(&self, [x]: [f32; 1], _value: f64) -> f32 {
        self.of(x)
    }
}

/// Computation of a float of two arguments whose double does not decide the rounding.
#[derive(Clone, Copy)]
pub(super) struct ExactOfTwo {
    /// The kernel for doubles, which leaves one of some millions open.
    wide: fn(&[f64], &[f64], &mut [f64]),
    /// The function with all bits of two doubles, for arguments whose result is finite and not 0; the double is there for its sign.
    full: fn(f64, f64, f64) -> Pair,
    /// How far the doubles of the usual kernel may be from the function.
    pub error_bound: ErrorBound,
}

impl ExactOfTwo {
    /// For a double with a relative error below `2^-error`.
    pub const fn new(
        wide: fn(&[f64], &[f64], &mut [f64]),
        full: fn(f64, f64, f64) -> Pair,
        error: u32,
    ) -> Self {
        let error_bound = ErrorBound::below(error);
        Self {
            wide,
            full,
            error_bound,
        }
    }
}

impl RoundingTest<2> for ExactOfTwo {
    fn error_bound(&self) -> ErrorBound {
        self.error_bound
    }

    fn nearest(&self, [a, b]: [f32; 2], value: f64) -> f32 {
        let (a, b) = (f64::from(a), f64::from(b));
        let mut wide = [0.0];
        (self.wide)(&[a], &[b], &mut wide);
        match ErrorBound::OF_KERNELS_FOR_DOUBLES.is_undecided(wide[0]) {
            true => (self.full)(a, b, value).odd() as f32,
            false => wide[0] as f32,
        }
    }
}

/// Writes to `y` the nearest float to the function of each `x` whose double in `values` is undecided.
#[cold]
#[inline(never)]
pub(super) fn round_undecided<const INPUTS: usize>(
    x: [&[f32]; INPUTS],
    values: &[f64],
    y: &mut [f32],
    exact: &dyn RoundingTest<INPUTS>,
) {
    let error_bound = exact.error_bound();
    for (i, (&value, y)) in values.iter().zip(y).enumerate() {
        if error_bound.is_undecided(value) {
            *y = exact.nearest(x.map(|x| x[i]), value);
        }
    }
}

/// `value` if not `is_undecided`, else a double beside it that no rounding test decides: for results beside a root, whose relative error is larger than the bound.
#[inline(always)]
pub(super) fn undecided_if(is_undecided: bool, value: f64) -> f64 {
    const MIDDLE: u64 = 1 << (LOST_BITS - 1);
    let middle = f64::from_bits(value.to_bits() & !(2 * MIDDLE - 1) | MIDDLE);
    if is_undecided { middle } else { value }
}
