//! `aclnnSwiGluQuantV2`: as `aclnnSwiGluQuant`, with groups by their numbers of rows, and to four bits.
//!
//! `groupListType` 0 is as before; with 1 `groupIndexOptional` has the number of rows of each group. `dstType` is the code of the type of `yOut`, INT8 or INT4, whose largest number 7 takes the place
//! of 127. The other arguments are those of `aclnnSwiGluQuant`.
//!
//! Source: ops-nn, `quant/swi_glu_quant`.

use crate::contract::mx::type_is;
use crate::contract::swiglu::SwiGluQuantCall;
use crate::prelude::*;

/// Computes a gated unit of rows and quantises it to eight or four bits.
#[aclnn]
fn aclnnSwiGluQuantV2(
    x: Input,
    smooth_scales_optional: Option<Input>,
    offsets_optional: Option<Input>,
    group_index_optional: Option<Input>,
    activate_left: bool,
    quant_mode_optional: Option<MutText>,
    group_list_type: i64,
    dst_type: i64,
    y_out: ConstOutput,
    scale_out: ConstOutput,
) -> Planned {
    y_out.dtype_in(on_all(&[]).and_910b(&[I8, I4]))?;
    type_is("dstType", dst_type, &y_out)?;
    SwiGluQuantCall {
        x: &x,
        smooth: smooth_scales_optional.as_ref(),
        offsets: offsets_optional.as_ref(),
        group_index: group_index_optional.as_ref(),
        activate_left,
        mode: quant_mode_optional.as_ref(),
        group_list_type,
        codes: on_all(&[]).and_910b(&[I8, I4]),
        y: &y_out,
        scale: &scale_out,
    }
    .plan()
}
