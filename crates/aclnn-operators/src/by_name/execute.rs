//! Single operators by name, in one call.

use std::ffi::{c_char, c_int};
use std::ptr::null_mut;

use super::arguments::{Arguments, Operand, kept};
use super::operators::{ByName, OPERATORS, find};
use crate::abi::acl::base_mdl::description::{copied, with};
use crate::abi::acl::base_mdl::types::aclTensorDesc;
use crate::abi::acl::base_rt::functions::data_buffer;
use crate::abi::acl::boundary::{Outcome, guard, refuse};
use crate::abi::acl::op::attributes::{Attributes, attributes};
use crate::abi::acl::types::*;
use crate::abi::aclnn::phases::queue_with_own_memory;
use crate::abi::pointer::text;
use crate::error::Reason;

/// What C says of the inputs or of the outputs.
#[derive(Clone, Copy)]
struct Side {
    count_arg: &'static str,
    count: c_int,
    descriptions_arg: &'static str,
    descriptions: *const *const aclTensorDesc,
    buffers_arg: &'static str,
    buffers: *const *const aclDataBuffer,
}

impl Side {
    /// # Safety
    /// The contract of [`crate::abi`].
    unsafe fn operands(self) -> Outcome<Vec<Operand>> {
        let count = (self.count_arg, self.count.into());
        // SAFETY: arrays with their length, by the contract.
        let (descriptions, buffers) = unsafe {
            (
                copied((self.descriptions_arg, self.descriptions), count)?,
                copied((self.buffers_arg, self.buffers), count)?,
            )
        };
        let pairs = descriptions.iter().zip(&buffers);
        let operands = pairs.map(|(&description, &buffer)| {
            let buffer = data_buffer(self.buffers_arg, buffer)?;
            // SAFETY: the contract is the caller's.
            with(description, |description| unsafe {
                Operand::new(self.buffers_arg, description, buffer)
            })?
        });
        operands.collect()
    }
}

fn operator(op_type: &str) -> Outcome<&'static ByName> {
    let Some(operator) = find(op_type) else {
        let names: Vec<_> = OPERATORS.iter().map(|operator| operator.op_type).collect();
        let allowed = format!(
            "{}; for others call the operator's aclnn functions",
            names.join(", ")
        );
        return refuse(
            "opType",
            format!("{op_type:?}"),
            allowed,
            ACL_ERROR_OP_NOT_FOUND,
        );
    };
    Ok(operator)
}

/// Attributes that begin with an underscore are the graph's own.
fn check_attributes(operator: &ByName, attributes: &Attributes) -> Outcome {
    let is_unknown = |name: &&String| !name.starts_with('_') && !operator.has(name);
    match attributes.keys().find(is_unknown) {
        None => Ok(()),
        Some(name) => refuse(
            "attr",
            format!("with {name:?}"),
            format!("what {} takes here", operator.op_type),
            ACL_ERROR_OP_ATTR_NOT_MATCH,
        ),
    }
}

/// # Safety
/// The contract of [`crate::abi`].
unsafe fn execute(
    function: &'static str,
    op_type: *const c_char,
    (inputs, outputs): (Side, Side),
    attr: *const aclopAttr,
    stream: aclrtStream,
) -> aclError {
    guard(function, || {
        // SAFETY: a string, by the contract.
        let op_type = unsafe { text(op_type) }.ok_or(Reason::Null { arg: "opType" })?;
        // SAFETY: the contract is the caller's.
        let (inputs, outputs) = unsafe { (inputs.operands()?, outputs.operands()?) };
        let attributes = attributes(attr)?;
        let operator = operator(&op_type.to_string_lossy())?;
        if inputs.len() != operator.inputs() {
            let (got, allowed) = (inputs.len(), operator.inputs().to_string());
            return refuse("numInputs", got, allowed, ACL_ERROR_OP_INPUT_NOT_MATCH);
        }
        let [output] = outputs.as_slice() else {
            let got = outputs.len();
            return refuse("numOutputs", got, "1", ACL_ERROR_OP_OUTPUT_NOT_MATCH);
        };
        check_attributes(operator, &attributes)?;
        let arguments = Arguments::new(operator, &inputs, output, &attributes)?;
        let (mut size, mut executor) = (0, null_mut());
        let code =
            (operator.entry.first_phase)(&arguments.values, &raw mut size, &raw mut executor);
        if code != 0 {
            // Why has been recorded under the name of the operator.
            let got = format!(
                "{op_type:?} with operands that {} refuses ({code})",
                operator.entry.name
            );
            let allowed = "what the message before says";
            return refuse("opType", got, allowed, ACL_ERROR_OP_INPUT_NOT_MATCH);
        }
        queue_with_own_memory(function, executor, stream, kept(&inputs))
    })
}

/// Runs an operator that a graph knows by this name, in the order of a stream. The operators of aclnn that compute the same stand behind
/// the names; `engineType`, `compileFlag` and `opPath` change nothing. An input whose values are parameters, such as the axes of ReduceSum, is on
/// the host or a constant.
///
/// Returns 100000 for null, a negative number, or a buffer too small; 100021 to 100023 for inputs, outputs or attributes that the operator does
/// not take; 100024 for a name without an operator; 107017 for a description, buffer or attributes that are not live; 148050 for unknown
/// extents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclopCompileAndExecute(
    op_type: *const c_char,
    num_inputs: c_int,
    input_desc: *const *const aclTensorDesc,
    inputs: *const *const aclDataBuffer,
    num_outputs: c_int,
    output_desc: *const *const aclTensorDesc,
    outputs: *const *mut aclDataBuffer,
    attr: *const aclopAttr,
    _engine_type: aclopEngineType,
    _compile_flag: aclopCompileType,
    _op_path: *const c_char,
    stream: aclrtStream,
) -> aclError {
    let sides = sides(
        (num_inputs, input_desc, inputs),
        (num_outputs, output_desc, outputs.cast()),
    );
    // SAFETY: the contract is the caller's.
    unsafe { execute("aclopCompileAndExecute", op_type, sides, attr, stream) }
}

/// As `aclopCompileAndExecute`. The descriptions of outputs stay as they are: their extents are known before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclopCompileAndExecuteV2(
    op_type: *const c_char,
    num_inputs: c_int,
    input_desc: *mut *mut aclTensorDesc,
    inputs: *mut *mut aclDataBuffer,
    num_outputs: c_int,
    output_desc: *mut *mut aclTensorDesc,
    outputs: *mut *mut aclDataBuffer,
    attr: *mut aclopAttr,
    _engine_type: aclopEngineType,
    _compile_flag: aclopCompileType,
    _op_path: *const c_char,
    stream: aclrtStream,
) -> aclError {
    let sides = sides(
        (num_inputs, input_desc.cast(), inputs.cast()),
        (num_outputs, output_desc.cast(), outputs.cast()),
    );
    // SAFETY: the contract is the caller's.
    unsafe { execute("aclopCompileAndExecuteV2", op_type, sides, attr, stream) }
}

/// A count, descriptions and buffers.
type Arrays = (
    c_int,
    *const *const aclTensorDesc,
    *const *const aclDataBuffer,
);

fn sides(inputs: Arrays, outputs: Arrays) -> (Side, Side) {
    let inputs = Side {
        count_arg: "numInputs",
        count: inputs.0,
        descriptions_arg: "inputDesc",
        descriptions: inputs.1,
        buffers_arg: "inputs",
        buffers: inputs.2,
    };
    let outputs = Side {
        count_arg: "numOutputs",
        count: outputs.0,
        descriptions_arg: "outputDesc",
        descriptions: outputs.1,
        buffers_arg: "outputs",
        buffers: outputs.2,
    };
    (inputs, outputs)
}
