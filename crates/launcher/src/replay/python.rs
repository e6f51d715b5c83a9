//! A recorded call as a test of pytest.

use std::fmt::Write as _;

use super::call::{Argument, Call, Contents, Value, View};

const HEAD: &str = r#"import ctypes

import numpy as np
import pytest

# Units in the last place by which results may differ from the recorded ones; 0 wants the same bits. `None`, for what is no floating-point number, is 0.
ULP = 0

ACL = [ctypes.CDLL(f"lib{name}.so", mode=ctypes.RTLD_GLOBAL) for name in ("ascendcl", "nnopbase")]
for name in ("opapi_math", "opapi_nn", "opapi_cv", "opapi_transformer", "opapi"):
    try:
        ACL.append(ctypes.CDLL(f"lib{name}.so", mode=ctypes.RTLD_GLOBAL))
    except OSError:
        pass  # Not in this toolkit: another one has the operator.


def function(name, result=ctypes.c_int):
    for library in ACL:
        if hasattr(library, name):
            found = getattr(library, name)
            found.restype = result
            return found
    raise AttributeError(name)


def check(name, *arguments):
    status = function(name)(*arguments)
    assert status == 0, f"{name}: status {status}: {(function('aclGetRecentErrMsg', ctypes.c_char_p)() or b'').decode()}"


def longs(values):
    return (ctypes.c_int64 * max(len(values), 1))(*values)


def places(view, size):
    """The first byte of each element of a view, in the order of its indices."""
    shape, strides, offset = view
    index = np.full(shape, offset, np.int64)
    for axis, stride in enumerate(strides):
        index = index + np.arange(shape[axis], dtype=np.int64).reshape([-1 if k == axis else 1 for k in range(len(shape))]) * stride
    return index.reshape(-1, 1) * size + np.arange(size)


def put(memory, file, view, size):
    memory[places(view, size)] = np.load(file).reshape(-1).view(np.uint8).reshape(-1, size)


def ranks(elements):
    """Floating-point numbers by their places among all of their type."""
    bits = elements.view(f"i{elements.dtype.itemsize}").astype(object if elements.dtype.itemsize > 8 else np.int64)
    least = -(1 << (8 * elements.dtype.itemsize - 1))
    return np.where(bits < 0, least - bits, bits)


def compare(memory, file, view, size, argument):
    recorded = np.load(file)
    result = memory[places(view, size)].reshape(-1).view(recorded.dtype).reshape(recorded.shape)
    same = result.reshape(-1).view(np.uint8).reshape(-1, size) == recorded.reshape(-1).view(np.uint8).reshape(-1, size)
    different = ~same.all(axis=1)
    if recorded.dtype.kind == "f" and ULP:
        both = [ranks(each.reshape(-1)) for each in (result, recorded)]
        near = np.abs(both[0].astype(float) - both[1].astype(float)) <= ULP
        different &= ~(near | (np.isnan(result.reshape(-1)) & np.isnan(recorded.reshape(-1))))
    first = np.unravel_index(different.argmax(), recorded.shape) if different.any() else ()
    assert not different.any(), f"`{argument}`: {different.sum()} of {different.size} elements differ, the first at {[int(i) for i in first]}"


@pytest.fixture
def stream():
    check("aclInit", None)
    check("aclrtSetDevice", 0)
    stream = ctypes.c_void_p()
    check("aclrtCreateStream", ctypes.byref(stream))
    yield stream
    check("aclrtDestroyStream", stream)
    check("aclrtResetDevice", 0)
    check("aclFinalize")


def on_device(memory):
    start = ctypes.c_void_p()
    check("aclrtMalloc", ctypes.byref(start), ctypes.c_size_t(memory.nbytes), 0)
    check("aclrtMemcpy", start, ctypes.c_size_t(memory.nbytes), ctypes.c_void_p(memory.ctypes.data), ctypes.c_size_t(memory.nbytes), 1)
    return start


def tensor(view, dtype, form, storage, start):
    shape, strides, offset = view
    made = function("aclCreateTensor", ctypes.c_void_p)(
        longs(shape), ctypes.c_uint64(len(shape)), dtype, longs(strides), ctypes.c_int64(offset), form, longs(storage), ctypes.c_uint64(len(storage)), start
    )
    assert made, "no tensor"
    return ctypes.c_void_p(made)


def scalar(value, dtype):
    return ctypes.c_void_p(function("aclCreateScalar", ctypes.c_void_p)(ctypes.byref(value), dtype))


def array(kind, of, values):
    return ctypes.c_void_p(function(f"aclCreate{kind}Array", ctypes.c_void_p)((of * max(len(values), 1))(*values), ctypes.c_uint64(len(values))))
"#;

/// Writes the test.
pub fn test(call: &Call) -> String {
    let operator = &call.operator;
    let mut text = format!(
        "\"\"\"{operator}, call {} of a recorded run, on the operands that it had: written by `hostnpu replay {} --as pytest`.\n\nRuns where set_env.sh was sourced, and on a card.\n\"\"\"\n\n{HEAD}\n\n",
        call.occurrence,
        call.name()
    );
    let _ = writeln!(text, "def test_{}(stream):", snake(operator));
    let sizes: Vec<String> = call
        .memories
        .iter()
        .map(|memory| memory.bytes.max(1).to_string())
        .collect();
    let _ = writeln!(
        text,
        "    memory = [np.zeros(size, np.uint8) for size in [{}]]",
        sizes.join(", ")
    );
    for contents in call.contents.iter().filter(|contents| contents.is_input) {
        let _ = writeln!(text, "    put({})", placed(contents));
    }
    text += "    start = [on_device(each) for each in memory]\n";
    for argument in &call.arguments {
        let made = made(argument, call);
        let _ = writeln!(text, "    {} = {made}", own(&argument.name));
    }
    let names: Vec<String> = call
        .arguments
        .iter()
        .map(|argument| own(&argument.name))
        .collect();
    let _ = write!(
        text,
        "    size, executor, workspace = ctypes.c_uint64(), ctypes.c_void_p(), ctypes.c_void_p()\n    check(\"{operator}GetWorkspaceSize\", {}, ctypes.byref(size), ctypes.byref(executor))\n    if size.value:\n        check(\"aclrtMalloc\", ctypes.byref(workspace), ctypes.c_size_t(size.value), 0)\n    check(\"{operator}\", workspace, size, executor, stream)\n    check(\"aclrtSynchronizeStream\", stream)\n    for each, at in zip(memory, start):\n        check(\"aclrtMemcpy\", ctypes.c_void_p(each.ctypes.data), ctypes.c_size_t(each.nbytes), at, ctypes.c_size_t(each.nbytes), 2)\n",
        names.join(", ")
    );
    for argument in &call.arguments {
        if let Some(destroy) = argument.destroy() {
            let name = own(&argument.name);
            let _ = writeln!(text, "    check(\"{destroy}\", {name})");
        }
    }
    text += "    for at in start + ([workspace] if size.value else []):\n        check(\"aclrtFree\", at)\n";
    for contents in call.contents.iter().filter(|contents| !contents.is_input) {
        let _ = writeln!(
            text,
            "    compare({}, \"{}\")",
            placed(contents),
            contents.argument
        );
    }
    text
}

/// A name that is none of Python's words.
fn own(name: &str) -> String {
    format!("{}_", snake(name))
}

fn snake(camel: &str) -> String {
    let mut snake = String::new();
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

fn view(view: &View) -> String {
    format!("({:?}, {:?}, {})", view.shape, view.strides, view.offset)
}

fn placed(contents: &Contents) -> String {
    format!(
        "memory[{}], {:?}, {}, {}",
        contents.memory,
        contents.file.to_string_lossy(),
        view(&contents.view),
        contents.dtype.size
    )
}

/// A number as Python has it.
fn number(text: &str) -> String {
    match text {
        "INFINITY" => "float(\"inf\")".into(),
        "-INFINITY" => "float(\"-inf\")".into(),
        "NAN" => "float(\"nan\")".into(),
        "true" => "True".into(),
        "false" => "False".into(),
        other => other.into(),
    }
}

/// The expression that makes an argument.
fn made(argument: &Argument, call: &Call) -> String {
    match &argument.value {
        Value::Null => "None".into(),
        Value::Plain(text) if text.starts_with('"') => format!("ctypes.c_char_p(b{text})"),
        Value::Plain(text) => format!("{}({})", of_c(&argument.kind), number(text)),
        Value::Tensor(tensor) => {
            let storage = match tensor.view.is_dense() {
                true => format!("{:?}", tensor.view.shape),
                false => format!(
                    "[{}]",
                    call.memories[tensor.memory].bytes / tensor.dtype.size
                ),
            };
            format!(
                "tensor({}, {}, {}, {storage}, start[{}])",
                view(&tensor.view),
                tensor.dtype.number,
                tensor.format.1,
                tensor.memory
            )
        }
        Value::Scalar(dtype, value) => {
            let (of, dtype) = match dtype.name {
                "DOUBLE" => ("c_double", dtype.number),
                "BOOL" => ("c_bool", dtype.number),
                "INT8" => ("c_int8", dtype.number),
                "INT16" => ("c_int16", dtype.number),
                "INT32" => ("c_int32", dtype.number),
                "INT64" => ("c_int64", dtype.number),
                "UINT8" => ("c_uint8", dtype.number),
                "UINT16" => ("c_uint16", dtype.number),
                "UINT32" => ("c_uint32", dtype.number),
                "UINT64" => ("c_uint64", dtype.number),
                _ => ("c_float", 0),
            };
            format!("scalar(ctypes.{of}({}), {dtype})", number(value))
        }
        Value::Array(kind, of, members) => {
            let members: Vec<String> = members.iter().map(|member| number(member)).collect();
            let of = match *of {
                "int64_t" => "ctypes.c_int64",
                "float" => "ctypes.c_float",
                _ => "ctypes.c_bool",
            };
            format!("array(\"{kind}\", {of}, [{}])", members.join(", "))
        }
    }
}

/// The type of ctypes for one of C.
fn of_c(kind: &str) -> String {
    let kind = kind.trim_start_matches("const ");
    match kind {
        "float" | "double" | "bool" | "int" => format!("ctypes.c_{kind}"),
        _ => format!("ctypes.c_{}", kind.trim_end_matches("_t")),
    }
}
