//! Products of quantised matrices with exchanges between ranks: one description of all versions.

mod exchanged;
mod sums;
mod types;
mod weights;

pub use exchanged::{QuantExchanged, reserved_of_exchanges};
pub use sums::sums_of_codes;
pub use weights::WeightQuantJoined;

use std::sync::Arc;

use super::combinations::combination;
use super::moe::extents;
use super::products_of_ranks::{Joined, Residual};
use super::quant_matmul::{OfRanks, QuantMatmul};
use super::ranks::number_in;
use super::sides::absent;
use crate::abi::aclnn::phases::Planned;
use crate::argument::{Input, Output, TensorArg};
use crate::device::soc::{Generation, generation};
use crate::distributed::Group;
use crate::distributed::products::{OwnProduct, Summed, matmul_all_reduce, matmul_reduce_scatter};
use crate::distributed::quantised::{Quantised, all_gather_quant_matmul};
use crate::error::{Error, Result};
use crate::ops::grouped::Grouped;
use crate::tensor::Dtype::{self, *};
use types::{CODES_ON_950, GATHERED_ON_910B, INTEGERS, NORMED, SCATTERED_ON_910B, SUMS_ON_950, on};

/// A product of codes with its exchange.
pub struct QuantJoined<'a> {
    /// The arguments of products without scales.
    pub joined: Joined<'a>,
    /// Scales of the left matrix.
    pub x1_scale: Option<&'a Input>,
    /// Scales of the right matrix.
    pub x2_scale: Option<&'a Input>,
    /// The names of both, of the bias and of `x3`.
    pub names: [&'static str; 4],
    /// Extents of groups, as `aclnnQuantMatmulV5` has them.
    pub group_size: i64,
    /// Scales of codes that are exchanged in the vendor's operator, of the sums and of the results.
    pub of_exchange: [Option<&'a Input>; 2],
    /// Arguments that must be null, by their names.
    pub reserved: Vec<(&'static str, bool)>,
}

/// The left side as it is multiplied.
struct Left {
    dtype: Dtype,
    /// Matrices, rows and inner elements.
    extents: [i64; 3],
    is_gathered: bool,
    is_exchanged: bool,
    bias_first: bool,
}

impl<'a> QuantJoined<'a> {
    /// The names that most versions have.
    pub const NAMES: [&'static str; 4] =
        ["x1ScaleOptional", "x2Scale", "biasOptional", "x3Optional"];

    /// Without what only some versions have.
    pub fn new(
        joined: Joined<'a>,
        scales: [Option<&'a Input>; 2],
        names: [&'static str; 4],
    ) -> Self {
        Self {
            joined,
            x1_scale: scales[0],
            x2_scale: scales[1],
            names,
            group_size: 0,
            of_exchange: [None, None],
            reserved: Vec::new(),
        }
    }

    /// Checks types, formats and attributes; returns the communicator.
    fn checked(&self, table: &[&str], has_nz: bool) -> Result<Arc<Group>> {
        let joined = &self.joined;
        let own = |input: Option<&Input>| input.map(|input| -> &TensorArg { input }).cloned();
        let [x1_scale, x2_scale, bias, x3] = self.names;
        let inputs = [
            ("x1", own(Some(joined.x1))),
            ("x2", own(Some(joined.x2))),
            (x1_scale, own(self.x1_scale)),
            (x2_scale, own(self.x2_scale)),
            (bias, own(joined.bias)),
            (x3, own(joined.x3)),
        ];
        let mut types: Vec<_> = inputs
            .iter()
            .map(|(name, tensor)| (*name, tensor.as_ref()))
            .collect();
        types.push(("output", Some(joined.output)));
        combination(&types, table)?;
        if let Some(x3) = joined.x3 {
            x3.dtype_is(joined.output.dtype()?)?;
        }
        absent(&self.reserved, "in this version")?;
        let may_be_blocked =
            |name: &str| name == "x2" && has_nz && generation() == Generation::Ascend910B;
        for (name, tensor) in &types {
            if let Some(tensor) = tensor
                && !may_be_blocked(name)
            {
                tensor.not_private()?;
            }
        }
        joined.attributes()
    }

    /// Returns whether both sides have scales of blocks.
    fn by_blocks(&self) -> Result<bool> {
        Ok(match (self.x1_scale, self.x2_scale) {
            (Some(x1_scale), Some(x2_scale)) => {
                x1_scale.dtype()? == F32
                    && x1_scale.rank() >= 2
                    && x2_scale.rank() >= 2
                    && generation() == Generation::Ascend950
            }
            _ => false,
        })
    }

    fn by_powers(&self) -> Result<bool> {
        self.x2_scale
            .map_or(Ok(false), |scale| Ok(scale.dtype()? == F8E8m0))
    }

    /// Refuses extents of groups that the scales do not have.
    fn groups_fit(&self) -> Result<()> {
        let allowed = match (self.by_powers()?, self.by_blocks()?) {
            (true, _) => [1, 1, 32],
            (_, true) => [128, 128, 128],
            _ => [0, 0, 0],
        };
        let given = [32, 16, 0].map(|bits| self.group_size >> bits & 0xffff);
        let fits = given
            .iter()
            .zip(allowed)
            .all(|(&own, is)| own == 0 || own == is);
        if fits && self.group_size >= 0 {
            return Ok(());
        }
        let [m, n, k] = allowed;
        let allowed = format!("0, or {m} rows, {n} columns and {k} inner elements");
        Err(Error::value("groupSize", self.group_size, allowed))
    }

    /// Returns whether scales of blocks of the right matrix have columns before steps: those of powers of two, and those of a transposed matrix, unless they are a view
    /// themselves.
    fn columns_first(&self, k: i64, n: i64) -> Result<bool> {
        let Some(scale) = self.x2_scale else {
            return Ok(false);
        };
        let joined = &self.joined;
        let size = if self.by_powers()? { 64 } else { 128 };
        let steps = (k + size - 1) / size;
        let columns = if self.by_powers()? {
            n
        } else {
            (n + 127) / 128
        };
        let is_turned = joined.transpose_x2 || !joined.x2.is_contiguous();
        let own = scale.shape();
        let first_two = |of: [i64; 2]| own.len() >= 2 && own[..2] == of;
        let is_view = scale.numel() > 1 && !scale.is_contiguous();
        Ok(
            match (first_two([steps, columns]), first_two([columns, steps])) {
                (true, true) => !is_view && (is_turned || self.by_powers()?),
                (by_step, _) => !by_step,
            },
        )
    }

    /// Describes the product of a rank.
    fn described(&self, left: &Left) -> Result<(Grouped, i64)> {
        self.groups_fit()?;
        let joined = &self.joined;
        let [matrices, m, k] = left.extents;
        let [first, second] = extents::<2>(joined.x2)?;
        let n = if joined.transpose_x2 { first } else { second };
        if let Some(bias) = joined.bias {
            bias.shape_is(&[n], "the columns of `x2`")?;
            if self.by_blocks()? {
                return Err(Error::value(
                    bias.name(),
                    "a tensor",
                    "null with scales of blocks",
                ));
            }
        }
        let of = QuantMatmul {
            x1_scale: self.x1_scale,
            x2_scale: self.x2_scale,
            bias: joined.bias,
            transpose_x2: joined.transpose_x2,
            names: [self.names[1], self.names[0], "offset"],
            ranks: Some(OfRanks {
                matrices,
                is_gathered: left.is_gathered,
                is_exchanged: left.is_exchanged,
                columns_first: self.columns_first(k, n)?,
                bias_first: left.bias_first,
            }),
            ..QuantMatmul::new(joined.x1, joined.x2, &[], joined.output)
        };
        of.described(left.dtype, [m, k])
    }

    /// The whole of a description.
    fn quantised(&self, left: &Left, product: Grouped, columns: i64) -> Result<Quantised> {
        let scale = self
            .x1_scale
            .filter(|_| left.is_gathered || left.is_exchanged);
        let unread = self.of_exchange.into_iter().flatten();
        let [matrices, rows, inner] = left.extents;
        Ok(Quantised {
            x1: self.joined.x1.read()?,
            x1_scale: scale.map(|scale| scale.read()).transpose()?,
            product,
            extents: [matrices, rows, inner, columns].map(|extent| extent as usize),
            x3: self.joined.x3.map(|x3| x3.read()).transpose()?,
            unread: unread.map(|tensor| tensor.read()).collect::<Result<_>>()?,
        })
    }

    /// The left side of a product that is summed.
    fn plain_left(&self, bias_first: bool) -> Result<Left> {
        let x1 = self.joined.x1;
        x1.rank_in(2..=3)?;
        if x1.dtype()?.bits() < 8 {
            x1.contiguous()?;
        }
        let shape = x1.shape();
        let (&k, outer) = shape.split_last().unwrap_or((&1, &[]));
        let extents = match *outer {
            [batch, rows] if self.by_blocks()? => [batch, rows, k],
            _ => [1, outer.iter().product(), k],
        };
        Ok(Left {
            dtype: x1.dtype()?,
            extents,
            is_gathered: false,
            is_exchanged: false,
            bias_first,
        })
    }

    /// Refuses scales of codes that would be exchanged, unless there are both, of the type of the results.
    fn exchange_fits(&self, columns: i64) -> Result<()> {
        let names = ["commQuantScale1Optional", "commQuantScale2Optional"];
        match self.of_exchange {
            [None, None] => Ok(()),
            [Some(first), Some(second)] => {
                let is_of_integers = self.joined.x1.dtype()? == I8;
                absent(&[(names[0], !is_of_integers)], "but for INT8")?;
                for scale in [first, second] {
                    scale.dtype_is(self.joined.output.dtype()?)?;
                    if ![&[columns][..], &[1, columns]].contains(&scale.shape()) {
                        let allowed = format!("[{columns}] or [1, {columns}]");
                        return Err(scale.shape_refused(allowed));
                    }
                }
                Ok(())
            }
            [first, _] => {
                let name = names[usize::from(first.is_some())];
                let allowed = "a tensor, as the other scale of the exchange is";
                Err(Error::value(name, "null", allowed))
            }
        }
    }

    /// The shape of the product, which `x3` has to have too.
    fn shape_of_sums(&self, columns: i64) -> Result<Vec<i64>> {
        let mut shape = self.joined.x1.shape().to_vec();
        if let Some(last) = shape.last_mut() {
            *last = columns;
        }
        if let Some(x3) = self.joined.x3 {
            x3.shape_is(&shape, "that of the product")?;
        }
        Ok(shape)
    }

    fn summed(
        self,
        (table, has_nz): (&[&str], bool),
        bias_first: bool,
        result: impl FnOnce(&Output, &[i64]) -> Result<Summed>,
    ) -> Planned {
        let group = self.checked(table, has_nz)?;
        let left = self.plain_left(bias_first)?;
        let (product, columns) = self.described(&left)?;
        let shape = self.shape_of_sums(columns)?;
        self.exchange_fits(columns)?;
        if left.extents.contains(&0) || columns == 0 {
            return Err(self
                .joined
                .x1
                .shape_refused("matrices with elements")
                .into());
        }
        let called = self.joined.called()?;
        let own = OwnProduct::Quantised(self.quantised(&left, product, columns)?);
        let result = result(self.joined.output, &shape)?;
        Ok(matmul_all_reduce(group, own, &shape, result, called)?)
    }

    /// `output = Σ ((x1 · x2 + bias) · scales + x3)`. `has_codes`: also of types that only Ascend950 has.
    pub fn all_reduced(self, has_codes: bool) -> Planned {
        let of_950 = if has_codes { SUMS_ON_950 } else { INTEGERS };
        self.summed((on(INTEGERS, of_950), true), true, |output, shape| {
            output.shape_is(shape, "that of the product")?;
            Ok(Summed::Stored(output.write()?))
        })
    }

    /// The same with a residual, and the normalised rows of that sum, which `output` gets.
    pub fn normed(self, with: &Residual) -> Planned {
        self.summed((on(NORMED, &[]), true), true, |output, shape| {
            with.checked(output, shape)
        })
    }

    /// Returns whether the matrices are of numbers, which have no scales; refuses scales of these.
    fn is_plain(&self) -> Result<bool> {
        let joined = &self.joined;
        if !matches!(joined.x1.dtype()?, F16 | Bf16) {
            return Ok(false);
        }
        absent(&self.reserved, "in this version")?;
        let [x1_scale, x2_scale, ..] = self.names;
        let scales = [
            (x1_scale, self.x1_scale.is_some()),
            (x2_scale, self.x2_scale.is_some()),
        ];
        absent(&scales, "with FLOAT16 and BFLOAT16")?;
        self.groups_fit()?;
        Ok(true)
    }

    /// The same sums, of which each rank gets a block of rows.
    pub fn reduce_scattered(self) -> Planned {
        if self.is_plain()? {
            return self
                .joined
                .reduce_scattered(generation() == Generation::Ascend910B);
        }
        let group = self.checked(on(SCATTERED_ON_910B, CODES_ON_950), true)?;
        extents::<2>(self.joined.x1)?;
        self.one_scale()?;
        let left = self.plain_left(false)?;
        let (product, columns) = self.described(&left)?;
        let ranks = i64::from(group.size());
        let rows = left.extents[1];
        if rows % ranks != 0 {
            let allowed = format!("a number of rows that {ranks} ranks divide");
            return Err(self.joined.x1.shape_refused(allowed).into());
        }
        let output = self.joined.output;
        output.shape_is(&[rows / ranks, columns], "this rank's rows of the product")?;
        let called = self.joined.called()?;
        let own = OwnProduct::Quantised(self.quantised(&left, product, columns)?);
        Ok(matmul_reduce_scatter(group, own, output.write()?, called)?)
    }

    /// Refuses scales of one dimension on Ascend950 that are not one number.
    fn one_scale(&self) -> Result<()> {
        if generation() != Generation::Ascend950 {
            return Ok(());
        }
        for scale in [self.x1_scale, self.x2_scale].into_iter().flatten() {
            if scale.rank() == 1 {
                scale.shape_is(&[1], "one number, or one for each block")?;
            }
        }
        Ok(())
    }

    /// `output`, the products of the rows of all ranks, in their order, which `gather_out` gets.
    pub fn gathered(self, gather_out: Option<&Output>) -> Planned {
        if self.is_plain()? {
            return self.joined.gathered(gather_out);
        }
        let group = self.checked(on(GATHERED_ON_910B, CODES_ON_950), false)?;
        let x1 = self.joined.x1;
        let dtype = x1.dtype()?;
        if let Some(gather_out) = gather_out {
            gather_out.dtype_is(dtype)?;
            gather_out.not_private()?;
        }
        let [rows, k] = extents::<2>(x1)?;
        self.one_scale()?;
        let is_gathered = self
            .x1_scale
            .is_some_and(|scale| generation() == Generation::Ascend910B || scale.rank() >= 2);
        let left = Left {
            is_gathered,
            ..self.plain_left(true)?
        };
        let (product, columns) = self.described(&left)?;
        let all = rows * i64::from(group.size());
        let output = self.joined.output;
        output.shape_is(&[all, columns], "that of the product")?;
        // An empty tensor asks for nothing.
        let gather_out = gather_out.filter(|gather_out| gather_out.numel() > 0);
        if let Some(gather_out) = gather_out {
            gather_out.shape_is(&[all, k], "the rows of all ranks")?;
            if dtype.bits() < 8 {
                gather_out.contiguous()?;
            }
        }
        let called = self.joined.called()?;
        let of = self.quantised(&left, product, columns)?;
        let gather_out = gather_out.map(|tensor| tensor.write()).transpose()?;
        Ok(all_gather_quant_matmul(
            group,
            of,
            output.write()?,
            gather_out,
            called,
        )?)
    }
}

/// Arguments that must be null beside sums of codes, or empty, and a `blockSize` of 0.
pub fn reserved_of_codes(
    quant_scale: &Option<Input>,
    amax_out: &Option<Output>,
    name: &'static str,
    block_size: i64,
) -> Result<Vec<(&'static str, bool)>> {
    number_in("blockSize", block_size, &[0])?;
    let asks = amax_out.as_ref().is_some_and(|out| out.numel() > 0);
    Ok(vec![("quantScale", quant_scale.is_some()), (name, asks)])
}
