//! Matrices between two small ones, quantised: the description that the versions of an operator fill.

use super::mx::{Attributes, DEFAULTS, SCALES, ScaleAlgs, code, refuse, scales_of};
use super::quant::codes_fit;
use super::sets::HALVES;
use super::{needs_chip, on_all};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::contract::Dtypes;
use crate::device::soc::Generation;
use crate::error::Result;
use crate::ops::quant::{FlatQuant, GroupList, Scales, flat_quant};
use crate::tensor::Dtype::*;

const CODES: Dtypes = on_all(&[]).and_910b(&[I32, I4]).and_950(&[F4E2m1]);

/// Arguments of the versions of `aclnnFlatQuant`.
pub struct FlatQuantCall<'a> {
    /// `x`.
    pub x: &'a Input,
    /// `kroneckerP1`.
    pub left: &'a Input,
    /// `kroneckerP2`.
    pub right: &'a Input,
    /// `groupListOptional`, and `groupListType`.
    pub groups: Option<(&'a Input, i64)>,
    /// `clipRatio`.
    pub clip_ratio: f64,
    /// `dstTypeMax`, or 0.
    pub dst_type_max: f64,
    /// `out`.
    pub out: &'a Output,
    /// `quantScale`.
    pub scale: &'a Output,
}

impl FlatQuantCall<'_> {
    fn types(&self) -> Result<()> {
        self.x.dtype_in(HALVES)?;
        self.left.same_dtype(self.x)?;
        self.right.same_dtype(self.x)?;
        self.out.dtype_in(CODES)?;
        match self.out.dtype()? {
            F4E2m1 => self.scale.dtype_in(SCALES),
            _ => self.scale.dtype_in(on_all(&[F32])),
        }
    }

    fn groups(&self) -> Result<Option<GroupList>> {
        let Some((groups, kind)) = self.groups else {
            return Ok(None);
        };
        groups.dtype_in(on_all(&[I64]))?;
        let (rank, list) = match kind {
            0 => (1, GroupList::Ends),
            1 => (1, GroupList::Counts),
            2 => (2, GroupList::Pairs),
            _ => return refuse("groupListType", kind, "0, 1 or 2"),
        };
        groups.rank_in(rank..=rank)?;
        if !(1..=1024).contains(&groups.shape()[0]) {
            return Err(groups.shape_refused("1 to 1024 groups"));
        }
        if rank == 2 {
            groups.shape_is(&[groups.shape()[0], 2], "pairs of a group and its rows")?;
        }
        Ok(Some(list))
    }

    /// Checks the shapes; returns whether there is a matrix on the right.
    fn shapes(&self) -> Result<bool> {
        let x = self.x;
        x.rank_in(3..=3)?;
        x.has_elements()?;
        let &[count, height, width] = x.shape() else {
            return Err(x.shape_refused("three dimensions"));
        };
        if count > 262_144 || height > 256 || width > 256 {
            return Err(x.shape_refused("at most 262144 matrices of at most 256 rows and columns"));
        }
        self.left
            .shape_is(&[height, height], "a square matrix of the rows of `x`")?;
        let is_fp4 = self.out.dtype()? == F4E2m1;
        let has_right = !(is_fp4 && self.right.shape() == [0, 0]);
        if has_right {
            self.right
                .shape_is(&[width, width], "a square matrix of the columns of `x`")?;
        }
        if is_fp4 {
            if width % 2 != 0 {
                return Err(x.shape_refused("an even last dimension"));
            }
            let flat = [count, height * width];
            self.out
                .shape_is(&flat, "that of `x`, a row for each matrix")?;
            self.out.contiguous()?;
            scales_of(self.scale, self.out, 1, 32)?;
        } else {
            codes_fit(self.out, x.shape(), x)?;
            self.scale.shape_is(&[count], "a scale for each matrix")?;
        }
        Ok(has_right)
    }

    /// Checks all, and plans it.
    pub fn plan(self) -> Planned {
        needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
        self.types()?;
        let has_right = self.shapes()?;
        let list = self.groups()?;
        // Not a number fails as well.
        if !(self.clip_ratio > 0.0 && self.clip_ratio <= 1.0) {
            return Ok(refuse("clipRatio", self.clip_ratio, "above 0, up to 1")?);
        }
        let scales = match self.out.dtype()? {
            F4E2m1 => Scales::Blocks(
                Attributes {
                    dst_type: ("out", code(F4E2m1)),
                    scale_alg: if self.dst_type_max == 0.0 { 0 } else { 2 },
                    scale_algs: ScaleAlgs::UpTo2OfE2m1,
                    dst_type_max: self.dst_type_max,
                    ..DEFAULTS
                }
                .recipe(self.x.dtype()?, self.out)?,
            ),
            _ if self.dst_type_max != 0.0 => {
                return Ok(refuse(
                    "dstTypeMax",
                    self.dst_type_max,
                    "0, but for FLOAT4_E2M1",
                )?);
            }
            _ => Scales::Clipped {
                ratio: self.clip_ratio as f32,
            },
        };
        let groups = match (self.groups, list) {
            (Some((groups, _)), Some(list)) => Some((groups.read()?, list)),
            _ => None,
        };
        Ok(flat_quant(FlatQuant {
            x: self.x.read()?,
            left: self.left.read()?,
            right: match has_right {
                true => Some(self.right.read()?),
                false => None,
            },
            groups,
            scales,
            y: self.out.write()?,
            scale: self.scale.write()?,
        })?)
    }
}
