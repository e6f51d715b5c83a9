//! `aclnnMoeInitRoutingV3`: the rows of tokens in the order of some experts, quantised or not; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_init_routing_v3`.

use std::ops::Range;

use crate::contract::moe::{extents, range_of, within};
use crate::ops::moe::{Carried, Counts, Kept, Method, Of, QuantiseRows, Rest, Routing, routing};
use crate::prelude::*;

/// Types of rows on Ascend950 besides FLOAT16, BFLOAT16, FLOAT and INT8.
pub(super) const ROWS: Dtypes = on_910(&[])
    .and_910b(&[F16, Bf16, F32, I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn, F4E2m1]);

/// Storage of a `quantMode`: the type of the rows, the types of their source, and their scales.
struct Mode {
    to: Dtype,
    from: Dtypes,
    scales: Scales,
}

/// Granularity of the scales of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scales {
    /// Nothing.
    None,
    /// Itself: FLOAT.
    Row,
    /// Each 32 elements, in pairs: FLOAT8_E8M0; `true` with an axis for the two of a pair.
    Mx(bool),
    /// Each 128 elements: FLOAT; `true` in pairs.
    Groups(bool),
}

const HALVES_ON_950: Dtypes = only_950(&[F16, Bf16]);

/// The mode of a number; refuses one that the chip does not have.
fn mode(quant_mode: i64) -> Result<Mode> {
    let of = |to, from, scales| Mode { to, from, scales };
    Ok(match quant_mode {
        0 => of(I8, SHORT_SINCE_910B, Scales::None),
        1 => of(I8, SHORT_SINCE_910B, Scales::Row),
        2 | 16 => of(F8E5m2, HALVES_ON_950, Scales::Mx(false)),
        3 | 17 => of(F8E4m3fn, HALVES_ON_950, Scales::Mx(false)),
        4 | 14 => of(F8E5m2, HALVES_ON_950, Scales::Groups(false)),
        5 | 15 => of(F8E4m3fn, HALVES_ON_950, Scales::Groups(false)),
        6 | 7 => of(Hifloat8, HALVES_ON_950, Scales::None),
        8 => of(Hifloat8, HALVES_ON_950, Scales::Row),
        9 => of(F4E2m1, HALVES_ON_950, Scales::Mx(true)),
        11 => of(F8E5m2, HALVES_ON_950, Scales::Groups(true)),
        12 => of(F8E4m3fn, HALVES_ON_950, Scales::Groups(true)),
        13 => of(I4, only_950(&[F32, Bf16]), Scales::Row),
        _ => {
            let allowed = match contract::on_950() {
                true => "-1 to 9 and 11 to 17",
                false => "-1, 0 or 1",
            };
            return Err(Error::value("quantMode", quant_mode, allowed));
        }
    })
}

/// The arguments of both versions, under their documented names.
pub(super) struct Init {
    pub x: Input,
    pub expert_idx: Input,
    pub scale: Option<Input>,
    pub offset: Option<Input>,
    /// The number, of the third version.
    pub active_num: Option<i64>,
    /// The tensor that holds the number, of the fourth one.
    pub active_num_tensor: Option<Input>,
    pub expert_capacity: i64,
    pub expert_num: i64,
    pub drop_pad_mode: i64,
    pub expert_tokens_num_type: i64,
    pub expert_tokens_num_flag: bool,
    pub quant_mode: i64,
    pub active_expert_range: Option<Ints>,
    pub row_idx_type: i64,
    pub expanded_x_out: Output,
    pub expanded_row_idx_out: Output,
    pub expert_tokens_count_or_cumsum_out: Output,
    pub expanded_scale_out: Output,
    /// `topkWeightOptional` and `expandedTopkWeightOut`.
    pub weights: Option<(Input, Output)>,
}

/// Extents, from the shapes.
struct Shapes {
    tokens: usize,
    top_k: usize,
    range: Range<i64>,
    rows: usize,
}

impl Init {
    fn is_quantised(&self) -> bool {
        self.quant_mode != -1
    }

    /// Returns true if scales are moved with the rows.
    fn moves_scales(&self) -> bool {
        !self.is_quantised() && self.scale.is_some()
    }

    fn types(&self) -> Result<()> {
        self.x.dtype_in(ROWS)?;
        self.expert_idx.dtype_is(I32)?;
        let has_block_scales = [F8E5m2, F8E4m3fn, F4E2m1].contains(&self.x.dtype()?);
        let mut scales = F32;
        match self.is_quantised() {
            true => {
                let mode = mode(self.quant_mode)?;
                if mode.from.present().count() == 0 {
                    return Err(Error::value(
                        "quantMode",
                        self.quant_mode,
                        "-1, 0 or 1 on this chip",
                    ));
                }
                self.x.dtype_in(mode.from)?;
                self.expanded_x_out.dtype_is(mode.to)?;
                scales = if matches!(mode.scales, Scales::Mx(_)) {
                    F8E8m0
                } else {
                    F32
                };
                if let Some(scale) = &self.scale {
                    scale.dtype_is(F32)?;
                }
                if mode.scales != Scales::None {
                    self.expanded_scale_out.dtype_is(scales)?;
                }
            }
            false => {
                self.expanded_x_out.same_dtype(&self.x)?;
                if has_block_scales {
                    scales = F8E8m0;
                }
                if let Some(scale) = &self.scale {
                    scale.dtype_is(scales)?;
                    self.expanded_scale_out.dtype_is(scales)?;
                }
            }
        }
        if let Some(offset) = &self.offset {
            offset.dtype_is(F32)?;
        }
        self.expanded_row_idx_out.dtype_is(I32)?;
        if self.expert_tokens_num_flag {
            self.expert_tokens_count_or_cumsum_out.dtype_is(I64)?;
        }
        if let Some((weights, output)) = &self.weights {
            weights.dtype_is(F32)?;
            output.dtype_is(F32)?;
        }
        Ok(())
    }

    fn attributes(&self, tokens: i64, choices: i64) -> Result<Range<i64>> {
        if let Some(number) = self.active_num {
            within("activeNum", number, 0..=i64::MAX)?;
            if contract::on_950() && number != choices {
                let allowed = format!("{choices}, the elements of `expertIdx`, on Ascend950");
                return Err(Error::value("activeNum", number, allowed));
            }
            if contract::on_950() && !self.expert_tokens_num_flag {
                return Err(Error::value(
                    "expertTokensNumFlag",
                    false,
                    "true on Ascend950",
                ));
            }
        }
        within("dropPadMode", self.drop_pad_mode, 0..=1)?;
        within("expertTokensNumType", self.expert_tokens_num_type, 0..=2)?;
        within("rowIdxType", self.row_idx_type, 0..=1)?;
        let most = if self.expert_tokens_num_type == 2 {
            5120
        } else {
            10240
        };
        within("expertNum", self.expert_num, 0..=most)?;
        let range = match &self.active_expert_range {
            Some(range) => range_of(range, 0, self.expert_num)?,
            None => 0..self.expert_num,
        };
        if self.drop_pad_mode == 1 {
            within("expertCapacity", self.expert_capacity, 1..=tokens)?;
            if range != (0..self.expert_num) {
                let got = format!("{range:?}");
                return Err(Error::value(
                    "activeExpertRangeOptional",
                    got,
                    "all experts with `dropPadMode` 1",
                ));
            }
            if self.expert_tokens_num_flag {
                within("expertTokensNumType", self.expert_tokens_num_type, 1..=1)?;
            }
            if contract::on_950() {
                within("rowIdxType", self.row_idx_type, 0..=0)?;
                within("quantMode", self.quant_mode, -1..=-1)?;
            }
        }
        Ok(range)
    }

    fn shapes(&self) -> Result<Shapes> {
        let [tokens, width] = extents::<2>(&self.x)?;
        let [_, top_k] = extents::<2>(&self.expert_idx)?;
        self.expert_idx
            .shape_is(&[tokens, top_k], "as many rows as `x`")?;
        let choices = tokens * top_k;
        let range = self.attributes(tokens, choices)?;
        let rows = match (self.drop_pad_mode, self.active_num, &self.active_num_tensor) {
            (1, ..) => {
                let shape = [self.expert_num, self.expert_capacity, width];
                self.expanded_x_out
                    .shape_is(&shape, "`expertCapacity` rows for each expert")?;
                self.expert_num * self.expert_capacity
            }
            (_, _, Some(number)) => {
                number.rank_in(0..=1)?;
                if number.numel() != 1 {
                    return Err(number.shape_refused("one element"));
                }
                let [rows, _] = extents::<2>(&self.expanded_x_out)?;
                self.expanded_x_out.shape_is(
                    &[rows.min(choices), width],
                    "rows of `x`, at most one for each choice",
                )?;
                rows
            }
            (_, most, None) => {
                let most = most.filter(|&most| most > 0);
                let rows = most.map_or(choices, |most| most.min(choices));
                self.expanded_x_out
                    .shape_is(&[rows, width], "a row for each choice, up to `activeNum`")?;
                rows
            }
        };
        if self.x.dtype()?.bits() < 8 || self.expanded_x_out.dtype()?.bits() < 8 {
            if width % 2 != 0 {
                return Err(self
                    .x
                    .shape_refused("an even last dimension, for elements of four bits"));
            }
            for tensor in [&*self.x, &*self.expanded_x_out] {
                if tensor.dtype()?.bits() < 8 {
                    tensor.contiguous()?;
                }
            }
        }
        self.expanded_row_idx_out
            .shape_is(&[choices], "the elements of `expertIdx`")?;
        if self.expert_tokens_num_flag {
            let counts = &self.expert_tokens_count_or_cumsum_out;
            match self.expert_tokens_num_type {
                2 => counts.shape_is(&[self.expert_num, 2], "a pair for each expert")?,
                _ => counts.shape_is(
                    &[range.end - range.start],
                    "a number for each expert of the range",
                )?,
            }
        }
        self.scales([tokens, width, rows, choices], &range)?;
        if let Some((weights, output)) = &self.weights {
            weights.same_shape(&self.expert_idx)?;
            output.shape_is(&[rows, 1], "a weight for each row")?;
        }
        Ok(Shapes {
            tokens: tokens as usize,
            top_k: top_k as usize,
            range,
            rows: rows as usize,
        })
    }

    /// Refuses scales of other shapes. Those of rows may also have a row for each choice.
    fn scales(&self, [tokens, width, rows, choices]: [i64; 4], range: &Range<i64>) -> Result<()> {
        let output = &self.expanded_scale_out;
        let rows_first = |behind: &[&[i64]]| {
            let counts = if self.drop_pad_mode == 1 {
                [rows, rows]
            } else {
                [rows, choices]
            };
            let fits = |count: i64, behind: &&[i64]| [&[count], *behind].concat() == output.shape();
            match behind
                .iter()
                .any(|behind| counts.iter().any(|&count| fits(count, behind)))
            {
                true => Ok(()),
                false => {
                    let allowed = behind
                        .iter()
                        .map(|behind| format!("{:?}", [&[rows], *behind].concat()));
                    Err(output.shape_refused(allowed.collect::<Vec<_>>().join(" or ")))
                }
            }
        };
        if !self.is_quantised() {
            return match &self.scale {
                Some(scale) if scale.dtype()? == F8E8m0 => {
                    let pairs = (width + 63) / 64;
                    scale.shape_is(
                        &[tokens, pairs, 2],
                        "a scale for each 32 elements of `x`, in pairs",
                    )?;
                    rows_first(&[&[pairs, 2]])
                }
                Some(scale) => {
                    scale.shape_is(&[tokens], "the first dimension of `x`")?;
                    rows_first(&[&[], &[1]])
                }
                None => Ok(()),
            };
        }
        let is_static = matches!(self.quant_mode, 0 | 7);
        let needed = [
            (is_static, &self.scale, "scaleOptional"),
            (self.quant_mode == 0, &self.offset, "offsetOptional"),
        ];
        for (is_needed, tensor, arg) in needed {
            match (is_needed, tensor) {
                (true, Some(tensor)) => tensor.shape_is(&[1], "one number for all")?,
                (true, None) => return Err(Reason::Null { arg }.into()),
                (false, Some(tensor))
                    if arg == "scaleOptional" && matches!(self.quant_mode, 1 | 13) =>
                {
                    let experts = if self.quant_mode == 1 {
                        range.end - range.start
                    } else {
                        1
                    };
                    if tensor.shape() != [experts, width] && tensor.shape() != [1, width] {
                        return Err(
                            tensor.shape_refused(format!("[{experts}, {width}] or [1, {width}]"))
                        );
                    }
                }
                (false, Some(_)) => return Err(Error::value(arg, "a tensor", "null in this mode")),
                (false, None) => {}
            }
        }
        match mode(self.quant_mode)?.scales {
            Scales::None => Ok(()),
            Scales::Row => rows_first(&[&[], &[1]]),
            Scales::Mx(false) => rows_first(&[&[(width + 63) / 64 * 2]]),
            Scales::Mx(true) => rows_first(&[&[(width + 63) / 64, 2]]),
            Scales::Groups(false) => rows_first(&[&[(width + 127) / 128]]),
            Scales::Groups(true) => rows_first(&[&[(width + 255) / 256, 2]]),
        }
    }

    pub fn planned(self) -> Planned {
        self.types()?;
        let shapes = self.shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (source, target) = (self.x.read()?, self.expanded_x_out.write()?);
        let mut carried = Vec::new();
        let mut quantised = None;
        match self.is_quantised() {
            true => {
                let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
                let has_scales = mode(self.quant_mode)?.scales != Scales::None;
                quantised = Some(QuantiseRows {
                    x: source,
                    method: Method::of_mode(self.quant_mode)?,
                    scale: read(&self.scale)?,
                    offset: read(&self.offset)?,
                    codes: target,
                    scales: has_scales
                        .then(|| self.expanded_scale_out.write())
                        .transpose()?,
                });
            }
            false => carried.push(Carried {
                source,
                of: Of::Token,
                target,
            }),
        }
        if let Some(scale) = self.scale.as_ref().filter(|_| self.moves_scales()) {
            carried.push(Carried {
                source: scale.read()?,
                of: Of::Token,
                target: self.expanded_scale_out.write()?,
            });
        }
        if let Some((weights, output)) = &self.weights {
            carried.push(Carried {
                source: weights.read()?,
                of: Of::Choice,
                target: output.write()?,
            });
        }
        let what = match (self.drop_pad_mode, self.expert_tokens_num_type) {
            (0, 0) => Counts::Cumulative,
            (0, 2) => Counts::Pairs,
            _ => Counts::Each,
        };
        let counts = match self.expert_tokens_num_flag {
            true => Some((self.expert_tokens_count_or_cumsum_out.write()?, what)),
            false => None,
        };
        let is_padded = self.drop_pad_mode == 1;
        Ok(routing(Routing {
            range: Some(shapes.range),
            kept: match is_padded {
                true => Kept::Capacity(self.expert_capacity as usize),
                false => Kept::First(shapes.rows),
            },
            limit: self
                .active_num_tensor
                .as_ref()
                .map(Input::read)
                .transpose()?,
            rest: if is_padded {
                Rest::Zeros
            } else {
                Rest::Untouched
            },
            rows: shapes.rows,
            carried,
            quantised,
            by_place: self.row_idx_type == 1 && !is_padded,
            counts,
            ..Routing::new(
                self.expert_idx.read()?,
                [shapes.tokens, shapes.top_k],
                self.expanded_row_idx_out.write()?,
            )
        })?)
    }
}

/// Sorts the elements of `expertIdx`, stably: s. Choices of experts outside `activeExpertRangeOptional` come last and have no row. Writes `expandedXOut[i] = x[s[i] / k]`, the first `activeNum` rows
/// or, for 0, all, or with `dropPadMode` 1 `expertCapacity` rows of each expert, filled up with zeros. `expandedRowIdxOut` gets the row of each choice or -1 (`rowIdxType` 0), or s (1). `expertTokensCountOrCumsumOut`
/// gets the experts' numbers of choices, cumulative (`expertTokensNumType` 0), each (1), or as pairs with the expert (2). `quantMode` -1 moves rows, and `scaleOptional` with them; the other modes
/// quantise. Rows and indices behind the last choice stay as they are.
#[aclnn]
fn aclnnMoeInitRoutingV3(
    x: Input,
    expert_idx: Input,
    scale_optional: Option<Input>,
    offset_optional: Option<Input>,
    active_num: i64,
    expert_capacity: i64,
    expert_num: i64,
    drop_pad_mode: i64,
    expert_tokens_num_type: i64,
    expert_tokens_num_flag: bool,
    quant_mode: i64,
    active_expert_range_optional: Option<Ints>,
    row_idx_type: i64,
    expanded_x_out: ConstOutput,
    expanded_row_idx_out: ConstOutput,
    expert_tokens_count_or_cumsum_out: ConstOutput,
    expanded_scale_out: ConstOutput,
) -> Planned {
    Init {
        x,
        expert_idx,
        scale: scale_optional,
        offset: offset_optional,
        active_num: Some(active_num),
        active_num_tensor: None,
        expert_capacity,
        expert_num,
        drop_pad_mode,
        expert_tokens_num_type,
        expert_tokens_num_flag,
        quant_mode,
        active_expert_range: active_expert_range_optional,
        row_idx_type,
        expanded_x_out,
        expanded_row_idx_out,
        expert_tokens_count_or_cumsum_out,
        expanded_scale_out,
        weights: None,
    }
    .planned()
}
