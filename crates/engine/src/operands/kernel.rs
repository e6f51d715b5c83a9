//! Kernels over named operands: planning, and binding of the operands at each run.

use std::mem;

use super::super::dense::{OperandPath, load_view};
use super::super::memory::copy_region;
use super::super::overlaps::operand;
use super::super::sequence::next_number;
use super::{
    Declaration, Declared, DeclaredOperand, FEW_OPERANDS, Operands, Place, Places, not_declared,
};
use crate::plan::Draft;
use crate::{Arg, Call, Plan, grain};
use hostnpu_base::error::{Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{View, parallel, share_memory_at};
use smallvec::SmallVec;

/// Plans a kernel over named operands. `cost` estimates the work in bytes moved.
pub fn kernel<O: Operands>(
    operands: O,
    cost: usize,
    run: impl Fn(O::Bound<'_>) -> Result<()> + Send + Sync + 'static,
) -> Result<Call> {
    let run = move |places: &mut Places<'_, '_>| run(O::bind(places)?);
    let mut draft = KernelDraft::new(Box::new(run), cost);
    // Not passed on: operands are too large to be moved once more.
    operands.declare(&mut draft.declared());
    draft.finish()
}

/// The computation of a kernel. Not `dyn Fn`: its table has a second copy of each function, which takes it by value.
trait Run: Send + Sync {
    fn run(&self, places: &mut Places<'_, '_>) -> Result<()>;
}

impl<F: Fn(&mut Places<'_, '_>) -> Result<()> + Send + Sync> Run for F {
    fn run(&self, places: &mut Places<'_, '_>) -> Result<()> {
        self(places)
    }
}

/// A kernel whose operands are being declared. One copy of its functions for all kernels.
struct KernelDraft {
    draft: Draft<Kernel>,
    /// The first operand that was refused.
    refused: Result<()>,
}

impl KernelDraft {
    #[inline(never)]
    fn new(run: Box<dyn Run>, cost: usize) -> Self {
        let mut draft = Draft::new(|| Kernel::NOTHING);
        let (_, kernel) = draft.parts();
        (kernel.run, kernel.cost) = (Some(run), cost);
        kernel.declaration.operands = Vec::with_capacity(FEW_OPERANDS);
        Self {
            draft,
            refused: Ok(()),
        }
    }

    #[inline(always)]
    fn declared(&mut self) -> Declared<'_> {
        let (args, kernel) = self.draft.parts();
        Declared {
            args,
            declaration: &mut kernel.declaration,
            refused: &mut self.refused,
        }
    }

    #[inline(never)]
    fn finish(mut self) -> Result<Call> {
        self.refused?;
        let (args, kernel) = self.draft.parts();
        let declaration = &kernel.declaration;
        // All outputs are empty: such a call has nothing to do, whatever its kernel.
        if declaration.written > 0 && !declaration.writes_elements && !declaration.sets_shapes {
            return Ok(Call::nothing(mem::take(args)));
        }
        if declaration.scratch > 0 {
            kernel.workspace = with_alignment(declaration.scratch);
        }
        kernel.plan_copies(args);
        Ok(self.draft.finish())
    }
}

/// A kernel with its declaration; binds the operands at each run.
struct Kernel {
    /// Always there once it is planned.
    run: Option<Box<dyn Run>>,
    cost: usize,
    declaration: Declaration,
    workspace: usize,
    /// True if an operand is copied, at the addresses that all were planned with.
    copies: bool,
}

impl Kernel {
    const NOTHING: Self = Self {
        run: None,
        cost: 0,
        declaration: Declaration::NOTHING,
        workspace: 0,
        copies: false,
    };

    fn operands(&self) -> impl Iterator<Item = &DeclaredOperand> {
        self.declaration.operands.iter()
    }

    /// Finds the inputs that are in the way of outputs, and the workspace for all copies.
    fn plan_copies(&mut self, args: &[Arg]) {
        let in_the_way = self.in_the_way(args.iter().map(|arg| (&arg.view, arg.view.address)));
        let operands = self.declaration.operands.iter_mut();
        for (operand, is_in_the_way) in operands.zip(in_the_way) {
            operand.is_in_the_way = is_in_the_way;
            if operand.placed.is_copied() || is_in_the_way {
                let bytes = with_alignment(operand.placed.bytes);
                self.workspace = self.workspace.saturating_add(bytes);
                self.copies = true;
            }
        }
    }

    /// Tells of each operand whether it is in the way of an output. `places` are the views and addresses of all.
    fn in_the_way<'v>(
        &self,
        places: impl Iterator<Item = (&'v View, usize)> + Clone,
    ) -> SmallVec<[bool; 8]> {
        // Of most operands not even the ranges of addresses meet, which are found once for all pairs.
        let ranges = places.clone().map(|(view, at)| reached(view, at));
        let ranges: SmallVec<[_; 8]> = ranges.collect();
        let outputs = || self.operands().zip(&ranges).filter(|(of, _)| of.writes);
        let meets_no_output = |&(start, end): &(usize, usize)| {
            outputs().all(|(_, &(other, other_end))| end <= other || other_end <= start)
        };
        let all = self.operands().zip(&ranges).zip(places.clone());
        let in_the_way = all.map(|((operand, range), own)| {
            !operand.writes
                && !meets_no_output(range)
                && self.is_in_the_way(operand, own, places.clone())
        });
        in_the_way.collect()
    }

    /// True if an input that is passed as it is shares memory with an output that is. `own` and `places` are views and addresses, of it and of all operands.
    fn is_in_the_way<'v>(
        &self,
        operand: &DeclaredOperand,
        own: (&View, usize),
        places: impl Iterator<Item = (&'v View, usize)>,
    ) -> bool {
        if operand.writes || own.1 == 0 || operand.placed.is_copied() {
            return false;
        }
        self.operands().zip(places).any(|(other, place)| {
            other.writes && place.1 != 0 && !other.placed.is_copied() && share_memory_at(place, own)
        })
    }

    /// Refuses outputs that share memory, because each is bound to a mutable slice.
    #[inline]
    fn check_apart(&self, places: &[Place]) -> Result<()> {
        match self.declaration.written {
            0 | 1 => Ok(()),
            _ => self.check_several_apart(places),
        }
    }

    fn check_several_apart(&self, places: &[Place]) -> Result<()> {
        let written = self.operands().zip(places).filter(|(of, _)| of.writes);
        let ranges = written.map(|(of, place)| of.range(place.address));
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

    /// Binds the operands, each at its place, and computes.
    ///
    /// # Safety
    /// Each operand is at its place, dense and in the type that it was declared with, or as it lies, until this returns, and no other thread uses its memory.
    unsafe fn run_at(&self, places: &[Place], scratch: &Scratch) -> Result<()> {
        self.check_apart(places)?;
        // The one place where addresses become operands.
        let take = |bytes| scratch.take_known(bytes);
        let mut places = Places {
            items: self.declaration.items.iter(),
            operands: self.declaration.operands.iter(),
            places: places.iter(),
            temporaries: self.declaration.temporaries.iter(),
            known: &self.declaration.operands,
            all: places,
            run: match self.declaration.runs_calls {
                true => next_number(),
                false => 0,
            },
            take: &take,
        };
        let Some(run) = &self.run else {
            return Err(not_declared("a computation"));
        };
        match self.cost <= grain::ALONE_BYTES {
            true => parallel::alone(|| run.run(&mut places)),
            false => run.run(&mut places),
        }
    }
}

/// The addresses that a view reaches from an address; all, where they are not known.
// Returned in registers.
#[inline(never)]
fn reached(view: &View, address: usize) -> (usize, usize) {
    let bytes = view.bytes_at(address);
    bytes.map_or((0, usize::MAX), |bytes| (bytes.start, bytes.end))
}

/// An operand of which a run takes a copy.
struct Moved<'a> {
    placed: &'a OperandPath,
    own: Region<'a>,
    copy: Region<'a>,
}

impl Plan for Kernel {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        self.operands().fold(self.cost, |cost, operand| {
            match operand.placed.is_copied() {
                true => cost.saturating_add(2 * operand.placed.bytes),
                false => cost,
            }
        })
    }

    fn sets_shapes(&self) -> bool {
        self.declaration.sets_shapes
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let scratch = Scratch::new(workspace);
        let is_as_planned = args
            .iter()
            .zip(addresses)
            .all(|(arg, &address)| arg.view.address == address);
        let place = |(operand, &address): (&DeclaredOperand, &usize)| Place {
            address: address.wrapping_add_signed(operand.placed.offset),
            is_moved: operand.placed.is_copied() || (is_as_planned && operand.is_in_the_way),
        };
        let mut places: SmallVec<[Place; 8]> = self.operands().zip(addresses).map(place).collect();
        let mut copies = self.copies;
        if !is_as_planned {
            let views = args.iter().map(|arg| &arg.view);
            let in_the_way = self.in_the_way(views.zip(addresses.iter().copied()));
            for (place, is_in_the_way) in places.iter_mut().zip(in_the_way) {
                place.is_moved |= is_in_the_way;
                copies |= is_in_the_way;
            }
        }
        if !copies {
            // The way of most calls: every operand is taken where it is.
            // SAFETY: the caller's promise, for operands that are dense and of their types, or taken as they lie.
            return unsafe { self.run_at(&places, &scratch) };
        }
        let mut moved: SmallVec<[Moved; 4]> = SmallVec::new();
        let given = args.iter().zip(addresses);
        for ((place, declared), (arg, &address)) in
            places.iter_mut().zip(self.operands()).zip(given)
        {
            if !place.is_moved {
                continue;
            }
            let placed = &declared.placed;
            // SAFETY: the caller's promise.
            let own = unsafe { operand(arg, address) };
            let (first, copy) = (own.moved(placed.offset), scratch.take(placed.bytes)?);
            place.address = copy.exposed();
            match placed.load() {
                Some(load) => load.run([own, copy], [first, copy], placed.count)?,
                None if placed.is_strided && !declared.writes => {
                    load_view(arg, [own, copy], [first, copy])?;
                }
                // An output that is converted is not read.
                None if placed.transfers.is_some() || placed.is_strided => {}
                None => copy_region(copy, first, placed.bytes),
            }
            moved.push(Moved { placed, own, copy });
        }
        // SAFETY: dense tensors, each in the operand's memory or in a copy.
        unsafe { self.run_at(&places, &scratch)? };
        for Moved { placed, own, copy } in moved {
            if let Some(store) = placed.store() {
                let first = own.moved(placed.offset);
                store.run([copy, own], [copy, first], placed.count)?;
            }
        }
        Ok(())
    }
}
