//! Arguments of a program's callback: parts of files, each behind a head that names the file.

use std::ffi::c_char;
use std::mem::offset_of;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::flags::ACL_DUMP_MAX_FILE_PATH_LENGTH;

/// The head of a part of a file, which the part itself follows. Its C definition stands in `crates/headers/text/`: Rust has no arrays without a length.
#[repr(C)]
#[expect(non_snake_case, reason = "names of the C header")]
pub struct acldumpChunk {
    fileName: [c_char; ACL_DUMP_MAX_FILE_PATH_LENGTH],
    bufLen: u32,
    isLastChunk: u32,
    offset: i64,
    flag: i32,
    dataBuf: [u8; 0],
}

/// Bytes of a part at most.
const LONGEST: usize = 1 << 20;

/// Gives the parts of a file to `take`, with the bytes of each and its head, in order. Ends where `take` returns another number than 0; returns that.
pub fn hand_over(
    path: &Path,
    bytes: &[u8],
    mut take: impl FnMut(*const acldumpChunk, i32) -> i32,
) -> i32 {
    let mut parts: Vec<&[u8]> = bytes.chunks(LONGEST).collect();
    if parts.is_empty() {
        parts.push(&[]);
    }
    let name = path.as_os_str().as_bytes();
    let name = &name[..name.len().min(ACL_DUMP_MAX_FILE_PATH_LENGTH - 1)];
    let longest = parts[0].len();
    // Words, so that the head is aligned.
    let mut memory = vec![0_u64; (size_of::<acldumpChunk>() + longest).div_ceil(size_of::<u64>())];
    let chunk: *mut acldumpChunk = memory.as_mut_ptr().cast();
    for (at, part) in parts.iter().enumerate() {
        // SAFETY: the memory has room for the head and the longest part, and is aligned; it holds zeros, so that the name ends.
        unsafe {
            name.as_ptr()
                .copy_to_nonoverlapping((&raw mut (*chunk).fileName).cast(), name.len());
            (*chunk).bufLen = part.len() as u32;
            (*chunk).isLastChunk = (at + 1 == parts.len()).into();
            (*chunk).offset = (at * LONGEST) as i64;
            (*chunk).flag = 0;
            let data = chunk.cast::<u8>().add(offset_of!(acldumpChunk, dataBuf));
            part.as_ptr().copy_to_nonoverlapping(data, part.len());
        }
        let refused = take(chunk, (size_of::<acldumpChunk>() + part.len()) as i32);
        if refused != 0 {
            return refused;
        }
    }
    0
}
