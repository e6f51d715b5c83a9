//! Reductions as engines call them: kernels of `kernels::reduce` behind one type, tagged with the element types they were written for.

use std::mem::transmute;
use std::slice::{from_raw_parts, from_raw_parts_mut};

use hostnpu_kernels::memory::{Extent, Region};
use hostnpu_kernels::reduce::calls::{self, Calls, Sizes};
use hostnpu_kernels::reduce::results::Finishing;
use hostnpu_kernels::reduce::{Fold, lanes_of};
use hostnpu_tensor::{Dtype, Element};

/// A reduction of elements of one type, and what makes results of its states.
#[derive(Clone, Copy, Debug)]
pub struct Reducer {
    element: Dtype,
    results: [Dtype; 2],
    outputs: usize,
    calls: &'static Calls,
    call: Finish,
    finish: fn(),
}

/// Calls what makes results of states: that function, states and their number, centers, the operator's attributes, results.
type Finish = unsafe fn(fn(), (*const u8, usize), &[f64], &Finishing, [*mut u8; 2]);

/// Makes one result of each state.
type One<F, R> = fn(&[<F as Fold>::State], &[f64], &Finishing, &mut [R]);

/// Makes two results of each state.
type Two<F, R, Q> = fn(&[<F as Fold>::State], &[f64], &Finishing, &mut [R], &mut [Q]);

/// Returns the reducer of a fold whose states give one result each.
pub const fn reducer<F: Fold<Element: Element>, R: Element>(finish: One<F, R>) -> Reducer {
    // SAFETY: a function pointer is kept as another one, and called as itself only.
    let erased = unsafe { transmute::<One<F, R>, fn()>(finish) };
    Reducer::of::<F>([R::DTYPE, Dtype::U8], 1, erased, finish_one::<F, R>)
}

/// Returns the reducer of a fold whose states give two results each.
pub const fn reducer_to_two<F: Fold<Element: Element>, R: Element, Q: Element>(
    finish: Two<F, R, Q>,
) -> Reducer {
    // SAFETY: as above.
    let erased = unsafe { transmute::<Two<F, R, Q>, fn()>(finish) };
    Reducer::of::<F>([R::DTYPE, Q::DTYPE], 2, erased, finish_two::<F, R, Q>)
}

impl Reducer {
    const fn of<F: Fold<Element: Element>>(
        results: [Dtype; 2],
        outputs: usize,
        finish: fn(),
        call: Finish,
    ) -> Self {
        Self {
            element: <F::Element as Element>::DTYPE,
            results,
            outputs,
            calls: F::CALLS,
            call,
            finish,
        }
    }

    /// Declares that elements and the result, which are `u8`, are BOOL.
    pub const fn bools(mut self) -> Self {
        self.element = Dtype::Bool;
        self.results[0] = Dtype::Bool;
        self
    }

    /// The type of the elements.
    pub(super) fn element(&self) -> Dtype {
        self.element
    }

    /// The types of the results.
    pub(super) fn results(&self) -> &[Dtype] {
        &self.results[..self.outputs]
    }

    pub(super) fn sizes(&self) -> Sizes {
        self.calls.sizes
    }

    fn element_size(&self) -> usize {
        self.element.bits() / 8
    }

    /// Writes the state of a block of elements of the type of [`Reducer::element`], so many, that begins with element number `first`. Panics where some are outside, as all below.
    #[inline(never)]
    pub(super) fn line(
        &self,
        (elements, count): (Region, usize),
        first: i64,
        (center, number): (f64, f64),
        state: Region,
    ) {
        let state = state.first(self.sizes().state);
        let elements = match count {
            // No element: any address that is aligned.
            0 => state,
            _ => elements.first(count * self.element_size()),
        };
        // SAFETY: elements, and memory of a state, as compared above; both are aligned, as operands and tiles are.
        unsafe { (self.calls.line)((elements, count), first, center, number, state) }
    }

    /// The lanes of a strip, which are inside their memory.
    fn lanes(&self, strip: Strip) -> calls::Strip {
        let (sizes, count) = (self.sizes(), strip.lanes * strip.columns);
        calls::Strip {
            first: strip.first.first(count * sizes.first),
            second: strip.second.first(count * sizes.second),
            lanes: strip.lanes,
            columns: strip.columns,
        }
    }

    /// Gives every lane its start.
    pub(super) fn start(&self, strip: Strip) {
        // SAFETY: lanes inside their memory, aligned as tiles are.
        unsafe { (self.calls.start)(self.lanes(strip)) }
    }

    /// Takes rows of a block: the first one, bytes from row to row, number of rows, number of the first one within its block. The lanes have been started.
    #[inline(never)]
    pub(super) fn strip(
        &self,
        strip: Strip,
        (x, pitch, rows, first): (Region, isize, usize, usize),
        centers: &[f64],
        number: f64,
    ) {
        let size = self.element_size();
        let x = x.block(Extent {
            size,
            counts: [rows, strip.columns],
            strides: [pitch, size as isize],
        });
        assert!(lanes_of(first + rows) <= strip.lanes && centers.len() >= strip.columns);
        // SAFETY: lanes and rows inside their memory, as compared above; a center for each column.
        unsafe { (self.calls.strip)(self.lanes(strip), (x, pitch, rows, first), centers, number) }
    }

    /// Writes the states of a block that begins with element number `first`. The lanes have been started.
    pub(super) fn close(&self, strip: Strip, first: i64, states: Region) {
        let states = states.first(strip.columns * self.sizes().state);
        // SAFETY: lanes, and memory of a state of each column.
        unsafe { (self.calls.close)(self.lanes(strip), first, states) }
    }

    /// Joins `count` states of earlier blocks to those of later blocks at `later`, which are replaced.
    pub(super) fn merge(&self, earlier: Region, later: Region, count: usize) {
        let bytes = count * self.sizes().state;
        assert!(earlier.is_apart(bytes, later, bytes));
        // SAFETY: states of this reduction in two places.
        unsafe { (self.calls.merge)(earlier.first(bytes), later.first(bytes), count) }
    }

    /// Writes the results of so many states of this reduction, of each of [`Reducer::results`].
    pub(super) fn finish(
        &self,
        (states, count): (Region, usize),
        centers: &[f64],
        by: &Finishing,
        results: [Region; 2],
    ) {
        let states = states.first(count * self.sizes().state);
        let bytes = |k: usize| count * self.results[k].bits() / 8;
        let results = std::array::from_fn(|k| results[k].first(bytes(k)));
        // SAFETY: states, and memory of results in two places, aligned as tiles are.
        unsafe { (self.call)(self.finish, (states, count), centers, by, results) }
    }
}

/// The lanes of a strip of results: as many rows of `columns` entries each.
#[derive(Clone, Copy)]
pub(super) struct Strip<'a> {
    /// First parts, row after row.
    pub first: Region<'a>,
    /// Second parts.
    pub second: Region<'a>,
    /// Number of lanes, as [`lanes_of`] says.
    pub lanes: usize,
    /// Number of results.
    pub columns: usize,
}

// SAFETY, for both: the promise of `Reducer::finish`, which alone calls them.

unsafe fn finish_one<F: Fold, R: Element>(
    finish: fn(),
    (states, count): (*const u8, usize),
    centers: &[f64],
    by: &Finishing,
    [results, _]: [*mut u8; 2],
) {
    // SAFETY: see above; the function pointer is turned back into its own type.
    unsafe {
        let finish = transmute::<fn(), One<F, R>>(finish);
        let states = from_raw_parts(states.cast(), count);
        finish(
            states,
            centers,
            by,
            from_raw_parts_mut(results.cast(), count),
        );
    }
}

unsafe fn finish_two<F: Fold, R: Element, Q: Element>(
    finish: fn(),
    (states, count): (*const u8, usize),
    centers: &[f64],
    by: &Finishing,
    [results, others]: [*mut u8; 2],
) {
    // SAFETY: as above.
    unsafe {
        let finish = transmute::<fn(), Two<F, R, Q>>(finish);
        let states = from_raw_parts(states.cast(), count);
        let results = from_raw_parts_mut(results.cast(), count);
        finish(
            states,
            centers,
            by,
            results,
            from_raw_parts_mut(others.cast(), count),
        );
    }
}

/// The reducers of one function by computation type.
#[derive(Debug)]
pub struct Reduction {
    name: &'static str,
    reducers: &'static [Reducer],
}

impl Reduction {
    /// Returns the table of the function `name`.
    pub const fn new(name: &'static str, reducers: &'static [Reducer]) -> Self {
        Self { name, reducers }
    }

    /// The function's name, for messages.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// The reducer for `compute`, or for the next larger type.
    pub(super) fn choose(&self, compute: Dtype) -> Option<&'static Reducer> {
        let of = |dtype| {
            self.reducers
                .iter()
                .find(|reducer| reducer.element == dtype)
        };
        of(compute).or_else(|| of(super::convert::larger(compute)?))
    }
}
