//! Runs of a test program on each instruction set of this machine.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use hostnpu_kernels::simd::{self, Isa};

/// Names the instruction set to a program that [`on_every_instruction_set`] runs.
pub const VARIABLE: &str = "HOSTNPU_TEST_ISA";

/// Chooses the instruction set that [`on_every_instruction_set`] asks for. Every test calls it first: it decides once for a program.
pub fn choose_instruction_set() {
    if let Ok(name) = std::env::var(VARIABLE) {
        let isa = Isa::ALL.into_iter().find(|isa| isa.name() == name).unwrap();
        assert_eq!(simd::choose(isa), isa, "a test has run before the choice");
    }
}

/// Runs all other tests of this program once more on each instruction set of this machine but the one they run with here. `me` is the
/// calling test.
pub fn on_every_instruction_set(me: &str) {
    if std::env::var(VARIABLE).is_ok() {
        return;
    }
    for (_, text) in on_other_instruction_sets(&["--skip", me]) {
        assert!(!text.contains("0 passed"), "no test ran:\n{text}");
    }
}

/// A line for [`same_on_every_instruction_set`]: what the results are of, and a hash of their bits.
pub fn line_of_bits(name: &str, bits: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    bits.hash(&mut hasher);
    format!("bits of {name}: {:016x}", hasher.finish())
}

/// Compares the lines that each instruction set of this machine gives. This is all that its program tests.
pub fn same_on_every_instruction_set(lines: fn() -> Vec<String>) {
    choose_instruction_set();
    let here = lines();
    if std::env::var(VARIABLE).is_ok() {
        println!("{}", here.join("\n"));
        return;
    }
    for (isa, text) in on_other_instruction_sets(&["--nocapture"]) {
        let there: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("bits of"))
            .collect();
        assert_eq!(there, here, "on {isa}");
    }
}

/// Runs this program once more on each instruction set of this machine but the one it runs with here. Returns what each run printed.
fn on_other_instruction_sets(arguments: &[&str]) -> Vec<(&'static str, String)> {
    Isa::ALL
        .into_iter()
        .filter(|isa| isa.is_available() && *isa != simd::chosen())
        .map(|isa| {
            let output = Command::new(std::env::current_exe().unwrap())
                .args(arguments)
                .env(VARIABLE, isa.name())
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "on {}:\n{text}", isa.name());
            (isa.name(), text)
        })
        .collect()
}
