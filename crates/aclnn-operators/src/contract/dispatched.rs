//! Tokens that are dispatched to experts on several ranks, and combined again: one description of all versions.

use std::sync::Arc;

use super::moe::{extents, within};
use super::ranks::{group, is_of_group, number_in, text_in};
use super::{Dtypes, on_910};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, TensorArg, Text};
use crate::distributed::Group;
use crate::distributed::experts::GROUPS;
use crate::distributed::experts::{
    Combined, Deployment, Dispatch, Normed, combine, combine_normed, dispatch,
};
use crate::error::{Error, Reason, Result};
use crate::ops::moe::Method;
use crate::ops::quant::BlockRule;
use crate::tensor::Dtype::{self, *};

/// FLOAT16 and BFLOAT16 on Ascend910B, Ascend910_93 and Ascend950.
pub const ROWS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);
const INT32: Dtypes = on_910(&[]).and_910b(&[I32]);
const INT64: Dtypes = on_910(&[]).and_910b(&[I64]);
const BOOL: Dtypes = on_910(&[]).and_910b(&[Bool]);
const FLOAT: Dtypes = on_910(&[]).and_910b(&[F32]);
/// Tokens from the second version on.
const TOKENS: Dtypes = ROWS
    .and_910b_only(&[I32])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn, F4E2m1, F4E1m2]);
const DISPATCHED: Dtypes = TOKENS.and_910b(&[I8]);
const SCALES: Dtypes = FLOAT.and_950(&[F8E8m0]);
/// A scale of FLOAT8_E8M0 for each 32 elements.
const MX: Method = Method::Blocks(BlockRule::PowerByte { least: 0.0 });
const FLOATS8: [Dtype; 2] = [F8E5m2, F8E4m3fn];

/// The names of algorithms, which change nothing here.
const ALGORITHMS: &[&str] = &["", "fullmesh", "hierarchy", "fullmesh_v1", "fullmesh_v2"];

/// Placement of experts: the documented parameters that all operators of the family have.
pub struct Deployed {
    /// Communicator of the ranks.
    pub group_ep: Text,
    /// Number of its ranks.
    pub ep_world_size: i64,
    /// This rank.
    pub ep_rank_id: i64,
    /// Number of routed experts.
    pub moe_expert_num: i64,
    /// Communicator of tensor parallelism, which the vendor has given up.
    pub group_tp: Option<Text>,
    /// Number of its ranks.
    pub tp_world_size: i64,
    /// This rank in it.
    pub tp_rank_id: i64,
    /// Placement of the ranks of shared experts.
    pub expert_shard_type: i64,
    /// Number of shared experts.
    pub shared_expert_num: i64,
    /// Number of ranks that have one.
    pub shared_expert_rank_num: i64,
    /// Tokens of all ranks together.
    pub global_bs: i64,
    /// The algorithm.
    pub comm_alg: Option<Text>,
    /// Information about ranks that are gone.
    pub elastic_info: Option<Input>,
    /// Time that was waited for each rank.
    pub performance_info: Option<Input>,
    /// Numbers of experts that give nothing, the token itself, and a sum with a constant.
    pub special: [i64; 3],
}

impl Deployed {
    /// Refuses what the communicator says otherwise, and what no ranks can have.
    fn checked(&self, [tokens, top_k]: [i64; 2]) -> Outcome<(Arc<Group>, Deployment)> {
        let group = group(&self.group_ep)?;
        if let Some(info) = &self.elastic_info {
            info.dtype_in(INT32)?;
        }
        if let Some(info) = &self.performance_info {
            info.dtype_in(INT64)?;
        }
        let numbers = || -> Result<()> {
            let ranks = group.size();
            is_of_group(
                "epWorldSize",
                self.ep_world_size,
                ranks,
                "the ranks of `groupEp`",
            )?;
            is_of_group(
                "epRankId",
                self.ep_rank_id,
                group.rank(),
                "this rank of `groupEp`",
            )?;
            if self.tp_world_size == 2 {
                let allowed = "0 or 1: no tensor parallelism, as in the vendor's present version";
                return Err(Error::value("tpWorldSize", 2, allowed));
            }
            number_in("tpWorldSize", self.tp_world_size, &[0, 1])?;
            number_in("tpRankId", self.tp_rank_id, &[0])?;
            number_in("expertShardType", self.expert_shard_type, &[0])?;
            within("sharedExpertNum", self.shared_expert_num, 0..=4)?;
            let most = i64::from(ranks) - 1;
            within("sharedExpertRankNum", self.shared_expert_rank_num, 0..=most)?;
            let (shared, on) = (self.shared_expert_num, self.shared_expert_rank_num);
            if on == 0 && shared > 1 || on > 0 && (shared == 0 || on % shared != 0) {
                let allowed = "0 with 0 or 1 shared experts, else a multiple of `sharedExpertNum`";
                return Err(Error::value("sharedExpertRankNum", on, allowed));
            }
            within("moeExpertNum", self.moe_expert_num, 1..=1024)?;
            let routed = i64::from(ranks) - on;
            if self.moe_expert_num % routed != 0 {
                let allowed = format!("a multiple of {routed}, the ranks with routed experts");
                return Err(Error::value("moeExpertNum", self.moe_expert_num, allowed));
            }
            let names = ["zeroExpertNum", "copyExpertNum", "constExpertNum"];
            for (name, number) in names.into_iter().zip(self.special) {
                within(name, number, 0..=i64::from(i32::MAX) - 1)?;
            }
            let experts = self.moe_expert_num + self.special.iter().sum::<i64>();
            if experts > i64::from(i32::MAX) {
                let allowed = "numbers of experts whose sum is below 2^31";
                return Err(Error::value("moeExpertNum", experts, allowed));
            }
            if self.global_bs != 0 && self.global_bs < tokens * i64::from(ranks)
                || self.global_bs % i64::from(ranks) != 0
            {
                let allowed = format!("0, or the most tokens of a rank times {ranks}");
                return Err(Error::value("globalBs", self.global_bs, allowed));
            }
            text_in(self.comm_alg.as_ref(), ALGORITHMS)?;
            if let Some(info) = &self.elastic_info {
                let got = "a tensor";
                return Err(Error::value(
                    info.name(),
                    got,
                    "null: the vendor's present version has no elastic ranks",
                ));
            }
            if let Some(info) = &self.performance_info {
                info.shape_is(&[i64::from(ranks)], "a number for each rank")?;
            }
            Ok(())
        };
        numbers().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let deployment = Deployment {
            ranks: group.size() as usize,
            rank: group.rank() as usize,
            experts: self.moe_expert_num as usize,
            shared_experts: self.shared_expert_num as usize,
            shared_ranks: self.shared_expert_rank_num as usize,
            special: self.special.iter().sum::<i64>() as usize,
            tokens: tokens as usize,
            top_k: top_k as usize,
        };
        Ok((group, deployment))
    }

    /// Facts of the call that are the same on all ranks.
    fn called(&self, operator: &str, width: i64, top_k: i64, more: &str) -> String {
        let [zero, copy, constant] = self.special;
        format!(
            "{operator} of {width} elements, {top_k} of {} experts (shared {} on {} ranks, zero {zero}, copy {copy}, constant {constant}), globalBs {}{more}",
            self.moe_expert_num,
            self.shared_expert_num,
            self.shared_expert_rank_num,
            self.global_bs,
        )
    }
}

/// Refuses a mask that hides neither tokens nor choices.
fn check_mask(mask: Option<&Input>, [tokens, top_k]: [i64; 2]) -> Result<()> {
    match mask {
        Some(mask) if mask.rank() != 1 => mask.shape_is(&[tokens, top_k], "that of the experts"),
        Some(mask) => mask.shape_is(&[tokens], "one for each token"),
        None => Ok(()),
    }
}

/// Refuses fewer rows than there may be.
fn at_least(tensor: &TensorArg, count: i64, what: &str) -> Result<()> {
    match tensor.numel() as i64 >= count {
        true => Ok(()),
        false => Err(tensor.shape_refused(format!("{count} elements or more: {what}"))),
    }
}

/// A dispatch, with the documented parameters of all versions.
pub struct Dispatched {
    /// The entry point.
    pub operator: &'static str,
    /// True if types are those of the first version.
    pub is_first: bool,
    /// Placement of experts.
    pub deployed: Deployed,
    /// The tokens.
    pub x: Input,
    /// Their experts.
    pub expert_ids: Input,
    /// Scales.
    pub scales: Option<Input>,
    /// Hidden tokens or choices.
    pub x_active_mask: Option<Input>,
    /// Weights of choices.
    pub expert_scales: Option<Input>,
    /// Mode of quantisation.
    pub quant_mode: i64,
    /// Form of the numbers of tokens.
    pub expert_token_nums_type: i64,
    /// The rows.
    pub expand_x: Output,
    /// Their scales.
    pub dynamic_scales: Option<Output>,
    /// Numbers that the combining operator takes: of choices in the first version, else of rows.
    pub assist_info: Output,
    /// Numbers of tokens of experts.
    pub expert_token_nums: Output,
    /// Ends of rows from each rank.
    pub ep_recv_counts: Option<Output>,
    /// The same of tensor parallelism.
    pub tp_recv_counts: Option<Output>,
    /// Weights of rows.
    pub expand_scales: Option<Output>,
}

impl Dispatched {
    /// The method of a mode. Refuses types that do not go with it.
    fn method(&self, x: Dtype, expand_x: Dtype) -> Result<Option<Method>> {
        let is_float = matches!(x, F16 | Bf16);
        let (is_950, expand) = (super::checks::on_950(), [expand_x]);
        let needs = |allowed: &[Dtype]| match allowed.contains(&expand[0]) {
            true => Ok(()),
            false => {
                let names: Vec<String> = allowed.iter().map(Dtype::to_string).collect();
                let allowed = format!(
                    "{} with `quantMode` {}",
                    names.join(" or "),
                    self.quant_mode
                );
                Err(Error::dtype(self.expand_x.name(), expand[0], allowed))
            }
        };
        if self.quant_mode != 0 && !is_float {
            let allowed = "FLOAT16 or BFLOAT16 with this `quantMode`";
            return Err(Error::dtype(self.x.name(), x, allowed));
        }
        Ok(match self.quant_mode {
            0 if is_950 && is_float && expand_x == Hifloat8 => Some(Method::Fixed {
                scale: 1.0,
                offset: 0.0,
            }),
            0 => {
                needs(&[x])?;
                None
            }
            1 if is_950 => {
                needs(&[I8, Hifloat8])?;
                Some(Method::Static)
            }
            2 => {
                needs(if is_950 {
                    &[I8, F8E5m2, F8E4m3fn]
                } else {
                    &[I8]
                })?;
                Some(Method::Row)
            }
            3 if is_950 => {
                needs(&FLOATS8)?;
                Some(GROUPS)
            }
            4 if is_950 => {
                needs(&[F8E5m2, F8E4m3fn, F4E2m1])?;
                Some(match expand_x == F4E2m1 {
                    true => Method::Mx4,
                    false => MX,
                })
            }
            mode => {
                let allowed = if is_950 { "0 to 4" } else { "0 or 2" };
                return Err(Error::value("quantMode", mode, allowed));
            }
        })
    }

    /// Refuses scales that do not go with a method; says how many scales each row gets.
    fn scales(&self, method: Option<Method>, [tokens, width]: [i64; 2]) -> Result<i64> {
        let experts = self.deployed.moe_expert_num
            + match self.deployed.shared_expert_rank_num {
                0 => 0,
                _ => self.deployed.shared_expert_num,
            };
        let is_float = matches!(self.x.dtype()?, F16 | Bf16);
        let (is_needed, is_allowed) = match method {
            None => (!is_float, !is_float),
            Some(Method::Fixed { .. } | MX | Method::Mx4) => (false, false),
            Some(Method::Static) => (true, true),
            Some(_) => (false, true),
        };
        match &self.scales {
            None if is_needed => {
                let missing = Reason::Null {
                    arg: "scalesOptional",
                };
                return Err(missing.into());
            }
            Some(scales) if !is_allowed => {
                let got = format!("a tensor of shape {:?}", scales.shape());
                let allowed = "null with this `quantMode`";
                return Err(Error::value(scales.name(), got, allowed));
            }
            Some(scales) => match method {
                None => {
                    if scales.shape().first() != Some(&tokens) || scales.rank() > 3 {
                        let allowed = format!("{tokens} rows, one for each token");
                        return Err(scales.shape_refused(allowed));
                    }
                }
                Some(Method::Static) if scales.numel() == 1 => {}
                Some(Method::Static)
                    if self.expand_x.dtype()? == I8 && scales.shape() == [width] => {}
                _ => {
                    scales.dtype_in(FLOAT)?;
                    scales.shape_is(
                        &[experts, width],
                        "a row for each expert, shared ones first",
                    )?;
                }
            },
            None => {}
        }
        Ok(match method {
            None => self
                .scales
                .as_ref()
                .map_or(0, |scales| scales.numel() as i64 / tokens.max(1)),
            Some(Method::Row) => 1,
            Some(GROUPS) => (width + 127) / 128,
            Some(MX | Method::Mx4) => (width + 63) / 64 * 2,
            Some(_) => 0,
        })
    }

    /// Checks the call in the vendor's order, and plans it.
    pub fn planned(self) -> Planned {
        let types = if self.is_first { ROWS } else { TOKENS };
        self.x.dtype_in(types)?;
        self.expert_ids.dtype_in(INT32)?;
        let optional = |tensor: Option<&TensorArg>, types: Dtypes| {
            tensor.map_or(Ok(()), |tensor| tensor.dtype_in(types))
        };
        let scales = if self.is_first { FLOAT } else { SCALES };
        optional(self.scales.as_deref(), scales)?;
        optional(self.x_active_mask.as_deref(), BOOL)?;
        optional(self.expert_scales.as_deref(), FLOAT)?;
        let dispatched = if self.is_first {
            ROWS.and_910b(&[I8])
        } else {
            DISPATCHED
        };
        self.expand_x.dtype_in(dispatched)?;
        optional(self.dynamic_scales.as_deref(), scales)?;
        self.assist_info.dtype_in(INT32)?;
        self.expert_token_nums.dtype_in(INT64)?;
        optional(self.ep_recv_counts.as_deref(), INT32)?;
        optional(self.tp_recv_counts.as_deref(), INT32)?;
        optional(self.expand_scales.as_deref(), FLOAT)?;
        let (x, expand_x) = (self.x.dtype()?, self.expand_x.dtype()?);
        let method = self.method(x, expand_x)?;
        let is_mx = matches!(method, Some(MX | Method::Mx4));
        if let Some(dynamic) = &self.dynamic_scales {
            let wanted = match (method, &self.scales) {
                (None, Some(scales)) => Some(scales.dtype()?),
                (Some(Method::Row | GROUPS), _) => Some(F32),
                _ if is_mx => Some(F8E8m0),
                _ => None,
            };
            if let Some(wanted) = wanted {
                dynamic.dtype_is(wanted)?;
            }
        }
        let shapes = || -> Result<([i64; 2], i64)> {
            let [tokens, width] = extents::<2>(&self.x)?;
            let [of, top_k] = extents::<2>(&self.expert_ids)?;
            if of != tokens || tokens == 0 || top_k == 0 || width == 0 {
                return Err(self
                    .expert_ids
                    .shape_refused(format!("{tokens} rows, one for each token, none empty")));
            }
            check_mask(self.x_active_mask.as_ref(), [tokens, top_k])?;
            if let Some(weights) = &self.expert_scales {
                weights.shape_is(&[tokens, top_k], "that of the experts")?;
            }
            number_in("expertTokenNumsType", self.expert_token_nums_type, &[0, 1])?;
            Ok(([tokens, top_k], width))
        };
        let (counts, width) = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let [tokens, top_k] = counts;
        let (group, deployment) = self.deployed.checked(counts)?;
        let outputs = || -> Result<()> {
            let scales = self.scales(method, [tokens, width])?;
            let local = deployment.local() as i64;
            let ranks = deployment.ranks as i64;
            let [rows, of_width] = extents::<2>(&self.expand_x)?;
            let all = (tokens * ranks).max(self.deployed.global_bs);
            let least = match deployment.rank < deployment.shared_ranks {
                true => {
                    let copies = self.deployed.shared_expert_num;
                    all * copies / self.deployed.shared_expert_rank_num
                }
                false => all * local.min(top_k),
            };
            if of_width != width || rows < least {
                let allowed = format!("({least} or more, {width})");
                return Err(self.expand_x.shape_refused(allowed));
            }
            self.expert_token_nums
                .shape_is(&[local], "a number for each expert of this rank")?;
            if let Some(counts) = &self.ep_recv_counts {
                at_least(counts, ranks * local, "a number for each rank and expert")?;
            }
            match self.is_first {
                true => self
                    .assist_info
                    .shape_is(&[tokens * top_k], "a number for each choice")?,
                false => at_least(&self.assist_info, rows * 128, "128 for each row")?,
            }
            match &self.dynamic_scales {
                Some(dynamic) if scales > 0 && dynamic.numel() as i64 != rows * scales => {
                    let allowed = format!("{scales} for each of {rows} rows");
                    return Err(dynamic.shape_refused(allowed));
                }
                None if scales > 0 => {
                    let missing = Reason::Null {
                        arg: "dynamicScalesOut",
                    };
                    return Err(missing.into());
                }
                _ => {}
            }
            if let (Some(expand), Some(_)) = (&self.expand_scales, &self.expert_scales) {
                at_least(expand, rows, "a weight for each row")?;
            }
            Ok(())
        };
        outputs().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let more = format!(", {x} to {expand_x}, quantMode {}", self.quant_mode);
        let called = self.deployed.called(self.operator, width, top_k, &more);
        let read = |tensor: &Option<Input>| tensor.as_ref().map(|tensor| tensor.read()).transpose();
        let write =
            |tensor: &Option<Output>| tensor.as_ref().map(|tensor| tensor.write()).transpose();
        let assist_info = self.assist_info.write()?;
        let (assist_info, expand_idx) = match self.is_first {
            true => (None, Some(assist_info)),
            false => (Some(assist_info), None),
        };
        let expand_scales = match &self.expert_scales {
            Some(_) => write(&self.expand_scales)?,
            None => None,
        };
        Ok(dispatch(
            group,
            Dispatch {
                deployment,
                x: self.x.read()?,
                expert_ids: self.expert_ids.read()?,
                scales: read(&self.scales)?,
                method,
                mask: read(&self.x_active_mask)?,
                expert_scales: read(&self.expert_scales)?,
                expand_x: self.expand_x.write()?,
                dynamic_scales: write(&self.dynamic_scales)?,
                assist_info,
                expand_idx,
                token_nums: self.expert_token_nums.write()?,
                is_cumulative: self.expert_token_nums_type == 0,
                recv_counts: write(&self.ep_recv_counts)?,
                expand_scales,
                called,
            },
        )?)
    }
}

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
                    Some(tensor) if at < 2 && !(self.has_axis && tensor.rank() == 2) => {
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
        let read = |tensor: &Option<Input>| tensor.as_ref().map(|tensor| tensor.read()).transpose();
        let [alpha1, alpha2, v] = &self.constants;
        // A factor stands for each element of a row.
        let factors = |tensor: &Option<Input>| -> Result<_> {
            let Some(arg) = read(tensor)? else {
                return Ok(None);
            };
            if arg.view.layout.rank() == 2 {
                return Ok(Some(arg));
            }
            let layout = &arg.view.layout;
            let shape = [layout.shape()[0], width];
            let strides = [layout.strides()[0], 0];
            let wide = crate::tensor::Layout::new(
                shape.as_slice().into(),
                strides.as_slice().into(),
                layout.offset(),
            );
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
            send_counts: self.ep_send_counts.read()?,
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
