//! Products of matrices with exchanges between ranks: one description of all versions without quantisation.

use std::sync::Arc;

use super::formats;
use super::moe::extents;
use super::ranks::{group, number_in, text_in};
use super::weights;
use super::{Dtypes, on_910};
use crate::abi::aclnn::phases::Planned;
use crate::argument::{ConstInOut, Input, Ints, Output, TensorArg, Text};
use crate::distributed::Group;
use crate::distributed::products::{
    Normed, Operands, OwnProduct, Summed, Weight, all_gather_matmul, all_to_all_matmul,
    matmul_all_reduce, matmul_all_to_all, matmul_reduce_scatter,
};
use crate::error::{Error, Result};
use crate::tensor::Dtype::*;

/// FLOAT16 and BFLOAT16 on Ascend910B, Ascend910_93 and Ascend950.
pub const HALVES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);
/// The same, and FLOAT16 on Ascend310P.
const HALVES_AND_310P: Dtypes = HALVES.and_after_910(&[F16]);

/// FLOAT16 and BFLOAT16 on Ascend910B.
pub const ON_910B: Dtypes = on_910(&[]).and_910b_only(&[F16, Bf16]);

/// The addend of the sums over ranks before their rows are normalised.
pub struct Residual<'a> {
    /// Added to the sums; gets them where nothing else does.
    pub residual: Addend<'a>,
    /// Factors of the columns.
    pub gamma: &'a Input,
    /// Added to the mean of squares.
    pub epsilon: f64,
}

/// A residual.
pub enum Addend<'a> {
    /// Beside an output for the sum.
    Read(&'a Input, &'a Output),
    /// That becomes the sum.
    InPlace(&'a ConstInOut),
}

impl Residual<'_> {
    /// Checks it beside the normalised rows of products of this shape.
    pub fn checked(&self, norm_out: &Output, shape: &[i64]) -> Result<Summed> {
        let residual: &TensorArg = match self.residual {
            Addend::Read(residual, _) => residual,
            Addend::InPlace(residual) => residual,
        };
        let dtype = norm_out.dtype()?;
        residual.dtype_is(dtype)?;
        self.gamma.dtype_is(dtype)?;
        let [batch, rows, columns] = extents::<3>(residual)?;
        let own: i64 = shape[..shape.len() - 1].iter().product();
        let fits = match shape {
            [of_batch, of_rows, _] => [batch, rows] == [*of_batch, *of_rows],
            _ => batch.checked_mul(rows) == Some(own),
        };
        if !fits || Some(&columns) != shape.last() {
            let allowed = format!("a batch of rows, {shape:?} in all: those of the product");
            return Err(residual.shape_refused(allowed));
        }
        self.gamma
            .shape_is(&[columns], "the columns of the product")?;
        norm_out.shape_is(residual.shape(), "that of `residual`")?;
        if !(self.epsilon > 0.0 && self.epsilon < 1.0) {
            return Err(Error::value("epsilon", self.epsilon, "between 0 and 1"));
        }
        let (gamma, norm) = (self.gamma.read()?, norm_out.write()?);
        let (residual, y) = match self.residual {
            Addend::Read(residual, y) => {
                y.dtype_is(dtype)?;
                y.not_private()?;
                y.shape_is(residual.shape(), "that of `residual`")?;
                (residual.read()?, Some(y.write()?))
            }
            Addend::InPlace(residual) => (residual.update()?, None),
        };
        Ok(Summed::Normed(Normed {
            residual,
            gamma,
            epsilon: self.epsilon,
            y,
            norm_out: norm,
        }))
    }
}

/// A product with its exchange, with the documented parameters of all versions.
pub struct Joined<'a> {
    /// The entry point.
    pub operator: &'static str,
    /// The left matrix.
    pub x1: &'a Input,
    /// The right matrix.
    pub x2: &'a Input,
    /// True if the right matrix is given transposed.
    pub transpose_x2: bool,
    /// Added to each row.
    pub bias: Option<&'a Input>,
    /// Added to each element.
    pub x3: Option<&'a Input>,
    /// The communicator.
    pub group: &'a Text,
    /// Combination of the ranks.
    pub reduce_op: Option<&'a Text>,
    /// Its means, which change nothing here.
    pub comm_mode: Option<&'a Text>,
    /// The matrix that is gathered.
    pub gather_index: i64,
    /// Parts in which data go; 0 leaves that to the operator.
    pub comm_turn: i64,
    /// `streamMode`: 1, the stream ends at a failure.
    pub stream_mode: i64,
    /// The result.
    pub output: &'a Output,
}

impl Joined<'_> {
    /// Checks types and attributes; returns the communicator.
    fn checked(&self, types: Dtypes, has_nz: bool, has_wide_bias: bool) -> Result<Arc<Group>> {
        self.x1.dtype_in(types)?;
        let dtype = self.x1.dtype()?;
        self.x2.dtype_is(dtype)?;
        for tensor in [self.x3].into_iter().flatten() {
            tensor.dtype_is(dtype)?;
        }
        if let Some(bias) = self.bias
            && !(has_wide_bias && bias.dtype()? == F32)
        {
            bias.dtype_is(dtype)?;
        }
        self.output.dtype_is(dtype)?;
        let plain = [Some(self.x1), self.bias, self.x3].into_iter().flatten();
        plain
            .into_iter()
            .try_for_each(|tensor| tensor.not_private())?;
        self.output.not_private()?;
        if !(has_nz && self.x2.format() == formats::NZ) {
            self.x2.not_private()?;
        }
        self.attributes()
    }

    /// Checks attributes; returns the communicator.
    pub fn attributes(&self) -> Result<Arc<Group>> {
        text_in(self.reduce_op, &["sum"])?;
        text_in(self.comm_mode, &["", "ai_cpu", "ccu", "aiv", "aicpu"])?;
        number_in("gatherIndex", self.gather_index, &[0])?;
        number_in("commTurn", self.comm_turn, &[0])?;
        number_in("streamMode", self.stream_mode, &[1])?;
        group(self.group)
    }

    fn extents_of_x2(&self) -> Result<[i64; 2]> {
        let mut extents = extents::<2>(self.x2)?;
        if self.transpose_x2 {
            extents.reverse();
        }
        Ok(extents)
    }

    /// Refuses matrices that do not fit; returns the rows of the left one and the columns of the right one. `inner` is how often the inner extent of the left one fits that of the right one.
    fn product(&self, inner: i64) -> Result<[i64; 2]> {
        let [rows, k] = extents::<2>(self.x1)?;
        let [of_x2, columns] = self.extents_of_x2()?;
        if of_x2 != k * inner {
            let allowed = format!("{} rows", k * inner);
            return Err(self.x2.shape_refused(allowed));
        }
        if let Some(bias) = self.bias {
            bias.shape_is(&[columns], "the columns of `x2`")?;
        }
        Ok([rows, columns])
    }

    fn operands(&self, x1: crate::ops::Arg) -> Result<Operands> {
        let read = |tensor: Option<&Input>| tensor.map(|tensor| tensor.read()).transpose();
        Ok(Operands {
            x1,
            x2: match self.transpose_x2 {
                true => {
                    let x2 = self.x2.read()?;
                    let layout = x2.view.layout.permuted(&[1, 0]);
                    Weight::Plain(x2.viewed(layout)?)
                }
                false => weights::of_ranks(self.x2)?,
            },
            bias: read(self.bias)?,
            x3: read(self.x3)?,
            unread: Vec::new(),
        })
    }

    /// Facts of the call that are the same on all ranks.
    pub fn called(&self) -> Result<String> {
        Ok(format!(
            "{} with an output {:?} of {}",
            self.operator,
            self.output.shape(),
            self.output.dtype()?
        ))
    }

    /// The shape of the product: that of the left matrix, which may have a batch, with the columns of the right one.
    fn product_of_batch(&self) -> Result<Vec<i64>> {
        self.x1.rank_in(2..=3)?;
        let mut shape = self.x1.shape().to_vec();
        let (rank, k) = (shape.len(), shape[shape.len() - 1]);
        let [of_x2, columns] = self.extents_of_x2()?;
        if of_x2 != k {
            return Err(self.x2.shape_refused(format!("{k} rows")));
        }
        if let Some(bias) = self.bias {
            bias.shape_is(&[columns], "the columns of `x2`")?;
        }
        shape[rank - 1] = columns;
        Ok(shape)
    }

    /// `output = Σ (x1 · x2 + bias + x3)`.
    pub fn all_reduced(self) -> Planned {
        let group = self.checked(HALVES_AND_310P, true, false)?;
        let shape = self.product_of_batch()?;
        self.output.shape_is(&shape, "that of the product")?;
        if let Some(x3) = self.x3 {
            x3.shape_is(&shape, "that of the product")?;
        }
        let called = self.called()?;
        let own = OwnProduct::Plain(self.operands(self.x1.read()?)?);
        let result = Summed::Stored(self.output.write()?);
        Ok(matmul_all_reduce(group, own, &shape, result, called)?)
    }

    /// The same with a residual, and the normalised rows of that sum, which `output` gets.
    pub fn normed(self, with: &Residual) -> Planned {
        let group = self.checked(ON_910B, true, false)?;
        let shape = self.product_of_batch()?;
        let result = with.checked(self.output, &shape)?;
        let called = self.called()?;
        let own = OwnProduct::Plain(self.operands(self.x1.read()?)?);
        Ok(matmul_all_reduce(group, own, &shape, result, called)?)
    }

    /// The same, of which each rank gets a block of rows.
    pub fn reduce_scattered(self, has_wide_bias: bool) -> Planned {
        let group = self.checked(HALVES, true, has_wide_bias)?;
        let [rows, columns] = self.product(1)?;
        let ranks = i64::from(group.size());
        if rows % ranks != 0 {
            let allowed = format!("a number of rows that {ranks} ranks divide");
            return Err(self.x1.shape_refused(allowed).into());
        }
        let shape = [rows / ranks, columns];
        self.output
            .shape_is(&shape, "this rank's rows of the product")?;
        let called = self.called()?;
        let own = OwnProduct::Plain(self.operands(self.x1.read()?)?);
        Ok(matmul_reduce_scatter(
            group,
            own,
            self.output.write()?,
            called,
        )?)
    }

    /// `output = gathered · x2 + bias`.
    pub fn gathered(self, gather_out: Option<&Output>) -> Planned {
        let group = self.checked(HALVES, true, false)?;
        let dtype = self.x1.dtype()?;
        if let Some(gather_out) = gather_out {
            gather_out.dtype_is(dtype)?;
        }
        let [rows, columns] = self.product(1)?;
        let all = rows * i64::from(group.size());
        self.output
            .shape_is(&[all, columns], "that of the product")?;
        // An empty tensor asks for nothing.
        let gather_out = gather_out.filter(|gather_out| gather_out.numel() > 0);
        if let Some(gather_out) = gather_out {
            let k = self.x1.shape()[1];
            gather_out.shape_is(&[all, k], "the rows of all ranks")?;
        }
        let called = self.called()?;
        let operands = self.operands(self.x1.read()?)?;
        let gather_out = gather_out.map(|gather_out| gather_out.write());
        Ok(all_gather_matmul(
            group,
            operands,
            self.output.write()?,
            gather_out.transpose()?,
            called,
        )?)
    }
}

/// A product with an exchange of blocks, with the documented parameters of both versions.
pub struct Exchanged<'a> {
    /// Parameters of both families.
    pub joined: Joined<'a>,
    /// Direction of the exchange.
    pub all_to_all_axes: Option<&'a Ints>,
    /// True if the left matrix is given transposed.
    pub transpose_x1: bool,
}

impl Exchanged<'_> {
    fn checked(&self, axes: [i64; 2]) -> Result<Arc<Group>> {
        let group = self.joined.checked(HALVES, false, true)?;
        self.axes(axes)?;
        Ok(group)
    }

    /// Refuses a transposed left matrix, and another direction than this.
    pub fn axes(&self, axes: [i64; 2]) -> Result<()> {
        if self.transpose_x1 {
            let allowed = "false: the vendor's operator has no transposed left matrix";
            return Err(Error::value("transposeX1", true, allowed));
        }
        if let Some(given) = self.all_to_all_axes
            && !given.is_empty()
            && given[..] != axes
        {
            let got = format!("{:?}", &**given);
            return Err(Error::value(
                given.name(),
                got,
                format!("empty or {axes:?}"),
            ));
        }
        Ok(())
    }

    /// Blocks of rows of all ranks, side by side, times the right matrix.
    pub fn before(self, exchanged_out: Option<&Output>) -> Planned {
        let group = self.checked([-2, -1])?;
        let joined = self.joined;
        let ranks = i64::from(group.size());
        let [rows, columns] = joined.product(ranks)?;
        if rows % ranks != 0 {
            let allowed = format!("a number of rows that {ranks} ranks divide");
            return Err(joined.x1.shape_refused(allowed).into());
        }
        let own = rows / ranks;
        joined
            .output
            .shape_is(&[own, columns], "that of the product")?;
        if let Some(exchanged) = exchanged_out {
            exchanged.dtype_is(joined.x1.dtype()?)?;
            let k = joined.x1.shape()[1] * ranks;
            exchanged.shape_is(&[own, k], "the rows that are multiplied")?;
        }
        let called = joined.called()?;
        let operands = joined.operands(joined.x1.read()?)?;
        let exchanged_out = exchanged_out.map(|tensor| tensor.write());
        Ok(all_to_all_matmul(
            group,
            operands,
            joined.output.write()?,
            exchanged_out.transpose()?,
            called,
        )?)
    }

    /// Blocks of columns of the product, to all ranks.
    pub fn behind(self) -> Planned {
        let group = self.checked([-1, -2])?;
        let joined = self.joined;
        let ranks = i64::from(group.size());
        let [rows, columns] = joined.product(1)?;
        if columns % ranks != 0 {
            let allowed = format!("a number of columns that {ranks} ranks divide");
            return Err(joined.x2.shape_refused(allowed).into());
        }
        let shape = [rows * ranks, columns / ranks];
        joined.output.shape_is(&shape, "the blocks of all ranks")?;
        let called = joined.called()?;
        let operands = joined.operands(joined.x1.read()?)?;
        Ok(matmul_all_to_all(
            group,
            operands,
            joined.output.write()?,
            called,
        )?)
    }
}
