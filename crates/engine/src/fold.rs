//! Reductions as engines call them: kernels of `kernels::reduce` behind one type, tagged with the element types they were written for.

use std::mem::transmute;
use std::slice::{from_raw_parts, from_raw_parts_mut};

use hostnpu_kernels::reduce::Fold;
use hostnpu_kernels::reduce::calls::Calls;
pub(super) use hostnpu_kernels::reduce::calls::{Sizes, Strip, StripRows};
use hostnpu_kernels::reduce::results::Finishing;
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

    /// Writes the state of a block of `count` elements that begins with element number `first`.
    ///
    /// # Safety
    /// The elements may be read, are of the type of [`Reducer::element`] and aligned; `state` has memory for a state.
    pub(super) unsafe fn line(
        &self,
        elements: (*const u8, usize),
        first: i64,
        (center, number): (f64, f64),
        state: *mut u8,
    ) {
        // SAFETY: the caller's promise.
        unsafe { (self.calls.line)(elements, first, center, number, state) }
    }

    /// Gives every lane its start.
    ///
    /// # Safety
    /// The lanes have memory of [`Reducer::sizes`], aligned to 16 bytes.
    pub(super) unsafe fn start(&self, strip: Strip) {
        // SAFETY: the caller's promise.
        unsafe { (self.calls.start)(strip) }
    }

    /// Takes rows of a block.
    ///
    /// # Safety
    /// The lanes have been started; the rows have an element for each column, of the type of [`Reducer::element`] and aligned, and so
    /// have `centers` where the reduction needs them.
    pub(super) unsafe fn strip(&self, strip: Strip, rows: StripRows, centers: &[f64], number: f64) {
        // SAFETY: the caller's promise.
        unsafe { (self.calls.strip)(strip, rows, centers, number) }
    }

    /// Writes the states of a block that begins with element number `first`.
    ///
    /// # Safety
    /// The lanes have been started; `states` has memory for a state of each column.
    pub(super) unsafe fn close(&self, strip: Strip, first: i64, states: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { (self.calls.close)(strip, first, states) }
    }

    /// Joins `count` states of earlier blocks to those of later blocks at `later`, which are replaced.
    ///
    /// # Safety
    /// Both are states of this reduction.
    pub(super) unsafe fn merge(&self, earlier: *const u8, later: *mut u8, count: usize) {
        // SAFETY: the caller's promise.
        unsafe { (self.calls.merge)(earlier, later, count) }
    }

    /// Writes the results of `count` states.
    ///
    /// # Safety
    /// The states are of this reduction; there is aligned memory for as many results of each of [`Reducer::results`].
    pub(super) unsafe fn finish(
        &self,
        states: (*const u8, usize),
        centers: &[f64],
        by: &Finishing,
        results: [*mut u8; 2],
    ) {
        // SAFETY: the caller's promise.
        unsafe { (self.call)(self.finish, states, centers, by, results) }
    }
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
