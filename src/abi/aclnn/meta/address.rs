//! Exchanging the addresses of a repeatable executor's tensors between two runs.

use std::ffi::c_void;
use std::sync::Arc;

use super::described::TENSORS;
use super::list::members;
use super::{executor, executor::Executor};
use crate::abi::aclnn::types::*;
use crate::abi::failure::{Code, Outcome, refuse};
use crate::device::frees;
use crate::error::{Error, Reason};
use crate::ops::{Arg, Role};
use hostnpu_aclnn_macros::entry;

/// The parameters of a call that an index counts.
type Counted = fn(Role) -> bool;

const ALL: Counted = |_| true;
const INPUTS: Counted = Role::is_input;
const OUTPUTS: Counted = Role::writes;

/// Sets the address of one operand, and of its tensor object.
fn set_tensor(
    executor: *mut aclOpExecutor,
    index: usize,
    tensor: *mut aclTensor,
    address: *mut c_void,
    counted: Counted,
) -> Outcome {
    executor::with(executor.addr(), |executor| {
        if tensor.is_null() {
            return Err(Error::from(Reason::Null { arg: "tensor" })).code(ACLNN_ERR_INNER_NULLPTR);
        }
        let operands: Vec<usize> = parameters(executor, counted)
            .into_iter()
            .flatten()
            .collect();
        let Some(&operand) = operands.get(index) else {
            return refuse(
                "index",
                index,
                below(operands.len()),
                ACLNN_ERR_PARAM_INVALID,
            );
        };
        set(executor, operand, tensor.addr(), address.addr())
    })
    .code(ACLNN_ERR_INNER_NULLPTR)?
}

/// Sets the address of one member of a list operand, and of its tensor object.
fn set_member(
    executor: *mut aclOpExecutor,
    parameter: usize,
    member: usize,
    tensors: *mut aclTensorList,
    address: *mut c_void,
    counted: Counted,
) -> Outcome {
    executor::with(executor.addr(), |executor| {
        let tensors = members("tensors", tensors).code(ACLNN_ERR_INNER_NULLPTR)?;
        let Some(&tensor) = tensors.get(member) else {
            return refuse(
                "relativeIndex",
                member,
                below(tensors.len()),
                ACLNN_ERR_PARAM_INVALID,
            );
        };
        if tensor == 0 {
            return Err(Error::from(Reason::Null { arg: "tensors" })).code(ACLNN_ERR_INNER_NULLPTR);
        }
        let lists = parameters(executor, counted);
        let Some(operands) = lists.get(parameter) else {
            return refuse(
                "irIndex",
                parameter,
                below(lists.len()),
                ACLNN_ERR_PARAM_INVALID,
            );
        };
        let Some(&operand) = operands.get(member) else {
            return refuse(
                "relativeIndex",
                member,
                below(operands.len()),
                ACLNN_ERR_PARAM_INVALID,
            );
        };
        set(executor, operand, tensor, address.addr())
    })
    .code(ACLNN_ERR_INNER_NULLPTR)?
}

fn set(executor: &mut Executor, operand: usize, tensor: usize, address: usize) -> Outcome {
    executor.bound.call().args()[operand].check_memory_at(address)?;
    TENSORS
        .change("tensor", tensor, |tensor| {
            Arc::make_mut(tensor).address = address;
        })
        .code(ACLNN_ERR_INNER_NULLPTR)?;
    executor.bound.exchange(operand, address);
    executor.checked_at = frees();
    Ok(())
}

/// The operands of each parameter that counts: one for a tensor, several for a list, whose members share their name.
fn parameters(executor: &Executor, counted: Counted) -> Vec<Vec<usize>> {
    let mut parameters: Vec<Vec<usize>> = Vec::new();
    let mut last: Option<&Arg> = None;
    for (operand, arg) in executor.bound.call().args().iter().enumerate() {
        if !counted(arg.role) {
            continue;
        }
        match parameters.last_mut() {
            Some(list) if last.is_some_and(|last| last.name == arg.name) => list.push(operand),
            _ => parameters.push(vec![operand]),
        }
        last = Some(arg);
    }
    parameters
}

fn below(count: usize) -> String {
    match count.checked_sub(1) {
        Some(last) => format!("0 to {last}"),
        None => "none: there is no such parameter".into(),
    }
}

/// Replaces the device address of the `index`-th tensor parameter, counted over all of them.
///
/// Returns 561103 if `executor` or `tensor` is null or not live; 161002 if the index is out of range, or if the tensor
/// would pass the end of the device allocation at `addr`.
#[entry(
    aclnn,
    also("AclSetTensorAddr", "The older spelling of `aclSetTensorAddr`.")
)]
fn aclSetTensorAddr(
    executor: *mut aclOpExecutor,
    index: usize,
    tensor: *mut aclTensor,
    addr: *mut c_void,
) -> Outcome {
    set_tensor(executor, index, tensor, addr, ALL)
}

/// As `aclSetTensorAddr`, counted over inputs.
#[entry(
    aclnn,
    also(
        "AclSetInputTensorAddr",
        "The older spelling of `aclSetInputTensorAddr`."
    )
)]
fn aclSetInputTensorAddr(
    executor: *mut aclOpExecutor,
    index: usize,
    tensor: *mut aclTensor,
    addr: *mut c_void,
) -> Outcome {
    set_tensor(executor, index, tensor, addr, INPUTS)
}

/// As `aclSetTensorAddr`, counted over outputs.
#[entry(
    aclnn,
    also(
        "AclSetOutputTensorAddr",
        "The older spelling of `aclSetOutputTensorAddr`."
    )
)]
fn aclSetOutputTensorAddr(
    executor: *mut aclOpExecutor,
    index: usize,
    tensor: *mut aclTensor,
    addr: *mut c_void,
) -> Outcome {
    set_tensor(executor, index, tensor, addr, OUTPUTS)
}

/// Replaces the device address of member `relativeIndex` of the `irIndex`-th parameter, a tensor list.
///
/// Returns 561103 if `executor`, `tensors` or the member is null or not live; 161002 if an index is out of range, or if
/// the tensor would pass the end of the device allocation at `addr`.
#[entry(
    aclnn,
    also(
        "AclSetDynamicTensorAddr",
        "The older spelling of `aclSetDynamicTensorAddr`."
    )
)]
fn aclSetDynamicTensorAddr(
    executor: *mut aclOpExecutor,
    ir_index: usize,
    relative_index: usize,
    tensors: *mut aclTensorList,
    addr: *mut c_void,
) -> Outcome {
    set_member(executor, ir_index, relative_index, tensors, addr, ALL)
}

/// As `aclSetDynamicTensorAddr`, counted over inputs.
#[entry(
    aclnn,
    also(
        "AclSetDynamicInputTensorAddr",
        "The older spelling of `aclSetDynamicInputTensorAddr`."
    )
)]
fn aclSetDynamicInputTensorAddr(
    executor: *mut aclOpExecutor,
    ir_index: usize,
    relative_index: usize,
    tensors: *mut aclTensorList,
    addr: *mut c_void,
) -> Outcome {
    set_member(executor, ir_index, relative_index, tensors, addr, INPUTS)
}

/// As `aclSetDynamicTensorAddr`, counted over outputs.
#[entry(
    aclnn,
    also(
        "AclSetDynamicOutputTensorAddr",
        "The older spelling of `aclSetDynamicOutputTensorAddr`."
    )
)]
fn aclSetDynamicOutputTensorAddr(
    executor: *mut aclOpExecutor,
    ir_index: usize,
    relative_index: usize,
    tensors: *mut aclTensorList,
    addr: *mut c_void,
) -> Outcome {
    set_member(executor, ir_index, relative_index, tensors, addr, OUTPUTS)
}
