//! `aclnnDynamicMxQuantWithDualAxis`, beside a copy of its input into its two outputs.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::{MxFormat, Spec};

fn main() {
    support::criterion::run(
        "mx_dual_axis",
        &[Spec::Mx(MxFormat::E4m3fn), Spec::Mx(MxFormat::E2m1)],
    );
}
