//! Kernels over named operands: planning, and binding of the operands at each run.

use std::cell::RefCell;

use super::super::dense;
use super::super::sequence::next_number;
use super::{Declared, Item, Items, Operands, Places, Special};
use crate::Call;
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use smallvec::SmallVec;

/// Plans a kernel over named operands. `cost` estimates the work in bytes moved.
pub fn kernel<O: Operands>(
    operands: O,
    cost: usize,
    run: impl Fn(O::Bound<'_>) -> Result<()> + Send + Sync + 'static,
) -> Result<Call> {
    let mut declared = Declared::default();
    operands.declare(&mut declared);
    let run = move |places: &mut Places<'_, '_>| run(O::bind(places)?);
    plan(Box::new(run), cost, declared)
}

type Run = Box<dyn Fn(&mut Places<'_, '_>) -> Result<()> + Send + Sync>;

fn plan(run: Run, cost: usize, declared: Declared) -> Result<Call> {
    let bytes = declared.items.iter().map(|item| match *item {
        Item::Temporary { count, size } => with_alignment(count.saturating_mul(size)),
        _ => 0,
    });
    let scratch = bytes.fold(0, usize::saturating_add);
    let sets_shapes = declared.items.iter().any(|item| match item {
        Item::Operand(known) => matches!(known.special.as_deref(), Some(Special::Resized(_))),
        _ => false,
    });
    let named = Named {
        run,
        cost,
        scratch,
        sets_shapes,
        items: declared.items,
    };
    dense::plan(named, declared.operands)
}

/// A kernel with its declaration; binds the operands at each run.
struct Named {
    run: Run,
    cost: usize,
    scratch: usize,
    sets_shapes: bool,
    items: Items,
}

impl Named {
    /// Refuses outputs that share memory, because each is bound to a mutable slice.
    fn check_apart(&self, places: &[usize]) -> Result<()> {
        let known = self.items.iter().filter_map(|item| match item {
            Item::Operand(known) => Some(known),
            _ => None,
        });
        let written = known.zip(places).filter(|(known, _)| known.writes);
        let ranges = written.map(|(known, &at)| known.range(at));
        let mut ranges: SmallVec<[(usize, usize, bool); 8]> = ranges.collect();
        // Lists of tensors are long: neighbours by address are compared, not all pairs. What is empty shares nothing.
        ranges.retain(|(start, end, _)| start < end);
        ranges.sort_unstable();
        // Elements of two operands of calls may lie in turn: they are bound to no slices.
        let (mut slices, mut of_calls) = (0, 0);
        for (start, end, is_of_calls) in ranges {
            if start < slices || (start < of_calls && !is_of_calls) {
                return Err(Reason::Internal("two outputs share memory".into()).into());
            }
            let last = match is_of_calls {
                true => &mut of_calls,
                false => &mut slices,
            };
            *last = end.max(*last);
        }
        Ok(())
    }

    /// A number for a run, which one that plans calls needs.
    fn run_number(&self) -> u32 {
        let is_of_calls = |item: &Item| match item {
            Item::Operand(known) => known.of_calls().is_some(),
            _ => false,
        };
        match self.items.iter().any(is_of_calls) {
            true => next_number(),
            false => 0,
        }
    }
}

impl dense::Kernel for Named {
    fn cost(&self) -> usize {
        self.cost
    }

    fn scratch(&self) -> usize {
        self.scratch
    }

    fn sets_shapes(&self) -> bool {
        self.sets_shapes
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { self.run_where(places, &vec![false; places.len()], scratch) }
    }

    unsafe fn run_where(
        &self,
        places: &[usize],
        moved: &[bool],
        scratch: &mut Scratch,
    ) -> Result<()> {
        self.check_apart(places)?;
        // By the caller's promise each operand is at its place, dense and in the type it was declared with, or as it lies, until this returns:
        // the one place where addresses become operands.
        let scratch = RefCell::new(scratch);
        let take = |bytes| scratch.borrow_mut().take_known(bytes);
        let mut places = Places {
            items: self.items.iter(),
            addresses: places.iter(),
            moved: moved.iter(),
            known: &self.items,
            all: places,
            all_moved: moved,
            run: self.run_number(),
            take: &take,
        };
        (self.run)(&mut places)
    }
}
