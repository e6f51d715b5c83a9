//! Tokens that are dispatched to experts on several ranks, and combined again: what all versions of both have.

mod combine;
mod dispatch;
mod halves;

use std::sync::Arc;

use super::moe::within;
use super::ranks::{group, is_of_group, number_in, text_in};
use super::{Dtypes, on_910};
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, TensorArg, Text};
use crate::distributed::Group;
use crate::distributed::experts::Deployment;
use crate::error::{Error, Result};
use crate::tensor::Dtype::*;

pub use combine::CombinedArgs;
pub use dispatch::Dispatched;
pub use halves::{CombineSetup, CombineTeardown, DispatchSetup, DispatchTeardown, OfHalves};

/// FLOAT16 and BFLOAT16 on Ascend910B, Ascend910_93 and Ascend950.
const ROWS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);
const INT32: Dtypes = on_910(&[]).and_910b(&[I32]);
const INT64: Dtypes = on_910(&[]).and_910b(&[I64]);
const BOOL: Dtypes = on_910(&[]).and_910b(&[Bool]);
const FLOAT: Dtypes = on_910(&[]).and_910b(&[F32]);
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

    /// Number of experts that scales are of, shared ones among them.
    fn all_experts(&self) -> i64 {
        self.moe_expert_num
            + match self.shared_expert_rank_num {
                0 => 0,
                _ => self.shared_expert_num,
            }
    }

    /// The most rows that may come to this rank.
    fn most_rows(&self, deployment: &Deployment) -> i64 {
        let all = (deployment.tokens * deployment.ranks) as i64;
        let all = all.max(self.global_bs);
        match deployment.rank < deployment.shared_ranks {
            true => all * self.shared_expert_num / self.shared_expert_rank_num,
            false => all * (deployment.local().min(deployment.top_k)) as i64,
        }
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
