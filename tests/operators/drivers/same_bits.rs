//! The number of threads and the instruction set change no bit.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::process::Command;

use hostnpu::kernels::simd::Isa;

use crate::call::call;
use crate::table::rows;

const CHILD: &str = "HOSTNPU_TEST_PRINTS_HASHES";
const THIS: &str = "drivers::same_bits::threads_and_instruction_sets_give_the_same_bits";

#[test]
fn threads_and_instruction_sets_give_the_same_bits() {
    if std::env::var_os(CHILD).is_some() {
        for row in rows().iter().filter(|row| !row.skips("samples")) {
            for sample in (row.samples)() {
                let mut hasher = DefaultHasher::new();
                call(row.entry, &sample)
                    .map_err(|refusal| refusal.message)
                    .hash(&mut hasher);
                println!("hash {}: {:x}", row.entry.name, hasher.finish());
            }
        }
        return;
    }
    let reference = hashes("1", Isa::Baseline.name());
    let wanted = rows().iter().filter(|row| !row.skips("samples")).count();
    assert!(reference.len() >= wanted, "too few hashes");
    let mut choices: Vec<(&str, &str)> = ["2", "3", "8"].map(|threads| (threads, "")).to_vec();
    let sets = Isa::ALL.into_iter().filter(|isa| isa.is_available());
    choices.extend(sets.map(|isa| ("1", isa.name())));
    for (threads, isa) in choices {
        let other = hashes(threads, isa);
        let different: Vec<_> = reference
            .iter()
            .filter(|line| !other.contains(line))
            .collect();
        assert!(
            different.is_empty(),
            "{threads} threads, {isa:?}: {different:#?}"
        );
    }
}

fn hashes(threads: &str, isa: &str) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", THIS, "--nocapture"])
        .env(CHILD, "1")
        .env("HOSTNPU_THREADS", threads)
        .env("HOSTNPU_ISA", isa)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .filter(|line| line.contains("hash "))
        .map(str::to_owned)
        .collect()
}
