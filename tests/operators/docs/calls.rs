//! `examples/fuzz_operators/calls.txt`: calls of operators with many arguments, from which the fuzzer starts. They are the samples of the table, in the
//! fuzzer's text of a call (`examples/fuzz_operators/text.rs`); what a tensor holds is a kind of contents there, no list of numbers.

use std::fs;

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::entry::Parameter;

use crate::argument::{Argument, Contents, Tensor, dense};
use crate::memory::code;
use crate::number::{Number, is_float};
use crate::table::{Row, all_rows};

/// Fewer arguments are found by chance.
const MANY: usize = 7;

/// Elements of a tensor of a call, at most: the fuzzer makes thousands of calls a second.
const ELEMENTS: usize = 1 << 14;

fn list<T: ToString>(numbers: &[T], separator: &str) -> String {
    let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    texts.join(separator)
}

/// The kind of contents that is closest: indices that are all 0 are valid nearly everywhere.
fn kind(tensor: &Tensor) -> &'static str {
    let Contents::Numbers(numbers) = &tensor.contents else {
        return "n1";
    };
    let rises = |(at, number): (usize, &f64)| *number == at as f64;
    match is_float(tensor.dtype) {
        true if numbers.iter().all(|&number| number == 1.0) => "o1",
        true if numbers.iter().all(|&number| number >= 0.0) => "u1",
        true => "n1",
        false if numbers.iter().all(|&number| number == 1.0) => "o1",
        false if numbers.len() > 1 && numbers.iter().enumerate().all(rises) => "r1",
        false => "z1",
    }
}

fn tensor(tensor: &Tensor) -> String {
    let (shape, strides, storage) = match &tensor.shown {
        Some((shape, strides)) => (shape, strides, Some(&tensor.shape)),
        None => (&tensor.shape, &tensor.strides, None),
    };
    let mut text = format!("{}[{}]", tensor.dtype, list(shape, ","));
    if *strides != dense(shape) {
        text += &format!("/{}", list(strides, ","));
    }
    if tensor.offset != 0 {
        text += &format!("+{}", tensor.offset);
    }
    if tensor.format != aclFormat::ACL_FORMAT_ND {
        text += &format!("@{}", tensor.format.raw());
    }
    if let Some(storage) = storage {
        text += &format!(":{}", list(storage, ","));
    }
    text + "~" + kind(tensor)
}

fn scalar(dtype: Dtype, number: &Number) -> String {
    format!("{dtype}={}", number.real().to_f64())
}

fn value(argument: &Argument) -> String {
    let members = |members: Vec<String>| format!("({})", members.join(";"));
    match argument {
        Argument::Tensor(of) => tensor(of),
        Argument::Tensors(tensors) => members(tensors.iter().map(tensor).collect()),
        Argument::Scalar(dtype, number) => scalar(*dtype, number),
        Argument::Scalars(scalars) => members(
            scalars
                .iter()
                .map(|(dtype, number)| scalar(*dtype, number))
                .collect(),
        ),
        Argument::Ints(numbers) => format!("[{}]", list(numbers, ",")),
        Argument::Floats(numbers) => format!("[{}]", list(numbers, ",")),
        Argument::Bools(values) => format!("[{}]", list(values, ",")),
        Argument::Text(text) => {
            let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            match text.bytes().all(is_plain) {
                true => format!("\"{text}\""),
                false => format!("hex{hex}"),
            }
        }
        Argument::Int(number) => number.to_string(),
        Argument::Float(number) => number.to_string(),
        Argument::Bool(value) => value.to_string(),
        Argument::DataType(dtype) => code(*dtype).raw().to_string(),
        Argument::Null => "null".into(),
    }
}

/// A call in one line. Optional arguments that are null are left out.
fn line(row: &Row, sample: &[Argument]) -> String {
    let is_told = |(parameter, argument): &(&Parameter, &Argument)| {
        !(parameter.optional && matches!(argument, Argument::Null))
    };
    let arguments = row.entry.parameters.iter().zip(sample).filter(is_told);
    let arguments = arguments.map(|(of, argument)| format!(" {}={}", of.name, value(argument)));
    row.entry.name.to_owned() + &arguments.collect::<String>() + "\n"
}

fn is_small(argument: &Argument) -> bool {
    match argument {
        Argument::Tensor(of) => of.numel() <= ELEMENTS,
        Argument::Tensors(tensors) => tensors.iter().all(|of| of.numel() <= ELEMENTS),
        _ => true,
    }
}

/// The plainest call of each operator, and the last one of its samples.
fn text() -> String {
    let mut lines: Vec<String> = Vec::new();
    for row in all_rows() {
        if row.entry.parameters.len() < MANY {
            continue;
        }
        let samples = (row.samples)();
        let mut small = samples.iter().filter(|sample| sample.iter().all(is_small));
        let ends = [small.next(), small.next_back()];
        lines.extend(ends.into_iter().flatten().map(|sample| line(&row, sample)));
    }
    lines.sort_unstable();
    lines.dedup();
    lines.concat()
}

#[test]
fn the_calls_are_samples_of_the_table() {
    // Of some rows they would be a part.
    if std::env::var_os("HOSTNPU_TEST_ROWS").is_some() {
        return;
    }
    let path = crate::root::root().join("examples/fuzz_operators/calls.txt");
    if std::env::var_os("HOSTNPU_WRITE_DOCS").is_some_and(|value| value == "1") {
        fs::write(&path, text()).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text(),
        "write it again: HOSTNPU_WRITE_DOCS=1 cargo test --test operators docs"
    );
}
