//! `aclnnExpand`: a tensor broadcast to a shape. Source: ops-math, `math/expand`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F16, F32, U8, I8, I32, I64, Bool]).and_910b(&[Bf16]);

/// Copies `self`, repeated along dimensions of one element and new ones before the others, to the shape `size`.
#[aclnn]
fn aclnnExpand(self_: Input, size: Ints, out: Output) -> Planned {
    out.same_dtype(&self_)?;
    self_.dtype_in(TYPES)?;
    let view = self_.layout().expanded(&size);
    let view = view.ok_or_else(|| {
        let got = format!("{:?}", &*size);
        let allowed = format!(
            "a shape to which {:?} (that of `self`) broadcasts",
            self_.shape()
        );
        Error::value("size", got, allowed)
    })?;
    out.shape_is(&size, "`size`")?;
    contract::up_to_rank_8(&[&self_, &out])?;
    Ok(ops::movement::moved(self_.read()?, view, out.write()?)?)
}
