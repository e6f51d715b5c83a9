//! What watches calls and tasks, as the environment asks for it, and what it is told of operators.

use crate::diagnostics::check;
use crate::diagnostics::hooks::{self, Description, Operand};
use crate::diagnostics::{profile, trace};
use crate::ops::Call;

/// Registers what is asked for. Called by the first call of an entry point, once.
pub(super) fn start() {
    trace::start();
    profile::start();
    check::start();
}

/// Says what the next task of this thread is: `call`, at these addresses, with this workspace.
pub(super) fn describe(
    name: &'static str,
    call: &Call,
    addresses: &[usize],
    workspace: (usize, usize),
) {
    hooks::describe(&|| Description {
        name,
        operands: operands(call, addresses),
        workspace,
        submitted: None,
    });
}

fn operands(call: &Call, addresses: &[usize]) -> Vec<Operand> {
    let pairs = call.args().iter().zip(addresses);
    pairs
        .map(|(arg, &address)| {
            let (dtype, layout) = (arg.view.dtype, &arg.view.layout);
            Operand {
                name: arg.name,
                reads: arg.role.reads(),
                writes: arg.role.writes(),
                dtype: dtype.name(),
                bits: dtype.bits() as u32,
                shape: layout.shape().to_vec(),
                strides: layout.strides().to_vec(),
                offset: layout.offset(),
                address,
            }
        })
        .collect()
}
