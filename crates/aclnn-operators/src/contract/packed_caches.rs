//! Contracts of rows that are stored in few bits in paged caches. Types are refused with 161002, shapes and modes with 561002.

use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{InOut, Input};
use crate::error::Result;
use crate::ops::Arg;
use crate::ops::cache::{MAX_WIDTH, PackedRows, Packing, bytes_of_packed, packed_rows};

/// Arguments of operators that store rows.
pub struct Packed<'a> {
    /// Tokens along the first axes, elements along the last one.
    pub x: &'a Input,
    /// Slot of each token.
    pub slot_mapping: &'a Input,
    /// (blocks, rows, 1, width), and how many elements of a row are written: codes, and scales that are stored apart.
    pub caches: Vec<(&'a InOut, usize)>,
    /// The elements of a row are a multiple of this, and more than `more_than`.
    pub multiple: i64,
    /// See `multiple`.
    pub more_than: i64,
    /// Form of a row.
    pub packing: Packing,
}

/// The first elements of the rows of a cache: blocks, rows, one head, one piece, elements.
fn rows_of(cache: &InOut, count: usize) -> Result<Arg> {
    match *cache.shape() {
        [_, _, 1, width] if width >= count as i64 => {
            let arg = cache.update()?;
            let arg =
                bytes_of_packed(arg.viewed(arg.view.layout.sliced(3, 0, count as i64, 1))?)?;
            arg.viewed(arg.view.layout.with_axis(3))
        }
        _ => Err(cache.shape_refused(format!("[blocks, rows, 1, at least {count}]"))),
    }
}

impl Packed<'_> {
    /// Refuses rows that are no such.
    pub fn check_rows(&self) -> Result<()> {
        let shape = self.x.shape();
        let &width = shape.last().unwrap_or(&0);
        self.slot_mapping
            .shape_is(&shape[..shape.len().saturating_sub(1)], "the tokens of `x`")?;
        if width % self.multiple != 0 || width <= self.more_than || width > MAX_WIDTH as i64 {
            let allowed = format!(
                "rows of a multiple of {} elements, more than {} and at most {MAX_WIDTH}",
                self.multiple, self.more_than
            );
            return Err(self.x.shape_refused(allowed));
        }
        Ok(())
    }

    /// Checks and plans the rows.
    pub fn plan(self) -> Planned {
        self.rows().code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn rows(self) -> Result<crate::ops::Call> {
        self.check_rows()?;
        let caches = self.caches.iter();
        let caches = caches.map(|&(cache, count)| rows_of(cache, count));
        packed_rows(PackedRows {
            x: self.x.read()?,
            slot_mapping: self.slot_mapping.read()?,
            packing: self.packing,
            caches: caches.collect::<Result<_>>()?,
        })
    }
}
