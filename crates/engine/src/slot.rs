//! Operands of a plan: where their elements are, and how blocks of them are loaded and stored.

use std::sync::LazyLock;

use smallvec::SmallVec;

use super::block::{Size, Strides, copy};
use super::convert::Steps;
use super::loops::MAX_SLICES;
use super::tile::{HostMemory, Tile};
use crate::Arg;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::{Layout, Value, share_memory_at};

/// Bytes of the tiles on a thread's stack: a caller's may be small, and the first cache holds them.
const STACK: usize = 1 << 15;

/// Bytes of a tile where an operand is transposed: its lines are used for as many elements as can be once they are read.
pub(super) const LARGE_TILE: usize = 1 << 14;

/// Bytes of a tile where there are so many operands, in the widest type that their elements pass through: each operand has one, and there are two between
/// conversions.
pub(super) const fn tile_bytes(operands: usize) -> usize {
    let whole_vectors = 512;
    STACK / (operands + 2) / whole_vectors * whole_vectors
}

/// Place of an operand's memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// At the address of this number.
    Address(usize),
    /// In the plan.
    Value(Value),
}

/// Overlap of the memory of an input with that of an output. Later ones need more care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Overlap {
    None,
    /// Each element is written where it is read.
    Same,
    Partial,
}

/// An operand of the kernel.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub source: Source,
    /// Bytes of an element.
    pub size: usize,
    /// Conversions between its own type and the kernel's: of an input on the way in, of an output on the way out.
    pub steps: Steps,
    /// Bytes from the base address to the first byte that is touched, and to the one after the last.
    pub span: (isize, isize),
}

impl Slot {
    /// Describes an operand of a call with these operands.
    #[inline(always)]
    pub fn new(args: &[Arg], source: Source, steps: Steps) -> Self {
        let (dtype, reach) = match &source {
            Source::Address(number) => {
                let view = &args[*number].view;
                (view.dtype, view.layout.reach())
            }
            Source::Value(value) => (value.dtype(), None),
        };
        let size = dtype.bits() / 8;
        let span = reach.map_or((0, 0), |reach| {
            let bytes = |element: i64| element as isize * size as isize;
            (bytes(reach.lowest), bytes(reach.highest + 1))
        });
        Self {
            source,
            size,
            steps,
            span,
        }
    }

    /// The operand of the call; none for a value.
    pub fn arg<'a>(&self, args: &'a [Arg]) -> Option<&'a Arg> {
        match self.source {
            Source::Address(number) => args.get(number),
            Source::Value(_) => None,
        }
    }

    /// The name by which a program knows it.
    pub fn name(&self, args: &[Arg]) -> &'static str {
        self.arg(args).map_or("value", |arg| arg.name)
    }

    /// The layout of its elements: of a value, that of one.
    pub fn layout<'a>(&self, args: &'a [Arg]) -> &'a Layout {
        static VALUE: LazyLock<Layout> = LazyLock::new(|| Layout::contiguous(&[]));
        self.arg(args).map_or(&VALUE, |arg| &arg.view.layout)
    }

    /// Bytes of the widest type that an element passes through.
    pub fn widest(&self) -> usize {
        let widths = self.steps.iter().map(|step| step.widest());
        widths.fold(self.size, usize::max)
    }

    /// The overlap of its memory with that of another operand, at these base addresses.
    pub fn meets(&self, base: usize, other: &Slot, other_base: usize, args: &[Arg]) -> Overlap {
        // What lies in memory has addresses that are numbers.
        let at = usize::wrapping_add_signed;
        if at(base, self.span.1) <= at(other_base, other.span.0)
            || at(other_base, other.span.1) <= at(base, self.span.0)
        {
            return Overlap::None;
        }
        let (Some(own), Some(others)) = (self.arg(args), other.arg(args)) else {
            return Overlap::None;
        };
        let (own, others) = (&own.view, &others.view);
        if base == other_base && self.size == other.size && own.layout == others.layout {
            Overlap::Same
        } else if share_memory_at((own, base), (others, other_base)) {
            Overlap::Partial
        } else {
            Overlap::None
        }
    }

    /// Bytes of a copy of all that is read, and the copy's layout; no layout where all bytes from the first to the last are copied as they
    /// lie, because they are fewer.
    pub fn staged(&self, args: &[Arg]) -> (usize, Option<Layout>) {
        let span = (self.span.1 - self.span.0) as usize;
        let layout = self.layout(args);
        let axes = layout.shape().iter().zip(layout.strides());
        // What is repeated is copied once.
        let shape: SmallVec<[i64; 8]> = axes
            .map(|(&extent, &stride)| if stride == 0 { 1 } else { extent })
            .collect();
        let dense = Layout::contiguous(&shape);
        let bytes = dense.numel().and_then(|numel| numel.checked_mul(self.size));
        match bytes {
            Some(bytes) if bytes < span => (bytes, Some(dense)),
            _ => (span, None),
        }
    }

    /// Returns where a block of an input lies as a dense slice of the kernel's type: in its own memory, or in tile `k`.
    ///
    /// # Panics
    /// If the block needs a tile and has more elements than one holds.
    pub fn load<'r>(
        &self,
        k: usize,
        (from, strides): (Region<'r>, Strides),
        block: Size,
        overlap: Overlap,
        tiles: &mut Tiles<'r>,
    ) -> Region<'r> {
        let dense = strides.is_dense(self.size, block);
        if self.steps.is_empty() && dense && overlap == Overlap::None {
            return from;
        }
        tiles.hold(block.count() * self.widest());
        let tile = tiles.of(k);
        if self.steps.is_empty() && dense {
            tile.copy(from, block.count() * self.size);
            tiles.loaded[k] = None;
            return tile;
        }
        // What repeats is loaded once for all blocks that need it.
        let loaded = strides.repeats(block).then_some((from.address(), block));
        if loaded.is_some() && tiles.loaded[k] == loaded {
            return tile;
        }
        tiles.loaded[k] = loaded;
        let mut at = from;
        if !dense {
            at = match self.steps.is_empty() {
                true => tile,
                false => tiles.between(self.steps.len()),
            };
            let to = (at, Strides::dense(self.size, block));
            copy(self.size, (from, strides), to, block, false);
        }
        for (number, step) in self.steps.iter().enumerate() {
            let to = match number + 1 == self.steps.len() {
                true => tile,
                false => tiles.between(self.steps.len() - number - 1),
            };
            step.run(at, to, block.count());
            at = to;
        }
        tile
    }

    /// Stores a block that lies at `at` as a dense slice of the kernel's type, unless it is in its place already.
    ///
    /// # Panics
    /// If the block needs a tile and has more elements than one holds.
    pub fn store<'r>(
        &self,
        mut at: Region<'r>,
        (to, strides): (Region<'r>, Strides),
        block: Size,
        past_caches: bool,
        tiles: &mut Tiles<'r>,
    ) {
        let dense = strides.is_dense(self.size, block);
        if self.steps.len() > 1 || !self.steps.is_empty() && (past_caches || !dense) {
            tiles.hold(block.count() * self.widest());
        }
        for (number, step) in self.steps.iter().enumerate() {
            let place = match dense && !past_caches && number + 1 == self.steps.len() {
                true => to,
                false => tiles.between(number),
            };
            step.run(at, place, block.count());
            at = place;
        }
        if at.address() != to.address() {
            let from = (at, Strides::dense(self.size, block));
            copy(self.size, from, (to, strides), block, past_caches);
        }
    }
}

/// The overlap of each input's memory with that of the outputs. Refuses outputs that share memory.
pub(super) fn overlaps_at(
    slots: &[Slot],
    outputs: usize,
    bases: &[usize; MAX_SLICES],
    args: &[Arg],
) -> Result<[Overlap; MAX_SLICES]> {
    let mut overlaps = [Overlap::None; MAX_SLICES];
    for (o, output) in slots[..outputs].iter().enumerate() {
        for (earlier, other) in slots[..o].iter().enumerate() {
            if output.meets(bases[o], other, bases[earlier], args) != Overlap::None {
                return Err(shared(other.name(args), output.name(args)));
            }
        }
        for (k, input) in slots.iter().enumerate().skip(outputs) {
            if let Source::Address(_) = input.source {
                overlaps[k] = overlaps[k].max(input.meets(bases[k], output, bases[o], args));
            }
        }
    }
    Ok(overlaps)
}

/// Refuses two outputs that share memory.
#[cold]
pub(super) fn shared(first: &'static str, second: &'static str) -> Error {
    Error::from(Reason::Value {
        arg: second,
        got: format!("in memory that `{first}` is written to as well"),
        allowed: "memory of its own for each output".into(),
    })
}

/// Memory of the tiles on a thread's stack.
pub(super) type StackTiles = Tile<STACK>;

/// The tiles of one thread: one for each operand, and two between conversions.
pub(super) struct Tiles<'a> {
    all: Region<'a>,
    /// Bytes of a tile.
    size: usize,
    operands: usize,
    /// The block of memory with repeated elements that the tile of each operand holds.
    loaded: [Option<(usize, Size)>; MAX_SLICES],
}

impl<'a> Tiles<'a> {
    /// Tiles of [`tile_bytes`] in `stack`.
    pub fn small(stack: &'a mut StackTiles, operands: usize) -> Self {
        Self::new(stack.region(), tile_bytes(operands), operands)
    }

    /// Tiles of [`LARGE_TILE`] bytes in `heap`, which is taken; `None` where there is no memory.
    pub fn large(heap: &'a mut Option<HostMemory>, operands: usize) -> Option<Self> {
        let sizes = [(operands + 2) * LARGE_TILE];
        *heap = HostMemory::take(&sizes);
        let [all] = heap.as_mut()?.pieces(sizes);
        Some(Self::new(all, LARGE_TILE, operands))
    }

    fn new(all: Region<'a>, size: usize, operands: usize) -> Self {
        debug_assert!(operands <= MAX_SLICES);
        Self {
            all,
            size,
            operands,
            loaded: [None; MAX_SLICES],
        }
    }

    /// Ends the task with an error where a block of so many bytes does not fit a tile: what follows would write past the tile.
    #[inline]
    pub fn hold(&self, bytes: usize) {
        assert!(
            bytes <= self.size,
            "a block of {bytes} bytes in a tile of {}",
            self.size
        );
    }

    /// The tile of operand `k`.
    pub fn of(&mut self, k: usize) -> Region<'a> {
        debug_assert!(k < self.operands + 2);
        self.all.after(k * self.size)
    }

    /// One of the two tiles between conversions; neighbours differ.
    fn between(&mut self, number: usize) -> Region<'a> {
        self.of(self.operands + number % 2)
    }
}
