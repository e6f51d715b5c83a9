//! Products of matrices with exchanges before or behind them.

use std::sync::Arc;

use super::quantised::{CodedNumbers, Quantised};
use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_ops::blocked::Blocked;
use hostnpu_ops::products::{Addend, Product, multiply};
use hostnpu_ops::rows::{Affine, Norm, Rows, Statistics, Walk, norm};
use hostnpu_ops::{Arg, Call, Role};
use hostnpu_tensor::{Dtype, Layout};

/// The operands of a product, under the documented names.
pub struct Operands {
    /// The left matrix.
    pub x1: Arg,
    /// The right matrix.
    pub x2: Weight,
    /// The bias.
    pub bias: Option<Arg>,
    /// A further addend.
    pub x3: Option<Arg>,
    /// Other arguments, which are not read.
    pub unread: Vec<Arg>,
}

/// The right matrix of a product.
pub enum Weight {
    /// As it lies.
    Plain(Arg),
    /// Stored in blocks.
    Blocked {
        /// The blocks.
        stored: Arg,
        /// Their layout.
        blocked: Blocked,
        /// The type of the elements.
        dtype: Dtype,
        /// The shape of the matrix that is stored.
        shape: Vec<i64>,
        /// True if the right matrix is the transpose of that.
        is_transposed: bool,
    },
}

impl Weight {
    fn add(self, all: &mut Joint) -> Result<Arg> {
        match self {
            Self::Plain(arg) => Ok(all.add(arg)),
            Self::Blocked {
                stored,
                blocked,
                dtype,
                shape,
                is_transposed,
            } => {
                let stored = all.add(stored);
                let plain = all.temporary(dtype, &shape)?;
                all.then(blocked.unpack(stored, plain.clone())?)?;
                let plain = plain.with_role(Role::Input);
                match is_transposed {
                    true => plain.viewed(plain.view.layout.permuted(&[1, 0])),
                    false => Ok(plain),
                }
            }
        }
    }
}

/// The operands as those of steps.
struct Steps {
    x1: Arg,
    x2: Arg,
    bias: Option<Arg>,
    x3: Option<Arg>,
}

impl Operands {
    fn add(self, all: &mut Joint) -> Result<Steps> {
        let steps = Steps {
            x1: all.add(self.x1),
            x2: self.x2.add(all)?,
            bias: self.bias.map(|arg| all.add(arg)),
            x3: self.x3.map(|arg| all.add(arg)),
        };
        for arg in self.unread {
            all.add(arg.read_if(false));
        }
        Ok(steps)
    }
}

/// The product of a rank, which is summed over ranks.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one of them while a call is planned"
)]
pub enum OwnProduct {
    /// Of floating-point matrices.
    Plain(Operands),
    /// Of codes.
    Quantised(Quantised),
    /// No product: numbers of codes.
    Coded(CodedNumbers),
}

/// The results of the sums over ranks.
pub enum Summed {
    /// They are the result.
    Stored(Arg),
    /// A residual is added, and the rows are normalised.
    Normed(Normed),
}

/// Sums with a residual and their normalised rows, under the documented names.
pub struct Normed {
    /// Added to the sums.
    pub residual: Arg,
    /// Factors of the columns.
    pub gamma: Arg,
    /// Added to the mean of squares.
    pub epsilon: f64,
    /// Gets the sums with the residual; none if the residual does.
    pub y: Option<Arg>,
    /// Gets the normalised rows.
    pub norm_out: Arg,
}

/// The type in which products are summed over ranks: as wide as their own sums.
pub(super) fn wide() -> Dtype {
    match hostnpu_ops::impl_mode() {
        hostnpu_ops::ImplMode::HighPrecision => Dtype::F64,
        hostnpu_ops::ImplMode::HighPerformance => Dtype::F32,
    }
}

/// Adds a product and its bias, of matrices of the type `operands`, to `output`, a result that is rounded to this type once.
pub(super) fn product(
    all: &mut Joint,
    operands: Dtype,
    [x1, x2]: [Arg; 2],
    bias: Option<Arg>,
    output: Arg,
) -> Result<()> {
    let product = Product::new(operands, output.view.dtype);
    let product = match bias {
        Some(bias) => product.plus(Addend::Tensor(bias), 1.0),
        None => product,
    };
    all.then(multiply(product, x1, x2, output)?)
}

/// Adds the product of this rank, wide, with all that is added to it before the ranks' are summed. `shape` is that of the product.
fn wide_product(all: &mut Joint, of: Steps, shape: &[i64]) -> Result<Arg> {
    let operands = of.x1.view.dtype;
    let sums = all.temporary(wide(), shape)?;
    product(all, operands, [of.x1, of.x2], of.bias, sums.clone())?;
    if let Some(x3) = of.x3 {
        add(all, &sums, x3)?;
    }
    Ok(sums)
}

/// Adds a tensor to the sums.
pub(super) fn add(all: &mut Joint, sums: &Arg, addend: Arg) -> Result<()> {
    let own = Operand::Tensor(sums.clone().with_role(Role::Input));
    let table = &hostnpu_ops::arithmetic::ADD;
    all.then(pointwise::binary(
        table,
        wide(),
        &[],
        own,
        addend,
        sums.clone(),
    )?)
}

impl OwnProduct {
    /// Adds the product, wide, to a call. `shape` is that of the product.
    fn add_wide(self, all: &mut Joint, shape: &[i64]) -> Result<Arg> {
        match self {
            Self::Plain(operands) => {
                let steps = operands.add(all)?;
                wide_product(all, steps, shape)
            }
            Self::Quantised(of) => of.add_wide(all, shape),
            Self::Coded(of) => of.add_wide(all, shape),
        }
    }
}

impl Normed {
    /// Adds the last steps behind the sums.
    fn add(self, all: &mut Joint, sums: Arg) -> Result<()> {
        let shape = self.residual.view.layout.shape().to_vec();
        let residual = all.add(self.residual);
        let gamma = all.add(self.gamma);
        let y = self.y.map(|y| all.add(y));
        let norm_out = all.add(self.norm_out);
        let dtype = norm_out.view.dtype;
        let sums = all.reshaped(&sums, &shape)?;
        add(all, &sums, residual.clone().with_role(Role::Input))?;
        let y = y.unwrap_or(residual).with_role(Role::Output);
        all.then(pointwise::copy(sums.with_role(Role::Input), y.clone())?)?;
        all.then(norm(Norm {
            affine: vec![Affine::new(Some(gamma), None, Walk::columns())],
            results: vec![(norm_out, dtype)],
            ..Norm::new(
                Rows::of(&shape, 1),
                vec![(y.with_role(Role::Input), 1.0)],
                Statistics::Rms(self.epsilon),
            )
        })?)
    }
}

/// Plans `Σ (x1 · x2 + bias + x3)` over all ranks, in their order, of this shape, rounded once, and what becomes of it.
pub fn matmul_all_reduce(
    group: Arc<Group>,
    of: OwnProduct,
    shape: &[i64],
    result: Summed,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let sums = of.add_wide(&mut all, shape)?;
    all.agree()?;
    all.exchange(Exchange::AllReduce, &[&sums])?;
    match result {
        Summed::Stored(output) => {
            let output = all.add(output);
            all.then(pointwise::copy(sums.with_role(Role::Input), output)?)?;
        }
        Summed::Normed(normed) => normed.add(&mut all, sums)?,
    }
    Ok(all.finish())
}

/// Plans the same sums, of which each rank gets its own block of rows.
pub fn matmul_reduce_scatter(
    group: Arc<Group>,
    of: OwnProduct,
    output: Arg,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let mut shape = output.view.layout.shape().to_vec();
    let own = shape.clone();
    shape[0] *= all.ranks() as i64;
    let sums = of.add_wide(&mut all, &shape)?;
    let output = all.add(output);
    let part = all.temporary(wide(), &own)?;
    all.agree()?;
    all.exchange(Exchange::ReduceScatter, &[&sums, &part])?;
    all.then(pointwise::copy(part.with_role(Role::Input), output)?)?;
    Ok(all.finish())
}

/// Plans `output = gathered · x2 + bias`: the rows of all ranks, in their order, which `gather_out` gets.
pub fn all_gather_matmul(
    group: Arc<Group>,
    of: Operands,
    output: Arg,
    gather_out: Option<Arg>,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let steps = of.add(&mut all)?;
    let output = all.add(output);
    let gather_out = gather_out.map(|arg| all.add(arg));
    let dtype = steps.x1.view.dtype;
    let mut shape = steps.x1.view.layout.shape().to_vec();
    shape[0] *= all.ranks() as i64;
    let own = all.dense(&steps.x1)?;
    let gathered = match &gather_out {
        Some(gather_out) => all.dense_output(gather_out)?,
        None => all.temporary(dtype, &shape)?,
    };
    all.agree()?;
    all.exchange(Exchange::AllGather, &[&own, &gathered])?;
    let rows = gathered.clone().with_role(Role::Input);
    product(&mut all, dtype, [rows, steps.x2], steps.bias, output)?;
    if let Some(gather_out) = gather_out {
        all.store(gathered, gather_out)?;
    }
    Ok(all.finish())
}

/// Adds the exchange of blocks of rows: `joined` gets this rank's block of all ranks, their columns side by side in the order of ranks.
pub(super) fn exchange_rows(
    all: &mut Joint,
    own: &Arg,
    [rows, columns]: [i64; 2],
    joined: &Arg,
) -> Result<()> {
    let ranks = all.ranks() as i64;
    let rows = rows / ranks;
    let blocks = all.temporary(own.view.dtype, &[ranks, rows, columns])?;
    all.exchange(Exchange::AllToAll, &[own, &blocks])?;
    // Of each row the columns of all ranks, side by side.
    let (shape, strides) = ([rows, ranks, columns], [columns, rows * columns, 1]);
    let layout = Layout::new(shape.as_slice().into(), strides.as_slice().into(), 0);
    let by_row = all.viewed(&blocks.with_role(Role::Input), layout)?;
    let target = all.reshaped(joined, &shape)?;
    all.then(pointwise::copy(by_row, target)?)
}

/// Plans `output = exchanged · x2 + bias`: each rank gets its block of rows of all ranks, whose columns stand side by side in the order of ranks.
pub fn all_to_all_matmul(
    group: Arc<Group>,
    of: Operands,
    output: Arg,
    exchanged_out: Option<Arg>,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let ranks = all.ranks() as i64;
    let steps = of.add(&mut all)?;
    let output = all.add(output);
    let exchanged_out = exchanged_out.map(|arg| all.add(arg));
    let dtype = steps.x1.view.dtype;
    let [rows, columns] = steps.x1.extents::<2>()?.map(|extent| extent as i64);
    let own = all.dense(&steps.x1)?;
    let joined = match &exchanged_out {
        Some(output) => all.dense_output(output)?,
        None => all.temporary(dtype, &[rows / ranks, ranks * columns])?,
    };
    all.agree()?;
    exchange_rows(&mut all, &own, [rows, columns], &joined)?;
    let left = joined.clone().with_role(Role::Input);
    product(&mut all, dtype, [left, steps.x2], steps.bias, output)?;
    if let Some(exchanged_out) = exchanged_out {
        all.store(joined, exchanged_out)?;
    }
    Ok(all.finish())
}

/// Plans `output`, the product `x1 · x2 + bias` whose columns are cut in a block for each rank: each rank gets its block of all ranks, one below the other in the order of ranks.
pub fn matmul_all_to_all(
    group: Arc<Group>,
    of: Operands,
    output: Arg,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let ranks = all.ranks() as i64;
    let steps = of.add(&mut all)?;
    let output = all.add(output);
    let dtype = output.view.dtype;
    let [rows, _] = steps.x1.extents::<2>()?.map(|extent| extent as i64);
    let [_, columns] = steps.x2.extents::<2>()?.map(|extent| extent as i64);
    let each = columns / ranks;
    let blocks = all.temporary(dtype, &[ranks, rows, each])?;
    let operands = steps.x1.view.dtype;
    for rank in 0..ranks {
        let columns_of = |arg: &Arg| {
            let layout = &arg.view.layout;
            let (rank_of, strides) = (layout.rank(), layout.strides());
            let mut shape = layout.shape().to_vec();
            shape[rank_of - 1] = each;
            let offset = layout.offset() + rank * each * strides[rank_of - 1];
            arg.viewed(Layout::new(shape.as_slice().into(), strides.into(), offset))
        };
        let x2 = columns_of(&steps.x2)?;
        let bias = steps.bias.as_ref().map(columns_of).transpose()?;
        let (shape, strides) = ([rows, each], [each, 1]);
        let layout = Layout::new(
            shape.as_slice().into(),
            strides.as_slice().into(),
            rank * rows * each,
        );
        let block = all.viewed(&blocks, layout)?;
        product(&mut all, operands, [steps.x1.clone(), x2], bias, block)?;
    }
    let exchanged = all.dense_output(&output)?;
    all.agree()?;
    all.exchange(Exchange::AllToAll, &[&blocks, &exchanged])?;
    all.store(exchanged, output)?;
    Ok(all.finish())
}
