//! `aclnnEye`: ones on the diagonal of a matrix. Source: ops-math, `math/eye`.

use crate::prelude::*;

const TYPES: Dtypes = on_910(&[F32, F16, I32, I8, I16, U8, I64, Bool]).and_910b(&[Bf16]);

/// Writes a matrix of `n` rows and `m` columns with 1 on its diagonal and 0 elsewhere.
#[aclnn]
fn aclnnEye(n: i64, m: i64, out: Output) -> Planned {
    out.dtype_in(TYPES)?;
    out.rank_in(2..=2)?;
    for (name, extent) in [("n", n), ("m", m)] {
        if extent < 0 {
            return Err(Error::value(name, extent, "0 or more").into());
        }
    }
    out.shape_is(&[n, m], "`n` rows of `m` columns")?;
    Ok(ops::creation::eye(out.write()?)?)
}
