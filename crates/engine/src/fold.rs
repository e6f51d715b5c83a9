//! Reductions as engines call them: kernels of `kernels::reduce` behind one type, tagged with the element types they were written for.

use std::mem::transmute;

use hostnpu_kernels::memory::Region;
use hostnpu_kernels::reduce::Fold;
use hostnpu_kernels::reduce::calls::Calls;
use hostnpu_kernels::reduce::calls::Sizes;
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
type Finish = fn(fn(), (Region<'_>, usize), &[f64], &Finishing, [Region<'_>; 2]);

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

    /// The kernels.
    pub(super) fn calls(&self) -> &'static Calls {
        self.calls
    }

    /// Writes the results of so many states of this reduction, of each of [`Reducer::results`]. Panics where something is outside its memory, or not aligned.
    pub(super) fn finish(
        &self,
        states: (Region, usize),
        centers: &[f64],
        by: &Finishing,
        results: [Region; 2],
    ) {
        (self.call)(self.finish, states, centers, by, results);
    }
}

fn finish_one<F: Fold, R: Element>(
    finish: fn(),
    (states, count): (Region, usize),
    centers: &[f64],
    by: &Finishing,
    [results, _]: [Region; 2],
) {
    // SAFETY: the function pointer is turned back into its own type; states and results are numbers in memory that one thread has.
    let (finish, states, results) = unsafe {
        let finish = transmute::<fn(), One<F, R>>(finish);
        (finish, states.slice(count), results.slice_mut(count))
    };
    finish(states, centers, by, results);
}

fn finish_two<F: Fold, R: Element, Q: Element>(
    finish: fn(),
    (states, count): (Region, usize),
    centers: &[f64],
    by: &Finishing,
    [results, others]: [Region; 2],
) {
    // SAFETY: as above; the results are in two places.
    unsafe {
        let finish = transmute::<fn(), Two<F, R, Q>>(finish);
        let (results, others) = (results.slice_mut(count), others.slice_mut(count));
        finish(states.slice(count), centers, by, results, others);
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
