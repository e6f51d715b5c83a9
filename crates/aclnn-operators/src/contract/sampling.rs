//! Draws from rows of logits.

use super::needs_chip;
use crate::abi::failure::Outcome;
use crate::argument::{Input, TensorArg};
use crate::device::soc::Generation;
use crate::error::Result;
use crate::ops::sampling::Drawn;
use crate::tensor::Dtype;

/// Operands of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// Rows.
    pub logits: &'a Input,
    /// Number of the largest classes that count in each row.
    pub top_k: &'a Input,
    /// Their probability, at most.
    pub top_p: &'a Input,
    /// Divisors of weights.
    pub q: Option<&'a Input>,
    /// The least part of the largest weight.
    pub min_p: Option<&'a Input>,
}

/// Most elements of a row.
const LONGEST: i64 = 1 << 20;

impl Rows<'_> {
    /// Checks the types of a generated operator, and the chip.
    pub fn generated(self, types: super::Dtypes, chips: &[Generation]) -> Result<()> {
        self.logits.dtype_in(types)?;
        self.top_k.dtype_is(Dtype::I32)?;
        self.top_p.same_dtype(self.logits)?;
        if let Some(q) = self.q {
            q.dtype_is(Dtype::F32)?;
        }
        if let Some(min_p) = self.min_p {
            min_p.same_dtype(self.logits)?;
        }
        needs_chip(chips)
    }

    /// Refuses shapes that do not fit together: outputs have a number for each row, or the shape of the rows.
    pub fn fit(self, of_rows: &[&TensorArg], of_all: &[&TensorArg]) -> Result<()> {
        self.logits.rank_in(2..=2)?;
        let shape = self.logits.shape();
        if self.logits.is_empty() || shape[1] > LONGEST {
            let allowed = format!("rows of 1 to {LONGEST} elements");
            return Err(self.logits.shape_refused(allowed));
        }
        let inputs: [&TensorArg; 2] = [self.top_k, self.top_p];
        let min_p = self.min_p.map(|min_p| &**min_p);
        for one in inputs
            .into_iter()
            .chain(min_p)
            .chain(of_rows.iter().copied())
        {
            one.shape_is(&shape[..1], "one for each row")?;
        }
        let q = self.q.map(|q| &**q);
        for all in q.into_iter().chain(of_all.iter().copied()) {
            all.same_shape(self.logits)?;
        }
        Ok(())
    }

    /// Returns the operands.
    pub fn read(self) -> Outcome<Drawn> {
        Ok(Drawn {
            logits: self.logits.read()?,
            top_k: self.top_k.read()?,
            top_p: self.top_p.read()?,
            q: self.q.map(|q| q.read()).transpose()?,
            min_ps: self.min_p.map(|min_p| min_p.read()).transpose()?,
        })
    }
}
