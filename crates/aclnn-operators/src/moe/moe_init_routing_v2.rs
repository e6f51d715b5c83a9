//! `aclnnMoeInitRoutingV2`: the rows of tokens in the order of their experts, as many for each expert or not; on Ascend910B, Ascend910_93, Ascend950 and Ascend310P. Source:
//! ops-transformer, `moe/moe_init_routing_v2`.

use crate::contract::moe::{FLOATS_AND_310P, all_shaped, extents, on_310p, within};
use crate::ops::moe::{
    Carried, Counts, Kept, Method, Of, Outside, QuantiseRows, Rest, Routing, routing,
};
use crate::prelude::*;

/// The arguments of the second version and of its quantised form, under their documented names.
pub(super) struct Init {
    pub x: Input,
    pub expert_idx: Input,
    pub active_num: i64,
    pub expert_capacity: i64,
    pub expert_num: i64,
    pub drop_pad_mode: i64,
    pub expert_tokens_count_or_cumsum_flag: i64,
    pub expert_tokens_before_capacity_flag: bool,
    pub expanded_x_out: Output,
    pub expanded_row_idx_out: Output,
    /// The output of counts without and with a capacity.
    pub counts: [Option<Output>; 2],
    pub quantised: Option<Quantised>,
}

/// Further arguments of the quantised form.
pub(super) struct Quantised {
    pub scale: Option<Input>,
    pub offset: Option<Input>,
    /// True if each row has a scale of its own.
    pub is_dynamic: bool,
    pub scales: Option<Output>,
}

impl Init {
    /// Tokens, choices of a token, and rows of the output.
    fn shapes(&self) -> Result<[i64; 3]> {
        let [tokens, width] = extents::<2>(&self.x)?;
        if on_310p() && width % 32 != 0 {
            return Err(self.x.shape_refused("a multiple of 32 as last dimension"));
        }
        let one_axis = contract::on_950() && self.quantised.is_none();
        self.expert_idx
            .rank_in(if one_axis { 1..=2 } else { 2..=2 })?;
        let top_k = self.expert_idx.shape().get(1).copied().unwrap_or(1);
        if self.expert_idx.shape()[0] != tokens {
            return Err(self
                .expert_idx
                .shape_refused(format!("{tokens} rows, as `x` has")));
        }
        within("activeNum", self.active_num, 0..=i64::MAX)?;
        within("expertCapacity", self.expert_capacity, 0..=i64::MAX)?;
        within("expertNum", self.expert_num, 0..=i64::MAX)?;
        within("dropPadMode", self.drop_pad_mode, 0..=i64::from(!on_310p()))?;
        let flag = self.expert_tokens_count_or_cumsum_flag;
        within("expertTokensCountOrCumsumFlag", flag, 0..=2)?;
        let choices = tokens * top_k;
        let rows = match self.drop_pad_mode {
            1 => {
                within("expertNum", self.expert_num, 1..=i64::MAX)?;
                within("expertCapacity", self.expert_capacity, 1..=tokens.max(1))?;
                let shape = [self.expert_num, self.expert_capacity, width];
                self.expanded_x_out
                    .shape_is(&shape, "`expertCapacity` rows for each expert")?;
                self.expert_num * self.expert_capacity
            }
            _ => {
                if flag > 0 {
                    within("expertNum", self.expert_num, 1..=i64::MAX)?;
                }
                let rows = match self.active_num {
                    0 => choices,
                    most => most.min(choices),
                };
                self.expanded_x_out
                    .shape_is(&[rows, width], "a row for each choice, up to `activeNum`")?;
                rows
            }
        };
        self.expanded_row_idx_out
            .shape_is(&[choices], "the elements of `expertIdx`")?;
        let counts = self.counts().map(|(output, _)| &**output);
        all_shaped(&[counts], &[self.expert_num], "`expertNum` numbers")?;
        Ok([tokens, top_k, rows])
    }

    /// The counts that this call writes.
    fn counts(&self) -> Option<(&Output, Counts)> {
        let [plain, before_capacity] = &self.counts;
        match (self.drop_pad_mode, self.expert_tokens_count_or_cumsum_flag) {
            (0, 1) => plain.as_ref().map(|output| (output, Counts::Cumulative)),
            (0, 2) => plain.as_ref().map(|output| (output, Counts::Each)),
            (1, _) if self.expert_tokens_before_capacity_flag => before_capacity
                .as_ref()
                .map(|output| (output, Counts::Each)),
            _ => None,
        }
    }

    /// Refuses null in place of counts that are asked for.
    fn missing_counts(&self) -> Result<()> {
        let arg = match (self.drop_pad_mode, self.expert_tokens_count_or_cumsum_flag) {
            (0, 1 | 2) => "expertTokensCountOrCumsumOut",
            (1, _) if self.expert_tokens_before_capacity_flag => "expertTokensBeforeCapacityOut",
            _ => return Ok(()),
        };
        match self.counts() {
            Some(_) => Ok(()),
            None => Err(Reason::Null { arg }.into()),
        }
    }

    fn quantised_shapes(&self, quantised: &Quantised, rows: i64) -> Result<()> {
        let width = self.x.shape()[1];
        let is_int4 = self.expanded_x_out.dtype()? == I4;
        if is_int4 {
            if width % 2 != 0 {
                return Err(self.x.shape_refused("an even last dimension, for INT4"));
            }
            within("dropPadMode", self.drop_pad_mode, 0..=0)?;
            self.expanded_x_out.contiguous()?;
        }
        if let Some(scale) = &quantised.scale {
            let experts = if is_int4 { 1 } else { self.expert_num };
            match scale.shape() {
                [1] if !quantised.is_dynamic => {}
                &[1, columns] if quantised.is_dynamic && columns == width => {}
                &[of, columns] if quantised.is_dynamic && [of, columns] == [experts, width] => {}
                _ => {
                    let allowed = match quantised.is_dynamic {
                        true => format!("[1, {width}] or [{experts}, {width}]"),
                        false => "[1]".into(),
                    };
                    return Err(scale.shape_refused(allowed));
                }
            }
        }
        match quantised.is_dynamic {
            true => match &quantised.scales {
                Some(scales) => scales.shape_is(&[rows], "a scale for each row"),
                None => Err(Reason::Null {
                    arg: "dynamicQuantScaleOutOptional",
                }
                .into()),
            },
            false => {
                let given = [
                    (&quantised.scale, "scaleOptional"),
                    (&quantised.offset, "offsetOptional"),
                ];
                for (tensor, arg) in given {
                    let tensor = tensor
                        .as_ref()
                        .ok_or_else(|| Error::from(Reason::Null { arg }))?;
                    tensor.shape_is(&[1], "one number for all")?;
                }
                Ok(())
            }
        }
    }

    pub fn planned(self, shape_code: aclnnStatus) -> Planned {
        self.expanded_row_idx_out.dtype_is(I32)?;
        if let Some((counts, _)) = self.counts() {
            counts.dtype_is(I32)?;
        }
        let [tokens, top_k, rows] = self.shapes().code(shape_code)?;
        self.missing_counts()?;
        let (source, target) = (self.x.read()?, self.expanded_x_out.write()?);
        let mut carried = Vec::new();
        let mut quantised = None;
        match &self.quantised {
            Some(of) => {
                self.quantised_shapes(of, rows).code(shape_code)?;
                quantised = Some(QuantiseRows {
                    x: source,
                    method: if of.is_dynamic {
                        Method::Row
                    } else {
                        Method::Static
                    },
                    scale: of.scale.as_ref().map(Input::read).transpose()?,
                    offset: of
                        .offset
                        .as_ref()
                        .filter(|_| !of.is_dynamic)
                        .map(Input::read)
                        .transpose()?,
                    codes: target,
                    scales: of
                        .scales
                        .as_ref()
                        .filter(|_| of.is_dynamic)
                        .map(Output::write)
                        .transpose()?,
                });
            }
            None => carried.push(Carried {
                source,
                of: Of::Token,
                target,
            }),
        }
        let counts = match self.counts() {
            Some((output, what)) => Some((output.write()?, what)),
            None => None,
        };
        // The factors of each expert are found by its number, which is then held against theirs.
        let has_factors = self.quantised.as_ref().and_then(|of| of.scale.as_ref());
        let has_factors =
            has_factors.is_some_and(|scale| scale.rank() == 2 && scale.shape()[0] > 1);
        let is_bounded = counts.is_some() || self.drop_pad_mode == 1 || has_factors;
        Ok(routing(Routing {
            range: is_bounded.then_some(0..self.expert_num),
            outside: Outside::Refused,
            kept: match self.drop_pad_mode {
                1 => Kept::Capacity(self.expert_capacity as usize),
                _ => Kept::First(rows as usize),
            },
            rest: Rest::Zeros,
            rows: rows as usize,
            carried,
            quantised,
            counts,
            ..Routing::new(
                self.expert_idx.read()?,
                [tokens, top_k].map(|count| count as usize),
                self.expanded_row_idx_out.write()?,
            )
        })?)
    }
}

/// Sorts the elements of `expertIdx` (INT32, on Ascend950 INT64 too; rank 2, on Ascend950 1 too), stably: s. Writes `expandedXOut[i] = x[s[i] / k]`, the first `activeNum` rows or, for 0, all, and
/// `expandedRowIdxOut[s[i]] = i`. With `dropPadMode` 1 each of `expertNum` experts has `expertCapacity` rows, which are filled up with zeros, and the place of a choice for which there is no
/// row is -1. Counts of the experts' choices are written if the flags say so: cumulative (1) or each (2), and, with `dropPadMode` 1, those before choices are dropped. An expert outside
/// `expertNum` ends the task with an error where it is counted or has rows of its own.
#[aclnn]
fn aclnnMoeInitRoutingV2(
    x: Input,
    expert_idx: Input,
    active_num_optional: i64,
    expert_capacity_optional: i64,
    expert_num_optional: i64,
    drop_pad_mode_optional: i64,
    expert_tokens_count_or_cumsum_flag_optional: i64,
    expert_tokens_before_capacity_flag_optional: bool,
    expanded_x_out: ConstOutput,
    expanded_row_idx_out: ConstOutput,
    expert_tokens_count_or_cumsum_out_optional: Option<ConstOutput>,
    expert_tokens_before_capacity_out_optional: Option<ConstOutput>,
) -> Planned {
    x.dtype_in(FLOATS_AND_310P)?;
    expanded_x_out.same_dtype(&x)?;
    expert_idx.dtype_in(on_all(&[I32]).and_950(&[I64]))?;
    Init {
        x,
        expert_idx,
        active_num: active_num_optional,
        expert_capacity: expert_capacity_optional,
        expert_num: expert_num_optional,
        drop_pad_mode: drop_pad_mode_optional,
        expert_tokens_count_or_cumsum_flag: expert_tokens_count_or_cumsum_flag_optional,
        expert_tokens_before_capacity_flag: expert_tokens_before_capacity_flag_optional,
        expanded_x_out,
        expanded_row_idx_out,
        counts: [
            expert_tokens_count_or_cumsum_out_optional,
            expert_tokens_before_capacity_out_optional,
        ],
        quantised: None,
    }
    .planned(ACLNN_ERR_INNER_NULLPTR)
}
