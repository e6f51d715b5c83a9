//! The text of a call: what `--replay` takes, in one word of a shell between single quotes.
//!
//! `aclnnCat tensors=(INT32[5000];INT64[2,3]/3,1+4@2~n7<) dim=0 out=INT64[10000] alias=2>0+16`: a tensor is its type and shape; `/` strides, `+` offset,
//! `@` format, `:` shape of the storage, `~` kind and seed of its contents, `<` memory that begins behind a page without access.

use std::fmt::Write;

use crate::case::{Alias, Argument, Case, Contents, KINDS, Kind, ND, Scalar, Tensor, dense};
use crate::dtype;
use crate::library::{Operator, Word};

fn numbers<T: ToString>(numbers: &[T]) -> String {
    let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    texts.join(",")
}

fn letter(kind: Kind) -> char {
    KINDS
        .iter()
        .find(|(known, _)| *known == kind)
        .map_or('n', |(_, letter)| *letter)
}

fn tensor(t: &Tensor) -> String {
    let mut text = format!("{}[{}]", dtype::name(t.dtype), numbers(&t.shape));
    if t.strides != dense(&t.shape) {
        let _ = write!(text, "/{}", numbers(&t.strides));
    }
    if t.offset != 0 {
        let _ = write!(text, "+{}", t.offset);
    }
    if t.format != ND {
        let _ = write!(text, "@{}", t.format);
    }
    if let Some(storage) = &t.storage {
        let _ = write!(text, ":{}", numbers(storage));
    }
    let _ = write!(text, "~{}{}", letter(t.contents.kind), t.contents.seed);
    if t.at_start {
        text.push('<');
    }
    text
}

fn scalar(scalar: &Scalar) -> String {
    format!("{}={}", dtype::name(scalar.dtype), scalar.value)
}

fn argument(argument: &Argument) -> String {
    let list = |members: Vec<String>| format!("({})", members.join(";"));
    match argument {
        Argument::Null => "null".to_owned(),
        Argument::Tensor(t) => tensor(t),
        Argument::Tensors(tensors) => list(tensors.iter().map(tensor).collect()),
        Argument::Scalar(value) => scalar(value),
        Argument::Scalars(scalars) => list(scalars.iter().map(scalar).collect()),
        Argument::Ints(values) => format!("[{}]", numbers(values)),
        Argument::Floats(values) => format!("[{}]", numbers(values)),
        Argument::Bools(values) => format!("[{}]", numbers(values)),
        Argument::Text(text) => {
            let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
            match text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            {
                true => format!("\"{text}\""),
                false => format!("hex{hex}"),
            }
        }
        Argument::Int(value) => value.to_string(),
        Argument::Float(value) => value.to_string(),
        Argument::Bool(value) => value.to_string(),
    }
}

/// Writes a call.
pub fn write(case: &Case, operator: &Operator) -> String {
    let mut text = operator.name.to_owned();
    for (parameter, value) in operator.parameters.iter().zip(&case.arguments) {
        let _ = write!(text, " {}={}", parameter.name, argument(value));
    }
    if let Some(alias) = case.alias {
        let _ = write!(
            text,
            " alias={}>{}+{}",
            alias.over, alias.under, alias.distance
        );
    }
    text
}

/// Reads a call.
pub fn read(text: &str, operators: &[Operator]) -> Result<Case, String> {
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or_default();
    let operator = operators
        .iter()
        .position(|operator| operator.name == name)
        .ok_or_else(|| format!("{name}: no such operator"))?;
    let mut arguments = Vec::new();
    for parameter in &operators[operator].parameters {
        let word = words.next().unwrap_or_default();
        let value = word
            .strip_prefix(parameter.name)
            .and_then(|rest| rest.strip_prefix('='))
            .and_then(|value| read_argument(value, parameter.word))
            .ok_or_else(|| format!("{word}: not a value of {}", parameter.name))?;
        arguments.push(value);
    }
    let alias = match words.next() {
        None => None,
        Some(word) => Some(read_alias(word).ok_or_else(|| format!("{word}: not understood"))?),
    };
    let count: usize = arguments
        .iter()
        .map(|argument| argument.tensors().len())
        .sum();
    if alias.is_some_and(|alias| alias.over >= count || alias.under >= count) {
        return Err(format!("alias: there are {count} tensors"));
    }
    Ok(Case {
        operator,
        arguments,
        alias,
    })
}

fn read_alias(word: &str) -> Option<Alias> {
    let (over, rest) = word.strip_prefix("alias=")?.split_once('>')?;
    let (under, distance) = rest.split_once('+')?;
    Some(Alias {
        over: over.parse().ok()?,
        under: under.parse().ok()?,
        distance: distance.parse().ok()?,
    })
}

pub fn read_argument(text: &str, word: Word) -> Option<Argument> {
    if text == "null" {
        return Some(Argument::Null);
    }
    let members = || -> Option<Vec<&str>> {
        let inner = text.strip_prefix('(')?.strip_suffix(')')?;
        Some(
            inner
                .split(';')
                .filter(|member| !member.is_empty())
                .collect(),
        )
    };
    let array = || text.strip_prefix('[')?.strip_suffix(']');
    Some(match word {
        Word::Tensor => Argument::Tensor(read_tensor(text)?),
        Word::Tensors => {
            let tensors: Option<_> = members()?.into_iter().map(read_tensor).collect();
            Argument::Tensors(tensors?)
        }
        Word::Scalar => Argument::Scalar(read_scalar(text)?),
        Word::Scalars => {
            let scalars: Option<_> = members()?.into_iter().map(read_scalar).collect();
            Argument::Scalars(scalars?)
        }
        Word::Ints => Argument::Ints(read_numbers(array()?)?),
        Word::Floats => Argument::Floats(read_numbers(array()?)?),
        Word::Bools => Argument::Bools(read_numbers(array()?)?),
        Word::Text => match text.strip_prefix("hex") {
            Some(hex) => {
                let byte = |at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
                let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(byte).collect();
                Argument::Text(String::from_utf8_lossy(&bytes?).into_owned())
            }
            None => Argument::Text(text.strip_prefix('"')?.strip_suffix('"')?.to_owned()),
        },
        Word::Int(..) | Word::DataType => Argument::Int(text.parse().ok()?),
        Word::Float(_) => Argument::Float(text.parse().ok()?),
        Word::Bool => Argument::Bool(text.parse().ok()?),
    })
}

fn read_numbers<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

fn read_dtype(text: &str) -> Option<i32> {
    match text.strip_prefix('#') {
        Some(code) => code.parse().ok(),
        None => dtype::by_name(text),
    }
}

fn read_scalar(text: &str) -> Option<Scalar> {
    let (dtype, value) = text.split_once('=')?;
    Some(Scalar {
        dtype: read_dtype(dtype)?,
        value: value.parse().ok()?,
    })
}

fn read_tensor(text: &str) -> Option<Tensor> {
    let (dtype, rest) = text.split_once('[')?;
    let (shape, mut rest) = rest.split_once(']')?;
    let mut tensor = Tensor::new(
        read_dtype(dtype)?,
        &read_numbers::<i64>(shape)?,
        Kind::Normal,
    );
    while let Some(mark) = rest.chars().next() {
        let body = &rest[1..];
        let end = body
            .find(['/', '+', '@', ':', '~', '<'])
            .unwrap_or(body.len());
        let (value, next) = body.split_at(end);
        match mark {
            '/' => tensor.strides = read_numbers(value)?,
            '+' => tensor.offset = value.parse().ok()?,
            '@' => tensor.format = value.parse().ok()?,
            ':' => tensor.storage = Some(read_numbers(value)?),
            '~' => {
                let letter = value.chars().next()?;
                let (kind, _) = KINDS.iter().find(|(_, known)| *known == letter)?;
                tensor.contents = Contents {
                    kind: *kind,
                    seed: value[1..].parse().ok()?,
                };
            }
            '<' => tensor.at_start = true,
            _ => return None,
        }
        rest = next;
    }
    (tensor.strides.len() == tensor.shape.len()).then_some(tensor)
}
