//! Dumps that other tools have made: files by the vendor's names, and those of msProbe. Which operator of aclnn they are, and what it was called with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::elements;
use crate::replay::call::{Argument, Call, Contents, Dtype, Memory, Tensor, Value, View};
use crate::replay::prototype::prototype;

/// Operators of graphs under other names than aclnn's.
const OF_GRAPHS: &[(&str, &str)] = &[
    ("RealDiv", "Div"),
    ("Sigmoid", "Sigmoid"),
    ("Relu", "Relu"),
    ("Pow", "PowTensorTensor"),
    ("NotEqual", "NeTensor"),
    ("Equal", "EqTensor"),
    ("Less", "LtTensor"),
    ("LessEqual", "LeTensor"),
    ("Greater", "GtTensor"),
    ("GreaterEqual", "GeTensor"),
    ("Select", "SWhere"),
    ("SelectV2", "SWhere"),
];

/// Functions of PyTorch of one tensor, whose operators have the same name.
const OF_ONE: &str = "abs acos acosh asin asinh atan atanh ceil cos cosh erf erfc exp exp2 expm1 floor log log10 log1p log2 mish neg reciprocal relu round rsqrt \
    sigmoid sign silu sin sinh sqrt tan tanh trunc";

/// Functions of two tensors, with the operator of two tensors and that of a tensor and a number.
const OF_TWO: &[(&str, &str, &str)] = &[
    ("add", "Add", "Adds"),
    ("sub", "Sub", "Subs"),
    ("mul", "Mul", "Muls"),
    ("div", "Div", "Divs"),
    ("truediv", "Div", "Divs"),
    ("true_divide", "Div", "Divs"),
    ("multiply", "Mul", "Muls"),
    ("divide", "Div", "Divs"),
    ("subtract", "Sub", "Subs"),
    ("pow", "PowTensorTensor", "PowTensorScalar"),
    ("maximum", "Maximum", ""),
    ("minimum", "Minimum", ""),
    ("eq", "EqTensor", "EqScalar"),
    ("ne", "NeTensor", "NeScalar"),
    ("lt", "LtTensor", "LtScalar"),
    ("le", "LeTensor", "LeScalar"),
    ("gt", "GtTensor", "GtScalar"),
    ("ge", "GeTensor", "GeScalar"),
    ("matmul", "Matmul", ""),
    ("mm", "Mm", ""),
    ("bmm", "BatchMatMul", ""),
];

/// Functions along an axis.
const ALONG: &[(&str, &str)] = &[
    ("softmax", "Softmax"),
    ("log_softmax", "LogSoftmax"),
    ("cumsum", ""),
];

/// A tensor of a dump.
struct Operand {
    file: PathBuf,
    is_input: bool,
}

/// A call to judge: the operator's name, the number of the call, and the call or the reason for which it cannot be made.
pub type Item = (String, u64, Result<Call, String>);

/// Puts a call together: tensors in the order of the operator's parameters, and attributes by their names.
fn call(
    operator: &str,
    operands: Vec<Operand>,
    attributes: &[(&str, Value)],
) -> Result<Call, String> {
    let (header, parameters) = prototype(operator)?;
    let mut of = Call {
        operator: operator.to_owned(),
        occurrence: 1,
        header,
        arguments: Vec::new(),
        memories: Vec::new(),
        contents: Vec::new(),
    };
    let (inputs, outputs): (Vec<Operand>, Vec<Operand>) =
        operands.into_iter().partition(|operand| operand.is_input);
    let (mut inputs, mut outputs) = (inputs.into_iter(), outputs.into_iter());
    for (kind, name) in parameters {
        let attribute = attributes.iter().find(|(own, _)| *own == name);
        let value = match (attribute, kind.as_str()) {
            (Some((_, value)), _) => value.clone(),
            (None, kind) if kind.contains("List") => return Err(format!("`{name}` is a list")),
            (None, kind) if kind.contains("aclTensor") => {
                let is_input = kind.starts_with("const");
                let next = if is_input {
                    inputs.next()
                } else {
                    outputs.next()
                };
                let next = next.ok_or_else(|| format!("`{name}` is not in the dump"))?;
                Value::Tensor(tensor(&mut of, next, &name)?)
            }
            // Products are computed as they are written; sums are not scaled.
            (None, _) if name == "cubeMathType" => Value::Plain("0".into()),
            (None, kind) if name == "alpha" && kind.contains("aclScalar") => {
                Value::Scalar(Dtype::named("FLOAT")?, "1".into())
            }
            (None, _) => return Err(format!("the attribute `{name}` is not in the dump")),
        };
        of.arguments.push(Argument { name, kind, value });
    }
    if inputs.next().is_some() || outputs.next().is_some() {
        return Err(format!(
            "{operator} takes fewer tensors than there are in the dump"
        ));
    }
    of.measure();
    Ok(of)
}

/// Adds a tensor with memory of its own.
fn tensor(of: &mut Call, operand: Operand, argument: &str) -> Result<Tensor, String> {
    let held = elements::tensor(&operand.file)?;
    let (dtype, view) = (Dtype::named(&held.dtype)?, View::dense(held.shape));
    let memory = of.memories.len();
    of.memories.push(Memory::new());
    of.contents.push(Contents {
        file: operand.file,
        argument: argument.to_owned(),
        is_input: operand.is_input,
        dtype,
        view: view.clone(),
        memory,
    });
    Ok(Tensor {
        dtype,
        view,
        format: ("ACL_FORMAT_ND", 2),
        memory,
    })
}

/// A file of a call: whether it is an output, and which.
type Numbered = (bool, u32, PathBuf);

/// Calls by names `{type}.{name}.{task}.{stream}.{time}.{input|output}.{n}.npy`.
pub fn named(files: &[PathBuf]) -> Vec<Item> {
    let mut calls: BTreeMap<(u64, String), Vec<Numbered>> = BTreeMap::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let Some(rest) = name.strip_suffix(".npy") else {
            continue;
        };
        let mut parts = rest.rsplitn(3, '.');
        let (Some(number), Some(role), Some(task)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Ok(number) = number.parse() else { continue };
        if !["input", "output"].contains(&role) {
            continue;
        }
        let time = task
            .rsplit('.')
            .next()
            .and_then(|time| time.parse().ok())
            .unwrap_or(0);
        calls.entry((time, task.to_owned())).or_default().push((
            role == "output",
            number,
            file.clone(),
        ));
    }
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut items = Vec::new();
    for ((_, task), mut tensors) in calls {
        tensors.sort();
        let kind = task.split('.').next().unwrap_or_default().to_owned();
        let count = counts.entry(kind.clone()).or_default();
        *count += 1;
        let own = OF_GRAPHS
            .iter()
            .find(|(name, _)| *name == kind)
            .map_or(kind.as_str(), |(_, own)| own);
        let operands = tensors.into_iter().map(|(is_output, _, file)| Operand {
            file,
            is_input: !is_output,
        });
        items.push((
            kind.clone(),
            *count,
            call(&format!("aclnn{own}"), operands.collect(), &[]),
        ));
    }
    items
}

/// Returns true if an object is the list that msProbe writes.
pub fn is_probe(list: &Json) -> bool {
    list["data"].is_object() && list["task"].is_string()
}

/// Calls of PyTorch in a list of msProbe; `folder` has the list.
pub fn probe(list: &Json, folder: &Path) -> Vec<Item> {
    let all = list["data"].as_object().into_iter().flatten();
    all.map(|(name, recorded)| {
        let mut parts = name.rsplitn(3, '.');
        let (direction, number, api) = (
            parts.next().unwrap_or(""),
            parts.next().unwrap_or(""),
            parts.next().unwrap_or(""),
        );
        let made = match direction {
            "forward" => torch(api, recorded, &folder.join("dump_tensor_data")),
            _ => Err("only the forward direction of functions of PyTorch is judged".into()),
        };
        (
            api.to_owned(),
            number.parse().map_or(1, |number: u64| number + 1),
            made,
        )
    })
    .collect()
}

/// A function of PyTorch: `Functional.relu`, `Torch.add`, `Tensor.__mul__`.
fn torch(api: &str, recorded: &Json, folder: &Path) -> Result<Call, String> {
    let (group, function) = api.split_once('.').unwrap_or(("", api));
    if !["Functional", "Torch", "Tensor", "Aten"].contains(&group) {
        return Err("only functions of PyTorch are judged".into());
    }
    let function = function.trim_matches('_');
    let arguments = recorded["input_args"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let is_tensor = |object: &Json| {
        object["type"]
            .as_str()
            .is_some_and(|kind| kind.starts_with("torch.") && object["data_name"].is_string())
    };
    let operand = |object: &Json, is_input| Operand {
        file: folder.join(object["data_name"].as_str().unwrap_or_default()),
        is_input,
    };
    let tensors = arguments
        .iter()
        .filter(|object| is_tensor(object))
        .map(|object| operand(object, true));
    let outputs = recorded["output"].as_array().into_iter().flatten();
    let outputs = outputs
        .filter(|object| is_tensor(object))
        .map(|object| operand(object, false));
    let operands: Vec<Operand> = tensors.chain(outputs).collect();
    let option = |at: usize, name: &str| {
        let given = arguments.get(at).filter(|object| !is_tensor(object));
        given
            .or_else(|| recorded["input_kwargs"].get(name))
            .map(|object| object["value"].clone())
    };
    if OF_ONE.split_whitespace().any(|own| own == function) && arguments.len() == 1 {
        let mut name = function.to_owned();
        name[..1].make_ascii_uppercase();
        return call(&format!("aclnn{name}"), operands, &[]);
    }
    if let Some(&(_, of_tensors, of_number)) = OF_TWO.iter().find(|row| row.0 == function) {
        let alpha = recorded["input_kwargs"]
            .get("alpha")
            .map(|object| number(&object["value"]))
            .transpose()?;
        let mut attributes: Vec<(&str, Value)> =
            alpha.into_iter().map(|alpha| ("alpha", alpha)).collect();
        let inputs = operands.iter().filter(|operand| operand.is_input).count();
        return match option(1, "other").or_else(|| option(1, "exponent")) {
            Some(other) if inputs == 1 && !of_number.is_empty() => {
                let other = number(&other)?;
                attributes.extend([("other", other.clone()), ("exponent", other)]);
                call(&format!("aclnn{of_number}"), operands, &attributes)
            }
            _ if inputs == 2 => call(&format!("aclnn{of_tensors}"), operands, &attributes),
            _ => Err("its operands are not all in the dump".into()),
        };
    }
    if let Some(&(_, own)) = ALONG
        .iter()
        .find(|row| row.0 == function && !row.1.is_empty())
    {
        let dim = option(1, "dim")
            .and_then(|dim| dim.as_i64())
            .ok_or("the attribute `dim` is not in the dump")?;
        return call(
            &format!("aclnn{own}"),
            operands,
            &[("dim", Value::Plain(dim.to_string()))],
        );
    }
    Err(format!("there is no rule for {api}"))
}

/// A number as a scalar.
fn number(value: &Json) -> Result<Value, String> {
    let (dtype, text) = match value {
        Json::Number(number) if number.is_i64() => ("INT64", number.to_string()),
        Json::Number(number) => ("FLOAT", number.to_string()),
        Json::Bool(value) => ("BOOL", value.to_string()),
        other => return Err(format!("{other} is no number")),
    };
    Ok(Value::Scalar(Dtype::named(dtype)?, text))
}
