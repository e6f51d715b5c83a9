//! Rows divided by the root of the mean of their squares, and quantised in blocks of 32 that share a power of two.

use super::mx::{Attributes, DEFAULTS, ELEMENTS, SCALES, even_for_fp4, scales_of};
use super::norm::epsilon;
use super::only_950;
use super::quant::codes_fit;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_NULLPTR;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, TensorArg, Text};
use crate::contract::{Dtypes, on_all};
use crate::error::{Reason, Result};
use crate::ops::mx::Recipe;
use crate::ops::quant::{NormQuant, Normed, NormedRule, norm_quant};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

const NORMED: Dtypes = only_950(&[F16, Bf16]);
const FLOAT: Dtypes = on_all(&[F32]);

/// Arguments of such an operator.
pub struct MxNormedCall<'a> {
    /// The terms of what is normalised.
    pub terms: &'a [&'a Input],
    /// `gamma`.
    pub gamma: &'a Input,
    /// `beta`.
    pub beta: Option<&'a Input>,
    /// `epsilon`.
    pub epsilon: f64,
    /// `scaleAlg`.
    pub scale_alg: i64,
    /// `roundMode`; null is "rint".
    pub round_mode: Option<Text>,
    /// `dstType`.
    pub dst_type: i64,
    /// `yOut`.
    pub y: &'a Output,
    /// `xOut`.
    pub sum: Option<&'a Output>,
    /// `mxscaleOut`.
    pub scale: &'a Output,
    /// `outputRstd`.
    pub has_inverse: bool,
    /// `rstdOut`.
    pub inverse: Option<&'a Output>,
}

impl MxNormedCall<'_> {
    fn types(&self) -> Result<()> {
        let x = self.terms[0];
        x.dtype_in(NORMED)?;
        for term in &self.terms[1..] {
            term.same_dtype(x)?;
        }
        self.gamma.dtype_of_or_in(x, FLOAT)?;
        if let Some(beta) = self.beta {
            beta.same_dtype(self.gamma)?;
        }
        self.y.dtype_in(ELEMENTS)?;
        self.scale.dtype_in(SCALES)?;
        if let Some(sum) = self.sum {
            sum.same_dtype(x)?;
        }
        match self.written_inverse() {
            Some(inverse) => inverse.dtype_is(F32),
            None => Ok(()),
        }
    }

    fn check(&self) -> Result<Recipe> {
        let x = self.terms[0];
        let recipe = Attributes {
            round_mode: self.round_mode.clone(),
            dst_type: ("dstType", self.dst_type),
            scale_alg: self.scale_alg,
            ..DEFAULTS
        }
        .recipe(x.dtype()?, self.y)?;
        x.rank_in(1..=7)?;
        let same: [Option<&TensorArg>; 2] = [
            self.terms.get(1).map(|term| &***term),
            self.sum.map(|sum| &**sum),
        ];
        same.into_iter()
            .flatten()
            .try_for_each(|tensor| tensor.same_shape(x))?;
        for parameter in [Some(self.gamma), self.beta].into_iter().flatten() {
            parameter.shape_is(
                &x.shape()[x.rank() - 1..],
                "the last dimension of what is normalised",
            )?;
        }
        even_for_fp4(x, recipe.format)?;
        codes_fit(self.y, x.shape(), x)?;
        scales_of(self.scale, x, x.rank() - 1, recipe.block)?;
        if let Some(inverse) = self.written_inverse() {
            inverse.has_statistics_of(x, 1)?;
        }
        Ok(recipe)
    }

    fn written_inverse(&self) -> Option<&Output> {
        self.inverse.filter(|_| self.has_inverse)
    }

    /// Checks all, types refused with 161002 and the rest with 561103, and plans it.
    pub fn plan(self) -> Planned {
        if self.has_inverse && self.inverse.is_none() {
            return Err(crate::error::Error::from(Reason::Null { arg: "rstdOut" }).into());
        }
        self.types()?;
        let recipe = self.check().code(ACLNN_ERR_INNER_NULLPTR)?;
        let x = self.terms[0];
        let inverse = self.written_inverse().map(Output::write).transpose()?;
        let sum = self.sum.map(Output::write).transpose()?;
        let (y, scale) = (self.y.write()?, self.scale.write()?);
        if x.is_empty() {
            let outputs = [Some(y), sum, Some(scale), inverse];
            return Ok(Call::nothing(outputs.into_iter().flatten()));
        }
        Ok(norm_quant(NormQuant {
            columns: self.gamma.numel(),
            terms: self
                .terms
                .iter()
                .map(|term| term.read())
                .collect::<Result<Vec<_>>>()?,
            repeated: None,
            is_centred: false,
            gamma: Some(self.gamma.read()?),
            beta: self.beta.map(Input::read).transpose()?,
            adapted: None,
            epsilon: epsilon(self.epsilon),
            sum,
            normed: None,
            result: None,
            inverse,
            codes: vec![Normed {
                y,
                rule: NormedRule::Blocks { recipe, scale },
            }],
        })?)
    }
}
