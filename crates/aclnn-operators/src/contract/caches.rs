//! Contracts of paged caches: keys and values that are scattered to slots, and gathered from blocks.

use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{InOut, Input, Ints, TensorArg};
use crate::error::{Error, Result};
use crate::ops::cache::{
    Beyond, CacheLayout, Compressed, Compression, Scatter, Stored, bytes_of_packed, scatter,
    scatter_compressed,
};
use crate::ops::{Arg, Call};
use crate::tensor::Layout;

use super::INDEX_TYPES;

/// Keys or values, and their cache.
pub struct Part<'a> {
    /// Rows of tokens and heads.
    pub rows: &'a Input,
    /// Their cache.
    pub cache: &'a InOut,
    /// Elements from a token to the next one, and from the beginning of the first token to its rows, where they are parts of wider tokens.
    pub stride: Option<[i64; 2]>,
}

/// Arguments of the forms of `aclnnScatterPaKvCache`.
pub struct Scattered<'a> {
    /// Keys, and values where there are any.
    pub parts: Vec<Part<'a>>,
    /// The slot of each token, or the first one of each head.
    pub slot_mapping: &'a Input,
    /// Tokens of each head that are kept, joined or left out.
    pub compress_lens: Option<&'a Input>,
    /// The first of them.
    pub compress_seq_offset: Option<&'a Input>,
    /// Tokens of each sequence.
    pub seq_lens: Option<&'a Input>,
    /// Layout of the caches.
    pub layout: CacheLayout,
    /// The compression that a mode names; without one the operands tell.
    pub compression: Option<Compression>,
    /// The code of a refused rank.
    pub rank_code: i32,
}

impl Scattered<'_> {
    /// Checks and plans the copies.
    pub fn plan(self) -> Planned {
        let slots = self.slot_mapping;
        slots.dtype_in(INDEX_TYPES)?;
        let numbers = [self.compress_lens, self.compress_seq_offset, self.seq_lens];
        numbers
            .into_iter()
            .flatten()
            .try_for_each(|other| other.same_dtype(slots))?;
        let first: &TensorArg = match self.parts.first() {
            Some(part) => part.rows,
            None => slots,
        };
        let rank = first.rank();
        for Part { rows, .. } in &self.parts {
            rows.rank_in(3..=4).code(self.rank_code)?;
            rows.rank_in(rank..=rank).code(self.rank_code)?;
            let tokens = || match rows.shape()[..rank - 1] == first.shape()[..rank - 1] {
                true => Ok(()),
                false => {
                    Err(rows.shape_refused(format!("the tokens and heads of `{}`", first.name())))
                }
            };
            tokens()?;
        }
        let is_compressed = rank == 4 || self.compression.is_some();
        match is_compressed {
            true => self.compressed(),
            false => self.by_slots(),
        }
    }

    fn by_slots(self) -> Planned {
        let tokens = self.slot_mapping.numel() as i64;
        for part in &self.parts {
            let shape = part.rows.shape();
            if shape[0] != tokens {
                let allowed = format!("{tokens} tokens, as `slotMapping` has");
                return Err(part.rows.shape_refused(allowed)).code(ACLNN_ERR_INNER_TILING_ERROR);
            }
        }
        if self.parts.iter().all(|part| part.rows.is_empty()) {
            return self.nothing();
        }
        let stored = self.parts.iter().map(|part| {
            let rows = match part.stride {
                None => part.rows.read()?,
                Some(stride) => within_wider_tokens(part.rows, stride)?,
            };
            Ok(Stored {
                rows: bytes_of_packed(rows)?,
                cache: bytes_of_packed(part.cache.update()?)?,
                layout: self.layout,
            })
        });
        let stored = stored.collect::<Result<_>>()?;
        let slot_mapping = self.slot_mapping.read()?;
        scatter(Scatter {
            slot_mapping,
            stored,
            beyond: Beyond::Fails,
        })
        .code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn compressed(self) -> Planned {
        let (Some(compress_lens), Some(seq_lens)) = (self.compress_lens, self.seq_lens) else {
            let missing = match self.compress_lens {
                None => "compressLensOptional",
                Some(_) => "seqLensOptional",
            };
            let allowed = "a tensor, for keys of four dimensions and compressed ones";
            return Err(Error::value(missing, "a null pointer", allowed).into());
        };
        let compression = match (self.compression, self.compress_seq_offset) {
            (Some(compression), _) => compression,
            (None, Some(_)) => Compression::Rope,
            (None, None) => Compression::Alibi,
        };
        if self.parts.iter().all(|part| part.rows.is_empty()) {
            return self.nothing();
        }
        let mut tokens_of_sequence = None;
        let stored = self.parts.iter().map(|part| {
            let rows = part.rows.read()?;
            let rows = match *part.rows.shape() {
                [batch, tokens, heads, width] => {
                    tokens_of_sequence = Some(tokens as usize);
                    joined(rows, [batch * tokens, heads, width])?
                }
                _ => rows,
            };
            Ok((rows, part.cache.update()?))
        });
        let stored = stored.collect::<Result<_>>()?;
        let offset = self
            .compress_seq_offset
            .filter(|_| compression != Compression::Alibi);
        scatter_compressed(Compressed {
            compression,
            slot_mapping: self.slot_mapping.read()?,
            compress_lens: compress_lens.read()?,
            compress_seq_offset: offset.map(|offset| offset.read()).transpose()?,
            seq_lens: seq_lens.read()?,
            stored,
            tokens_of_sequence,
        })
        .code(ACLNN_ERR_INNER_TILING_ERROR)
    }

    fn nothing(&self) -> Planned {
        let caches = self.parts.iter().map(|part| part.cache.update());
        Ok(Call::nothing(caches.collect::<Result<Vec<_>>>()?))
    }
}

/// Sequences and their tokens as one axis, where strides say that.
fn joined(rows: Arg, shape: [i64; 3]) -> Result<Arg> {
    match rows.view.layout.reshaped(&shape) {
        Some(layout) => rows.viewed(layout),
        None => {
            let got = format!("a view with strides {:?}", rows.view.layout.strides());
            let allowed = "sequences one behind the other, as in a contiguous tensor";
            Err(Error::value(rows.name, got, allowed))
        }
    }
}

/// The operand as parts of wider tokens: `stride` elements from one to the next, from `offset` on.
fn within_wider_tokens(rows: &Input, [stride, offset]: [i64; 2]) -> Result<Arg> {
    let &[tokens, heads, width] = rows.shape() else {
        return Err(rows.shape_refused("three dimensions"));
    };
    let arg = rows.read()?;
    let first = arg.view.layout.offset().saturating_add(offset);
    let shape = [tokens, heads, width].as_slice().into();
    let strides = [stride, width, 1].as_slice().into();
    let arg = arg.with_layout(Layout::new(shape, strides, first))?;
    arg.check_memory()?;
    Ok(arg)
}

/// Reads the two numbers of `strides` and of `offsets`, for keys and for values.
pub fn strides_and_offsets(
    strides: Option<&Ints>,
    offsets: Option<&Ints>,
) -> Result<[Option<[i64; 2]>; 2]> {
    let two = |name: &'static str, array: Option<&Ints>, least: i64| match array.map(|of| &**of) {
        Some(&[a, b]) if a >= least && b >= least => Ok([a, b]),
        other => {
            let got = other.map_or("a null pointer".into(), |of| format!("{of:?}"));
            let allowed = format!("two numbers of at least {least}, for keys and for values");
            Err(Error::value(name, got, allowed))
        }
    };
    let [of_keys, of_values] = two("stridesOptional", strides, 1)?;
    let [first_key, first_value] = two("offsetsOptional", offsets, 0)?;
    Ok([Some([of_keys, first_key]), Some([of_values, first_value])])
}
