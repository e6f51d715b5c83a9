//! Numbers rounded to those that codes stand for: the description that the operators fill.

use super::mx::refuse;
use super::{axis, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::contract::Dtypes;
use crate::error::Result;
use crate::ops::quant::{FakeQuant, fake_quant};
use crate::tensor::Dtype::*;
use hostnpu_ops::Call;

const FLOATS: Dtypes = on_all(&[]).and_910b(&[F16, F32]);

/// Numbers that share a scale.
#[derive(Clone, Copy)]
pub enum Scales {
    /// All.
    One,
    /// Those of an index of this axis.
    OfAxis(i64),
}

/// Arguments of an operator.
pub struct FakeQuantCall<'a> {
    /// `self`.
    pub x: &'a Input,
    /// `scale`.
    pub scale: &'a Input,
    /// `zeroPoint`.
    pub zero_point: &'a Input,
    /// Numbers that share a scale.
    pub scales: Scales,
    /// `quantMin` and `quantMax`.
    pub range: [i64; 2],
    /// True if anything is rounded.
    pub is_enabled: bool,
    /// `out`.
    pub out: &'a Output,
    /// `mask`.
    pub mask: &'a Output,
}

impl FakeQuantCall<'_> {
    fn types(&self) -> Result<()> {
        self.x.dtype_in(FLOATS)?;
        self.scale.same_dtype(self.x)?;
        let integers = on_all(&[]).and_910b(&[I32]);
        match self.scales {
            Scales::OfAxis(_) if self.zero_point.dtype()? != I32 => {
                self.zero_point.dtype_in(integers.and_910b(&[F16, F32]))?;
                self.zero_point.same_dtype(self.x)?;
            }
            _ => self.zero_point.dtype_in(integers)?,
        }
        self.out.same_dtype(self.x)?;
        self.mask.dtype_in(on_all(&[Bool]))
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        let (x, scale, zero_point) = (self.x, self.scale, self.zero_point);
        self.types()?;
        x.max_rank(8)?;
        let axis = match self.scales {
            Scales::One => {
                scale.numel_is(1)?;
                zero_point.numel_is(1)?;
                None
            }
            Scales::OfAxis(given) => {
                scale.rank_in(1..=1)?;
                zero_point.same_shape(scale)?;
                let axis = axis("axis", given, x.rank())?;
                let extent = x.shape().get(axis).copied().unwrap_or(1);
                scale.shape_is(&[extent], "a scale for each index of the axis")?;
                (x.rank() > 0).then_some(axis)
            }
        };
        self.out.same_shape(x)?;
        self.mask.same_shape(x)?;
        let [least, most] = self.range;
        if least > most {
            return Ok(refuse(
                "quantMin",
                least,
                format!("at most quantMax, {most}"),
            )?);
        }
        if x.is_empty() {
            return Ok(Call::nothing([self.out.write()?, self.mask.write()?]));
        }
        Ok(fake_quant(FakeQuant {
            x: x.read()?,
            scale: scale.read()?,
            zero_point: zero_point.read()?,
            axis,
            range: self.range,
            is_enabled: self.is_enabled,
            out: self.out.write()?,
            mask: self.mask.write()?,
        })?)
    }
}
