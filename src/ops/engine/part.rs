//! Copies as parts of a call: planned and run piece by piece, without a look at overlaps.

use super::convert::Steps;
use super::loops::MAX_SLICES;
use super::overlaps::base_addresses;
use super::parameters::Parameters;
use super::pointwise::Operand;
use super::run::Pointwise;
use super::slot::Overlap;
use super::tiling::Tiling;
use crate::error::Result;
use crate::ops::Arg;

impl Pointwise {
    /// Plans a copy of `input` to `output` as a part of a call that writes `all` bytes: overlap is the caller's concern. Its addresses are those
    /// of input and output, of a value that of the output only. `None` where there is nothing to copy.
    pub fn part(
        input: Operand,
        load: Steps,
        output: Arg,
        store: Steps,
        all: usize,
    ) -> Result<Option<Self>> {
        let sides = (([input], [load]), ([output], [store]));
        let (plan, _) = Self::of(None, Parameters::default(), sides.0, sides.1, all)?;
        Ok((plan.tiling.nest.numel() > 0).then_some(plan))
    }

    /// How many pieces [`Pointwise::piece`] runs.
    pub fn pieces(&self) -> usize {
        self.cut(&self.tiling.nest).pieces
    }

    /// Runs one piece of a plan whose inputs overlap no output.
    ///
    /// # Safety
    /// As for [`Plan::run`], for the piece's elements.
    pub unsafe fn piece(&self, piece: usize, addresses: &[usize]) -> Result<()> {
        let bases = base_addresses(&self.slots, addresses)?;
        let none = [Overlap::None; MAX_SLICES];
        let Tiling {
            nest, past_caches, ..
        } = &self.tiling;
        // SAFETY: the caller's promise.
        unsafe { self.piece_of(nest, piece, &bases, &none, *past_caches) }
    }
}
