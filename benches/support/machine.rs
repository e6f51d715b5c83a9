//! What a measurement was taken on.

use std::fs;
use std::process::Command;

use hostnpu::config;

/// One line: processor, number of CPUs, instruction set, compiler.
pub fn describe() -> String {
    let model = fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let isa = config::isa().name();
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or_else(
        |_| "rustc".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    // The hash and the date in parentheses say no more than the version.
    let rustc = rustc.split(" (").next().unwrap_or_default();
    format!("{model}, {cpus} CPUs, {isa}, {rustc}")
}

/// What the library takes `HOSTNPU_THREADS` for.
pub fn threads() -> usize {
    hostnpu::tensor::parallel::threads()
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
        "src",
        "Cargo.toml",
        "Cargo.lock",
    ];
    match (git(&["rev-parse", "--short=10", "HEAD"]), git(&sources)) {
        (Some(revision), Some(changes)) if changes.is_empty() => revision,
        (Some(revision), _) => format!("{revision}+"),
        _ => "unknown".to_owned(),
    }
}

/// The load average of the last minute: what else the machine was doing.
pub fn load() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    Some(text.split(' ').next()?.to_owned())
}

/// The first lines of a file of measured data. Times need to say how busy the machine was `before`.
pub fn preamble(what: &str, before: Option<&str>) -> String {
    let load = before.map_or_else(String::new, |load| format!(", load average {load} before"));
    format!(
        "# {what}\n# {}{load}\n# revision {}\n",
        describe(),
        revision()
    )
}
