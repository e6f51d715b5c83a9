//! `aclnnSin`, beside the copy of as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::{HUGE, Mode, PI, Spec, TEN_THOUSAND, Type};

fn main() {
    let mut specs = Vec::new();
    for n in [4096, 64 << 10, 16 << 20] {
        for range in [PI, TEN_THOUSAND, HUGE] {
            for mode in Mode::ALL {
                specs.push(Spec::Sin(Type::F32, mode, n, range));
            }
            // An f16 ends at 65504.
            if range != HUGE {
                specs.push(Spec::Sin(Type::F16, Mode::HighPrecision, n, range));
            }
            specs.push(Spec::Sin(Type::Bf16, Mode::HighPrecision, n, range));
        }
    }
    support::criterion::run("sin", &specs);
}
