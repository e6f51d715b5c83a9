//! `aclnnQuantFlashAttnMetadata`: how cores share the work of quantised attention. Source: ops-transformer, `attention/quant_flash_attn_metadata`.

use crate::contract::dense_schedules::{KEY_LAYOUTS, LAYOUTS, OfDense};
use crate::contract::sparse::{absent, one_of, present};
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnQuantFlashAttn`, as `aclnnFlashAttnMetadata` does, with heads of 64, 72, 128 or 256 elements; `quantMode` 1 needs `vDescaleOptional` and results in TND, `quantMode` 6 has no `vDescaleOptional`. All elements
/// of `metaData` are zeros: nothing is shared out.
#[aclnn]
fn aclnnQuantFlashAttnMetadata(
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_kv_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_kv_optional: Option<Input>,
    v_descale_optional: Option<Input>,
    batch_size: i64,
    max_seqlen_q: i64,
    max_seqlen_kv: i64,
    num_heads_q: i64,
    num_heads_kv: i64,
    head_dim: i64,
    quant_mode: i64,
    mask_mode: i64,
    win_left: i64,
    win_right: i64,
    layout_q: Text,
    layout_q_descale: Text,
    layout_kv: Text,
    layout_out: Text,
    meta_data: ConstOutput,
) -> Planned {
    one_of("quantMode", quant_mode, &[1, 6])?;
    let descale = ("vDescaleOptional", &v_descale_optional);
    match (quant_mode, present(&v_descale_optional)) {
        (1, None) => return Err(Reason::Null { arg: descale.0 }.into()),
        (1, Some(tensor)) => {
            let rank = match &*layout_kv {
                "TND" => 4..=4,
                "PA_BNBD" => 5..=5,
                "PA_NZ" => 6..=6,
                _ => 1..=8,
            };
            tensor.rank_in(rank)?;
        }
        _ => absent(descale, "null in `quantMode` 6")?,
    }
    let schedule = OfDense {
        starts: [&cu_seqlens_q_optional, &cu_seqlens_kv_optional],
        used: [&seqused_q_optional, &seqused_kv_optional],
        batch_size,
        longest: [max_seqlen_q, max_seqlen_kv],
        heads: [num_heads_q, num_heads_kv],
        depth: (head_dim, &[64, 72, 128, 256]),
        mask_mode,
        window: [win_left, win_right],
        layouts: [
            ("layoutQ", &layout_q, &["BSND", "TND", "BNSD", "NTD"]),
            ("layoutKv", &layout_kv, KEY_LAYOUTS),
        ],
        others: &[
            (
                "layoutQDescale",
                &layout_q_descale,
                &["BSND", "TND", "BNSD", "N2TGD", "NT"],
            ),
            (
                "layoutOut",
                &layout_out,
                if quant_mode == 1 { &["TND"] } else { LAYOUTS },
            ),
        ],
        metadata: &meta_data,
    };
    schedule.plan()
}
