//! Order in which the elements of a pointwise plan are walked: the loop nest, cut into blocks.

use super::loops::{Loop, MAX_SLICES};
use super::slot::{LARGE_TILE, Slot, tile_bytes};
use crate::Arg;
use crate::grain;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_tensor::{LoopNest, broadcast, streaming};

/// Elements that are passed to a kernel at once where every operand is passed directly.
const DIRECT: usize = 1 << 14;

/// The same of costly kernels, in calls of few elements.
const DIRECT_COSTLY: usize = 1 << 12;

/// Order in which the elements are walked.
pub(super) struct Tiling {
    pub nest: LoopNest,
    /// Elements of a tile.
    pub tile: usize,
    /// Bytes of the widest operand.
    pub widest: usize,
    /// True if outputs are too large for the caches to hold until they are read.
    pub past_caches: bool,
    /// True if blocks are rows of operands that are passed directly or repeat one element.
    pub by_rows: bool,
    /// True if elements are so costly, for so few of them, that pieces are small.
    pub fine: bool,
    /// True if every operand is dense and of the kernel's type: its memory is what the kernel is passed.
    pub direct: bool,
}

impl Tiling {
    /// That of no elements.
    #[inline]
    pub fn empty() -> Self {
        Self {
            nest: LoopNest::empty(),
            tile: 1,
            widest: 1,
            past_caches: false,
            by_rows: false,
            fine: false,
            direct: false,
        }
    }

    /// Pairs the operands' elements. Refuses an input that does not broadcast to the first output, and another output of another shape.
    pub fn new(
        kernel: Option<&'static Loop>,
        slots: &[Slot],
        outputs: usize,
        args: &[Arg],
    ) -> Result<Self> {
        Self::among(kernel, slots, outputs, args, 0)
    }

    /// As [`Tiling::new`], for a part of a call that writes `all` bytes.
    pub fn among(
        kernel: Option<&'static Loop>,
        slots: &[Slot],
        outputs: usize,
        args: &[Arg],
        all: usize,
    ) -> Result<Self> {
        let mut tiling = Self::empty();
        tiling.pair(kernel, slots, outputs, args, all)?;
        Ok(tiling)
    }

    /// As [`Tiling::among`], in place.
    pub fn pair(
        &mut self,
        kernel: Option<&'static Loop>,
        slots: &[Slot],
        outputs: usize,
        args: &[Arg],
        all: usize,
    ) -> Result<()> {
        if self.pair_direct(kernel, slots, outputs, args, all) {
            return Ok(());
        }
        let (first, _) = slots.split_first().ok_or_else(no_output)?;
        let mut layouts = [(first.layout(args), first.size); MAX_SLICES];
        let (mut widest, mut passed, mut written) = (1, 1, 0_usize);
        let mut converted = false;
        for (k, (slot, layout)) in slots.iter().zip(&mut layouts).enumerate() {
            *layout = (slot.layout(args), slot.size);
            widest = widest.max(slot.size);
            passed = passed.max(slot.widest());
            converted |= !slot.steps.is_empty();
            if k < outputs {
                written = written.saturating_add((slot.span.1 - slot.span.0) as usize);
            }
        }
        written = written.max(all);
        // Sizes are powers of two.
        let tile = tile_bytes(slots.len()) >> passed.ilog2();
        let layouts = &layouts[..slots.len()];
        let (shape, others) = (layouts[0].0.shape(), &layouts[1..outputs]);
        let nest = &mut self.nest;
        if nest.pair(layouts, tile).is_none() || others.iter().any(|other| other.0.shape() != shape)
        {
            return Err(misfit(slots, outputs, args));
        }
        let (fine, direct) = pieces_of(kernel, nest.numel());
        (self.tile, self.widest, self.fine) = (tile, widest, fine);
        (self.past_caches, self.by_rows, self.direct) = (false, false, false);
        if nest.is_crossed() && nest.numel() > tile {
            nest.cut(LARGE_TILE >> passed.ilog2());
        }
        if !converted && written < streaming::LARGE && nest.is_dense() {
            nest.widen(direct);
            return Ok(());
        }
        // Where results are in a tile anyway, or nothing is computed. A kernel that writes straight to memory is as fast.
        let converts = slots[..outputs].iter().any(|slot| !slot.steps.is_empty());
        let past_caches =
            written >= streaming::LARGE && (nest.is_crossed() || kernel.is_some() == converts);
        let needs_tile = |(k, slot): (usize, &Slot)| {
            let repeats = k >= outputs && kernel.is_some() && nest.column_strides()[k] == 0;
            // The last conversion of a copy writes straight to the output; what an input is converted to lies in a tile.
            let direct = kernel.is_none() && k < outputs && !past_caches && slot.steps.len() == 1;
            let converted = !slot.steps.is_empty() && !direct;
            let strided = nest.column_strides()[k] != slot.size as isize;
            // One small tile of what repeats serves a whole row.
            !repeats && (converted || strided || k < outputs && past_caches && kernel.is_some())
        };
        let by_rows = !nest.is_crossed() && !slots.iter().enumerate().any(needs_tile);
        if by_rows {
            nest.widen(direct);
        }
        (self.past_caches, self.by_rows) = (past_caches, by_rows);
        Ok(())
    }

    /// Pairs the elements of operands that are dense, of one shape and of the kernel's types, and returns true; leaves others to [`Tiling::pair`]. Most calls
    /// are small and of this form: all that is decided for the others costs them more than their elements.
    fn pair_direct(
        &mut self,
        kernel: Option<&'static Loop>,
        slots: &[Slot],
        outputs: usize,
        args: &[Arg],
        all: usize,
    ) -> bool {
        let Some(first) = slots.first().and_then(|slot| slot.arg(args)) else {
            return false;
        };
        let (shape, numel) = (first.view.layout.shape(), first.view.layout.numel());
        let (mut widest, mut written) = (1, 0_usize);
        for (k, slot) in slots.iter().enumerate() {
            let fits = slot.steps.is_empty()
                && slot.arg(args).is_some_and(|arg| {
                    let layout = &arg.view.layout;
                    layout.is_contiguous() && layout.shape() == shape
                });
            if !fits {
                return false;
            }
            widest = widest.max(slot.size);
            if k < outputs {
                written = written.saturating_add((slot.span.1 - slot.span.0) as usize);
            }
        }
        let Some(numel) = numel.filter(|_| written.max(all) < streaming::LARGE) else {
            return false;
        };
        let (fine, direct) = pieces_of(kernel, numel);
        let first = |slot: &Slot| slot.layout(args).offset() as isize * slot.size as isize;
        let operands = slots.iter().map(|slot| (slot.size, first(slot)));
        self.nest.pair_dense(numel, operands, direct);
        // Sizes are powers of two.
        (self.tile, self.widest, self.fine) =
            (tile_bytes(slots.len()) >> widest.ilog2(), widest, fine);
        (self.past_caches, self.by_rows, self.direct) = (false, false, true);
        true
    }
}

/// True if so many elements are dealt out in small pieces, and the elements that are passed to the kernel at once where every operand is passed directly.
fn pieces_of(kernel: Option<&'static Loop>, numel: usize) -> (bool, usize) {
    let fine = kernel.is_some_and(Loop::is_costly) && numel <= grain::FINE_ELEMENTS;
    (fine, if fine { DIRECT_COSTLY } else { DIRECT })
}

#[cold]
fn no_output() -> Error {
    Error::from(Reason::Internal("a plan without an output".into()))
}

/// Says which operand has a shape that does not go with the first output's.
#[cold]
fn misfit(slots: &[Slot], outputs: usize, args: &[Arg]) -> Error {
    let shape = slots[0].layout(args).shape();
    let first = slots[0].name(args);
    for (k, slot) in slots.iter().enumerate() {
        let got = slot.layout(args).shape();
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
            return Error::from(Reason::Shape {
                arg: slot.name(args),
                got: got.to_vec(),
                allowed,
            });
        }
    }
    Error::from(Reason::Internal(format!(
        "no loop nest over {} operands",
        slots.len()
    )))
}
