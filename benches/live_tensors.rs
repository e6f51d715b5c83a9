//! The cost of a call beside other live tensors: it must not depend on their number.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::Spec;

fn main() {
    let specs = [0, 1_000, 1_000_000].map(|live| [Spec::TensorAmong(live), Spec::CallAmong(live)]);
    support::criterion::run("live_tensors", specs.as_flattened());
}
