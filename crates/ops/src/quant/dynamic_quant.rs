//! Numbers divided by scales that follow from their range: of a row, of a column, of all.

#![forbid(unsafe_code)]

use super::columns::{Columns, quantise_columns};
use super::groups::group_of_rows;
use super::rows::{RowKernel, stored};
use super::target::{Apply, Factor, Rule, Target, Walk, scale_of_all, steps};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::store_bytes;
use hostnpu_kernels::quantised::RoundMode;
use hostnpu_tensor::Dtype;

/// Range of numbers that share a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Those of the last axis: `pertoken`.
    Row,
    /// All: `pertensor`.
    Tensor,
    /// Those of the last axis but one: `perchannel`.
    Column,
}

/// Operands and attributes of [`dynamic_quant`], which every version of the operator fills.
pub struct DynamicQuant {
    /// Rows of numbers, along the last axis.
    pub x: Arg,
    /// A factor for each column, of each group if there are groups; a factor for each row where columns have scales.
    pub smooth_scales: Option<Arg>,
    /// End of the rows of each group.
    pub group_index: Option<Arg>,
    /// Range of numbers that share a scale.
    pub range: Range,
    /// Code that the largest number becomes (`dstTypeMax`); 0 for the largest one of the type.
    pub dst_type_max: f32,
    /// The quantised numbers.
    pub y: Arg,
    /// The scales.
    pub scale: Arg,
    /// Offset of the quotients; present in asymmetric quantisation.
    pub offset: Option<Arg>,
}

/// Plans `y = x · smooth / scale` with `scale = max|x · smooth| · (1 / MAX)`, where `1 / MAX` is rounded to FLOAT; with an offset, `y = x · smooth / scale + offset` with
/// `scale = (max - min) · (1 / (MAX - MIN))` and `offset = MAX - max / scale`. Numbers that are all zero have the scale 0 and are stored as zeros; where one is NaN, so is the
/// scale. Rows behind the last group belong to it.
pub fn dynamic_quant(of: DynamicQuant) -> Result<Call> {
    let to = stored(&of.y, true)?;
    let max = match of.dst_type_max {
        0.0 => to.max(),
        given => given,
    };
    let shape = of.x.view.layout.shape();
    let count = of.x.view.numel().unwrap_or(0);
    let columns = shape.last().map_or(1, |&last| last as usize);
    let rows = count / columns.max(1);
    if of.range == Range::Column {
        let inner = shape
            .len()
            .checked_sub(2)
            .map_or(1, |axis| shape[axis] as usize);
        return quantise_columns(Columns {
            x: of.x,
            factors: of.smooth_scales,
            extents: [rows / inner.max(1), inner, columns],
            to,
            max,
            y: of.y,
            scale: of.scale,
            offset: of.offset,
        });
    }
    let mut kernel = RowKernel::new(rows, columns).with_scratch(columns);
    let x = kernel.read(of.x);
    let smooth = of.smooth_scales.map(|smooth| Factor {
        input: kernel.read(smooth),
        walk: match of.group_index {
            Some(_) => Walk::GroupColumns,
            None => Walk::Columns,
        },
    });
    if let Some(ends) = of.group_index {
        kernel.indices(ends);
        kernel.prepare(rows, |indices, groups| {
            group_of_rows(&indices[0], groups);
            Ok(())
        });
    }
    let codes = kernel.write_codes(of.y, to)?;
    let is_of_all = of.range == Range::Tensor;
    let rule = match (is_of_all, of.offset) {
        (true, offset) => {
            let has_offset = offset.is_some();
            let steps = has_offset.then(|| steps(to, max));
            let outputs: Vec<Arg> = std::iter::once(of.scale).chain(offset).collect();
            kernel.range_of_groups(1, outputs, move |ranges, outputs| {
                let numbers = scale_of_all(ranges[0], max, steps);
                for (output, number) in outputs.iter_mut().zip(numbers) {
                    store_bytes(Dtype::F32, &[number.into()], output);
                }
            });
            Rule::All { max, has_offset }
        }
        (false, None) => Rule::Row {
            smooth: None,
            max,
            inverse: false,
            are_floats: smooth.is_none(),
            scale: kernel.write(of.scale, 1)?,
        },
        (false, Some(offset)) => Rule::Between {
            smooth: None,
            max,
            scale: kernel.write(of.scale, 1)?,
            offset: kernel.write(offset, 1)?,
        },
    };
    kernel.quantise(Target {
        to,
        mode: RoundMode::Rint,
        rule,
        codes,
    });
    kernel.run(move |row, numbers, tile| {
        row.load(x, row.number * columns, numbers);
        if let Some(smooth) = &smooth {
            smooth.apply(row, Apply::Multiply, numbers, tile);
        }
        true
    })
}
