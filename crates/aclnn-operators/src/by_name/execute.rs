//! Single operators by name, in one call.

use std::ffi::{c_char, c_int};
use std::ptr::null_mut;

use super::arguments::Arguments;
use super::formats::{agree, converted, meant_alike};
use super::given::Given;
use super::operand::{Operand, Side};
use super::operators::{ByName, all, find};
use crate::abi::acl::base_mdl::description::{copied, with};
use crate::abi::acl::base_mdl::types::aclTensorDesc;
use crate::abi::acl::base_rt::functions::data_buffer;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::op::attributes::attributes;
use crate::abi::acl::types::*;
use crate::abi::aclnn::phases::queue_with_own_memory;
use crate::abi::parameter::{Array, Text};
use hostnpu_aclnn_macros::entry;

const INPUTS: Side = Side {
    count: "numInputs",
    descriptions: "inputDesc",
    buffers: "inputs",
    mismatch: ACL_ERROR_OP_INPUT_NOT_MATCH,
};

const OUTPUTS: Side = Side {
    count: "numOutputs",
    descriptions: "outputDesc",
    buffers: "outputs",
    mismatch: ACL_ERROR_OP_OUTPUT_NOT_MATCH,
};

/// Descriptions and buffers.
type Arrays<'a> = (
    Array<'a, *const aclTensorDesc>,
    Array<'a, *const aclDataBuffer>,
);

/// Reads the descriptions and buffers of the inputs or of the outputs.
fn operands(side: Side, (descriptions, buffers): Arrays) -> Outcome<Vec<Operand>> {
    let (descriptions, buffers) = (copied(descriptions)?, copied(buffers)?);
    let pairs = descriptions.iter().zip(&buffers);
    let operands = pairs.map(|(&description, &buffer)| {
        let buffer = data_buffer(side.buffers, buffer)?;
        // SAFETY: a buffer of the program has as many bytes, by the contract of `crate::abi`.
        with(description, |description| unsafe {
            Operand::new(side, description, buffer)
        })?
    });
    operands.collect()
}

fn execute(
    function: &'static str,
    op_type: Text,
    (inputs, outputs): (Arrays, Arrays),
    attr: *const aclopAttr,
    stream: aclrtStream,
) -> Outcome {
    let op_type = op_type.to_string_lossy();
    let (mut inputs, mut outputs) = (operands(INPUTS, inputs)?, operands(OUTPUTS, outputs)?);
    let attributes = attributes(attr)?;
    let is_cast = all(&op_type).iter().any(ByName::is_cast);
    match (inputs.as_mut_slice(), outputs.as_mut_slice()) {
        ([input], [output]) if is_cast => meant_alike(input, output)?,
        _ => (),
    }
    let given = Given {
        inputs: &inputs,
        outputs: &outputs,
        attributes: &attributes,
    };
    let operator = find(&op_type, &given)?;
    if !is_cast {
        agree(operator.op_type, &inputs, &outputs)?;
    }
    let arguments = Arguments::new(operator, &given)?;
    let (mut size, mut executor) = (0, null_mut());
    let code = (operator.entry.first_phase)(&arguments.values, &raw mut size, &raw mut executor);
    if code != 0 {
        // Why has been recorded under the name of the operator.
        let got = format!(
            "{op_type:?} with operands that {} refuses ({code})",
            operator.entry.name
        );
        let allowed = "what the message before says";
        return refuse("opType", got, allowed, ACL_ERROR_OP_INPUT_NOT_MATCH);
    }
    let (kept, narrow) = (arguments.kept.clone(), arguments.narrow.clone());
    drop(arguments);
    queue_with_own_memory(function, executor, stream, kept, |call| {
        converted(call, (&inputs, &outputs), &narrow)
    })
}

/// Runs an operator that a graph knows by this name, in the order of a stream. The operators of aclnn that compute the same stand behind
/// the names; `engineType`, `compileFlag` and `opPath` change nothing. An input whose values are parameters, such as the axes of ReduceSum, is on
/// the host or a constant.
///
/// Returns 100000 for null, a negative number, or a buffer too small; 100021 to 100023 for inputs, outputs or attributes that the operator does
/// not take; 100024 for a name without an operator; 107017 for a description, buffer or attributes that are not live; 148050 for unknown
/// extents.
#[entry(acl)]
fn aclopCompileAndExecute(
    op_type: Text,
    num_inputs: c_int,
    #[length(num_inputs)] input_desc: Array<'_, *const aclTensorDesc>,
    #[length(num_inputs)] inputs: Array<'_, *const aclDataBuffer>,
    num_outputs: c_int,
    #[length(num_outputs)] output_desc: Array<'_, *const aclTensorDesc>,
    #[length(num_outputs)] outputs: Array<'_, *mut aclDataBuffer>,
    attr: *const aclopAttr,
    _engine_type: aclopEngineType,
    _compile_flag: aclopCompileType,
    _op_path: *const c_char,
    stream: aclrtStream,
) -> Outcome {
    let outputs = (output_desc, outputs.of_const());
    let operands = ((input_desc, inputs), outputs);
    execute(FUNCTION, op_type, operands, attr, stream)
}

/// As `aclopCompileAndExecute`. The descriptions of outputs stay as they are: their extents are known before.
#[entry(acl)]
fn aclopCompileAndExecuteV2(
    op_type: Text,
    num_inputs: c_int,
    #[length(num_inputs)]
    #[not_const]
    input_desc: Array<'_, *mut aclTensorDesc>,
    #[length(num_inputs)]
    #[not_const]
    inputs: Array<'_, *mut aclDataBuffer>,
    num_outputs: c_int,
    #[length(num_outputs)]
    #[not_const]
    output_desc: Array<'_, *mut aclTensorDesc>,
    #[length(num_outputs)]
    #[not_const]
    outputs: Array<'_, *mut aclDataBuffer>,
    attr: *mut aclopAttr,
    _engine_type: aclopEngineType,
    _compile_flag: aclopCompileType,
    _op_path: *const c_char,
    stream: aclrtStream,
) -> Outcome {
    let inputs = (input_desc.of_const(), inputs.of_const());
    let outputs = (output_desc.of_const(), outputs.of_const());
    execute(FUNCTION, op_type, (inputs, outputs), attr, stream)
}
