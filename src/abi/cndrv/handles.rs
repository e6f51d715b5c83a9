//! Devices, queues and contexts of the driver. `cn_api.h` declares them in its preamble, with the tags of `cnrt.h`.

use crate::abi::cnrt::handles::cnrtQueue_t;

/// The target of a context's pointer.
pub struct CNcontext_st {
    _private: [u8; 0],
}

/// A context: a key into a table of ours, never followed as an address.
pub type CNcontext = *mut CNcontext_st;

/// A queue of CNRT.
pub type CNqueue = cnrtQueue_t;

/// A device, by its number.
pub type CNdev = u64;
