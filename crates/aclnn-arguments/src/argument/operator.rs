//! The first phase of all operators.

use super::given::{Arguments, Parameters, Taking};
use crate::abi::aclnn::phases::{self, Planned};
use crate::abi::aclnn::types::{ACLNN_ERR_RUNTIME_ERROR, aclOpExecutor, aclnnStatus};
use crate::abi::failure::Code;
use crate::contract::on_950;
use crate::error::{Error, Reason};

/// Time of the check of `workspaceSize` and `executor`, the last two parameters of a first phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Before the arguments.
    First,
    /// After the arguments are read and before they are checked, `executor` first: the operators whose interface the vendor generates.
    Generated,
    /// After the arguments and their contract.
    Last,
}

/// An operator, as `#[aclnn]` describes it to [`first_phase`].
pub struct Operator {
    /// The C name of its first phase, under which calls are watched.
    pub function: &'static str,
    /// The parameters but for the last two.
    pub parameters: Parameters,
    /// Time of the check of the last two.
    pub prologue: Order,
    /// True if Ascend950 does not have it: its first phase fails with 361001 there, before it looks at anything.
    pub absent_on_950: bool,
    /// The function under the attribute: takes the arguments, and plans the call.
    pub plan: fn(&mut Taking) -> Planned,
}

/// The first phase of an operator: reads the arguments, and plans the call. One copy for all operators, since an argument is 150 bytes of code to read.
/// `words` are the arguments as C passed them.
///
/// # Safety
/// The contract of [`crate::abi`]; a word for each parameter.
pub unsafe fn first_phase(
    operator: &'static Operator,
    words: &[u64],
    workspace_size: *mut u64,
    executor: *mut *mut aclOpExecutor,
) -> aclnnStatus {
    let mut call = |prologue: phases::Prologue| -> Planned {
        if operator.absent_on_950 && on_950() {
            let text = "Ascend950 does not have this operator; HOSTNPU_SOC names another chip";
            return Err(Error::from(Reason::NotSupported(text.into())))
                .code(ACLNN_ERR_RUNTIME_ERROR);
        }
        if operator.prologue == Order::First {
            prologue.check()?;
        }
        let mut arguments = Arguments::default();
        // SAFETY: the caller's promise.
        unsafe { arguments.read(&operator.parameters, words) }?;
        if operator.prologue == Order::Generated {
            prologue.check_executor_first()?;
        }
        arguments.check()?;
        let call = (operator.plan)(&mut arguments.take())?;
        if operator.prologue == Order::Last {
            prologue.check()?;
        }
        Ok(call)
    };
    // SAFETY: as above.
    unsafe { phases::first_phase(operator.function, workspace_size, executor, &mut call) }
}
