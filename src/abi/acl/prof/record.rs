//! Records of operators, and what a program asks of them.

use std::ffi::c_char;

use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out, ReadableMemory, Room};
use crate::abi::pointer::not_null;
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
    fn new(info: &'a ReadableMemory) -> Outcome<Self> {
        not_null("opInfo", *info)?;
        let length = info.size();
        if length == 0 || !length.is_multiple_of(RECORD_BYTES) {
            let allowed = format!("a multiple of {RECORD_BYTES}, the size of a record");
            return refuse("opInfoLen", length, allowed, ACL_ERROR_INVALID_PARAM);
        }
        let bytes = info.slice();
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
fn tell_length(
    (info, index): (ReadableMemory, u32),
    (at, room): (usize, usize),
    target: Later<Out<usize>>,
) -> Outcome {
    let (records, target) = (Records::new(&info)?, target.get()?);
    target.write(text(records.get(index)?, at, room).len() + 1);
    Ok(())
}

/// Writes a text with its end.
fn tell_text(
    (info, index): (ReadableMemory, u32),
    (at, room): (usize, usize),
    (arg, target): (&'static str, Room<'_, c_char>),
    (size_arg, size): (&'static str, usize),
) -> Outcome {
    let records = Records::new(&info)?;
    let text = text(records.get(index)?, at, room);
    not_null(arg, target)?;
    if size <= text.len() {
        let allowed = format!("{} or more: the text and its end", text.len() + 1);
        return refuse(size_arg, size, allowed, ACL_ERROR_INVALID_PARAM);
    }
    target.write_text(text.as_ref());
    Ok(())
}

/// Returns a number of a record.
fn number((info, index): (ReadableMemory, u32), at: usize) -> Outcome<u64> {
    let record = Records::new(&info)?.get(index)?;
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
fn aclprofGetOpNum(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    op_number: Later<Out<u32>>,
) -> Outcome {
    let (records, target) = (Records::new(&op_info)?, op_number.get()?);
    target.write((records.0.len() / RECORD_BYTES) as u32);
    Ok(())
}

/// Writes the length of the type of an operator, such as `Add`, with its end. Returns 100000 for null, what are no whole records, and an index that is none.
#[entry(acl)]
fn aclprofGetOpTypeLen(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
    op_type_len: Later<Out<usize>>,
) -> Outcome {
    let of = (op_info, index);
    tell_length(of, (TYPE, TYPE_BYTES), op_type_len)
}

/// Writes the type of an operator with its end. Returns 100000 as `aclprofGetOpTypeLen`, and for a length that is too small.
#[entry(acl)]
fn aclprofGetOpType(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
    #[length(op_type_len)] op_type: Room<'_, c_char>,
    op_type_len: usize,
) -> Outcome {
    let of = (op_info, index);
    let size = ("opTypeLen", op_type_len);
    tell_text(of, (TYPE, TYPE_BYTES), ("opType", op_type), size)
}

/// Writes the length of the name of an operator with its end: its type, and its place in the model. Returns 100000 as `aclprofGetOpTypeLen`.
#[entry(acl)]
fn aclprofGetOpNameLen(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
    op_name_len: Later<Out<usize>>,
) -> Outcome {
    let of = (op_info, index);
    tell_length(of, (NAME, NAME_BYTES), op_name_len)
}

/// Writes the name of an operator with its end. Returns 100000 as `aclprofGetOpType`.
#[entry(acl)]
fn aclprofGetOpName(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
    #[length(op_name_len)] op_name: Room<'_, c_char>,
    op_name_len: usize,
) -> Outcome {
    let of = (op_info, index);
    let size = ("opNameLen", op_name_len);
    tell_text(of, (NAME, NAME_BYTES), ("opName", op_name), size)
}

/// Returns when an operator began, in microseconds of the clock CLOCK_MONOTONIC; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetOpStart(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
) -> Outcome<u64> {
    let of = (op_info, index);
    number(of, START)
}

/// Returns when an operator ended, in microseconds of the clock CLOCK_MONOTONIC; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetOpEnd(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
) -> Outcome<u64> {
    let of = (op_info, index);
    number(of, END)
}

/// Returns how many microseconds an operator took, rounded up; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetOpDuration(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
) -> Outcome<u64> {
    let of = (op_info, index);
    number(of, DURATION)
}

/// Returns the number of the model that ran an operator; 0 for what is no record.
#[entry(acl, otherwise = 0)]
fn aclprofGetModelId(
    #[length(op_info_len)] op_info: ReadableMemory,
    op_info_len: usize,
    index: u32,
) -> Outcome<usize> {
    let of = (op_info, index);
    Ok(number(of, MODEL)? as usize)
}
