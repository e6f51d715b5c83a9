//! Types of `mspti/mspti.h`.

/// Status of a call.
pub type msptiResult = i32;

/// The call was carried out.
pub const MSPTI_SUCCESS: msptiResult = 0;
/// An argument was refused; `aclGetRecentErrMsg` says why.
pub const MSPTI_ERROR_INVALID_PARAMETER: msptiResult = 1;
/// There are no more records.
pub const MSPTI_ERROR_MAX_LIMIT_REACHED: msptiResult = 2;
/// There is nothing to take.
pub const MSPTI_ERROR_QUEUE_EMPTY: msptiResult = 5;

/// A kind of activities.
pub type msptiActivityKind = i32;

/// What an outer activity is of.
pub type msptiExternalCorrelationKind = i32;

/// A record of an activity.
pub struct msptiActivity {
    _private: [u8; 0],
}

/// Gives a buffer for records.
pub type msptiBuffersCallbackRequestFunc =
    Option<unsafe extern "C" fn(buffer: *mut *mut u8, size: *mut usize, maxNumRecords: *mut usize)>;

/// Takes a buffer with records.
pub type msptiBuffersCallbackCompleteFunc =
    Option<unsafe extern "C" fn(buffer: *mut u8, size: usize, validSize: usize)>;
