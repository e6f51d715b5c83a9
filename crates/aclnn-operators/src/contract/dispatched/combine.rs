//! A combination: rows of experts return to the ranks of their tokens, and are summed.

use std::sync::Arc;

use super::super::moe::extents;
use super::super::ranks::number_in;
use super::{BOOL, Deployed, FLOAT, INT32, ROWS, at_least, check_mask};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output};
use crate::contract::on_910;
use crate::distributed::Group;
use crate::distributed::experts::{Combined, Normed, SentRows, combine, combine_normed};
use crate::error::{Error, Reason, Result};
use crate::tensor::Dtype::*;

/// A combination, with the documented parameters of all versions.
pub struct CombinedArgs {
    /// The entry point.
    pub operator: &'static str,
    /// Placement of experts.
    pub deployed: Deployed,
    /// The rows.
    pub expand_x: Input,
    /// The experts of tokens.
    pub expert_ids: Input,
    /// Results of the dispatching operator beside the rows.
    pub assist_info: Input,
    /// Ends of rows for each rank.
    pub ep_send_counts: Input,
    /// Weights of choices.
    pub expert_scales: Input,
    /// Hidden tokens or choices.
    pub x_active_mask: Option<Input>,
    /// Tensors that are not read.
    pub unread: Vec<Option<Input>>,
    /// Results of a shared expert for the tokens.
    pub shared_expert_x: Option<Input>,
    /// The tokens, for experts without rows.
    pub ori_x: Option<Input>,
    /// Two factors for each expert with a constant, and the constants.
    pub constants: [Option<Input>; 3],
    /// Type of the result.
    pub out_dtype: i64,
    /// Quantisation on the way.
    pub comm_quant_mode: i64,
    /// Form of a list that is not read.
    pub group_list_type: i64,
    /// The sums.
    pub x: Output,
    /// True if these have an axis of extent 1 between tokens and elements.
    pub has_axis: bool,
}

impl CombinedArgs {
    /// Checks the call in the vendor's order.
    pub fn checked(self) -> Outcome<(Arc<Group>, Combined)> {
        self.expand_x.dtype_in(ROWS)?;
        let dtype = self.expand_x.dtype()?;
        for tensor in [&self.expert_ids, &self.assist_info, &self.ep_send_counts] {
            tensor.dtype_in(INT32)?;
        }
        self.expert_scales.dtype_in(FLOAT)?;
        if let Some(mask) = &self.x_active_mask {
            mask.dtype_in(BOOL)?;
        }
        let rows = [&self.shared_expert_x, &self.ori_x];
        for tensor in rows.into_iter().chain(&self.constants).flatten() {
            tensor.dtype_is(dtype)?;
        }
        self.x.dtype_is(dtype)?;
        let shapes = || -> Result<([i64; 2], i64)> {
            let [_, width] = extents::<2>(&self.expand_x)?;
            let [tokens, top_k] = extents::<2>(&self.expert_ids)?;
            if tokens == 0 || top_k == 0 || width == 0 {
                return Err(self.expert_ids.shape_refused("tokens and choices"));
            }
            if !self.expert_scales.is_empty() {
                self.expert_scales
                    .shape_is(&[tokens, top_k], "that of the experts")?;
            }
            check_mask(self.x_active_mask.as_ref(), [tokens, top_k])?;
            if !self.has_axis {
                self.x.shape_is(&[tokens, width], "a row for each token")?;
            }
            if let Some(shared) = &self.shared_expert_x {
                let shape = shared.shape();
                let is_of_tokens = shape.last() == Some(&width)
                    && (2..=3).contains(&shape.len())
                    && shared.numel() as i64 == tokens * width;
                if !is_of_tokens || self.deployed.shared_expert_rank_num != 0 {
                    let allowed = format!("({tokens}, {width}), and no ranks of shared experts");
                    return Err(shared.shape_refused(allowed));
                }
            }
            if let Some(x) = &self.ori_x {
                x.shape_is(&[tokens, width], "a row for each token")?;
            }
            let [_, copy, constant] = self.deployed.special;
            let names = [
                "constExpertAlpha1Optional",
                "constExpertAlpha2Optional",
                "constExpertVOptional",
            ];
            if self.ori_x.is_none() && (copy > 0 || constant > 0) {
                return Err(Reason::Null {
                    arg: "oriXOptional",
                }
                .into());
            }
            for (at, (name, tensor)) in names.into_iter().zip(&self.constants).enumerate() {
                match tensor {
                    None if constant > 0 => return Err(Reason::Null { arg: name }.into()),
                    Some(tensor) if at < 2 && tensor.rank() != 2 => {
                        tensor.shape_is(&[constant], "a factor for each expert")?;
                    }
                    Some(tensor) => tensor.shape_is(&[constant, width], "a row for each expert")?,
                    None => {}
                }
            }
            number_in("outDtype", self.out_dtype, &[0])?;
            number_in("commQuantMode", self.comm_quant_mode, &[0, 2])?;
            number_in("groupListType", self.group_list_type, &[0, 1])?;
            Ok(([tokens, top_k], width))
        };
        let (counts, width) = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (group, deployment) = self.deployed.checked(counts)?;
        let least = (deployment.ranks * deployment.local()) as i64;
        at_least(
            &self.ep_send_counts,
            least,
            "a number for each rank and expert",
        )
        .code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let called = self
            .deployed
            .called(self.operator, width, counts[1], &format!(", {dtype}"));
        let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
        let [alpha1, alpha2, v] = &self.constants;
        // A factor stands for each element of a row.
        let factors = |tensor: &Option<Input>| -> Result<_> {
            let Some(arg) = read(tensor)? else {
                return Ok(None);
            };
            if arg.view.layout.rank() == 2 {
                return Ok(Some(arg));
            }
            let layout = arg.view.layout.with_axis(1);
            let wide = layout.expanded(&[layout.shape()[0], width]);
            let wide = wide
                .ok_or_else(|| Error::from(Reason::Internal("factors of other experts".into())))?;
            Ok(Some(arg.with_layout(wide)?))
        };
        let mut unread = vec![self.assist_info.read()?];
        for tensor in self.unread.iter().flatten() {
            unread.push(tensor.read()?);
        }
        let combined = Combined {
            deployment,
            expand_x: self.expand_x.read()?,
            expert_ids: self.expert_ids.read()?,
            sent: SentRows::Ends(self.ep_send_counts.read()?),
            expert_scales: Some(self.expert_scales.read()?),
            mask: read(&self.x_active_mask)?,
            shared_expert_x: read(&self.shared_expert_x)?,
            special: self.deployed.special.map(|number| number as usize),
            ori_x: read(&self.ori_x)?,
            constants: [factors(alpha1)?, factors(alpha2)?, read(v)?],
            unread,
            x: self.x.write()?.shaped(&[counts[0], width])?,
            called,
        };
        Ok((group, combined))
    }

    /// Checks the call, and plans it.
    pub fn planned(self) -> Planned {
        let (group, combined) = self.checked()?;
        Ok(combine(group, combined)?)
    }

    /// Checks the call, and plans it with a residual sum and its normalised rows. Tensors of rows have an axis of extent 1 between tokens and elements.
    pub fn normed(
        mut self,
        [residual_x, gamma]: [&Input; 2],
        norm_eps: f32,
        [y, rstd]: [&Output; 2],
    ) -> Planned {
        self.expand_x.dtype_in(on_910(&[]).and_910b(&[Bf16]))?;
        for tensor in [residual_x, gamma] {
            tensor.dtype_is(Bf16)?;
        }
        y.dtype_is(Bf16)?;
        rstd.dtype_is(F32)?;
        let x = self.x.clone();
        x.dtype_is(Bf16)?;
        let shapes = || -> Result<[i64; 2]> {
            let [tokens, _] = extents::<2>(&self.expert_ids)?;
            let [_, width] = extents::<2>(&self.expand_x)?;
            residual_x.shape_is(&[tokens, 1, width], "a row for each token")?;
            gamma.shape_is(&[width], "an element for each column")?;
            y.shape_is(&[tokens, 1, width], "a row for each token")?;
            rstd.shape_is(&[tokens, 1, 1], "a number for each token")?;
            x.shape_is(&[tokens, 1, width], "a row for each token")?;
            Ok([tokens, width])
        };
        let rows = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        self.has_axis = true;
        let (group, combined) = self.checked()?;
        let normed = Normed {
            residual_x: residual_x.read()?.shaped(&rows)?,
            gamma: gamma.read()?,
            norm_eps: norm_eps.into(),
            y: y.write()?.shaped(&rows)?,
            rstd: rstd.write()?.shaped(&[rows[0], 1])?,
        };
        Ok(combine_normed(group, combined, normed)?)
    }
}
