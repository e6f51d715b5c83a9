//! `aclnnConvertWeightToINT4Pack`: weights of four bits, one in each element of 32 bits, packed two in a byte.
//!
//! | `weight` | `weightInt4Pack` | storage in FRACTAL_NZ |
//! |---|---|---|
//! | INT32 of numbers from -8 to 7, rank 2 or 3 | INT4 of the same shape, or INT32 with an eighth of the last dimension | blocks of 64 columns; on Ascend950 of 16 or 32 |
//! | FLOAT of numbers of FLOAT4_E2M1, on Ascend950 | FLOAT4_E2M1, or FLOAT with an eighth of the last dimension | blocks of 16 columns |
//!
//! Source: ops-nn, `matmul/convert_weight_to_int4_pack`.

use crate::contract::combinations::combination;
use crate::contract::{formats, on_950};
use crate::device::soc::Generation;
use crate::ops::matmul::convert_weight_to_int4_pack::{Storage, pack};
use crate::prelude::*;

/// Packs the lowest four bits of each number of INT32, or numbers of FLOAT as FLOAT4_E2M1.
#[aclnn]
fn aclnnConvertWeightToINT4Pack(weight: Input, weight_int4_pack: Output) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let out = &weight_int4_pack;
    let types = [("weight", Some(&*weight)), ("weightInt4Pack", Some(&**out))];
    let table: &[&str] = match on_950() {
        true => &["i32|i4 i32", "f32|e2m1 f32"],
        false => &["i32|i4 i32"],
    };
    combination(&types, table)?;
    weight.format_nd()?;
    weight.rank_in(2..=3)?;
    if weight.is_empty() {
        return Err(weight.shape_refused("dimensions of 1 or more").into());
    }
    let shape = weight.shape();
    let rank = shape.len();
    let words = out.dtype()?.bits() == 32;
    let unit = if words { 8 } else { 2 };
    if shape[rank - 1] % unit != 0 {
        return Err(weight
            .shape_refused(format!("a multiple of {unit} as last dimension"))
            .into());
    }
    let mut wanted = shape.to_vec();
    if words {
        wanted[rank - 1] /= 8;
    }
    out.shape_is(
        &wanted,
        "that of `weight`, an eighth of the last dimension in words",
    )?;
    let matrices: i64 = shape[..rank - 2].iter().product();
    let extents = [matrices, shape[rank - 2], shape[rank - 1]];
    let mut storage = Storage {
        extents: extents.map(|extent| extent as usize),
        block: None,
    };
    if !formats::is_nz(out.format()) {
        out.contiguous()?;
        return Ok(pack(weight.read()?, out.write()?, storage)?);
    }
    let own = out.storage().last().copied().unwrap_or(0);
    let block = if words { own.saturating_mul(8) } else { own };
    let allowed: &[i64] = if on_950() { &[16, 32] } else { &[64] };
    let up = |extent: i64, size: i64| (extent + size - 1) / size;
    let dims = |block: i64| {
        let [_, rows, columns] = extents;
        let mut dims = shape[..rank - 2].to_vec();
        dims.extend([
            up(columns, block),
            up(rows, 16),
            16,
            if words { block / 8 } else { block },
        ]);
        dims
    };
    if !allowed.contains(&block) || out.storage() != dims(block) {
        let each: Vec<String> = allowed
            .iter()
            .map(|&block| format!("{:?}", dims(block)))
            .collect();
        return Err(Error::from(Reason::Shape {
            arg: out.name(),
            got: out.storage().to_vec(),
            allowed: format!("a storage of {}", each.join(" or ")),
        })
        .into());
    }
    storage.block = Some(block as usize);
    Ok(pack(weight.read()?, out.write_stored()?, storage)?)
}
