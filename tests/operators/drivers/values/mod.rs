//! Results against exact ones.

mod exact;
mod judge;

use std::collections::BTreeSet;

use hostnpu::tensor::Dtype;

use exact::exact;
use judge::is_right;

use super::{in_parallel, report};
use crate::argument::{Argument, Contents, Tensor};
use crate::call::{Outputs, call};
use crate::chips::{Accepts, accepts, alone, short};
use crate::number::{self, Number, decode, is_known};
use crate::reference::promotion::castable;
use crate::table::{Accuracy, Reference, Row, rows};

#[test]
fn samples_are_as_exact_as_the_table_says() {
    report(in_parallel(|row| {
        let samples = (row.samples)();
        samples
            .iter()
            .flat_map(|sample| compare(row, sample))
            .collect()
    }));
}

#[test]
fn unary_functions_of_16_bits_are_exact_for_every_input() {
    report(in_parallel(|row| {
        if !is_of_one_tensor(row) {
            return Vec::new();
        }
        let other_form = form_with_an_output(row);
        let others: Vec<_> = other_form.iter().flat_map(variants).collect();
        let mut found = Vec::new();
        for sample in variants(row) {
            let same = |other: &&Vec<Argument>| {
                format!("{:?}", &sample[1..]) == format!("{:?}", &other[1..other.len() - 1])
            };
            let other = other_form.as_ref().zip(others.iter().find(same));
            for dtype in [Dtype::F16, Dtype::Bf16] {
                if other.is_some_and(|(other, _)| gives_the_same(row, other, &sample, dtype)) {
                    continue;
                }
                found.extend(in_type(
                    row,
                    &sample,
                    dtype,
                    Contents::EveryPattern,
                    &[65_536],
                ));
            }
        }
        found
    }));
}

/// The row of the same function of one tensor to another, of a function in place.
fn form_with_an_output(row: &Row) -> Option<Row> {
    let name = row.entry.name.replace("Inplace", "");
    let other = rows().into_iter().find(|other| other.entry.name == name)?;
    let [.., last] = other.entry.parameters else {
        return None;
    };
    let is_longer = other.entry.parameters.len() == row.entry.parameters.len() + 1;
    (is_longer && last.direction.writes() && !last.direction.reads()).then_some(other)
}

/// True if a function in place succeeds and gives the bits of its form with an output, whose own row says that they are right, for every number of 16 bits.
fn gives_the_same(row: &Row, other: &Row, sample: &[Argument], dtype: Dtype) -> bool {
    let mut arguments = sample.to_vec();
    arguments[0] = Argument::Tensor(Tensor::new(dtype, &[65_536], Contents::EveryPattern));
    let in_place = call(row.entry, &arguments);
    arguments.push(Argument::Tensor(Tensor::new(
        dtype,
        &[65_536],
        Contents::Poison,
    )));
    let other = call(other.entry, &arguments);
    in_place.is_ok_and(|outputs| other.is_ok_and(|others| outputs == others))
}

/// True if results depend on one element each.
fn is_of_one_tensor(row: &Row) -> bool {
    let reads = |word: &str| word.ends_with("Input") || word.ends_with("InOut");
    let parameters = row.entry.parameters.iter();
    match row.reference {
        Reference::Unary(_) => true,
        Reference::Elements(_) => parameters.filter(|p| reads(p.word)).count() == 1,
        _ => false,
    }
}

#[test]
fn special_values_and_spread_patterns_in_every_type() {
    report(in_parallel(|row| {
        if matches!(
            row.reference,
            Reference::Whole(_)
                | Reference::Each(_)
                | Reference::Filled(_)
                | Reference::Bits(_)
                | Reference::Elsewhere(_)
                | Reference::Missing
        ) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for sample in variants(row) {
            let types = crate::chips::TYPES.map(|(_, dtype)| dtype);
            for dtype in types.into_iter().filter(|&d| is_known(d)) {
                for contents in [Contents::Patterns(3), Contents::Numbers(special())] {
                    found.extend(in_type(row, &sample, dtype, contents, &[25, 41]));
                }
            }
        }
        found
    }));
}

/// The samples that differ in what C passes by value.
fn variants(row: &Row) -> Vec<Vec<Argument>> {
    let values = |sample: &[Argument]| {
        let by_value = |argument: &&Argument| {
            matches!(
                argument,
                Argument::Int(_) | Argument::Float(_) | Argument::Bool(_) | Argument::Null
            )
        };
        format!("{:?}", sample.iter().filter(by_value).collect::<Vec<_>>())
    };
    let mut samples = (row.samples)();
    let mut seen = BTreeSet::new();
    samples.retain(|sample| seen.insert(values(sample)));
    samples
}

/// Zeros, infinities, NaN, the ends of the formats, integers, and what lies beside them.
fn special() -> Vec<f64> {
    let mut values = vec![f64::NAN];
    let magnitudes = [
        0.0,
        5e-324,
        1e-310,
        2.2250738585072014e-308,
        1e-45,
        1.1754943508222875e-38,
        6e-8,
        6.103515625e-5,
        1e-3,
        0.25,
        0.5,
        0.999999,
        1.0,
        1.0000001,
        1.5,
        2.0,
        2.5,
        3.0,
        7.0,
        10.0,
        88.8,
        100.0,
        127.0,
        128.0,
        255.0,
        256.0,
        709.9,
        65504.0,
        65520.0,
        1e6,
        2147483647.0,
        2147483648.0,
        9007199254740992.0,
        9.3e18,
        3.4028234663852886e38,
        1e39,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ];
    values.extend(magnitudes.iter().flat_map(|&x| [x, -x]));
    values
}

/// A call with every tensor that may have it in one type, and these contents in all inputs.
fn in_type(
    row: &Row,
    sample: &[Argument],
    dtype: Dtype,
    contents: Contents,
    shape: &[i64],
) -> Vec<String> {
    if number::part(dtype).is_some() && row.skips("values complex") {
        return Vec::new();
    }
    // On the newest chip, which the drivers run on unless they say otherwise.
    let words = |name: &str| {
        row.accepts
            .iter()
            .find(|(known, _)| *known == name)
            .map(|row| row.1)
    };
    let takes = |name: &str| words(name).map(|words| accepts(words, "950"));
    let alone = |name: &str| words(name).is_some_and(|words| alone(words, "950").contains(&dtype));
    let lonely = row.accepts.iter().any(|(name, _)| alone(name));
    let mut arguments = sample.to_vec();
    let mut inputs = 0;
    for (argument, parameter) in arguments.iter_mut().zip(row.entry.parameters) {
        if !parameter.direction.reads() {
            continue;
        }
        match (takes(parameter.name), &argument) {
            (Some(Accepts::Types(_)), Argument::Scalar(..)) => {
                if lonely {
                    argument.set_dtype(dtype);
                }
                continue;
            }
            (Some(Accepts::Types(types)), _) if argument.dtype().is_some() => {
                if !types.contains(&dtype) && !alone(parameter.name) {
                    return Vec::new();
                }
            }
            (Some(Accepts::As(_)), _) => {}
            _ => continue,
        }
        for tensor in argument.tensors_mut() {
            *tensor = Tensor::new(dtype, shape, contents.of_input(inputs));
            inputs += 1;
        }
    }
    let result = (row.computes)(&row.of(&arguments));
    let before = arguments.clone();
    let types_of = |name: &str| before[row.position(name)].dtype();
    for (argument, parameter) in arguments.iter_mut().zip(row.entry.parameters) {
        if parameter.direction.reads() {
            if let (Some(Accepts::Casts), Some(result)) = (takes(parameter.name), result)
                && !argument
                    .dtype()
                    .is_some_and(|dtype| castable(dtype, result))
            {
                argument.set_dtype(result);
            }
            continue;
        }
        let Argument::Tensor(tensor) = argument else {
            continue;
        };
        let dtype = match takes(parameter.name) {
            Some(Accepts::Real(other)) => {
                let other = types_of(&other).unwrap_or(dtype);
                number::part(other).unwrap_or(other)
            }
            Some(Accepts::As(other)) => types_of(&other).unwrap_or(dtype),
            Some(Accepts::Castable(_) | Accepts::Result) => result.unwrap_or(dtype),
            Some(Accepts::Types(types)) => match result {
                Some(result) if types.contains(&result) => result,
                _ => types[0],
            },
            Some(Accepts::Casts) | None => tensor.dtype,
        };
        *tensor = Tensor::new(dtype, shape, Contents::Poison);
    }
    compare(row, &arguments)
}

/// Runs a call and holds its outputs against the reference; gives the first findings.
fn compare(row: &Row, arguments: &[Argument]) -> Vec<String> {
    if matches!(row.accuracy, Accuracy::Elsewhere(_)) {
        return Vec::new();
    }
    if let Reference::Bits(bits) = row.reference {
        return compare_bits(row, arguments, &bits(&row.of(arguments)));
    }
    let Some(exact) = exact(row, arguments) else {
        return Vec::new();
    };
    let types: Vec<&str> = arguments
        .iter()
        .filter_map(Argument::dtype)
        .map(short)
        .collect();
    let what = format!("{} ({})", row.entry.name, types.join(" "));
    let outputs: Outputs = match call(row.entry, arguments) {
        Ok(outputs) => outputs,
        Err(refusal) => return vec![format!("{what}: {refusal:?}")],
    };
    let mut found = Vec::new();
    let written = row
        .entry
        .parameters
        .iter()
        .zip(arguments)
        .filter(|(p, _)| p.direction.writes());
    let tensors = written.flat_map(|(_, argument)| argument.tensors());
    for ((tensor, output), exact) in tensors.zip(&outputs).zip(&exact) {
        let compute = (row.computes)(&row.of(arguments)).unwrap_or(tensor.dtype);
        for (i, (bytes, exact)) in output.chunks(tensor.size()).zip(exact).enumerate() {
            if *exact == Number::Unjudged {
                continue;
            }
            if !is_right(row.accuracy, compute, tensor.dtype, exact, bytes) {
                let got = decode(bytes, tensor.dtype);
                found.push(format!(
                    "{what} element {i}: {} instead of {}",
                    show(&got),
                    show(exact)
                ));
            }
            if found.len() == 5 {
                return found;
            }
        }
    }
    found
}

/// Runs a call and holds the bytes of its outputs against those expected.
fn compare_bits(row: &Row, arguments: &[Argument], expected: &[Vec<u8>]) -> Vec<String> {
    let shapes: Vec<_> = arguments
        .iter()
        .flat_map(Argument::tensors)
        .map(|tensor| (short(tensor.dtype), &tensor.shape))
        .collect();
    let what = format!("{} {shapes:?}", row.entry.name);
    let outputs = match call(row.entry, arguments) {
        Ok(outputs) => outputs,
        Err(refusal) => return vec![format!("{what}: {refusal:?}")],
    };
    assert_eq!(outputs.len(), expected.len(), "{what}: outputs");
    let pairs = outputs.iter().zip(expected).enumerate();
    let differ = pairs.filter(|(_, (got, expected))| got != expected);
    differ
        .map(|(output, (got, expected))| {
            let same = got.iter().zip(expected).take_while(|(a, b)| a == b).count();
            let lengths = (got.len(), expected.len());
            format!("{what}: output {output} differs from byte {same} on, of {lengths:?}")
        })
        .collect()
}

fn show(number: &Number) -> String {
    match number {
        Number::Int(value) => value.to_string(),
        Number::Real(value) => format!("{value:.20}"),
        Number::Complex(re, im) => format!("{re:.20} + {im:.20} i"),
        Number::Unjudged => "anything".into(),
    }
}
