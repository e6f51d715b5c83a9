//! Running results down columns of dense elements: sums, products, extremes with their places.
//!
//! Each column is taken in the order of its rows, whatever the width of a tile: the bits depend on the column only.

use std::marker::PhantomData;

use crate::reduce::results::OneNan;
use crate::reduce::{Fold, ProductF64, SumC64, SumC128, SumF64};
use crate::simd;
use hostnpu_numeric::Complex;

/// What a running result does with an element. Functions are inlined always.
pub trait Scan: 'static {
    /// What is read.
    type Element: Copy;
    /// What a column keeps.
    type State: Copy;
    /// What is written for each element.
    type Value: Copy;
    /// What is written beside that; `()` where there is nothing.
    type Place: Copy;

    /// What a column keeps before its first element.
    const START: Self::State;

    /// Takes element number `k` of a column.
    fn step(state: Self::State, x: Self::Element, k: i64) -> Self::State;

    /// Returns what is written after a step.
    fn value(state: Self::State) -> (Self::Value, Self::Place);
}

/// Rows of a tile: `rows` of `columns` elements each, the first one number `first` of its column.
#[derive(Clone, Copy, Debug)]
pub struct Tile<X, Y, Z> {
    /// Elements.
    pub x: *const X,
    /// Where values go.
    pub values: *mut Y,
    /// Where places go.
    pub places: *mut Z,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of the first row.
    pub first: i64,
}

/// Takes the rows of a tile.
///
/// # Safety
/// Elements may be read, values and places written, a state for each column both, and none shares memory with another.
pub unsafe fn rows<S: Scan>(tile: Tile<S::Element, S::Value, S::Place>, states: *mut S::State) {
    simd::kernel_widest(Rows::<S> {
        tile,
        states,
        of: PhantomData,
    });
}

struct Rows<S: Scan> {
    tile: Tile<S::Element, S::Value, S::Place>,
    states: *mut S::State,
    of: PhantomData<S>,
}

impl<S: Scan> simd::Kernel for Rows<S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Tile {
            rows,
            columns,
            first,
            ..
        } = self.tile;
        let count = rows * columns;
        // SAFETY: the promise of `rows`.
        let (x, values, places, states) = unsafe {
            (
                std::slice::from_raw_parts(self.tile.x, count),
                std::slice::from_raw_parts_mut(self.tile.values, count),
                std::slice::from_raw_parts_mut(self.tile.places, count),
                std::slice::from_raw_parts_mut(self.states, columns),
            )
        };
        if columns == 1 {
            let mut state = states[0];
            for k in 0..rows {
                state = S::step(state, x[k], first + k as i64);
                (values[k], places[k]) = S::value(state);
            }
            states[0] = state;
            return;
        }
        for row in 0..rows {
            let at = row * columns;
            let (x, k) = (&x[at..at + columns], first + row as i64);
            let (values, places) = (&mut values[at..at + columns], &mut places[at..at + columns]);
            for column in 0..columns {
                let state = S::step(states[column], x[column], k);
                states[column] = state;
                (values[column], places[column]) = S::value(state);
            }
        }
    }
}

macro_rules! scans {
    ($(
        $(#[$doc:meta])*
        $name:ident: $element:ty => $state:ty => $value:ty, $start:expr,
        |$s:ident, $x:ident| $step:expr, |$result:ident| $of:expr;
    )+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl Scan for $name {
            type Element = $element;
            type State = $state;
            type Value = $value;
            type Place = ();
            const START: $state = $start;

            #[inline(always)]
            fn step($s: $state, $x: $element, _: i64) -> $state {
                $step
            }

            #[inline(always)]
            fn value($result: $state) -> ($value, ()) {
                (OneNan::with_one_nan($of), ())
            }
        }
    )+};
}

scans! {
    /// Running sums of floats in double.
    RunningSumF32: f32 => f64 => f64, 0.0, |sum, x| sum + f64::from(x), |sum| sum;
    /// Running sums of doubles, with what they have lost.
    RunningSumF64: f64 => (f64, f64) => f64, (0.0, 0.0),
        |sum, x| SumF64::step(sum, x, 0, 0.0, 0.0), |sum| whole(sum);
    /// Running sums of integers, which wrap.
    RunningSumI32: i32 => i32 => i32, 0, |sum, x| sum.wrapping_add(x), |sum| sum;
    /// Running sums of integers, which wrap.
    RunningSumI64: i64 => i64 => i64, 0, |sum, x| sum.wrapping_add(x), |sum| sum;
    /// Running sums of complex numbers, in doubles.
    RunningSumC64: Complex<f32> => (f64, f64) => Complex<f64>, (0.0, 0.0),
        |sum, x| SumC64::step(sum, x, 0, 0.0, 0.0), |sum| Complex { re: sum.0, im: sum.1 };
    /// Running sums of complex numbers of doubles, with what they have lost.
    RunningSumC128: Complex<f64> => ((f64, f64), (f64, f64)) => Complex<f64>, ((0.0, 0.0), (0.0, 0.0)),
        |sum, x| SumC128::step(sum, x, 0, 0.0, 0.0), |sum| Complex { re: whole(sum.0), im: whole(sum.1) };
    /// Running products of floats in double.
    RunningProductF32: f32 => f64 => f64, 1.0, |product, x| product * f64::from(x), |product| product;
    /// Running products of doubles, in two of them.
    RunningProductF64: f64 => (f64, f64) => f64, (1.0, 0.0),
        |product, x| ProductF64::step(product, x, 0, 0.0, 0.0), |product| product.0;
    /// Running products of integers, which wrap.
    RunningProductI32: i32 => i32 => i32, 1, |product, x| product.wrapping_mul(x), |product| product;
    /// Running products of integers, which wrap.
    RunningProductI64: i64 => i64 => i64, 1, |product, x| product.wrapping_mul(x), |product| product;
}

/// A sum with what it has lost; what an infinity has lost is no number.
#[inline(always)]
fn whole((sum, lost): (f64, f64)) -> f64 {
    let whole = sum + lost;
    if sum.abs() < f64::INFINITY {
        whole
    } else {
        sum
    }
}

macro_rules! extremes {
    ($($(#[$doc:meta])* $name:ident: $t:ty, $start:expr, |$x:ident, $best:ident| $replaces:expr;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl Scan for $name {
            type Element = $t;
            type State = ($t, i64);
            type Value = $t;
            type Place = i64;
            const START: ($t, i64) = ($start, 0);

            #[inline(always)]
            fn step(($best, at): ($t, i64), $x: $t, k: i64) -> ($t, i64) {
                if $replaces { ($x, k) } else { ($best, at) }
            }

            #[inline(always)]
            fn value(state: ($t, i64)) -> ($t, i64) {
                state
            }
        }
    )+};
}

extremes! {
    /// The largest float so far and the place of its last occurrence; NaN stays.
    RunningMaxF32: f32, f32::NEG_INFINITY, |x, best| (x >= best) | x.is_nan();
    /// The smallest float so far.
    RunningMinF32: f32, f32::INFINITY, |x, best| (x <= best) | x.is_nan();
    /// The largest double so far.
    RunningMaxF64: f64, f64::NEG_INFINITY, |x, best| (x >= best) | x.is_nan();
    /// The smallest double so far.
    RunningMinF64: f64, f64::INFINITY, |x, best| (x <= best) | x.is_nan();
    /// The largest integer so far.
    RunningMaxI32: i32, i32::MIN, |x, best| x >= best;
    /// The smallest integer so far.
    RunningMinI32: i32, i32::MAX, |x, best| x <= best;
    /// The largest integer so far.
    RunningMaxI64: i64, i64::MIN, |x, best| x >= best;
    /// The smallest integer so far.
    RunningMinI64: i64, i64::MAX, |x, best| x <= best;
}
