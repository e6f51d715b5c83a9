//! Kernels over named operands: planning, and binding of the operands at each run.

use std::mem;

use super::super::memory::copy_region;
use super::super::overlaps::operands;
use super::super::sequence::next_number;
use super::{Declaration, Declared, DeclaredOperand, Operands, Place, Places, not_declared};
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
        kernel.declaration.operands.reserve_exact(4);
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
        let places = || args.iter().map(|arg| (&arg.view, arg.view.address));
        // Of most operands not even the ranges of addresses meet, which are found once for all pairs.
        let ranges: SmallVec<[_; 6]> = args.iter().map(reached).collect();
        let outputs = || self.operands().zip(&ranges).filter(|(of, _)| of.writes);
        let meets_no_output = |&(start, end): &(usize, usize)| {
            outputs().all(|(_, &(other, other_end))| end <= other || other_end <= start)
        };
        let in_the_way: SmallVec<[bool; 6]> = self
            .operands()
            .zip(&ranges)
            .zip(places())
            .map(|((operand, range), own)| {
                !operand.writes
                    && !meets_no_output(range)
                    && self.is_in_the_way(operand, own, places())
            })
            .collect();
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

/// The addresses that an operand reaches; all, where they are not known.
// Returned in registers.
#[inline(never)]
fn reached(arg: &Arg) -> (usize, usize) {
    let bytes = arg.view.bytes_at(arg.view.address);
    bytes.map_or((0, usize::MAX), |bytes| (bytes.start, bytes.end))
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
        let mut places: SmallVec<[Place; 6]> = SmallVec::new();
        if is_as_planned && !self.copies {
            // The way of most calls: every operand is taken where it is.
            let place = |(operand, &address): (&DeclaredOperand, &usize)| Place {
                address: address.wrapping_add_signed(operand.placed.offset),
                is_moved: false,
            };
            places.extend(self.operands().zip(addresses).map(place));
            // SAFETY: the caller's promise, for operands that are dense and of their types, or taken as they lie.
            return unsafe { self.run_at(&places, &scratch) };
        }
        // SAFETY: the caller's promise.
        let memory = unsafe { operands(args, addresses) };
        let mut tensors: SmallVec<[Region; 6]> = SmallVec::new();
        let given = || {
            let views = args.iter().map(|arg| &arg.view);
            views.zip(addresses.iter().copied())
        };
        for ((operand, own), &from) in self.operands().zip(given()).zip(&memory) {
            let placed = &operand.placed;
            let direct = from.moved(placed.offset);
            let is_in_the_way = match is_as_planned {
                true => operand.is_in_the_way,
                false => self.is_in_the_way(operand, own, given()),
            };
            let mut dense = direct;
            let mut place = Place {
                address: direct.exposed(),
                is_moved: placed.is_copied() || is_in_the_way,
            };
            if place.is_moved {
                let copied = scratch.take(placed.bytes)?;
                place.address = copied.exposed();
                dense = copied;
                if let Some(load) = placed.load() {
                    load.run([from, copied], [direct, copied], operand.placed.count)?;
                }
                if placed.is_forced || (is_in_the_way && !placed.is_strided) {
                    copy_region(copied, direct, placed.bytes);
                }
            }
            places.push(place);
            tensors.push(dense);
        }
        // SAFETY: dense tensors, each in the operand's memory or in a copy.
        unsafe { self.run_at(&places, &scratch)? };
        for ((operand, &from), &to) in self.operands().zip(&tensors).zip(&memory) {
            if let Some(store) = operand.placed.store() {
                let first = to.moved(operand.placed.offset);
                store.run([from, to], [from, first], operand.placed.count)?;
            }
        }
        Ok(())
    }
}
