//! `aclnnMoeFinalizeRoutingV2`: tokens as weighted sums of what experts return; on Ascend910B, Ascend910_93, Ascend950 and Ascend310P. Source: ops-transformer,
//! `moe/moe_finalize_routing_v2`.

use std::ops::Range;

use crate::contract::moe::{FLOATS_AND_310P, all_shaped, extents, on_310p, range_of, within};
use crate::ops::moe::{Combine, Links, Places, Special, combine};
use crate::prelude::*;

/// The arguments of all versions, under their documented names.
pub(super) struct Finalize {
    pub expanded_x: Input,
    pub expanded_row_idx: Input,
    pub x1: Option<Input>,
    pub x2: Option<Input>,
    pub bias: Option<Input>,
    pub scales: Option<Input>,
    pub expert_idx: Option<Input>,
    /// `xOptional`, `a1Optional`, `a2Optional` and `vOptional`.
    pub special: [Option<Input>; 4],
    pub drop_pad_mode: i64,
    /// `zeroExpertRange`, `copyExpertRange` and `constantExpertRange`.
    pub ranges: [Option<Ints>; 3],
    /// Choices of a token, where no scales say that.
    pub k: i64,
    pub out: Output,
}

impl Finalize {
    fn types(&self) -> Result<()> {
        self.expanded_x.dtype_in(FLOATS_AND_310P)?;
        let dtype = self.expanded_x.dtype()?;
        self.expanded_row_idx.dtype_is(I32)?;
        let of_x = [&self.x1, &self.x2, &self.bias]
            .into_iter()
            .chain(&self.special)
            .flatten();
        for tensor in of_x {
            tensor.same_dtype(&self.expanded_x)?;
        }
        if let Some(scales) = &self.scales {
            let is_mixed = scales.dtype()? != dtype && !(dtype == Bf16 && scales.dtype()? == F32);
            match is_mixed && !contract::on_950() {
                true => scales.same_dtype(&self.expanded_x)?,
                false => scales.dtype_in(FLOATS_AND_310P)?,
            }
        }
        if let Some(experts) = &self.expert_idx {
            experts.dtype_is(I32)?;
        }
        self.out.same_dtype(&self.expanded_x)
    }

    /// Tokens, choices of a token, and rows.
    fn shapes(&self) -> Result<[i64; 3]> {
        within("dropPadMode", self.drop_pad_mode, 0..=3)?;
        self.only_on_310p()?;
        let [tokens, width] = extents::<2>(&self.out)?;
        if self.out.is_empty() {
            return Err(self.out.shape_refused("at least one element"));
        }
        let top_k = match &self.scales {
            Some(scales) => {
                let [_, top_k] = extents::<2>(scales)?;
                scales.shape_is(&[tokens, top_k], "as many rows as `out`")?;
                if self.k > 1 {
                    within("k", self.k, top_k..=top_k)?;
                }
                top_k
            }
            None => self.k.max(1),
        };
        self.expanded_row_idx
            .shape_is(&[tokens * top_k], "the choices of all tokens")?;
        let is_padded = self.drop_pad_mode % 2 == 1;
        let rows = match (is_padded, self.expanded_x.shape()) {
            (true, &[experts, capacity, last]) if last == width => experts * capacity,
            (false, &[rows, last]) if [rows, last] == [tokens * top_k, width] => rows,
            _ => {
                let allowed = match is_padded {
                    true => format!("three dimensions, the last of {width}"),
                    false => format!("[{}, {width}]", tokens * top_k),
                };
                return Err(self.expanded_x.shape_refused(allowed));
            }
        };
        if self.x1.is_none() && self.x2.is_some() {
            return Err(Error::value(
                "x2Optional",
                "a tensor",
                "null without `x1Optional`",
            ));
        }
        let [x, ..] = &self.special;
        let like_out = [&self.x1, &self.x2, x].map(|tensor| tensor.as_deref());
        all_shaped(&like_out, &[tokens, width], "that of `out`")?;
        if let Some(experts) = &self.expert_idx {
            experts.shape_is(&[tokens, top_k], "an expert for each choice")?;
        }
        if let Some(bias) = &self.bias {
            let [experts, _] = extents::<2>(bias)?;
            bias.shape_is(&[experts.max(top_k), width], "a row for each expert")?;
            if self.expert_idx.is_none() {
                return Err(Reason::Null {
                    arg: "expertIdxOptional",
                }
                .into());
            }
        }
        Ok([tokens, top_k, rows])
    }

    fn only_on_310p(&self) -> Result<()> {
        if !on_310p() {
            return Ok(());
        }
        within("dropPadMode", self.drop_pad_mode, 2..=2)?;
        let tensors = [&self.x1, &self.x2, &self.bias, &self.expert_idx];
        if let Some(tensor) = tensors.into_iter().flatten().next() {
            return Err(Error::value(tensor.name(), "a tensor", "null on this chip"));
        }
        match self.expanded_x.shape().last() {
            Some(width) if width % 32 == 0 => Ok(()),
            _ => Err(self
                .expanded_x
                .shape_refused("a multiple of 32 as last dimension")),
        }
    }

    /// The ranges of experts without rows; refuses those that overlap, and those that need a tensor which is not there.
    fn special(&self) -> Result<[Range<i64>; 3]> {
        let mut found = [0..0, 0..0, 0..0];
        for (found, range) in found.iter_mut().zip(&self.ranges) {
            if let Some(range) = range {
                *found = range_of(range, 0, i64::from(i32::MAX))?;
                if self.expert_idx.is_none() {
                    return Err(Reason::Null {
                        arg: "expertIdxOptional",
                    }
                    .into());
                }
            }
        }
        for (number, range) in found.iter().enumerate() {
            let others = found[..number].iter();
            let overlap = others.filter(|other| range.start < other.end && other.start < range.end);
            if let Some(other) = overlap
                .into_iter()
                .find(|other| !other.is_empty() && !range.is_empty())
            {
                let name = self.ranges[number]
                    .as_ref()
                    .map_or("zeroExpertRange", Ints::name);
                return Err(Error::value(
                    name,
                    format!("{range:?}"),
                    format!("a range apart from {other:?}"),
                ));
            }
        }
        let [x, constants @ ..] = &self.special;
        let [_, copy, constant] = &found;
        if (!copy.is_empty() || !constant.is_empty()) && x.is_none() {
            return Err(Reason::Null { arg: "xOptional" }.into());
        }
        if !constant.is_empty() {
            let width = self.out.shape()[1];
            let shape = [constant.end - constant.start, width];
            for (tensor, arg) in constants
                .iter()
                .zip(["a1Optional", "a2Optional", "vOptional"])
            {
                let tensor = tensor
                    .as_ref()
                    .ok_or_else(|| Error::from(Reason::Null { arg }))?;
                tensor.shape_is(&shape, "a row for each expert of `constantExpertRange`")?;
            }
        }
        Ok(found)
    }

    pub fn planned(self, shape_code: aclnnStatus) -> Planned {
        self.types()?;
        let [tokens, top_k, rows] = self.shapes().code(shape_code)?;
        let [zero, copy, constant] = self.special().code(shape_code)?;
        let is_padded = self.drop_pad_mode % 2 == 1;
        let links = Links {
            places: Places::Rows {
                places: self.expanded_row_idx.read()?,
                by_choice: self.drop_pad_mode < 2,
                allowed: -i64::from(is_padded)..rows,
                window: 0..rows,
            },
            tokens: tokens as usize,
            rows: rows as usize,
            experts: top_k as usize,
        };
        let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
        let needs_experts = self.bias.is_some() || self.ranges.iter().any(Option::is_some);
        let [x, alpha1, alpha2, v] = &self.special;
        let is_used = !copy.is_empty() || !constant.is_empty();
        let special = Special {
            x: if is_used { read(x)? } else { None },
            alpha1: if constant.is_empty() {
                None
            } else {
                read(alpha1)?
            },
            alpha2: if constant.is_empty() {
                None
            } else {
                read(alpha2)?
            },
            v: if constant.is_empty() { None } else { read(v)? },
            zero,
            copy,
            constant,
        };
        let mut addends = Vec::new();
        for addend in [&self.x1, &self.x2].into_iter().flatten() {
            addends.push(addend.read()?);
        }
        Ok(combine(Combine {
            weights: read(&self.scales)?,
            bias: read(&self.bias)?,
            experts: if needs_experts {
                read(&self.expert_idx)?
            } else {
                None
            },
            addends,
            special: Some(special),
            ..Combine::new(links, self.expanded_x.read()?, self.out.write()?)
        })?)
    }
}

/// Writes `x1 + x2 + sum_k scales[i, k] * (expandedX[r] + bias[expertIdx[i, k]])` for each token i; the optional tensors may be null, but for `x1Optional` with `x2Optional`, and `expertIdxOptional` with
/// `biasOptional`; without `scalesOptional` there is one choice, with the weight 1. r is element `k * tokens + i` of `expandedRowIdx` (`dropPadMode` 0 and 1) or `i * K + k` (2 and 3); in the modes 1 and 3, in which `expandedX`
/// has three dimensions, -1 is no row. Another r outside `expandedX` ends the task with an error.
#[aclnn]
fn aclnnMoeFinalizeRoutingV2(
    expanded_x: Input,
    expanded_row_idx: Input,
    x1_optional: Option<Input>,
    x2_optional: Option<Input>,
    bias_optional: Option<Input>,
    scales_optional: Option<Input>,
    expert_idx_optional: Option<Input>,
    drop_pad_mode: i64,
    out: ConstOutput,
) -> Planned {
    Finalize {
        expanded_x,
        expanded_row_idx,
        x1: x1_optional,
        x2: x2_optional,
        bias: bias_optional,
        scales: scales_optional,
        expert_idx: expert_idx_optional,
        special: [None, None, None, None],
        drop_pad_mode,
        ranges: [None, None, None],
        k: 1,
        out,
    }
    .planned(ACLNN_ERR_INNER_NULLPTR)
}
