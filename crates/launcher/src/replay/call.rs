//! A recorded call: what a dump knows of it, and the prototype of its first phase.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::objects;
use super::prototype::prototype;
use super::view::dense;
pub use super::view::{Dtype, View};
use crate::dumps;

/// A tensor as the program has described it.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub dtype: Dtype,
    pub view: View,
    /// The format's name, and its number.
    pub format: (&'static str, u32),
    /// Number of the memory of the call that holds it.
    pub memory: usize,
}

/// Memory of tensors.
#[derive(Debug)]
pub struct Memory {
    /// Its name in the dump.
    name: String,
    pub bytes: usize,
}

impl Memory {
    /// Memory of one tensor alone.
    pub fn new() -> Self {
        Self {
            name: String::new(),
            bytes: 0,
        }
    }
}

/// An argument of the first phase.
#[derive(Clone, Debug)]
pub enum Value {
    Null,
    Tensor(Tensor),
    /// A type and a number.
    Scalar(Dtype, String),
    /// The kind of an array, its type in C, and its members.
    Array(&'static str, &'static str, Vec<String>),
    /// An expression that stands in the call as it is.
    Plain(String),
}

/// A parameter of the first phase with its argument.
#[derive(Debug)]
pub struct Argument {
    pub name: String,
    /// The parameter's type in C.
    pub kind: String,
    pub value: Value,
}

impl Argument {
    /// The call that destroys it, if it is an object.
    pub fn destroy(&self) -> Option<String> {
        match &self.value {
            Value::Null | Value::Plain(_) => None,
            Value::Tensor(_) => Some("aclDestroyTensor".into()),
            Value::Scalar(..) => Some("aclDestroyScalar".into()),
            Value::Array(kind, ..) => Some(format!("aclDestroy{kind}Array")),
        }
    }
}

/// A file of the dump: what an operand has held.
#[derive(Debug)]
pub struct Contents {
    pub file: PathBuf,
    pub argument: String,
    pub is_input: bool,
    pub dtype: Dtype,
    pub view: View,
    pub memory: usize,
}

/// A recorded call.
#[derive(Debug)]
pub struct Call {
    pub operator: String,
    pub occurrence: u64,
    pub header: String,
    pub arguments: Vec<Argument>,
    pub memories: Vec<Memory>,
    pub contents: Vec<Contents>,
}

impl Call {
    /// Finds an operator in a dump: by its name and number, or by a file of its.
    pub fn find(path: &Path) -> Result<Self, String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        // Files are in a folder of their device, beside which the list is.
        let above = folder.parent().unwrap_or(folder);
        let beside = above.join("dump.json");
        let found = match dumps::lists(folder) {
            lists if !lists.is_empty() => Some(lists),
            _ => beside.is_file().then_some(vec![beside]),
        };
        let lists = found.ok_or_else(|| {
            format!(
                "{}: no dump.json: HOSTNPU_DUMP writes dumps",
                folder.display()
            )
        })?;
        let mut known: Vec<String> = Vec::new();
        for list in &lists {
            let tensors = objects(list)?;
            let calls = list.with_file_name("calls.json");
            for call in objects(&calls)? {
                let (operator, occurrence) = id(&call);
                let own: Vec<&Json> = tensors
                    .iter()
                    .filter(|tensor| id(tensor) == (operator, occurrence))
                    .collect();
                if is_meant(&name, operator, occurrence, &own) {
                    return Self::read(&call, &own, list.parent().unwrap_or(folder));
                }
                known.push(format!("{operator}:{occurrence}"));
            }
        }
        known.truncate(20);
        Err(format!(
            "{name}: not among the calls of this dump with their arguments: {}",
            known.join(", ")
        ))
    }

    /// The operator of an object of a list, and which call of it.
    pub fn id(object: &Json) -> (&str, u64) {
        id(object)
    }

    /// Reads a call of a dump, of whose tensors it takes its own.
    pub fn of(call: &Json, tensors: &[Json], folder: &Path) -> Result<Self, String> {
        let own = tensors.iter().filter(|tensor| id(tensor) == id(call));
        Self::read(call, &own.collect::<Vec<_>>(), folder)
    }

    fn read(call: &Json, tensors: &[&Json], folder: &Path) -> Result<Self, String> {
        let (operator, occurrence) = id(call);
        let (header, parameters) = prototype(operator)?;
        let mut of = Self {
            operator: operator.to_owned(),
            occurrence,
            header,
            arguments: Vec::new(),
            memories: Vec::new(),
            contents: Vec::new(),
        };
        let told = call["arguments"].as_array().cloned().unwrap_or_default();
        for (kind, name) in parameters {
            let text = told.iter().find(|pair| pair[0] == name.as_str());
            let text = text.and_then(|pair| pair[1].as_str()).unwrap_or("null");
            let value = of
                .value(&kind, text)
                .map_err(|error| format!("{operator}: `{name}`: {error}"))?;
            of.arguments.push(Argument { name, kind, value });
        }
        for tensor in tensors {
            of.contents.extend(contents(tensor, folder, &of.arguments)?);
        }
        of.measure();
        Ok(of)
    }

    fn value(&mut self, kind: &str, text: &str) -> Result<Value, String> {
        if text == "null" {
            return Ok(Value::Null);
        }
        // What follows the number of an object.
        let about = text.split_once(' ').map_or("", |(_, rest)| rest);
        let array = |kind, of| {
            let members = about.trim_matches(['[', ']']).split(", ");
            let members = members.filter(|member| !member.is_empty()).map(number);
            Value::Array(kind, of, members.collect())
        };
        Ok(match kind {
            _ if kind.contains("List") => return Err("lists are not replayed".into()),
            _ if kind.contains("aclTensor") => Value::Tensor(self.tensor(about)?),
            _ if kind.contains("aclScalar") => {
                let (dtype, value) = about
                    .split_once(' ')
                    .ok_or("its number is not in the dump")?;
                Value::Scalar(Dtype::named(dtype)?, number(value))
            }
            _ if kind.contains("aclIntArray") => array("Int", "int64_t"),
            _ if kind.contains("aclFloatArray") => array("Float", "float"),
            _ if kind.contains("aclBoolArray") => array("Bool", "bool"),
            _ if kind.contains("char") && text.ends_with('"') => Value::Plain(text.to_owned()),
            _ if kind.contains('*') => return Err(format!("{text} is not replayed")),
            _ => Value::Plain(number(text)),
        })
    }

    /// Reads `FLOAT[2, 3] strides [1, 2] offset 4 ACL_FORMAT_NCHW mem#1+64`.
    fn tensor(&mut self, about: &str) -> Result<Tensor, String> {
        let (dtype, rest) = about.split_once('[').ok_or("its type is not in the dump")?;
        let (shape, rest) = list(rest)?;
        let (mut strides, mut offset, mut format) = (None, 0, ("ACL_FORMAT_ND", 2));
        let mut rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("strides [") {
            let (own, after) = list(after)?;
            strides = Some(own);
            rest = after.trim_start();
        }
        if let Some(after) = rest.strip_prefix("offset ") {
            let (own, after) = after.split_once(' ').unwrap_or((after, ""));
            offset = own.parse().map_err(|_| "its offset is no number")?;
            rest = after;
        }
        if rest.starts_with("ACL_FORMAT_") {
            let (own, after) = rest.split_once(' ').unwrap_or((rest, ""));
            format = match own {
                "ACL_FORMAT_NCHW" => ("ACL_FORMAT_NCHW", 0),
                "ACL_FORMAT_NHWC" => ("ACL_FORMAT_NHWC", 1),
                "ACL_FORMAT_NCDHW" => ("ACL_FORMAT_NCDHW", 30),
                "ACL_FORMAT_NCL" => ("ACL_FORMAT_NCL", 47),
                other => return Err(format!("tensors in {other} are not replayed")),
            };
            rest = after;
        }
        let strides = strides.unwrap_or_else(|| dense(&shape));
        let name = rest.trim().to_owned();
        let known = self.memories.iter().position(|memory| memory.name == name);
        let memory = known.unwrap_or_else(|| {
            self.memories.push(Memory { name, bytes: 0 });
            self.memories.len() - 1
        });
        Ok(Tensor {
            dtype: Dtype::named(dtype)?,
            view: View {
                shape,
                strides,
                offset,
            },
            format,
            memory,
        })
    }

    /// Gives memories the bytes that what lies in them needs.
    pub fn measure(&mut self) {
        let tensors = self
            .arguments
            .iter()
            .filter_map(|argument| match &argument.value {
                Value::Tensor(tensor) => Some((tensor.memory, &tensor.view, tensor.dtype)),
                _ => None,
            });
        let contents = self.contents.iter();
        let contents = contents.map(|contents| (contents.memory, &contents.view, contents.dtype));
        for (memory, view, dtype) in tensors.chain(contents) {
            let bytes = &mut self.memories[memory].bytes;
            *bytes = (*bytes).max(view.reach().max(0) as usize * dtype.size);
        }
    }

    /// The call's name in a dump.
    pub fn name(&self) -> String {
        format!("{}:{}", self.operator, self.occurrence)
    }
}

fn id(object: &Json) -> (&str, u64) {
    (
        object["operator"].as_str().unwrap_or(""),
        object["occurrence"].as_u64().unwrap_or(0),
    )
}

/// Returns true if a name is that of a call: `aclnnSin`, `aclnnSin:2`, `Sin:2`, or the beginning of its files' names.
fn is_meant(name: &str, operator: &str, occurrence: u64, tensors: &[&Json]) -> bool {
    let (own, number) = name.split_once(':').unwrap_or((name, "1"));
    if [operator, crate::ops::short(operator)].contains(&own) && number.parse() == Ok(occurrence) {
        return true;
    }
    let is_file = |tensor: &&Json| {
        let file = tensor["file"].as_str().unwrap_or("");
        let file = file.rsplit('/').next().unwrap_or(file);
        file.strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    name.contains('.') && tensors.iter().any(is_file)
}

/// The members of a list that has begun, and what follows it.
fn list(text: &str) -> Result<(Vec<i64>, &str), String> {
    let (members, rest) = text.split_once(']').ok_or("a list without an end")?;
    let members = members
        .split(',')
        .map(str::trim)
        .filter(|member| !member.is_empty());
    let members: Result<Vec<i64>, _> = members.map(str::parse).collect();
    Ok((members.map_err(|_| "a list of what is no number")?, rest))
}

/// A number as C has it.
fn number(text: &str) -> String {
    match text {
        "inf" => "INFINITY".into(),
        "-inf" => "-INFINITY".into(),
        "NaN" => "NAN".into(),
        other => other.into(),
    }
}

/// A file of the dump, if it is that of a tensor of the call.
fn contents(
    tensor: &Json,
    folder: &Path,
    arguments: &[Argument],
) -> Result<Option<Contents>, String> {
    let text = |name: &str| tensor[name].as_str().unwrap_or("").to_owned();
    let numbers = |name: &str| -> Vec<i64> {
        let all = tensor[name].as_array().cloned().unwrap_or_default();
        all.iter().filter_map(Json::as_i64).collect()
    };
    let argument = text("argument");
    let memory = arguments.iter().find_map(|own| match &own.value {
        Value::Tensor(tensor) if own.name == argument => Some(tensor.memory),
        _ => None,
    });
    let Some((memory, file)) = memory.zip(tensor["file"].as_str()) else {
        return Ok(None);
    };
    let file = folder.join(file);
    let file = fs::canonicalize(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Some(Contents {
        file,
        is_input: text("role") == "input",
        dtype: Dtype::named(&text("dtype"))?,
        view: View {
            shape: numbers("shape"),
            strides: numbers("strides"),
            offset: tensor["view_offset"].as_i64().unwrap_or(0),
        },
        argument,
        memory,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Call {
        Call {
            operator: "aclnnSin".into(),
            occurrence: 2,
            header: String::new(),
            arguments: Vec::new(),
            memories: Vec::new(),
            contents: Vec::new(),
        }
    }

    #[test]
    fn tensors_are_read_as_traces_show_them() {
        let mut call = empty();
        let own = call
            .tensor("FLOAT16[2, 3] strides [1, 2] offset 4 ACL_FORMAT_NCHW mem#1+64")
            .unwrap();
        assert_eq!(
            (own.view.shape.as_slice(), own.view.strides.as_slice()),
            (&[2, 3][..], &[1, 2][..])
        );
        assert_eq!(
            (
                own.view.offset,
                own.format.1,
                own.dtype.size,
                own.view.reach()
            ),
            (4, 0, 2, 10)
        );
        let other = call.tensor("FLOAT[] mem#1+64").unwrap();
        assert_eq!((own.memory, other.memory, other.view.reach()), (0, 0, 1));
        assert_eq!(call.tensor("INT8[0, 4] null").unwrap().view.reach(), 0);
        assert!(call.tensor("FLOAT[4] ACL_FORMAT_FRACTAL_NZ mem#2").is_err());
        assert!(call.tensor("INT4[4] mem#2").is_err());
    }

    #[test]
    fn arguments_have_their_kinds() {
        let mut call = empty();
        let text = |value: Result<Value, String>| format!("{:?}", value.unwrap());
        assert_eq!(
            text(call.value("const aclIntArray *", "intarray#1 [1, -2]")),
            r#"Array("Int", "int64_t", ["1", "-2"])"#
        );
        assert!(text(call.value("const aclScalar *", "scalar#1 FLOAT 0.5")).contains("\"0.5\""));
        assert_eq!(text(call.value("double", "inf")), r#"Plain("INFINITY")"#);
        assert_eq!(text(call.value("const aclTensor *", "null")), "Null");
        assert!(call.value("const aclTensorList *", "tensorlist#1").is_err());
        assert!(
            call.value("const aclScalar *", "scalar#1 COMPLEX64")
                .is_err()
        );
    }

    #[test]
    fn calls_are_meant_by_name_number_and_file() {
        let tensor = serde_json::json!({ "file": "0/Sin.aclnnSin.2.1.177.input.0.npy" });
        let is = |name: &str| is_meant(name, "aclnnSin", 2, &[&tensor]);
        assert!(
            is("aclnnSin:2")
                && is("Sin:2")
                && is("Sin.aclnnSin.2.1.177")
                && is("Sin.aclnnSin.2.1.177.input.0.npy")
        );
        assert!(is_meant("Stft", "aclStft", 1, &[]));
        assert!(!is("aclnnSin") && !is("Sin.aclnnSin.2.1.17") && !is("Sin.other"));
    }
}
