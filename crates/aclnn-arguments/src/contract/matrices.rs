//! Matrices of products: formats, and extents that meet.

use crate::abi::acl::types::aclFormat;
use crate::argument::TensorArg;
use crate::error::{Error, Result};

impl TensorArg {
    /// Refuses the private format of matrices.
    pub fn not_nz(&self) -> Result<()> {
        if self.format() != aclFormat::ACL_FORMAT_FRACTAL_NZ {
            return Ok(());
        }
        Err(Error::format(self.name(), self.format(), "ND"))
    }

    /// Refuses an inner extent other than that of the matrices of `left`. Both have rank 2 or more.
    pub fn continues(&self, left: &TensorArg) -> Result<()> {
        let rank = self.rank();
        self.has_inner_extent(left, rank - 2)
    }

    /// Refuses an extent of `axis` other than that of the columns of `left`.
    pub fn has_inner_extent(&self, left: &TensorArg, axis: usize) -> Result<()> {
        let wanted = left.shape()[left.rank() - 1];
        if self.shape()[axis] == wanted {
            return Ok(());
        }
        Err(self.shape_refused(format!(
            "{wanted} elements along dimension {axis} (the columns of `{}`, of shape {:?})",
            left.name(),
            left.shape()
        )))
    }
}
