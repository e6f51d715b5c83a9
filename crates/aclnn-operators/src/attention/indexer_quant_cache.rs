//! `aclnnIndexerQuantCache`: rows of an indexer, quantised in several forms and written to paged caches. Source: ops-transformer, `attention/indexer_quant_cache`.

use crate::contract::combinations::combination;
use crate::contract::packed_caches::Packed;
use crate::ops::cache::Packing;
use crate::ops::mx::{Recipe, Rounding, ScaleRule, element_format};
use crate::ops::quant::{Quantised, quantised};
use crate::prelude::*;

const TYPES: &[&str] = &[
    "e4m3 e5m2 | f32 e8m0 | f16 bf16 | i32",
    "u8 | f32 | f16 bf16 | i32",
    "e2m1 e1m2 | e8m0 | f16 bf16 | i32",
];

/// Writes the rows of `x`, (tokens, d), to the slots of `cacheRef`, (blocks, rows, 1, at least d), and their scales to `cacheScaleRef`, likewise. `quantMode` 0: FLOAT8 in blocks of 32, whose scale is
/// the power of two that is not below `max(|x|, 1e-4) / MAX`. 1: one scale for a row, `max(|x|) / MAX`, with `roundScale` the next power of two; UINT8 are codes of HIFLOAT8. 2: codes of HIFLOAT8 of
/// `x * xScale`, without scales. 3: FLOAT4 in blocks of 32, as MX. Tokens of a negative slot are left out, a slot behind the cache is an error of the stream. On Ascend950.
#[aclnn]
fn aclnnIndexerQuantCache(
    cache_ref: InOut,
    cache_scale_ref: InOut,
    x: Input,
    slot_mapping: Input,
    quant_mode: i64,
    round_scale: bool,
    x_scale: f32,
) -> Planned {
    for tensor in [&*cache_ref, &*x, &*slot_mapping] {
        if tensor.is_empty() {
            return Err(tensor.shape_refused("a tensor that is not empty").into());
        }
    }
    x.dtype_in(only_950(&[F16, Bf16]))?;
    combination(
        &[
            ("cacheRef", Some(&*cache_ref)),
            ("cacheScaleRef", Some(&*cache_scale_ref)),
            ("x", Some(&*x)),
            ("slotMapping", Some(&*slot_mapping)),
        ],
        TYPES,
    )?;
    let dtype = cache_ref.dtype()?;
    let codes = quantised(dtype).unwrap_or(Quantised::Hifloat8);
    let packing = match (quant_mode, cache_scale_ref.dtype()?, element_format(dtype)) {
        (0, F8E8m0, _) if dtype.bits() == 8 => Packing::MxFloat8(codes),
        (1, F32, _) => Packing::Row {
            to: codes,
            rounds_scale: round_scale,
        },
        (2, F32, _) => Packing::Hifloat8 { factor: x_scale },
        (3, F8E8m0, Some(format)) if dtype.bits() == 4 => Packing::Mx(Recipe {
            format,
            rounding: Rounding::TiesToEven,
            scale: ScaleRule::Floor {
                max_exponent: format.parameters().max_exponent() as u8,
            },
            block: 32,
        }),
        (0 | 3, ..) => {
            let allowed = match quant_mode {
                0 => "FLOAT8_E4M3FN or FLOAT8_E5M2, with scales of FLOAT8_E8M0, for `quantMode` 0",
                _ => "FLOAT4_E2M1 or FLOAT4_E1M2, with scales of FLOAT8_E8M0, for `quantMode` 3",
            };
            return Err(Error::dtype(cache_ref.name(), dtype, allowed).into());
        }
        (1 | 2, scale, _) => {
            let allowed = format!("FLOAT, for `quantMode` {quant_mode}");
            return Err(Error::dtype(cache_scale_ref.name(), scale, allowed).into());
        }
        _ => {
            return Err(Error::value("quantMode", quant_mode, "0, 1, 2 or 3"))
                .code(ACLNN_ERR_INNER_TILING_ERROR);
        }
    };
    let width = x.shape().last().map_or(0, |&width| width as usize);
    let of_scales = match packing {
        Packing::MxFloat8(_) | Packing::Mx(_) => width.div_ceil(32),
        _ => 1,
    };
    let mut caches = vec![(&cache_ref, width), (&cache_scale_ref, of_scales)];
    if matches!(packing, Packing::Hifloat8 { .. }) {
        // Its scales are not written; they have room for one all the same.
        let fits = matches!(*cache_scale_ref.shape(), [_, _, 1, width] if width >= 1);
        if !fits {
            return Err(cache_scale_ref.shape_refused("[blocks, rows, 1, at least 1]"))
                .code(ACLNN_ERR_INNER_TILING_ERROR);
        }
        cache_scale_ref.update()?;
        caches.truncate(1);
    }
    let packed = Packed {
        x: &x,
        slot_mapping: &slot_mapping,
        caches,
        multiple: 32,
        more_than: 0,
        packing,
    };
    packed.plan()
}
