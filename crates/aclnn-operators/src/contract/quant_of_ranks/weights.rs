//! Products with weights of fewer bits that are summed over ranks.

use super::QuantJoined;
use super::types::{WEIGHTS_ON_910B, WEIGHTS_ON_950, on};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output};
use crate::contract::products_of_ranks::{Joined, Residual};
use crate::contract::weight_quant::WeightQuant;
use crate::distributed::products::{OwnProduct, Summed, matmul_all_reduce};
use crate::error::{Error, Result};

/// A product with a weight of fewer bits, which is summed over ranks.
pub struct WeightQuantJoined<'a> {
    /// The arguments of products without scales.
    pub joined: Joined<'a>,
    /// Scales of the weight.
    pub antiquant_scale: &'a Input,
    /// Its offsets.
    pub antiquant_offset: Option<&'a Input>,
    /// Inner elements of a group; 0 without groups.
    pub antiquant_group_size: i64,
}

impl WeightQuantJoined<'_> {
    fn summed(
        self,
        table: &[&str],
        result: impl FnOnce(&Output, &[i64]) -> Result<Summed>,
    ) -> Planned {
        let Joined {
            x1, bias, output, ..
        } = self.joined;
        // The table has the scale before the offset.
        let joined = QuantJoined::new(
            self.joined,
            [Some(self.antiquant_scale), self.antiquant_offset],
            ["antiquantScale", "antiquantOffset", "bias", "x3"],
        );
        let group = joined.checked(table, true)?;
        let left = joined.plain_left(false)?;
        let [_, m, k] = left.extents;
        let size = i32::try_from(self.antiquant_group_size).ok();
        let Some(antiquant_group_size) = size else {
            let allowed = "0, or a multiple of 32 below the inner elements";
            return Err(
                Error::value("antiquantGroupSize", self.antiquant_group_size, allowed).into(),
            );
        };
        let of = WeightQuant {
            x: x1,
            weight: joined.joined.x2,
            antiquant_scale: self.antiquant_scale,
            antiquant_offset: self.antiquant_offset,
            quant_scale: None,
            quant_offset: None,
            bias,
            antiquant_group_size,
            y: output,
            is_blocked: false,
        };
        let (product, columns) = of.of_rank(k)?;
        if let Some(bias) = bias {
            bias.shape_is(&[columns], "the columns of `x2`")?;
        }
        let shape = joined.shape_of_sums(columns)?;
        if [m, k, columns].contains(&0) {
            return Err(x1.shape_refused("matrices with elements").into());
        }
        let called = joined.joined.called()?;
        let result = result(output, &shape)?;
        let own = OwnProduct::Quantised(joined.quantised(&left, product, columns)?);
        Ok(matmul_all_reduce(group, own, &shape, result, called)?)
    }

    /// `output = Σ (x1 · ((x2 + offset) · scale) + bias + x3)`.
    pub fn all_reduced(self) -> Planned {
        self.summed(on(WEIGHTS_ON_910B, WEIGHTS_ON_950), |output, shape| {
            output.shape_is(shape, "that of the product")?;
            Ok(Summed::Stored(output.write()?))
        })
    }

    /// The same with a residual, and the normalised rows of that sum, which `output` gets.
    pub fn normed(self, with: &Residual) -> Planned {
        self.summed(on(WEIGHTS_ON_910B, &[]), |output, shape| {
            with.checked(output, shape)
        })
    }
}
