//! The processor, the compiler and the revision that something was measured on.

use std::fs;
use std::process::Command;

/// One line: processor, number of CPUs, instruction set, compiler.
pub fn describe(isa: &str) -> String {
    let model = fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or_else(
        |_| "rustc".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    // The hash and the date in parentheses say no more than the version.
    let rustc = rustc.split(" (").next().unwrap_or_default();
    format!("{model}, {cpus} CPUs, {isa}, {rustc}")
}

/// The revision of the sources, with a `+` if they were changed since.
pub fn revision() -> String {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let sources = [
        "status",
        "--porcelain",
        "--",
        ":/src",
        ":/crates",
        ":/Cargo.toml",
        ":/Cargo.lock",
    ];
    match (git(&["rev-parse", "--short=10", "HEAD"]), git(&sources)) {
        (Some(revision), Some(changes)) if changes.is_empty() => revision,
        (Some(revision), _) => format!("{revision}+"),
        _ => "unknown".to_owned(),
    }
}
