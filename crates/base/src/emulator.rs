//! Emulators of another processor, such as qemu-user.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::thread;

/// The program that emulates a processor for this process, if one does.
pub fn emulator() -> Option<&'static Path> {
    static EMULATOR: OnceLock<Option<PathBuf>> = OnceLock::new();
    EMULATOR.get_or_init(find).as_deref()
}

/// An emulator answers for `/proc/self` what the program expects, and for its threads it does not.
fn find() -> Option<PathBuf> {
    let thread = thread::number();
    let runs = fs::read_link(format!("/proc/self/task/{thread}/exe")).ok()?;
    let own = fs::read_link("/proc/self/exe").ok()?;
    (runs != own).then_some(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emulator_runs_programs_of_another_processor() {
        // The kernel's own processor, also for an emulated program; older kernels do not have the file.
        if let Ok(processor) = fs::read_to_string("/proc/sys/kernel/arch") {
            let is_another = processor.trim() != std::env::consts::ARCH;
            assert_eq!(emulator().is_some(), is_another, "{:?}", emulator());
        }
    }
}
