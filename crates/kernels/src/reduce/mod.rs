//! Reductions of dense elements to one state: sums, products, extremes, norms.
//!
//! The order of the operations depends on the number of elements only. Element `k` belongs to block `k / 4096` and, within it, to lane
//! `k % 32`. A lane takes its elements in order; the lanes of a block are joined by halving (lane `i` with lane `i + 16`, then with `i + 8`, …);
//! blocks are joined as a binary counter carries. [`line`] computes one block of one result, `strip` rows of a block of many results side
//! by side, with the same bits.

pub mod calls;
mod extremes;
mod flags;
mod index;
mod norms;
mod products;
pub mod results;
mod sums;

pub use extremes::{MaxF32, MaxF64, MaxI32, MaxI64, MinF32, MinF64, MinI32, MinI64};
pub use flags::{AllTrue, AnyTrue};
pub use index::{
    LargestF32, LargestF64, LargestI32, LargestI64, SmallestF32, SmallestF64, SmallestI32,
    SmallestI64,
};
pub use norms::{
    CountNonZero, ExponentialSum, LargestMagnitude, MagnitudeSum, PowerSum, SmallestMagnitude,
    SquareSum, SquareSumAbout, ThirdPowerSum,
};
pub use products::{ProductC64, ProductC128, ProductF32, ProductF64, ProductI32, ProductI64};
pub use sums::{NanSumF32, SumC64, SumC128, SumF32, SumF64, SumI32, SumI64};

use std::hint;

use crate::simd::{self, Loops};

/// Lanes of a block.
pub const LANES: usize = 32;

/// Elements of a block.
pub const BLOCK: usize = 4096;

/// A reduction. Functions are inlined always: one that the compiler called would be compiled for the baseline.
pub trait Fold: 'static {
    /// Type of the elements.
    type Element: Copy;
    /// State of a lane, in two parts, each of which vectors can hold.
    type First: Copy;
    /// The second part; `()` where there is none.
    type Second: Copy;
    /// State of a whole block.
    type State: Copy;
    /// True if steps look at the result of an earlier pass.
    const CENTERED: bool = false;
    /// True if a step is so much arithmetic that AVX-512 is worth its code over columns too.
    const IS_HEAVY: bool = false;
    /// The kernels, compiled in this crate.
    const CALLS: &'static calls::Calls;

    /// Returns the state of a lane before its first element. Joined to a lane that has elements, it changes no bit of that.
    fn start(lane: i32) -> (Self::First, Self::Second);

    /// Takes element number `k` of the block. `center` is the result of an earlier pass, `number` an attribute of the operator.
    fn step(
        lane: (Self::First, Self::Second),
        x: Self::Element,
        k: i32,
        center: f64,
        number: f64,
    ) -> (Self::First, Self::Second);

    /// Joins two lanes of a block.
    fn join(
        a: (Self::First, Self::Second),
        b: (Self::First, Self::Second),
    ) -> (Self::First, Self::Second);

    /// Returns the state of a block that begins with element number `first`, from what its lanes are joined to.
    fn close(lane: (Self::First, Self::Second), first: i64) -> Self::State;

    /// Joins the states of two runs of blocks, the earlier one first.
    fn merge(a: Self::State, b: Self::State) -> Self::State;
}

/// Returns the number of lanes that a block of so many elements needs, a power of two.
pub fn lanes_of(elements: usize) -> usize {
    elements.clamp(1, LANES).next_power_of_two()
}

/// Returns the state of a block of at most [`BLOCK`] elements that begins with element number `first`.
#[inline]
fn line<F: Fold>(x: &[F::Element], first: i64, center: f64, number: f64) -> F::State {
    debug_assert!(x.len() <= BLOCK);
    let lane = simd::kernel_widest(Line::<F> { x, center, number });
    F::close(lane, first)
}

struct Line<'a, F: Fold> {
    x: &'a [F::Element],
    center: f64,
    number: f64,
}

impl<F: Fold> simd::Kernel for Line<'_, F> {
    type Output = (F::First, F::Second);

    #[inline(always)]
    fn run(self, loops: Loops) -> Self::Output {
        let (center, number) = (self.center, self.number);
        let mut a: [F::First; LANES] = std::array::from_fn(
            #[inline(always)]
            |lane| F::start(lane as i32).0,
        );
        let mut b: [F::Second; LANES] = std::array::from_fn(
            #[inline(always)]
            |lane| F::start(lane as i32).1,
        );
        // A number that the compiler does not know: it would unroll the loop over lanes, and join them again to vectors of two.
        let lanes = hint::black_box(LANES).min(LANES);
        let (chunks, rest) = self.x.as_chunks::<LANES>();
        let (groups, chunks) = chunks.as_chunks::<TOGETHER>();
        let mut k = 0;
        for group in groups {
            for lane in 0..lanes {
                loops.step();
                let mut state = (a[lane], b[lane]);
                for (row, chunk) in group.iter().enumerate() {
                    let at = k + (row * LANES + lane) as i32;
                    state = F::step(state, chunk[lane], at, center, number);
                }
                (a[lane], b[lane]) = state;
            }
            k += (TOGETHER * LANES) as i32;
        }
        for chunk in chunks {
            for lane in 0..lanes {
                loops.step();
                let state = (a[lane], b[lane]);
                (a[lane], b[lane]) = F::step(state, chunk[lane], k + lane as i32, center, number);
            }
            k += LANES as i32;
        }
        for (lane, &x) in rest.iter().enumerate() {
            loops.step();
            let state = (a[lane], b[lane]);
            (a[lane], b[lane]) = F::step(state, x, k + lane as i32, center, number);
        }
        let mut width = LANES / 2;
        while width > 0 {
            for lane in 0..width {
                loops.step();
                let (low, high) = ((a[lane], b[lane]), (a[lane + width], b[lane + width]));
                (a[lane], b[lane]) = F::join(low, high);
            }
            width /= 2;
        }
        (a[0], b[0])
    }
}

/// The lanes of a strip: `lanes` rows of `columns` entries each.
struct Lanes<F: Fold> {
    /// First parts, row after row.
    pub first: *mut F::First,
    /// Second parts.
    pub second: *mut F::Second,
    /// Number of lanes, as [`lanes_of`] says.
    pub lanes: usize,
    /// Number of results.
    pub columns: usize,
}

impl<F: Fold> Clone for Lanes<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Fold> Copy for Lanes<F> {}

/// Gives every lane its start.
///
/// # Safety
/// Both parts have memory for all lanes of all columns.
unsafe fn start<F: Fold>(to: Lanes<F>) {
    for lane in 0..to.lanes {
        let (a, b) = F::start(lane as i32);
        for column in 0..to.columns {
            let at = lane * to.columns + column;
            // SAFETY: the caller's promise.
            unsafe {
                to.first.add(at).write(a);
                to.second.add(at).write(b);
            }
        }
    }
}

/// Rows of elements.
#[derive(Clone, Copy, Debug)]
struct Rows<T> {
    /// The first element of the first row.
    pub x: *const T,
    /// Elements from a row to the next.
    pub pitch: isize,
    /// Number of rows.
    pub rows: usize,
    /// Number of the first one within its block.
    pub first: usize,
}

/// Rows of one lane that are taken together, so that the lane is read and written once for all of them.
const TOGETHER: usize = 4;

/// Takes rows of a block. `centers` has one number for each column, or none where the reduction needs none.
///
/// # Safety
/// The lanes have been started and are the caller's; every row has an element for each column.
unsafe fn strip<F: Fold>(to: Lanes<F>, rows: Rows<F::Element>, centers: &[f64], number: f64) {
    let kernel = Strip::<F> {
        to,
        rows,
        centers,
        number,
    };
    // Where memory limits it, wider vectors are no faster, and up to twice slower.
    if const { F::IS_HEAVY } {
        simd::kernel_widest(kernel)
    } else {
        simd::kernel_up_to_avx2(kernel)
    };
}

struct Strip<'a, F: Fold> {
    to: Lanes<F>,
    rows: Rows<F::Element>,
    centers: &'a [f64],
    number: f64,
}

impl<F: Fold> Strip<'_, F> {
    /// Takes `COUNT` rows of one lane, [`LANES`] rows apart.
    #[inline(always)]
    fn rows<const COUNT: usize>(&self, row: usize, loops: Loops) {
        let Self { to, rows, .. } = self;
        let columns = to.columns;
        let k = rows.first + row;
        let lane = k % LANES * columns;
        // SAFETY: the promise of `strip`: a lane of that number, and rows of as many elements.
        let (a, b) = unsafe {
            (
                std::slice::from_raw_parts_mut(to.first.add(lane), columns),
                std::slice::from_raw_parts_mut(to.second.add(lane), columns),
            )
        };
        let x: [&[F::Element]; COUNT] = std::array::from_fn(
            #[inline(always)]
            |i| {
                let at = (row + i * LANES) as isize * rows.pitch;
                // SAFETY: as above.
                unsafe { std::slice::from_raw_parts(rows.x.offset(at), columns) }
            },
        );
        let k: [i32; COUNT] = std::array::from_fn(
            #[inline(always)]
            |i| (k + i * LANES) as i32,
        );
        let centers = match F::CENTERED {
            true => &self.centers[..columns],
            false => &[],
        };
        for column in 0..columns {
            loops.step();
            let center = if F::CENTERED { centers[column] } else { 0.0 };
            let mut state = (a[column], b[column]);
            for i in 0..COUNT {
                state = F::step(state, x[i][column], k[i], center, self.number);
            }
            (a[column], b[column]) = state;
        }
    }
}

impl<F: Fold> simd::Kernel for Strip<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let mut row = 0;
        // Of a long computation the compiler would make no vectors for several rows at once, and it takes longer than to read and write the lane.
        while !F::IS_HEAVY && row + TOGETHER * LANES <= self.rows.rows {
            for lane in 0..LANES {
                self.rows::<TOGETHER>(row + lane, loops);
            }
            row += TOGETHER * LANES;
        }
        while row < self.rows.rows {
            self.rows::<1>(row, loops);
            row += 1;
        }
    }
}

/// Writes the state of each column, of a block that begins with element number `first`. The lanes are used up.
///
/// # Safety
/// The lanes have been started and are the caller's; there is memory for as many states as columns.
unsafe fn close<F: Fold>(of: Lanes<F>, first: i64, states: *mut F::State) {
    // SAFETY: the caller's promise.
    let (a, b) = unsafe {
        (
            std::slice::from_raw_parts_mut(of.first, of.lanes * of.columns),
            std::slice::from_raw_parts_mut(of.second, of.lanes * of.columns),
        )
    };
    let mut lanes = of.lanes / 2;
    while lanes > 0 {
        let width = lanes * of.columns;
        for at in 0..width {
            let (low, high) = ((a[at], b[at]), (a[at + width], b[at + width]));
            (a[at], b[at]) = F::join(low, high);
        }
        lanes /= 2;
    }
    for column in 0..of.columns {
        let state = F::close((a[column], b[column]), first);
        // SAFETY: the caller's promise.
        unsafe { states.add(column).write(state) };
    }
}

/// The kernels of a reduction. As a static, not as a constant, which would have them compiled wherever it is used.
macro_rules! compiled {
    ($name:ident) => {{
        static CALLS: $crate::reduce::calls::Calls = $crate::reduce::calls::Calls::of::<$name>();
        &CALLS
    }};
}

/// Declares reductions whose lanes and blocks keep one number: `Name: element => state, start, step, join`.
macro_rules! folds {
    ($(
        $(#[$doc:meta])*
        $name:ident $($centered:ident)? $([heavy $heavy:literal])?: $element:ty => $state:ty, $start:expr,
        |$sum:ident, $x:ident, $center:ident, $number:ident| $step:expr, |$a:ident, $b:ident| $join:expr;
    )+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl $crate::reduce::Fold for $name {
            type Element = $element;
            type First = $state;
            type Second = ();
            type State = $state;
            $(const CENTERED: bool = $crate::reduce::$centered;)?
            $(const IS_HEAVY: bool = $heavy;)?
            const CALLS: &'static $crate::reduce::calls::Calls = $crate::reduce::compiled!($name);

            #[inline(always)]
            fn start(_: i32) -> ($state, ()) {
                ($start, ())
            }

            #[inline(always)]
            fn step(
                ($sum, ()): ($state, ()), $x: $element, _: i32, $center: f64, $number: f64,
            ) -> ($state, ()) {
                ($step, ())
            }

            #[inline(always)]
            fn join(($a, ()): ($state, ()), ($b, ()): ($state, ())) -> ($state, ()) {
                ($join, ())
            }

            #[inline(always)]
            fn close(lane: ($state, ()), _: i64) -> $state {
                lane.0
            }

            #[inline(always)]
            fn merge($a: $state, $b: $state) -> $state {
                $join
            }
        }
    )+};
}

/// Declares reductions whose lanes and blocks keep two numbers.
macro_rules! folds_of_two {
    ($(
        $(#[$doc:meta])*
        $name:ident: $element:ty => ($first:ty, $second:ty), $start:expr,
        |$state:ident, $x:ident| $step:expr, |$a:ident, $b:ident| $join:expr;
    )+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl $crate::reduce::Fold for $name {
            type Element = $element;
            type First = $first;
            type Second = $second;
            type State = ($first, $second);
            const CALLS: &'static $crate::reduce::calls::Calls = $crate::reduce::compiled!($name);

            #[inline(always)]
            fn start(_: i32) -> Self::State {
                $start
            }

            #[inline(always)]
            fn step($state: Self::State, $x: $element, _: i32, _: f64, _: f64) -> Self::State {
                $step
            }

            #[inline(always)]
            fn join($a: Self::State, $b: Self::State) -> Self::State {
                $join
            }

            #[inline(always)]
            fn close(lane: Self::State, _: i64) -> Self::State {
                lane
            }

            #[inline(always)]
            fn merge(a: Self::State, b: Self::State) -> Self::State {
                <Self as $crate::reduce::Fold>::join(a, b)
            }
        }
    )+};
}

use {compiled, folds, folds_of_two};

/// Named by reductions that look at the result of an earlier pass.
#[allow(non_upper_case_globals, reason = "a word of a declaration")]
const centered: bool = true;
