//! Rows divided by the root of the mean of their squares.

use super::norm::{dtype_row, epsilon, given};
use super::{needs_chip, untouched};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use crate::tensor::Dtype::{self, Bf16, F16, F32};

/// The arguments of such an operator without a sum.
pub struct Rms<'a> {
    x: &'a Input,
    gamma: &'a Input,
    epsilon: f64,
    y: &'a Output,
    rstd: &'a Output,
}

/// The chips that have kernels of fused normalisations.
pub const AFTER_910: [Generation; 3] = [
    Generation::Ascend910B,
    Generation::Ascend950,
    Generation::Other,
];

/// The types of a generated operator whose tensors all have one.
pub fn types() -> &'static [Dtype] {
    match generation() {
        Generation::Other => &[F32, F16],
        _ => &[F32, F16, Bf16],
    }
}

/// Rows of types for three tensors of one type and one of another type.
pub fn one_type_and(last: Dtype) -> Vec<[Dtype; 4]> {
    let row = |&dtype: &Dtype| [dtype, dtype, dtype, last];
    types().iter().map(row).collect()
}

/// Refuses ranks and shapes of the terms of a residual sum that do not fit.
pub fn deep(x: &Input, gx: &Input, gamma: &Input) -> Result<()> {
    x.rank_in(2..=8)?;
    gamma.rank_in(1..=x.rank() - 1)?;
    gx.same_shape(x)?;
    gamma.ends_shape_of(x)
}

/// Refuses a number below 0; NaN passes.
pub fn not_below_0(name: &'static str, value: f64) -> Result<()> {
    match value < 0.0 {
        true => Err(Error::value(name, value, "0 or more")),
        false => Ok(()),
    }
}

impl<'a> Rms<'a> {
    /// Puts them together.
    pub fn new(
        x: &'a Input,
        gamma: &'a Input,
        epsilon: f64,
        y: &'a Output,
        rstd: &'a Output,
    ) -> Self {
        Self {
            x,
            gamma,
            epsilon,
            y,
            rstd,
        }
    }

    /// The rules of the kernel.
    fn rules(&self) -> Result<()> {
        let Self {
            x, gamma, y, rstd, ..
        } = self;
        x.rank_in(1..=8)?;
        gamma.rank_in(1..=x.rank())?;
        y.rank_in(x.rank()..=x.rank())?;
        gamma.has_elements()?;
        gamma.ends_shape_of(x)?;
        x.has_elements()?;
        y.same_shape(x)?;
        rstd.has_statistics_or_fewer_of(x, gamma.rank())?;
        not_below_0("epsilon", self.epsilon)
    }

    /// Checks all, and plans it, on these chips: `mixed` is whether FLOAT parameters go with shorter types, `addend` is added to them.
    pub fn plan(&self, chips: &[Generation], mixed: bool, addend: f64) -> Planned {
        let Self {
            x, gamma, y, rstd, ..
        } = *self;
        let tensors: [&TensorArg; 4] = [x, gamma, y, rstd];
        let own = [[F16, F16, F16, F32], [Bf16, Bf16, Bf16, F32], [F32; 4]];
        let shared = [[F16, F32, F16, F32], [Bf16, F32, Bf16, F32]];
        let own = match generation().has_bfloat16() {
            true => own.to_vec(),
            false => vec![own[0], own[2]],
        };
        let table = match mixed {
            true => [&own[..], &shared].concat(),
            false => own,
        };
        dtype_row(tensors, &table)?;
        needs_chip(chips)?;
        if y.is_empty() && rstd.is_empty() {
            return untouched(x, &[y, rstd]);
        }
        self.rules().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        let rows = Rows::of(x.shape(), gamma.rank());
        let weights = Affine {
            addend,
            ..Affine::new(Some(gamma.read()?), None, Walk::columns())
        };
        let statistics = Statistics::Rms(epsilon(self.epsilon));
        Ok(norm(Norm {
            affine: vec![weights],
            results: vec![(y.write()?, x.dtype()?)],
            inverse: given(Some(rstd), F32)?,
            ..Norm::new(rows, vec![(x.read()?, 1.0)], statistics)
        })?)
    }
}
