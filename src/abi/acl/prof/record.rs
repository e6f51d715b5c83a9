//! Records of operators, and what a program asks of them.

use std::ffi::{c_char, c_void};

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::Out;
use crate::abi::pointer::{not_null, out};
use crate::device::Ran;
use hostnpu_aclnn_macros::entry;

/// Bytes of a record.
pub(super) const RECORD_BYTES: usize = 5 * 8 + TYPE_BYTES + NAME_BYTES;
const TYPE_BYTES: usize = 64;
const NAME_BYTES: usize = 80;
/// First word of each record.
const MAGIC: u64 = 0x6870_6e75_6f70_7331;
/// Where its parts are.
const MODEL: usize = 8;
const START: usize = 16;
const END: usize = 24;
const DURATION: usize = 32;
const TYPE: usize = 40;
const NAME: usize = TYPE + TYPE_BYTES;

/// Makes a record of a task that a model has run.
pub(super) fn encode(model: u32, ran: &Ran) -> [u8; RECORD_BYTES] {
    let mut record = [0; RECORD_BYTES];
    let mut put = |at: usize, bytes: &[u8]| record[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &MAGIC.to_ne_bytes());
    put(MODEL, &u64::from(model).to_ne_bytes());
    // Whole microseconds; what has run took one at least.
    let (start, duration) = (
        ran.began / 1000,
        (ran.ended - ran.began).div_ceil(1000).max(1),
    );
    put(START, &start.to_ne_bytes());
    put(END, &(start + duration).to_ne_bytes());
    put(DURATION, &duration.to_ne_bytes());
    let operator = ran.name.strip_prefix("aclnn").unwrap_or(ran.name);
    let name = format!("{operator}_{}", ran.place);
    let cut = |text: &str, room: usize| text.as_bytes()[..text.len().min(room - 1)].to_vec();
    put(TYPE, &cut(operator, TYPE_BYTES));
    put(NAME, &cut(&name, NAME_BYTES));
    record
}

/// Records that a program has read.
struct Records<'a>(&'a [u8]);

impl<'a> Records<'a> {
    /// # Safety
    /// The contract of [`crate::abi`].
    unsafe fn new(info: *const c_void, length: usize) -> Outcome<Self> {
        not_null("opInfo", info)?;
        if length == 0 || !length.is_multiple_of(RECORD_BYTES) {
            let allowed = format!("a multiple of {RECORD_BYTES}, the size of a record");
            return refuse("opInfoLen", length, allowed, ACL_ERROR_INVALID_PARAM);
        }
        // SAFETY: not null, so as many bytes, by the contract.
        let bytes = unsafe { std::slice::from_raw_parts(info.cast::<u8>(), length) };
        let mut records = bytes.chunks(RECORD_BYTES);
        if !records.all(|record| record[..8] == MAGIC.to_ne_bytes()) {
            let allowed = "what was read from the pipe of a subscription";
            let got = "bytes that are no records";
            return refuse("opInfo", got, allowed, ACL_ERROR_INVALID_PARAM);
        }
        Ok(Self(bytes))
    }

    fn get(&self, index: u32) -> Outcome<&'a [u8]> {
        let count = self.0.len() / RECORD_BYTES;
        let record = self.0.chunks(RECORD_BYTES).nth(index as usize);
        match record {
            Some(record) => Ok(record),
            None => {
                let allowed = format!("0 to {}", count - 1);
                refuse("index", index, allowed, ACL_ERROR_INVALID_PARAM)
            }
        }
    }
}

/// The text of a record from `at` on.
fn text(record: &[u8], at: usize, room: usize) -> &[u8] {
    let text = record[at..at + room].split(|&byte| byte == 0);
    text.into_iter().next().unwrap_or_default()
}

/// Writes the length of a text, with its end.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn tell_length(
    (info, length, index): (*const c_void, usize, u32),
    (at, room): (usize, usize),
    (arg, target): (&'static str, *mut usize),
) -> Outcome {
    // SAFETY: the caller's promise.
    let (records, target) = unsafe { (Records::new(info, length)?, out(arg, target)?) };
    target.write(text(records.get(index)?, at, room).len() + 1);
    Ok(())
}

/// Writes a text with its end.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn tell_text(
    (info, length, index): (*const c_void, usize, u32),
    (at, room): (usize, usize),
    (arg, target): (&'static str, *mut c_char),
    (size_arg, size): (&'static str, usize),
) -> Outcome {
    // SAFETY: the caller's promise.
    let records = unsafe { Records::new(info, length)? };
    let text = text(records.get(index)?, at, room);
    not_null(arg, target)?;
    if size <= text.len() {
        let allowed = format!("{} or more: the text and its end", text.len() + 1);
        return refuse(size_arg, size, allowed, ACL_ERROR_INVALID_PARAM);
    }
    // SAFETY: not null, so `size` bytes, which are enough.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), target.cast::<u8>(), text.len());
        target.add(text.len()).write(0);
    }
    Ok(())
}

/// Returns a number of a record.
///
/// # Safety
/// The contract of [`crate::abi`].
unsafe fn number((info, length, index): (*const c_void, usize, u32), at: usize) -> Outcome<u64> {
    // SAFETY: the caller's promise.
    let record = unsafe { Records::new(info, length)? }.get(index)?;
    Ok(u64::from_ne_bytes(std::array::from_fn(|i| record[at + i])))
}

/// Writes the size of a record, of which as many come from the pipe as operators have run. Returns 100000 for null.
#[entry(acl)]
fn aclprofGetOpDescSize(op_desc_size: Out<usize>) -> Outcome {
    op_desc_size.write(RECORD_BYTES);
    Ok(())
}

/// Writes the number of records. Returns 100000 for null, and for what are no whole records.
#[entry(acl)]
fn aclprofGetOpNum(op_info: *const c_void, op_info_len: usize, op_number: *mut u32) -> Outcome {
    // SAFETY: records and an out pointer, by the contract.
    let (records, target) = unsafe {
        (
            Records::new(op_info, op_info_len)?,
            out("opNumber", op_number)?,
        )
    };
    target.write((records.0.len() / RECORD_BYTES) as u32);
    Ok(())
}

/// Writes the length of the type of an operator, such as `Add`, with its end. Returns 100000 for null, what are no whole records, and an index that is none.
#[entry(acl)]
fn aclprofGetOpTypeLen(
    op_info: *const c_void,
    op_info_len: usize,
    index: u32,
    op_type_len: *mut usize,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    unsafe {
        let of = (op_info, op_info_len, index);
        tell_length(of, (TYPE, TYPE_BYTES), ("opTypeLen", op_type_len))
    }
}

/// Writes the type of an operator with its end. Returns 100000 as `aclprofGetOpTypeLen`, and for a length that is too small.
#[entry(acl)]
fn aclprofGetOpType(
    op_info: *const c_void,
    op_info_len: usize,
    index: u32,
    op_type: *mut c_char,
    op_type_len: usize,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    unsafe {
        let of = (op_info, op_info_len, index);
        let size = ("opTypeLen", op_type_len);
        tell_text(of, (TYPE, TYPE_BYTES), ("opType", op_type), size)
    }
}

/// Writes the length of the name of an operator with its end: its type, and its place in the model. Returns 100000 as `aclprofGetOpTypeLen`.
#[entry(acl)]
fn aclprofGetOpNameLen(
    op_info: *const c_void,
    op_info_len: usize,
    index: u32,
    op_name_len: *mut usize,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    unsafe {
        let of = (op_info, op_info_len, index);
        tell_length(of, (NAME, NAME_BYTES), ("opNameLen", op_name_len))
    }
}

/// Writes the name of an operator with its end. Returns 100000 as `aclprofGetOpType`.
#[entry(acl)]
fn aclprofGetOpName(
    op_info: *const c_void,
    op_info_len: usize,
    index: u32,
    op_name: *mut c_char,
    op_name_len: usize,
) -> Outcome {
    // SAFETY: the contract is the caller's.
    unsafe {
        let of = (op_info, op_info_len, index);
        let size = ("opNameLen", op_name_len);
        tell_text(of, (NAME, NAME_BYTES), ("opName", op_name), size)
    }
}

/// Returns when an operator began, in microseconds of the clock CLOCK_MONOTONIC; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetOpStart(op_info: *const c_void, op_info_len: usize, index: u32) -> Outcome<u64> {
    let of = (op_info, op_info_len, index);
    // SAFETY: the contract is the caller's.
    unsafe { number(of, START) }
}

/// Returns when an operator ended, in microseconds of the clock CLOCK_MONOTONIC; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetOpEnd(op_info: *const c_void, op_info_len: usize, index: u32) -> Outcome<u64> {
    let of = (op_info, op_info_len, index);
    // SAFETY: the contract is the caller's.
    unsafe { number(of, END) }
}

/// Returns how many microseconds an operator took, rounded up; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetOpDuration(op_info: *const c_void, op_info_len: usize, index: u32) -> Outcome<u64> {
    let of = (op_info, op_info_len, index);
    // SAFETY: the contract is the caller's.
    unsafe { number(of, DURATION) }
}

/// Returns the number of the model that ran an operator; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetModelId(op_info: *const c_void, op_info_len: usize, index: u32) -> Outcome<usize> {
    let of = (op_info, op_info_len, index);
    // SAFETY: the contract is the caller's.
    Ok(unsafe { number(of, MODEL)? } as usize)
}
