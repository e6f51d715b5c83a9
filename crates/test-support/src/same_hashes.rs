//! Test that results do not depend on the number of threads or on the instruction set, which a process chooses once: each choice
//! gets a process of its own.

use std::process::Command;

use hostnpu_kernels::simd::Isa;

const CHILD: &str = "HOSTNPU_TEST_PRINTS_HASHES";

/// Runs the calling test, `test`, again for each instruction set and each number of threads, and asserts that all print the same
/// `count` hashes as one thread of the baseline.
pub fn assert_same_hashes(test: &str, count: usize, threads: [&str; 3], hashes: fn() -> Vec<u64>) {
    if std::env::var_os(CHILD).is_some() {
        println!("hashes: {:?}", hashes());
        return;
    }
    let reference = hashes_of_child(test, "1", Isa::Baseline.name());
    assert_eq!(reference.split(", ").count(), count, "{reference}");
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        assert_eq!(hashes_of_child(test, "1", isa.name()), reference, "{isa:?}");
    }
    for threads in threads {
        assert_eq!(
            hashes_of_child(test, threads, ""),
            reference,
            "{threads} threads"
        );
    }
}

/// Runs `test` again in a process of its own, and reads the hashes it prints.
fn hashes_of_child(test: &str, threads: &str, isa: &str) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, "1")
        .env("HOSTNPU_THREADS", threads)
        .env("HOSTNPU_ISA", isa)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.split_once("hashes: "));
    line.unwrap_or_else(|| panic!("threads {threads}, {isa}: no hashes in {text}"))
        .1
        .to_owned()
}
