//! Dispatches and combinations that are two operators each.

use std::sync::Arc;

use super::super::moe::{extents, within};
use super::super::ranks::{number_in, text_in};
use super::dispatch::{OnWay, scales_of_row};
use super::{Deployed, at_least};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, TensorArg};
use crate::contract::{Dtypes, only_950};
use crate::distributed::Group;
use crate::distributed::experts::{Combined, Deployment, GROUPS, SentRows};
use crate::distributed::halves::{
    DispatchSetup as Setup, DispatchTeardown as Teardown, Messages, Records, combine_setup,
    combine_teardown, dispatch_setup, dispatch_teardown,
};
use crate::error::{Error, Reason, Result};
use crate::ops::moe::Method;
use crate::tensor::Dtype::*;

const ROWS: Dtypes = only_950(&[F16, Bf16]);
const MESSAGES: Dtypes = only_950(&[F16, Bf16, I8, Hifloat8, F8E5m2, F8E4m3fn]);
const INT32: Dtypes = only_950(&[I32]);
/// Numbers of a command.
const COMMANDS: i64 = 16;
/// Numbers about a row.
const ABOUT: i64 = 128;

/// Placement of experts in operators that come in halves.
pub struct OfHalves {
    /// The parameters that all operators of the family have.
    pub deployed: Deployed,
    /// Means of communication.
    pub comm_type: i64,
}

impl OfHalves {
    fn checked(&self, counts: [i64; 2]) -> Outcome<(Arc<Group>, Deployment)> {
        let (group, deployment) = self.deployed.checked(counts)?;
        let narrower = || -> Result<()> {
            let half = i64::from(group.size()) / 2;
            let shared = self.deployed.shared_expert_rank_num;
            within("sharedExpertRankNum", shared, 0..=half)?;
            within("moeExpertNum", self.deployed.moe_expert_num, 1..=512)?;
            number_in("commType", self.comm_type, &[2])?;
            text_in(self.deployed.comm_alg.as_ref(), &[""])
        };
        narrower().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        Ok((group, deployment))
    }

    /// Rows of the tensor of messages, and numbers of the commands beside them.
    fn messages(&self, deployment: &Deployment) -> [i64; 2] {
        let choices = deployment.top_k as i64 + self.deployed.shared_expert_num;
        let rows = deployment.tokens as i64 * choices;
        let slots = (deployment.ranks * deployment.local()) as i64;
        [rows, (rows + slots) * COMMANDS]
    }
}

fn aligned(number: i64, to: i64) -> i64 {
    (number + to - 1) / to * to
}

/// Elements of a message of so many elements of a row, and where what is behind the row begins.
fn message(quant_mode: i64, width: i64) -> [i64; 2] {
    match quant_mode {
        0 => [aligned(width, 256), width],
        1 => [aligned(width, 512), width],
        2 => {
            let scales = aligned(width, 32);
            [aligned(scales + 4, 512), scales]
        }
        mode => {
            let scales = aligned(width, 128);
            let count = match mode {
                3 => (width + 127) / 128,
                _ => (width + 63) / 64 * 2,
            };
            [aligned(scales + count, 512), scales]
        }
    }
}

/// Forms of the messages in `y`; refuses a tensor of another shape.
fn messages(
    y: &TensorArg,
    method: Option<Method>,
    quant_mode: i64,
    [rows, width]: [i64; 2],
) -> Result<Messages> {
    let [elements, scales] = message(quant_mode, width);
    y.shape_is(
        &[rows, elements],
        "a message for each choice and shared expert",
    )?;
    let size = (y.dtype()?.bits() / 8) as i64;
    let bytes = method.map_or(0, |method| match method {
        // Groups have an even number of scales in records.
        GROUPS => aligned(4 * scales_of_row(method, width), 8),
        Method::Row => 4,
        _ => scales_of_row(method, width),
    });
    if scales * size + bytes > elements * size {
        let got = format!("rows of {width} elements");
        let allowed = "rows beside whose codes a message has room for a scale of each 128 elements";
        return Err(Error::value(y.name(), got, allowed));
    }
    Ok(Messages {
        stride: (elements * size) as usize,
        scales: (scales * size) as usize,
        parts: Records {
            row: (width * size) as usize,
            scales: bytes as usize,
        },
    })
}

/// Refuses tokens and experts that do not go together; returns the tokens, their choices, and the elements of a row.
fn tokens(x: &Input, expert_ids: &Input) -> Result<([i64; 2], i64)> {
    let [tokens, width] = extents::<2>(x)?;
    let [of, top_k] = extents::<2>(expert_ids)?;
    if of != tokens || tokens == 0 || top_k == 0 || width == 0 {
        let allowed = format!("{tokens} rows, one for each token, none empty");
        return Err(expert_ids.shape_refused(allowed));
    }
    Ok(([tokens, top_k], width))
}

/// Refuses a type of messages that does not go with the mode; returns the method.
fn method(way: &OnWay) -> Result<Option<Method>> {
    if way.quant_mode == 0 {
        way.rows.dtype_is(way.x.dtype()?)?;
    }
    way.method()
}

/// The first half of a dispatch, with the documented parameters.
pub struct DispatchSetup {
    /// Placement of experts.
    pub of: OfHalves,
    /// The tokens.
    pub x: Input,
    /// Their experts.
    pub expert_ids: Input,
    /// Factors, or a scale.
    pub scales: Option<Input>,
    /// Hidden tokens.
    pub x_active_mask: Option<Input>,
    /// Mode of quantisation.
    pub quant_mode: i64,
    /// The messages.
    pub y: Output,
    /// Numbers of choices.
    pub expand_idx: Output,
    /// Commands.
    pub comm_cmd_info: Output,
}

impl DispatchSetup {
    /// Checks the call, and plans it.
    pub fn planned(self) -> Planned {
        self.x.dtype_in(ROWS)?;
        self.expert_ids.dtype_in(INT32)?;
        if let Some(scales) = &self.scales {
            scales.dtype_in(only_950(&[F32]))?;
        }
        if let Some(mask) = &self.x_active_mask {
            mask.dtype_in(only_950(&[Bool]))?;
        }
        self.y.dtype_in(MESSAGES)?;
        self.expand_idx.dtype_in(INT32)?;
        self.comm_cmd_info.dtype_in(INT32)?;
        let way = OnWay {
            x: &self.x,
            scales: self.scales.as_ref(),
            rows: &self.y,
            quant_mode: self.quant_mode,
            experts: self.of.deployed.all_experts(),
        };
        let method = method(&way)?;
        let (counts, width) =
            tokens(&self.x, &self.expert_ids).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let [tokens, top_k] = counts;
        let (_, deployment) = self.of.checked(counts)?;
        let shapes = || -> Result<Messages> {
            if let Some(mask) = &self.x_active_mask {
                mask.shape_is(&[tokens], "one for each token")?;
            }
            way.scales(method, [tokens, width])?;
            let [rows, commands] = self.of.messages(&deployment);
            self.expand_idx
                .shape_is(&[tokens * top_k], "a number for each choice")?;
            let what = "16 for each message, rank and expert of a rank";
            self.comm_cmd_info.shape_is(&[commands], what)?;
            messages(&self.y, method, self.quant_mode, [rows, width])
        };
        let messages = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        Ok(dispatch_setup(Setup {
            deployment,
            x: self.x.read()?,
            expert_ids: self.expert_ids.read()?,
            scales: self.scales.as_ref().map(Input::read).transpose()?,
            method,
            mask: self.x_active_mask.as_ref().map(Input::read).transpose()?,
            messages,
            y: self.y.write()?,
            expand_idx: self.expand_idx.write()?,
            comm_cmd_info: self.comm_cmd_info.write()?,
        })?)
    }
}

/// The second half of a dispatch, with the documented parameters.
pub struct DispatchTeardown {
    /// The entry point.
    pub operator: &'static str,
    /// Placement of experts.
    pub of: OfHalves,
    /// The tokens.
    pub x: Input,
    /// The messages.
    pub y: Input,
    /// The experts of tokens.
    pub expert_ids: Input,
    /// Commands.
    pub comm_cmd_info: Input,
    /// Mode of quantisation.
    pub quant_mode: i64,
    /// Form of the numbers of tokens.
    pub expert_token_nums_type: i64,
    /// The rows.
    pub expand_x: Output,
    /// Their scales.
    pub dynamic_scales: Option<Output>,
    /// The rank, token and choice of each.
    pub assist_info: Output,
    /// Numbers of tokens of experts.
    pub expert_token_nums: Output,
}

impl DispatchTeardown {
    /// Checks the call, and plans it.
    pub fn planned(self) -> Planned {
        self.x.dtype_in(ROWS)?;
        self.y.dtype_in(MESSAGES)?;
        self.expert_ids.dtype_in(INT32)?;
        self.comm_cmd_info.dtype_in(INT32)?;
        let dtype = self.y.dtype()?;
        self.expand_x.dtype_in(MESSAGES)?;
        self.expand_x.dtype_is(dtype)?;
        self.assist_info.dtype_in(INT32)?;
        self.expert_token_nums.dtype_in(only_950(&[I64]))?;
        let way = OnWay {
            x: &self.x,
            scales: None,
            rows: &self.y,
            quant_mode: self.quant_mode,
            experts: 0,
        };
        let method = method(&way)?;
        if let Some(scales) = &self.dynamic_scales {
            match self.quant_mode {
                2 | 3 => scales.dtype_is(F32)?,
                4 => scales.dtype_is(F8E8m0)?,
                _ => scales.dtype_in(only_950(&[F32, F8E8m0]))?,
            }
        }
        let (counts, width) =
            tokens(&self.x, &self.expert_ids).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (group, deployment) = self.of.checked(counts)?;
        let shapes = || -> Result<Messages> {
            number_in("expertTokenNumsType", self.expert_token_nums_type, &[0, 1])?;
            let [messages_of_all, commands] = self.of.messages(&deployment);
            let what = "16 for each message, rank and expert of a rank";
            self.comm_cmd_info.shape_is(&[commands], what)?;
            let messages = messages(&self.y, method, self.quant_mode, [messages_of_all, width])?;
            let [rows, of_width] = extents::<2>(&self.expand_x)?;
            let least = self.of.deployed.most_rows(&deployment);
            if of_width != width || rows < least {
                let allowed = format!("({least} or more, {width})");
                return Err(self.expand_x.shape_refused(allowed));
            }
            let scales = method.map_or(0, |method| scales_of_row(method, width));
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
            self.assist_info
                .shape_is(&[rows * ABOUT], "128 for each row")?;
            let local = deployment.local() as i64;
            self.expert_token_nums
                .shape_is(&[local], "a number for each expert of this rank")?;
            Ok(messages)
        };
        let messages = shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let more = format!(", {dtype}, quantMode {}", self.quant_mode);
        let deployed = &self.of.deployed;
        let called = deployed.called(self.operator, width, counts[1], &more);
        let dynamic_scales = self.dynamic_scales.as_ref();
        Ok(dispatch_teardown(
            group,
            Teardown {
                deployment,
                unread: vec![self.x.read()?, self.expert_ids.read()?],
                method,
                messages,
                y: self.y.read()?,
                comm_cmd_info: self.comm_cmd_info.read()?,
                expand_x: self.expand_x.write()?,
                dynamic_scales: dynamic_scales.map(Output::write).transpose()?,
                assist_info: self.assist_info.write()?,
                token_nums: self.expert_token_nums.write()?,
                is_cumulative: self.expert_token_nums_type == 0,
                called,
            },
        )?)
    }
}

/// The parameters that both halves of a combination have, by their documented names.
struct CombineHalf<'a> {
    /// Placement of experts.
    of: OfHalves,
    /// The rows.
    expand_x: &'a Input,
    /// The experts of tokens.
    expert_ids: &'a Input,
    /// Rows that are quantised on their way.
    quant_expand_x: &'a TensorArg,
    /// Commands.
    comm_cmd_info: &'a TensorArg,
    /// Quantisation on the way.
    comm_quant_mode: i64,
}

/// A half of a combination that has been checked.
struct CheckedHalf {
    group: Arc<Group>,
    deployment: Deployment,
    /// Rows, and elements of each.
    size: [i64; 2],
}

impl CombineHalf<'_> {
    fn types(&self) -> Result<()> {
        self.expand_x.dtype_in(ROWS)?;
        self.expert_ids.dtype_in(INT32)?;
        self.quant_expand_x.dtype_in(only_950(&[I8]))?;
        self.comm_cmd_info.dtype_in(INT32)
    }

    fn checked(&self) -> Outcome<CheckedHalf> {
        let counts = || -> Result<[i64; 4]> {
            let [rows, width] = extents::<2>(self.expand_x)?;
            let [tokens, top_k] = extents::<2>(self.expert_ids)?;
            if tokens == 0 || top_k == 0 || width == 0 {
                return Err(self.expert_ids.shape_refused("tokens and choices"));
            }
            Ok([rows, width, tokens, top_k])
        };
        let [rows, width, tokens, top_k] = counts().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let (group, deployment) = self.of.checked([tokens, top_k])?;
        let shapes = || -> Result<()> {
            number_in("commQuantMode", self.comm_quant_mode, &[0])?;
            let least = self.of.deployed.most_rows(&deployment);
            if rows < least {
                let allowed = format!("({least} or more, {width})");
                return Err(self.expand_x.shape_refused(allowed));
            }
            let message = aligned(aligned(width, 32) + aligned(width, 8) / 2, 512);
            self.quant_expand_x
                .shape_is(&[rows, message], "a message for each row")?;
            let commands = (rows + i64::from(group.size())) * COMMANDS;
            self.comm_cmd_info
                .shape_is(&[commands], "16 for each row and rank")
        };
        shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        Ok(CheckedHalf {
            group,
            deployment,
            size: [rows, width],
        })
    }
}

/// The first half of a combination, with the documented parameters.
pub struct CombineSetup {
    /// Placement of experts.
    pub of: OfHalves,
    /// The rows.
    pub expand_x: Input,
    /// The experts of tokens.
    pub expert_ids: Input,
    /// The rank, token and choice of each row.
    pub assist_info: Input,
    /// Quantisation on the way.
    pub comm_quant_mode: i64,
    /// Rows that are quantised on their way.
    pub quant_expand_x: Output,
    /// Commands.
    pub comm_cmd_info: Output,
}

impl CombineSetup {
    /// Checks the call, and plans it.
    pub fn planned(self) -> Planned {
        let half = CombineHalf {
            of: self.of,
            expand_x: &self.expand_x,
            expert_ids: &self.expert_ids,
            quant_expand_x: &self.quant_expand_x,
            comm_cmd_info: &self.comm_cmd_info,
            comm_quant_mode: self.comm_quant_mode,
        };
        half.types()?;
        self.assist_info.dtype_in(INT32)?;
        let CheckedHalf {
            deployment,
            size: [rows, _],
            ..
        } = half.checked()?;
        at_least(&self.assist_info, rows * ABOUT, "128 for each row")
            .code(ACLNN_ERR_INNER_TILING_ERROR)?;
        Ok(combine_setup(
            deployment.ranks,
            rows as usize,
            vec![self.expand_x.read()?, self.expert_ids.read()?],
            [
                self.assist_info.read()?,
                self.comm_cmd_info.write()?,
                self.quant_expand_x.write()?,
            ],
        )?)
    }
}

/// The second half of a combination, with the documented parameters.
pub struct CombineTeardown {
    /// The entry point.
    pub operator: &'static str,
    /// Placement of experts.
    pub of: OfHalves,
    /// The rows.
    pub expand_x: Input,
    /// Rows that are quantised on their way.
    pub quant_expand_x: Input,
    /// The experts of tokens.
    pub expert_ids: Input,
    /// Numbers of choices.
    pub expand_idx: Input,
    /// Weights of choices.
    pub expert_scales: Input,
    /// Commands.
    pub comm_cmd_info: Input,
    /// Hidden tokens.
    pub x_active_mask: Option<Input>,
    /// Results of a shared expert for the tokens.
    pub shared_expert_x: Option<Input>,
    /// Quantisation on the way.
    pub comm_quant_mode: i64,
    /// The sums.
    pub x: Output,
}

impl CombineTeardown {
    /// Checks the call, and plans it.
    pub fn planned(self) -> Planned {
        let half = CombineHalf {
            of: self.of,
            expand_x: &self.expand_x,
            expert_ids: &self.expert_ids,
            quant_expand_x: &self.quant_expand_x,
            comm_cmd_info: &self.comm_cmd_info,
            comm_quant_mode: self.comm_quant_mode,
        };
        half.types()?;
        let dtype = self.expand_x.dtype()?;
        self.expand_idx.dtype_in(INT32)?;
        self.expert_scales.dtype_in(only_950(&[F32]))?;
        if let Some(mask) = &self.x_active_mask {
            mask.dtype_in(only_950(&[Bool]))?;
        }
        if let Some(shared) = &self.shared_expert_x {
            shared.dtype_is(dtype)?;
        }
        self.x.dtype_is(dtype)?;
        let CheckedHalf {
            group,
            deployment,
            size: [_, width],
        } = half.checked()?;
        let (tokens, top_k) = (deployment.tokens as i64, deployment.top_k as i64);
        let shapes = || -> Result<()> {
            self.expand_idx
                .shape_is(&[tokens * top_k], "a number for each choice")?;
            self.expert_scales
                .shape_is(&[tokens, top_k], "that of the experts")?;
            if let Some(mask) = &self.x_active_mask {
                mask.shape_is(&[tokens], "one for each token")?;
            }
            if let Some(shared) = &self.shared_expert_x {
                let shape = shared.shape();
                let is_of_tokens = shape.last() == Some(&width)
                    && (2..=3).contains(&shape.len())
                    && shared.numel() as i64 == tokens * width;
                if !is_of_tokens || half.of.deployed.shared_expert_num != 0 {
                    let allowed = format!("({tokens}, {width}), and no shared experts");
                    return Err(shared.shape_refused(allowed));
                }
            }
            self.x.shape_is(&[tokens, width], "a row for each token")
        };
        shapes().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let more = format!(", {dtype}");
        let called = half.of.deployed.called(self.operator, width, top_k, &more);
        let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
        Ok(combine_teardown(
            group,
            Combined {
                deployment,
                expand_x: self.expand_x.read()?,
                expert_ids: self.expert_ids.read()?,
                sent: SentRows::Listed(self.comm_cmd_info.read()?),
                expert_scales: Some(self.expert_scales.read()?),
                mask: read(&self.x_active_mask)?,
                shared_expert_x: read(&self.shared_expert_x)?,
                special: [0; 3],
                ori_x: None,
                constants: [None, None, None],
                unread: vec![self.quant_expand_x.read()?, self.expand_idx.read()?],
                x: self.x.write()?,
                called,
            },
        )?)
    }
}
