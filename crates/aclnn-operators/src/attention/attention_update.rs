//! `aclnnAttentionUpdate`: results of attention over parts of the keys, merged. Source: ops-transformer, `attention/attention_update`.

use crate::ops::merged_attention::{ByLogarithms, by_logarithms};
use crate::prelude::*;

const FLOAT: Dtypes = on_910(&[]).and_910b(&[F32]);
const RESULTS: Dtypes = on_910(&[]).and_910b(&[F32]).and_950(&[F16, Bf16]);

/// Computes `out = sum(localOut[i] * exp(lse[i] - lseOut))` with `lseOut = log(sum(exp(lse[i])))` of each row: of 1 to 16 parts, whose rows have 8 to 512 elements, a
/// multiple of 8. Parts with an infinite `lse` take no part; where all have one, `out` is 0 and `lseOut` infinite. `updateType` 1 writes `lseOut`, 0 asks for null.
#[aclnn]
fn aclnnAttentionUpdate(
    lse: Inputs,
    local_out: Inputs,
    update_type: i64,
    out: Output,
    lse_out: Option<Output>,
) -> Planned {
    for tensor in lse.iter() {
        tensor.dtype_in(FLOAT)?;
    }
    out.dtype_in(RESULTS)?;
    for tensor in local_out.iter() {
        tensor.same_dtype(&out)?;
    }
    let count = lse.len();
    if !(1..=16).contains(&count) {
        return Err(Error::value("lse", format!("{count} tensors"), "1 to 16 tensors").into());
    }
    if local_out.len() != count {
        let got = format!("{} tensors", local_out.len());
        return Err(Error::value("localOut", got, format!("{count} tensors, as `lse`")).into());
    }
    let lse_out = match (update_type, lse_out) {
        (0, None) => None,
        (1, Some(lse_out)) => Some(lse_out),
        (0, Some(_)) => {
            let allowed = "null where `updateType` is 0";
            return Err(Error::value("lseOut", "a tensor", allowed).into());
        }
        (1, None) => {
            return Err(Error::value("lseOut", "null", "a tensor where `updateType` is 1").into());
        }
        _ => return Err(Error::value("updateType", update_type, "0 or 1").into()),
    };
    out.rank_in(2..=2)?;
    let [rows, columns] = [out.shape()[0], out.shape()[1]];
    if !(8..=512).contains(&columns) || columns % 8 != 0 {
        return Err(out
            .shape_refused("rows of 8 to 512 elements, a multiple of 8")
            .into());
    }
    for tensor in lse.iter() {
        tensor.shape_is(&[rows], "a number for each row of `out`")?;
    }
    for tensor in local_out.iter() {
        tensor.same_shape(&out)?;
    }
    if let Some(lse_out) = &lse_out {
        lse_out.dtype_in(FLOAT)?;
        lse_out.shape_is(&[rows], "a number for each row of `out`")?;
    }
    let of = ByLogarithms {
        lse: contract::read_all(&lse)?,
        local_out: contract::read_all(&local_out)?,
        out: out.write()?,
        lse_out: lse_out.as_ref().map(Output::write).transpose()?,
    };
    Ok(by_logarithms(of)?)
}
