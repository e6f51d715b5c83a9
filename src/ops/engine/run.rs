//! Plans of the pointwise engine, and how they run.

use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::block::{Size, Strides, copy};
use super::convert::{Steps, value_as};
use super::loops::{Loop, MAX_SLICES};
use super::pointwise::Operand;
use super::slot::{LARGE_TILE, Overlap, Slot, Source, StackTiles, TILE, Tiles};
use crate::error::{Error, Result};
use crate::ops::{Arg, Call, Plan, Role};
use crate::tensor::scratch::{Scratch, with_alignment};
use crate::tensor::{Block, Layout, LoopNest, Value, View, broadcast, parallel, streaming};

/// Elements that are passed to a kernel at once where every operand is passed directly.
const DIRECT: usize = 1 << 14;

/// Bytes of the widest operand that one thread takes at a time.
const PIECE: usize = 1 << 16;

/// The same where an operand is transposed.
const LARGE_PIECE: usize = 1 << 20;

/// The parameter block of a kernel: numbers of one type, side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters(Vec<Unit>);

/// What every element type is aligned to.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Unit([u8; 16]);

impl Parameters {
    /// Converts `values` to what `kernel` takes.
    pub fn new(kernel: &Loop, values: &[Value]) -> Result<Self> {
        let (dtype, count) = kernel.parameters();
        let size = dtype.bits() / 8;
        if values.len() != count {
            let given = values.len();
            let text = format!("a kernel of {count} parameters was given {given}");
            return Err(Error::Internal(text));
        }
        let mut bytes = SmallVec::<[u8; 64]>::new();
        for value in values {
            let value = value_as(value, dtype).ok_or_else(|| {
                let text = format!("a parameter of type {} is no {dtype}", value.dtype());
                Error::Internal(text)
            })?;
            bytes.extend_from_slice(&value.bytes()[..size]);
        }
        let mut units = vec![Unit([0; 16]); bytes.len().div_ceil(16)];
        for (unit, bytes) in units.iter_mut().zip(bytes.chunks(16)) {
            unit.0[..bytes.len()].copy_from_slice(bytes);
        }
        Ok(Self(units))
    }

    fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr().cast()
    }
}

type Slots = Vec<Slot>;

/// A kernel with its operands, in the order of the loop nest: outputs first.
pub(super) struct Pointwise {
    /// Nothing where the one output is the one input, in another place or type.
    kernel: Option<&'static Loop>,
    parameters: Parameters,
    nest: LoopNest,
    slots: Slots,
    outputs: usize,
    /// Elements of a tile.
    tile: usize,
    /// Bytes of the widest operand.
    widest: usize,
    /// Whether outputs are too large for the caches to hold until they are read.
    past_caches: bool,
    workspace: usize,
}

impl Pointwise {
    /// Plans a kernel whose types are those that the steps lead to and start from.
    pub fn plan<const INPUTS: usize, const OUTPUTS: usize>(
        kernel: Option<&'static Loop>,
        parameters: Parameters,
        (inputs, loads): ([Operand; INPUTS], [Steps; INPUTS]),
        (outputs, stores): ([Arg; OUTPUTS], [Steps; OUTPUTS]),
    ) -> Result<Call> {
        const UNKNOWN: Source = Source::Address(usize::MAX);
        let mut args = Vec::with_capacity(INPUTS + OUTPUTS);
        let mut slots = Slots::with_capacity(INPUTS + OUTPUTS);
        // Outputs get their numbers when it is known whether the first one is an input too.
        for (output, steps) in outputs.iter().zip(stores) {
            output.check_distinct_elements()?;
            slots.push(Slot::new(output.name, output.view.clone(), UNKNOWN, steps));
        }
        for (input, steps) in inputs.into_iter().zip(loads) {
            let source = Source::Address(args.len());
            let slot = match input {
                Operand::Tensor(arg) => {
                    let slot = Slot::new(arg.name, arg.view.clone(), source, steps);
                    args.push(arg.with_role(Role::Input));
                    slot
                }
                Operand::Value(value) => {
                    let view = View::new("value", value.dtype(), Layout::contiguous(&[]), 0)?;
                    Slot::new("value", view, Source::Value(value), steps)
                }
                Operand::Output => {
                    if let Source::Address(usize::MAX) = slots[0].source {
                        slots[0].source = source;
                        args.push(outputs[0].clone().with_role(Role::InOut));
                    }
                    Slot {
                        steps,
                        ..slots[0].clone()
                    }
                }
            };
            slots.push(slot);
        }
        for (slot, output) in slots.iter_mut().zip(outputs) {
            if let Source::Address(usize::MAX) = slot.source {
                slot.source = Source::Address(args.len());
                args.push(output.with_role(Role::Output));
            }
        }
        let mut plan = Self::new(kernel, parameters, slots, OUTPUTS)?;
        if plan.nest.numel() == 0 {
            return Ok(Call::nothing(args));
        }
        plan.workspace = plan.workspace_at(&args)?;
        Ok(Call::new(plan, args))
    }

    /// Pairs the operands' elements. Refuses an input that does not broadcast to the first output, and another output of another shape.
    fn new(
        kernel: Option<&'static Loop>,
        parameters: Parameters,
        slots: Slots,
        outputs: usize,
    ) -> Result<Self> {
        let mut layouts: SmallVec<[(&Layout, usize); MAX_SLICES]> = SmallVec::new();
        let (mut widest, mut passed, mut written) = (1, 1, 0_usize);
        for (k, slot) in slots.iter().enumerate() {
            layouts.push((&slot.view.layout, slot.size));
            widest = widest.max(slot.size);
            passed = passed.max(slot.widest());
            if k < outputs {
                written = written.saturating_add((slot.span.1 - slot.span.0) as usize);
            }
        }
        let tile = TILE / passed;
        let nest = LoopNest::new(&layouts, tile).filter(|_| {
            let shape = slots[0].view.layout.shape();
            slots[1..outputs]
                .iter()
                .all(|slot| slot.view.layout.shape() == shape)
        });
        let mut nest = nest.ok_or_else(|| misfit(&slots, outputs))?;
        if nest.is_crossed() && nest.numel() > tile {
            nest.cut(LARGE_TILE / passed);
        }
        // Where results are in a tile anyway, or nothing is computed. A kernel that writes straight to memory is as fast.
        let converts = slots[..outputs].iter().any(|slot| !slot.steps.is_empty());
        let past_caches =
            written >= streaming::LARGE && (nest.is_crossed() || kernel.is_some() == converts);
        let needs_tile = |(k, slot): (usize, &Slot)| {
            let converted =
                !slot.steps.is_empty() && (kernel.is_some() || past_caches || slot.steps.len() > 1);
            let strided = nest.column_strides()[k] != slot.size as isize;
            converted || strided || k < outputs && past_caches && kernel.is_some()
        };
        if !slots.iter().enumerate().any(needs_tile) {
            nest.widen(DIRECT);
        }
        drop(layouts);
        Ok(Self {
            kernel,
            parameters,
            nest,
            slots,
            outputs,
            tile,
            widest,
            past_caches,
            workspace: 0,
        })
    }

    /// Bytes that are staged at the addresses that the operands have now.
    fn workspace_at(&self, args: &[Arg]) -> Result<usize> {
        if args.iter().any(|arg| arg.view.address == 0) {
            return Ok(0);
        }
        let addresses: SmallVec<[usize; MAX_SLICES]> =
            args.iter().map(|arg| arg.view.address).collect();
        let overlaps = self.overlaps(&self.bases(&addresses)?)?;
        let staged = self.slots.iter().zip(overlaps);
        Ok(staged
            .filter(|&(_, overlap)| overlap == Overlap::Partial)
            .map(|(slot, _)| with_alignment(slot.staged().0))
            .fold(0, usize::saturating_add))
    }

    /// The base address of each operand.
    fn bases(&self, addresses: &[usize]) -> Result<[usize; MAX_SLICES]> {
        let mut bases = [0; MAX_SLICES];
        for (base, slot) in bases.iter_mut().zip(&self.slots) {
            *base = match &slot.source {
                Source::Value(value) => value.bytes().as_ptr().addr(),
                Source::Address(number) => *addresses
                    .get(*number)
                    .ok_or_else(|| Error::Internal("a plan was run without addresses".into()))?,
            };
        }
        Ok(bases)
    }

    /// How the memory of each input meets that of the outputs. Refuses outputs that share memory.
    fn overlaps(&self, bases: &[usize; MAX_SLICES]) -> Result<[Overlap; MAX_SLICES]> {
        let mut overlaps = [Overlap::None; MAX_SLICES];
        for (o, output) in self.slots[..self.outputs].iter().enumerate() {
            for (earlier, other) in self.slots[..o].iter().enumerate() {
                if output.meets(bases[o], other, bases[earlier]) != Overlap::None {
                    return Err(shared(other.name, output.name));
                }
            }
            for (k, input) in self.slots.iter().enumerate().skip(self.outputs) {
                if let Source::Address(_) = input.source {
                    overlaps[k] = overlaps[k].max(input.meets(bases[k], output, bases[o]));
                }
            }
        }
        Ok(overlaps)
    }

    /// Copies the inputs that overlap an output otherwise than element by element, and computes from the copies.
    ///
    /// # Safety
    /// As for [`Plan::run`].
    #[cold]
    unsafe fn run_staged(
        &self,
        mut bases: [usize; MAX_SLICES],
        mut overlaps: [Overlap; MAX_SLICES],
        workspace: &mut [u8],
    ) -> Result<()> {
        let mut scratch = Scratch::new(workspace);
        let mut slots = self.slots.clone();
        for k in self.outputs..slots.len() {
            if overlaps[k] != Overlap::Partial {
                continue;
            }
            overlaps[k] = Overlap::None;
            let slot = &mut slots[k];
            let (bytes, dense) = slot.staged();
            let copied = scratch.take(bytes)?;
            let Some(dense) = dense else {
                let first = slot.span.0;
                let from = bases[k].wrapping_add_signed(first) as *const u8;
                // SAFETY: the caller's promise for the operand, of which every byte from the first to the last is memory; the copy has as
                // many bytes.
                unsafe { ptr::copy_nonoverlapping(from, copied, bytes) };
                bases[k] = copied.addr().wrapping_add_signed(-first);
                continue;
            };
            // What has stride 0 is there once.
            let strides = slot.view.layout.strides().into();
            let once = Layout::new(dense.shape().into(), strides, slot.view.layout.offset());
            let operand = |layout, number| {
                let view = View::new(slot.name, slot.view.dtype, layout, 0)?;
                Ok(Slot::new(
                    slot.name,
                    view,
                    Source::Address(number),
                    Steps::NONE,
                ))
            };
            let pair = Slots::from_iter([operand(dense.clone(), 0)?, operand(once, 1)?]);
            let plan = Self::new(None, Parameters::default(), pair, 1)?;
            let places = plan.bases(&[copied.addr(), bases[k]])?;
            // SAFETY: the caller's promise for the operand; the copy is as large as the dense layout says.
            unsafe { plan.run_at(&places, &[Overlap::None; MAX_SLICES])? };
            slot.view = View::new(slot.name, slot.view.dtype, dense, 0)?;
            bases[k] = copied.addr();
        }
        let plan = Self::new(self.kernel, self.parameters.clone(), slots, self.outputs)?;
        // SAFETY: the caller's promise, and that of the copies.
        unsafe { plan.run_at(&bases, &overlaps) }
    }

    /// # Safety
    /// The operands at `bases` may be read and written, and inputs meet outputs as `overlaps` says, none partially.
    unsafe fn run_at(
        &self,
        bases: &[usize; MAX_SLICES],
        overlaps: &[Overlap; MAX_SLICES],
    ) -> Result<()> {
        let in_place = overlaps.contains(&Overlap::Same);
        let narrow;
        let mut nest = &self.nest;
        if in_place && nest.block().1 > self.tile {
            // Such an input goes through a tile.
            let mut narrowed = nest.clone();
            narrowed.widen(self.tile);
            narrow = narrowed;
            nest = &narrow;
        }
        let (rows, columns) = nest.block();
        let blocks = nest.blocks();
        let large = nest.is_crossed() && rows * columns > self.tile;
        let bytes = if large { LARGE_PIECE } else { PIECE };
        let per_piece = (bytes / (rows * columns * self.widest)).max(1);
        let past_caches = self.past_caches && !in_place;
        let no_memory = AtomicBool::new(false);
        let piece = |piece: usize| {
            let first = piece * per_piece;
            let operands = self.slots.len();
            let (mut stack, mut heap) = (StackTiles::uninit(), Vec::new());
            let tiles = match large {
                true => Tiles::large(&mut heap, operands),
                false => Some(Tiles::small(&mut stack, operands)),
            };
            let Some(mut tiles) = tiles else {
                return no_memory.store(true, Ordering::Relaxed);
            };
            nest.for_each_block(first, per_piece.min(blocks - first), |block| {
                // SAFETY: the caller's promise; blocks of a nest are disjoint parts of the outputs.
                unsafe { self.block(nest, block, bases, overlaps, past_caches, &mut tiles) };
            });
            if past_caches {
                streaming::order();
            }
        };
        match blocks.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        match no_memory.into_inner() {
            false => Ok(()),
            true => Err(Error::out_of_host_memory(self.slots.len() * LARGE_TILE)),
        }
    }

    /// # Safety
    /// As for [`Pointwise::run_at`], for the block's elements.
    #[inline]
    unsafe fn block(
        &self,
        nest: &LoopNest,
        block: &Block,
        bases: &[usize; MAX_SLICES],
        overlaps: &[Overlap; MAX_SLICES],
        past_caches: bool,
        tiles: &mut Tiles,
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
            (
                bases[k].wrapping_add_signed(block.offsets[k]) as *mut u8,
                strides,
            )
        };
        let Some(kernel) = self.kernel else {
            // SAFETY: the caller's promise.
            return unsafe {
                self.copy_block(place(0), place(1), size, overlaps[1], past_caches, tiles)
            };
        };
        let mut slices = [ptr::null_mut(); MAX_SLICES];
        for (k, slot) in self.slots.iter().enumerate().skip(self.outputs) {
            // SAFETY: the caller's promise for the input; tiles hold a block in each type that it passes through.
            slices[k] = unsafe { slot.load(k, place(k), size, overlaps[k], tiles) };
        }
        for (k, slot) in self.slots[..self.outputs].iter().enumerate() {
            let (to, strides) = place(k);
            let direct = slot.steps.is_empty() && !past_caches && strides.is_dense(slot.size, size);
            slices[k] = if direct { to } else { tiles.of(k) };
        }
        // SAFETY: slices of the kernel's types: the operand itself where it has that type and is dense, a tile otherwise. An input that is
        // in the memory of an output is in a tile.
        unsafe { kernel.run(&slices, size.count(), self.parameters.as_ptr()) };
        if past_caches {
            // Stores past the caches are slow enough for the next block to be read meanwhile.
            for (k, slot) in self.slots.iter().enumerate().skip(self.outputs) {
                let (from, strides) = place(k);
                if strides.is_dense(slot.size, size) {
                    let bytes = size.count() * slot.size;
                    streaming::prefetch(from.wrapping_add(bytes), bytes);
                }
            }
        }
        for (k, slot) in self.slots[..self.outputs].iter().enumerate() {
            // SAFETY: the caller's promise for the output.
            unsafe { slot.store(slices[k], place(k), size, past_caches, tiles) };
        }
    }

    /// Copies a block of the one input to the one output.
    ///
    /// # Safety
    /// As for [`Pointwise::block`].
    unsafe fn copy_block(
        &self,
        to: (*mut u8, Strides),
        from: (*mut u8, Strides),
        size: Size,
        overlap: Overlap,
        past_caches: bool,
        tiles: &mut Tiles,
    ) {
        let (output, input) = (&self.slots[0], &self.slots[1]);
        let moved = output.steps.is_empty() && input.steps.is_empty();
        if moved && overlap == Overlap::Same {
            return;
        }
        // Through a tile, each cache line of what is transposed is touched once; and what repeats is spread once.
        let crosses =
            from.1.is_transposed(input.size, size) || to.1.is_transposed(output.size, size);
        // SAFETY: the caller's promise.
        unsafe {
            if moved && !crosses && !from.1.repeats(size) {
                return copy(
                    input.size,
                    (from.0.cast_const(), from.1),
                    to,
                    size,
                    past_caches,
                );
            }
            let at = input.load(1, from, size, overlap, tiles);
            output.store(at, to, size, past_caches, tiles);
        }
    }
}

impl Plan for Pointwise {
    fn workspace_size(&self) -> usize {
        self.workspace
    }

    fn cost(&self) -> usize {
        let sizes: usize = self.slots.iter().map(|slot| slot.size).sum();
        self.nest.numel().saturating_mul(sizes)
    }

    unsafe fn run(&self, addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let bases = self.bases(addresses)?;
        let overlaps = self.overlaps(&bases)?;
        // SAFETY: the caller's promise for the operands.
        unsafe {
            if overlaps.contains(&Overlap::Partial) {
                return self.run_staged(bases, overlaps, workspace);
            }
            self.run_at(&bases, &overlaps)
        }
    }
}

/// Says which operand has a shape that does not go with the first output's.
#[cold]
fn misfit(slots: &Slots, outputs: usize) -> Error {
    let shape = slots[0].view.layout.shape();
    let first = slots[0].name;
    for (k, slot) in slots.iter().enumerate() {
        let got = slot.view.layout.shape();
        let (fits, allowed) = if k < outputs {
            (got == shape, format!("{shape:?}, the shape of `{first}`"))
        } else {
            let fits = broadcast(got, shape).is_some_and(|common| common.as_slice() == shape);
            (
                fits,
                format!("what broadcasts to {shape:?}, the shape of `{first}`"),
            )
        };
        if !fits {
            return Error::Shape {
                arg: slot.name,
                got: got.to_vec(),
                allowed,
            };
        }
    }
    Error::Internal(format!("no loop nest over {} operands", slots.len()))
}

/// Refuses two outputs that share memory.
#[cold]
fn shared(first: &'static str, second: &'static str) -> Error {
    Error::Value {
        arg: second,
        got: format!("in memory that `{first}` is written to as well"),
        allowed: "memory of its own for each output".into(),
    }
}
