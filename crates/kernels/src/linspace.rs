//! Linspace: evenly spaced numbers, both ends met exactly.
//!
//! [`Linspace`] computes in f32, as devices do, from `start` in the first half and from `end` in the second, multiplication and
//! addition rounded separately; [`LinspaceDouble`] computes in double from `start` throughout.

use half::{bf16, f16};

use super::simd::{self, Isa};
use hostnpu_numeric::narrow::{f32_to_bf16, f32_to_f16};

/// An element that a number computed in f32 is stored as: f32, f16, bf16 (to nearest, ties to even) or an integer
/// (towards zero, saturating, NaN as 0).
pub trait Element: Copy {
    /// Converts one number.
    fn from_single(x: f32) -> Self;

    /// [`Linspace::fill_on`]. A method of each type, because a generic function would be compiled by the crate that calls it, for size.
    fn fill(range: &Linspace, isa: Isa, first_index: u64, dst: &mut [Self]);
}

macro_rules! elements {
    ($($t:ident = |$x:ident| $value:expr;)+) => {$(
        impl Element for $t {
            #[inline(always)]
            fn from_single($x: f32) -> Self {
                $value
            }

            fn fill(range: &Linspace, isa: Isa, first_index: u64, dst: &mut [Self]) {
                range.fill_elements(isa, first_index, dst);
            }
        }
    )+};
}

elements! {
    f32 = |x| x;
    f16 = |x| f32_to_f16(x);
    bf16 = |x| f32_to_bf16(x);
    i8 = |x| x as i8;
    u8 = |x| x as u8;
    i16 = |x| x as i16;
    i32 = |x| x as i32;
    i64 = |x| x as i64;
}

/// `steps` evenly spaced numbers, computed in f32. The caller converts the ends to the element type first, where that is
/// what it promises. A single step is `start`.
#[derive(Clone, Copy, Debug)]
pub struct Linspace {
    start: f32,
    end: f32,
    step: f32,
    steps: u64,
}

impl Linspace {
    /// The range from `start` to `end`. Ends that are not finite give what the arithmetic gives.
    pub fn new(start: f32, end: f32, steps: u64) -> Self {
        let intervals = steps.saturating_sub(1) as f32;
        // A single step is all first half: `half` below is rounded up for it, and 0 · 0 is 0.
        let step = if steps > 1 {
            (end - start) / intervals
        } else {
            0.0
        };
        Self {
            start,
            end,
            step,
            steps,
        }
    }

    /// Writes elements `first_index..first_index + dst.len()`, which are below `steps`.
    pub fn fill<T: Element>(&self, first_index: u64, dst: &mut [T]) {
        self.fill_on(simd::chosen(), first_index, dst);
    }

    /// [`Self::fill`] with a given instruction set: the same bits on each.
    pub fn fill_on<T: Element>(&self, isa: Isa, first_index: u64, dst: &mut [T]) {
        T::fill(self, isa, first_index, dst);
    }

    fn fill_elements<T: Element>(&self, isa: Isa, first_index: u64, dst: &mut [T]) {
        debug_assert!(first_index + dst.len() as u64 <= self.steps);
        let half = if self.steps == 1 { 1 } else { self.steps / 2 };
        let first_half = half.saturating_sub(first_index).min(dst.len() as u64) as usize;
        let (front, back) = dst.split_at_mut(first_half);
        // Counted from the far end down to 0: the last element is `end` itself.
        let back_count = self
            .steps
            .saturating_sub(1 + first_index + first_half as u64);
        // A copy: the compiler then sees that writing elements does not change it, and vectorises.
        let range = *self;
        simd::with(
            isa,
            #[inline(always)]
            || {
                each(front, |j| {
                    let count = (first_index as i64 + j) as f32;
                    T::from_single(range.start + range.step * count)
                });
                each(back, |j| {
                    let count = (back_count as i64 - j) as f32;
                    T::from_single(range.end - range.step * count)
                });
            },
        );
    }
}

/// `steps` evenly spaced numbers, computed in double: `start + (end - start) / (steps - 1) · i`, the last one `end` itself.
#[derive(Clone, Copy, Debug)]
pub struct LinspaceDouble {
    start: f64,
    end: f64,
    step: f64,
    steps: u64,
}

impl LinspaceDouble {
    /// The range from `start` to `end`. A single step is `start`.
    pub fn new(start: f64, end: f64, steps: u64) -> Self {
        let step = if steps > 1 {
            (end - start) / (steps - 1) as f64
        } else {
            0.0
        };
        Self {
            start,
            end,
            step,
            steps,
        }
    }

    /// Writes elements `first_index..first_index + dst.len()`, which are below `steps`.
    pub fn fill(&self, first_index: u64, dst: &mut [f64]) {
        debug_assert!(first_index + dst.len() as u64 <= self.steps);
        simd::widest(
            #[inline(always)]
            || {
                each(dst, |j| {
                    self.start + self.step * (first_index as i64 + j) as f64
                });
            },
        );
        // Ends that are not finite stand as they are.
        if first_index == 0
            && let Some(first) = dst.first_mut()
        {
            *first = self.start;
        }
        if self.steps > 1
            && first_index + dst.len() as u64 == self.steps
            && let Some(last) = dst.last_mut()
        {
            *last = self.end;
        }
    }
}

/// Applies `f` to the position of each element.
#[inline(always)]
fn each<T>(dst: &mut [T], f: impl Fn(i64) -> T) {
    for (j, d) in dst.iter_mut().enumerate() {
        *d = f(j as i64);
    }
}
