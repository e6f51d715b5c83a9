//! `aclnnMoeInitRoutingV2Grad`: the gradient of `aclnnMoeInitRoutingV2`; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_init_routing_v2_grad`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::{Combine, Links, Places, combine};
use crate::prelude::*;

/// Tokens, rows and choices.
fn shapes(
    gradient: &Input,
    places: &Input,
    [top_k, drop_pad_mode, active_num]: [i64; 3],
    out: &Output,
) -> Result<[i64; 3]> {
    within("topK", top_k, 1..=i64::MAX)?;
    within("dropPadMode", drop_pad_mode, 0..=1)?;
    within("activeNum", active_num, 0..=i64::MAX)?;
    gradient.rank_in(if drop_pad_mode == 1 { 3..=3 } else { 2..=2 })?;
    let [choices] = extents::<1>(places)?;
    if choices % top_k != 0 {
        return Err(places.shape_refused(format!("a multiple of {top_k} elements (`topK`)")));
    }
    let (width, rows) = match *gradient.shape() {
        [experts, capacity, width] => (width, experts * capacity),
        [rows, width] => (width, rows),
        _ => (0, 0),
    };
    let wanted = if active_num == 0 { choices } else { active_num };
    if drop_pad_mode == 0 && rows != wanted {
        return Err(gradient.shape_refused(format!("{wanted} rows")));
    }
    let tokens = choices / top_k;
    out.shape_is(&[tokens, width], "a row for each token")?;
    Ok([tokens, rows, choices])
}

/// Writes for each token the sum of the rows of `gradExpandedX` at its `topK` places, which `expandedRowIdx` gives. With `dropPadMode` 1 -1 is no place; without, places from `activeNum` rows on have no row.
/// Another place ends the task with an error.
#[aclnn]
fn aclnnMoeInitRoutingV2Grad(
    grad_expanded_x: Input,
    expanded_row_idx: Input,
    top_k: i64,
    drop_pad_mode: i64,
    active_num: i64,
    out: ConstOutput,
) -> Planned {
    grad_expanded_x.dtype_in(SHORT_SINCE_910B)?;
    expanded_row_idx.dtype_is(I32)?;
    out.same_dtype(&grad_expanded_x)?;
    let attributes = [top_k, drop_pad_mode, active_num];
    let [tokens, rows, choices] = shapes(&grad_expanded_x, &expanded_row_idx, attributes, &out)
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    let allowed = match drop_pad_mode {
        1 => -1..rows,
        _ => 0..choices.max(rows),
    };
    let links = Links {
        places: Places::Rows {
            places: expanded_row_idx.read()?,
            by_choice: false,
            allowed,
            window: 0..rows,
        },
        tokens: tokens as usize,
        rows: rows as usize,
        experts: 0,
    };
    Ok(combine(Combine::new(
        links,
        grad_expanded_x.read()?,
        out.write()?,
    ))?)
}
