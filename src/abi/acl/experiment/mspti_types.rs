//! Types of `mspti/mspti.h`.

/// Status of a call.
pub type msptiResult = i32;

/// The call was carried out.
pub const MSPTI_SUCCESS: msptiResult = 0;
/// An argument was refused; `aclGetRecentErrMsg` says why.
pub const MSPTI_ERROR_INVALID_PARAMETER: msptiResult = 1;
/// There is a subscriber already.
pub const MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED: msptiResult = 2;
/// There are no more records.
pub const MSPTI_ERROR_MAX_LIMIT_REACHED: msptiResult = 3;
/// There is nothing to take.
pub const MSPTI_ERROR_QUEUE_EMPTY: msptiResult = 5;

/// A kind of activities.
pub type msptiActivityKind = i32;

/// Kinds of outer activities.
pub type msptiExternalCorrelationKind = i32;

/// A part of the toolkit of which callbacks tell.
pub type msptiCallbackDomain = i32;

/// A function of such a part.
pub type msptiCallbackId = u32;

/// Data of a callback.
pub struct msptiCallbackData {
    _private: [u8; 0],
}

/// A subscriber.
pub struct msptiSubscriber_st {
    _private: [u8; 0],
}

/// The handle of a subscriber.
pub type msptiSubscriberHandle = *mut msptiSubscriber_st;

/// Is told of calls.
pub type msptiCallbackFunc = Option<
    unsafe extern "C" fn(
        userdata: *mut std::ffi::c_void,
        domain: msptiCallbackDomain,
        callbackId: msptiCallbackId,
        callbackInfo: *const msptiCallbackData,
    ),
>;

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
