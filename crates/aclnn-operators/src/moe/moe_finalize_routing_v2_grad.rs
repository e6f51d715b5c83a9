//! `aclnnMoeFinalizeRoutingV2Grad`: the gradients of `aclnnMoeFinalizeRoutingV2`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_finalize_routing_v2_grad`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::{Links, Places, Spread, spread};
use crate::prelude::*;

/// Extents that shapes are checked against.
struct Checked<'a> {
    grad_y: &'a Input,
    places: &'a Input,
    expanded_x: Option<&'a Input>,
    scales: Option<&'a Input>,
    expert_idx: Option<&'a Input>,
    bias: Option<&'a Input>,
    attributes: [i64; 4],
    grad_expanded_x: &'a Output,
    grad_scales: &'a Output,
}

impl Checked<'_> {
    /// Tokens, rows and choices.
    fn shapes(&self) -> Result<[i64; 3]> {
        let [drop_pad_mode, active_num, expert_num, capacity] = self.attributes;
        within("dropPadMode", drop_pad_mode, 0..=1)?;
        let [tokens, width] = extents::<2>(self.grad_y)?;
        let top_k = match self.scales {
            Some(scales) => {
                let [_, top_k] = extents::<2>(scales)?;
                scales.shape_is(&[tokens, top_k], "as many rows as `gradY`")?;
                top_k
            }
            None => 1,
        };
        let choices = tokens * top_k;
        self.places
            .shape_is(&[choices], "the choices of all tokens")?;
        let (rows, shape) = match drop_pad_mode {
            1 => {
                within("expertNum", expert_num, 1..=i64::MAX)?;
                within("expertCapacity", capacity, 1..=i64::MAX)?;
                (expert_num * capacity, vec![expert_num, capacity, width])
            }
            _ => {
                let is_active = 0 < active_num && active_num < choices;
                let rows = if is_active { active_num } else { choices };
                (rows, vec![rows, width])
            }
        };
        self.grad_expanded_x
            .shape_is(&shape, "the rows of the experts")?;
        let missing = |arg| Error::from(Reason::Null { arg });
        if let Some(scales) = self.scales {
            let rows = self
                .expanded_x
                .ok_or_else(|| missing("expandedXOptional"))?;
            rows.same_shape(self.grad_expanded_x)?;
            self.grad_scales.same_shape(scales)?;
        }
        if let Some(bias) = self.bias {
            let experts = self
                .expert_idx
                .ok_or_else(|| missing("expertIdxOptional"))?;
            experts.shape_is(&[tokens, top_k], "an expert for each choice")?;
            let [of, _] = extents::<2>(bias)?;
            let of = if drop_pad_mode == 1 { expert_num } else { of };
            bias.shape_is(&[of, width], "a row for each expert")?;
        }
        Ok([tokens, rows, choices])
    }
}

/// Computes the gradients of `aclnnMoeFinalizeRoutingV2` (`dropPadMode` 2, here 0, and 3, here 1) by the rows, `scales * gradY` at the place of each choice and 0 elsewhere, and by the scales, the sum of the products of row
/// and bias with the gradient of the token. A choice whose place is -1 (`dropPadMode` 1) or behind `activeNum` rows (0) has no row, and only the bias counts. Without `scalesOptional` a token has one choice, and `gradScalesOut` is not written.
#[aclnn]
fn aclnnMoeFinalizeRoutingV2Grad(
    grad_y: Input,
    expanded_row_idx: Input,
    expanded_x_optional: Option<Input>,
    scales_optional: Option<Input>,
    expert_idx_optional: Option<Input>,
    bias_optional: Option<Input>,
    drop_pad_mode: i64,
    active_num: i64,
    expert_num: i64,
    expert_capacity: i64,
    grad_expanded_x_out: ConstOutput,
    grad_scales_out: ConstOutput,
) -> Planned {
    grad_y.dtype_in(SHORT_SINCE_910B)?;
    expanded_row_idx.dtype_is(I32)?;
    for tensor in [&expanded_x_optional, &bias_optional].into_iter().flatten() {
        tensor.same_dtype(&grad_y)?;
    }
    if let Some(scales) = &scales_optional {
        match contract::on_950() {
            true => scales.dtype_in(SHORT_SINCE_910B)?,
            false => scales.same_dtype(&grad_y)?,
        }
        grad_scales_out.same_dtype(scales)?;
    }
    if let Some(experts) = &expert_idx_optional {
        experts.dtype_is(I32)?;
    }
    grad_expanded_x_out.same_dtype(&grad_y)?;
    let bias = bias_optional.filter(|_| scales_optional.is_some());
    let checked = Checked {
        grad_y: &grad_y,
        places: &expanded_row_idx,
        expanded_x: expanded_x_optional.as_ref(),
        scales: scales_optional.as_ref(),
        expert_idx: expert_idx_optional.as_ref(),
        bias: bias.as_ref(),
        attributes: [drop_pad_mode, active_num, expert_num, expert_capacity],
        grad_expanded_x: &grad_expanded_x_out,
        grad_scales: &grad_scales_out,
    };
    let [tokens, rows, choices] = checked.shapes().code(ACLNN_ERR_INNER_NULLPTR)?;
    let links = Links {
        places: Places::Rows {
            places: expanded_row_idx.read()?,
            by_choice: false,
            allowed: if drop_pad_mode == 1 {
                -1..rows
            } else {
                0..choices
            },
            window: 0..rows,
        },
        tokens: tokens as usize,
        rows: rows as usize,
        experts: 0,
    };
    let has_scales = scales_optional.is_some();
    let read = |tensor: Option<Input>| tensor.map(|tensor| tensor.read()).transpose();
    Ok(spread(Spread {
        links,
        gradient: grad_y.read()?,
        weights: read(scales_optional)?,
        rows: read(expanded_x_optional.filter(|_| has_scales))?,
        experts: read(expert_idx_optional.filter(|_| bias.is_some()))?,
        bias: read(bias)?,
        row_gradients: grad_expanded_x_out.write()?,
        weight_gradients: has_scales.then(|| grad_scales_out.write()).transpose()?,
    })?)
}
