//! Quantised products with an exchange of blocks before or behind them.

use std::sync::Arc;

use super::types::{BEFORE_ON_910B, BEFORE_ON_950, BEHIND_ON_910B, BEHIND_ON_950, on};
use super::{Left, QuantJoined};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::contract::moe::extents;
use crate::contract::products_of_ranks::{Exchanged, Joined};
use crate::contract::ranks::number_in;
use crate::device::soc::{Generation, generation};
use crate::distributed::Group;
use crate::distributed::quantised::{Rows, all_to_all_quant_matmul, quant_matmul_all_to_all};
use crate::error::{Error, Result};
use crate::ops::grouped::{Factor, Grouped, Step};
use crate::tensor::Dtype::*;
use crate::tensor::Layout;

/// A product of codes with an exchange of blocks.
pub struct QuantExchanged<'a> {
    /// The arguments of products without scales.
    pub exchanged: Exchanged<'a>,
    /// Scales of the left matrix, or factors of its columns before they are quantised.
    pub x1_scale: Option<&'a Input>,
    /// Scales of the right matrix.
    pub x2_scale: &'a Input,
    /// The name of the first of these.
    pub name: &'static str,
    /// `x1QuantMode` and `x2QuantMode`: 2 scales of columns, 3 of rows, 6 powers of two of 32 elements, 7 rows that are quantised behind the exchange.
    pub modes: [i64; 2],
    /// `commQuantMode` and `commQuantDtype`.
    pub of_exchange: [i64; 2],
    /// The number of the type of the codes in mode 7.
    pub x1_dtype: Option<i64>,
    /// Extents of groups.
    pub group_size: i64,
    /// Arguments that must be null, by their names.
    pub reserved: Vec<(&'static str, bool)>,
}

impl<'a> QuantExchanged<'a> {
    fn checked(
        self,
        axes: [i64; 2],
        tables: [&'static [&'static str]; 2],
    ) -> Result<(QuantJoined<'a>, Arc<Group>)> {
        let joined = QuantJoined {
            group_size: self.group_size,
            reserved: self.reserved,
            ..QuantJoined::new(
                self.exchanged.joined,
                [self.x1_scale, Some(self.x2_scale)],
                [self.name, "x2Scale", "biasOptional", "x3"],
            )
        };
        let group = joined.checked(on(tables[0], tables[1]), false)?;
        number_in("commQuantMode", self.of_exchange[0], &[0])?;
        number_in("commQuantDtype", self.of_exchange[1], &[-1])?;
        let allowed = match (joined.by_powers()?, joined.joined.x1.dtype()?.bits()) {
            (true, _) => [6, 6],
            (_, 16) => [7, 2],
            _ => [3, 2],
        };
        number_in("x1QuantMode", self.modes[0], &allowed[..1])?;
        number_in("x2QuantMode", self.modes[1], &allowed[1..])?;
        if allowed[0] == 6 && !joined.joined.transpose_x2 {
            let allowed = "true with powers of two as scales";
            return Err(Error::value("transposeX2", false, allowed));
        }
        Exchanged {
            joined: Joined { ..joined.joined },
            all_to_all_axes: self.exchanged.all_to_all_axes,
            transpose_x1: self.exchanged.transpose_x1,
        }
        .axes(axes)?;
        Ok((joined, group))
    }

    /// Blocks of rows of all ranks, side by side, times the right matrix.
    pub fn before(mut self, exchanged_out: Option<&Output>) -> Planned {
        let on_950 = generation() == Generation::Ascend950;
        // Of numbers that are not quantised yet Ascend910B takes both modes by rows for this one.
        if !on_950 && self.modes[0] == 3 && self.exchanged.joined.x1.dtype()?.bits() == 16 {
            self.modes[0] = 7;
        }
        let (mode, given) = (self.modes[0], self.x1_dtype);
        let (joined, group) = self.checked([-2, -1], [BEFORE_ON_910B, BEFORE_ON_950])?;
        let x1 = joined.joined.x1;
        let dtype = x1.dtype()?;
        let ranks = i64::from(group.size());
        let [rows, columns] = extents::<2>(x1)?;
        if dtype.bits() < 8 {
            x1.contiguous()?;
        }
        if rows % ranks != 0 || rows == 0 || columns == 0 {
            let allowed = format!("rows, with elements, that {ranks} ranks divide");
            return Err(x1.shape_refused(allowed).into());
        }
        let [own, k] = [rows / ranks, columns * ranks];
        let mut of = Left {
            dtype,
            extents: [1, own, k],
            is_gathered: false,
            is_exchanged: mode == 6,
            bias_first: on_950,
        };
        let mut quantise = None;
        let mut scale = joined.x1_scale;
        match (mode, joined.x1_scale) {
            (6, Some(scale)) => {
                if columns % 64 != 0 {
                    let allowed = "a multiple of 64 columns with powers of two as scales";
                    return Err(x1.shape_refused(allowed).into());
                }
                scale.shape_is(&[rows, columns / 64, 2], "pairs of blocks of 32 columns")?;
            }
            (7, smooth) => {
                let x2 = joined.joined.x2.dtype()?;
                of.dtype = match (on_950, given) {
                    (true, Some(35)) => F8E5m2,
                    (true, Some(36)) => F8E4m3fn,
                    (true, given) => {
                        let allowed = "35 (FLOAT8_E5M2) or 36 (FLOAT8_E4M3FN)";
                        return Err(
                            Error::value("x1QuantDtype", given.unwrap_or(-1), allowed).into()
                        );
                    }
                    _ => x2,
                };
                if let Some(smooth) = smooth {
                    smooth.shape_is(&[k], "the columns that are multiplied")?;
                }
                if of.dtype == I4 && k % 2 != 0 {
                    return Err(x1
                        .shape_refused("an even number of columns, for INT4")
                        .into());
                }
                scale = None;
                quantise = Some(Rows {
                    dtype: of.dtype,
                    smooth: smooth.map(|smooth| smooth.read()).transpose()?,
                });
            }
            _ => {}
        }
        let rows_of_this_rank = (mode == 3).then(|| i64::from(group.rank()) * own);
        let of_rows = match (rows_of_this_rank, scale) {
            (Some(_), Some(scale)) => {
                scale.shape_is(&[rows], "the rows of `x1`")?;
                Some(scale.name())
            }
            _ => None,
        };
        let joined = QuantJoined {
            x1_scale: scale.filter(|_| of_rows.is_none()),
            ..joined
        };
        let (mut product, n) = joined.described(&of)?;
        let output = joined.joined.output;
        output.shape_is(&[own, n], "that of the product")?;
        if let Some(exchanged) = exchanged_out {
            exchanged.dtype_is(dtype)?;
            exchanged.not_private()?;
            exchanged.shape_is(&[own, k], "the rows that are multiplied")?;
            if dtype.bits() < 8 {
                exchanged.contiguous()?;
            }
        }
        if let (Some(first), Some(scale)) = (rows_of_this_rank, scale) {
            multiply_rows(&mut product, scale, first, own)?;
        }
        let called = joined.joined.called()?;
        let of = joined.quantised(&of, product, n)?;
        let exchanged_out = exchanged_out.map(|tensor| tensor.write()).transpose()?;
        let output = output.write()?;
        Ok(all_to_all_quant_matmul(
            group,
            of,
            quantise,
            output,
            exchanged_out,
            called,
        )?)
    }

    /// Blocks of columns of the product, to all ranks.
    pub fn behind(self) -> Planned {
        let (joined, group) = self.checked([-1, -2], [BEHIND_ON_910B, BEHIND_ON_950])?;
        let x1 = joined.joined.x1;
        let ranks = i64::from(group.size());
        let [rows, _] = extents::<2>(x1)?;
        let of = joined.plain_left(generation() == Generation::Ascend950)?;
        let (product, columns) = joined.described(&of)?;
        if columns % ranks != 0 || of.extents.contains(&0) || columns == 0 {
            let allowed = format!("columns, with elements, that {ranks} ranks divide");
            return Err(joined.joined.x2.shape_refused(allowed).into());
        }
        let output = joined.joined.output;
        output.shape_is(&[rows * ranks, columns / ranks], "the blocks of all ranks")?;
        let called = joined.joined.called()?;
        let of = joined.quantised(&of, product, columns)?;
        Ok(quant_matmul_all_to_all(group, of, output.write()?, called)?)
    }
}

/// Multiplies the rows of a product with the numbers of a vector from `first` on, behind its first factor.
fn multiply_rows(product: &mut Grouped, scale: &Input, first: i64, rows: i64) -> Result<()> {
    let arg = scale.read()?;
    let layout = &arg.view.layout;
    let stride = layout.strides()[0];
    let part = Layout::new(
        [rows].as_slice().into(),
        [stride].as_slice().into(),
        layout.offset() + first * stride,
    );
    let factor = Factor::new(vec![arg.viewed(part)?]).by_row(1, 1);
    let steps = &mut product.steps;
    let times = steps.iter().position(|step| matches!(step, Step::Times(_)));
    steps.insert(times.map_or(0, |at| at + 1), Step::Times(factor));
    Ok(())
}

/// Arguments that must be null in products with exchanges of blocks.
pub fn reserved_of_exchanges(given: [&Option<Input>; 3]) -> Vec<(&'static str, bool)> {
    let names = ["commScaleOptional", "x1OffsetOptional", "x2OffsetOptional"];
    let given = given.map(Option::is_some);
    names.into_iter().zip(given).collect()
}
