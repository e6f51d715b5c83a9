//! Running results down columns of dense elements: sums, products, extremes with their places.
//!
//! Each column is taken in the order of its rows, whatever the width of a tile: the bits depend on the column only.

#[cfg(target_arch = "x86_64")]
mod eight;

#[cfg(target_arch = "x86_64")]
use std::any::TypeId;
use std::marker::PhantomData;

use crate::memory::{Extent, Region};
use crate::reduce::results::OneNan;
use crate::reduce::{Fold, ProductF64, SumC64, SumC128, SumF64};
use crate::simd::{self, Loops};
use hostnpu_numeric::Complex;

/// A running result. Functions are inlined always.
pub trait Scan: 'static {
    /// Type of the elements.
    type Element: Copy;
    /// State of a column.
    type State: Copy;
    /// Value that is written for each element.
    type Value: Copy;
    /// Index that is written beside the value; `()` where there is none.
    type Place: Copy;
    /// Type in which values are stored where the computation type is that of the elements.
    type Stored: Copy;

    /// State of a column before its first element.
    const START: Self::State;

    /// Takes element number `k` of a column.
    fn step(state: Self::State, x: Self::Element, k: i64) -> Self::State;

    /// Returns the value and the index that are written after a step.
    fn value(state: Self::State) -> (Self::Value, Self::Place);

    /// Rounds what is written to what is stored.
    fn stored(value: Self::Value) -> Self::Stored;

    /// [`rows`] of this scan, compiled with the kernels and not for size, as where the operators are.
    fn rows(tile: Tile);

    /// [`lines`] of this scan.
    fn lines(lines: Lines);
}

/// The functions that a scan has compiled.
macro_rules! compiled {
    () => {
        #[inline(never)]
        fn rows(tile: Tile) {
            rows::<Self>(tile);
        }

        #[inline(never)]
        fn lines(columns: Lines) {
            lines::<Self>(columns);
        }
    };
}

/// A type whose values are rounded once when they are stored.
trait StoredAs<T> {
    fn stored(self) -> T;
}

impl<T> StoredAs<T> for T {
    #[inline(always)]
    fn stored(self) -> T {
        self
    }
}

impl StoredAs<f32> for f64 {
    #[inline(always)]
    fn stored(self) -> f32 {
        self as f32
    }
}

impl StoredAs<Complex<f32>> for Complex<f64> {
    #[inline(always)]
    fn stored(self) -> Complex<f32> {
        let (re, im) = (self.re as f32, self.im as f32);
        Complex { re, im }
    }
}

/// Rows of a tile: `rows` of `columns` elements each, the first one number `first` of its column. None of the places shares memory with another.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'a> {
    /// Elements.
    pub x: Region<'a>,
    /// Memory for values.
    pub values: Region<'a>,
    /// Memory for places.
    pub places: Region<'a>,
    /// A state for each column.
    pub states: Region<'a>,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of the first row.
    pub first: i64,
}

/// Takes the rows of a tile. Panics where something is outside its memory, or not aligned.
fn rows<S: Scan>(tile: Tile) {
    simd::kernel_widest(Rows::<S> {
        tile,
        of: PhantomData,
    });
}

struct Rows<'a, S: Scan> {
    tile: Tile<'a>,
    of: PhantomData<S>,
}

impl<S: Scan> simd::Kernel for Rows<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Tile {
            rows,
            columns,
            first,
            ..
        } = self.tile;
        let count = rows * columns;
        // SAFETY: numbers, of which any bytes are one, in four places of memory that one thread has.
        let (x, values, places, states) = unsafe {
            (
                self.tile.x.slice::<S::Element>(count),
                self.tile.values.slice_mut::<S::Value>(count),
                self.tile.places.slice_mut::<S::Place>(count),
                self.tile.states.slice_mut::<S::State>(columns),
            )
        };
        if columns == 1 {
            let mut state = states[0];
            for k in 0..rows {
                loops.step();
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
            let written = values.iter_mut().zip(places);
            for ((state, &x), (value, place)) in states.iter_mut().zip(x).zip(written) {
                loops.step();
                *state = S::step(*state, x, k);
                (*value, *place) = S::value(*state);
            }
        }
    }
}

/// Columns where they lie. Distances are in bytes. None of the three shares memory with another, but an element with its own value.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    /// The first element of the first column, memory for its value and for its place.
    pub memory: [Region<'a>; 3],
    /// From one element of a column to the next, of each of the three.
    pub along: [isize; 3],
    /// From one column to the next.
    pub across: [isize; 3],
    /// Elements of a column.
    pub length: usize,
    /// Number of columns.
    pub columns: usize,
}

/// Columns that are taken in turn: a step of one waits for its last one, and not for those of the others.
const IN_TURN: usize = 4;

/// Takes whole columns, from their first element on. One loop for all instruction sets: a step is a few scalar operations. Sums of floats, which are
/// asked for most, are taken in vectors of columns. Panics where something is outside its memory.
fn lines<S: Scan>(lines: Lines) {
    if lines.length * lines.columns == 0 {
        return;
    }
    let sizes = [
        size_of::<S::Element>(),
        size_of::<S::Stored>(),
        size_of::<S::Place>(),
    ];
    let [x, values, places] = std::array::from_fn(|k| {
        lines.memory[k].block(Extent {
            size: sizes[k],
            counts: [lines.columns, lines.length],
            strides: [lines.across[k], lines.along[k]],
        })
    });
    let columns = Columns {
        lines,
        x,
        values,
        places,
    };
    let mut first = 0;
    #[cfg(target_arch = "x86_64")]
    if TypeId::of::<S>() == TypeId::of::<RunningSumF32>() {
        first = eight::sums(&columns);
    }
    while first < lines.columns {
        // Registers hold so many states, and not more.
        first += match (lines.columns - first, size_of::<S::State>()) {
            (IN_TURN.., ..=16) => in_turn::<S, IN_TURN>(&columns, first),
            (2.., 17..) => in_turn::<S, 2>(&columns, first),
            _ => in_turn::<S, 1>(&columns, first),
        };
    }
}

/// Columns of which [`lines`] has seen that all elements, values and places are inside their memory. They have the types of its scan.
struct Columns<'a> {
    lines: Lines<'a>,
    /// Where the first of each is.
    x: *mut u8,
    values: *mut u8,
    places: *mut u8,
}

/// Takes `N` columns; returns `N`.
fn in_turn<S: Scan, const N: usize>(columns: &Columns, first: usize) -> usize {
    let lines = &columns.lines;
    let at: (*mut S::Element, *mut S::Stored, *mut S::Place) = (
        columns.x.cast(),
        columns.values.cast(),
        columns.places.cast(),
    );
    let across = lines.across;
    let mut states = [S::START; IN_TURN];
    let [step_x, step_values, step_places] = lines.along;
    // Bytes to the elements of the first column.
    let [mut x, mut values, mut places] = across.map(|distance| first as isize * distance);
    for k in 0..lines.length as i64 {
        let mut take = |number: usize| {
            let state = &mut states[number];
            let [own_x, own_values, own_places] = across.map(|distance| number as isize * distance);
            // SAFETY: an element of a column that is inside. A volatile read stays one: the compiler would otherwise collect the columns in vectors, which
            // takes longer than the steps.
            unsafe {
                let element = at.0.wrapping_byte_offset(own_x + x).read_volatile();
                *state = S::step(*state, element, k);
                let (value, place) = S::value(*state);
                let to = at.1.wrapping_byte_offset(own_values + values);
                to.write(S::stored(value));
                let to = at.2.wrapping_byte_offset(own_places + places);
                to.write(place);
            }
        };
        // Not a loop: states and distances that are indexed stay in memory.
        const { assert!(N <= 4 && IN_TURN == 4) }
        take(0);
        if N > 1 {
            take(1);
        }
        if N > 2 {
            take(2);
        }
        if N > 3 {
            take(3);
        }
        x += step_x;
        values += step_values;
        places += step_places;
    }
    N
}

macro_rules! scans {
    ($(
        $(#[$doc:meta])*
        $name:ident: $element:ty => $state:ty => $value:ty => $stored:ty, $start:expr,
        |$s:ident, $x:ident| $step:expr, |$result:ident| $of:expr;
    )+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl Scan for $name {
            type Element = $element;
            type State = $state;
            type Value = $value;
            type Place = ();
            type Stored = $stored;
            const START: $state = $start;

            #[inline(always)]
            fn step($s: $state, $x: $element, _: i64) -> $state {
                $step
            }

            #[inline(always)]
            fn value($result: $state) -> ($value, ()) {
                ($of, ())
            }

            #[inline(always)]
            fn stored(value: $value) -> $stored {
                StoredAs::stored(value)
            }

            compiled!();
        }
    )+};
}

scans! {
    /// Running sums of floats in double.
    RunningSumF32: f32 => f64 => f64 => f32, 0.0, |sum, x| sum + f64::from(x), |sum| sum.with_one_nan();
    /// Running sums of doubles, with what they have lost.
    RunningSumF64: f64 => (f64, f64) => f64 => f64, (0.0, 0.0),
        |sum, x| SumF64::step(sum, x, 0, 0.0, 0.0), |sum| whole(sum).with_one_nan();
    /// Running sums of integers, which wrap.
    RunningSumI32: i32 => i32 => i32 => i32, 0, |sum, x| sum.wrapping_add(x), |sum| sum;
    /// Running sums of integers, which wrap.
    RunningSumI64: i64 => i64 => i64 => i64, 0, |sum, x| sum.wrapping_add(x), |sum| sum;
    /// Running sums of complex numbers, in doubles.
    RunningSumC64: Complex<f32> => (f64, f64) => Complex<f64> => Complex<f32>, (0.0, 0.0),
        |sum, x| SumC64::step(sum, x, 0, 0.0, 0.0), |sum| Complex { re: sum.0, im: sum.1 }.with_one_nan();
    /// Running sums of complex numbers of doubles, with what they have lost.
    RunningSumC128: Complex<f64> => ((f64, f64), (f64, f64)) => Complex<f64> => Complex<f64>, ((0.0, 0.0), (0.0, 0.0)),
        |sum, x| SumC128::step(sum, x, 0, 0.0, 0.0), |sum| whole_complex(sum);
    /// Running products of floats in double.
    RunningProductF32: f32 => f64 => f64 => f32, 1.0, |product, x| product * f64::from(x), |product| product.with_one_nan();
    /// Running products of doubles, in two of them.
    RunningProductF64: f64 => (f64, f64) => f64 => f64, (1.0, 0.0),
        |product, x| ProductF64::step(product, x, 0, 0.0, 0.0), |product| product.0.with_one_nan();
    /// Running products of integers, which wrap.
    RunningProductI32: i32 => i32 => i32 => i32, 1, |product, x| product.wrapping_mul(x), |product| product;
    /// Running products of integers, which wrap.
    RunningProductI64: i64 => i64 => i64 => i64, 1, |product, x| product.wrapping_mul(x), |product| product;
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

/// Both parts, with one NaN. Where the parts are numbers, which they nearly always are, a branch spares the tests of each: what is compiled for all machines has no
/// instruction for them.
#[inline(always)]
fn whole_complex((re, im): ((f64, f64), (f64, f64))) -> Complex<f64> {
    let near = Complex {
        re: re.0 + re.1,
        im: im.0 + im.1,
    };
    // Where they are finite, what they are made of is too.
    if near.re.is_finite() && near.im.is_finite() {
        near
    } else {
        any_complex(re, im)
    }
}

#[cold]
#[inline(never)]
fn any_complex(re: (f64, f64), im: (f64, f64)) -> Complex<f64> {
    let (re, im) = (whole(re), whole(im));
    Complex { re, im }.with_one_nan()
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
            type Stored = $t;
            const START: ($t, i64) = ($start, 0);

            #[inline(always)]
            fn step(($best, at): ($t, i64), $x: $t, k: i64) -> ($t, i64) {
                if $replaces { ($x, k) } else { ($best, at) }
            }

            #[inline(always)]
            fn value(state: ($t, i64)) -> ($t, i64) {
                state
            }

            #[inline(always)]
            fn stored(value: $t) -> $t {
                value
            }

            compiled!();
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
