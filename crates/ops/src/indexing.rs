//! Gathers and scatters: which places index tensors name, by the rules of the operators.

#![forbid(unsafe_code)]

mod advanced;
mod bags;
mod fill;
mod lists;
mod once;

pub use advanced::{index, index_put, places};
pub use bags::{BagOperands, Bags, embedding_bag, renormalise};
pub use fill::{Listed, fill_slices};
pub use lists::scatter_list;

use super::sequence::Sequence;
use super::{Arg, Call, Role};
use hostnpu_base::error::Result;
use hostnpu_engine::index::{self as engine, Along, Before, Geometry, Target};
pub use hostnpu_engine::index::{Source, scatter_masked};
use hostnpu_engine::pointwise;
pub use hostnpu_kernels::index::{Combine, Folding};
use hostnpu_tensor::{Dims, Dtype, Value};

/// Adds axes `axes` of the table, which both sides step through.
fn through(geometry: &mut Geometry, table: &Arg, axes: std::ops::Range<usize>, here: &[i64]) {
    for axis in axes {
        let at = geometry.shape.len();
        geometry.push(table.shape()[axis], table.strides()[axis], here[at]);
    }
}

/// Strides of an index tensor along the axes of a box, which has its axes from `first` on.
fn strides_in(geometry: &Geometry, index: &[i64], first: usize) -> Dims {
    let mut strides = Dims::from_elem(0, geometry.shape.len());
    strides[first..first + index.len()].copy_from_slice(index);
    strides
}

/// The places of whole slices: axis `axis` of the table gives way to the axes of `index`, as on the other side.
pub fn slices(table: &Arg, axis: usize, index: &Arg, other: &Arg, negative: bool) -> Geometry {
    slices_in_batches(table, axis, index, 0, other, negative)
}

/// As [`slices`], where the first `batches` axes of `index` are the table's.
pub fn slices_in_batches(
    table: &Arg,
    axis: usize,
    index: &Arg,
    batches: usize,
    other: &Arg,
    negative: bool,
) -> Geometry {
    let here = other.strides();
    let mut geometry = Geometry::default();
    through(&mut geometry, table, 0..axis, here);
    for &extent in &index.shape()[batches..] {
        let at = geometry.shape.len();
        geometry.push(extent, 0, here[at]);
    }
    through(&mut geometry, table, axis + 1..table.shape().len(), here);
    let mut strides = strides_in(&geometry, &index.strides()[batches..], axis);
    strides[..batches].copy_from_slice(&index.strides()[..batches]);
    geometry.along.push(Along {
        index: index.clone(),
        strides,
        column: None,
        extent: table.shape()[axis],
        stride: table.strides()[axis],
        negative,
    });
    geometry
}

/// The places of single elements: along axis `axis` each index says where, along the others its position does.
pub fn elements(table: &Arg, axis: usize, index: &Arg, here: &[i64]) -> Geometry {
    let mut geometry = Geometry::default();
    for (k, &extent) in index.shape().iter().enumerate() {
        let there = if k == axis { 0 } else { table.strides()[k] };
        geometry.push(extent, there, here[k]);
    }
    geometry.along.push(Along {
        index: index.clone(),
        strides: index.strides().into(),
        column: None,
        extent: table.shape()[axis],
        stride: table.strides()[axis],
        negative: true,
    });
    geometry
}

/// The places that rows of coordinates name: the last axis of `indices` counts the first axes of the table.
pub fn coordinates(table: &Arg, indices: &Arg, other: &Arg, negative: bool) -> Geometry {
    let here = other.strides();
    let (outer, last) = indices.shape().split_at(indices.shape().len() - 1);
    let columns = last[0] as usize;
    let mut geometry = Geometry::default();
    for &extent in outer {
        let at = geometry.shape.len();
        geometry.push(extent, 0, here[at]);
    }
    through(&mut geometry, table, columns..table.shape().len(), here);
    let strides = strides_in(&geometry, &indices.strides()[..outer.len()], 0);
    geometry.along = (0..columns)
        .map(|column| Along {
            index: indices.clone(),
            strides: strides.clone(),
            column: Some(column as i64),
            extent: table.shape()[column],
            stride: table.strides()[column],
            negative,
        })
        .collect();
    geometry
}

/// The places of blocks that begin where `indices` says: element `k` along axis `axis` of the updates goes `k` further than the index of its
/// row. With two columns, the first one says which row.
pub fn blocks(data: &Arg, axis: usize, indices: &Arg, updates: &Arg) -> Geometry {
    let two = indices.shape().len() == 2;
    let mut geometry = Geometry::default();
    for (k, &extent) in updates.shape().iter().enumerate() {
        let there = if k == 0 && two { 0 } else { data.strides()[k] };
        geometry.push(extent, there, updates.strides()[k]);
    }
    let row = indices.strides().first().copied().unwrap_or(0);
    let strides = strides_in(&geometry, &[row], 0);
    let room = data.shape()[axis] - updates.shape()[axis] + 1;
    let axes = [(0, data.shape()[0]), (axis, room)];
    let columns = if two { &axes[..] } else { &axes[1..] };
    geometry.along = columns
        .iter()
        .enumerate()
        .map(|(column, &(axis, extent))| Along {
            index: indices.clone(),
            strides: strides.clone(),
            column: two.then_some(column as i64),
            extent,
            stride: data.strides()[axis],
            negative: false,
        })
        .collect();
    geometry
}

/// Plans `output = table at geometry`.
pub fn gather(geometry: &Geometry, table: Arg, output: Arg) -> Result<Call> {
    engine::gather(geometry, table, output)
}

/// A tensor that is written, and its contents before.
#[derive(Clone, Debug)]
pub enum Written {
    /// A tensor, in place.
    Itself(Arg),
    /// A tensor that another one is copied to first.
    CopyOf(Arg, Arg),
    /// A tensor of zeros.
    Zeros(Arg),
}

impl Written {
    /// The tensor that is written.
    pub fn arg(&self) -> &Arg {
        match self {
            Self::Itself(arg) | Self::CopyOf(_, arg) | Self::Zeros(arg) => arg,
        }
    }

    /// The same with one axis, if there is none.
    pub fn at_least_one_axis(self) -> Result<Self> {
        Ok(match self {
            Self::Itself(arg) => Self::Itself(arg.at_least_one_axis()?),
            Self::CopyOf(input, arg) => {
                Self::CopyOf(input.at_least_one_axis()?, arg.at_least_one_axis()?)
            }
            Self::Zeros(arg) => Self::Zeros(arg.at_least_one_axis()?),
        })
    }

    /// The same in the shape of one element, if its parts have one element in other shapes.
    pub fn with_shape_of(self, shape: &[i64]) -> Result<Self> {
        let like = |arg: Arg| match arg.view.numel() {
            Some(1) => arg.with_axes(shape, &vec![1; shape.len()]),
            _ => Ok(arg),
        };
        Ok(match self {
            Self::Itself(arg) => Self::Itself(like(arg)?),
            Self::CopyOf(input, arg) => Self::CopyOf(like(input)?, like(arg)?),
            Self::Zeros(arg) => Self::Zeros(like(arg)?),
        })
    }

    fn target(self) -> Target {
        match self {
            Self::Itself(arg) => Target { arg, before: None },
            Self::CopyOf(input, arg) => Target {
                arg,
                before: Some(Before::Copy(input)),
            },
            Self::Zeros(arg) => Target {
                arg,
                before: Some(Before::Fill(Value::from(false))),
            },
        }
    }

    /// Plans what there is to do if nothing is scattered.
    pub fn alone(self) -> Result<Call> {
        match self {
            Self::Itself(arg) => Ok(Call::nothing([arg])),
            Self::CopyOf(input, arg) => pointwise::copy(input, arg),
            Self::Zeros(arg) => pointwise::fill(Value::from(false), arg),
        }
    }
}

/// Plans that elements of `source` go to their places; of several the last one stays.
pub fn assign(geometry: &Geometry, source: Source, into: Written) -> Result<Call> {
    engine::assign(geometry, source, into.target())
}

/// Plans that elements of `source` are combined with what their places hold.
pub fn combine(
    geometry: &Geometry,
    folding: Folding,
    source: Source,
    into: Written,
) -> Result<Call> {
    engine::combine(geometry, folding, None, source, into.target())
}

/// A combination with what is there.
pub fn with_self(combine: Combine) -> Folding {
    Folding {
        combine,
        include_self: true,
        factor: None,
    }
}

/// Plans `output[i] = flat(table)[index[i]]`, numbered in row-major order.
pub fn take(table: Arg, index: Arg, output: Arg) -> Result<Call> {
    let count = table.view.numel().unwrap_or(0) as i64;
    let index = index.at_least_one_axis()?;
    let output = output.at_least_one_axis()?;
    if table.view.layout.is_contiguous() {
        let flat = table.with_axes(&[count], &[1])?;
        return gather(&slices(&flat, 0, &index, &output, true), flat, output);
    }
    let mut sequence = Sequence::default();
    let (table, index, output) = (
        sequence.add(table),
        sequence.add(index),
        sequence.add(output),
    );
    let dense = sequence.temporary(table.view.dtype, table.shape())?;
    let flat = sequence.reshaped(&dense, &[count])?;
    sequence.then(pointwise::copy(table, dense)?)?;
    sequence.then(gather(
        &slices(&flat, 0, &index, &output, true),
        flat,
        output,
    )?)?;
    Ok(sequence.finish())
}

/// Plans `flat(target)[index[k]] = flat(source)[k]`, or adds it.
pub fn put(target: Arg, index: Arg, source: Arg, accumulate: bool) -> Result<Call> {
    let count = target.view.numel().unwrap_or(0) as i64;
    let length = index.view.numel().unwrap_or(0) as i64;
    let dtype = target.view.dtype;
    let one = |flat: Arg, index: Arg, source: Arg| {
        let geometry = slices(&flat, 0, &index, &source, true);
        match accumulate {
            true => combine(
                &geometry,
                with_self(Combine::Add),
                Source::Tensor(source),
                Written::Itself(flat),
            ),
            false => assign(&geometry, Source::Tensor(source), Written::Itself(flat)),
        }
    };
    let mut sequence = Sequence::default();
    let target = sequence.add(target.with_role(Role::InOut));
    let (index, source) = (sequence.add(index), sequence.add(source));
    let (index, source) = (
        sequence.flat(&index, length)?,
        sequence.flat(&source, length)?,
    );
    if target.view.layout.is_contiguous() {
        let flat = sequence.reshaped(&target, &[count])?;
        sequence.then(one(flat, index, source)?)?;
        return Ok(sequence.finish());
    }
    let dense = sequence.temporary(dtype, target.shape())?;
    let flat = sequence.reshaped(&dense, &[count])?;
    sequence.then(pointwise::copy(
        target.clone().with_role(Role::Input),
        dense.clone(),
    )?)?;
    sequence.then(one(flat, index, source)?)?;
    sequence.then(pointwise::copy(dense.with_role(Role::Input), target)?)?;
    Ok(sequence.finish())
}

/// Plans the gradient of an embedding: `output[w]` is the sum of the rows of `grad` whose index is `w`, or their mean if `by_frequency`. Rows
/// whose index is `padding` are left out.
pub fn embedding_gradient(
    grad: Arg,
    indices: Arg,
    padding: Option<i64>,
    by_frequency: bool,
    output: Arg,
) -> Result<Call> {
    let count = indices.view.numel().unwrap_or(0) as i64;
    let width = output.shape()[1];
    let dtype = output.view.dtype;
    let index_type = match indices.view.dtype {
        dtype if engine::is_index(dtype) => dtype,
        _ => Dtype::I64,
    };
    let mut sequence = Sequence::default();
    let (grad, indices, output) = (
        sequence.add(grad),
        sequence.add(indices),
        sequence.add(output),
    );
    // A sum is rounded to the type of the gradients first.
    let between = grad.view.dtype;
    let rows = sequence.rows(&grad, between, &[count, width])?;
    let index = sequence.rows(&indices, index_type, &[count])?;
    // Rows in one piece: what is left out is known by where they begin.
    let direct = dtype == between && output.view.layout.is_contiguous();
    let sums = match direct {
        true => output.clone(),
        false => sequence.temporary(between, output.shape())?,
    };
    let folding = Folding {
        combine: if by_frequency {
            Combine::Mean
        } else {
            Combine::Add
        },
        include_self: false,
        factor: None,
    };
    let geometry = slices(&sums, 0, &index, &rows, false);
    let target = Written::Zeros(sums.clone()).target();
    sequence.then(engine::combine(
        &geometry,
        folding,
        padding,
        Source::Tensor(rows),
        target,
    )?)?;
    if !direct {
        sequence.then(pointwise::copy(sums.with_role(Role::Input), output)?)?;
    }
    Ok(sequence.finish())
}
