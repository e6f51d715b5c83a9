//! Scales: of keys and values of few bits, of quantised queries, and of quantised results.

use super::{FLOAT, Inference, absent, extents::Extents, is_float, present, refused};
use crate::argument::{Input, TensorArg};
use crate::contract::{on_all, only_950};
use crate::error::{Error, Reason, Result};
use crate::ops::Arg;
use crate::ops::attention::Factors;
use crate::tensor::Dtype::{self, *};

/// Scales of elements, and what is added before.
pub type Decoding = (Factors, Option<Arg>);

/// Scales of elements.
#[derive(Clone, Copy)]
struct Distances {
    strides: [usize; 4],
    shared: [usize; 2],
    by_block: bool,
}

impl Distances {
    const fn of(strides: [usize; 4]) -> Self {
        Self {
            strides,
            shared: [1; 2],
            by_block: false,
        }
    }

    fn factors(self, arg: Arg) -> Factors {
        Factors {
            arg,
            strides: self.strides,
            shared: self.shared,
            by_block: self.by_block,
        }
    }
}

/// Returns true if decoding is by scales of keys and values alone, queries being numbers of a floating-point type.
fn is_decoded(query: Dtype, key: Dtype) -> bool {
    is_float(query) && !is_float(key)
}

impl Inference<'_> {
    /// Refuses scales that do not fit the types, and those that are missing.
    pub(super) fn check_quantisation(&self, extents: &Extents) -> Result<()> {
        if let Some(of) = self.descaled()? {
            return self.check_descaled(&of, extents);
        }
        let options = &self.options;
        let (query, key) = (self.query.dtype()?, self.key[0].dtype()?);
        let result = self.attention_out.dtype()?;
        let factors = [options.deq_scale1, options.quant_scale1, options.deq_scale2];
        let of_keys = [
            options.key_antiquant_scale,
            options.key_antiquant_offset,
            options.value_antiquant_scale,
            options.value_antiquant_offset,
        ];
        let joint = [options.antiquant_scale, options.antiquant_offset];
        let why = "for these types of queries, keys and values";
        let is_whole = query == I8
            && present(options.dequant_scale_query).is_none()
            && present(options.key_antiquant_scale).is_none();
        if is_whole {
            for (factor, name) in factors
                .into_iter()
                .zip(["deqScale1", "quantScale1", "deqScale2"])
            {
                let factor = present(factor).ok_or(Reason::Null { arg: name })?;
                if factor.numel() != 1 {
                    return Err(refused(factor, "one number"));
                }
            }
            if extents.has_rope {
                return Err(Reason::Null {
                    arg: "dequantScaleQueryOptional",
                }
                .into());
            }
        } else {
            factors.into_iter().try_for_each(|of| absent(of, why))?;
        }
        if is_whole || is_float(key) {
            of_keys
                .into_iter()
                .chain(joint)
                .try_for_each(|of| absent(of, why))?;
        }
        if is_whole || is_float(query) {
            absent(options.dequant_scale_query, why)?;
        }
        if !is_float(query) && !is_whole {
            joint.into_iter().try_for_each(|of| absent(of, why))?;
            for offset in [options.key_antiquant_offset, options.value_antiquant_offset] {
                absent(offset, why)?;
            }
        }
        if extents.has_rope && is_decoded(query, key) {
            return Err(Error::dtype(
                self.key[0].name(),
                key,
                "that of `query` where there are second parts for rotary positions",
            ));
        }
        if !is_float(key)
            && extents.input.is_of_tokens()
            && is_float(query)
            && extents.pages.is_none()
        {
            return Err(Error::dtype(
                self.key[0].name(),
                key,
                "that of `query` in TND and NTD without a block table",
            ));
        }
        let [scale, offset] = [options.quant_scale2, options.quant_offset2];
        let Some(scale) = present(scale) else {
            absent(offset, "without `quantScale2`")?;
            return match is_quantised(result) {
                true => Err(Reason::Null { arg: "quantScale2" }.into()),
                false => Ok(()),
            };
        };
        if !is_quantised(result) {
            return Err(refused(scale, "null where results are not quantised"));
        }
        let channels = extents.heads[0] * extents.columns[1];
        if scale.numel() != 1 && scale.numel() != channels {
            return Err(refused(
                scale,
                format!("one number, or {channels}, one for each element of a row of results"),
            ));
        }
        if let Some(offset) = present(offset) {
            offset.same_dtype(scale)?;
            offset.same_shape(scale)?;
        }
        Ok(())
    }

    /// The scales of queries, keys and values, read.
    pub(super) fn factors(&self, extents: &Extents) -> Result<[Option<Decoding>; 3]> {
        let options = &self.options;
        let (query, key) = (self.query.dtype()?, self.key[0].dtype()?);
        if is_float(key) || query == I8 && present(options.dequant_scale_query).is_none() {
            return Ok([const { None }; 3]);
        }
        let of_query = match is_float(query) {
            true => None,
            false => {
                let scale = present(options.dequant_scale_query).ok_or(Reason::Null {
                    arg: "dequantScaleQueryOptional",
                })?;
                scale.dtype_in(FLOAT)?;
                Some((
                    self.of_queries(scale, extents)?.factors(scale.read()?),
                    None,
                ))
            }
        };
        let given = [
            (
                options.key_antiquant_scale,
                options.key_antiquant_offset,
                options.key_antiquant_mode,
                "keyAntiquantMode",
            ),
            (
                options.value_antiquant_scale,
                options.value_antiquant_offset,
                options.value_antiquant_mode,
                "valueAntiquantMode",
            ),
        ];
        let modes = given.map(|of| of.2);
        let mut all = [const { None }; 2];
        for (side, (scale, offset, mode, name)) in given.into_iter().enumerate() {
            let Some(scale) = present(scale) else {
                continue;
            };
            let may_differ = modes == [0, 1] || !is_float(query);
            if modes[0] != modes[1] && !may_differ {
                return Err(Error::value(
                    "keyAntiquantMode",
                    format!("{} where `valueAntiquantMode` is {}", modes[0], modes[1]),
                    "the same for both, or 0 and 1",
                ));
            }
            let distances = self.of_mode((name, mode), scale, scale.shape(), side, extents)?;
            let offset = present(offset);
            if let Some(offset) = offset {
                if mode == 6 {
                    return Err(refused(offset, "null where scales are of groups"));
                }
                offset.same_dtype(scale)?;
                offset.same_shape(scale)?;
            }
            let offset = offset.map(Input::read).transpose()?;
            all[side] = Some((distances.factors(scale.read()?), offset));
        }
        let offsets = [options.key_antiquant_offset, options.value_antiquant_offset]
            .map(|of| present(of).is_some());
        if offsets[0] != offsets[1] {
            let name = if offsets[0] {
                "valueAntiquantOffset"
            } else {
                "keyAntiquantOffset"
            };
            return Err(Reason::Null { arg: name }.into());
        }
        let [of_key, of_value] = match all {
            [None, None] => self.joint(extents)?,
            [None, Some(_)] => {
                return Err(Reason::Null {
                    arg: "keyAntiquantScale",
                }
                .into());
            }
            [Some(_), None] => {
                return Err(Reason::Null {
                    arg: "valueAntiquantScale",
                }
                .into());
            }
            both => both,
        };
        Ok([of_query, of_key, of_value])
    }

    /// The scales of keys and of values that lie in one tensor, one behind the other.
    fn joint(&self, extents: &Extents) -> Result<[Option<Decoding>; 2]> {
        let options = &self.options;
        let scale = present(options.antiquant_scale).ok_or(Reason::Null {
            arg: "antiquantScale",
        })?;
        let mode = options.antiquant_mode;
        if !matches!(mode, 0 | 1) {
            return Err(Error::value("antiquantMode", mode, "0 or 1"));
        }
        let shape = scale.shape();
        if shape.first() != Some(&2) {
            return Err(refused(
                scale,
                "2 as the first extent, for keys and for values",
            ));
        }
        let offset = present(options.antiquant_offset);
        if let Some(offset) = offset {
            offset.same_dtype(scale)?;
            offset.same_shape(scale)?;
        }
        let (scales, offsets) = (scale.read()?, offset.map(Input::read).transpose()?);
        let mut all = [const { None }; 2];
        for (side, all) in all.iter_mut().enumerate() {
            let own = &shape[1..];
            let distances = self.of_mode(("antiquantMode", mode), scale, own, side, extents)?;
            let half = |of: &Arg| of.viewed(of.view.layout.picked(0, side as i64));
            let offset = offsets.as_ref().map(half).transpose()?;
            *all = Some((distances.factors(half(&scales)?), offset));
        }
        Ok(all)
    }

    /// The scales of keys (side 0) or values in a mode.
    fn of_mode(
        &self,
        (name, mode): (&'static str, i64),
        scale: &TensorArg,
        shape: &[i64],
        side: usize,
        extents: &Extents,
    ) -> Result<Distances> {
        let query = self.query.dtype()?;
        let rank = match mode {
            5 => 3,
            6 => 4,
            _ => 2,
        };
        let numbers: &[i64] = match shape {
            [1, rest @ ..] if rest.len() == rank => rest,
            other => other,
        };
        let count = shape.iter().product::<i64>();
        let heads = extents.heads[1];
        let columns = extents.columns[side];
        let (batch, rows) = (extents.batch as i64, extents.longest_keys() as i64);
        let last = shape.last().copied().unwrap_or(1);
        let of_query = match is_float(query) {
            true => on_all(match query {
                F16 => &[F16],
                _ => &[Bf16],
            }),
            false => FLOAT,
        };
        scale.dtype_in(match mode {
            0 | 2 => of_query,
            6 => only_950(&[F8E8m0]),
            _ => FLOAT,
        })?;
        let paged = |wanted: Vec<i64>, strides: [usize; 4]| match numbers == wanted {
            true => Ok(Distances {
                by_block: true,
                ..Distances::of(strides)
            }),
            false => Err(refused(scale, format!("{wanted:?}"))),
        };
        let own = last.max(0) as usize;
        if extents.input.is_of_tokens() && extents.pages.is_none() && matches!(mode, 1 | 3 | 6 | 7)
        {
            return Err(Error::value(
                name,
                mode,
                "0 or 2 in TND and NTD without a block table",
            ));
        }
        match (mode, extents.pages) {
            (0, _) if count == (heads * columns) as i64 => Ok(Distances::of([0, columns, 0, 1])),
            (0, _) if count == 1 => Ok(Distances::of([0; 4])),
            (0, _) => Err(refused(
                scale,
                format!(
                    "{} numbers, one for each element of the heads of a row, or one",
                    heads * columns
                ),
            )),
            (1, _) if numbers.len() == 2 && numbers[0] == batch && last >= rows => {
                Ok(Distances::of([own, 0, 1, 0]))
            }
            (1, _) => Err(refused(scale, format!("[{batch}, {rows} or more]"))),
            (2, _) if count == heads as i64 => Ok(Distances::of([0, 1, 0, 0])),
            (2, _) => Err(refused(scale, format!("[{heads}]"))),
            (3, _) if shape == [batch, heads as i64, last] && last >= rows => {
                Ok(Distances::of([heads * own, own, 1, 0]))
            }
            (3, _) => Err(refused(
                scale,
                format!("[{batch}, {heads}, {rows} or more]"),
            )),
            (4, Some([blocks, size])) => paged(vec![blocks as i64, size as i64], [size, 0, 1, 0]),
            (5, Some([blocks, size])) => paged(
                vec![blocks as i64, heads as i64, size as i64],
                [heads * size, size, 1, 0],
            ),
            (4 | 5, None) => Err(Error::value(
                name,
                mode,
                "0 to 3, 6 or 7 without a block table",
            )),
            (6, _) => {
                let groups = columns / 32;
                match *numbers {
                    [b, n, s, g]
                        if b == batch
                            && n == heads as i64
                            && s >= rows
                            && g == groups as i64
                            && columns.is_multiple_of(32) =>
                    {
                        let own = s as usize * groups;
                        Ok(Distances {
                            shared: [1, 32],
                            ..Distances::of([heads * own, own, groups, 1])
                        })
                    }
                    _ => Err(refused(
                        scale,
                        format!("[1, {batch}, {heads}, {rows} or more, {groups}]"),
                    )),
                }
            }
            (7, _) => match *shape {
                [b, n, s, 1] if b == batch && n == heads as i64 && s >= (rows + 255) / 256 => {
                    let own = s as usize;
                    Ok(Distances {
                        shared: [256, 1],
                        ..Distances::of([heads * own, own, 1, 0])
                    })
                }
                _ => Err(refused(
                    scale,
                    format!("[{batch}, {heads}, {}, 1]", (rows + 255) / 256),
                )),
            },
            _ => Err(Error::value(name, mode, "0 to 7")),
        }
    }

    /// The scales of queries.
    fn of_queries(&self, scale: &Input, extents: &Extents) -> Result<Distances> {
        let mode = self.options.query_quant_mode;
        let [heads, _] = extents.heads;
        let queries = extents.rows[0];
        let batch = if extents.input.is_of_tokens() {
            1
        } else {
            extents.batch
        };
        match mode {
            3 => {
                let mut wanted =
                    extents
                        .input
                        .shape([batch as i64, heads as i64, queries as i64, 1]);
                // But where heads and elements are one axis.
                if extents.input.last(2, 1) == 1 {
                    wanted.pop();
                }
                scale.shape_is(&wanted, "a number for each head of each query")?;
                Ok(Distances::of(
                    extents.input.strides_of_rows([batch, heads, queries]),
                ))
            }
            7 => {
                let blocks = queries.div_ceil(128);
                scale.shape_is(
                    &[batch as i64, heads as i64, blocks as i64, 1],
                    "a number for each 128 queries of a head",
                )?;
                Ok(Distances {
                    shared: [128, 1],
                    ..Distances::of([heads * blocks, blocks, 1, 0])
                })
            }
            _ => Err(Error::value(
                "queryQuantMode",
                mode,
                "3, 6 or 7 for quantised queries (6 of FLOAT8_E4M3FN)",
            )),
        }
    }
}

fn is_quantised(dtype: Dtype) -> bool {
    matches!(dtype, I8 | Hifloat8 | F8E4m3fn)
}
