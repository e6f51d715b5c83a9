//! `aclnnMxToBlockMxQuant`: codes of four bits with a scale for 32 neighbours of a row made codes of eight bits with a scale for 32 rows and columns.
//!
//! | argument  | shape                                                                | data type                  | strided |
//! |-----------|----------------------------------------------------------------------|----------------------------|---------|
//! | `x`       | `[M, N]` or `[B, M, N]`; `M` a multiple of 64, `N` even              | FLOAT4_E2M1, FLOAT4_E1M2   | no      |
//! | `mxscale` | `[.., M, ceil(N / 64), 2]`                                           | FLOAT8_E8M0                | no      |
//! | `y`       | that of `x`                                                          | FLOAT8_E5M2, FLOAT8_E4M3FN | no      |
//! | `scale1`  | that of `mxscale`                                                    | FLOAT8_E8M0                | no      |
//! | `scale2`  | `[.., M / 64, N, 2]`                                                 | FLOAT8_E8M0                | no      |
//!
//! The scale of a block is the largest one of its 32 rows over 2 to the power 13 (FLOAT4_E2M1 to FLOAT8_E5M2), 15 (FLOAT4_E1M2 to FLOAT8_E5M2), 6 or 8 (to FLOAT8_E4M3FN), at least 2^-127; codes are
//! `x · mxscale / scale`, rounded to the nearest, of two the even one. A block with a scale that is NaN has that scale and zeros. `dstType` is the code of the type of `y`. Ascend950.
//!
//! Source: ops-nn, `quant/mx_to_block_mx_quant`.

use crate::contract::mx::*;
use crate::device::soc::Generation;
use crate::prelude::*;

/// Makes codes of four bits with scales of rows codes of eight bits with scales of blocks.
#[aclnn]
fn aclnnMxToBlockMxQuant(
    x: Input,
    mxscale: Input,
    dst_type: i64,
    y: ConstOutput,
    scale1: ConstOutput,
    scale2: ConstOutput,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend950])?;
    x.dtype_in(contract::only_950(&[F4E2m1, F4E1m2]))?;
    mxscale.dtype_in(SCALES)?;
    y.dtype_in(FP8)?;
    for scales in [&scale1, &scale2] {
        scales.dtype_in(SCALES)?;
    }
    type_is("dstType", dst_type, &y)?;
    x.rank_in(2..=3)?;
    x.has_elements()?;
    let rank = x.rank();
    if x.shape()[rank - 2] % 64 != 0 || x.shape()[rank - 1] % 2 != 0 {
        return Err(x
            .shape_refused("a multiple of 64 rows and an even number of columns")
            .into());
    }
    y.same_shape(&x)?;
    scales_of(&mxscale, &x, rank - 1, 32)?;
    scales_of(&scale1, &x, rank - 1, 32)?;
    scales_of(&scale2, &x, rank - 2, 32)?;
    for tensor in [&*x, &*mxscale, &*y, &*scale1, &*scale2] {
        tensor.contiguous()?;
    }
    let offset = match (x.dtype()?, y.dtype()?) {
        (F4E2m1, F8E5m2) => 13,
        (_, F8E5m2) => 15,
        (F4E2m1, _) => 6,
        _ => 8,
    };
    let output = ops::mx::Output {
        elements: y.write()?,
        scales: scale1.write()?,
    };
    Ok(ops::mx::blocks_of_rows(
        (x.read()?, mxscale.read()?),
        offset,
        output,
        scale2.write()?,
    )?)
}
