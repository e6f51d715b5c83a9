//! A dispatch: rows of tokens go to the ranks of their experts.

use super::super::moe::extents;
use super::super::on_950;
use super::super::ranks::number_in;
use super::{BOOL, Deployed, FLOAT, INT32, INT64, ROWS, at_least, check_mask};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, TensorArg};
use crate::contract::Dtypes;
use crate::distributed::experts::{Dispatch, GROUPS, dispatch};
use crate::error::{Error, Reason, Result};
use crate::ops::moe::Method;
use crate::ops::quant::BlockRule;
use crate::tensor::Dtype::{self, *};

/// Tokens from the second version on.
const TOKENS: Dtypes = ROWS
    .and_910b_only(&[I32])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn, F4E2m1, F4E1m2]);
const DISPATCHED: Dtypes = TOKENS.and_910b(&[I8]);
const SCALES: Dtypes = FLOAT.and_950(&[F8E8m0]);
/// A scale of FLOAT8_E8M0 for each 32 elements.
const MX: Method = Method::Blocks(BlockRule::PowerByte { least: 0.0 });
const FLOATS8: [Dtype; 2] = [F8E5m2, F8E4m3fn];

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

/// Quantisation of rows on their way, with the documented parameters.
pub(super) struct OnWay<'a> {
    /// The tokens.
    pub x: &'a TensorArg,
    /// Their scales.
    pub scales: Option<&'a Input>,
    /// The rows.
    pub rows: &'a TensorArg,
    /// Mode of quantisation.
    pub quant_mode: i64,
    /// Numbers of experts that scales are of.
    pub experts: i64,
}

impl OnWay<'_> {
    /// The method of a mode. Refuses types that do not go with it.
    pub fn method(&self) -> Result<Option<Method>> {
        let (x, expand_x) = (self.x.dtype()?, self.rows.dtype()?);
        let is_float = matches!(x, F16 | Bf16);
        let is_950 = on_950();
        let needs = |allowed: &[Dtype]| match allowed.contains(&expand_x) {
            true => Ok(()),
            false => {
                let names: Vec<String> = allowed.iter().map(Dtype::to_string).collect();
                let allowed = format!(
                    "{} with `quantMode` {}",
                    names.join(" or "),
                    self.quant_mode
                );
                Err(Error::dtype(self.rows.name(), expand_x, allowed))
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
    pub fn scales(&self, method: Option<Method>, [tokens, width]: [i64; 2]) -> Result<i64> {
        let is_float = matches!(self.x.dtype()?, F16 | Bf16);
        let (is_needed, is_allowed) = match method {
            None => (!is_float, !is_float),
            Some(Method::Fixed { .. } | MX | Method::Mx4) => (false, false),
            Some(Method::Static) => (true, true),
            Some(_) => (false, true),
        };
        match self.scales {
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
                Some(Method::Static) if self.rows.dtype()? == I8 && scales.shape() == [width] => {}
                _ => {
                    scales.dtype_in(FLOAT)?;
                    scales.shape_is(
                        &[self.experts, width],
                        "a row for each expert, shared ones first",
                    )?;
                }
            },
            None => {}
        }
        Ok(match method {
            None => self
                .scales
                .map_or(0, |scales| scales.numel() as i64 / tokens.max(1)),
            Some(method) => scales_of_row(method, width),
        })
    }
}

/// Returns the number of scales of a row of so many elements.
pub(super) fn scales_of_row(method: Method, width: i64) -> i64 {
    match method {
        Method::Row => 1,
        GROUPS => (width + 127) / 128,
        MX | Method::Mx4 => (width + 63) / 64 * 2,
        _ => 0,
    }
}

impl Dispatched {
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
        let way = OnWay {
            x: &self.x,
            scales: self.scales.as_ref(),
            rows: &self.expand_x,
            quant_mode: self.quant_mode,
            experts: self.deployed.all_experts(),
        };
        let method = way.method()?;
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
            let scales = way.scales(method, [tokens, width])?;
            let local = deployment.local() as i64;
            let ranks = deployment.ranks as i64;
            let [rows, of_width] = extents::<2>(&self.expand_x)?;
            let least = self.deployed.most_rows(&deployment);
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
        let read = |tensor: &Option<Input>| tensor.as_ref().map(Input::read).transpose();
        let write = |tensor: &Option<Output>| tensor.as_ref().map(Output::write).transpose();
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
