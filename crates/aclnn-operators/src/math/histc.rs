//! `aclnnHistc`: how many elements are in each of equal parts of a range. Source: ops-math, `math/histogram_v2`.

use crate::ops::counting::{Span, histogram};
use crate::prelude::*;
use crate::tensor::Value;

const TYPES: Dtypes = on_all(&[F32, F16, I64, I32, I16, I8, U8]);

/// Writes how many elements of `self` are in each of `bins` equal parts of the range from `min` to `max`, both inclusive; if they are equal, of the range
/// of the elements. Numbers outside, and NaN, are not counted.
#[aclnn]
fn aclnnHistc(self_: Input, bins: i64, min: Scalar, max: Scalar, out: Output) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_in(TYPES)?;
    let single = |scalar: &Scalar| scalar.to_f64().unwrap_or(f64::NAN) as f32;
    let (low, high) = (single(&min), single(&max));
    for (scalar, limit) in [(&min, low), (&max, high)] {
        if limit.is_nan() || limit.is_infinite() && low != high {
            let allowed = "a finite number, or one infinity for both limits";
            return Err(Error::value(scalar.name(), limit, allowed).into());
        }
    }
    if bins <= 0 {
        return Err(Error::value("bins", bins, "1 or more").into());
    }
    let is_whole = self_.dtype()?.is_integer();
    let crossed = match is_whole {
        true => low as i32 > high as i32,
        false => low > high,
    };
    if crossed {
        let got = format!("{low} above {high}");
        return Err(Error::value(min.name(), got, "at most `max`").into());
    }
    self_.takes(out.dtype()?)?;
    out.rank_in(1..=1)?;
    self_.max_rank(8)?;
    out.shape_is(&[bins], "`bins`")?;
    if self_.is_empty() {
        return Ok(pointwise::fill(Value::new(0_i32), out.write()?)?);
    }
    let dtype = self_.dtype()?;
    let limit = |scalar: &Scalar, wide| {
        let own = scalar.in_type(dtype)?;
        let value = ops::value_as(&own, wide);
        value.ok_or_else(|| Error::dtype(scalar.name(), scalar.dtype(), "a real number"))
    };
    let span = match is_whole {
        true => {
            let [low, high] =
                [limit(&min, I64)?, limit(&max, I64)?].map(|limit| limit.get::<i64>());
            Span::Whole(low.unwrap_or(0), high.unwrap_or(0))
        }
        false => {
            let [low, high] =
                [limit(&min, F32)?, limit(&max, F32)?].map(|limit| limit.get::<f32>());
            Span::Real(low.unwrap_or(0.0), high.unwrap_or(0.0))
        }
    };
    Ok(histogram(self_.read()?, bins as usize, span, out.write()?)?)
}
