//! Numbers quantised by given scales, beside their largest magnitude, from which the next scale is made.

#![forbid(unsafe_code)]

use super::groups::group_of_rows_within;
use super::rows::{RowKernel, stored};
use super::target::{Apply, Factor, Rule, Target, Walk};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::floats::store_bytes;
use hostnpu_kernels::quantised::{RoundMode, larger};

/// Operands and attributes of [`quant_max`].
pub struct QuantMax {
    /// The numbers.
    pub x: Arg,
    /// A factor for each group, or one.
    pub scale: Arg,
    /// End of each group along the first axis; none for one group.
    pub groups: Option<Arg>,
    /// Rounding mode of codes.
    pub mode: RoundMode,
    /// The codes of products.
    pub y: Arg,
    /// The largest magnitude of each group.
    pub amax: Arg,
}

/// Plans `y = x · scale` and `amax = max|x|` of each group; of a group without numbers 0. Ends that fall, or do not end with `x`, fail when the plan runs.
pub fn quant_max(of: QuantMax) -> Result<Call> {
    let shape = of.x.view.layout.shape();
    let columns = shape.last().map_or(1, |&last| last as usize);
    let count = of.x.view.numel().unwrap_or(0);
    let rows = count / columns.max(1);
    let extent = shape.first().map_or(1, |&first| first as usize);
    let of_index = rows / extent.max(1);
    let mut kernel = RowKernel::new(rows, columns);
    let x = kernel.read(of.x);
    let groups = match &of.groups {
        Some(groups) => groups.view.numel().unwrap_or(0),
        None => 1,
    };
    of.scale.require_numel(groups)?;
    of.amax.require_numel(groups)?;
    let factor = Factor {
        walk: if of.groups.is_some() {
            Walk::Group
        } else {
            Walk::One
        },
        input: kernel.read(of.scale),
    };
    if let Some(ends) = of.groups {
        kernel.indices(ends);
        kernel.prepare(rows, move |indices, groups| {
            let mut before = 0;
            for end in indices[0].iter() {
                if end < before || end > extent as i64 {
                    let allowed = format!("ends of groups that do not fall, up to {extent}");
                    return Err(Error::value("groupList", end, allowed));
                }
                before = end;
            }
            if before != extent as i64 {
                let allowed = format!("{extent} as the last end, the first extent of x");
                return Err(Error::value("groupList", before, allowed));
            }
            // Of each index first, then of its rows.
            group_of_rows_within(&indices[0], &mut groups[..extent.min(rows)]);
            for row in (0..rows).rev() {
                groups[row] = groups[row / of_index.max(1)];
            }
            Ok(())
        });
    }
    let to = stored(&of.y, false)?;
    let codes = kernel.write_codes(of.y, to)?;
    let dtype = of.amax.view.dtype;
    kernel.range_of_groups(groups, vec![of.amax], move |ranges, outputs| {
        let words = outputs[0].chunks_mut(dtype.bits() / 8);
        for (&[most, least], word) in ranges.iter().zip(words) {
            let is_empty = most < least;
            let amax = if is_empty {
                0.0
            } else {
                larger(most.abs(), least.abs())
            };
            store_bytes(dtype, &[amax], word);
        }
    });
    kernel.quantise(Target {
        to,
        mode: of.mode,
        rule: Rule::Static(vec![(factor, Apply::Multiply)]),
        codes,
    });
    kernel.run(move |row, numbers, _| {
        row.load(x, row.number * columns, numbers);
        true
    })
}
