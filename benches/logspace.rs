//! `aclnnLogSpace` and `aclnnLinspace`, beside a fill of as many bytes: nothing that writes its output once can be faster.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::{Spec, Type};

fn main() {
    let mut specs = Vec::new();
    for n in [1024, 64 << 10, 256 << 10] {
        for range in [(-3.0, 3.0, 10.0), (-10.0, 10.0, 2.0)] {
            for dtype in [Type::F32, Type::F16] {
                specs.push(Spec::Logspace(dtype, n, range));
            }
        }
        specs.push(Spec::Linspace(n));
    }
    support::criterion::run("logspace", &specs);
}
