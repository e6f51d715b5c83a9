//! Plans of the pointwise engine, and how they run.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::block::{Size, Strides, copy};
use super::convert::Steps;
use super::foreach::Pieces;
use super::loops::{Loop, MAX_SLICES};
use super::overlaps::{base_addresses, operands, slot_memory};
use super::parameters::Parameters;
use super::pointwise::Operand;
use super::slot::{LARGE_TILE, Overlap, Slot, Source, StackTiles, Tiles, overlaps_at};
use super::tiling::Tiling;
use crate::grain;
use crate::plan::Draft;
use crate::{Arg, Args, Call, Plan, Role};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Block, Layout, LoopNest, parallel, streaming};

pub(super) type Slots = SmallVec<[Slot; 3]>;

/// Distribution of blocks to threads.
pub(super) struct Cut {
    /// True if tiles are large.
    large: bool,
    /// Blocks of a piece.
    per_piece: usize,
    blocks: usize,
    /// Number of pieces.
    pub pieces: usize,
}

/// A kernel with its operands, in the order of the loop nest: outputs first.
pub(super) struct Pointwise {
    /// Nothing where the one output is the one input, in another place or type.
    pub(super) kernel: Option<&'static Loop>,
    pub(super) parameters: Parameters,
    pub(super) slots: Slots,
    pub(super) outputs: usize,
    pub(super) tiling: Tiling,
    /// Overlaps of inputs with outputs at the addresses that the operands were planned with.
    pub(super) overlaps: [Overlap; MAX_SLICES],
    pub(super) workspace: usize,
}

impl Pointwise {
    /// Plans a kernel whose types are those that the steps lead to and start from. Takes the operands.
    pub fn plan(
        kernel: Option<&'static Loop>,
        parameters: Parameters,
        (inputs, loads): (&mut [Operand], &[Steps]),
        (written, stores): (&mut [Option<Arg>], &[Steps]),
    ) -> Result<Call> {
        let outputs = written.len();
        let mut draft = Draft::new(|| Self {
            kernel,
            parameters,
            slots: Slots::new(),
            outputs,
            tiling: Tiling::empty(),
            overlaps: [Overlap::None; MAX_SLICES],
            workspace: 0,
        });
        let (args, plan) = draft.parts();
        place((inputs, loads), (written, stores), &mut plan.slots, args)?;
        plan.tiling.pair(kernel, &plan.slots, outputs, args, 0)?;
        if plan.tiling.nest.numel() == 0 {
            return Ok(Call::nothing(mem::take(args)));
        }
        (plan.overlaps, plan.workspace) = staging(&plan.slots, outputs, args)?;
        Ok(draft.finish())
    }

    /// Copies the inputs that overlap an output otherwise than element by element, and computes from the copies.
    #[cold]
    fn run_staged(
        &self,
        args: &[Arg],
        memory: [Region; MAX_SLICES],
        mut overlaps: [Overlap; MAX_SLICES],
        workspace: &mut [u8],
    ) -> Result<()> {
        let scratch = Scratch::new(workspace);
        // Copies live as long as the scratch memory.
        let mut memory = memory;
        let mut slots = self.slots.clone();
        // With the copies.
        let mut operands: Args = args.iter().cloned().collect();
        for k in self.outputs..slots.len() {
            if overlaps[k] != Overlap::Partial {
                continue;
            }
            overlaps[k] = Overlap::None;
            let slot = &mut slots[k];
            let (bytes, dense) = slot.staged(args);
            let copied = scratch.take(bytes)?;
            let Some(dense) = dense else {
                let first = slot.span.0;
                copied.copy(memory[k].moved(first), bytes);
                memory[k] = copied.moved(-first);
                continue;
            };
            // What has stride 0 is there once.
            let Some(arg) = slot.arg(args) else {
                continue;
            };
            let layout = &arg.view.layout;
            let once = Layout::new(
                dense.shape().into(),
                layout.strides().into(),
                layout.offset(),
            );
            let operand = |role, layout| Arg::new(arg.name, role, arg.view.dtype, layout, 0);
            let pair = [operand(Role::Output, dense)?, operand(Role::Input, once)?];
            let one = |number| Slot::new(&pair, Source::Address(number), Steps::NONE);
            let copy = Slots::from_iter([one(0), one(1)]);
            let plan = Self {
                kernel: None,
                parameters: Parameters::default(),
                tiling: Tiling::new(None, &copy, 1, &pair)?,
                slots: copy,
                outputs: 1,
                overlaps: [Overlap::None; MAX_SLICES],
                workspace: 0,
            };
            let places = slot_memory(&plan.slots, &[copied, memory[k]])?;
            plan.run_at(&places, &[Overlap::None; MAX_SLICES])?;
            memory[k] = copied;
            slot.source = Source::Address(operands.len());
            let [copied, _] = pair;
            operands.push(copied);
        }
        let plan = Self {
            kernel: self.kernel,
            parameters: self.parameters.clone(),
            tiling: Tiling::new(self.kernel, &slots, self.outputs, &operands)?,
            slots,
            outputs: self.outputs,
            overlaps,
            workspace: 0,
        };
        plan.run_at(&memory, &overlaps)
    }

    /// Computes over operands in this memory, whose inputs meet outputs as `overlaps` says, none partially.
    fn run_at(
        &self,
        memory: &[Region; MAX_SLICES],
        overlaps: &[Overlap; MAX_SLICES],
    ) -> Result<()> {
        if let Some(kernel) = self.kernel
            && self.tiling.direct
            && self.tiling.nest.numel() <= self.tiling.nest.block().1
            && overlaps.iter().all(|&overlap| overlap == Overlap::None)
        {
            // The way of most small calls: nothing is loaded or stored beside the kernel.
            let nest = &self.tiling.nest;
            let mut slices = *memory;
            for (slice, &offset) in slices[..self.slots.len()].iter_mut().zip(nest.offsets()) {
                *slice = slice.moved(offset);
            }
            kernel.run(&slices, nest.numel(), &self.parameters);
            return Ok(());
        }
        let (in_place, narrowed) = self.walk(overlaps);
        let past_caches = self.tiling.past_caches && !in_place;
        let nest = narrowed.as_deref().unwrap_or(&self.tiling.nest);
        if let Some(block) = nest.only_row() {
            // The way of small calls.
            let mut stack = StackTiles::new();
            let mut tiles = Tiles::small(&mut stack, self.slots.len());
            self.block(nest, &block, memory, overlaps, past_caches, &mut tiles);
            if past_caches {
                streaming::order();
            }
            return Ok(());
        }
        let no_memory = AtomicBool::new(false);
        let piece = |piece: usize| {
            let done = self.piece_of(nest, piece, memory, overlaps, past_caches);
            if done.is_err() {
                no_memory.store(true, Ordering::Relaxed);
            }
        };
        // Waking a thread takes longer than a short call.
        let is_short = match self.tiling.fine {
            true if self.tiling.widest >= 8 => nest.numel() <= grain::SHORT_COSTLY_DOUBLES,
            true => nest.numel() <= grain::SHORT_COSTLY_ELEMENTS,
            false => self.cost() <= grain::SHORT_BYTES,
        };
        match self.cut(nest).pieces {
            1 => piece(0),
            pieces if is_short => parallel::for_each_short_piece(pieces, piece),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        match no_memory.into_inner() {
            false => Ok(()),
            true => Err(self.no_tiles()),
        }
    }

    /// Deals out the blocks.
    pub(super) fn cut(&self, nest: &LoopNest) -> Cut {
        let (rows, columns) = nest.block();
        let large = nest.is_crossed() && rows * columns > self.tiling.tile;
        let bytes = match large {
            true => grain::TRANSPOSED_BYTES,
            false if self.tiling.fine => grain::COMPUTED_BYTES,
            false => grain::MOVED_BYTES,
        };
        let per_piece = (bytes / (rows * columns * self.tiling.widest)).max(1);
        let blocks = nest.blocks();
        Cut {
            large,
            per_piece,
            blocks,
            pieces: blocks.div_ceil(per_piece),
        }
    }

    /// Computes a piece: pieces are disjoint parts of the outputs.
    pub(super) fn piece_of(
        &self,
        nest: &LoopNest,
        piece: usize,
        memory: &[Region; MAX_SLICES],
        overlaps: &[Overlap; MAX_SLICES],
        past_caches: bool,
    ) -> Result<()> {
        let Cut {
            large,
            per_piece,
            blocks,
            ..
        } = self.cut(nest);
        let first = piece * per_piece;
        let operands = self.slots.len();
        let (mut stack, mut heap) = (StackTiles::new(), None);
        let tiles = match large {
            true => Tiles::large(&mut heap, operands),
            false => Some(Tiles::small(&mut stack, operands)),
        };
        let mut tiles = tiles.ok_or_else(|| self.no_tiles())?;
        nest.for_each_block(first, per_piece.min(blocks - first), |block| {
            self.block(nest, block, memory, overlaps, past_caches, &mut tiles);
        });
        if past_caches {
            streaming::order();
        }
        Ok(())
    }

    #[cold]
    fn no_tiles(&self) -> Error {
        Error::out_of_host_memory(self.slots.len() * LARGE_TILE)
    }

    #[inline]
    fn block<'r>(
        &self,
        nest: &LoopNest,
        block: &Block,
        memory: &[Region<'r>; MAX_SLICES],
        overlaps: &[Overlap; MAX_SLICES],
        past_caches: bool,
        tiles: &mut Tiles<'r>,
    ) {
        let size = Size {
            rows: block.rows,
            columns: block.columns,
        };
        let place = |k: usize| {
            let strides = Strides {
                row: nest.row_strides()[k],
                column: nest.column_strides()[k],
            };
            (memory[k].moved(block.offsets[k]), strides)
        };
        let Some(kernel) = self.kernel else {
            return self.copy_block(place(0), place(1), size, overlaps[1], past_caches, tiles);
        };
        let mut slices = [Region::EMPTY; MAX_SLICES];
        if self.tiling.by_rows && size.columns > self.tiling.tile {
            return self.row(kernel, place, nest, size.columns, tiles);
        }
        for (k, slot) in self.slots.iter().enumerate().skip(self.outputs) {
            slices[k] = slot.load(k, place(k), size, overlaps[k], tiles);
        }
        for (k, slot) in self.slots[..self.outputs].iter().enumerate() {
            let (to, strides) = place(k);
            let direct = slot.steps.is_empty() && !past_caches && strides.is_dense(slot.size, size);
            slices[k] = match direct {
                true => to,
                false => {
                    tiles.hold(size.count() * slot.widest());
                    tiles.of(k)
                }
            };
        }
        let inputs = || self.slots.iter().enumerate().skip(self.outputs);
        let read_ahead = |(k, slot): (usize, &Slot)| {
            let (from, strides) = place(k);
            if strides.is_dense(slot.size, size) {
                let bytes = size.count() * slot.size;
                streaming::prefetch(from.after(bytes).as_ptr(), bytes);
            }
        };
        // What is in a tile leaves the memory idle while the kernel computes: it reads the next block meanwhile.
        if nest.numel() * self.tiling.widest > grain::HELD_BYTES {
            inputs()
                .filter(|&(k, _)| overlaps[k] == Overlap::Same)
                .for_each(read_ahead);
        }
        // Slices of the kernel's types: the operand itself where it has that type and is dense, a tile otherwise. An input that is
        // in the memory of an output is in a tile.
        kernel.run(&slices, size.count(), &self.parameters);
        if past_caches {
            // Stores past the caches are slow enough for the next block to be read meanwhile.
            inputs().for_each(read_ahead);
        }
        for (k, slot) in self.slots[..self.outputs].iter().enumerate() {
            slot.store(slices[k], place(k), size, past_caches, tiles);
        }
    }

    /// Computes a row of more columns than a tile has: every operand is passed directly, or repeats one element.
    fn row<'r>(
        &self,
        kernel: &Loop,
        place: impl Fn(usize) -> (Region<'r>, Strides),
        nest: &LoopNest,
        columns: usize,
        tiles: &mut Tiles<'r>,
    ) {
        let mut slices = [Region::EMPTY; MAX_SLICES];
        let mut most = columns;
        for (k, slot) in self.slots.iter().enumerate() {
            let (at, strides) = place(k);
            slices[k] = at;
            if strides.column == 0 {
                most = self.tiling.tile;
                let size = Size {
                    rows: 1,
                    columns: most,
                };
                // An input, since elements of an output are distinct.
                slices[k] = slot.load(k, (at, strides), size, Overlap::None, tiles);
            }
        }
        for first in (0..columns).step_by(most) {
            let count = most.min(columns - first);
            // What repeats has as many elements in its tile.
            kernel.run(&slices, count, &self.parameters);
            for (slice, &stride) in slices.iter_mut().zip(nest.column_strides()) {
                *slice = slice.moved(stride * count as isize);
            }
        }
    }

    /// Copies a block of the one input to the one output.
    fn copy_block<'r>(
        &self,
        to: (Region<'r>, Strides),
        from: (Region<'r>, Strides),
        size: Size,
        overlap: Overlap,
        past_caches: bool,
        tiles: &mut Tiles<'r>,
    ) {
        let (output, input) = (&self.slots[0], &self.slots[1]);
        let moved = output.steps.is_empty() && input.steps.is_empty();
        if moved && overlap == Overlap::Same {
            return;
        }
        // Through a tile, each cache line of what is transposed is touched once; and what repeats is spread once.
        let crosses =
            from.1.is_transposed(input.size, size) || to.1.is_transposed(output.size, size);
        if moved && !crosses && !from.1.repeats(size) {
            return copy(input.size, from, to, size, past_caches);
        }
        let at = input.load(1, from, size, overlap, tiles);
        output.store(at, to, size, past_caches, tiles);
    }
}

/// Puts the operands in the order of the plan: `slots` outputs first, `args` as the call has them. Takes the operands.
pub(super) fn place(
    (inputs, loads): (&mut [Operand], &[Steps]),
    (outputs, stores): (&mut [Option<Arg>], &[Steps]),
    slots: &mut Slots,
    args: &mut Args,
) -> Result<()> {
    for output in outputs.iter().flatten() {
        output.check_distinct_elements()?;
    }
    let mut first_output = None;
    // Of inputs in memory.
    let mut numbers = [0; MAX_SLICES];
    for (number, input) in numbers.iter_mut().zip(&mut *inputs) {
        *number = match input {
            Operand::Value(_) => continue,
            Operand::Tensor(arg) => {
                arg.role = Role::Input;
                if let Operand::Tensor(arg) = mem::replace(input, Operand::Output) {
                    args.push(arg);
                }
                args.len() - 1
            }
            Operand::Output => *first_output.get_or_insert_with(|| {
                let output = outputs.first().and_then(Clone::clone);
                args.extend(output.map(|output| output.with_role(Role::InOut)));
                args.len() - 1
            }),
        };
    }
    for (output, &steps) in outputs.iter_mut().zip(stores) {
        let Some(mut output) = output.take() else {
            continue;
        };
        let number = match first_output {
            Some(number) if slots.is_empty() => number,
            _ => {
                output.role = Role::Output;
                args.push(output);
                args.len() - 1
            }
        };
        slots.push(Slot::new(args, Source::Address(number), steps));
    }
    for ((input, &number), &steps) in inputs.iter().zip(&numbers).zip(loads) {
        let source = match input {
            Operand::Value(value) => Source::Value(*value),
            Operand::Tensor(_) | Operand::Output => Source::Address(number),
        };
        slots.push(Slot::new(args, source, steps));
    }
    Ok(())
}

/// Finds out how inputs meet outputs at the addresses that the operands have now, and how many bytes are staged therefore.
fn staging(slots: &[Slot], outputs: usize, args: &[Arg]) -> Result<([Overlap; MAX_SLICES], usize)> {
    let mut addresses = [0; MAX_SLICES];
    for (address, arg) in addresses.iter_mut().zip(args) {
        *address = arg.view.address;
    }
    let addresses = &addresses[..args.len()];
    if addresses.contains(&0) {
        return Ok(([Overlap::None; MAX_SLICES], 0));
    }
    let bases = base_addresses(slots, addresses)?;
    let overlaps = overlaps_at(slots, outputs, &bases, args)?;
    let staged = slots.iter().zip(overlaps);
    let workspace = staged
        .filter(|&(_, overlap)| overlap == Overlap::Partial)
        .map(|(slot, _)| with_alignment(slot.staged(args).0))
        .fold(0, usize::saturating_add);
    Ok((overlaps, workspace))
}

impl Plan for Pointwise {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let sizes: usize = self.slots.iter().map(|slot| slot.size).sum();
        self.tiling.nest.numel().saturating_mul(sizes)
    }

    unsafe fn in_pieces<'a>(
        &'a self,
        args: &'a [Arg],
        addresses: &'a [usize],
    ) -> Result<Option<Pieces<'a>>> {
        // SAFETY: the caller's promise.
        unsafe { self.as_pieces(args, addresses) }
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        // SAFETY: the caller's promise for the operands.
        let operands = unsafe { operands(args, addresses) };
        let memory = slot_memory(&self.slots, &operands)?;
        let overlaps = self.overlaps(args, addresses, &memory)?;
        match overlaps.contains(&Overlap::Partial) {
            true => self.run_staged(args, memory, overlaps, workspace),
            false => self.run_at(&memory, &overlaps),
        }
    }
}
