//! Memory of workers to which others send: its layout, and the workers that know it.

#![forbid(unsafe_code)]

use hostnpu_base::error::Result;
use hostnpu_engine::operands::Shared;

/// Rows begin at a multiple of so many bytes.
const ALIGNED: u64 = 512;

/// Layout of the memory of a worker: words of each place, then the rows of each place. A worker of experts has a place for each micro batch of each session, a worker of attention one for each micro batch.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Number of places.
    pub places: u64,
    /// Words of a place: a mark for each row or, of a worker of experts, [`super::BEFORE`] words and an expert for each row.
    pub words: u64,
    /// Rows of a place: one for each token and expert.
    pub rows: u64,
    /// Bytes from row to row.
    pub stride: u64,
}

impl Layout {
    /// Returns the offset of the words of a place.
    pub(super) fn words_of(&self, place: usize) -> usize {
        (4 * self.words) as usize * place
    }

    /// Returns the offset of the rows.
    fn first_row(&self) -> Option<u64> {
        let words = self.places.checked_mul(self.words)?.checked_mul(4)?;
        words.checked_next_multiple_of(ALIGNED)
    }

    /// Returns the offset of a row of a place.
    pub(super) fn row_of(&self, place: usize, row: usize) -> usize {
        let first = self.first_row().unwrap_or(u64::MAX) as usize;
        first + (place * self.rows as usize + row) * self.stride as usize
    }

    /// All its bytes; none where these are more than a number has.
    pub fn bytes(&self) -> Option<u64> {
        let rows = self.places.checked_mul(self.rows)?;
        let bytes = rows.checked_mul(self.stride)?;
        let bytes = self.first_row()?.checked_add(bytes)?;
        (bytes <= i64::MAX as u64).then_some(bytes)
    }
}

/// The memory of the ranks to which others send.
pub trait Windows: Send + Sync {
    /// Returns so many bytes of a rank's memory. Refuses a rank whose memory is not known or has fewer.
    fn of(&self, rank: usize, bytes: u64) -> Result<Shared>;

    /// Waits until a rank has done something, which `is_over` sees; `what` says that it should.
    fn wait(
        &self,
        rank: usize,
        what: &dyn Fn() -> String,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Result<()>;
}
