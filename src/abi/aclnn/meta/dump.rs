//! `aclDumpOpTensors`: what an operator was called with, in the log.

use super::described::TENSORS;
use crate::abi::acl::types::aclrtStream;
use crate::abi::aclnn::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, Later, Text};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_or_default;
use crate::diagnostics::log;
use hostnpu_aclnn_macros::entry;

/// Writes type, shape and address of an operator's tensors to the log, at level info, after the work of `stream`.
///
/// Returns 161001 if `opType`, `opName` or `tensors` is null, 161002 if a tensor is not live.
#[entry(aclnn)]
fn aclDumpOpTensors(
    op_type: Later<Text>,
    op_name: Later<Text>,
    #[length(input_tensor_num.saturating_add(output_tensor_num))]
    #[not_const]
    tensors: Array<'_, *mut aclTensor>,
    input_tensor_num: usize,
    output_tensor_num: usize,
    stream: aclrtStream,
) -> Outcome {
    log::install();
    let (op_type, op_name) = (op_type.get()?.get(), op_name.get()?.get());
    not_null("tensors", tensors)?;
    stream_or_default("stream", stream.addr())?.synchronize(None)?;
    for (i, tensor) in tensors.get()?.iter().enumerate() {
        let tensor = TENSORS.get("tensors", tensor.addr())?;
        let role = if i < input_tensor_num {
            "input"
        } else {
            "output"
        };
        ::log::info!("{op_type:?} {op_name:?}: {role} {i}: {tensor:?}");
    }
    Ok(())
}
