//! Logspace: powers of one base whose exponents are evenly spaced.
//!
//! Element i of n is base^(start + (end - start) · i / (n - 1)), found from `start` in the first half and from `end` in the
//! second, so that both ends are met exactly. How exactly the exponents are found is the caller's choice
//! ([`ExponentRounding`]). The power is rounded once to f32, and from there to a 16-bit format, as a device does whose
//! 16-bit power is computed in f32; for i32 it is cut off towards zero.
//!
//! A long run of positive, finite powers is a geometric progression: element 64·b + j is head(b) · ratio(j), with 64
//! ratios computed once. Head and ratio are split so that the leading product is exact: five operations for each
//! element, and still about 58 correct bits before the rounding.

use half::{bf16, f16};

use super::double_double::DoubleDouble;
use super::pow::{Base, exp2};
use super::simd::{self, Isa};
use hostnpu_numeric::narrow::{f32_to_bf16, f32_to_f16, round_to_bf16, round_to_f16};

/// Precision of the exponents between both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExponentRounding {
    /// Not rounded: to about 100 bits. Only where `end - start` is not finite in f32 are they those of [`Self::Last`].
    Never,
    /// Computed in f32, operation by operation, and the exponent rounded to the format of the result.
    Last,
    /// Every operation is rounded to the format of the result, the index and the number of steps included: in f16 an
    /// index from 65520 on is infinite.
    EveryOperation,
}

/// Types of results of logspace: f32, f16, bf16 and i32.
pub trait Element: Copy {
    /// `x` as an end of the range: rounded to the format, for i32 cut off towards zero (saturating, NaN is 0).
    fn end(x: f32) -> f64;
    /// `x` rounded to the floating-point format in which this element's exponents are computed: f32 for i32.
    fn round(x: f32) -> f32;
    /// The element for a power.
    fn from_power(power: f64) -> Self;
    /// [`Logspace::fill_on`]. A method of each type, because a generic function would be compiled by the crate that calls it, for size.
    fn fill(range: &Logspace, isa: Isa, first_index: u64, dst: &mut [Self]);
}

impl Element for f32 {
    #[inline(always)]
    fn end(x: f32) -> f64 {
        x.into()
    }
    #[inline(always)]
    fn round(x: f32) -> f32 {
        x
    }
    #[inline(always)]
    fn from_power(power: f64) -> Self {
        power as f32
    }
    fn fill(range: &Logspace, isa: Isa, first_index: u64, dst: &mut [Self]) {
        range.fill_elements(isa, first_index, dst);
    }
}

impl Element for f16 {
    #[inline(always)]
    fn end(x: f32) -> f64 {
        round_to_f16(x).into()
    }
    #[inline(always)]
    fn round(x: f32) -> f32 {
        round_to_f16(x)
    }
    #[inline(always)]
    fn from_power(power: f64) -> Self {
        f32_to_f16(power as f32)
    }
    fn fill(range: &Logspace, isa: Isa, first_index: u64, dst: &mut [Self]) {
        range.fill_elements(isa, first_index, dst);
    }
}

impl Element for bf16 {
    #[inline(always)]
    fn end(x: f32) -> f64 {
        round_to_bf16(x).into()
    }
    #[inline(always)]
    fn round(x: f32) -> f32 {
        round_to_bf16(x)
    }
    #[inline(always)]
    fn from_power(power: f64) -> Self {
        f32_to_bf16(power as f32)
    }
    fn fill(range: &Logspace, isa: Isa, first_index: u64, dst: &mut [Self]) {
        range.fill_elements(isa, first_index, dst);
    }
}

impl Element for i32 {
    #[inline(always)]
    fn end(x: f32) -> f64 {
        (x as i32).into()
    }
    #[inline(always)]
    fn round(x: f32) -> f32 {
        x
    }
    #[inline(always)]
    fn from_power(power: f64) -> Self {
        power as i32
    }
    fn fill(range: &Logspace, isa: Isa, first_index: u64, dst: &mut [Self]) {
        range.fill_elements(isa, first_index, dst);
    }
}

/// Elements of one block share a head. Blocks start at multiples of this index whatever part of the range is
/// filled, so an element does not depend on how the range was cut.
const BLOCK: usize = 64;

/// Shorter ranges are not worth the table of ratios.
const MIN_PROGRESSION: u64 = 4 * BLOCK as u64;

/// A checked and prepared range of powers; [`Self::fill`] writes any part of it.
#[derive(Clone, Debug)]
pub struct Logspace {
    base: Base,
    steps: u64,
    exponents: Exponents,
    ratios: Option<Box<Ratios>>,
}

#[derive(Clone, Copy, Debug)]
enum Exponents {
    Exact {
        start: f64,
        end: f64,
        step: DoubleDouble,
    },
    Single {
        start: f32,
        end: f32,
        step: f32,
        every_operation: bool,
    },
}

/// base^(step · j) for the elements of a block.
#[derive(Clone, Debug)]
struct Ratios {
    whole: [f64; BLOCK],
    /// The leading 26 bits.
    high: [f64; BLOCK],
    /// The difference from `high`, to about 60 bits of the whole.
    low: [f64; BLOCK],
}

impl Logspace {
    /// The range of `steps` powers of `base` for elements `T`. Ends and base are first rounded to `T` (only the ends if
    /// `T` is i32), but not for a single step: that is `base^start`.
    pub fn new<T: Element>(
        start: f32,
        end: f32,
        steps: u64,
        base: f32,
        rounding: ExponentRounding,
    ) -> Self {
        if steps <= 1 {
            let start = f64::from(start);
            return Self {
                base: Base::new(base.into()),
                steps,
                exponents: Exponents::Exact {
                    start,
                    end: start,
                    step: DoubleDouble::new(0.0),
                },
                ratios: None,
            };
        }
        let (start, end) = (T::end(start), T::end(end));
        let exponents = Exponents::new::<T>(start, end, steps, rounding);
        Self::of(T::round(base).into(), exponents, steps)
    }

    /// One copy for all types of elements.
    #[inline(never)]
    fn of(base: f64, exponents: Exponents, steps: u64) -> Self {
        let base = Base::new(base);
        let ratios = simd::widest(
            #[inline(always)]
            || Ratios::new(&base, exponents, steps),
        );
        Self {
            base,
            steps,
            exponents,
            ratios: ratios.map(Box::new),
        }
    }

    /// The number of elements.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Writes elements `first_index..first_index + dst.len()`, which are below [`Self::steps`]. `T` is that of
    /// [`Self::new`].
    pub fn fill<T: Element>(&self, first_index: u64, dst: &mut [T]) {
        self.fill_on(simd::chosen(), first_index, dst);
    }

    /// [`Self::fill`] with a given instruction set: the same bits on each.
    pub fn fill_on<T: Element>(&self, isa: Isa, first_index: u64, dst: &mut [T]) {
        T::fill(self, isa, first_index, dst);
    }

    fn fill_elements<T: Element>(&self, isa: Isa, first_index: u64, dst: &mut [T]) {
        debug_assert!(first_index + dst.len() as u64 <= self.steps);
        // A copy: the compiler then sees that writing elements does not change the base, and vectorises.
        let base = self.base;
        simd::with(
            isa,
            #[inline(always)]
            || match (&self.ratios, self.exponents) {
                (Some(ratios), exponents) => {
                    self.fill_progression(ratios, exponents, first_index, dst)
                }
                (None, Exponents::Exact { start, end, step }) => {
                    let last = (self.steps.max(1) - 1) as f64;
                    let half = (self.steps / 2) as f64;
                    each(base, first_index, dst, |index| {
                        exact_exponent(start, end, step, half, last, index)
                    });
                }
                (
                    None,
                    Exponents::Single {
                        start,
                        end,
                        step,
                        every_operation,
                    },
                ) => {
                    let last = (self.steps - 1) as f64;
                    let half = (self.steps / 2) as f64;
                    let round = |x: f32| if every_operation { T::round(x) } else { x };
                    each(base, first_index, dst, |index| {
                        let from_start = index < half;
                        let count = if from_start { index } else { last - index };
                        let distance = round(step * round(count as f32));
                        let sum = if from_start {
                            start + distance
                        } else {
                            end - distance
                        };
                        DoubleDouble::new(T::round(sum).into())
                    });
                }
            },
        );
    }

    #[inline(always)]
    fn fill_progression<T: Element>(
        &self,
        ratios: &Ratios,
        exponents: Exponents,
        first_index: u64,
        mut dst: &mut [T],
    ) {
        let Exponents::Exact { start, end, step } = exponents else {
            return;
        };
        let last = (self.steps - 1) as f64;
        let half = (self.steps / 2) as f64;
        let mut block = first_index / BLOCK as u64;
        let mut skip = (first_index % BLOCK as u64) as usize;
        let (mut high, mut low) = ([0.0; BLOCK], [0.0; BLOCK]);
        while !dst.is_empty() {
            // Heads come in tiles too: computing them is a vector loop as well.
            let heads = (skip + dst.len()).div_ceil(BLOCK).min(BLOCK);
            for (j, (high, low)) in high.iter_mut().zip(&mut low).take(heads).enumerate() {
                let index = (block as f64 + f64::from(j as u32)) * BLOCK as f64;
                let exponent = exact_exponent(start, end, step, half, last, index);
                (*high, *low) = split(positive_power(&self.base, exponent));
            }
            for (&high, &low) in high.iter().zip(&low).take(heads) {
                let length = (BLOCK - skip).min(dst.len());
                let (now, later) = dst.split_at_mut(length);
                if length == BLOCK {
                    let now: &mut [T; BLOCK] = now.try_into().expect("the length was asked for");
                    for (j, d) in now.iter_mut().enumerate() {
                        *d = T::from_power(ratios.times(j, high, low));
                    }
                } else {
                    for (j, d) in now.iter_mut().enumerate() {
                        *d = T::from_power(ratios.times(skip + j, high, low));
                    }
                }
                (dst, skip) = (later, 0);
            }
            block += BLOCK as u64;
        }
    }
}

impl Exponents {
    fn new<T: Element>(start: f64, end: f64, steps: u64, rounding: ExponentRounding) -> Self {
        let every_operation = rounding == ExponentRounding::EveryOperation;
        let round = |x: f32| if every_operation { T::round(x) } else { x };
        let last = (steps - 1) as f64;
        let (start32, end32) = (start as f32, end as f32);
        let difference = round(end32 - start32);
        if rounding == ExponentRounding::Never && difference.is_finite() {
            let step = DoubleDouble::sum(end, -start).split_over(DoubleDouble::new(last));
            return Self::Exact { start, end, step };
        }
        Self::Single {
            start: start32,
            end: end32,
            step: round(difference / round(last as f32)),
            every_operation,
        }
    }
}

impl Ratios {
    /// The table, if the range is one that [`Logspace::fill_progression`] can write: long, positive, with ratios and heads that
    /// a double holds.
    #[inline(always)]
    fn new(base: &Base, exponents: Exponents, steps: u64) -> Option<Self> {
        let Exponents::Exact { step, .. } = exponents else {
            return None;
        };
        let value = base.value();
        let moderate = (step.hi * base.log2().hi).abs() <= 1.0;
        let positive = value > 0.0 && value < f64::INFINITY;
        if steps < MIN_PROGRESSION || !moderate || !positive {
            return None;
        }
        let mut ratios = Self {
            whole: [0.0; BLOCK],
            high: [0.0; BLOCK],
            low: [0.0; BLOCK],
        };
        for j in 0..BLOCK {
            let exponent = step.split_scaled(f64::from(j as u32));
            let power = positive_power(base, exponent);
            ratios.whole[j] = power.hi;
            (ratios.high[j], ratios.low[j]) = split(power);
        }
        Some(ratios)
    }

    /// `head * ratio(j)`, where the head is `high + low` with 26 bits in `high`.
    #[inline(always)]
    fn times(&self, j: usize, high: f64, low: f64) -> f64 {
        high * self.high[j] + (high * self.low[j] + low * self.whole[j])
    }
}

/// Writes the powers of `base` whose exponents `exponent` gives by index.
///
/// In three loops over a tile: each is one that the compiler vectorises, and all at once is none.
#[inline(always)]
fn each<T: Element>(
    base: Base,
    first_index: u64,
    dst: &mut [T],
    exponent: impl Fn(f64) -> DoubleDouble,
) {
    const TILE: usize = 256;
    let (mut high, mut low) = ([0.0; TILE], [0.0; TILE]);
    for (tile, chunk) in dst.chunks_mut(TILE).enumerate() {
        // Doubles count exactly up to 2^53; within a tile a 32-bit counter converts in one instruction.
        let first = first_index as f64 + (tile * TILE) as f64;
        let (high, low) = (&mut high[..chunk.len()], &mut low[..chunk.len()]);
        for (j, (high, low)) in high.iter_mut().zip(&mut *low).enumerate() {
            let exponent = exponent(first + f64::from(j as u32));
            (*high, *low) = (exponent.hi, exponent.lo);
        }
        for (high, &lo) in high.iter_mut().zip(&*low) {
            *high = base.power(DoubleDouble { hi: *high, lo });
        }
        for (d, &power) in chunk.iter_mut().zip(&*high) {
            *d = T::from_power(power);
        }
    }
}

/// The exponent at `index`, from the end that is nearer.
#[inline(always)]
fn exact_exponent(
    start: f64,
    end: f64,
    step: DoubleDouble,
    half: f64,
    last: f64,
    index: f64,
) -> DoubleDouble {
    let from_start = index < half;
    let anchor = if from_start { start } else { end };
    let count = if from_start { index } else { index - last };
    DoubleDouble::new(anchor).plus(step.split_scaled(count))
}

/// `base^exponent` to about 59 bits for a positive finite base, kept within 2^±300: far enough beyond f32 that a factor of
/// 2^±64 cannot bring it back.
#[inline(always)]
fn positive_power(base: &Base, exponent: DoubleDouble) -> DoubleDouble {
    const LIMIT: f64 = 300.0;
    let product = base.log2().split_times(exponent);
    let inside = product.hi.abs() < LIMIT;
    let limited = LIMIT.copysign(product.hi);
    let (hi, lo) = exp2(DoubleDouble {
        hi: if inside { product.hi } else { limited },
        lo: if inside { product.lo } else { 0.0 },
    });
    DoubleDouble::ordered_sum(hi, lo)
}

/// The leading 26 bits, and the rest.
#[inline(always)]
fn split(x: DoubleDouble) -> (f64, f64) {
    let high = f64::from_bits(x.hi.to_bits() & !((1 << 27) - 1));
    (high, (x.hi - high) + x.lo)
}
