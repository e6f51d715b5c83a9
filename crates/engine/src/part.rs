//! Plans as parts of a call, run piece by piece: copies, whose overlaps are the concern of the caller, and whole plans.

use super::convert::Steps;
use super::foreach::Pieces;
use super::loops::MAX_SLICES;
use super::overlaps::{operands, slot_memory};
use super::parameters::Parameters;
use super::pointwise::Operand;
use super::run::{Pointwise, Slots, place};
use super::slot::{Overlap, overlaps_at};
use super::tiling::Tiling;
use crate::{Arg, Args};
use hostnpu_base::error::Result;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::LoopNest;

impl Pointwise {
    /// Plans a copy of `input` to `output`, through the conversions `steps`, as a part of a call that writes `all` bytes: overlap is the caller's
    /// concern. Its addresses are those of input and output, of a value that of the output only. `None` where there is nothing to copy.
    pub fn part(input: Operand, output: Arg, steps: Steps, all: usize) -> Result<Option<Self>> {
        let (mut slots, mut args) = (Slots::new(), Args::new());
        place(
            (&mut [input], &[Steps::NONE]),
            (&mut [Some(output)], &[steps]),
            &mut slots,
            &mut args,
        )?;
        let tiling = Tiling::among(None, &slots, 1, &args, all)?;
        Ok((tiling.nest.numel() > 0).then(|| Self {
            kernel: None,
            parameters: Parameters::default(),
            slots,
            outputs: 1,
            tiling,
            overlaps: [Overlap::None; MAX_SLICES],
            workspace: 0,
        }))
    }

    /// Returns true for an input in the place of an output, with the loop nest if it is then not as planned: such an input goes through a tile.
    #[inline]
    pub(super) fn walk(&self, overlaps: &[Overlap; MAX_SLICES]) -> (bool, Option<Box<LoopNest>>) {
        let Tiling { nest, tile, .. } = &self.tiling;
        if !overlaps.contains(&Overlap::Same) {
            return (false, None);
        }
        let narrowed = (nest.block().1 > *tile).then(|| {
            let mut nest = Box::new(nest.clone());
            nest.widen(*tile);
            nest
        });
        (true, narrowed)
    }

    /// Overlaps of inputs with outputs at these addresses of the operands.
    pub(super) fn overlaps(
        &self,
        args: &[Arg],
        addresses: &[usize],
        memory: &[Region; MAX_SLICES],
    ) -> Result<[Overlap; MAX_SLICES]> {
        let planned = args.iter().map(|arg| arg.view.address);
        match planned.eq(addresses.iter().copied()) {
            true => Ok(self.overlaps),
            false => {
                let bases = memory.map(Region::address);
                overlaps_at(&self.slots, self.outputs, &bases, args)
            }
        }
    }

    /// Returns the pieces of a whole plan at these addresses; none where inputs have to be copied first.
    ///
    /// # Safety
    /// As for [`Plan::run`](crate::Plan::run), until the last piece has run.
    pub unsafe fn as_pieces<'a>(
        &'a self,
        args: &'a [Arg],
        addresses: &[usize],
    ) -> Result<Option<Pieces<'a>>> {
        // SAFETY: the caller's promise.
        let memory = slot_memory(&self.slots, &unsafe { operands(args, addresses) })?;
        let overlaps = self.overlaps(args, addresses, &memory)?;
        if overlaps.contains(&Overlap::Partial) {
            return Ok(None);
        }
        let (in_place, narrowed) = self.walk(&overlaps);
        let past_caches = self.tiling.past_caches && !in_place;
        let nest = narrowed.as_deref().unwrap_or(&self.tiling.nest);
        let count = self.cut(nest).pieces;
        Ok(Some(Pieces::new(count, move |piece| {
            let nest = narrowed.as_deref().unwrap_or(&self.tiling.nest);
            self.piece_of(nest, piece, &memory, &overlaps, past_caches)
        })))
    }

    /// Number of pieces that [`Pointwise::piece`] runs.
    pub fn pieces(&self) -> usize {
        self.cut(&self.tiling.nest).pieces
    }

    /// Runs one piece of a plan whose inputs overlap no output.
    pub fn piece(&self, piece: usize, operands: &[Region]) -> Result<()> {
        let memory = slot_memory(&self.slots, operands)?;
        let none = [Overlap::None; MAX_SLICES];
        let Tiling {
            nest, past_caches, ..
        } = &self.tiling;
        self.piece_of(nest, piece, &memory, &none, *past_caches)
    }
}
