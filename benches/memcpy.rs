//! `aclrtMemcpy` to the device, beside the C library's `memcpy` of as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use support::workloads::Spec;

fn main() {
    support::criterion::run("memcpy", &[Spec::Memcpy(64 << 20)]);
}
