//! Products of quantised matrices with exchanges before or behind them. Codes and their scales are exchanged as bytes.

use std::sync::Arc;

use super::products::{
    OwnProduct, Summed, add, exchange_rows, matmul_all_reduce, matmul_reduce_scatter, wide,
};
use super::{Exchange, Group, Joint};
use hostnpu_base::error::Result;
use hostnpu_ops::arithmetic::MUL;
use hostnpu_ops::coded_copy;
use hostnpu_ops::grouped::{Coded, Factor, Grouped, Groups, Range, Step, grouped};
use hostnpu_ops::pointwise;
use hostnpu_ops::quant::{DynamicQuant, Range as OfScale, dynamic_quant};
use hostnpu_ops::{Arg, Call, Role};
use hostnpu_tensor::{Dtype, Layout};

/// The product of a rank, in a description that lacks its left matrices and its results.
pub struct Quantised {
    /// The left matrix.
    pub x1: Arg,
    /// Scales of its rows, if they go where the rows go. The description names the same tensor.
    pub x1_scale: Option<Arg>,
    /// The product.
    pub product: Grouped,
    /// Matrices, rows and inner elements of the left side as it is multiplied, and columns.
    pub extents: [usize; 4],
    /// Added to each element.
    pub x3: Option<Arg>,
    /// Other arguments, which are not read.
    pub unread: Vec<Arg>,
}

/// The operands as those of steps.
struct Steps {
    x1: Arg,
    x1_scale: Option<Arg>,
    product: Grouped,
    x3: Option<Arg>,
}

/// The products of so many matrices on the left side, one behind the other, with one matrix.
pub fn ranges([matrices, rows, steps, columns]: [usize; 4]) -> Groups {
    let range = |number| Range {
        group: number,
        left: [0, number],
        right: [0, 0],
        output: [0, number],
        row: 0,
        output_row: 0,
        rows,
        step: 0,
        right_step: 0,
        steps,
        columns,
    };
    Groups::Known((0..matrices).map(range).collect())
}

/// A dense tensor of codes as bytes, another tensor as it is.
pub(super) fn moved(arg: &Arg) -> Result<Arg> {
    let bits = arg.view.dtype.bits();
    if bits > 8 {
        return Ok(arg.clone());
    }
    let layout = &arg.view.layout;
    if bits == 8 {
        return arg.recoded(Dtype::U8, layout.clone());
    }
    let mut shape = layout.shape().to_vec();
    if let Some(last) = shape.last_mut() {
        *last /= 2;
    }
    let mut strides = hostnpu_tensor::contiguous_strides(&shape);
    strides
        .iter_mut()
        .for_each(|stride| *stride = (*stride).max(1));
    let layout = Layout::new(shape.as_slice().into(), strides, layout.offset() / 2);
    arg.recoded(Dtype::U8, layout)
}

/// Memory of bytes as a dense tensor of a type.
pub(super) fn shown(bytes: &Arg, dtype: Dtype, shape: &[i64]) -> Result<Arg> {
    let scale = (bytes.view.dtype.bits() / dtype.bits()) as i64;
    let strides = hostnpu_tensor::contiguous_strides(shape);
    let offset = bytes.view.layout.offset() * scale;
    let layout = Layout::new(shape.into(), strides, offset);
    Ok(bytes.recoded(dtype, layout)?.with_role(Role::Input))
}

impl Quantised {
    fn add(self, all: &mut Joint) -> Steps {
        let x1 = all.add(self.x1);
        let product = self.product.in_sequence(all);
        let x1_scale = self.x1_scale.map(|arg| all.add(arg));
        let x3 = self.x3.map(|arg| all.add(arg));
        for arg in self.unread {
            all.add(arg.read_if(false));
        }
        Steps {
            x1,
            x1_scale,
            product,
            x3,
        }
    }

    /// Adds the product, wide, to a call. `shape` is that of the product.
    pub(super) fn add_wide(self, all: &mut Joint, shape: &[i64]) -> Result<Arg> {
        let extents = self.extents;
        let of = self.add(all);
        let sums = all.temporary(wide(), shape)?;
        multiply(all, of.product, of.x1, extents, sums.clone())?;
        if let Some(x3) = of.x3 {
            add(all, &sums, x3)?;
        }
        Ok(sums)
    }
}

/// Adds the product of these left matrices to a call.
fn multiply(
    all: &mut Joint,
    mut product: Grouped,
    left: Arg,
    extents: [usize; 4],
    output: Arg,
) -> Result<()> {
    let [matrices, rows, steps, columns] = extents;
    product.left.tensors = vec![Coded::strided(left, [matrices, rows, steps])?];
    product.groups = ranges(extents);
    product.outputs = vec![(output, [matrices, rows, columns])];
    all.then(grouped(product)?)
}

/// Makes a product read a tensor instead of the one of this name.
pub(super) fn read_instead(product: &mut Grouped, name: &str, arg: &Arg) {
    product.exchange(&mut |own| match own.name == name {
        true => arg.clone(),
        false => own,
    });
}

/// Plans `output`, the products of the rows of all ranks, in their order, which `gather_out` gets. The description is of one rank's rows.
pub fn all_gather_quant_matmul(
    group: Arc<Group>,
    of: Quantised,
    output: Arg,
    gather_out: Option<Arg>,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let [_, rows, steps, columns] = of.extents;
    let mut of = of.add(&mut all);
    let output = all.add(output);
    let gather_out = gather_out.map(|arg| all.add(arg));
    let ranks = all.ranks();
    let dtype = of.x1.view.dtype;
    let shape = [(ranks * rows) as i64, steps as i64];
    let gather_out = gather_out.map(|arg| moved(&arg)).transpose()?;
    let own = all.dense(&moved(&of.x1)?)?;
    let gathered = match &gather_out {
        Some(gather_out) => all.dense_output(gather_out)?,
        None => {
            let columns = own.view.layout.shape()[1];
            all.temporary(own.view.dtype, &[shape[0], columns])?
        }
    };
    let scale = match of.x1_scale.take() {
        None => None,
        Some(scale) => {
            let own = all.dense(&moved(&scale)?)?;
            let mut all_of_them = scale.view.layout.shape().to_vec();
            all_of_them.insert(0, ranks as i64);
            let gathered = all.temporary(own.view.dtype, &all_of_them)?;
            Some((scale.name, scale.view.dtype, own, gathered, all_of_them))
        }
    };
    all.agree()?;
    all.exchange(Exchange::AllGather, &[&own, &gathered])?;
    if let Some((name, dtype, own, gathered, shape)) = scale {
        all.exchange(Exchange::AllGather, &[&own, &gathered])?;
        read_instead(&mut of.product, name, &shown(&gathered, dtype, &shape)?);
    }
    let left = shown(&gathered, dtype, &shape)?;
    let extents = [ranks, rows, steps, columns];
    multiply(&mut all, of.product, left, extents, output)?;
    if let Some(gather_out) = gather_out {
        all.store(gathered, gather_out)?;
    }
    Ok(all.finish())
}

/// The quantiser of rows between an exchange and a product.
pub struct Rows {
    /// The type of the codes.
    pub dtype: Dtype,
    /// A factor for each column, before the scale.
    pub smooth: Option<Arg>,
}

/// Plans `output`, the product of exchanged rows: each rank gets its block of rows of all ranks, whose columns stand side by side in the order of ranks. Scales of blocks of
/// their columns go with them; where `rows` says so, they are quantised once they are there.
pub fn all_to_all_quant_matmul(
    group: Arc<Group>,
    of: Quantised,
    rows: Option<Rows>,
    output: Arg,
    exchanged_out: Option<Arg>,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let extents = of.extents;
    let [own_rows, _] = of.x1.extents::<2>()?.map(|extent| extent as i64);
    let mut of = of.add(&mut all);
    let smooth = match &rows {
        Some(rows) => rows.smooth.clone().map(|arg| all.add(arg)),
        None => None,
    };
    let output = all.add(output);
    let exchanged_out = exchanged_out.map(|arg| all.add(arg));
    let ranks = all.ranks() as i64;
    let shape = [extents[1] as i64, extents[2] as i64];
    let dtype = of.x1.view.dtype;
    let exchanged_out = exchanged_out.map(|arg| moved(&arg)).transpose()?;
    let own = all.dense(&moved(&of.x1)?)?;
    let columns = own.view.layout.shape()[1];
    let joined = match &exchanged_out {
        Some(output) => all.dense_output(output)?,
        None => all.temporary(own.view.dtype, &[shape[0], ranks * columns])?,
    };
    let scale = match of.x1_scale.take() {
        Some(scale) => Some((all.dense(&moved(&scale)?)?, scale.name, scale.view.dtype)),
        None => None,
    };
    all.agree()?;
    exchange_rows(&mut all, &own, [own_rows, columns], &joined)?;
    if let Some((own, name, dtype)) = scale {
        let width: i64 = own.view.layout.shape()[1..].iter().product();
        let scales = all.temporary(own.view.dtype, &[shape[0], ranks * width])?;
        exchange_rows(&mut all, &own, [own_rows, width], &scales)?;
        let scales = shown(&scales, dtype, &[shape[0], ranks * width])?;
        read_instead(&mut of.product, name, &scales);
    }
    let mut left = shown(&joined, dtype, &shape)?;
    if let Some(rows) = rows {
        let codes = all.temporary(rows.dtype, &shape)?;
        let scale = all.temporary(Dtype::F32, &shape[..1])?;
        all.then(dynamic_quant(DynamicQuant {
            x: left,
            smooth_scales: smooth,
            group_index: None,
            range: OfScale::Row,
            dst_type_max: 0.0,
            y: codes.clone(),
            scale: scale.clone(),
            offset: None,
        })?)?;
        left = codes.with_role(Role::Input);
        let scale = Factor::new(vec![scale.with_role(Role::Input)]).by_row(1, 1);
        let steps = &mut of.product.steps;
        let times = steps.iter().position(|step| matches!(step, Step::Times(_)));
        steps.insert(times.unwrap_or(0), Step::Times(scale));
    }
    multiply(&mut all, of.product, left, extents, output)?;
    if let Some(exchanged_out) = exchanged_out {
        all.store(joined, exchanged_out)?;
    }
    Ok(all.finish())
}

/// Plans `output`, the product whose columns are cut in a block for each rank: each rank gets its block of all ranks, one below the other in the order of ranks.
pub fn quant_matmul_all_to_all(
    group: Arc<Group>,
    of: Quantised,
    output: Arg,
    called: String,
) -> Result<Call> {
    let mut all = Joint::new(group, called);
    let extents = of.extents;
    let of = of.add(&mut all);
    let output = all.add(output);
    let ranks = all.ranks() as i64;
    let [_, rows, _, columns] = extents.map(|extent| extent as i64);
    let each = columns / ranks;
    let dtype = output.view.dtype;
    let product = all.temporary(dtype, &[rows, columns])?;
    multiply(&mut all, of.product, of.x1, extents, product.clone())?;
    let blocks = all.temporary(dtype, &[ranks, rows, each])?;
    let (shape, strides) = ([ranks, rows, each], [each, columns, 1]);
    let layout = Layout::new(shape.as_slice().into(), strides.as_slice().into(), 0);
    let by_rank = all.viewed(&product.with_role(Role::Input), layout)?;
    all.then(pointwise::copy(by_rank, blocks.clone())?)?;
    let exchanged = all.dense_output(&output)?;
    all.agree()?;
    all.exchange(Exchange::AllToAll, &[&blocks, &exchanged])?;
    all.store(exchanged, output)?;
    Ok(all.finish())
}

/// Numbers of codes with a scale for each block along the last axis.
pub struct CodedNumbers {
    /// The codes.
    pub x: Arg,
    /// The scales: as many as there are blocks, in their order.
    pub scales: Arg,
    /// Codes of a block.
    pub block: i64,
}

impl CodedNumbers {
    /// Adds the numbers, wide, to a call, in this shape.
    pub(super) fn add_wide(self, all: &mut Joint, shape: &[i64]) -> Result<Arg> {
        let (x, scales) = (all.add(self.x), all.add(self.scales));
        let count: i64 = shape.iter().product();
        let blocks = [count / self.block, self.block];
        let mut decoded = |of: Arg, shape: &[i64]| -> Result<Arg> {
            let number = all.temporary(Dtype::F32, of.view.layout.shape())?;
            let is_number = of.view.dtype.bits() > 8 || of.view.dtype == Dtype::I8;
            all.then(match is_number {
                true => pointwise::copy(of, number.clone())?,
                false => coded_copy::copy(of, number.clone())?,
            })?;
            Ok(all.reshaped(&number, shape)?.with_role(Role::Input))
        };
        let x = decoded(x, &blocks)?;
        let scales = decoded(scales, &[blocks[0], 1])?;
        let numbers = all.temporary(wide(), &blocks)?;
        all.then(pointwise::binary(
            &MUL,
            wide(),
            &[],
            x,
            scales,
            numbers.clone(),
        )?)?;
        all.reshaped(&numbers, shape)
    }
}

/// Plans `output`, the sums over all ranks of numbers of codes, in the order of the ranks, rounded once.
pub fn quant_all_reduce(
    group: Arc<Group>,
    of: CodedNumbers,
    output: Arg,
    called: String,
) -> Result<Call> {
    let shape = output.view.layout.shape().to_vec();
    let own = OwnProduct::Coded(of);
    matmul_all_reduce(group, own, &shape, Summed::Stored(output), called)
}

/// Plans the same sums, of which each rank gets its own block of rows.
pub fn quant_reduce_scatter(
    group: Arc<Group>,
    of: CodedNumbers,
    output: Arg,
    called: String,
) -> Result<Call> {
    matmul_reduce_scatter(group, OwnProduct::Coded(of), output, called)
}
