//! Computation modes by the types of `x` and `weight`, with the types of the other operands.

use super::{GroupedMatmul, Version};
use crate::argument::{Inputs, TensorArg};
use crate::contract::on_950;
use crate::contract::sides::{absent, one_of, type_of};
use crate::device::soc::{Generation, generation};
use crate::error::{Error, Result};
use crate::tensor::Dtype::{self, *};

/// Computation mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Products of floating-point numbers.
    Plain,
    /// Products of floating-point numbers with weights of fewer bits.
    Weight,
    /// Products of INT8.
    Integers,
    /// Products of INT4.
    FourBits,
    /// Products of INT8 with weights of INT4 and a scale for each group of steps in words.
    EightByFour,
    /// The same with a scale for each group of steps in FLOAT16, and one for each column.
    EightByFourScaled,
    /// Products of codes of eight bits with scales of tokens and columns, or of blocks.
    Codes,
    /// Products of codes with powers of two for each 32 steps.
    Mx,
    /// The same with weights of four bits, whose powers are `antiquantScaleOptional`.
    MxWeight,
}

impl Mode {
    /// Type packed in 32-bit words of `x`.
    pub fn words(self) -> Option<Dtype> {
        match self {
            Mode::FourBits => Some(I4),
            _ => None,
        }
    }

    /// Type packed in 32-bit words of the weight.
    pub fn words_of_weight(self) -> Option<Dtype> {
        match self {
            Mode::FourBits | Mode::EightByFour | Mode::EightByFourScaled => Some(I4),
            Mode::MxWeight => Some(F4E2m1),
            _ => None,
        }
    }
}

const CODES: [Dtype; 3] = [Hifloat8, F8E5m2, F8E4m3fn];
const FP4: [Dtype; 2] = [F4E2m1, F4E1m2];
const FLOATS: [Dtype; 3] = [F32, F16, Bf16];

/// Refuses members of a list of other types.
fn types(list: Option<&Inputs>, allowed: &[Dtype]) -> Result<()> {
    let all = list.into_iter().flat_map(|list| list.iter());
    all.into_iter()
        .try_for_each(|tensor| type_of(tensor, allowed))
}

/// Returns true if words of the weight are eight numbers of INT4 each.
fn is_four(dtype: Dtype) -> bool {
    matches!(dtype, I4 | I32)
}

impl GroupedMatmul<'_> {
    /// Refuses types that no mode has on this chip.
    pub(super) fn mode(&self) -> Result<Mode> {
        let [x, weight] = [self.x[0].dtype()?, self.weight[0].dtype()?];
        for (list, dtype) in [(self.x, x), (self.weight, weight)] {
            types(Some(list), &[dtype])?;
        }
        let is_short = matches!(x, F16 | Bf16);
        let is_nz = self.version == Version::WeightNz;
        let later = self.version >= Version::Fourth;
        let powers = self.antiquant_scale.is_some_and(|list| {
            list.first()
                .is_some_and(|tensor| tensor.dtype().ok() == Some(F8E8m0))
        });
        let mode = match generation() {
            Generation::Ascend950 => match (x, weight) {
                (F16, F16) | (Bf16, Bf16) => Mode::Plain,
                (F32, F32) if !is_nz => Mode::Plain,
                (_, I8) if is_short && !is_nz => Mode::Weight,
                (_, I4 | Hifloat8 | F8E5m2 | F8E4m3fn) if is_short && later && !is_nz => {
                    Mode::Weight
                }
                (_, F4E2m1 | F32) if is_short && is_nz && powers => Mode::MxWeight,
                (F8E4m3fn, F4E2m1 | F4E1m2 | F32) if is_nz && powers => Mode::MxWeight,
                // The first two versions have no scales there.
                (I8, I8) if self.version >= Version::Third => Mode::Integers,
                (I8, I4 | I32) if is_nz && self.antiquant_scale.is_some() => {
                    Mode::EightByFourScaled
                }
                (I8, I4 | I32) if later => Mode::EightByFour,
                (I4 | I32, I4 | I32) if later => Mode::FourBits,
                (x, weight)
                    if later
                        && CODES.contains(&x)
                        && CODES.contains(&weight)
                        && (x == Hifloat8) == (weight == Hifloat8) =>
                {
                    self.of_codes()?
                }
                (x, weight) if later && FP4.contains(&x) && FP4.contains(&weight) => Mode::Mx,
                _ => return Err(self.refused()),
            },
            Generation::Ascend910B => match (x, weight) {
                (F16, F16) | (Bf16, Bf16) => Mode::Plain,
                (F32, F32) if self.version != Version::First && !is_nz => Mode::Plain,
                (_, I8) if is_short && !is_nz => Mode::Weight,
                (_, I4) if is_short && later && !is_nz => Mode::Weight,
                (I8, I8) => Mode::Integers,
                (I8, four) if later && is_four(four) => Mode::EightByFour,
                (x, four) if later && is_four(x) && is_four(four) => Mode::FourBits,
                _ => return Err(self.refused()),
            },
            _ => match (x, weight) {
                (F16, F16) => Mode::Plain,
                _ => return Err(self.refused()),
            },
        };
        self.others(mode, x)?;
        Ok(mode)
    }

    fn refused(&self) -> Error {
        let [x, weight] = [&self.x[0], &self.weight[0]].map(|tensor| {
            tensor
                .dtype()
                .map_or("no type of this library".into(), |dtype| dtype.to_string())
        });
        let allowed = "a type that is multiplied with that of `x` in this version on this chip";
        Error::dtype(
            self.weight.name(),
            format!("{weight}, with `x` of {x}"),
            allowed,
        )
    }

    /// Codes with powers of two, or with other scales.
    fn of_codes(&self) -> Result<Mode> {
        match self.scale.and_then(|list| list.first()) {
            Some(scale) if scale.dtype()? == F8E8m0 => Ok(Mode::Mx),
            _ => Ok(Mode::Codes),
        }
    }

    fn absent(&self, lists: &[(&'static str, Option<&Inputs>)]) -> Result<()> {
        let named: Vec<_> = lists
            .iter()
            .map(|(name, list)| (*name, list.is_some()))
            .collect();
        absent(&named, "with these types of `x` and `weight`")
    }

    fn present(&self, name: &'static str, list: Option<&Inputs>) -> Result<()> {
        match list {
            Some(_) => Ok(()),
            None => Err(Error::value(
                name,
                "null",
                "a list, with these types of `x` and `weight`",
            )),
        }
    }

    /// Refuses other types of biases, scales and outputs than those of the mode.
    fn others(&self, mode: Mode, x: Dtype) -> Result<()> {
        let on_950 = on_950();
        let outputs = |allowed: &[Dtype]| self.out.iter().try_for_each(|out| type_of(out, allowed));
        let out = self.out[0].dtype()?;
        self.out
            .iter()
            .try_for_each(|tensor| type_of(tensor, &[out]))?;
        let (scale, offset) = (
            ("scaleOptional", self.scale),
            ("offsetOptional", self.offset),
        );
        let antiquant = [
            ("antiquantScaleOptional", self.antiquant_scale),
            ("antiquantOffsetOptional", self.antiquant_offset),
        ];
        let per_token = ("perTokenScaleOptional", self.per_token_scale);
        let bias = ("biasOptional", self.bias);
        let short = |dtype: Dtype| -> &'static [Dtype] {
            match (dtype, on_950) {
                (F16, true) => &[F16, F32],
                (F16, false) => &[F16],
                (Bf16, true) => &[Bf16, F32],
                _ => &[F32],
            }
        };
        let mut acts: &[i64] = &[0];
        match mode {
            Mode::Plain => {
                self.absent(&[scale, offset, antiquant[0], antiquant[1], per_token])?;
                types(self.bias, short(x))?;
                outputs(&[x])?;
            }
            Mode::Weight => {
                self.absent(&[scale, offset, per_token])?;
                self.present(antiquant[0].0, antiquant[0].1)?;
                types(antiquant[0].1, &[x])?;
                types(antiquant[1].1, &[x])?;
                if CODES.contains(&self.weight[0].dtype()?) {
                    self.absent(&antiquant[1..])?;
                }
                types(self.bias, if x == F16 { &[F16] } else { short(x) })?;
                outputs(&[x])?;
            }
            Mode::Integers => {
                self.absent(&[offset, antiquant[0], antiquant[1]])?;
                let words = self.scale.is_some_and(|list| {
                    list.iter()
                        .any(|tensor| matches!(tensor.dtype(), Ok(U64 | I64)))
                });
                let outputs_of: &[Dtype] = match (self.version >= Version::Fourth, on_950) {
                    (false, _) => &[I8],
                    _ => &[I8, I32, F16, Bf16],
                };
                outputs(outputs_of)?;
                if out != I32 {
                    self.present(scale.0, scale.1)?;
                }
                let scales: &[Dtype] = match (out, on_950) {
                    (I8 | I32, true) => &[U64, I64],
                    (I8, false) => &[U64],
                    (Bf16, true) => &[Bf16, F32, U64, I64],
                    (Bf16, false) => &[Bf16],
                    (F16, true) => &[F32, U64, I64],
                    (F16, false) => &[F32],
                    _ => &[],
                };
                types(self.scale, scales)?;
                if words || self.scale.is_none() {
                    self.absent(&[per_token])?;
                }
                types(self.per_token_scale, &[F32])?;
                let biases: &[Dtype] = match out {
                    F16 if on_950 && !words => &[I32, F16, F32],
                    Bf16 if on_950 && !words => &[I32, Bf16, F32],
                    _ => &[I32],
                };
                types(self.bias, biases)?;
                if matches!(out, F16 | Bf16) && !words {
                    acts = &[0, 1, 2, 4, 5];
                }
            }
            Mode::FourBits => {
                self.absent(&[bias, offset, antiquant[0], antiquant[1]])?;
                self.present(scale.0, scale.1)?;
                types(self.scale, &[U64])?;
                types(self.per_token_scale, &[F32])?;
                outputs(&[F16, Bf16])?;
            }
            Mode::EightByFour => {
                self.absent(&antiquant)?;
                for (name, list) in [scale, bias, per_token] {
                    self.present(name, list)?;
                }
                types(self.scale, &[U64])?;
                types(self.bias, &[F32])?;
                types(self.per_token_scale, &[F32])?;
                types(self.offset, &[F32])?;
                outputs(if self.offset.is_some() {
                    &[F16]
                } else {
                    &[F16, Bf16]
                })?;
            }
            Mode::EightByFourScaled => {
                self.absent(&[offset, antiquant[1]])?;
                for (name, list) in [scale, per_token] {
                    self.present(name, list)?;
                }
                types(self.antiquant_scale, &[F16])?;
                types(self.scale, &[F32])?;
                types(self.per_token_scale, &[F32])?;
                types(self.bias, &[F32])?;
                outputs(&[F16, Bf16])?;
            }
            Mode::Codes => {
                self.absent(&[bias, offset, antiquant[0], antiquant[1]])?;
                self.present(scale.0, scale.1)?;
                let dynamic = self.per_token_scale.is_some();
                types(self.scale, if dynamic { &[F32] } else { &[F32, U64, I64] })?;
                types(self.per_token_scale, &[F32])?;
                outputs(&[Bf16, F16, F32])?;
            }
            Mode::Mx => {
                self.absent(&[offset, antiquant[0], antiquant[1]])?;
                for (name, list) in [scale, per_token] {
                    self.present(name, list)?;
                    types(list, &[F8E8m0])?;
                }
                let is_four = FP4.contains(&x);
                types(self.bias, if is_four { &[F32] } else { &[] })?;
                outputs(&[Bf16, F16, F32])?;
            }
            Mode::MxWeight => {
                self.absent(&[scale, offset, antiquant[1]])?;
                types(self.antiquant_scale, &[F8E8m0])?;
                if FLOATS.contains(&x) {
                    self.absent(&[per_token])?;
                    types(self.bias, if x == F16 { &[F16] } else { &[Bf16, F32] })?;
                    outputs(&[x])?;
                } else {
                    self.present(per_token.0, per_token.1)?;
                    types(self.per_token_scale, &[F8E8m0])?;
                    outputs(&[F16, Bf16])?;
                    types(self.bias, &[out])?;
                }
            }
        }
        // Of other modes WeightNz warns, and computes none.
        let is_ignored = self.version == Version::WeightNz && !on_950;
        let allowed: &[i64] = if is_ignored { &[0, 1, 2, 4, 5] } else { acts };
        one_of("actType", self.act_type, allowed)
    }
}

/// The function that `actType` names, where the mode has one.
pub(super) fn is_activated(mode: Mode, out: &TensorArg) -> Result<bool> {
    Ok(mode == Mode::Integers && matches!(out.dtype()?, F16 | Bf16))
}
