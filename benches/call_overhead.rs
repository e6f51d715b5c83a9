//! The cost of a call with next to nothing to compute.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::Spec;

fn main() {
    support::criterion::run("call_overhead", &[Spec::CallAmong(0), Spec::Calls]);
}
