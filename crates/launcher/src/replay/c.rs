//! A recorded call as a program in C.

use std::fmt::Write as _;
use std::path::Path;

use super::call::{Argument, Call, Contents, Value, View};

const HEAD: &str = r#"#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/HEADER"

#define CHECK(call)                                                                             \
    do {                                                                                        \
        int status = (int)(call);                                                               \
        if (status != 0) {                                                                      \
            const char *text = aclGetRecentErrMsg();                                            \
            fprintf(stderr, "%s: status %d: %s\n", #call, status, text == NULL ? "" : text);   \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

/* The elements of a file of NumPy, in the order of their indices. */
static char *load(const char *path, size_t bytes)
{
    unsigned char head[12];
    char *elements = malloc(bytes + 1);
    FILE *file = fopen(path, "rb");
    if (elements == NULL || file == NULL || fread(head, 1, 10, file) != 10 || fseek(file, 10 + head[8] + 256 * head[9], SEEK_SET) != 0 ||
        fread(elements, 1, bytes, file) != bytes) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return elements;
}

/* Moves elements between their order and their places in memory. */
static void move(char *elements, char *memory, const int64_t *shape, const int64_t *strides, int rank, int64_t offset, size_t size, bool in)
{
    int64_t index[64] = {0}, count = 1;
    for (int i = 0; i < rank; i++) {
        count *= shape[i];
    }
    for (int64_t k = 0; k < count; k++) {
        int64_t place = offset;
        for (int i = 0; i < rank; i++) {
            place += index[i] * strides[i];
        }
        memcpy(in ? memory + place * (int64_t)size : elements + k * (int64_t)size, in ? elements + k * (int64_t)size : memory + place * (int64_t)size, size);
        for (int i = rank - 1; i >= 0 && ++index[i] == shape[i]; i--) {
            index[i] = 0;
        }
    }
}
"#;

/// Writes the program.
pub fn program(call: &Call) -> String {
    let mut text = format!(
        "/* {}, call {} of a recorded run, on the operands that it had: written by `hostnpu replay {} --as c`.\n   Build: gcc -std=gnu11 -I$ASCEND_HOME_PATH/include THIS.c -L$ASCEND_HOME_PATH/lib64 -lopapi_math -lopapi_nn -lopapi_cv -lopapi_transformer -lascendcl -lnnopbase -lm\n   Prints how many elements of each result have other bits than the recorded ones. */\n",
        call.operator,
        call.occurrence,
        call.name()
    );
    text += &HEAD.replace("HEADER", &call.header);
    text += "\nint main(void)\n{\n    CHECK(aclInit(NULL));\n    CHECK(aclrtSetDevice(0));\n    aclrtStream stream = NULL;\n    CHECK(aclrtCreateStream(&stream));\n";
    for (at, memory) in call.memories.iter().enumerate() {
        let bytes = memory.bytes.max(1);
        let _ = writeln!(
            text,
            "    char *host{at} = calloc(1, {bytes});\n    void *memory{at} = NULL;\n    CHECK(aclrtMalloc(&memory{at}, {bytes}, ACL_MEM_MALLOC_HUGE_FIRST));"
        );
    }
    for (at, contents) in call.contents.iter().enumerate() {
        text += &format!("    /* {} */\n", contents.argument);
        text += &view(&format!("of{at}"), &contents.view);
        if contents.is_input {
            let _ = writeln!(text, "    char *elements{at} = {};", loaded(contents));
            let _ = writeln!(text, "    {}", moved(at, contents, true));
        }
    }
    for (at, memory) in call.memories.iter().enumerate() {
        let bytes = memory.bytes.max(1);
        let _ = writeln!(
            text,
            "    CHECK(aclrtMemcpy(memory{at}, {bytes}, host{at}, {bytes}, ACL_MEMCPY_HOST_TO_DEVICE));"
        );
    }
    for argument in &call.arguments {
        text += &made(argument, call);
    }
    let operator = &call.operator;
    let names: Vec<String> = call.arguments.iter().map(passed).collect();
    let _ = write!(
        text,
        "    uint64_t size = 0;\n    aclOpExecutor *executor = NULL;\n    CHECK({operator}GetWorkspaceSize({}, &size, &executor));\n    void *workspace = NULL;\n    if (size > 0) {{\n        CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));\n    }}\n    CHECK({operator}(workspace, size, executor, stream));\n    CHECK(aclrtSynchronizeStream(stream));\n",
        names.join(", ")
    );
    for (at, memory) in call.memories.iter().enumerate() {
        let bytes = memory.bytes.max(1);
        let _ = writeln!(
            text,
            "    CHECK(aclrtMemcpy(host{at}, {bytes}, memory{at}, {bytes}, ACL_MEMCPY_DEVICE_TO_HOST));"
        );
    }
    for (at, contents) in call
        .contents
        .iter()
        .enumerate()
        .filter(|(_, contents)| !contents.is_input)
    {
        let (count, size) = (contents.view.count(), contents.dtype.size);
        let _ = write!(
            text,
            "    char *recorded{at} = {}, *elements{at} = malloc({} + 1);\n    {}\n    size_t different{at} = 0;\n    for (size_t i = 0; i < {count}; i++) {{\n        different{at} += memcmp(elements{at} + i * {size}, recorded{at} + i * {size}, {size}) != 0;\n    }}\n    printf(\"{}: %zu of {count} elements have other bits\\n\", different{at});\n",
            loaded(contents),
            count * size,
            moved(at, contents, false),
            contents.argument
        );
    }
    for argument in &call.arguments {
        if let Some(destroy) = argument.destroy() {
            let _ = writeln!(text, "    CHECK({destroy}({}));", argument.name);
        }
    }
    text += "    if (workspace != NULL) {\n        CHECK(aclrtFree(workspace));\n    }\n";
    for at in 0..call.memories.len() {
        let _ = writeln!(text, "    CHECK(aclrtFree(memory{at}));");
    }
    text += "    CHECK(aclrtDestroyStream(stream));\n    CHECK(aclrtResetDevice(0));\n    CHECK(aclFinalize());\n    return 0;\n}\n";
    text
}

/// A text as C has it.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn loaded(contents: &Contents) -> String {
    let bytes = contents.view.count() * contents.dtype.size;
    format!("load({}, {bytes})", quoted(&contents.file))
}

fn moved(at: usize, contents: &Contents, is_in: bool) -> String {
    let (rank, size) = (contents.view.shape.len(), contents.dtype.size);
    format!(
        "move(elements{at}, host{}, shape_of{at}, strides_of{at}, {rank}, {}, {size}, {is_in});",
        contents.memory, contents.view.offset
    )
}

fn list(numbers: &[i64]) -> String {
    match numbers {
        [] => "0".into(),
        _ => numbers
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn view(name: &str, view: &View) -> String {
    format!(
        "    const int64_t shape_{name}[] = {{{}}}, strides_{name}[] = {{{}}};\n",
        list(&view.shape),
        list(&view.strides)
    )
}

/// The expression that makes an argument.
fn made(argument: &Argument, call: &Call) -> String {
    let name = &argument.name;
    match &argument.value {
        Value::Null | Value::Plain(_) => String::new(),
        Value::Tensor(tensor) => {
            let storage = call.memories[tensor.memory].bytes / tensor.dtype.size;
            // One that lies dense has the storage that it was made with, others a flat one.
            let (storage, extents) = match tensor.view.is_dense() {
                true => (
                    String::new(),
                    format!("shape_{name}, {}", tensor.view.shape.len()),
                ),
                false => (
                    format!("    const int64_t storage_{name} = {storage};\n"),
                    format!("&storage_{name}, 1"),
                ),
            };
            format!(
                "{}{storage}    aclTensor *{name} = aclCreateTensor(shape_{name}, {rank}, {dtype}, strides_{name}, {offset}, {format}, {extents}, memory{memory});\n",
                view(name, &tensor.view),
                rank = tensor.view.shape.len(),
                dtype = tensor.dtype.of_c,
                offset = tensor.view.offset,
                format = tensor.format.0,
                memory = tensor.memory,
            )
        }
        Value::Scalar(dtype, value) => {
            // Types that C lacks are made of a float.
            let (of, dtype) = match dtype.name {
                "DOUBLE" => ("double", dtype.of_c),
                "BOOL" => ("bool", dtype.of_c),
                "INT8" => ("int8_t", dtype.of_c),
                "INT16" => ("int16_t", dtype.of_c),
                "INT32" => ("int32_t", dtype.of_c),
                "INT64" => ("int64_t", dtype.of_c),
                "UINT8" => ("uint8_t", dtype.of_c),
                "UINT16" => ("uint16_t", dtype.of_c),
                "UINT32" => ("uint32_t", dtype.of_c),
                "UINT64" => ("uint64_t", dtype.of_c),
                _ => ("float", "ACL_FLOAT"),
            };
            format!(
                "    {of} value_{name} = ({of}){value};\n    aclScalar *{name} = aclCreateScalar(&value_{name}, {dtype});\n"
            )
        }
        Value::Array(kind, of, members) => format!(
            "    {of} members_{name}[] = {{{}}};\n    acl{kind}Array *{name} = aclCreate{kind}Array(members_{name}, {});\n",
            match members.as_slice() {
                [] => "0".to_owned(),
                members => members.join(", "),
            },
            members.len()
        ),
    }
}

fn passed(argument: &Argument) -> String {
    match &argument.value {
        Value::Null => "NULL".into(),
        Value::Plain(text) if text.starts_with('"') && !argument.kind.contains("const") => {
            format!("(char *){text}")
        }
        Value::Plain(text) => text.clone(),
        _ => argument.name.clone(),
    }
}
