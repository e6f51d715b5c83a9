//! `aclnnMoeTokenUnpermute`: tokens as weighted sums of permuted rows; on Ascend910B, Ascend910_93, Ascend950 and Ascend310P. Source: ops-transformer, `moe/moe_token_unpermute`.

use std::ops::Range;

use crate::contract::moe::{FLOATS_AND_310P, extents, not_padded, within};
use crate::ops::moe::{Combine, Links, Places, combine};
use crate::prelude::*;

/// The arguments of both forms, under their documented names.
pub(super) struct Unpermute {
    pub permuted_tokens: Input,
    pub sorted_indices: Input,
    pub probs: Option<Input>,
    /// Choices of a token, where no weights say that.
    pub num_topk: i64,
    /// Places that have rows, if not all have.
    pub range: Option<Range<i64>>,
    pub out: Output,
}

impl Unpermute {
    fn shapes(&self) -> Result<[i64; 3]> {
        let [rows, width] = extents::<2>(&self.permuted_tokens)?;
        let [choices] = extents::<1>(&self.sorted_indices)?;
        let top_k = match &self.probs {
            Some(probs) => extents::<2>(probs)?[1],
            None => self.num_topk,
        };
        let name = self.probs.as_ref().map_or("numTopk", |probs| probs.name());
        within(name, top_k, 1..=512)?;
        if choices % top_k != 0 {
            let allowed = format!("a multiple of {top_k} elements, the choices of a token");
            return Err(self.sorted_indices.shape_refused(allowed));
        }
        let tokens = choices / top_k;
        if let Some(probs) = &self.probs {
            probs.shape_is(&[tokens, top_k], "the elements of `sortedIndices`")?;
        }
        if self.range.is_none() && rows > choices {
            return Err(self
                .permuted_tokens
                .shape_refused(format!("at most {choices} rows")));
        }
        self.out
            .shape_is(&[tokens, width], "a row for each token")?;
        Ok([tokens, rows, choices])
    }

    pub fn planned(self) -> Planned {
        self.sorted_indices.dtype_is(I32)?;
        self.out.same_dtype(&self.permuted_tokens)?;
        let [tokens, rows, choices] = self.shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let places = Places::Rows {
            places: self.sorted_indices.read()?,
            by_choice: false,
            allowed: match self.range {
                Some(_) => i64::MIN..i64::MAX,
                None => 0..choices,
            },
            window: self.range.unwrap_or(0..choices),
        };
        let links = Links {
            places,
            tokens: tokens as usize,
            rows: rows as usize,
            experts: 0,
        };
        Ok(combine(Combine {
            weights: self.probs.map(|probs| probs.read()).transpose()?,
            ..Combine::new(links, self.permuted_tokens.read()?, self.out.write()?)
        })?)
    }
}

/// Writes for each token the sum of the rows of `permutedTokens` at its places, which `sortedIndices` gives, times the elements of `probsOptional` (rank 2, at most 512 columns), without which a token has one
/// place. A place outside `sortedIndices` ends the task with an error. `paddedMode` must be false, and `restoreShapeOptional` is not looked at.
#[aclnn]
fn aclnnMoeTokenUnpermute(
    permuted_tokens: Input,
    sorted_indices: Input,
    probs_optional: Option<Input>,
    padded_mode: bool,
    _restore_shape_optional: Option<Ints>,
    out: ConstOutput,
) -> Planned {
    permuted_tokens.dtype_in(FLOATS_AND_310P)?;
    if let Some(probs) = &probs_optional {
        probs.dtype_in(FLOATS_AND_310P)?;
    }
    not_padded(padded_mode).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Unpermute {
        permuted_tokens,
        sorted_indices,
        probs: probs_optional,
        num_topk: 1,
        range: None,
        out,
    }
    .planned()
}
