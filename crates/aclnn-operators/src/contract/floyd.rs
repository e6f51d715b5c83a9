//! Contract of attention with two pairs of keys and values. Types are refused with 161002, shapes with 561002.

use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, TensorArg};
use crate::error::Result;
use crate::ops::floyd_attention::FloydAttention;
use crate::tensor::Dtype::{Bf16, Bool, F16, F32, U8};

use super::{Dtypes, on_910, on_all};

const ROWS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// The arguments under their documented names.
pub struct Floyd<'a> {
    /// `query`
    pub query: &'a Input,
    /// `key1` and `key2`
    pub keys: [&'a Input; 2],
    /// `value1` and `value2`
    pub values: [&'a Input; 2],
    /// `attenMaskOptional`
    pub atten_mask: Option<&'a Input>,
    /// `scaleValueOptional`
    pub scale: f64,
}

impl Floyd<'_> {
    /// Refuses other types and shapes: of statistics, and of tensors of the type and shape of an operand.
    pub fn check(&self, statistics: [&TensorArg; 2], others: &[(&TensorArg, &Input)]) -> Outcome {
        self.query.dtype_in(ROWS)?;
        for of in self.keys.iter().chain(&self.values) {
            of.same_dtype(self.query)?;
        }
        for (other, _) in others {
            other.same_dtype(self.query)?;
        }
        if let Some(mask) = self.atten_mask {
            mask.dtype_in(on_all(&[Bool, U8]))?;
        }
        for of in statistics {
            of.dtype_in(on_all(&[F32]))?;
        }
        self.shapes(statistics, others)
            .code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn shapes(&self, statistics: [&TensorArg; 2], others: &[(&TensorArg, &Input)]) -> Result<()> {
        self.query.rank_in(5..=5)?;
        self.keys[0].rank_in(5..=5)?;
        let &[batch, heads, n, m, depth] = self.query.shape() else {
            return Err(self.query.shape_refused("five dimensions"));
        };
        let keys = self.keys[0].shape()[3];
        let wanted = [
            [batch, heads, n, keys, depth],
            [batch, heads, keys, m, depth],
        ];
        for (side, wanted) in wanted.iter().enumerate() {
            for of in [self.keys[side], self.values[side]] {
                of.shape_is(wanted, "the extents of `query` and the keys of `key1`")?;
            }
        }
        for of in [self.query, self.keys[0]] {
            if of.is_empty() {
                return Err(of.shape_refused("a tensor that is not empty"));
            }
        }
        if let Some(mask) = self.atten_mask {
            let full = [batch, 1, n, 1, keys];
            let fits = mask.rank() == 5
                && mask
                    .shape()
                    .iter()
                    .zip(full)
                    .all(|(&own, all)| own == 1 || own == all);
            if !fits {
                return Err(mask.shape_refused(format!("{full:?}, each of which may be 1")));
            }
        }
        for of in statistics {
            of.shape_is(&[batch, heads, n, m, 8], "eight numbers for each query")?;
        }
        for (other, of) in others {
            other.shape_is(of.shape(), format_args!("that of `{}`", of.name()))?;
        }
        Ok(())
    }

    /// The operands.
    pub fn read(&self) -> Result<FloydAttention> {
        Ok(FloydAttention {
            query: self.query.read()?,
            keys: [self.keys[0].read()?, self.keys[1].read()?],
            values: [self.values[0].read()?, self.values[1].read()?],
            atten_mask: self.atten_mask.map(|mask| mask.read()).transpose()?,
            scale: self.scale,
        })
    }
}
