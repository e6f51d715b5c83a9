//! Integers of arguments that follow from shapes and several attributes.

use super::given::Given;
use crate::abi::acl::boundary::Outcome;

/// The sizes that a tensor is filled in. PyTorch's extension asks for one element where there are no dimensions.
pub fn filled(given: &Given) -> Outcome<Vec<i64>> {
    let sizes = given.inputs[0].ints()?;
    let is_scalar = given.outputs[0].shape.is_empty() && sizes == [1];
    Ok(if is_scalar { Vec::new() } else { sizes })
}

/// All axes of the first input.
pub fn axes(given: &Given) -> Outcome<Vec<i64>> {
    Ok((0..given.inputs[0].shape.len() as i64).collect())
}

/// A 1 for each axis of the first input.
pub fn steps(given: &Given) -> Outcome<Vec<i64>> {
    Ok(vec![1; given.inputs[0].shape.len()])
}

/// The ends of slices that have begins and sizes; of size -1 they reach the last element.
pub fn ends(given: &Given) -> Outcome<Vec<i64>> {
    let (begins, sizes) = (given.inputs[1].ints()?, given.inputs[2].ints()?);
    let shape = &given.inputs[0].shape;
    if begins.len() != shape.len() {
        let got = format!("{} begins", begins.len());
        return given.inputs[1].refused(got, format!("one for each axis of {shape:?}"));
    }
    if sizes.len() != shape.len() {
        let got = format!("{} sizes", sizes.len());
        return given.inputs[2].refused(got, format!("one for each axis of {shape:?}"));
    }
    let mut ends = Vec::new();
    for ((&begin, &size), &extent) in begins.iter().zip(&sizes).zip(shape) {
        let end = match size {
            -1 => extent,
            size => begin.saturating_add(size),
        };
        if begin < 0 || end < begin || end > extent {
            let got = format!("from {begin} with size {size}");
            return given.inputs[2].refused(got, format!("what lies inside {extent} elements"));
        }
        ends.push(end);
    }
    Ok(ends)
}

/// The class that stands for nothing in a loss of sequences. PyTorch's extension adds the longest target, times the classes.
pub fn blank(given: &Given) -> Outcome<i64> {
    let at = if given.inputs.len() > 4 { 1 } else { 0 };
    let classes = given.inputs[at].shape.last().copied().unwrap_or(1);
    let blank = given.int("blank")?.unwrap_or(0);
    Ok(if classes > 0 { blank % classes } else { blank })
}

/// The extents that are normalised: those from an axis on.
pub fn normalised(given: &Given) -> Outcome<Vec<i64>> {
    let shape = &given.inputs[0].shape;
    let first = given.int("begin_norm_axis")?.unwrap_or(0);
    let from_end = if first < 0 { shape.len() as i64 } else { 0 };
    let first = usize::try_from(first.saturating_add(from_end)).unwrap_or(usize::MAX);
    Ok(shape.get(first..).unwrap_or_default().to_vec())
}

/// Two numbers for each axis, those of the last axis first.
pub fn paddings(given: &Given) -> Outcome<Vec<i64>> {
    let both = given.inputs[1].ints()?;
    let pairs = both.chunks(2).rev();
    Ok(pairs.flatten().copied().collect())
}

/// The numbers of an attribute for height and width, the last two of four, or both.
fn of_plane(given: &Given, name: &str) -> Outcome<Vec<i64>> {
    let all = given.ints(name)?.unwrap_or(vec![1; 4]);
    Ok(match all.as_slice() {
        [.., height, width] => vec![*height, *width],
        one => one.to_vec(),
    })
}

/// Distances of windows of an image in NCHW.
pub fn strides(given: &Given) -> Outcome<Vec<i64>> {
    of_plane(given, "strides")
}

/// Distances of elements of a window of an image in NCHW.
pub fn dilations(given: &Given) -> Outcome<Vec<i64>> {
    of_plane(given, "dilations")
}
