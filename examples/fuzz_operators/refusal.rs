//! Sentences of refusals, and what they say to change: `argument` has …; allowed: ….

use crate::case::{Argument, Case, Kind, Scalar, Tensor};
use crate::dtype;
use crate::library::Operator;
use crate::templates;
use hostnpu_test_support::Random;

/// Formats by their names in sentences.
const FORMATS: [(&str, i32); 13] = [
    ("NDHWC", 27),
    ("NCDHW", 30),
    ("NDC1HWC0", 32),
    ("FRACTAL_NZ", 29),
    ("FRACTAL_Z", 4),
    ("NC1HWC0", 3),
    ("NCHW", 0),
    ("NHWC", 1),
    ("HWCN", 16),
    ("NCL", 47),
    ("NC", 35),
    ("ND", 2),
    ("UNDEFINED", -1),
];

/// A sentence without what differs from call to call: a new one means that a call has come further.
pub fn kind(text: &str) -> String {
    let mut kind = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' | '-' | '.' | ',' | ' ' => {}
            c => kind.push(c),
        }
    }
    kind
}

/// Names between backticks, as parameters with the number of a list's member.
fn named(text: &str, operator: &Operator) -> Vec<(usize, Option<usize>)> {
    let mut found = Vec::new();
    for name in text.split('`').skip(1).step_by(2) {
        let (name, member) = match name.split_once('[') {
            Some((name, rest)) => (name, rest.trim_end_matches(']').parse().ok()),
            None => (name, None),
        };
        if let Some(at) = operator
            .parameters
            .iter()
            .position(|parameter| parameter.name == name)
        {
            found.push((at, member));
        }
    }
    found
}

/// Lists in brackets.
fn lists(text: &str) -> Vec<Vec<i64>> {
    let inner = text
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split_once(']'));
    let read = |(list, _): (&str, &str)| -> Option<Vec<i64>> {
        let parts = list
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts.map(|part| part.parse().ok()).collect()
    };
    inner.filter_map(read).collect()
}

/// Numbers that stand alone.
fn numbers(text: &str) -> Vec<f64> {
    let separators = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '[' | ']');
    text.split(separators)
        .filter_map(|word| word.trim_end_matches('.').parse().ok())
        .collect()
}

/// Changes a call by what its refusal says, and sometimes by chance.
pub fn repair(case: &mut Case, operator: &Operator, text: &str, random: &mut Random) {
    let (before, allowed) = text.split_once("; allowed: ").unwrap_or((text, ""));
    let before = before
        .split_once(": ")
        .map_or(before, |(_, sentence)| sentence);
    let subject = named(before, operator);
    let others = named(allowed, operator);
    let Some(&(mut at, mut member)) = subject.first() else {
        let at = random.below(operator.parameters.len());
        return templates::again(case, operator, at, random);
    };
    // The other argument may be the wrong one.
    if !others.is_empty() && !before.contains("data type") && random.below(6) == 0 {
        (at, member) = random.one_of(&others);
        if random.below(2) == 0 {
            return templates::again(case, operator, at, random);
        }
    }
    if allowed.starts_with("null") && operator.parameters[at].optional {
        case.arguments[at] = Argument::Null;
        return;
    }
    if before.ends_with("is null") {
        while case.arguments[at] == Argument::Null {
            templates::again(case, operator, at, random);
        }
        return;
    }
    if random.below(24) == 0 || case.arguments[at] == Argument::Null {
        return templates::again(case, operator, at, random);
    }
    if before.contains("overlap") || before.contains("share") {
        case.alias = None;
    }
    if before.contains("data type") {
        data_type(case, at, member, allowed, random);
    } else if before.contains("has format") {
        format(case, at, allowed, random);
    } else if before.contains("has shape") || before.contains("has rank") {
        shape(case, at, member, before, allowed, random);
    } else if before.contains("reaches") {
        for tensor in case.arguments[at].tensors_mut() {
            let shape = tensor.shape.clone();
            tensor.reshape(&shape);
        }
    } else {
        value(case, operator, at, allowed, random);
    }
}

fn members<'a>(
    argument: &'a mut Argument,
    member: Option<usize>,
    random: &mut Random,
) -> &'a mut [Tensor] {
    let tensors = argument.tensors_mut();
    match member {
        Some(at) if at < tensors.len() && random.below(4) > 0 => &mut tensors[at..=at],
        _ => tensors,
    }
}

fn data_type(
    case: &mut Case,
    at: usize,
    member: Option<usize>,
    allowed: &str,
    random: &mut Random,
) {
    let words = allowed.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let types: Vec<i32> = words.filter_map(dtype::by_name).collect();
    let new = match types.is_empty() {
        true => random.one_of(&dtype::DTYPES).0,
        false => random.one_of(&types),
    };
    match &mut case.arguments[at] {
        Argument::Scalar(scalar) => scalar.dtype = new,
        Argument::Scalars(scalars) => scalars.iter_mut().for_each(|scalar| scalar.dtype = new),
        Argument::Int(code) => *code = new.into(),
        argument => {
            let old = argument
                .tensors()
                .first()
                .map_or(new, |tensor| tensor.dtype);
            members(argument, member, random)
                .iter_mut()
                .for_each(|tensor| tensor.dtype = new);
            // Most operators want one type.
            if random.below(4) > 0 {
                let tensors = case.arguments.iter_mut().flat_map(Argument::tensors_mut);
                tensors
                    .filter(|tensor| tensor.dtype == old)
                    .for_each(|tensor| tensor.dtype = new);
            }
        }
    }
}

fn format(case: &mut Case, at: usize, allowed: &str, random: &mut Random) {
    let words: Vec<_> = allowed
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    let formats: Vec<i32> = FORMATS
        .iter()
        .filter(|(name, _)| {
            words
                .iter()
                .any(|word| word.trim_start_matches("ACL_FORMAT_") == *name)
        })
        .map(|(_, code)| *code)
        .collect();
    let new = if formats.is_empty() {
        2
    } else {
        random.one_of(&formats)
    };
    case.arguments[at]
        .tensors_mut()
        .iter_mut()
        .for_each(|tensor| {
            tensor.format = new;
            tensor.storage = None;
        });
}

fn shape(
    case: &mut Case,
    at: usize,
    member: Option<usize>,
    before: &str,
    allowed: &str,
    random: &mut Random,
) {
    let shapes = lists(allowed);
    let ranks = numbers(allowed);
    let choice = random.below(8);
    let new: Vec<i64> = if before.contains("has rank") && !ranks.is_empty() {
        let low = ranks[0] as usize;
        let high = ranks
            .last()
            .map_or(low, |&high| high as usize)
            .clamp(low, low.saturating_add(4));
        let rank = (low + random.below(high - low + 1)).min(8);
        let former = case.arguments[at]
            .tensors()
            .first()
            .map_or_else(Vec::new, |tensor| tensor.shape.clone());
        (0..rank)
            .map(|axis| {
                former
                    .get(axis)
                    .copied()
                    .unwrap_or_else(|| templates::extent(random))
            })
            .collect()
    } else if !shapes.is_empty() && choice > 0 {
        shapes[random.below(shapes.len())].clone()
    } else {
        // An extent that the sentence names, or the shape of another tensor with a change.
        let all: Vec<Vec<i64>> = case
            .tensors()
            .iter()
            .map(|(_, tensor)| tensor.shape.clone())
            .collect();
        let mut shape = if all.is_empty() {
            vec![2]
        } else {
            all[random.below(all.len())].clone()
        };
        if choice < 4 {
            shape = case.arguments[at]
                .tensors()
                .first()
                .map_or_else(Vec::new, |tensor| tensor.shape.clone());
        }
        let new = match ranks.is_empty() || random.below(3) == 0 {
            true => templates::extent(random),
            false => random.one_of(&ranks).clamp(0.0, 4096.0) as i64,
        };
        match random.below(4) {
            0 => shape.push(new),
            1 => drop(shape.pop()),
            _ if !shape.is_empty() => {
                let axis = random.below(shape.len());
                shape[axis] = new;
            }
            _ => shape = vec![new],
        }
        shape
    };
    for tensor in members(&mut case.arguments[at], member, random) {
        tensor.reshape(&new);
    }
}

fn value(case: &mut Case, operator: &Operator, at: usize, allowed: &str, random: &mut Random) {
    let shapes = lists(allowed);
    let numbers = numbers(allowed);
    let number = |random: &mut Random| match numbers.is_empty() {
        true => random.below(4) as f64,
        false => {
            let number = random.one_of(&numbers);
            number
                + if random.below(4) == 0 {
                    random.one_of(&[-1.0, 1.0, 0.5])
                } else {
                    0.0
                }
        }
    };
    let chosen = number(random);
    match &mut case.arguments[at] {
        Argument::Int(value) => {
            let range = numbers.len() == 2 && allowed.contains(" to ");
            *value = match range && random.below(2) == 0 {
                true => {
                    numbers[0] as i64
                        + random.below((numbers[1] - numbers[0]).clamp(0.0, 64.0) as usize + 1)
                            as i64
                }
                false => chosen as i64,
            };
        }
        Argument::Float(value) => *value = chosen,
        Argument::Scalar(Scalar { value, .. }) => *value = chosen,
        Argument::Bool(value) => *value = !*value,
        Argument::Text(text) => {
            let quoted: Vec<_> = allowed.split('"').skip(1).step_by(2).collect();
            let words = allowed.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let words: Vec<_> = words
                .filter(|word| !word.is_empty() && !["or", "and", "with", "for"].contains(word))
                .collect();
            let words = if quoted.is_empty() { words } else { quoted };
            if !words.is_empty() {
                *text = words[random.below(words.len())].to_owned();
            }
        }
        Argument::Ints(values) if !shapes.is_empty() && random.below(4) > 0 => {
            *values = shapes[random.below(shapes.len())].clone()
        }
        Argument::Ints(values) => match random.below(3) {
            0 => values.resize(
                chosen.clamp(0.0, 16.0) as usize,
                values.first().copied().unwrap_or(1),
            ),
            1 if !values.is_empty() => {
                let place = random.below(values.len());
                values[place] = chosen as i64;
            }
            _ => templates::again(case, operator, at, random),
        },
        Argument::Bools(values) => values.resize(chosen.clamp(0.0, 16.0) as usize, true),
        Argument::Floats(values) => values.resize(chosen.clamp(0.0, 16.0) as usize, 1.0),
        Argument::Tensors(tensors) => {
            let count = match random.below(2) == 0 {
                true => chosen.clamp(1.0, 16.0) as usize,
                false => 1 + random.below(4),
            };
            if let Some(first) = tensors.first().cloned() {
                tensors.resize(count, first);
            }
        }
        Argument::Scalars(scalars) => {
            let first = scalars.first().copied().unwrap_or(Scalar {
                dtype: dtype::FLOAT,
                value: 1.0,
            });
            scalars.resize(chosen.clamp(0.0, 16.0) as usize, first);
        }
        Argument::Tensor(tensor) if random.below(2) == 0 => {
            // A task that failed on an element: other contents.
            tensor.contents.kind = random.one_of(&[
                Kind::Index,
                Kind::Rising,
                Kind::Zero,
                Kind::One,
                Kind::Unit,
                Kind::Bits,
            ]);
            tensor.contents.seed = random.next() >> 40;
        }
        _ => templates::again(case, operator, at, random),
    }
}
