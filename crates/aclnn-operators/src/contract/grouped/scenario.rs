//! Pairing of matrices: one tensor or several of `x`, `weight` and the output.

use super::{GroupList, GroupedMatmul, Version};
use crate::contract::sides::Matrices;
use crate::error::{Error, Result};
use crate::ops::Arg;
use crate::ops::grouped::{Groups, Range};

/// Axis along which products are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// Each `x` with its weight.
    None,
    /// Groups of rows.
    Rows,
    /// Groups of steps.
    Steps,
}

/// The products of a call.
pub(super) struct Scenario {
    cut: Cut,
    /// Rows of all of `x`, inner elements and columns of the first weight.
    pub m: i64,
    pub k: i64,
    pub n: i64,
    pub groups: usize,
    /// True if each group has a weight, and what is beside it, in a tensor of its own.
    pub is_listed: bool,
    /// Products that are known now.
    known: Option<Vec<Range>>,
}

impl Scenario {
    /// Returns true if the groups are of steps.
    pub fn of_steps(&self) -> bool {
        self.cut == Cut::Steps
    }

    pub fn groups(self, of: &GroupedMatmul) -> Result<Groups> {
        match self.known {
            Some(ranges) => Ok(Groups::Known(ranges)),
            None => of.groups(self.cut == Cut::Rows),
        }
    }
}

/// The matrices, rows and columns of results: a matrix for each group of steps in a tensor of three dimensions, else all dimensions before the last one are rows.
pub(super) fn as_matrices(arg: Arg, of_steps: bool) -> Result<(Arg, [usize; 3])> {
    let shape = arg.view.layout.shape();
    let extents = match *shape {
        [matrices, rows, columns] if of_steps => [matrices, rows, columns],
        [ref rows @ .., columns] => [1, rows.iter().product(), columns],
        [] => return Err(Error::rank(arg.name, 0, "2 or more")),
    };
    Ok((arg, extents.map(|extent| extent as usize)))
}

fn counts_refused(name: &'static str, got: usize, allowed: impl Into<String>) -> Error {
    Error::value(name, format!("a list of {got} tensors"), allowed)
}

/// Rows of a tensor whose last dimension is the inner one.
fn rows_of(shape: &[i64]) -> i64 {
    shape[..shape.len() - 1].iter().product()
}

impl GroupedMatmul<'_> {
    /// Refuses numbers of tensors, and shapes, that no scenario of the version has.
    pub(super) fn scenario(&self, x: &[Matrices], weight: &[Matrices]) -> Result<Scenario> {
        let (inputs, weights, outputs) = (x.len(), weight.len(), self.out.len());
        let most = 1024;
        if weights > most {
            return Err(counts_refused(
                self.weight.name(),
                weights,
                format!("up to {most}"),
            ));
        }
        let splits = self.split_item < 2;
        if splits && outputs != weights {
            return Err(counts_refused(
                self.out.name(),
                outputs,
                format!("{weights} tensors, as `weight`, with `splitItem` 0 or 1"),
            ));
        }
        if !splits && outputs != 1 {
            return Err(counts_refused(
                self.out.name(),
                outputs,
                "1 tensor, with `splitItem` 2 or 3",
            ));
        }
        for (name, list) in [
            ("biasOptional", self.bias),
            ("scaleOptional", self.scale),
            ("offsetOptional", self.offset),
            ("antiquantScaleOptional", self.antiquant_scale),
            ("antiquantOffsetOptional", self.antiquant_offset),
        ] {
            if let Some(list) = list.filter(|list| list.len() != weights) {
                return Err(counts_refused(
                    name,
                    list.len(),
                    format!("{weights} tensors, as `weight`"),
                ));
            }
        }
        let cut = match (self.version, self.group_type) {
            (Version::First, _) if inputs == weights && splits => Cut::None,
            (Version::First, _) => Cut::Rows,
            (_, -1) => Cut::None,
            (_, 0) => Cut::Rows,
            _ => Cut::Steps,
        };
        let listed = self.listed()?;
        let scenario = match cut {
            Cut::None => self.each(x, weight)?,
            Cut::Rows => self.by_rows(x, weight, listed)?,
            Cut::Steps => self.by_steps(x, weight, listed)?,
        };
        Ok(scenario)
    }

    fn shape_of_output(&self, number: usize, shape: &[i64]) -> Result<()> {
        match self.out.get(number) {
            Some(out) => out.shape_is(shape, "that of the product"),
            None => {
                let got = format!("a list of {} tensors", self.out.len());
                Err(Error::value("out", got, "a tensor for each product"))
            }
        }
    }

    fn inner(&self, x: &Matrices, weight: &Matrices) -> Result<()> {
        let ([.., k], [inner, _]) = (x.last_two(), weight.last_two());
        if k == inner {
            return Ok(());
        }
        Err(Error::shape(
            weight.name(),
            &weight.shape,
            format!("matrices of {k} rows, the last dimension of `x`"),
        ))
    }

    fn rank(&self, of: &Matrices, rank: usize) -> Result<()> {
        match of.shape.len() {
            own if own == rank => Ok(()),
            own => Err(Error::rank(of.name(), own, rank.to_string())),
        }
    }

    /// Each `x` with its weight.
    fn each(&self, x: &[Matrices], weight: &[Matrices]) -> Result<Scenario> {
        if x.len() != weight.len() {
            return Err(counts_refused(
                self.x.name(),
                x.len(),
                format!("{} tensors, as `weight`", weight.len()),
            ));
        }
        if self.version != Version::First {
            if !matches!(self.group_list, GroupList::Absent) {
                return Err(Error::value(
                    "groupListOptional",
                    "a list",
                    "null with `groupType` -1",
                ));
            }
            if self.split_item >= 2 {
                return Err(Error::value(
                    "splitItem",
                    self.split_item,
                    "0 or 1 with `groupType` -1",
                ));
            }
        }
        let mut ranges = Vec::with_capacity(x.len());
        for (group, (x, weight)) in x.iter().zip(weight).enumerate() {
            self.rank(weight, 2)?;
            self.inner(x, weight)?;
            let [k, n] = weight.last_two();
            let mut shape = x.shape.clone();
            if let Some(last) = shape.last_mut() {
                *last = n;
            }
            self.shape_of_output(group, &shape)?;
            let rows = rows_of(&x.shape);
            ranges.push(product(group, [group, 0], 0, [rows, k, n]));
        }
        if let GroupList::Host(ends) = self.group_list {
            let rows: Vec<i64> = x.iter().map(|of| rows_of(&of.shape)).collect();
            self.fits_host(ends, &rows)?;
        }
        let [k, n] = weight[0].last_two();
        Ok(Scenario {
            cut: Cut::None,
            m: rows_of(&x[0].shape),
            k,
            n,
            groups: x.len(),
            is_listed: true,
            known: Some(ranges),
        })
    }

    /// Refuses ends of groups that do not have these rows.
    fn fits_host(&self, ends: &[i64], rows: &[i64]) -> Result<()> {
        let mut end = 0;
        let sums: Vec<i64> = rows
            .iter()
            .map(|rows| {
                end += rows;
                end
            })
            .collect();
        if *ends == sums[..] {
            return Ok(());
        }
        Err(Error::value(
            "groupListOptional",
            format!("{ends:?}"),
            format!("{sums:?}, the ends of the rows of all tensors"),
        ))
    }

    /// Refuses ends of groups that fall, begin below 0 or do not end with `last`.
    fn ends(&self, ends: &[i64], count: usize, last: i64) -> Result<()> {
        let rises = ends.is_sorted() && ends.first().is_none_or(|&first| first >= 0);
        if rises && ends.len() == count && ends.last() == Some(&last) {
            return Ok(());
        }
        Err(Error::value(
            "groupListOptional",
            format!("{ends:?}"),
            format!("{count} rising numbers from 0 on, the last one {last}"),
        ))
    }

    fn by_rows(
        &self,
        x: &[Matrices],
        weight: &[Matrices],
        listed: Option<usize>,
    ) -> Result<Scenario> {
        let is_listed = weight.len() > 1 || weight[0].shape.len() == 2;
        let weight_rank = if is_listed { 2 } else { 3 };
        for of in weight {
            self.rank(of, weight_rank)?;
        }
        for of in x {
            self.rank(of, 2)?;
        }
        let groups = if is_listed {
            weight.len()
        } else {
            weight[0].shape[0] as usize
        };
        let [k, n] = weight[0].last_two();
        let m: i64 = x.iter().map(|of| of.shape[0]).sum();
        if x.len() > 1 && x.len() != weight.len() {
            return Err(counts_refused(
                self.x.name(),
                x.len(),
                format!("1 tensor, or {} as `weight`", weight.len()),
            ));
        }
        for (number, of) in weight.iter().enumerate() {
            self.inner(&x[if x.len() > 1 { number } else { 0 }], of)?;
            let [_, own] = of.last_two();
            if self.out.len() == 1 && own != n {
                return Err(Error::shape(
                    of.name(),
                    &of.shape,
                    format!("{n} columns, as the first weight"),
                ));
            }
        }
        match listed {
            Some(count) if count != groups => {
                let got = format!("a list of {count} groups");
                return Err(Error::value(
                    "groupListOptional",
                    got,
                    format!("{groups} groups, as `weight`"),
                ));
            }
            None if x.len() == 1 => {
                return Err(Error::value(
                    "groupListOptional",
                    "null",
                    "a list of groups, with one tensor of `x`",
                ));
            }
            _ => {}
        }
        if self.out.len() == 1 {
            self.shape_of_output(0, &[m, n])?;
        } else {
            for (out, of) in self.out.iter().zip(weight) {
                let [_, own] = of.last_two();
                let rows = out.shape().first().copied().unwrap_or(0);
                out.shape_is(&[rows, own], "rows of its group by columns of its weight")?;
            }
        }
        let known = match self.group_list {
            // Rows of tensors of their own.
            _ if x.len() > 1 => {
                let rows: Vec<i64> = x.iter().map(|of| of.shape[0]).collect();
                if let GroupList::Host(ends) = self.group_list {
                    self.fits_host(ends, &rows)?;
                }
                Some(self.rows_of_own(&rows, weight)?)
            }
            GroupList::Host(ends) => {
                self.ends(ends, groups, m)?;
                let mut start = 0;
                let each = ends.iter().enumerate().map(|(group, &end)| {
                    let own = if is_listed {
                        &weight[group]
                    } else {
                        &weight[0]
                    };
                    let [k, n] = own.last_two();
                    let mut range = product(group, [0, 0], start, [end - start, k, n]);
                    range.right = if is_listed { [group, 0] } else { [0, group] };
                    if self.out.len() > 1 {
                        (range.output, range.output_row) = ([group, 0], 0);
                        self.out[group].shape_is(&[end - start, n], "the rows of its group")?;
                    }
                    start = end;
                    Ok(range)
                });
                Some(each.collect::<Result<_>>()?)
            }
            _ => None,
        };
        Ok(Scenario {
            cut: Cut::Rows,
            m,
            k,
            n,
            groups,
            is_listed,
            known,
        })
    }

    /// Products of rows of tensors of their own, whose results follow each other in one output.
    fn rows_of_own(&self, rows: &[i64], weight: &[Matrices]) -> Result<Vec<Range>> {
        let mut start = 0;
        let mut ranges = Vec::with_capacity(rows.len());
        for (group, (&rows, weight)) in rows.iter().zip(weight).enumerate() {
            let [k, n] = weight.last_two();
            let mut range = product(group, [group, 0], 0, [rows, k, n]);
            if self.out.len() == 1 {
                (range.output, range.output_row) = ([0, 0], start);
            } else {
                self.out[group].shape_is(&[rows, n], "that of the product")?;
            }
            start += rows as usize;
            ranges.push(range);
        }
        Ok(ranges)
    }

    fn by_steps(
        &self,
        x: &[Matrices],
        weight: &[Matrices],
        listed: Option<usize>,
    ) -> Result<Scenario> {
        if x.len() > 1 {
            return Err(counts_refused(
                self.x.name(),
                x.len(),
                "1 tensor with `groupType` 2",
            ));
        }
        self.rank(&x[0], 2)?;
        for of in weight {
            self.rank(of, 2)?;
        }
        if self.bias.is_some() {
            return Err(Error::value(
                "biasOptional",
                "a tensor",
                "null with `groupType` 2",
            ));
        }
        let [m, k] = x[0].last_two();
        let [_, n] = weight[0].last_two();
        if weight.len() == 1 {
            self.inner(&x[0], &weight[0])?;
            let Some(groups) = listed else {
                return Err(Error::value(
                    "groupListOptional",
                    "null",
                    "a list of groups of one weight",
                ));
            };
            self.shape_of_output(0, &[groups as i64, m, n])?;
            let known = match self.group_list {
                GroupList::Host(ends) => {
                    self.ends(ends, groups, k)?;
                    let mut start = 0;
                    let each = ends.iter().enumerate().map(|(group, &end)| {
                        let mut range = product(group, [0, 0], 0, [m, end - start, n]);
                        (range.right, range.output) = ([0, 0], [0, group]);
                        (range.step, range.right_step) = (start as usize, start as usize);
                        start = end;
                        range
                    });
                    Some(each.collect())
                }
                _ => None,
            };
            return Ok(Scenario {
                cut: Cut::Steps,
                m,
                k,
                n,
                groups,
                is_listed: false,
                known,
            });
        }
        // Each weight has the rows of its group.
        let mut start = 0;
        let mut ranges = Vec::with_capacity(weight.len());
        for (group, of) in weight.iter().enumerate() {
            let [rows, n] = of.last_two();
            self.shape_of_output(group, &[m, n])?;
            let mut range = product(group, [0, 0], 0, [m, rows, n]);
            (range.right, range.output) = ([group, 0], [group, 0]);
            (range.step, range.right_step) = (start, 0);
            start += rows as usize;
            ranges.push(range);
        }
        if start as i64 > k {
            let shape: Vec<i64> = weight.iter().map(|of| of.last_two()[0]).collect();
            return Err(Error::value(
                self.weight.name(),
                format!("matrices of {shape:?} rows"),
                format!("{k} rows together, as `x`"),
            ));
        }
        Ok(Scenario {
            cut: Cut::Steps,
            m,
            k,
            n,
            groups: weight.len(),
            is_listed: true,
            known: Some(ranges),
        })
    }
}

/// The product of some rows of a tensor of `x` and the weight and output of the same number.
fn product(group: usize, left: [usize; 2], row: i64, [m, k, n]: [i64; 3]) -> Range {
    Range {
        group,
        left,
        right: left,
        output: left,
        row: row as usize,
        output_row: row as usize,
        rows: m as usize,
        step: 0,
        right_step: 0,
        steps: k as usize,
        columns: n as usize,
    }
}
