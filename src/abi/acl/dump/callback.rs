//! Dumps that a function of the program takes instead of the disk.

use std::path::{Path, absolute};
use std::sync::Mutex;

use super::chunk::{acldumpChunk, hand_over};
use crate::abi::acl::boundary::{Code, refuse};
use crate::abi::acl::mdl::dump::begin_for_callback;
use crate::abi::acl::types::*;
use crate::abi::call_out::call_or_log;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Callback, Later};
use crate::diagnostics::dump;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// A callback of the program for each part of a file.
type Taker = Callback<Option<unsafe extern "C" fn(*const acldumpChunk, i32) -> i32>>;

static CALLBACK: Mutex<Option<Taker>> = Mutex::new(None);

/// Returns true if a function of the program takes dumps.
pub(in crate::abi::acl) fn is_registered() -> bool {
    lock(&CALLBACK).is_some()
}

/// The status of a function that ended by an exception.
const EXCEPTION: i32 = -1;

/// Gives a file to the program's function.
fn take(path: &Path, bytes: &[u8]) {
    let Some(callback) = *lock(&CALLBACK) else {
        return;
    };
    let path = absolute(path).unwrap_or_else(|_| path.to_owned());
    let status = hand_over(&path, bytes, |chunk, length| {
        let mut status = EXCEPTION;
        call_or_log("acldumpRegCallback", || {
            status = callback.call(chunk, length).unwrap_or(EXCEPTION);
        });
        status
    });
    if status != 0 {
        log::error!(
            "the dump callback returned {status} for {}: the rest of the file is left out",
            path.display()
        );
    }
}

/// Has a function take what dumps would write, in parts of at most 1 MiB, on the thread that runs the operator: nothing is written any more. Where `aclmdlInitDump` was
/// called and nothing is dumped yet, inputs and outputs of all operators are. Another number than 0 that the function returns leaves out the rest of the file. The last
/// registration counts. `flag` is reserved and must be 0.
///
/// Returns 500001 for null, or another flag.
#[entry(acl)]
fn acldumpRegCallback(
    message_callback: Later<
        Callback<Option<unsafe extern "C" fn(*const acldumpChunk, i32) -> i32>>,
    >,
    flag: i32,
) -> Outcome {
    let callback = message_callback.get().code(ACL_ERROR_FAILURE)?;
    if flag != 0 {
        return refuse("flag", flag, "0", ACL_ERROR_FAILURE);
    }
    *lock(&CALLBACK) = Some(callback);
    dump::hand_over_to(Some(take));
    begin_for_callback();
    Ok(())
}

/// Takes the registration of `acldumpRegCallback` back: dumps with a folder write files again, others end.
#[entry(acl, otherwise = ())]
fn acldumpUnregCallback() -> Outcome {
    *lock(&CALLBACK) = None;
    dump::hand_over_to(None);
    Ok(())
}
