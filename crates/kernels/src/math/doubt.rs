//! What is done where the double of a result does not decide which float is nearest.
//!
//! A double with a relative error of 2^-38 lies beside the middle between two floats in one of some thousand cases. Those are found by
//! rounding both ends of what it stands for, or by a test of its last bits, and computed again by the kernel for doubles, whose error is smaller by a factor of 2^15. That leaves some arguments
//! of the 2^32 whose results are nearer still to a middle: the long run of `tests/math_every_float.rs` finds them, [`super::hard`] lists them.

use super::wide::pair::Pair;

/// How the nearest float is found where the double of a function of so many arguments leaves a doubt.
pub(super) trait Decide<const INPUTS: usize> {
    /// What is in doubt.
    fn reach(&self) -> Reach;

    /// The float nearest to the function of `x`, of which `value` is the double.
    fn nearest(&self, x: [f32; INPUTS], value: f64) -> f32;
}

/// How a float of one argument is computed where its double leaves a doubt.
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

/// How a float of two arguments is computed where its double leaves a doubt.
#[derive(Clone, Copy)]
pub(super) struct ExactOfTwo {
    /// The kernel for doubles, which leaves one of some millions open.
    wide: fn(&[f64], &[f64], &mut [f64]),
    /// The function with all bits of two doubles, for arguments whose result is finite and not 0; the double is there for its sign.
    full: fn(f64, f64, f64) -> Pair,
    /// What is in doubt.
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

/// The largest relative error of a double, as a power of two: what it leaves in doubt.
#[derive(Clone, Copy)]
pub(crate) struct Reach(u32);

/// Bits that a double has and a float has not.
pub(crate) const LOST_BITS: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

impl Reach {
    /// For a double that is not in doubt.
    pub const NOTHING: Self = Reach(f64::MANTISSA_DIGITS + 1);

    /// For a double with an error below 0.51 ULP.
    const OF_KERNELS_FOR_DOUBLES: Self = Reach(f64::MANTISSA_DIGITS - 1);

    /// For a double with a relative error below `2^-error`.
    pub const fn of_error(error: u32) -> Self {
        Reach(error)
    }

    /// The floats nearest to both ends of what a double stands for: the same one where the double leaves no doubt.
    #[inline(always)]
    pub fn ends(self, value: f64) -> [f32; 2] {
        let share = f64::from_bits(u64::from(1023 - self.0) << (f64::MANTISSA_DIGITS - 1));
        [value * (1.0 - share), value * (1.0 + share)].map(|end| end as f32)
    }

    /// Half the width of what is in doubt around the middle between two floats, in last places of the smallest double of an exponent.
    const fn places(self) -> u64 {
        1 << (f64::MANTISSA_DIGITS - self.0)
    }

    /// What is added to the bits of a double: those of [`Reach::distance`] are 0 then where it is in doubt. Of results that are not subnormal in float.
    #[inline(always)]
    pub const fn shift(self) -> u64 {
        self.places().wrapping_sub(1 << (LOST_BITS - 1))
    }

    /// The bits that tell the distance from a middle, but for those within the reach.
    #[inline(always)]
    pub const fn distance(self) -> u64 {
        ((1 << LOST_BITS) - 1) & !(2 * self.places() - 1)
    }

    /// 0 if a result that is not subnormal in float is in doubt by its last bits, which says so of some more than [`Reach::ends`]; else a positive number.
    #[inline(always)]
    pub fn of_normal(self, value: f64) -> i64 {
        (value.to_bits().wrapping_add(self.shift()) & self.distance()) as i64
    }

    /// Whether a double is in doubt by either test.
    fn leaves_open(self, value: f64) -> bool {
        let [low, high] = self.ends(value);
        low.to_bits() != high.to_bits() || self.of_normal(value) == 0
    }
}
