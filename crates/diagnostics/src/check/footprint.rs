//! Memory that a task or a call uses: the bytes of each operand.

use std::ops::Range;

use super::{blocks, pools};
use crate::hooks::{Description, Operand};

/// Most runs of bytes of an operand that are told apart. What has more is not looked at: a report must never be a guess.
const MOST_RUNS: usize = 1 << 16;

/// An operand, as reports name it.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub name: &'static str,
    pub dtype: &'static str,
    pub shape: Vec<i64>,
    pub reads: bool,
    pub writes: bool,
    pub is_workspace: bool,
    /// The region of a pool that it lay in when the task was submitted.
    pub region: Option<u32>,
    /// Its bytes in rising order, without gaps between neighbours that touch.
    pub runs: Vec<Range<usize>>,
}

impl Part {
    /// Describes it: the name, and type and shape if it has some.
    pub fn text(&self) -> String {
        let mut text = format!("`{}`", self.name);
        if !self.dtype.is_empty() {
            let shape: Vec<String> = self.shape.iter().map(i64::to_string).collect();
            text += &format!(" {}[{}]", self.dtype, shape.join(","));
        }
        if let Some(region) = self.region {
            text += &format!(" in region#{region}");
        }
        text
    }

    /// Returns the run that holds a byte.
    pub fn run_around(&self, byte: usize) -> Option<&Range<usize>> {
        let at = self.runs.partition_point(|run| run.end <= byte);
        self.runs.get(at).filter(|run| run.contains(&byte))
    }
}

/// Returns the operands of a task that are memory, its workspace with them.
pub(super) fn parts(description: &Description) -> Vec<Part> {
    let operands = description.operands.iter().filter_map(part);
    let (start, size) = description.workspace;
    let workspace = (size > 0).then(|| Part {
        name: "workspace",
        dtype: "",
        shape: Vec::new(),
        reads: true,
        writes: true,
        is_workspace: true,
        region: region(start),
        runs: std::iter::once(start..start + size).collect(),
    });
    operands.chain(workspace).collect()
}

/// Returns an operand's part in memory, if it has one whose bytes can be told.
pub(super) fn part(operand: &Operand) -> Option<Part> {
    if operand.address == 0 {
        return None;
    }
    let runs = runs(operand)?;
    let region = region(runs.first().map_or(0, |run| run.start));
    (!runs.is_empty()).then(|| Part {
        name: operand.name,
        dtype: operand.dtype,
        shape: operand.shape.clone(),
        reads: operand.reads,
        writes: operand.writes,
        is_workspace: false,
        region,
        runs,
    })
}

fn region(address: usize) -> Option<u32> {
    pools::around(address).map(|region| region.number)
}

/// The bytes of an operand.
fn runs(operand: &Operand) -> Option<Vec<Range<usize>>> {
    if operand.shape.contains(&0) {
        return Some(Vec::new());
    }
    let bits = i64::from(operand.bits);
    // Dimensions from the smallest stride to the largest, with strides that are not negative.
    let mut first = operand.offset;
    let mut dims: Vec<(i64, i64)> = Vec::new();
    for (&extent, &stride) in operand.shape.iter().zip(&operand.strides) {
        if extent == 1 || stride == 0 {
            continue;
        }
        if stride < 0 {
            first += (extent - 1) * stride;
        }
        dims.push((stride.abs(), extent));
    }
    dims.sort_unstable();
    // What lies side by side is one run.
    let mut dense = 1;
    let mut outer = dims.as_slice();
    while let [(stride, extent), rest @ ..] = outer
        && *stride <= dense
    {
        dense += (*extent - 1) * stride;
        outer = rest;
    }
    let count = outer
        .iter()
        .try_fold(1_i64, |count, (_, extent)| count.checked_mul(*extent))?;
    if count as usize > MOST_RUNS {
        return None;
    }
    let mut starts = vec![first];
    for (stride, extent) in outer {
        starts = (0..*extent)
            .flat_map(|k| starts.iter().map(move |start| start + k * stride))
            .collect();
    }
    starts.sort_unstable();
    let mut runs: Vec<Range<usize>> = Vec::with_capacity(starts.len());
    for start in starts {
        let low = (start * bits).div_euclid(8);
        let high = ((start + dense) * bits + 7).div_euclid(8);
        let run = operand.address.checked_add_signed(low as isize)?
            ..operand.address.checked_add_signed(high as isize)?;
        match runs.last_mut() {
            Some(last) if last.end >= run.start => last.end = last.end.max(run.end),
            _ => runs.push(run),
        }
    }
    Some(runs)
}

/// Describes bytes by the block that holds them.
pub(super) fn bytes_text(bytes: &Range<usize>) -> String {
    let found = blocks::live(bytes.start).or_else(|| blocks::dead(bytes.start));
    match found {
        Some(block) => {
            let (from, to) = (bytes.start - block.start, bytes.end - block.start);
            format!("{}, bytes {from} to {}", block.text(), to - 1)
        }
        None => format!("{} bytes at {:#x}", bytes.len(), bytes.start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs_of(shape: &[i64], strides: &[i64], offset: i64, bits: u32) -> Vec<(usize, usize)> {
        let operand = Operand {
            name: "self",
            reads: true,
            writes: false,
            dtype: "FLOAT",
            bits,
            shape: shape.into(),
            strides: strides.into(),
            offset,
            address: 1000,
            names_below: None,
        };
        let runs = runs(&operand).unwrap();
        runs.iter().map(|run| (run.start, run.end)).collect()
    }

    #[test]
    fn bytes_are_told_exactly() {
        assert_eq!(runs_of(&[2, 3], &[3, 1], 0, 32), [(1000, 1024)]);
        assert_eq!(runs_of(&[3, 2], &[1, 3], 0, 32), [(1000, 1024)]);
        assert_eq!(
            runs_of(&[2, 2], &[4, 2], 1, 8),
            [(1001, 1002), (1003, 1004), (1005, 1006), (1007, 1008)]
        );
        assert_eq!(runs_of(&[3], &[-1], 0, 16), [(996, 1002)]);
        assert_eq!(runs_of(&[5], &[0], 0, 16), [(1000, 1002)]);
        assert_eq!(runs_of(&[2, 3], &[2, 1], 0, 8), [(1000, 1005)]);
        assert_eq!(runs_of(&[3], &[1], 1, 4), [(1000, 1002)]);
        assert_eq!(runs_of(&[0, 3], &[3, 1], 0, 8), []);
        assert_eq!(runs_of(&[], &[], 2, 64), [(1016, 1024)]);
    }
}
