//! `aclnnMoeInitRouting`: the rows of tokens in the order of their experts; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_init_routing`.

use crate::contract::moe::{all_shaped, extents, within};
use crate::ops::moe::{Carried, Kept, Method, Of, QuantiseRows, Routing, routing};
use crate::prelude::*;

/// The arguments of the first version and of its quantised form, under their documented names.
pub(super) struct Init {
    pub x: Input,
    pub row_idx: Input,
    pub expert_idx: Input,
    pub active_num: i64,
    /// `scale` and `offset` of the quantised form.
    pub quantised: Option<[f64; 2]>,
    pub expanded_x_out: Output,
    pub expanded_row_idx_out: Output,
    pub expanded_expert_idx_out: Output,
}

impl Init {
    fn shapes(&self) -> Result<[i64; 3]> {
        let [tokens, width] = extents::<2>(&self.x)?;
        let [_, top_k] = extents::<2>(&self.expert_idx)?;
        self.expert_idx
            .shape_is(&[tokens, top_k], "as many rows as `x`")?;
        self.row_idx.same_shape(&self.expert_idx)?;
        within("activeNum", self.active_num, 0..=i64::MAX)?;
        let rows = tokens.min(self.active_num) * top_k;
        self.expanded_x_out.shape_is(
            &[rows, width],
            "a row for each choice of up to `activeNum` tokens",
        )?;
        let outputs = [&self.expanded_row_idx_out, &self.expanded_expert_idx_out];
        let outputs = outputs.map(|output| Some(&**output));
        all_shaped(&outputs, &[tokens * top_k], "the elements of `expertIdx`")?;
        Ok([tokens, top_k, rows])
    }

    pub fn planned(self) -> Planned {
        for index in [&self.row_idx, &self.expert_idx] {
            index.dtype_is(I32)?;
        }
        self.expanded_row_idx_out.dtype_is(I32)?;
        self.expanded_expert_idx_out.dtype_is(I32)?;
        let [tokens, top_k, rows] = self.shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (source, target) = (self.x.read()?, self.expanded_x_out.write()?);
        let mut carried = Vec::new();
        let mut quantised = None;
        match self.quantised {
            Some([scale, offset]) => {
                quantised = Some(QuantiseRows {
                    x: source,
                    method: Method::Fixed { scale, offset },
                    scale: None,
                    offset: None,
                    codes: target,
                    scales: None,
                });
            }
            None => carried.push(Carried {
                source,
                of: Of::Token,
                target,
            }),
        }
        Ok(routing(Routing {
            row_idx: Some(self.row_idx.read()?),
            kept: Kept::First(rows as usize),
            rows: rows as usize,
            carried,
            quantised,
            sorted_experts: Some(self.expanded_expert_idx_out.write()?),
            ..Routing::new(
                self.expert_idx.read()?,
                [tokens, top_k].map(|count| count as usize),
                self.expanded_row_idx_out.write()?,
            )
        })?)
    }
}

/// Sorts the elements of `expertIdx`, stably, and with them those of `rowIdx`: s. Writes `expandedXOut[i] = x[s[i] % rows]` for the choices of up to `activeNum` tokens,
/// `expandedRowIdxOut[s[i]] = i`, and the sorted experts. A number in `rowIdx` that is no element of it ends the task with an error.
#[aclnn]
fn aclnnMoeInitRouting(
    x: Input,
    row_idx: Input,
    expert_idx: Input,
    active_num: i64,
    expanded_x_out: ConstOutput,
    expanded_row_idx_out: ConstOutput,
    expanded_expert_idx_out: ConstOutput,
) -> Planned {
    x.dtype_in(SHORT_SINCE_910B)?;
    expanded_x_out.same_dtype(&x)?;
    Init {
        x,
        row_idx,
        expert_idx,
        active_num,
        quantised: None,
        expanded_x_out,
        expanded_row_idx_out,
        expanded_expert_idx_out,
    }
    .planned()
}
