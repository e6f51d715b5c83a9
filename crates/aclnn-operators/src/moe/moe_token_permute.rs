//! `aclnnMoeTokenPermute`: the rows of tokens in the order of their experts; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_token_permute`.

use crate::contract::moe::not_padded;
use crate::ops::moe::{Carried, Kept, Method, Of, QuantiseRows, Routing, routing};
use crate::prelude::*;

/// The arguments of all versions, under their documented names.
pub(super) struct Permute {
    pub tokens: Input,
    pub indices: Input,
    /// `probsOptional` and `permuteProbsOut`.
    pub probs: Option<(Input, Output)>,
    /// Places of the order, in place of `numOutTokens`.
    pub range: Option<[i64; 2]>,
    pub num_out_tokens: i64,
    pub padded_mode: bool,
    /// `quantMode` and `expandedScaleOut`.
    pub quantised: Option<(i64, Output)>,
    pub permute_tokens_out: Output,
    pub sorted_indices_out: Output,
}

impl Permute {
    /// Tokens, choices of a token, and rows of the output.
    fn shapes(&self) -> Result<[i64; 3]> {
        not_padded(self.padded_mode)?;
        self.tokens.rank_in(2..=8)?;
        self.indices.rank_in(1..=2)?;
        let tokens = self.tokens.shape()[0];
        if self.indices.shape()[0] != tokens {
            return Err(self
                .indices
                .shape_refused(format!("{tokens} rows, as `tokens` has")));
        }
        let top_k = self.indices.shape().get(1).copied().unwrap_or(1);
        let choices = tokens * top_k;
        let rows = match (self.range, self.num_out_tokens) {
            (Some([start, end]), _) => end - start,
            (None, 0) => choices,
            (None, most @ 1..) => most.min(choices),
            (None, less) => choices.saturating_add(less).max(0),
        };
        let width: i64 = self.tokens.shape()[1..].iter().product();
        let (output, shape) = (&self.permute_tokens_out, self.permute_tokens_out.shape());
        output.rank_in(2..=8)?;
        if shape[0] != rows || shape[1..].iter().product::<i64>() != width {
            let allowed = format!("{rows} rows of {width} elements, as `tokens` has");
            return Err(output.shape_refused(allowed));
        }
        self.sorted_indices_out
            .shape_is(&[choices], "the elements of `indices`")?;
        if let Some((probs, output)) = &self.probs {
            probs.same_shape(&self.indices)?;
            output.shape_is(&[rows], "an element for each row")?;
        }
        Ok([tokens, top_k, rows])
    }

    pub fn planned(self) -> Planned {
        self.indices.dtype_in(INDEX_TYPES)?;
        self.sorted_indices_out.dtype_is(I32)?;
        if let Some((probs, output)) = &self.probs {
            probs.same_dtype(&self.tokens)?;
            output.same_dtype(&self.tokens)?;
        }
        let [tokens, top_k, rows] = self.shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (source, target) = (self.tokens.read()?, self.permute_tokens_out.write()?);
        let mut carried = Vec::new();
        let mut quantised = None;
        match &self.quantised {
            Some((mode, scales)) => {
                quantised = Some(QuantiseRows {
                    x: source,
                    method: Method::of_mode(*mode)?,
                    scale: None,
                    offset: None,
                    codes: target,
                    scales: Some(scales.write()?),
                });
            }
            None => carried.push(Carried {
                source,
                of: Of::Token,
                target,
            }),
        }
        if let Some((probs, output)) = &self.probs {
            carried.push(Carried {
                source: probs.read()?,
                of: Of::Choice,
                target: output.write()?,
            });
        }
        Ok(routing(Routing {
            kept: match self.range {
                Some([start, end]) => Kept::Window(start as usize, end as usize),
                None => Kept::First(rows as usize),
            },
            rows: rows as usize,
            carried,
            quantised,
            ..Routing::new(
                self.indices.read()?,
                [tokens, top_k].map(|count| count as usize),
                self.sorted_indices_out.write()?,
            )
        })?)
    }
}

/// Sorts the elements of `indices` (INT32 or INT64; K for each token), stably: s. Writes `permuteTokensOut[i] = tokens[s[i] / K]` and `sortedIndicesOut[s[i]] = i`. Of the rows the first `numOutTokens`
/// are kept, for 0 all, and for numbers below 0 all but so many. INT8 on Ascend950 only. `paddedMode` must be false.
#[aclnn]
fn aclnnMoeTokenPermute(
    tokens: Input,
    indices: Input,
    num_out_tokens: i64,
    padded_mode: bool,
    permute_tokens_out: ConstOutput,
    sorted_indices_out: ConstOutput,
) -> Planned {
    tokens.dtype_in(SHORT_SINCE_910B.or(only_950(&[I8])))?;
    permute_tokens_out.same_dtype(&tokens)?;
    Permute {
        tokens,
        indices,
        probs: None,
        range: None,
        num_out_tokens,
        padded_mode,
        quantised: None,
        permute_tokens_out,
        sorted_indices_out,
    }
    .planned()
}
