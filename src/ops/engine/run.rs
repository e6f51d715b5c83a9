//! Plans of the pointwise engine, and how they run.

use std::mem::MaybeUninit;
use std::ptr;

use smallvec::SmallVec;

use super::block::{Size, Strides, gather, scatter};
use super::convert::{Steps, value_as};
use super::loops::{Loop, MAX_SLICES};
use super::pointwise::Operand;
use crate::error::{Error, Result};
use crate::ops::{Arg, Call, Plan, Role};
use crate::tensor::scratch::{Scratch, with_alignment};
use crate::tensor::{Block, Layout, LoopNest, Value, View, broadcast, parallel, share_memory_at};

/// Bytes of a tile, in the widest type that an operand's elements pass through.
const TILE: usize = 4096;

/// Elements that are passed to a kernel at once where every operand is passed directly.
const DIRECT: usize = 1 << 14;

/// Bytes of the widest operand that one thread takes at a time.
const PIECE: usize = 1 << 16;

/// The parameter block of a kernel: numbers of one type, side by side.
#[derive(Clone, Debug)]
#[repr(C, align(16))]
pub(super) struct Parameters([u8; Self::SIZE]);

impl Parameters {
    const SIZE: usize = 128;

    pub const NONE: Self = Self([0; Self::SIZE]);

    /// Converts `values` to what `kernel` takes.
    pub fn new(kernel: &Loop, values: &[Value]) -> Result<Self> {
        let (dtype, count) = kernel.parameters();
        let size = dtype.bits() / 8;
        if values.len() != count || count * size > Self::SIZE {
            return Err(Error::Internal(format!(
                "a kernel of {count} parameters was given {}",
                values.len()
            )));
        }
        let mut block = Self::NONE;
        for (place, value) in block.0.chunks_exact_mut(size).zip(values) {
            let value = value_as(value, dtype).ok_or_else(|| {
                Error::Internal(format!(
                    "a parameter of type {} is no {dtype}",
                    value.dtype()
                ))
            })?;
            place.copy_from_slice(&value.bytes()[..size]);
        }
        Ok(block)
    }
}

/// Where an operand's memory is.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// At the address of this number.
    Address(usize),
    /// In the plan.
    Value(Value),
}

/// An operand of the kernel.
#[derive(Clone, Debug)]
struct Slot {
    name: &'static str,
    view: View,
    source: Source,
    /// Bytes from the base address to the first byte that is touched, and to the one after the last.
    span: (isize, isize),
    size: usize,
    /// Conversions between its own type and the kernel's: of an input on the way in, of an output on the way out.
    steps: Steps,
}

type Slots = SmallVec<[Slot; 4]>;

/// A kernel with its operands, in the order of the loop nest: outputs first.
#[derive(Clone)]
pub(super) struct Pointwise {
    kernel: &'static Loop,
    parameters: Parameters,
    nest: LoopNest,
    slots: Slots,
    outputs: usize,
    /// Elements of a tile.
    tile: usize,
    /// Bytes of the widest operand.
    widest: usize,
    workspace: usize,
}

impl Pointwise {
    pub fn plan(
        kernel: &'static Loop,
        parameters: Parameters,
        inputs: impl IntoIterator<Item = (Operand, Steps)>,
        outputs: impl IntoIterator<Item = (Arg, Steps)>,
    ) -> Result<Call> {
        let outputs: SmallVec<[(Arg, Steps); 2]> = outputs.into_iter().collect();
        let mut args = Vec::with_capacity(4);
        let mut slots = Slots::new();
        // Outputs get their numbers when it is known whether they are inputs too.
        for (output, steps) in &outputs {
            output.check_distinct_elements()?;
            slots.push(Slot::new(
                output.name,
                output.view.clone(),
                Source::Address(usize::MAX),
                steps.clone(),
            ));
        }
        for (input, steps) in inputs {
            let number = args.len();
            let slot = match input {
                Operand::Tensor(arg) => {
                    let slot =
                        Slot::new(arg.name, arg.view.clone(), Source::Address(number), steps);
                    args.push(Arg {
                        role: Role::Input,
                        ..arg
                    });
                    slot
                }
                Operand::Value(value) => {
                    let view = View::new("value", value.dtype(), Layout::contiguous(&[]), 0)?;
                    Slot::new("value", view, Source::Value(value), steps)
                }
                Operand::Output => {
                    let number = match slots[0].source {
                        Source::Address(usize::MAX) => {
                            slots[0].source = Source::Address(number);
                            args.push(Arg {
                                role: Role::InOut,
                                ..outputs[0].0.clone()
                            });
                            number
                        }
                        Source::Address(number) => number,
                        Source::Value(_) => unreachable!("an output has an address"),
                    };
                    Slot::new(
                        slots[0].name,
                        slots[0].view.clone(),
                        Source::Address(number),
                        steps,
                    )
                }
            };
            slots.push(slot);
        }
        let count = outputs.len();
        for (slot, (output, _)) in slots.iter_mut().zip(outputs) {
            if let Source::Address(usize::MAX) = slot.source {
                slot.source = Source::Address(args.len());
                args.push(Arg {
                    role: Role::Output,
                    ..output
                });
            }
        }
        let plan = Self::new(kernel, parameters, slots, count)?;
        if plan.nest.numel() == 0 {
            return Ok(Call::nothing(args));
        }
        Ok(Call::new(plan.with_workspace(&args)?, args))
    }

    /// Pairs the operands' elements. Refuses an input that does not broadcast to the first output, and another output of another shape.
    fn new(
        kernel: &'static Loop,
        parameters: Parameters,
        slots: Slots,
        outputs: usize,
    ) -> Result<Self> {
        let tile = TILE
            / slots
                .iter()
                .map(Slot::widest)
                .chain(kernel.types().iter().map(|dtype| dtype.bits() / 8))
                .max()
                .unwrap_or(1);
        let layouts: SmallVec<[(&Layout, usize); 4]> = slots
            .iter()
            .map(|slot| (&slot.view.layout, slot.size))
            .collect();
        let nest = LoopNest::new(&layouts, tile).filter(|_| {
            let shape = slots[0].view.layout.shape();
            slots[..outputs]
                .iter()
                .all(|slot| slot.view.layout.shape() == shape)
        });
        let mut nest = nest.ok_or_else(|| misfit(&slots, outputs))?;
        let direct = |(k, slot): (usize, &Slot)| {
            slot.steps.is_empty() && nest.column_strides()[k] == slot.size as isize
        };
        if slots.iter().enumerate().all(direct) {
            nest.widen(DIRECT);
        }
        drop(layouts);
        let widest = slots.iter().map(|slot| slot.size).max().unwrap_or(1);
        Ok(Self {
            kernel,
            parameters,
            nest,
            slots,
            outputs,
            tile,
            widest,
            workspace: 0,
        })
    }

    /// Counts what is staged at the addresses that the operands have now.
    fn with_workspace(mut self, args: &[Arg]) -> Result<Self> {
        let addresses: SmallVec<[usize; MAX_SLICES]> =
            args.iter().map(|arg| arg.view.address).collect();
        if addresses.contains(&0) {
            return Ok(self);
        }
        let bases = self.bases(&addresses)?;
        let overlaps = self.overlaps(&bases)?;
        self.workspace = self.slots[self.outputs..]
            .iter()
            .zip(&overlaps[self.outputs..])
            .filter(|&(_, &overlap)| overlap == Overlap::Partial)
            .map(|(slot, _)| with_alignment(slot.staged().0))
            .sum();
        Ok(self)
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
        let (outputs, inputs) = self.slots.split_at(self.outputs);
        for (o, output) in outputs.iter().enumerate() {
            for (other, earlier) in outputs[..o].iter().enumerate() {
                if output.meets(bases[o], earlier, bases[other]) != Overlap::None {
                    return Err(shared(earlier.name, output.name));
                }
            }
            for (i, input) in inputs.iter().enumerate() {
                let k = self.outputs + i;
                if let Source::Address(_) = input.source {
                    overlaps[k] = overlaps[k].max(input.meets(bases[k], output, bases[o]));
                }
            }
        }
        Ok(overlaps)
    }

    /// Copies the inputs that overlap an output otherwise than element by element, and computes from the copies.
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
            let copy = scratch.take(bytes)?;
            let Some(dense) = dense else {
                let (low, _) = slot.span;
                // SAFETY: the caller's promise for the operand, of which every byte from the first to the last is memory; the copy has as
                // many bytes.
                unsafe {
                    ptr::copy_nonoverlapping(
                        bases[k].wrapping_add_signed(low) as *const u8,
                        copy,
                        bytes,
                    );
                }
                bases[k] = copy.addr().wrapping_add_signed(-low);
                continue;
            };
            let view = |layout| View::new(slot.name, slot.view.dtype, layout, 0);
            let from = squeezed(&slot.view.layout, dense.shape());
            let staging: Slots = [(dense.clone(), 0), (from, 1)]
                .into_iter()
                .map(|(layout, number)| {
                    Ok(Slot::new(
                        slot.name,
                        view(layout)?,
                        Source::Address(number),
                        Steps::new(),
                    ))
                })
                .collect::<Result<_>>()?;
            let plan = Self::new(
                super::pointwise::copy_loop(slot.size),
                Parameters::NONE,
                staging,
                1,
            )?;
            // SAFETY: the caller's promise for the operand; the copy is as large as the dense layout says.
            unsafe {
                plan.run_at(
                    &plan.bases(&[copy.addr(), bases[k]])?,
                    &[Overlap::None; MAX_SLICES],
                )
            };
            slot.view = view(dense)?;
            bases[k] = copy.addr();
        }
        let plan = Self::new(self.kernel, self.parameters.clone(), slots, self.outputs)?;
        // SAFETY: the caller's promise, and that of the copies.
        unsafe { plan.run_at(&bases, &overlaps) };
        Ok(())
    }

    /// # Safety
    /// The operands at `bases` may be read and written, and inputs meet outputs as `overlaps` says, none partially.
    unsafe fn run_at(&self, bases: &[usize; MAX_SLICES], overlaps: &[Overlap; MAX_SLICES]) {
        let narrowed;
        let mut nest = &self.nest;
        if overlaps.contains(&Overlap::Same) && nest.block().1 > self.tile {
            // Such an input goes through a tile.
            let mut narrow = nest.clone();
            narrow.widen(self.tile);
            narrowed = narrow;
            nest = &narrowed;
        }
        let (rows, columns) = nest.block();
        let blocks = nest.blocks();
        let per_piece = (PIECE / (rows * columns * self.widest)).max(1);
        let piece = |piece: usize| {
            let first = piece * per_piece;
            let mut tiles = Tiles::new();
            nest.for_each_block(first, per_piece.min(blocks - first), |block| {
                // SAFETY: the caller's promise; blocks of a nest are disjoint parts of the outputs.
                unsafe { self.block(nest, block, bases, overlaps, &mut tiles) };
            });
        };
        match blocks.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
    }

    /// # Safety
    /// As for [`Pointwise::run_at`], for the block's elements.
    unsafe fn block(
        &self,
        nest: &LoopNest,
        block: &Block,
        bases: &[usize; MAX_SLICES],
        overlaps: &[Overlap; MAX_SLICES],
        tiles: &mut Tiles,
    ) {
        let size = Size {
            rows: block.rows,
            columns: block.columns,
        };
        let count = size.rows * size.columns;
        let place = |k: usize| bases[k].wrapping_add_signed(block.offsets[k]) as *mut u8;
        let strides = |k: usize| strides(nest, k);
        let mut slices = [ptr::null_mut(); MAX_SLICES];
        for (k, slot) in self.slots.iter().enumerate().skip(self.outputs) {
            let (from, strides) = (place(k), strides(k));
            // SAFETY: the caller's promise for the input; tiles hold a block in each type that it passes through.
            slices[k] = unsafe { slot.load(k, from, strides, size, overlaps[k], tiles) };
        }
        for (k, slot) in self.slots[..self.outputs].iter().enumerate() {
            let direct = slot.steps.is_empty() && strides(k).is_dense(slot.size, size);
            slices[k] = if direct { place(k) } else { tiles.of(k) };
        }
        // SAFETY: slices of `count` elements of the kernel's types: the operand itself where it has that type and is dense, a tile otherwise. An
        // input that is in the memory of an output is in a tile.
        unsafe { self.kernel.run(&slices, count, self.parameters.0.as_ptr()) };
        for (k, slot) in self.slots[..self.outputs].iter().enumerate() {
            // SAFETY: the caller's promise for the output.
            unsafe { slot.store(slices[k], place(k), strides(k), size, tiles) };
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

/// The layout in which what has stride 0 is there once, as in `shape`.
fn squeezed(layout: &Layout, shape: &[i64]) -> Layout {
    Layout::new(shape.into(), layout.strides().into(), layout.offset())
}

/// Where an operand's rows and columns lie.
fn strides(nest: &LoopNest, k: usize) -> Strides {
    Strides {
        row: nest.row_strides()[k],
        column: nest.column_strides()[k],
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
            self.run_at(&bases, &overlaps);
        }
        Ok(())
    }
}

/// How the memory of an input meets that of an output. Later ones need more care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Overlap {
    None,
    /// Each element is written where it is read.
    Same,
    Partial,
}

impl Slot {
    fn new(name: &'static str, view: View, source: Source, steps: Steps) -> Self {
        let size = view.dtype.bits() / 8;
        let span = view.layout.reach().map_or((0, 0), |reach| {
            (
                reach.lowest as isize * size as isize,
                (reach.highest as isize + 1) * size as isize,
            )
        });
        Self {
            name,
            view,
            source,
            span,
            size,
            steps,
        }
    }

    /// Bytes of the widest type that an element passes through.
    fn widest(&self) -> usize {
        self.steps
            .iter()
            .fold(self.size, |widest, step| widest.max(step.widest()))
    }

    fn meets(&self, base: usize, other: &Slot, other_base: usize) -> Overlap {
        let at = |base: usize, distance: isize| base as i128 + distance as i128;
        if at(base, self.span.1) <= at(other_base, other.span.0)
            || at(other_base, other.span.1) <= at(base, self.span.0)
        {
            Overlap::None
        } else if base == other_base
            && self.size == other.size
            && self.view.layout == other.view.layout
        {
            Overlap::Same
        } else if share_memory_at((&self.view, base), (&other.view, other_base)) {
            Overlap::Partial
        } else {
            Overlap::None
        }
    }

    /// Bytes of a copy, and its layout, or no layout where all bytes from the first to the last are copied as they lie.
    fn staged(&self) -> (usize, Option<Layout>) {
        let span = (self.span.1 - self.span.0) as usize;
        let layout = &self.view.layout;
        let shape: SmallVec<[i64; 8]> = layout
            .shape()
            .iter()
            .zip(layout.strides())
            .map(|(&extent, &stride)| if stride == 0 { 1 } else { extent })
            .collect();
        let dense = Layout::contiguous(&shape);
        match dense.numel().and_then(|numel| numel.checked_mul(self.size)) {
            Some(bytes) if bytes < span => (bytes, Some(dense)),
            _ => (span, None),
        }
    }

    /// Returns where a block of an input lies as a dense slice of the kernel's type: in its own memory or in a tile.
    ///
    /// # Safety
    /// The block may be read; it has at most as many elements as the tiles, unless it is dense and not overwritten.
    unsafe fn load(
        &self,
        k: usize,
        from: *mut u8,
        strides: Strides,
        size: Size,
        overlap: Overlap,
        tiles: &mut Tiles,
    ) -> *mut u8 {
        let count = size.rows * size.columns;
        let dense = strides.is_dense(self.size, size);
        if self.steps.is_empty() && dense && overlap == Overlap::None {
            return from;
        }
        let tile = tiles.of(k);
        // What repeats is loaded once for all blocks that need it.
        let loaded = Some((from.addr(), size));
        if strides.repeats(size) {
            if tiles.loaded[k] == loaded {
                return tile;
            }
            tiles.loaded[k] = loaded;
        } else {
            tiles.loaded[k] = None;
        }
        let mut at = from;
        if !dense {
            at = if self.steps.is_empty() {
                tile
            } else {
                tiles.temporary(0)
            };
            // SAFETY: the caller's promise; no block is in a tile.
            unsafe { gather(self.size, from, strides, size, at) };
        } else if self.steps.is_empty() {
            // SAFETY: as above.
            unsafe { ptr::copy_nonoverlapping(from, tile, count * self.size) };
        }
        for (number, step) in self.steps.iter().enumerate() {
            let to = match number + 1 == self.steps.len() {
                true => tile,
                false => tiles.temporary(number + 1),
            };
            // SAFETY: the steps follow each other's types, and tiles are as large as the block in each of them.
            unsafe { step.run(at, to, count) };
            at = to;
        }
        tile
    }

    /// Stores a block that the kernel has written at `at`.
    ///
    /// # Safety
    /// The block may be written.
    unsafe fn store(
        &self,
        mut at: *mut u8,
        to: *mut u8,
        strides: Strides,
        size: Size,
        tiles: &mut Tiles,
    ) {
        let count = size.rows * size.columns;
        let dense = strides.is_dense(self.size, size);
        for (number, step) in self.steps.iter().enumerate() {
            let place = match dense && number + 1 == self.steps.len() {
                true => to,
                false => tiles.temporary(number),
            };
            // SAFETY: as for `load`.
            unsafe { step.run(at, place, count) };
            at = place;
        }
        if at == to {
            return;
        }
        // SAFETY: the caller's promise; no block is in a tile.
        unsafe { scatter(self.size, at, to, strides, size) };
    }
}

/// The tiles of one thread: one for each operand, and two between conversions.
struct Tiles {
    memory: MaybeUninit<[[[u8; 64]; TILE / 64]; MAX_SLICES + 2]>,
    /// Which block of memory that repeats an operand's tile holds.
    loaded: [Option<(usize, Size)>; MAX_SLICES],
}

impl Tiles {
    fn new() -> Self {
        Self {
            memory: MaybeUninit::uninit(),
            loaded: [None; MAX_SLICES],
        }
    }

    fn of(&mut self, k: usize) -> *mut u8 {
        // Within the array: `k` is below its length.
        self.memory.as_mut_ptr().cast::<u8>().wrapping_add(k * TILE)
    }

    fn temporary(&mut self, number: usize) -> *mut u8 {
        self.of(MAX_SLICES + number % 2)
    }
}
