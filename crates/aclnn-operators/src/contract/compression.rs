//! Contracts of the compression of keys and values by windows. Types are refused with 161002, all else with 561002.

use super::sparse::not_empty;
use super::{Dtypes, on_910};
use crate::argument::{Input, Ints};
use crate::error::{Error, Reason, Result};
use crate::ops::compression::Windows;
use crate::tensor::Dtype;

/// Types of all tensors.
pub const TYPES: Dtypes = on_910(&[]).and_910b(&[Dtype::F16, Dtype::Bf16]);

/// Number that lengths of windows and sizes of all tensors are multiples of.
const MULTIPLE: i64 = 16;

/// The most heads, and elements of one.
const HEADS: i64 = 128;
const DEPTH: i64 = 256;

/// Attributes of windows.
pub struct Sizes {
    /// `compressBlockSize`
    pub size: i64,
    /// `compressStride`
    pub stride: i64,
    /// The most rows of a window.
    pub most: i64,
}

impl Sizes {
    /// Refuses windows that are no multiple of 16 rows, or closer than they are long.
    pub fn check(&self) -> Result<()> {
        if self.size % MULTIPLE != 0 || !(MULTIPLE..=self.most).contains(&self.size) {
            let allowed = format!("a multiple of {MULTIPLE} up to {}", self.most);
            return Err(Error::value("compressBlockSize", self.size, allowed));
        }
        if self.stride % MULTIPLE != 0 || !(MULTIPLE..=self.size).contains(&self.stride) {
            let allowed = format!(
                "a multiple of {MULTIPLE} up to {}, the rows of a window",
                self.size
            );
            return Err(Error::value("compressStride", self.stride, allowed));
        }
        Ok(())
    }

    /// Refuses tensors that do not fit windows: the last two axes of `input` are heads and elements, `weight` is (rows of a window, heads).
    pub fn check_weights(&self, input: &Input, weight: &Input) -> Result<()> {
        not_empty(input)?;
        let &[.., heads, depth] = input.shape() else {
            return Err(input.shape_refused("heads of elements"));
        };
        if !(1..=HEADS).contains(&heads) || depth % MULTIPLE != 0 || depth > DEPTH {
            let allowed =
                format!("1 to {HEADS} heads of a multiple of {MULTIPLE} elements, up to {DEPTH}");
            return Err(input.shape_refused(allowed));
        }
        weight.shape_is(
            &[self.size, heads],
            "a number for each row of a window and head",
        )
    }

    /// The windows of sequences of `input` that end where `ends` says.
    pub fn windows(
        &self,
        (name, ends): (&'static str, &Option<Ints>),
        input: &Input,
        layout: (&'static str, Option<&str>),
        (kind, form): (&'static str, i64),
    ) -> Result<Windows> {
        let ends = ends.as_ref().ok_or(Reason::Null { arg: name })?;
        of_tokens(layout)?;
        if form != 0 {
            return Err(Error::value(kind, form, "0"));
        }
        let rows = input.shape().first().copied().unwrap_or(0);
        let rises = ends.windows(2).all(|pair| pair[0] <= pair[1]);
        if !rises || ends.first().is_none_or(|&end| end < 0) || ends.last() != Some(&rows) {
            let allowed = format!("numbers that rise to {rows}, the rows of `input`");
            return Err(Error::value(name, format!("{:?}", &**ends), allowed));
        }
        Ok(Windows {
            ends: ends.iter().map(|&end| end as usize).collect(),
            size: self.size as usize,
            stride: self.stride as usize,
        })
    }
}

/// Refuses other layouts than TND.
pub fn of_tokens((name, layout): (&'static str, Option<&str>)) -> Result<()> {
    match layout {
        Some("TND") => Ok(()),
        other => Err(Error::value(name, format!("{other:?}"), "\"TND\"")),
    }
}
