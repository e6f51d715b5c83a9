//! Contracts of operators that plan how the cores of a device share the work of dense attention: arguments are checked, the table of cores is zeros, and nothing reads it. All refusals are
//! 161002.

use super::moe::within;
use super::schedules::{ON_910B, WORDS};
use super::sparse::{Named, absent, one_of, present};
use super::{Dtypes, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{ConstOutput, Input};
use crate::error::{Error, Reason, Result};
use crate::ops::pointwise;
use crate::tensor::Dtype;
use hostnpu_tensor::Value;

const INDICES: Dtypes = on_all(&[Dtype::I32]);

/// An attribute with a text, its name, and the texts that are allowed.
pub type Layout<'a> = (&'static str, &'a str, &'static [&'static str]);

/// Layouts of results, and of queries and keys.
pub const LAYOUTS: &[&str] = &["BSND", "TND", "BNSD"];
/// Layouts of keys.
pub const KEY_LAYOUTS: &[&str] = &["BSND", "TND", "BNSD", "PA_BNBD", "PA_BBND", "PA_NZ"];

/// The arguments that both operators have.
pub struct OfDense<'a> {
    /// `cuSeqlensQOptional` and `cuSeqlensKvOptional`
    pub starts: [&'a Option<Input>; 2],
    /// `sequsedQOptional` and `sequsedKvOptional`
    pub used: [&'a Option<Input>; 2],
    /// `batchSize`
    pub batch_size: i64,
    /// `maxSeqlenQ` and `maxSeqlenKv`
    pub longest: [i64; 2],
    /// `numHeadsQ` and `numHeadsKv`
    pub heads: [i64; 2],
    /// `headDim`, and those that are allowed
    pub depth: (i64, &'static [i64]),
    /// `maskMode`
    pub mask_mode: i64,
    /// `winLeft` and `winRight`
    pub window: [i64; 2],
    /// `layoutQ` and `layoutKv`
    pub layouts: [Layout<'a>; 2],
    /// Other layouts.
    pub others: &'a [Layout<'a>],
    /// `metaData`
    pub metadata: &'a ConstOutput,
}

fn known((name, text, allowed): Layout) -> Result<()> {
    match allowed.contains(&text) {
        true => Ok(()),
        false => Err(Error::value(
            name,
            format!("{text:?}"),
            allowed.join(" or "),
        )),
    }
}

/// Refuses a tensor that is not there.
fn needed((name, tensor): Named) -> Result<()> {
    match present(tensor) {
        Some(_) => Ok(()),
        None => Err(Reason::Null { arg: name }.into()),
    }
}

impl OfDense<'_> {
    /// Checks the arguments, and plans a table of zeros.
    pub fn plan(&self) -> Planned {
        self.metadata.dtype_in(ON_910B)?;
        let starts = ["cuSeqlensQOptional", "cuSeqlensKvOptional"];
        let used = ["sequsedQOptional", "sequsedKvOptional"];
        for tensor in self.starts.into_iter().chain(self.used).flatten() {
            tensor.dtype_in(INDICES)?;
        }
        if self.batch_size != -1 {
            within("batchSize", self.batch_size, 1..=65535)?;
        }
        for (name, longest) in ["maxSeqlenQ", "maxSeqlenKv"].into_iter().zip(self.longest) {
            within(name, longest, -1..=i64::MAX)?;
        }
        let [heads, key_heads] = self.heads;
        within("numHeadsQ", heads, 1..=i64::MAX)?;
        within("numHeadsKv", key_heads, 1..=i64::MAX)?;
        if heads % key_heads != 0 {
            let allowed = format!("a multiple of the {key_heads} heads of keys");
            return Err(Error::value("numHeadsQ", heads, allowed).into());
        }
        one_of("headDim", self.depth.0, self.depth.1)?;
        for layout in self.layouts.iter().chain(self.others) {
            known(*layout)?;
        }
        one_of("maskMode", self.mask_mode, &[0, 3, 4])?;
        for (name, tokens) in ["winLeft", "winRight"].into_iter().zip(self.window) {
            match self.mask_mode {
                4 => within(name, tokens, -1..=i64::MAX)?,
                _ => one_of(name, tokens, &[-1])?,
            }
        }
        for side in 0..2 {
            let (_, text, _) = self.layouts[side];
            let places = (starts[side], self.starts[side]);
            let lengths = (used[side], self.used[side]);
            match text {
                "TND" | "NTD" => needed(places)?,
                _ if text.starts_with("PA_") => needed(lengths)?,
                _ => {
                    absent(places, "null, unless the layout is TND")?;
                    if present(lengths.1).is_none() {
                        let name = ["maxSeqlenQ", "maxSeqlenKv"][side];
                        within(name, self.longest[side], 1..=i64::MAX)?;
                        within("batchSize", self.batch_size, 1..=65535)?;
                    }
                }
            }
            if self.batch_size > 0 {
                for ((_, tensor), count) in
                    [(places, self.batch_size + 1), (lengths, self.batch_size)]
                {
                    if let Some(tensor) = present(tensor) {
                        tensor.shape_is(&[count], "a number for each sequence")?;
                    }
                }
            }
        }
        self.metadata.rank_in(1..=1)?;
        if self.metadata.numel() < WORDS as usize {
            let allowed = format!("a table of {WORDS} numbers or more");
            return Err(self.metadata.shape_refused(allowed).into());
        }
        Ok(pointwise::fill(Value::new(0_i32), self.metadata.write()?)?)
    }
}
