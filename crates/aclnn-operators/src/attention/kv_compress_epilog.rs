//! `aclnnKvCompressEpilog`: rows of keys and values, quantised in groups and written with their scales to a paged cache of bytes. Source: ops-transformer,
//! `attention/kv_compress_epilog`.

use crate::contract::packed_caches::Packed;
use crate::ops::cache::{POSITIONS, Packing};
use crate::prelude::*;

/// Writes the rows of `x`, (tokens, d), to the slots of `cacheRef`, (blocks, rows, 1, bytes). The last 64 elements are positions, the others are quantised. `quantMode` 0 and 1: positions as they are,
/// FLOAT8_E4M3FN of the others, then a scale for each 64, `max(|x|, 1e-4) / 448`, with `roundScale` the next power of two, as BFLOAT16 or FLOAT8_E8M0. 2: HIFLOAT8 of positions times `xScale`,
/// FLOAT4_E2M1 of the others, then a BFLOAT16 scale for each `quantGroupSize`, `max(|x|) / 6`. Rows of 0 and 2 are filled with zeros to a multiple of 32 bytes. Tokens of a negative slot are left
/// out, a slot behind the cache is an error of the stream. On Ascend950.
#[aclnn]
fn aclnnKvCompressEpilog(
    cache_ref: InOut,
    x: Input,
    slot_mapping: Input,
    quant_group_size: i64,
    quant_mode: i64,
    round_scale: bool,
    x_scale: f32,
) -> Planned {
    for tensor in [&*cache_ref, &*x, &*slot_mapping] {
        if tensor.is_empty() {
            return Err(tensor.shape_refused("a tensor that is not empty").into());
        }
    }
    cache_ref.dtype_in(only_950(&[U8]))?;
    x.dtype_in(only_950(&[Bf16]))?;
    slot_mapping.dtype_in(INDEX_TYPES)?;
    let packing = || {
        Ok(match (quant_mode, quant_group_size) {
            (0 | 1, _) => Packing::Float8Groups {
                rounds_scale: round_scale,
                is_bf16: quant_mode == 0,
            },
            (2, 16 | 32 | 64) => Packing::Hifloat8Float4 {
                factor: x_scale,
                group: quant_group_size as usize,
            },
            (2, size) => {
                let allowed = "16, 32 or 64, for `quantMode` 2";
                return Err(Error::value("quantGroupSize", size, allowed));
            }
            _ => return Err(Error::value("quantMode", quant_mode, "0, 1 or 2")),
        })
    };
    let packing = packing().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let width = x.shape().last().map_or(0, |&width| width as usize);
    let packed = Packed {
        x: &x,
        slot_mapping: &slot_mapping,
        caches: vec![(&cache_ref, packing.bytes(width)[0])],
        multiple: 64,
        more_than: POSITIONS as i64,
        packing,
    };
    packed.plan()
}
