//! `aclnnRotaryPositionEmbeddingGrad`: gradients of rotary positions. Source: ops-transformer, `posembedding/rotary_position_embedding_grad`.

use crate::contract::rotary::{broadcasts, four_axes, mode as mode_of, width};
use crate::ops::posembedding::{RotateGradient, rotate_gradient};
use crate::prelude::*;

/// Computes the gradients of `aclnnRotaryPositionEmbedding` by `x`, `dxOut`, and, where `xOptional` is given, by `cos` and `sin`: sums of `dy * x` and of
/// `dy * rotated(x)` over the axes along which these broadcast. FLOAT, FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnRotaryPositionEmbeddingGrad(
    dy: Input,
    cos: Input,
    sin: Input,
    x_optional: Option<Input>,
    mode: i64,
    dx_out: ConstOutput,
    dcos_out: ConstOutput,
    dsin_out: ConstOutput,
) -> Planned {
    dy.dtype_in(SHORT_SINCE_910B)?;
    let others: [&TensorArg; 5] = [&cos, &sin, &dx_out, &dcos_out, &dsin_out];
    others
        .into_iter()
        .chain(x_optional.as_deref())
        .try_for_each(|other| other.same_dtype(&dy))?;
    let mode = mode_of("mode", mode)?;
    let shapes = || -> Result<()> {
        dy.rank_in(3..=4)?;
        dx_out.same_shape(&dy)?;
        let columns = dy.shape()[dy.rank() - 1];
        width(&dy, columns, mode.unit())?;
        broadcasts(&cos, &sin, &dy, columns)?;
        if let Some(x) = &x_optional {
            x.same_shape(&dy)?;
            dcos_out.same_shape(&cos)?;
            dsin_out.same_shape(&cos)?;
        }
        Ok(())
    };
    shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let x = x_optional.map(|x| four_axes(x.read()?)).transpose()?;
    Ok(rotate_gradient(RotateGradient {
        dy: four_axes(dy.read()?)?,
        cos: four_axes(cos.read()?)?,
        sin: four_axes(sin.read()?)?,
        dcos: four_axes(dcos_out.write()?)?,
        dsin: four_axes(dsin_out.write()?)?,
        x,
        mode,
        dx: four_axes(dx_out.write()?)?,
    })?)
}
