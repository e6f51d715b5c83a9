//! `aclnnMultinomial`, `aclnnMultinomialTensor`: classes by their weights. Source: ops-math, `random/stateless_sample_multinomial`.

use crate::contract::random::{held, known};
use crate::ops::draws::Seeds;
use crate::ops::multinomial::multinomial;
use crate::prelude::*;

const TYPES: Dtypes = FLOATING;

/// Most classes.
const MOST: i64 = 1 << 24;

fn drawn(self_: &Input, draws: i64, replaces: bool, seeds: Seeds, out: &Output) -> Planned {
    self_.rank_in(1..=2)?;
    let rows = &self_.shape()[..self_.rank() - 1];
    let classes = self_.shape()[self_.rank() - 1];
    let wanted: Vec<i64> = rows.iter().copied().chain([draws]).collect();
    out.shape_is(&wanted, "`numsamples` for each row of `self`")?;
    if draws <= 0 {
        return Err(Error::value("numsamples", draws, "1 or more").into());
    }
    if !replaces && draws > classes {
        let allowed = format!("up to {classes} (the classes of `self`) without replacement");
        return Err(Error::value("numsamples", draws, allowed).into());
    }
    if classes > MOST {
        return Err(self_.shape_refused(format!("up to {MOST} classes")).into());
    }
    if self_.is_empty() {
        return contract::untouched(self_, &[out]);
    }
    Ok(multinomial(seeds, replaces, self_.read()?, out.write()?)?)
}

/// Draws `numsamples` classes for each row of weights, which need no sum of 1, by `seed` and `offset`: each by itself, or without taking one twice.
#[aclnn]
fn aclnnMultinomial(
    self_: Input,
    numsamples: i64,
    replacement: bool,
    seed: i64,
    offset: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(TYPES)?;
    out.dtype_is(I64)?;
    drawn(&self_, numsamples, replacement, known(seed, offset), &out)
}

/// Draws as `aclnnMultinomial` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
#[aclnn]
fn aclnnMultinomialTensor(
    self_: Input,
    numsamples: i64,
    replacement: bool,
    seed_tensor: Input,
    offset_tensor: Input,
    offset: i64,
    out: Output,
) -> Planned {
    self_.dtype_in(TYPES)?;
    let seeds = held(on_all(&[I64]), &seed_tensor, &offset_tensor, offset)?;
    out.dtype_is(I64)?;
    drawn(&self_, numsamples, replacement, seeds, &out)
}
