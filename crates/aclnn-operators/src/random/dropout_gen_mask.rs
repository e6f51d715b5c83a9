//! `aclnnDropoutGenMask`, `aclnnDropoutGenMaskV2`, `aclnnDropoutGenMaskV2Tensor`: masks of dropout. Source: ops-math, `random/dsa_gen_bit_mask`.

use crate::contract::random::{held, known, mask_fits, probability};
use crate::ops::draws::{Seeds, bits};
use crate::prelude::*;

fn mask(shape: &Ints, prob: f64, out: &Output, seeds: &dyn Fn() -> Result<Seeds>) -> Planned {
    out.dtype_is(U8)?;
    probability("prob", prob)?;
    let mut elements = 1_usize;
    for &extent in shape.iter() {
        let extent = usize::try_from(extent);
        let extent = extent.map_err(|_| {
            Error::value(shape.name(), format!("{:?}", &shape[..]), "0 or more each")
        })?;
        elements = elements.saturating_mul(extent);
    }
    mask_fits(out, elements)?;
    Ok(bits(seeds()?, 1.0 - prob, out.write()?)?)
}

/// Writes a bit for each element of a tensor of this shape, 0 with probability `prob`, by `seed` and `offset`.
#[aclnn]
fn aclnnDropoutGenMask(shape: Ints, prob: f64, seed: i64, offset: i64, out: Output) -> Planned {
    mask(&shape, prob, &out, &|| Ok(known(seed, offset)))
}

/// Writes a mask as `aclnnDropoutGenMask` does. `probDataType` changes nothing.
#[aclnn]
fn aclnnDropoutGenMaskV2(
    shape: Ints,
    prob: f64,
    seed: i64,
    offset: i64,
    prob_data_type: DataType,
    out: Output,
) -> Planned {
    prob_data_type.dtype_in(SHORT_EVERYWHERE)?;
    mask(&shape, prob, &out, &|| Ok(known(seed, offset)))
}

/// Writes a mask as `aclnnDropoutGenMask` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more. `probDataType` changes nothing.
#[aclnn]
fn aclnnDropoutGenMaskV2Tensor(
    shape: Ints,
    prob: f64,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: i64,
    prob_data_type: DataType,
    out: Output,
) -> Planned {
    prob_data_type.dtype_in(SHORT_EVERYWHERE)?;
    mask(&shape, prob, &out, &|| {
        held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)
    })
}
