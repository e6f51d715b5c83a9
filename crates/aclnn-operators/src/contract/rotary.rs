//! Contracts of rotary position embeddings. Types are refused with 161002, shapes and modes with 561002.

use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::{ACLNN_ERR_INNER_TILING_ERROR, ACLNN_ERR_RUNTIME_ERROR};
use crate::abi::failure::{Code, Outcome};
use crate::argument::{ConstInOut, Dtypes, InOut, Input, Ints, Output, TensorArg};
use crate::error::{Error, Result};
use crate::ops::posembedding::{
    MAX_WIDTH, Mode, Rotate, RotateByPosition, Rotated, Sections, rotate, rotate_by_position,
};
use crate::ops::{Arg, Call};
use crate::tensor::Dtype::{Bf16, F16, F32};

use super::{on_910, on_all};

/// The mode with this number.
pub fn mode(name: &'static str, number: i64) -> Outcome<Mode> {
    let mode = Mode::of_number(number);
    mode.ok_or_else(|| Error::value(name, number, "0, 1, 2 or 3"))
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}

/// Refuses cosines and sines that do not broadcast to `x`, with `width` elements in a row.
pub fn broadcasts(cos: &TensorArg, sin: &TensorArg, x: &TensorArg, width: i64) -> Result<()> {
    sin.same_shape(cos)?;
    let (own, wanted) = (cos.shape(), x.shape());
    let fits = own.len() == wanted.len()
        && own
            .iter()
            .zip(&wanted[..wanted.len() - 1])
            .all(|(&extent, &of_x)| extent == 1 || extent == of_x)
        && own.last() == Some(&width);
    match fits {
        true => Ok(()),
        false => {
            let allowed = format!(
                "{wanted:?} or 1 in the place of extents but the last one, which is {width}"
            );
            Err(cos.shape_refused(allowed))
        }
    }
}

/// Refuses rows that are not of a multiple of `unit` elements, or longer than any that is rotated.
pub fn width(x: &TensorArg, width: i64, unit: usize) -> Result<()> {
    match (0..=MAX_WIDTH as i64).contains(&width) && width % unit as i64 == 0 {
        true => Ok(()),
        false => {
            let allowed = format!(
                "a multiple of {unit}, at most {MAX_WIDTH}, elements of a row that are rotated"
            );
            Err(x.shape_refused(allowed))
        }
    }
}

/// The operand with four axes: those of tokens, heads and elements get one of extent 1 before them.
pub fn four_axes(arg: Arg) -> Result<Arg> {
    match arg.view.layout.rank() {
        3 => arg.with_layout(arg.view.layout.with_axis(0)),
        _ => Ok(arg),
    }
}

/// Arguments of the forms of `aclnnRotaryPositionEmbedding`.
pub struct Embedding<'a> {
    /// The tensor that is rotated.
    pub x: &'a Input,
    /// Cosines.
    pub cos: &'a Input,
    /// Sines.
    pub sin: &'a Input,
    /// The number of the mode.
    pub mode: i64,
    /// A matrix in place of the mode.
    pub rotate: Option<&'a Input>,
    /// The result.
    pub out: &'a Output,
}

impl Embedding<'_> {
    /// Checks and plans `out = x·cos + rotated(x)·sin`.
    pub fn plan(self, types: Dtypes) -> Planned {
        let Self {
            x,
            cos,
            sin,
            rotate: matrix,
            out,
            ..
        } = self;
        x.dtype_in(types)?;
        let own: [&TensorArg; 3] = [cos, sin, out];
        own.into_iter()
            .chain(matrix.map(|matrix| &**matrix))
            .try_for_each(|other| other.same_dtype(x))?;
        let mode = mode("mode", self.mode)?;
        let columns = x.shape().last().copied().unwrap_or(0);
        let shapes = || {
            x.rank_in(3..=4)?;
            out.same_shape(x)?;
            if x.is_empty() {
                return Ok(());
            }
            width(x, columns, mode.unit())?;
            broadcasts(cos, sin, x, columns)?;
            match matrix {
                Some(matrix) => {
                    matrix.shape_is(&[columns; 2], "a square of the last extent of `x`")
                }
                None => Ok(()),
            }
        };
        shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        if x.is_empty() {
            return Ok(Call::nothing([x.read()?, out.write()?]));
        }
        Ok(rotate(Rotate {
            tensors: vec![Rotated {
                x: Some(four_axes(x.read()?)?),
                y: four_axes(out.write()?)?,
            }],
            cos: four_axes(cos.read()?)?,
            sin: four_axes(sin.read()?)?,
            mode,
            columns: 0..columns as usize,
            is_gradient: false,
            rotate: matrix.map(|matrix| matrix.read()).transpose()?,
        })?)
    }
}

/// Checks and plans the rotation of queries and keys in place. `layout` says which axis is which, which the shapes of cosines say too.
pub fn apply_in_place(
    [query, key]: [&InOut; 2],
    [cos, sin]: [&Input; 2],
    layout: i64,
    rotary_mode: &str,
    types: Dtypes,
) -> Planned {
    query.dtype_in(types)?;
    let others: [&TensorArg; 3] = [key, cos, sin];
    others
        .into_iter()
        .try_for_each(|other| other.same_dtype(query))?;
    // The rank, and the axis of heads.
    let (rank, heads) = match layout {
        1 | 2 => (4, 2),
        3 => (4, 1),
        4 => (3, 1),
        _ => {
            let allowed = "1 (BSND), 2 (SBND), 3 (BNSD) or 4 (TND)";
            return Err(Error::value("layout", layout, allowed).into());
        }
    };
    let mode = match rotary_mode {
        "half" => Mode::Half,
        "interleave" => Mode::Interleave,
        "quarter" => Mode::Quarter,
        other => {
            let allowed = "\"half\", \"interleave\" or \"quarter\"";
            return Err(Error::value("rotaryMode", other, allowed).into());
        }
    };
    for tensor in [query, key] {
        tensor.rank_in(rank..=rank)?;
    }
    let mut wanted = query.shape().to_vec();
    wanted[heads] = key.shape()[heads];
    key.shape_is(&wanted, "that of `queryRef` but for the heads")?;
    let columns = cos.shape().last().copied().unwrap_or(0);
    if columns > wanted[rank - 1] {
        let allowed = "a last extent of at most that of `queryRef`";
        return Err(cos.shape_refused(allowed).into());
    }
    width(cos, columns, mode.unit())?;
    for tensor in [query, key] {
        broadcasts(cos, sin, tensor, columns)?;
    }
    let tensors = [query, key].map(|y| {
        let y = four_axes(y.update()?)?;
        Ok(Rotated { x: None, y })
    });
    Ok(rotate(Rotate {
        tensors: tensors.into_iter().collect::<Result<_>>()?,
        cos: four_axes(cos.read()?)?,
        sin: four_axes(sin.read()?)?,
        mode,
        columns: 0..columns as usize,
        is_gradient: false,
        rotate: None,
    })?)
}

/// Arguments of the forms of `aclnnInplacePartialRotaryMul`.
pub struct Partial<'a> {
    /// The tensor that is rotated in place.
    pub x: &'a ConstInOut,
    /// Cosines.
    pub cos: &'a Input,
    /// Sines.
    pub sin: &'a Input,
    /// The number of the mode.
    pub rotary_mode: i64,
    /// The first column that is rotated, and the one behind the last.
    pub slice: Option<&'a Ints>,
    /// True if gradients are computed.
    pub is_gradient: bool,
}

impl Partial<'_> {
    /// Checks shapes and plans the rotation of some columns in place.
    pub fn plan(self) -> Planned {
        let Self { x, cos, sin, .. } = self;
        let shapes = || {
            x.rank_in(4..=4)?;
            let columns = x.shape()[3];
            let slice = match self.slice.map(|slice| &**slice) {
                None => [0, columns],
                Some(&[start, end]) if 0 <= start && start <= end && end <= columns => [start, end],
                Some(other) => {
                    let allowed = format!("two numbers in ascending order, from 0 to {columns}");
                    return Err(Error::value("partialSlice", format!("{other:?}"), allowed));
                }
            };
            if self.rotary_mode != 1 {
                let allowed = "1 (neighbours): the operator has no other mode";
                return Err(Error::value("rotaryMode", self.rotary_mode, allowed));
            }
            if slice[0] < slice[1] && !x.is_empty() {
                width(x, slice[1] - slice[0], 2)?;
                broadcasts(cos, sin, x, slice[1] - slice[0])?;
            }
            Ok(slice)
        };
        let [start, end] = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        if start == end || x.is_empty() {
            return Ok(Call::nothing([x.update()?]));
        }
        Ok(rotate(Rotate {
            tensors: vec![Rotated {
                x: None,
                y: x.update()?,
            }],
            cos: cos.read()?,
            sin: sin.read()?,
            mode: Mode::Interleave,
            columns: start as usize..end as usize,
            is_gradient: self.is_gradient,
            rotate: None,
        })?)
    }
}

/// Arguments of the forms of `aclnnRopeWithSinCosCache`.
pub struct ByPosition<'a> {
    /// Rows of the table.
    pub positions: &'a Input,
    /// Queries.
    pub query_in: &'a Input,
    /// Keys.
    pub key_in: &'a Input,
    /// The table.
    pub cos_sin_cache: &'a Input,
    /// Pairs that each row of positions serves.
    pub mrope_section: Option<&'a Ints>,
    /// Elements of a head.
    pub head_size: i64,
    /// True if pairs are of both halves.
    pub is_neox_style: bool,
    /// 1 if rows of positions take turns.
    pub cache_mode: i64,
    /// Rotated queries.
    pub query_out: &'a Output,
    /// Rotated keys.
    pub key_out: &'a Output,
}

impl ByPosition<'_> {
    /// Checks and plans the rotation of heads by rows of a table.
    pub fn plan(self, types: Dtypes) -> Planned {
        let Self {
            positions,
            query_in,
            key_in,
            cos_sin_cache,
            head_size,
            cache_mode,
            ..
        } = self;
        positions.dtype_in(on_all(&[crate::tensor::Dtype::I64]))?;
        query_in.dtype_in(types)?;
        let others: [&TensorArg; 4] = [key_in, cos_sin_cache, self.query_out, self.key_out];
        others
            .into_iter()
            .try_for_each(|other| other.same_dtype(query_in))?;
        // Programs without sections pass none, or only zeros.
        let sections = self.mrope_section.map_or(&[][..], |section| section);
        let sections = match sections.iter().all(|&count| count == 0) {
            true => &[],
            false => sections,
        };
        let shapes = || {
            positions.rank_in(1..=2)?;
            for tensor in [query_in, key_in, cos_sin_cache] {
                tensor.rank_in(2..=2)?;
            }
            let tokens = query_in.shape()[0];
            let wanted = match sections.len() {
                0 => vec![tokens],
                count => vec![count as i64, tokens],
            };
            positions.shape_is(&wanted, "the sections, if there are any, and the tokens")?;
            self.query_out.same_shape(query_in)?;
            self.key_out.same_shape(key_in)?;
            for tensor in [query_in, key_in] {
                let [rows, columns] = [tensor.shape()[0], tensor.shape()[1]];
                if rows != tokens || head_size <= 0 || columns % head_size.max(1) != 0 {
                    let allowed = format!("{tokens} rows of whole heads of {head_size} elements");
                    return Err(tensor.shape_refused(allowed));
                }
            }
            let pairs = cos_sin_cache.shape()[1] / 2;
            let is_segmented = cache_mode == 0;
            let fits = match sections {
                [] => true,
                [_, _, _] | [_, _, _, _] if is_segmented => {
                    sections.iter().all(|&count| count >= 0)
                        && sections.iter().copied().fold(0, i64::saturating_add) == pairs
                }
                [_, second, _] => *second >= 0,
                _ => false,
            };
            if !fits {
                let allowed = format!(
                    "3 or, in `cacheMode` 0, 4 numbers from 0 up, which are {pairs} together"
                );
                return Err(Error::value(
                    "mropeSection",
                    format!("{sections:?}"),
                    allowed,
                ));
            }
            if !matches!(cache_mode, 0 | 1) {
                return Err(Error::value("cacheMode", cache_mode, "0 or 1"));
            }
            Ok(())
        };
        shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let columns = cos_sin_cache.shape()[1];
        if columns > head_size {
            let allowed = format!("rows of at most `headSize` = {head_size} elements");
            return Err(cos_sin_cache.shape_refused(allowed)).code(ACLNN_ERR_RUNTIME_ERROR);
        }
        width(cos_sin_cache, columns, 2).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let heads = |arg: Arg| {
            let columns = arg.view.layout.shape()[1];
            arg.with_layout(arg.view.layout.split(1, columns / head_size, head_size))
        };
        let tensors = [(query_in, self.query_out), (key_in, self.key_out)].map(|(x, y)| {
            Ok(Rotated {
                x: Some(heads(x.read()?)?),
                y: heads(y.write()?)?,
            })
        });
        let tensors = tensors.into_iter().collect::<Result<_>>()?;
        Ok(rotate_by_position(RotateByPosition {
            positions: positions.read()?,
            cos_sin_cache: cos_sin_cache.read()?,
            sections: match *sections {
                [] => Sections::All,
                [_, second, _] if cache_mode == 1 => {
                    Sections::InTurns([second.clamp(0, columns) as usize; 2])
                }
                _ => {
                    let counts = sections
                        .iter()
                        .map(|&count| count.clamp(0, columns) as usize);
                    Sections::InOrder(counts.collect())
                }
            },
            mode: match self.is_neox_style {
                true => Mode::Half,
                false => Mode::Interleave,
            },
            tensors,
        })?)
    }
}

/// FLOAT16 and FLOAT, and BFLOAT16 where there is such a thing, on Ascend910B, Ascend950 and Ascend310P.
pub const ROTARY_TYPES: Dtypes = on_910(&[]).and_after_910(&[F32, F16]).and_910b(&[Bf16]);
