//! Strides, broadcasting and overlap change no bit.

use hostnpu_aclnn_operators::entry::EntryPoint;

use super::{in_parallel, report};
use crate::argument::{Argument, Contents, Tensor, dense};
use crate::call::{call, prepare, written};
use crate::table::{BROADCAST, OVERLAP, Row, STRIDED, rows};

/// A way of laying out a tensor: its name, and what it does to the layout.
type Way = (&'static str, fn(&mut Tensor));

/// Ways of laying out a tensor of the same elements.
const WAYS: [Way; 4] = [
    ("transposed", |tensor| {
        let mut turned = tensor.shape.clone();
        turned.reverse();
        tensor.strides = dense(&turned);
        tensor.strides.reverse();
    }),
    ("with gaps", |tensor| {
        tensor.strides.iter_mut().for_each(|stride| *stride *= 3)
    }),
    ("from the end", |tensor| {
        // No element before the base address: the offset makes up for the negative stride.
        if let (Some(stride), Some(&extent @ 1..)) =
            (tensor.strides.last_mut(), tensor.shape.last())
        {
            *stride = -*stride;
            tensor.offset = (extent - 1) * -*stride;
        }
    }),
    ("at an offset", |tensor| tensor.offset = 5),
];

#[test]
fn strided_tensors_give_the_bits_of_contiguous_ones() {
    report(in_parallel(|row| match row.holds.has(STRIDED) {
        true => (row.samples)()
            .iter()
            .enumerate()
            .flat_map(|(number, sample)| strided_findings(row, number, sample))
            .collect(),
        false => Vec::new(),
    }));
}

/// Elements of a sample whose tensors are laid out in other ways all together only: each call takes long.
const LARGE: usize = 1 << 18;

/// Holds a sample against itself with its tensors laid out in other ways: of the first sample one tensor at a time, of others and of large ones all together,
/// each in another way.
fn strided_findings(row: &Row, number: usize, sample: &[Argument]) -> Vec<String> {
    let is_laid = |at: usize| {
        let name = row.entry.parameters[at].name;
        let tensors = sample[at].tensors();
        // Elements of less than a byte are packed: no view has strides.
        let is_packed = tensors.iter().any(|tensor| tensor.dtype.bits() < 8);
        !tensors.is_empty() && !is_packed && !row.skips(&format!("strided {name}"))
    };
    let places: Vec<usize> = (0..sample.len()).filter(|&at| is_laid(at)).collect();
    let expected = call(row.entry, sample);
    let alone = |first: usize| {
        let calls = places.iter().map(move |&at| (at, WAYS[first]));
        calls.filter_map(|(at, way)| {
            let is_different = call(row.entry, &laid(sample, &[(at, way)])) != expected;
            let name = row.entry.parameters[at].name;
            is_different.then(|| format!("{} sample {number}, `{name}` {}", row.entry.name, way.0))
        })
    };
    let mut found = Vec::new();
    let elements =
        |argument: &Argument| argument.tensors().iter().map(Tensor::numel).sum::<usize>();
    let is_large = sample.iter().map(elements).sum::<usize>() > LARGE;
    for first in 0..WAYS.len() {
        if number == 0 && !is_large {
            found.extend(alone(first));
            continue;
        }
        let each = places.iter().enumerate();
        let ways: Vec<_> = each
            .map(|(count, &at)| (at, WAYS[(first + count) % WAYS.len()]))
            .collect();
        if !ways.is_empty() && call(row.entry, &laid(sample, &ways)) != expected {
            let names = ways
                .iter()
                .map(|&(at, (way, _))| format!("`{}` {way}", row.entry.parameters[at].name));
            let names = names.collect::<Vec<_>>().join(", ");
            found.push(format!("{} sample {number}, {names}", row.entry.name));
        }
    }
    found
}

/// The sample with arguments laid out in other ways.
fn laid(sample: &[Argument], ways: &[(usize, Way)]) -> Vec<Argument> {
    let mut arguments = sample.to_vec();
    for &(at, (_, lay)) in ways {
        arguments[at].tensors_mut().iter_mut().for_each(lay);
    }
    arguments
}

#[test]
fn broadcast_inputs_give_the_bits_of_repeated_ones() {
    let mut found = Vec::new();
    for row in rows().iter().filter(|row| row.holds.has(BROADCAST)) {
        for at in inputs(row.entry) {
            for first_dimension in [true, false] {
                let Some((narrow, wide)) = narrow_and_wide(row, at, first_dimension) else {
                    continue;
                };
                if call(row.entry, &narrow) != call(row.entry, &wide) {
                    let name = row.entry.parameters[at].name;
                    found.push(format!(
                        "{} `{name}`, first dimension: {first_dimension}",
                        row.entry.name
                    ));
                }
            }
        }
    }
    report(found);
}

fn inputs(entry: &EntryPoint) -> Vec<usize> {
    let reads = |&at: &usize| {
        let parameter = &entry.parameters[at];
        parameter.word == "Input" && parameter.direction.reads() && !parameter.direction.writes()
    };
    (0..entry.parameters.len()).filter(reads).collect()
}

/// The plainest call with one input of one row (or column), and with that row repeated.
fn narrow_and_wide(
    row: &Row,
    at: usize,
    first_dimension: bool,
) -> Option<(Vec<Argument>, Vec<Argument>)> {
    let sample = row.sample();
    let tensor = sample[at].tensors().first()?.clone();
    let (dimension, repeat) = match (tensor.shape.len(), first_dimension) {
        (2, true) => (0, tensor.shape[0]),
        (2, false) => (1, tensor.shape[1]),
        _ => return None,
    };
    let mut shape = tensor.shape.clone();
    shape[dimension] = 1;
    let length = shape.iter().product::<i64>() as usize;
    let numbers: Vec<f64> = (0..length).map(|i| 0.5 + i as f64).collect();
    let repeated: Vec<f64> = match first_dimension {
        true => numbers.clone(),
        false => numbers
            .iter()
            .flat_map(|&x| std::iter::repeat_n(x, repeat as usize))
            .collect(),
    };
    let (mut narrow, mut wide) = (sample.clone(), sample);
    narrow[at] = Argument::Tensor(Tensor::new(
        tensor.dtype,
        &shape,
        Contents::Numbers(numbers),
    ));
    wide[at] = Argument::Tensor(Tensor::new(
        tensor.dtype,
        &tensor.shape,
        Contents::Numbers(repeated),
    ));
    Some((narrow, wide))
}

#[test]
fn an_output_that_overlaps_an_input_is_as_if_all_were_read_first() {
    let mut found = Vec::new();
    for row in rows().iter().filter(|row| row.holds.has(OVERLAP)) {
        let sample = row.sample();
        let Ok(expected) = call(row.entry, &sample) else {
            continue;
        };
        let tensors: Vec<&Tensor> = sample.iter().flat_map(Argument::tensors).collect();
        let outputs = written(row.entry, &sample);
        for (number, &output) in outputs.iter().enumerate() {
            for input in (0..tensors.len()).filter(|input| !outputs.contains(input)) {
                if tensors[input].dtype != tensors[output].dtype {
                    continue;
                }
                for distance in [0, 1, -1, 7] {
                    let mut call = prepare(row.entry, &sample);
                    if !call.lay_over(output, input, distance) {
                        continue;
                    }
                    let what = format!(
                        "{}: output {number} {distance} after tensor {input}",
                        row.entry.name
                    );
                    // The result lies in the input's memory, so many elements further.
                    match call.overlapped(output, input, distance) {
                        Ok(got) if got == expected[number] => {}
                        Ok(_) => found.push(format!("{what}: other results")),
                        Err(refusal) => found.push(format!("{what}: {refusal:?}")),
                    }
                }
            }
        }
    }
    report(found);
}
