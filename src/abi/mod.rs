//! The entry points: every `extern "C"` function of the crate, and nothing but entry points. C names are spelt here and nowhere below.
//!
//! # The contract of pointers
//! SAFETY comments of the entry points name this text. `#[entry]` makes the values of [`parameter`] of it, so that bodies read and write without unsafe code; what
//! remains there follows pointers within structures. A C caller passes
//! - handles: any value at all. A handle is a key into a table ([`handle`]), never an address that is followed;
//! - out pointers: null, or memory that may be written as the declared type. They are written only on success;
//! - strings: null, or text that ends with a zero byte;
//! - structures by pointer: null, or a value of the declared type;
//! - arrays with a length: null, or that many readable elements, or room for them where the function writes;
//! - functions: null, or one that may be called as its header documents;
//! - data pointers (device memory): memory that holds the elements which the views over it reach, until the stream that
//!   works on it is synchronised. What starts in an allocation of ours and passes its end is refused before it is
//!   touched.

pub mod acl;
pub mod aclnn;
pub mod c_enum;
mod call_out;
mod callback;
pub mod cndrv;
pub mod cnrt;
mod counted;
mod data_pointer;
pub mod failure;
pub mod handle;
pub mod hccl;
pub mod mluop;
mod operation;
mod panic;
pub mod parameter;
pub mod pointer;
pub mod shown;
mod streams;
mod watch;
pub mod xmath;
