//! Handles and plain types of `acl/acl_base_rt.h`. Handles are keys into tables of ours: never followed as addresses.

use std::ffi::{c_int, c_void};

/// Status of the AscendCL functions.
pub type aclError = c_int;

/// Bits of an IEEE 754 binary16 number.
pub type aclFloat16 = u16;

/// A stream: a queue of tasks that run in order. Null means the default stream of the current context.
pub type aclrtStream = *mut c_void;

/// An event: a mark in a stream.
pub type aclrtEvent = *mut c_void;

/// A context: a device with its streams and events, current in a thread.
pub type aclrtContext = *mut c_void;

/// A notify: a flag that one task sets and one task awaits and clears.
pub type aclrtNotify = *mut c_void;

/// An address with a size.
pub struct aclDataBuffer {
    _private: [u8; 0],
}

/// Tasks of a model instance that can be replaced together.
pub type aclrtTaskGrp = *mut c_void;

/// A place in a stream of a model instance, to which others jump.
pub type aclrtLabel = *mut c_void;

/// Labels among which a stream of a model instance chooses.
pub type aclrtLabelList = *mut c_void;
