//! Products that are added to what is there.

use super::sides::{self, Matrices};
use super::{Generation, needs_chip};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{InOut, Input};
use crate::contract::combinations::combination;
use crate::error::{Error, Result};
use crate::ops::grouped::{Grouped, Groups, List, Side, grouped};

/// `yRef += xᵀ · weight` of each group of rows of both: of `x`, `weight` and the list, `transposeX` and `transposeWeight`, `groupType` and `groupListType`.
pub fn added([x, weight, list]: [&Input; 3], y: &InOut, [transpose_x, transpose_weight]: [bool; 2], [group_type, kind]: [i64; 2]) -> Planned {
    needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let types = [("x", Some(&**x)), ("weight", Some(&**weight)), ("groupList", Some(&**list)), ("yRef", Some(&**y))];
    combination(&types, &["f16 bf16|=|i64|f32"])?;
    shapes([x, weight, list], y, [transpose_x, transpose_weight], [group_type, kind]).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let (left, right) = (Matrices::new(x, None, false)?, Matrices::new(weight, None, false)?);
    let list = list.read()?;
    Ok(grouped(Grouped {
        left: Side::plain(vec![left.left(true)?]),
        right: Side::plain(vec![right.right(false)?]),
        groups: Groups::Steps(list, if kind == 0 { List::Ends } else { List::Sizes }),
        steps: Vec::new(),
        outputs: vec![y.update()?],
        is_updated: true,
        finish: None,
    })?)
}

fn shapes([x, weight, list]: [&Input; 3], y: &InOut, [transpose_x, transpose_weight]: [bool; 2], [group_type, kind]: [i64; 2]) -> Result<()> {
    sides::one_of("groupType", group_type, &[2])?;
    sides::one_of("groupListType", kind, &[0, 1])?;
    for (name, got, wanted) in [("transposeX", transpose_x, true), ("transposeWeight", transpose_weight, false)] {
        if got != wanted {
            return Err(Error::value(name, got, wanted.to_string()));
        }
    }
    for tensor in [x, weight] {
        tensor.rank_in(2..=2)?;
    }
    list.rank_in(1..=1)?;
    let ([k, m], [inner, n]) = ([x.shape()[0], x.shape()[1]], [weight.shape()[0], weight.shape()[1]]);
    if k != inner {
        return Err(weight.shape_refused(format!("{k} rows, as `x`")));
    }
    let groups = list.shape()[0];
    if groups > 1024 {
        return Err(list.shape_refused("up to 1024 groups"));
    }
    y.shape_is(&[groups, m, n], "groups by columns of `x` by columns of `weight`")
}
