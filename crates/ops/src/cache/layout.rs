//! Layouts of caches as views of one form.

#![forbid(unsafe_code)]

use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, Layout};

/// Positions of the rows of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheLayout {
    /// (blocks, rows of a block, heads, elements), or heads and elements as one axis.
    Rows,
    /// (blocks, heads, rows of a block, elements).
    Heads,
    /// Pieces of `C0` elements: (blocks, heads · elements / C0, rows of a block, C0), or heads and pieces as two axes.
    Pieces,
}

impl CacheLayout {
    /// Returns a cache as (blocks, rows, heads, pieces, elements of a piece).
    pub fn of(self, cache: &Arg, heads: usize) -> Result<Arg> {
        let layout = &cache.view.layout;
        let heads = heads as i64;
        let found = match (self, layout.shape()) {
            (Self::Rows, &[_, _, own, _]) if own == heads => Some(layout.with_axis(3)),
            (Self::Rows, &[_, _, elements]) if heads > 0 && elements % heads == 0 => {
                Some(layout.split(2, heads, elements / heads).with_axis(3))
            }
            (Self::Heads, &[_, own, _, _]) if own == heads => {
                Some(layout.permuted(&[0, 2, 1, 3]).with_axis(3))
            }
            (Self::Pieces, &[_, pieces, _, _]) if heads > 0 && pieces % heads == 0 => {
                let split = layout.split(1, heads, pieces / heads);
                Some(split.permuted(&[0, 3, 1, 2, 4]))
            }
            (Self::Pieces, &[_, own, _, _, _]) if own == heads => {
                Some(layout.permuted(&[0, 3, 1, 2, 4]))
            }
            _ => None,
        };
        match found {
            Some(layout) => cache.viewed(layout),
            None => {
                let allowed = match self {
                    Self::Rows => format!("blocks, rows of a block, {heads} heads, elements"),
                    Self::Heads => format!("blocks, {heads} heads, rows of a block, elements"),
                    Self::Pieces => {
                        format!("blocks, pieces of {heads} heads, rows of a block, elements")
                    }
                };
                Err(Error::shape(cache.name, layout.shape(), allowed))
            }
        }
    }
}

/// Returns rows of tokens, heads and elements as (tokens, heads, pieces, elements of a piece), for a cache of that form.
pub(super) fn rows_for(rows: &Arg, cache: &Arg) -> Result<Arg> {
    let [_, _, heads, pieces, elements] = cache.extents::<5>()?.map(|extent| extent as i64);
    let layout = &rows.view.layout;
    match *layout.shape() {
        [_, own, width] if own == heads && width == pieces * elements => {
            rows.viewed(layout.split(2, pieces, elements))
        }
        ref shape => {
            let width = pieces * elements;
            let allowed = format!("tokens, {heads} heads, {width} elements");
            Err(Error::shape(rows.name, shape, allowed))
        }
    }
}

/// Returns rows and a cache with all heads as one, if both lie so that a row is one run.
pub(super) fn merged(rows: Arg, cache: Arg) -> Result<(Arg, Arg)> {
    let [blocks, per_block, heads, pieces, elements] =
        cache.extents::<5>()?.map(|extent| extent as i64);
    let [tokens, ..] = rows.extents::<4>()?.map(|extent| extent as i64);
    let all = heads * pieces * elements;
    let joined = (
        rows.view.layout.reshaped(&[tokens, 1, 1, all]),
        cache.view.layout.reshaped(&[blocks, per_block, 1, 1, all]),
    );
    match joined {
        (Some(own), Some(of_cache)) => Ok((rows.viewed(own)?, cache.viewed(of_cache)?)),
        _ => Ok((rows, cache)),
    }
}

/// Returns a tensor of elements of four bits as one of bytes, two elements each; another tensor as it is. Rows are dense and begin with a byte.
pub fn bytes_of_packed(arg: Arg) -> Result<Arg> {
    if arg.view.dtype.bits() >= 8 {
        return Ok(arg);
    }
    let layout = &arg.view.layout;
    let (mut shape, mut strides) = (layout.shape().to_vec(), layout.strides().to_vec());
    let last = shape.len().wrapping_sub(1);
    let is_whole = |(at, (&extent, &stride)): (usize, (&i64, &i64))| match at == last {
        true => extent % 2 == 0 && (stride == 1 || extent == 0),
        false => extent == 1 || stride % 2 == 0,
    };
    let fits = !shape.is_empty()
        && layout.offset() % 2 == 0
        && shape.iter().zip(&strides).enumerate().all(is_whole);
    if !fits {
        let allowed = "rows of an even number of elements, one behind the other, for four bits each, that begin with a byte";
        return Err(Error::shape(arg.name, layout.shape(), allowed));
    }
    shape[last] /= 2;
    strides[..last].iter_mut().for_each(|stride| *stride /= 2);
    let layout = Layout::new(
        shape.as_slice().into(),
        strides.as_slice().into(),
        layout.offset() / 2,
    );
    Arg::new(arg.name, arg.role, Dtype::U8, layout, arg.view.address)
}
