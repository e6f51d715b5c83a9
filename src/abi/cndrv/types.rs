//! Structures of `cn_api.h`.

use super::open_enums::KernelClass;

/// The answer to a question about a context: the member that belongs to the question.
#[repr(C)]
#[derive(Clone, Copy)]
pub union CNctxConfigParam {
    /// Clusters that the context sees, a bit for each.
    pub visibleCluster: u64,
    /// Their number.
    pub visibleClusterNumber: u64,
    /// The largest task that a queue may start.
    pub unionLimit: KernelClass,
}
