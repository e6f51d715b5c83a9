//! Second computation of results whose double does not decide which float is nearest.
//!
//! A double with a relative error of 2^-38 lies beside the middle between two floats in one of some thousand cases. Those are found by
//! rounding both ends of what it stands for, or by a test of its last bits, and computed again by the kernel for doubles, whose error is smaller by a factor of 2^15. That leaves some arguments
//! of the 2^32 whose results are nearer still to a middle: the long run of `tests/math_every_float.rs` finds them, [`super::hard`] lists them.

use super::wide::pair::Pair;
use crate::doubles::{LOST_BITS, Reach};

/// Search for the nearest float where the double of a function of so many arguments leaves a doubt.
pub(super) trait Decide<const INPUTS: usize> {
    /// Returns the doubles that are in doubt.
    fn reach(&self) -> Reach;

    /// The float nearest to the function of `x`, of which `value` is the double.
    fn nearest(&self, x: [f32; INPUTS], value: f64) -> f32;
}

/// Computation of a float of one argument whose double leaves a doubt.
#[derive(Clone, Copy)]
pub(super) struct Exact<'a> {
    /// The kernel for doubles.
    wide: &'a dyn Fn(&[f64], &mut [f64]),
    /// The arguments for which it does not decide either, and their results, in the order of the arguments' bits.
    hard: &'static [[u32; 2]],
    /// Doubles that are in doubt.
    pub reach: Reach,
}

impl<'a> Exact<'a> {
    /// For a double with a relative error below 2^-38.
    pub const fn new(wide: &'a dyn Fn(&[f64], &mut [f64]), hard: &'static [[u32; 2]]) -> Self {
        let reach = Reach::of_error(38);
        Self { wide, hard, reach }
    }

    /// For a double with a relative error below `2^-error`.
    pub const fn with_error(self, error: u32) -> Self {
        let reach = Reach::of_error(error);
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

impl Decide<1> for Exact<'_> {
    fn reach(&self) -> Reach {
        self.reach
    }

    fn nearest(&self, [x]: [f32; 1], _value: f64) -> f32 {
        self.of(x)
    }
}

/// Computation of a float of two arguments whose double leaves a doubt.
#[derive(Clone, Copy)]
pub(super) struct ExactOfTwo {
    /// The kernel for doubles, which leaves one of some millions open.
    wide: fn(&[f64], &[f64], &mut [f64]),
    /// The function with all bits of two doubles, for arguments whose result is finite and not 0; the double is there for its sign.
    full: fn(f64, f64, f64) -> Pair,
    /// Doubles that are in doubt.
    pub reach: Reach,
}

impl ExactOfTwo {
    /// For a double with a relative error below `2^-error`.
    pub const fn new(
        wide: fn(&[f64], &[f64], &mut [f64]),
        full: fn(f64, f64, f64) -> Pair,
        error: u32,
    ) -> Self {
        let reach = Reach::of_error(error);
        Self { wide, full, reach }
    }
}

impl Decide<2> for ExactOfTwo {
    fn reach(&self) -> Reach {
        self.reach
    }

    fn nearest(&self, [a, b]: [f32; 2], value: f64) -> f32 {
        let (a, b) = (f64::from(a), f64::from(b));
        let mut wide = [0.0];
        (self.wide)(&[a], &[b], &mut wide);
        match Reach::OF_KERNELS_FOR_DOUBLES.leaves_open(wide[0]) {
            true => (self.full)(a, b, value).odd() as f32,
            false => wide[0] as f32,
        }
    }
}

/// Writes to `y` the nearest float to the function of each `x` whose double in `values` is in doubt.
#[cold]
#[inline(never)]
pub(super) fn settle<const INPUTS: usize>(
    x: [&[f32]; INPUTS],
    values: &[f64],
    y: &mut [f32],
    exact: &dyn Decide<INPUTS>,
) {
    let reach = exact.reach();
    for (i, (&value, y)) in values.iter().zip(y).enumerate() {
        if reach.leaves_open(value) {
            *y = exact.nearest(x.map(|x| x[i]), value);
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
