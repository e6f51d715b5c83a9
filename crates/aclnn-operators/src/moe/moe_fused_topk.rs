//! `aclnnMoeFusedTopk`: the experts of each token, in groups, and mapped; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_fused_topk`.

use crate::contract::moe::{FLOATS_ON_910B, extents, within};
use crate::ops::moe::{Gating, Groups, Mapping, Norm, gating};
use crate::prelude::*;

/// Chooses `topK` experts for each row of `x`. The logistic function of the scores, and `addNum`, is compared, of equal ones the first expert comes first; of `groupNum` groups `groupTopk`
/// keep their scores, those whose `topN` best ones have the largest sums, and the experts of the others count as 0. `y` (FLOAT) is the logistic function of the chosen scores, with
/// `isNorm` over their sum and times `scale`. With `enableExpertMapping` expert e of row i becomes `mappingTable[e][i % mappingNum[e]]`.
#[aclnn]
fn aclnnMoeFusedTopk(
    x: Input,
    add_num: Input,
    mapping_num: Option<Input>,
    mapping_table: Option<Input>,
    group_num: u32,
    group_topk: u32,
    top_n: u32,
    top_k: u32,
    activate_type: u32,
    is_norm: bool,
    scale: f32,
    enable_expert_mapping: bool,
    y: Output,
    indices: Output,
) -> Planned {
    x.dtype_in(FLOATS_ON_910B)?;
    add_num.same_dtype(&x)?;
    y.dtype_is(F32)?;
    indices.dtype_is(I32)?;
    let [tokens, experts] = extents::<2>(&x)?;
    if !(1..=1024).contains(&experts) {
        return Err(x.shape_refused("1 to 1024 experts").into());
    }
    add_num.shape_is(&[experts], "the last dimension of `x`")?;
    let [groups, kept, best, k] = [group_num, group_topk, top_n, top_k].map(i64::from);
    within("groupNum", groups, 1..=256)?;
    if experts % groups != 0 {
        return Err(Error::value(
            "groupNum",
            groups,
            format!("a divisor of {experts} experts"),
        )
        .into());
    }
    within("groupTopk", kept, 1..=groups)?;
    within("topN", best, 1..=experts / groups)?;
    within("topK", k, 1..=experts)?;
    within("activateType", activate_type.into(), 0..=0)?;
    for output in [&y, &indices] {
        output.shape_is(&[tokens, k], "`topK` experts for each row of `x`")?;
    }
    let mapping = match enable_expert_mapping {
        true => {
            let [numbers, table] = [(mapping_num, "mappingNum"), (mapping_table, "mappingTable")]
                .map(|(tensor, arg)| tensor.ok_or_else(|| Error::from(Reason::Null { arg })));
            let (numbers, table) = (numbers?, table?);
            numbers.dtype_is(I32)?;
            table.dtype_is(I32)?;
            numbers.shape_is(&[experts], "the last dimension of `x`")?;
            let [rows, most] = extents::<2>(&table)?;
            if rows != experts || !(1..=128).contains(&most) {
                return Err(table
                    .shape_refused(format!("{experts} rows of 1 to 128 experts"))
                    .into());
            }
            Some(Mapping {
                numbers: numbers.read()?,
                table: table.read()?,
            })
        }
        false => None,
    };
    Ok(gating(Gating {
        bias: Some(add_num.read()?),
        groups: Some(Groups {
            count: groups as usize,
            kept: kept as usize,
            best: best as usize,
            dropped: 0.0,
        }),
        renormalised: is_norm.then_some(0.0),
        factor: if is_norm { scale.into() } else { 1.0 },
        mapping,
        ..Gating::new(x.read()?, Norm::Sigmoid, y.write()?, indices.write()?)
    })?)
}
