//! Contracts of native sparse attention. Types, layouts and elements of heads are refused with 161002, all else with 561002.

mod inference;
mod training;

pub use inference::{Cached, Step};
pub use training::{
    Gradients, Lists, Tokens, check_mask, check_type_of_lists, check_types_of_statistics,
};

use super::compression::Sizes;
use super::{Dtypes, on_910, on_all};
use crate::error::{Error, Result};
use crate::tensor::Dtype;

/// Types of queries, keys, values and results.
const TYPES: Dtypes = on_910(&[]).and_910b(&[Dtype::F16, Dtype::Bf16]);
const INDICES: Dtypes = on_all(&[Dtype::I32]);
const FLOAT: Dtypes = on_all(&[Dtype::F32]);

/// Numbers of each statistic.
const COPIES: i64 = 8;

/// Sizes of blocks, and of windows, are multiples of it.
const MULTIPLE: i64 = 16;

/// The most keys of a block.
const LARGEST_BLOCK: i64 = 128;

/// The furthest windows.
const LARGEST_STRIDE: i64 = 64;

/// Refuses blocks of other sizes than multiples of 16 up to 128.
fn check_block((name, size): (&'static str, i64)) -> Result<()> {
    if size % MULTIPLE == 0 && (MULTIPLE..=LARGEST_BLOCK).contains(&size) {
        return Ok(());
    }
    let allowed = format!("a multiple of {MULTIPLE} up to {LARGEST_BLOCK}");
    Err(Error::value(name, size, allowed))
}

/// Refuses another number than those from 1 on.
fn check_up_to((name, got): (&'static str, i64), most: i64) -> Result<()> {
    match (1..=most).contains(&got) {
        true => Ok(()),
        false => Err(Error::value(name, got, format!("1 to {most}"))),
    }
}

/// Windows of tokens that keys stand for, and the blocks of tokens that are ranked.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// `compressBlockSize`
    pub size: i64,
    /// `compressStride`, or `compressBlockStride`
    pub stride: (&'static str, i64),
    /// `selectBlockSize`
    pub block: i64,
    /// `selectBlockCount`
    pub count: i64,
}

impl Windows {
    /// Refuses windows and blocks that do not fit together.
    fn check(&self) -> Result<()> {
        let (name, stride) = self.stride;
        let sizes = Sizes {
            size: self.size,
            stride: self.size,
            most: LARGEST_BLOCK,
        };
        sizes.check()?;
        let most = self.size.min(LARGEST_STRIDE);
        if stride % MULTIPLE != 0 || !(MULTIPLE..=most).contains(&stride) {
            let allowed = format!("a multiple of {MULTIPLE} up to {most}");
            return Err(Error::value(name, stride, allowed));
        }
        check_block(("selectBlockSize", self.block))?;
        if self.block < self.size || self.block % stride != 0 {
            let allowed = format!(
                "a multiple of {stride} (`{name}`), not below {} (`compressBlockSize`)",
                self.size
            );
            return Err(Error::value("selectBlockSize", self.block, allowed));
        }
        Ok(())
    }

    /// Windows that begin in a block, and distances of windows that one is long.
    fn in_strides(&self) -> [usize; 2] {
        [self.block, self.size].map(|size| (size / self.stride.1) as usize)
    }

    /// Refuses to list more blocks than a sequence has.
    fn check_count(&self, fewest: i64) -> Result<()> {
        if self.count <= fewest {
            return Ok(());
        }
        let allowed = format!("up to {fewest}, the blocks of the shortest sequence");
        Err(Error::value("selectBlockCount", self.count, allowed))
    }
}
