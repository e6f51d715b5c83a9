//! Quantisation of groups of rows, whose ends are data.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::quantise::{bytes, check_output};
use super::strips::{Along, Output, Strip, quantise_strips};
use super::{Recipe, dtype_error, expect_dtype, expect_format, expect_shape, expect_side_by_side};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, ReadIndices, Temporary, WriteBytes, kernel, operands};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::mx;
use hostnpu_numeric::e8m0;
use hostnpu_tensor::{Dtype, Element};

/// Plans the matrix `x` quantised, whose rows form groups: number `g` ends before row `ends[g]`, and the next begins
/// there. Blocks run along the columns and begin anew in each group; its scales begin at row `start / (2 * block) + g` of
/// the scales, which have one row of pairs for every `2 * block` rows of `x`, rounded down, and one more for each group. Rows of
/// scales that belong to no group are filled with 1; elements of rows that belong to none stay.
///
/// Ends that fall, or lie outside `x`, fail when the plan runs.
pub fn quantise_groups(recipe: Recipe, x: Arg, ends: Arg, output: Output) -> Result<Call> {
    plan(recipe, x, (ends, false), output, None)
}

/// As [`quantise_groups`], by the number of rows of each group.
pub fn quantise_counted_groups(
    recipe: Recipe,
    x: Arg,
    counts: Arg,
    output: Output,
) -> Result<Call> {
    plan(recipe, x, (counts, true), output, None)
}

/// As [`quantise_groups`]; `last` is quantised along the rows, which groups do not change.
pub fn quantise_groups_on_both_axes(
    recipe: Recipe,
    x: Arg,
    ends: Arg,
    last: Output,
    grouped: Output,
) -> Result<Call> {
    plan(recipe, x, (ends, false), grouped, Some(last))
}

/// A list of ends of groups or, if it is true, of their numbers of rows.
type Groups = (Arg, bool);

fn plan(
    recipe: Recipe,
    x: Arg,
    ends: Groups,
    grouped: Output,
    last: Option<Output>,
) -> Result<Call> {
    match x.view.dtype {
        Dtype::F16 => plan_of::<f16>(recipe, x, ends, grouped, last),
        Dtype::Bf16 => plan_of::<bf16>(recipe, x, ends, grouped, last),
        _ => Err(dtype_error(&x, "FLOAT16 or BFLOAT16")),
    }
}

operands! {
    struct Grouped<T: Element> => GroupedAt {
        x: Read<T>,
        ends: ReadIndices<i64>,
        by_column: Along,
        by_row: Option<Along>,
        /// First row, number of rows and pair of scales of each strip.
        strips: Temporary<[i64; 3]>,
    }
}

fn plan_of<T: Element + mx::Source>(
    recipe: Recipe,
    x: Arg,
    (ends, are_counts): Groups,
    grouped: Output,
    last: Option<Output>,
) -> Result<Call> {
    let &[rows, columns] = x.view.layout.shape() else {
        return Err(Error::rank(x.name, x.view.layout.rank(), "2"));
    };
    let &[groups] = ends.view.layout.shape() else {
        return Err(Error::rank(ends.name, ends.view.layout.rank(), "1"));
    };
    let pairs = rows / (2 * recipe.block as i64) + groups;
    expect_format(&grouped.elements, recipe.format)?;
    expect_shape(&grouped.elements, &[rows, columns])?;
    expect_side_by_side(&grouped.elements)?;
    expect_dtype(&grouped.scales, Dtype::F8E8m0)?;
    expect_shape(&grouped.scales, &[pairs, columns, 2])?;
    if let Some(last) = &last {
        check_output(&recipe, (&[rows, columns], 1), last)?;
    }
    if ![Dtype::I32, Dtype::I64].contains(&ends.view.dtype) {
        return Err(dtype_error(&ends, "INT32 or INT64"));
    }
    if x.view.layout.is_empty() {
        let outputs = std::iter::once(grouped).chain(last);
        let outputs = outputs.flat_map(|output| [output.elements, output.scales]);
        return Ok(Call::nothing([x, ends].into_iter().chain(outputs)));
    }
    let cost = x.view.numel().unwrap_or(0).saturating_mul(size_of::<T>());
    let cost = cost.saturating_add(bytes(&grouped));
    let cost = cost.saturating_add(last.as_ref().map_or(0, bytes));
    let operands = Grouped::<T> {
        x: x.into(),
        ends: ends.into(),
        by_column: Along {
            elements: WriteBytes::part_of(grouped.elements),
            scales: grouped.scales.into(),
        },
        by_row: last.map(|last| Along {
            elements: WriteBytes::part_of(last.elements),
            scales: WriteBytes::part_of(last.scales),
        }),
        strips: Temporary::of(pairs as usize),
    };
    let (rows, columns) = (rows as usize, columns as usize);
    kernel(operands, cost, move |at: GroupedAt<T>| {
        let count = find_strips(at.strips, at.ends, (2 * recipe.block, are_counts), rows)?;
        let strips = &at.strips[..count];
        let strip = |number: usize| {
            let [row, height, pair] = strips[number].map(|number| number as usize);
            Strip { row, height, pair }
        };
        let mut used = (0..count).map(|number| strip(number).pair).peekable();
        for (pair, scales) in at.by_column.scales.chunks_mut(2 * columns).enumerate() {
            if used.next_if_eq(&pair).is_none() {
                scales.fill(e8m0::encode(0));
            }
        }
        let strips = (count, strip);
        quantise_strips(&recipe, at.x, columns, strips, at.by_row, at.by_column);
        Ok(())
    })
}

/// Writes the strips of all groups, of at most `pair` rows: the first row, the number of rows, and the place of the scales. Returns how many there are. Groups are listed by their
/// ends or, if `are_counts`, by their numbers of rows. Fails if the ends fall or pass the rows.
pub(crate) fn find_strips(
    strips: &mut [[i64; 3]],
    ends: IndexSlice<'_, i64>,
    (pair, are_counts): (usize, bool),
    rows: usize,
) -> Result<usize> {
    let (mut count, mut start) = (0, 0);
    for (group, listed) in ends.iter().enumerate() {
        let end = match are_counts {
            true => listed.checked_add(start as i64),
            false => Some(listed),
        };
        let known = end.and_then(|end| usize::try_from(end).ok());
        let end = known.filter(|&end| start <= end && end <= rows);
        let end = end.ok_or_else(|| {
            let all: Vec<i64> = ends.iter().collect();
            let listed = if are_counts {
                "numbers"
            } else {
                "ends that do not fall"
            };
            let allowed = format!("{listed} of the rows of groups, up to {rows}");
            Error::value("groupIndex", format!("{all:?}"), allowed)
        })?;
        for (i, row) in (start..end).step_by(pair).enumerate() {
            let height = (end - row).min(pair);
            let strip = [row, height, start / pair + group + i];
            strips[count] = strip.map(|number| number as i64);
            count += 1;
        }
        start = end;
    }
    Ok(count)
}
