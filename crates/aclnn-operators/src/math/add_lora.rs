//! `aclnnAddLora`: products with the two matrices of an adapter, added; on Ascend910B and Ascend310P. Source: ops-math, `math/add_lora`.

use crate::device::soc::Generation;
use crate::ops::adapters::{Adapters, add};
use crate::prelude::*;

/// Most adapters, and layers of one.
const MOST: i64 = 32;
/// Most columns.
const WIDEST: i64 = 131_072;
/// Most rows of the first matrix, and columns of the second.
const RANKS: i64 = 128;

/// Refuses extents that are no multiple of 16 from 16 to `most`.
fn is_whole(tensor: &TensorArg, axis: usize, most: i64) -> Result<()> {
    let extent = tensor.shape()[axis];
    if (1..=most).contains(&extent) && extent % 16 == 0 {
        return Ok(());
    }
    let allowed = format!("a multiple of 16 up to {most} in dimension {axis}");
    Err(tensor.shape_refused(allowed))
}

/// Copies `y`, with `scale` times the product of a row of `x`, the transpose of `weightAOptional[i, layerIdx]` and that of `weightB[i, layerIdx]` added from column `yOffset` on, for the `i`
/// of the row in `indices`; below 0 nothing is added. Without `weightAOptional` rows of `x` are multiplied by the second matrix alone. `ySliceSize` columns are added to, -1: as many as
/// `weightB` has rows.
#[aclnn(generated)]
fn aclnnAddLora(
    y: Input,
    x: Input,
    weight_b: Input,
    indices: Input,
    weight_a_optional: Option<Input>,
    layer_idx: i64,
    scale: f64,
    y_offset: i64,
    y_slice_size: i64,
    out: ConstOutput,
) -> Planned {
    let first = weight_a_optional.as_ref();
    let others = [&x as &TensorArg, &weight_b, &out];
    y.dtype_is(F16)?;
    for tensor in others.into_iter().chain(first.map(|a| -> &TensorArg { a })) {
        tensor.same_dtype(&y)?;
    }
    indices.dtype_is(I32)?;
    contract::needs_chip(&[Generation::Ascend910B, Generation::Other])?;
    let columns = || -> Result<[usize; 2]> {
        for tensor in [&y, &x] {
            tensor.rank_in(2..=2)?;
        }
        weight_b.rank_in(4..=4)?;
        let (batch, inputs) = (y.shape()[0], x.shape()[1]);
        let &[adapters, layers, outer, inner] = weight_b.shape() else {
            return Err(weight_b.shape_refused("4 dimensions"));
        };
        x.shape_is(&[batch, inputs], "as many rows as `y`")?;
        indices.shape_is(&[batch], "one for each row of `y`")?;
        out.same_shape(&y)?;
        match first {
            Some(a) => a.shape_is(&[adapters, layers, inner, inputs], "by `weightB` and `x`")?,
            None => x.shape_is(&[batch, inner], "by `weightB`")?,
        }
        if !(1..=MOST).contains(&adapters) || !(1..=MOST).contains(&layers) {
            return Err(weight_b.shape_refused(format!("1 to {MOST} adapters and layers")));
        }
        is_whole(&y, 1, WIDEST)?;
        is_whole(&x, 1, WIDEST)?;
        is_whole(&weight_b, 2, WIDEST)?;
        is_whole(&weight_b, 3, if first.is_some() { RANKS } else { WIDEST })?;
        if !(0..layers).contains(&layer_idx) {
            let allowed = format!("0 to {}", layers - 1);
            return Err(Error::value("layerIdx", layer_idx, allowed));
        }
        let last = y.shape()[1] - outer;
        if !(0..=last).contains(&y_offset) {
            let allowed = format!("0 to {last}, so that {outer} columns follow");
            return Err(Error::value("yOffset", y_offset, allowed));
        }
        let count = if y_slice_size == -1 {
            outer
        } else {
            y_slice_size
        };
        if !(0..=outer).contains(&count) {
            let allowed = format!("-1, or 0 to {outer} (the rows of `weightB`)");
            return Err(Error::value("ySliceSize", y_slice_size, allowed));
        }
        Ok([y_offset as usize, count as usize])
    };
    let columns = columns().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let of_layer = |weight: &Input| -> Result<ops::Arg> {
        let arg = weight.read()?;
        arg.viewed(arg.view.layout.picked(1, layer_idx))
    };
    let adapters = Adapters {
        y: y.read()?,
        x: x.read()?,
        weight_a: first.map(of_layer).transpose()?,
        weight_b: of_layer(&weight_b)?,
        indices: indices.read()?,
        columns,
        scale,
    };
    Ok(add(adapters, out.write()?)?)
}
