//! `aclnnMoeTokenUnpermuteGrad`: the gradients of `aclnnMoeTokenUnpermute`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_token_unpermute_grad`.

use std::ops::Range;

use crate::contract::moe::{extents, not_padded, within};
use crate::ops::moe::{Links, Places, Spread, spread};
use crate::prelude::*;

/// The arguments of both forms, under their documented names.
pub(super) struct Gradient {
    pub permuted_tokens: Option<Input>,
    pub unpermuted_tokens_grad: Input,
    pub sorted_indices: Input,
    pub probs: Option<Input>,
    /// Choices of a token, where no weights say that.
    pub num_topk: i64,
    /// Places that have rows, if not all have.
    pub range: Option<Range<i64>>,
    pub permuted_tokens_grad_out: Output,
    pub probs_grad_out: Option<Output>,
}

impl Gradient {
    fn shapes(&self) -> Result<[i64; 3]> {
        let [tokens, width] = extents::<2>(&self.unpermuted_tokens_grad)?;
        let [choices] = extents::<1>(&self.sorted_indices)?;
        let top_k = match &self.probs {
            Some(probs) => extents::<2>(probs)?[1],
            None => self.num_topk,
        };
        let name = self.probs.as_ref().map_or("topkNum", |probs| probs.name());
        within(name, top_k, 1..=512)?;
        if choices != tokens * top_k {
            let allowed = format!("{tokens} times {top_k} elements, the choices of all tokens");
            return Err(self.sorted_indices.shape_refused(allowed));
        }
        let [rows, _] = extents::<2>(&self.permuted_tokens_grad_out)?;
        let most = self
            .range
            .as_ref()
            .map_or(choices, |range| choices.max(range.end - range.start));
        self.permuted_tokens_grad_out
            .shape_is(&[rows.min(most), width], "a row for each place")?;
        if let Some(probs) = &self.probs {
            probs.shape_is(&[tokens, top_k], "the elements of `sortedIndices`")?;
            let permuted = self.permuted_tokens.as_ref();
            let missing = Reason::Null {
                arg: "permutedTokensOptional",
            };
            permuted
                .ok_or_else(|| Error::from(missing))?
                .same_shape(&self.permuted_tokens_grad_out)?;
            if let Some(output) = &self.probs_grad_out {
                output.same_shape(probs)?;
            }
        }
        Ok([tokens, rows, choices])
    }

    pub fn planned(self, shape_code: aclnnStatus) -> Planned {
        self.sorted_indices.dtype_is(I32)?;
        if let Some(tokens) = &self.permuted_tokens {
            tokens.same_dtype(&self.unpermuted_tokens_grad)?;
        }
        self.permuted_tokens_grad_out
            .same_dtype(&self.unpermuted_tokens_grad)?;
        if let (Some(probs), Some(output)) = (&self.probs, &self.probs_grad_out) {
            output.same_dtype(probs)?;
        }
        let [tokens, rows, choices] = self.shapes().code(shape_code)?;
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
        let has_weights = self.probs.is_some();
        let weight_gradients = self.probs_grad_out.filter(|_| has_weights);
        let permuted = self.permuted_tokens.filter(|_| has_weights);
        Ok(spread(Spread {
            links,
            gradient: self.unpermuted_tokens_grad.read()?,
            weights: self.probs.map(|probs| probs.read()).transpose()?,
            rows: permuted.map(|rows| rows.read()).transpose()?,
            bias: None,
            experts: None,
            row_gradients: self.permuted_tokens_grad_out.write()?,
            weight_gradients: weight_gradients.map(|output| output.write()).transpose()?,
        })?)
    }
}

/// Computes the gradients of `aclnnMoeTokenUnpermute` by the permuted rows, `probs * unpermutedTokensGrad` at the place of each choice and 0 elsewhere, and by the weights, the sum of the products of the row and
/// the gradient of its token. `probsGradOut` is written with `probsOptional` only. `paddedMode` must be false, and `restoreShapeOptional` is not looked at.
#[aclnn]
fn aclnnMoeTokenUnpermuteGrad(
    permuted_tokens: Input,
    unpermuted_tokens_grad: Input,
    sorted_indices: Input,
    probs_optional: Option<Input>,
    padded_mode: bool,
    _restore_shape_optional: Option<Ints>,
    permuted_tokens_grad_out: ConstOutput,
    probs_grad_out: ConstOutput,
) -> Planned {
    unpermuted_tokens_grad.dtype_in(SHORT_SINCE_910B)?;
    if let Some(probs) = &probs_optional {
        probs.dtype_in(SHORT_SINCE_910B)?;
    }
    not_padded(padded_mode)?;
    Gradient {
        permuted_tokens: Some(permuted_tokens),
        unpermuted_tokens_grad,
        sorted_indices,
        probs: probs_optional,
        num_topk: 1,
        range: None,
        permuted_tokens_grad_out,
        probs_grad_out: Some(probs_grad_out),
    }
    .planned(ACLNN_ERR_PARAM_INVALID)
}
