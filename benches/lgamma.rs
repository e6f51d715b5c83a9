//! `aclnnLgamma`, beside the copy of as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::{FIFTY, Spec, TEN, Type};

fn main() {
    let mut specs = Vec::new();
    for n in [4096, 64 << 10, 1 << 20] {
        for range in [TEN, FIFTY] {
            for dtype in [Type::F32, Type::F16] {
                specs.push(Spec::Lgamma(dtype, n, range));
            }
        }
    }
    support::criterion::run("lgamma", &specs);
}
