//! `aclnnMoeGatingTopK`: the experts of each token, in groups; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_gating_top_k`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::{Gating, Groups, Hash, Norm, gating};
use crate::prelude::*;

/// The arguments of both versions, under their documented names.
pub(super) struct TopK {
    pub x: Input,
    pub bias: Option<Input>,
    /// `inputIdsOptional` and `tid2eidOptional`.
    pub hash: Option<[Input; 2]>,
    pub k: i64,
    pub k_group: i64,
    pub group_count: i64,
    pub group_select_mode: i64,
    pub renorm: i64,
    pub norm_type: i64,
    pub out_flag: bool,
    pub routed_scaling_factor: f64,
    pub eps: f64,
    pub y_out: Output,
    pub expert_idx_out: Output,
    pub out_out: Output,
}

impl TopK {
    fn types(&self) -> Result<()> {
        self.x.dtype_in(SHORT_SINCE_910B)?;
        self.bias
            .as_ref()
            .map_or(Ok(()), |bias| bias.same_dtype(&self.x))?;
        for ids in self.hash.iter().flatten() {
            ids.dtype_in(INDEX_TYPES)?;
        }
        self.y_out.same_dtype(&self.x)?;
        self.expert_idx_out.dtype_is(I32)?;
        self.out_out.dtype_is(F32)
    }

    fn attributes(&self, experts: i64) -> Result<()> {
        let most = if contract::on_950() { 2 } else { 1 };
        within("normType", self.norm_type, 0..=most)?;
        if self.norm_type == 0 {
            within("renorm", self.renorm, 0..=1)?;
        }
        within("groupSelectMode", self.group_select_mode, 0..=1)?;
        within("groupCount", self.group_count, 1..=experts.max(1))?;
        within("kGroup", self.k_group, 1..=self.group_count)?;
        let size = experts / self.group_count;
        if experts % self.group_count != 0 || size <= self.group_select_mode {
            let allowed = format!(
                "a divisor of {experts} experts, with more than {} in a group",
                self.group_select_mode
            );
            return Err(Error::value("groupCount", self.group_count, allowed));
        }
        if (size + 31) / 32 * 32 * self.group_count > 2048 {
            let allowed =
                "groups that have 2048 experts together, their sizes rounded up to multiples of 32";
            return Err(Error::value("groupCount", self.group_count, allowed));
        }
        within("k", self.k, 1..=size * self.k_group)
    }

    fn shapes(&self) -> Result<()> {
        let [tokens, experts] = extents::<2>(&self.x)?;
        if self.x.is_empty() || experts > 2048 {
            return Err(self
                .x
                .shape_refused("at least one token, and 1 to 2048 experts"));
        }
        self.attributes(experts)?;
        if let Some(bias) = &self.bias {
            bias.shape_is(&[experts], "the last dimension of `x`")?;
        }
        if let Some([ids, table]) = &self.hash {
            within("k", self.k, 1..=64)?;
            if self.k_group != self.group_count && self.group_count != experts {
                let allowed = "`groupCount`, or a group for each expert, with `tid2eidOptional`";
                return Err(Error::value("kGroup", self.k_group, allowed));
            }
            ids.shape_is(&[tokens], "the first dimension of `x`")?;
            let [_, chosen] = extents::<2>(table)?;
            if chosen != self.k {
                return Err(table.shape_refused(format!("{} experts (`k`) in each row", self.k)));
            }
        }
        for output in [&self.y_out, &self.expert_idx_out] {
            output.shape_is(&[tokens, self.k], "`k` experts for each row of `x`")?;
        }
        match self.out_flag {
            true => self.out_out.same_shape(&self.x),
            false => Ok(()),
        }
    }

    pub fn planned(self) -> Planned {
        self.types()?;
        self.shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let norm = match self.norm_type {
            0 => Norm::Softmax,
            1 => Norm::Sigmoid,
            _ => Norm::SqrtSoftplus,
        };
        let groups = (self.group_count > 1 && self.hash.is_none()).then_some(Groups {
            count: self.group_count as usize,
            kept: self.k_group as usize,
            best: 1 + self.group_select_mode as usize,
            dropped: f32::NEG_INFINITY,
        });
        let hash = match &self.hash {
            Some([ids, table]) => Some(Hash {
                ids: ids.read()?,
                table: table.read()?,
            }),
            None => None,
        };
        let bias = self.bias.filter(|_| hash.is_none());
        let is_divided = self.norm_type != 0 || self.renorm == 1;
        let normalised = self.out_flag.then(|| self.out_out.write()).transpose()?;
        Ok(gating(Gating {
            bias: bias.map(|bias| bias.read()).transpose()?,
            hash,
            groups,
            renormalised: is_divided.then_some(self.eps),
            factor: self.routed_scaling_factor,
            normalised,
            ..Gating::new(
                self.x.read()?,
                norm,
                self.y_out.write()?,
                self.expert_idx_out.write()?,
            )
        })?)
    }
}

/// Chooses `k` experts for each row of `x`. The scores are n = softmax (`normType` 0), sigmoid (1) or, on Ascend950, sqrt(softplus) (2) of the row; n + `biasOptional` is
/// compared, of equal ones the first expert comes first. Of `groupCount` groups of experts, `kGroup` are chosen from: those with the largest score (`groupSelectMode` 0), or sum of the two
/// largest ones (1). `yOut` is n of the chosen experts, over their sum and `eps` unless `normType` and `renorm` are 0, times `routedScalingFactor`; `outOut` is n if `outFlag` is true.
#[aclnn]
fn aclnnMoeGatingTopK(
    x: Input,
    bias_optional: Option<Input>,
    k: i64,
    k_group: i64,
    group_count: i64,
    group_select_mode: i64,
    renorm: i64,
    norm_type: i64,
    out_flag: bool,
    routed_scaling_factor: f64,
    eps: f64,
    y_out: ConstOutput,
    expert_idx_out: ConstOutput,
    out_out: ConstOutput,
) -> Planned {
    TopK {
        x,
        bias: bias_optional,
        hash: None,
        k,
        k_group,
        group_count,
        group_select_mode,
        renorm,
        norm_type,
        out_flag,
        routed_scaling_factor,
        eps,
        y_out,
        expert_idx_out,
        out_out,
    }
    .planned()
}
