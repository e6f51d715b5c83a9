//! Products of rows that are quantised first: one description of the plain form and the grouped ones.

use super::mx::refuse;
use super::needs_chip;
use super::sides::{Matrices, absent, one_factor};
use crate::abi::aclnn::phases::Planned;
use crate::abi::aclnn::types::ACLNN_ERR_INNER_TILING_ERROR;
use crate::abi::failure::Code;
use crate::argument::{Input, Output, Text};
use crate::device::soc::Generation;
use crate::error::{Error, Result};
use crate::ops::grouped::{Grouped, Groups, List, Part, Side, Step};
use crate::ops::matmul::dequant::{QuantisedRows, RowScale, quantised_rows_product};
use crate::tensor::Dtype::*;

/// The parameters of all forms.
pub struct Dequant<'a> {
    /// The rows.
    pub x: &'a Input,
    /// The weight, of columns by inner elements, of each group if there are groups.
    pub weight: &'a Input,
    /// The scale of each column.
    pub weight_scale: &'a Input,
    /// Ends of groups.
    pub group_list: Option<&'a Input>,
    /// Not used by any form.
    pub bias: Option<&'a Input>,
    /// The scale of the rows.
    pub x_scale: Option<&'a Input>,
    /// Not used by any form.
    pub x_offset: Option<&'a Input>,
    /// A factor of each column of the rows.
    pub smooth: Option<&'a Input>,
    /// `xQuantMode`.
    pub mode: &'a Text,
    /// `transposeWeight`.
    pub transposes: bool,
    /// True if the weight is stored in FRACTAL_NZ, whatever its format says.
    pub is_blocked: bool,
    /// The results.
    pub out: &'a Output,
}

impl Dequant<'_> {
    fn given(tensor: Option<&Input>) -> Option<&Input> {
        tensor.filter(|tensor| !tensor.is_empty())
    }

    /// Refuses types and attributes.
    fn check(&self) -> Result<()> {
        needs_chip(&[Generation::Other])?;
        self.x.dtype_is(F16)?;
        self.weight.dtype_is(I8)?;
        self.weight_scale
            .dtype_in(crate::contract::on_all(&[F32, I64]))?;
        if let Some(list) = self.group_list {
            list.dtype_is(I64)?;
        }
        absent(
            &[
                ("biasOptional", self.bias.is_some()),
                ("xOffsetOptional", self.x_offset.is_some()),
            ],
            "in this version",
        )?;
        if let Some(smooth) = self.smooth {
            smooth.dtype_is(F16)?;
        }
        self.out.dtype_is(F16)?;
        if !self.transposes {
            return refuse("transposeWeight", false, "true");
        }
        let is_words = self.weight_scale.dtype()? == I64;
        let scale = Self::given(self.x_scale);
        let of_all = match &**self.mode {
            "pertensor" => true,
            "pertoken" => false,
            other => {
                let allowed = "\"pertoken\" or \"pertensor\"";
                return refuse(self.mode.name(), format!("{other:?}"), allowed);
            }
        };
        match scale {
            None if of_all => {
                let allowed = "\"pertoken\" without xScaleOptional";
                refuse(self.mode.name(), "\"pertensor\"", allowed)
            }
            None if is_words => Err(Error::dtype(
                "weightScale",
                I64,
                "FLOAT without xScaleOptional",
            )),
            None => Ok(()),
            Some(scale) if is_words => {
                scale.dtype_is(F16)?;
                match of_all {
                    true => Ok(()),
                    false => refuse(
                        self.mode.name(),
                        "\"pertoken\"",
                        "\"pertensor\" with a weightScale of INT64",
                    ),
                }
            }
            Some(scale) => scale.dtype_is(F32),
        }
    }

    /// The weight as matrices, and the extents of the products: groups, rows, inner elements and columns.
    fn fitting(&self) -> Result<(Matrices<'_>, [i64; 4])> {
        self.x.rank_in(2..=2)?;
        self.weight_scale
            .rank_in(1 + usize::from(self.group_list.is_some())..=2)?;
        let [m, k] = [self.x.shape()[0], self.x.shape()[1]];
        let n = self.weight_scale.shape().last().copied().unwrap_or(0);
        let g = match self.group_list {
            Some(list) => {
                list.rank_in(1..=1)?;
                list.shape()[0]
            }
            None => 1,
        };
        let groups: &[i64] = if self.group_list.is_some() { &[g] } else { &[] };
        self.weight_scale
            .shape_is(&[groups, &[n]].concat(), "the columns of the products")?;
        self.x.has_elements()?;
        self.weight.has_elements()?;
        let plain = [groups, &[n, k]].concat();
        let rank = plain.len();
        let weight = match self.weight.rank() == rank + 2 {
            true => {
                let blocks = [groups, &[(k + 31) / 32, (n + 15) / 16, 16, 32]].concat();
                self.weight
                    .shape_is(&blocks, "blocks of 16 columns and 32 inner elements")?;
                Matrices::of_storage(self.weight, None, &plain)?
            }
            false => {
                self.weight
                    .shape_is(&plain, "columns by inner elements of `x`")?;
                Matrices::new(self.weight, None, self.is_blocked)?
            }
        };
        if let Some(smooth) = Self::given(self.smooth) {
            smooth.shape_is(&[k], "the columns of `x`")?;
        }
        if let Some(scale) = Self::given(self.x_scale) {
            match &**self.mode {
                "pertensor" => scale.shape_is(&[1], "one scale")?,
                _ => scale.shape_is(&[m], "the rows of `x`")?,
            }
        }
        self.out.shape_is(&[m, n], "rows of `x` by columns")?;
        Ok((weight, [g, m, k, n]))
    }

    /// Checks all arguments, and plans the products.
    pub fn planned(self) -> Planned {
        self.check()?;
        let (weight, [g, m, k, n]) = self.fitting().code(ACLNN_ERR_INNER_TILING_ERROR)?;
        if n % 16 != 0 || k % 16 != 0 {
            return Err(self
                .weight
                .shape_refused("columns and inner elements that are multiples of 16")
                .into());
        }
        let is_words = self.weight_scale.dtype()? == I64;
        let mut scale = one_factor(self.weight_scale)?
            .by_group(n as usize)
            .by_column(1, 1);
        if is_words {
            scale = scale.part(Part::WholeScale);
        }
        let right = Side::plain(vec![weight.right(true)?]);
        let groups = match self.group_list {
            Some(list) => Groups::Rows(list.read()?, List::Ends),
            None => Groups::Known(super::quant_matmul::products([&[], &[]], &[], [m, k, n])),
        };
        let _ = g;
        let product = Grouped {
            left: Side::plain(Vec::new()),
            right,
            groups,
            steps: vec![Step::Wrap, Step::Times(scale)],
            outputs: vec![(self.out.write()?, [1, m as usize, n as usize])],
            is_updated: false,
            finish: None,
        };
        let rows = QuantisedRows {
            x: self.x.read()?,
            smooth: Self::given(self.smooth).map(Input::read).transpose()?,
            scale: match Self::given(self.x_scale) {
                Some(scale) => RowScale::Given {
                    scale: scale.read()?,
                    counts: !is_words,
                },
                None => RowScale::OfRange,
            },
            extents: [m as usize, k as usize],
        };
        Ok(quantised_rows_product(rows, product)?)
    }
}
