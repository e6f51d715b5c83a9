//! Normalisations that quantise: the description that the versions of an operator fill.

use super::mx::refuse;
use super::norm::epsilon;
use super::on_950;
use super::quant::codes_fit;
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::{Code, Outcome};
use crate::argument::{Bools, Input, Output, TensorArg};
use crate::contract::{Dtypes, on_all};
use crate::error::Result;
use crate::ops::Arg;
use crate::ops::quant::{NormQuant, Normed, NormedRule, norm_quant};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

/// Types of what is normalised.
pub const NORMED: Dtypes = on_all(&[])
    .and_after_910(&[F16])
    .and_910b(&[Bf16])
    .and_950(&[F32]);

/// As [`NORMED`], where a range gives scales.
pub const NORMED_BY_RANGE: Dtypes = on_all(&[]).and_910b(&[F16, Bf16]);

/// Types of codes by given scales.
pub const CODES: Dtypes = on_all(&[])
    .and_after_910(&[I8])
    .and_950(&[Hifloat8, F8E5m2, F8E4m3fn]);

/// Codes, and how they come about.
pub struct Quantised<'a> {
    /// The codes.
    pub y: &'a Output,
    /// Factors, or smoothing factors.
    pub scale: Option<&'a Input>,
    /// Zero points, where scales are given.
    pub zero_point: Option<&'a Input>,
    /// The scales, where the range gives them.
    pub scale_out: Option<&'a Output>,
}

/// Arguments of a normalisation that quantises.
pub struct NormedCall<'a> {
    /// The terms of what is normalised.
    pub terms: &'a [&'a Input],
    /// `gamma`.
    pub gamma: &'a Input,
    /// `beta`.
    pub beta: Option<&'a Input>,
    /// `epsilon`.
    pub epsilon: f64,
    /// True if numbers are divided by given factors.
    pub divides: bool,
    /// The sum.
    pub sum: Option<&'a Output>,
    /// The normalised numbers.
    pub normed: Option<&'a Output>,
    /// One over the root of each row.
    pub inverse: Option<&'a Output>,
    /// Codes.
    pub codes: Vec<Quantised<'a>>,
}

impl NormedCall<'_> {
    fn shapes(&self, is_row: bool) -> Result<()> {
        let x = self.terms[0];
        let gamma = self.gamma;
        for other in &self.terms[1..] {
            other.same_shape(x)?;
        }
        match is_row {
            true => parameter(gamma, x)?,
            false => {
                gamma.rank_in(1..=x.rank())?;
                gamma.ends_shape_of(x)?;
            }
        }
        gamma.has_elements()?;
        if let Some(beta) = self.beta {
            match is_row {
                true => parameter(beta, x)?,
                false => beta.same_shape(gamma)?,
            }
        }
        for output in [self.sum, self.normed].into_iter().flatten() {
            output.same_shape(x)?;
        }
        for of in &self.codes {
            codes_fit(of.y, x.shape(), x)?;
            if let Some(scale) = of
                .scale
                .filter(|scale| scale.numel() != 1 || of.scale_out.is_some())
            {
                scale.numel_is(gamma.numel())?;
            }
            if let (Some(zero_point), Some(scale)) = (of.zero_point, of.scale) {
                zero_point.numel_is(scale.numel())?;
            }
            if let Some(scale) = of.scale_out {
                scale.numel_is(x.numel() / gamma.numel())?;
            }
        }
        Ok(())
    }

    /// Checks shapes, refused with 561002, and plans it; parameters of `is_row` may have a leading dimension of 1.
    pub fn plan(self, is_row: bool) -> Planned {
        self.shapes(is_row).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let x = self.terms[0];
        let write = |output: Option<&Output>| -> Outcome<Option<Arg>> {
            Ok(output.map(Output::write).transpose()?)
        };
        let read = |input: Option<&Input>| -> Outcome<Option<Arg>> {
            Ok(input.map(Input::read).transpose()?)
        };
        if x.is_empty() {
            let codes = self.codes.iter().flat_map(|of| [Some(of.y), of.scale_out]);
            let all = [self.sum, self.normed, self.inverse]
                .into_iter()
                .chain(codes)
                .flatten();
            return Ok(Call::nothing(
                all.map(Output::write).collect::<Result<Vec<_>>>()?,
            ));
        }
        let mut codes = Vec::new();
        for of in &self.codes {
            let rule = match of.scale_out {
                Some(scale) => NormedRule::Row {
                    smooth: read(of.scale)?,
                    scale: scale.write()?,
                },
                None => NormedRule::Given {
                    scale: read(of.scale)?
                        .ok_or_else(|| of.y.shape_refused("codes with a scale"))?,
                    divides: self.divides,
                    zero_point: read(of.zero_point)?,
                },
            };
            codes.push(Normed {
                y: of.y.write()?,
                rule,
            });
        }
        Ok(norm_quant(NormQuant {
            columns: self.gamma.numel(),
            repeated: None,
            is_centred: false,
            adapted: None,
            result: None,
            terms: self
                .terms
                .iter()
                .map(|term| term.read())
                .collect::<Result<Vec<_>>>()?,
            gamma: Some(self.gamma.read()?),
            beta: read(self.beta)?,
            epsilon: epsilon(self.epsilon),
            sum: write(self.sum)?,
            normed: write(self.normed)?,
            inverse: write(self.inverse)?,
            codes,
        })?)
    }
}

/// Refuses a parameter that is not one number for each column, in one dimension or behind one of extent 1.
fn parameter(parameter: &TensorArg, x: &TensorArg) -> Result<()> {
    let columns = x.shape().last().copied().unwrap_or(1);
    match parameter.shape() {
        [own] | [1, own] if *own == columns => Ok(()),
        _ => Err(parameter.shape_refused(format!("[{columns}] or [1, {columns}]"))),
    }
}

/// Refuses another type than that of what is normalised.
pub fn like_first(x: &Input, others: &[Option<&TensorArg>]) -> Result<()> {
    others
        .iter()
        .flatten()
        .try_for_each(|other| other.same_dtype(x))
}

/// Types of factors of codes, beside that of what is normalised.
const SCALES: Dtypes = on_all(&[F32]);
const ZERO_POINTS: Dtypes = on_all(&[I32, F32]);

/// Arguments of the versions of `aclnnAddRmsNormQuant`.
pub struct AddRmsNormQuantCall<'a> {
    /// `x1` and `x2`.
    pub terms: [&'a Input; 2],
    /// `gamma`.
    pub gamma: &'a Input,
    /// `scales1`, `scales2Optional`.
    pub scales: [Option<&'a Input>; 2],
    /// `zeroPoints1Optional`, `zeroPoints2Optional`.
    pub zero_points: [Option<&'a Input>; 2],
    /// `betaOptional`.
    pub beta: Option<&'a Input>,
    /// `epsilon`.
    pub epsilon: f64,
    /// `divMode`.
    pub divides: bool,
    /// `y1Out`, `y2Out`.
    pub y: [&'a Output; 2],
    /// `xOut`.
    pub sum: &'a Output,
    /// `rmsNormOut`.
    pub normed: Option<&'a Output>,
}

impl AddRmsNormQuantCall<'_> {
    fn types(&self) -> Result<()> {
        let x = self.terms[0];
        x.dtype_in(NORMED)?;
        like_first(
            x,
            &[
                Some(self.terms[1]),
                Some(self.gamma),
                Some(self.sum),
                self.normed.map(|of| &**of),
            ],
        )?;
        if let Some(beta) = self.beta {
            match on_950() {
                true => beta.dtype_of_or_in(x, SCALES)?,
                false => beta.same_dtype(x)?,
            }
        }
        for scale in self.scales.into_iter().flatten() {
            scale.dtype_of_or_in(x, SCALES)?;
        }
        for zero_point in self.zero_points.into_iter().flatten() {
            zero_point.dtype_of_or_in(x, ZERO_POINTS)?;
        }
        let [y1, y2] = self.y;
        y1.dtype_in(CODES)?;
        y2.same_dtype(y1)?;
        match self.divides || on_950() {
            true => Ok(()),
            false => refuse("divMode", false, "true on this chip"),
        }
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        self.types()?;
        let codes = |number: usize| Quantised {
            y: self.y[number],
            scale: self.scales[number],
            zero_point: self.zero_points[number],
            scale_out: None,
        };
        let count = if self.scales[1].is_some() { 2 } else { 1 };
        NormedCall {
            terms: &self.terms,
            gamma: self.gamma,
            beta: self.beta,
            epsilon: self.epsilon,
            divides: self.divides,
            sum: Some(self.sum),
            normed: self.normed,
            inverse: None,
            codes: (0..count).map(codes).collect(),
        }
        .plan(false)
    }
}

/// Arguments of the versions of `aclnnAddRmsNormDynamicQuant`.
pub struct AddRmsNormDynamicQuantCall<'a> {
    /// `x1` and `x2`.
    pub terms: [&'a Input; 2],
    /// `gamma`.
    pub gamma: &'a Input,
    /// `smoothScale1Optional`, `smoothScale2Optional`.
    pub smooth: [Option<&'a Input>; 2],
    /// `betaOptional`.
    pub beta: Option<&'a Input>,
    /// `epsilon`.
    pub epsilon: f64,
    /// `outputMask`.
    pub mask: Option<&'a Bools>,
    /// Types of codes.
    pub codes: Dtypes,
    /// `y1Out`, `y2Out`.
    pub y: [&'a Output; 2],
    /// `xOut`.
    pub sum: &'a Output,
    /// `scale1Out`, `scale2Out`.
    pub scales: [&'a Output; 2],
}

impl AddRmsNormDynamicQuantCall<'_> {
    /// Returns true for each of the two outputs that is written.
    fn wanted(&self) -> Result<[bool; 2]> {
        let given = self.smooth.map(|smooth| smooth.is_some());
        let Some(mask) = self.mask else {
            return match given {
                [false, true] => refuse(
                    "smoothScale2Optional",
                    "a tensor",
                    "null without smoothScale1Optional",
                ),
                _ => Ok([true, given == [true, true]]),
            };
        };
        let &[first, second] = &mask[..] else {
            return refuse(
                mask.name(),
                format!("an array of {}", mask.len()),
                "two elements, one for each output",
            );
        };
        let wanted = [first, second];
        let names = ["smoothScale1Optional", "smoothScale2Optional"];
        for ((given, wanted), name) in given.into_iter().zip(wanted).zip(names) {
            if given && !wanted {
                return refuse(
                    name,
                    "a tensor",
                    "null for an output that outputMask leaves out",
                );
            }
        }
        match wanted {
            [false, false] => refuse(
                mask.name(),
                "false for both outputs",
                "true for one of them",
            ),
            _ => Ok(wanted),
        }
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let x = self.terms[0];
        x.dtype_in(NORMED_BY_RANGE)?;
        let [smooth1, smooth2] = self.smooth.map(|smooth| smooth.map(|of| &**of));
        let others = [
            Some(&**self.terms[1]),
            Some(&**self.gamma),
            smooth1,
            smooth2,
        ];
        like_first(x, &others)?;
        like_first(x, &[self.beta.map(|of| &**of), Some(&**self.sum)])?;
        let wanted = self.wanted()?;
        for (y, scale) in self.y.into_iter().zip(self.scales) {
            y.dtype_in(self.codes)?;
            scale.dtype_in(SCALES)?;
        }
        if wanted == [true, true] {
            self.y[1].same_dtype(self.y[0])?;
        }
        x.rank_in(2..=8).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        self.gamma
            .rank_in(1..=1)
            .code(ACLNN_ERR_INNER_TILING_ERROR)?;
        for (y, _) in self.y.into_iter().zip(wanted).filter(|(_, wanted)| *wanted) {
            codes_fit(y, x.shape(), x)?;
        }
        let codes = |number: usize| Quantised {
            y: self.y[number],
            scale: self.smooth[number],
            zero_point: None,
            scale_out: Some(self.scales[number]),
        };
        NormedCall {
            terms: &self.terms,
            gamma: self.gamma,
            beta: self.beta,
            epsilon: self.epsilon,
            divides: true,
            sum: Some(self.sum),
            normed: None,
            inverse: None,
            codes: (0..2).filter(|&number| wanted[number]).map(codes).collect(),
        }
        .plan(false)
    }
}

/// Types of codes of [`RmsNormQuantCall`].
const ALL_CODES: Dtypes = on_all(&[])
    .and_after_910(&[I8, I4])
    .and_950(&[I32, Hifloat8, F8E5m2, F8E4m3fn]);

/// Arguments of the versions of `aclnnRmsNormQuant`.
pub struct RmsNormQuantCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `gamma`.
    pub gamma: &'a Input,
    /// `beta`.
    pub beta: Option<&'a Input>,
    /// `scale`.
    pub scale: &'a Input,
    /// `offset`.
    pub offset: Option<&'a Input>,
    /// `epsilon`.
    pub epsilon: f64,
    /// `divMode`, or true.
    pub divides: bool,
    /// `y`.
    pub y: &'a Output,
    /// `rstd`.
    pub inverse: Option<&'a Output>,
}

impl RmsNormQuantCall<'_> {
    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let x = self.x;
        x.dtype_in(NORMED)?;
        like_first(x, &[Some(&**self.gamma), self.beta.map(|of| &**of)])?;
        match on_950() {
            true => self.scale.dtype_of_or_in(x, SCALES)?,
            false => self.scale.same_dtype(x)?,
        }
        if let Some(offset) = self.offset {
            match on_950() {
                true => offset.dtype_of_or_in(x, on_all(&[I8, I32, F32]))?,
                false => offset.dtype_is(I8)?,
            }
        }
        self.y.dtype_in(ALL_CODES)?;
        x.rank_in(1..=8)?;
        x.has_elements()?;
        codes_fit(self.y, x.shape(), x)?;
        NormedCall {
            terms: &[x],
            gamma: self.gamma,
            beta: self.beta,
            epsilon: self.epsilon,
            divides: self.divides,
            sum: None,
            normed: None,
            inverse: self.inverse,
            codes: vec![Quantised {
                y: self.y,
                scale: Some(self.scale),
                zero_point: self.offset,
                scale_out: None,
            }],
        }
        .plan(true)
    }
}
