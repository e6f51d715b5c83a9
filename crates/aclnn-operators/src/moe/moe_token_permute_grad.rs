//! `aclnnMoeTokenPermuteGrad`: the gradient of `aclnnMoeTokenPermute`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_token_permute_grad`.

use std::ops::Range;

use crate::contract::moe::{extents, not_padded, within};
use crate::ops::moe::{Combine, Links, Places, combine};
use crate::prelude::*;

/// The arguments of the gradients of permuting, under their documented names.
pub(super) struct Gradient {
    pub rows: Input,
    pub sorted_indices: Input,
    pub num_topk: i64,
    pub most_topk: i64,
    /// Places that have rows, if not all have.
    pub range: Option<Range<i64>>,
    /// The gradient by the weights of the rows, and where it goes.
    pub probs: Option<(Input, Output)>,
    pub out: Output,
}

impl Gradient {
    fn shapes(&self) -> Result<[i64; 3]> {
        let [rows, width] = extents::<2>(&self.rows)?;
        let [choices] = extents::<1>(&self.sorted_indices)?;
        within("numTopk", self.num_topk, 1..=self.most_topk)?;
        if choices % self.num_topk != 0 {
            let allowed = format!("a multiple of {} elements (`numTopk`)", self.num_topk);
            return Err(self.sorted_indices.shape_refused(allowed));
        }
        let tokens = choices / self.num_topk;
        self.out
            .shape_is(&[tokens, width], "a row for each token")?;
        let most = self
            .range
            .as_ref()
            .map_or(choices, |range| range.end - range.start);
        if rows > choices.max(most) {
            return Err(self.rows.shape_refused(format!("at most {choices} rows")));
        }
        if let Some((gradient, output)) = &self.probs {
            gradient.shape_is(&[rows], "an element for each row")?;
            output.shape_is(
                &[tokens, self.num_topk],
                "`numTopk` elements for each token",
            )?;
        }
        Ok([tokens, rows, choices])
    }

    pub fn planned(self) -> Planned {
        self.sorted_indices.dtype_is(I32)?;
        self.out.same_dtype(&self.rows)?;
        if let Some((gradient, output)) = &self.probs {
            gradient.same_dtype(&self.rows)?;
            output.same_dtype(&self.rows)?;
        }
        let [tokens, rows, choices] = self.shapes()?;
        let places = Places::Rows {
            places: self.sorted_indices.read()?,
            by_choice: false,
            allowed: match self.range {
                Some(_) => i64::MIN..i64::MAX,
                None => 0..choices,
            },
            window: self.range.clone().unwrap_or(0..choices),
        };
        let links = Links {
            places,
            tokens: tokens as usize,
            rows: rows as usize,
            experts: 0,
        };
        let returned = match &self.probs {
            Some((gradient, output)) => Some([gradient.read()?, output.write()?]),
            None => None,
        };
        Ok(combine(Combine {
            returned,
            ..Combine::new(links, self.rows.read()?, self.out.write()?)
        })?)
    }
}

/// Writes for each token the sum of the rows of `permutedOutputGrad` at its `numTopk` places, which `sortedIndices` gives; of places behind the last row there is none. A place outside
/// `sortedIndices` ends the task with an error. `paddedMode` must be false.
#[aclnn]
fn aclnnMoeTokenPermuteGrad(
    permuted_output_grad: Input,
    sorted_indices: Input,
    num_topk: i64,
    padded_mode: bool,
    out: ConstOutput,
) -> Planned {
    permuted_output_grad.dtype_in(SHORT_SINCE_910B)?;
    not_padded(padded_mode)?;
    Gradient {
        rows: permuted_output_grad,
        sorted_indices,
        num_topk,
        most_topk: if contract::on_950() { i64::MAX } else { 512 },
        range: None,
        probs: None,
        out,
    }
    .planned()
}
