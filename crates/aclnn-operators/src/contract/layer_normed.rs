//! Rows normalised to mean 0 and variance 1, and quantised: the description that the versions of an operator fill.

use super::mx::refuse;
use super::norm::epsilon;
use super::on_950;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Input, Output, TensorArg, Text};
use crate::contract::sets::SHORT_AFTER_910;
use crate::contract::{Dtypes, on_all};
use crate::error::Result;
use crate::ops::Arg;
use crate::ops::quant::{NormQuant, Normed, NormedRule, norm_quant};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

const FLOAT: Dtypes = on_all(&[F32]);
const HALVES: Dtypes = on_all(&[F16, Bf16]);

/// Arguments of the versions of `aclnnAddLayerNormQuant`.
pub struct AddLayerNormQuantCall<'a> {
    /// `x1` and `x2`.
    pub terms: [&'a Input; 2],
    /// `gamma`.
    pub gamma: &'a Input,
    /// `beta`.
    pub beta: &'a Input,
    /// `biasOptional`.
    pub bias: Option<&'a Input>,
    /// `scales1Optional`, `scales2Optional`.
    pub scales: [Option<&'a Input>; 2],
    /// `zeroPoints1Optional`, `zeroPoints2Optional`.
    pub zero_points: [Option<&'a Input>; 2],
    /// `quantMode`.
    pub mode: &'a Text,
    /// `epsilon`.
    pub epsilon: f64,
    /// `additionalOutput`.
    pub has_sum: bool,
    /// `divMode`.
    pub divides: bool,
    /// `y1Out`, `y2Out`.
    pub y: [&'a Output; 2],
    /// `xOut`.
    pub sum: &'a Output,
    /// `layernormRes`; a version without it has parameters of any number of dimensions.
    pub result: Option<&'a Output>,
    /// `outScales1Out`, `outScales2Out`.
    pub scales_out: [&'a Output; 2],
}

impl AddLayerNormQuantCall<'_> {
    fn is_dynamic(&self) -> Result<bool> {
        match &**self.mode {
            "static" => Ok(false),
            "dynamic" if on_950() => Ok(true),
            other => refuse(
                self.mode.name(),
                format!("{other:?}"),
                match on_950() {
                    true => "\"static\" or \"dynamic\"",
                    false => "\"static\" on this chip",
                },
            ),
        }
    }

    fn types(&self, is_dynamic: bool) -> Result<()> {
        let x = self.terms[0];
        x.dtype_in(SHORT_AFTER_910)?;
        if is_dynamic {
            x.dtype_in(HALVES)?;
        }
        let like_x: [Option<&TensorArg>; 6] = [
            Some(self.terms[1]),
            Some(self.gamma),
            Some(self.beta),
            self.bias.map(|of| &**of),
            Some(self.sum),
            self.result.map(|of| &**of),
        ];
        like_x
            .into_iter()
            .flatten()
            .try_for_each(|tensor| tensor.same_dtype(x))?;
        for y in self.y {
            y.dtype_is(I8)?;
        }
        for scale in self.scales_out {
            scale.dtype_is(F32)?;
        }
        let [first, second] = self.scales;
        let Some(first) = first else { return Ok(()) };
        match is_dynamic || !on_950() {
            true => first.same_dtype(x)?,
            false => first.dtype_of_or_in(x, FLOAT)?,
        }
        let [zero1, zero2] = self.zero_points;
        [second, zero1, zero2]
            .into_iter()
            .flatten()
            .try_for_each(|tensor| tensor.same_dtype(first))
    }

    /// Refuses optional tensors that do not go together.
    fn presence(&self, is_dynamic: bool) -> Result<()> {
        let given = |tensors: [Option<&Input>; 2]| tensors.map(|tensor| tensor.is_some());
        let allowed = match (is_dynamic, given(self.scales)) {
            (true, [false, true]) => Err("a tensor beside scales2Optional"),
            (true, _) => Ok([false, false]),
            (false, [false, _]) => Err("a tensor in the mode \"static\""),
            (false, both) => match given(self.zero_points) {
                [false, false] => Ok([false, false]),
                _ => Ok(both),
            },
        };
        let allowed = match allowed {
            Ok(allowed) => allowed,
            Err(allowed) => return refuse("scales1Optional", "null", allowed),
        };
        match given(self.zero_points) == allowed {
            true => Ok(()),
            false => refuse(
                "zeroPoints1Optional and zeroPoints2Optional",
                format!("given: {:?}", given(self.zero_points)),
                match is_dynamic {
                    true => "null in the mode \"dynamic\"",
                    false => "a zero point for each scale, or none",
                },
            ),
        }
    }

    fn shapes(&self, is_dynamic: bool) -> Result<()> {
        let (x, gamma) = (self.terms[0], self.gamma);
        x.rank_in(1..=8)?;
        gamma.rank_in(1..=8)?;
        self.beta.same_shape(gamma)?;
        let last = &x.shape()[x.rank() - 1..];
        let as_row = [&[1], last].concat();
        let is_row = gamma.shape() == as_row;
        match self.result.is_some() && is_row {
            true => {}
            false => gamma.ends_shape_of(x)?,
        }
        if is_dynamic {
            x.rank_in(2..=8)?;
            if !is_row {
                gamma.shape_is(last, "the last dimension in the mode \"dynamic\"")?;
            }
            let rows = &x.shape()[..x.rank() - 1];
            self.scales_out[0].shape_is(rows, "that of `x1` without its last dimension")?;
            if self.scales[1].is_some() {
                self.scales_out[1].shape_is(rows, "that of `x1` without its last dimension")?;
            }
        }
        let mut alike: Vec<&TensorArg> = vec![self.terms[1], self.sum, self.y[0]];
        alike.extend(self.result.map(|of| &**of as &TensorArg));
        if self.scales[1].is_some() {
            alike.push(self.y[1]);
        }
        alike.iter().try_for_each(|tensor| tensor.same_shape(x))?;
        for (scale, zero_point) in self.scales.into_iter().zip(self.zero_points) {
            let Some(scale) = scale else { continue };
            let is_one = self.result.is_some() && scale.shape() == [1];
            if !is_one {
                scale.same_shape(gamma)?;
            }
            if let Some(zero_point) = zero_point {
                zero_point.same_shape(scale)?;
            }
        }
        match self.bias {
            Some(bias) if bias.shape() != gamma.shape() && bias.shape() != x.shape() => {
                Err(bias.shape_refused("that of `x1`, or that of `gamma`"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses modes that kernels of other chips than Ascend950 lack.
    fn kernels(&self) -> Result<()> {
        if on_950() {
            return Ok(());
        }
        if self.has_sum {
            return refuse("additionalOutput", true, "false on this chip");
        }
        if self.divides {
            return refuse("divMode", true, "false on this chip");
        }
        if let [_, Some(second)] = self.scales {
            return refuse(second.name(), "a tensor", "null on this chip");
        }
        match self.scales[0] {
            Some(scale) => scale.shape_is(&[1], "one scale on this chip"),
            None => Ok(()),
        }
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let is_dynamic = self.is_dynamic()?;
        self.types(is_dynamic)?;
        self.shapes(is_dynamic)?;
        self.presence(is_dynamic)?;
        self.kernels().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let x = self.terms[0];
        let count = match self.scales[1] {
            Some(_) => 2,
            None => 1,
        };
        let read = |input: Option<&Input>| -> Outcome<Option<Arg>> {
            Ok(input.map(Input::read).transpose()?)
        };
        let sum = self.has_sum.then(|| self.sum.write()).transpose()?;
        let result = self.result.map(Output::write).transpose()?;
        let mut codes = Vec::new();
        for number in 0..count {
            let scale = self.scales[number];
            let rule = match (is_dynamic, scale) {
                (true, smooth) => NormedRule::Row {
                    smooth: read(smooth)?,
                    scale: self.scales_out[number].write()?,
                },
                (false, Some(scale)) => NormedRule::Given {
                    scale: scale.read()?,
                    divides: self.divides,
                    zero_point: read(self.zero_points[number])?,
                },
                (false, None) => continue,
            };
            codes.push(Normed {
                y: self.y[number].write()?,
                rule,
            });
        }
        if x.is_empty() {
            let codes = codes.into_iter().flat_map(|Normed { y, rule }| {
                let scale = match rule {
                    NormedRule::Row { scale, .. } => Some(scale),
                    _ => None,
                };
                [Some(y), scale]
            });
            return Ok(Call::nothing(
                [sum, result].into_iter().chain(codes).flatten(),
            ));
        }
        let mut terms = vec![x.read()?, self.terms[1].read()?];
        let mut repeated = None;
        match self.bias {
            Some(bias) if bias.numel() == self.gamma.numel() && bias.shape() != x.shape() => {
                repeated = Some(bias.read()?);
            }
            Some(bias) => terms.push(bias.read()?),
            None => {}
        }
        Ok(norm_quant(NormQuant {
            columns: self.gamma.numel(),
            terms,
            repeated,
            is_centred: true,
            gamma: Some(self.gamma.read()?),
            beta: Some(self.beta.read()?),
            adapted: None,
            epsilon: epsilon(self.epsilon),
            sum,
            normed: None,
            result,
            inverse: None,
            codes,
        })?)
    }
}
