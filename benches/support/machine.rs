//! The machine of a measurement.

use std::fs;

use hostnpu::config;

use hostnpu_test_support::processor;

pub use processor::revision;

/// One line: processor, number of CPUs, instruction set, compiler.
pub fn describe() -> String {
    processor::describe(config::isa().name())
}

/// The number of threads that the library uses under `HOSTNPU_THREADS`.
pub fn threads() -> usize {
    hostnpu::tensor::parallel::threads()
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
