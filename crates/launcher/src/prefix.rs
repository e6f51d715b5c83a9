//! The toolkit prefix around this program, and the environment of programs that run with it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::output::say;

/// An installed prefix.
pub struct Prefix(PathBuf);

impl Prefix {
    /// Finds the prefix in whose `bin` this program lies.
    pub fn find() -> Result<Self, String> {
        let own = std::env::current_exe().and_then(|path| path.canonicalize());
        let own = own.map_err(|error| format!("its own file cannot be found: {error}"))?;
        let prefix = own.parent().and_then(Path::parent).map(Path::to_owned);
        match prefix.filter(|prefix| prefix.join("lib64/libhostnpu.so").is_file()) {
            Some(prefix) => Ok(Self(prefix)),
            None => Err(format!(
                "{} is in no toolkit prefix: there is no ../lib64/libhostnpu.so. script/install DIR lays one out",
                own.display()
            )),
        }
    }

    /// Returns a path below it.
    pub fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Prints its path.
    pub fn print(&self) -> Result<ExitCode, String> {
        say!("{}", self.0.display())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints what a shell evaluates for its environment.
    pub fn print_line(&self) -> Result<ExitCode, String> {
        let script = self.join("set_env.sh").display().to_string();
        say!("source '{}'", script.replace('\'', r"'\''"))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Gives a program the environment that `set_env.sh` gives a shell.
    pub fn apply(&self, command: &mut Command) {
        for name in [
            "ASCEND_TOOLKIT_HOME",
            "ASCEND_HOME_PATH",
            "ASCEND_AICPU_PATH",
            "NEUWARE_HOME",
        ] {
            command.env(name, &self.0);
        }
        command.env("ASCEND_OPP_PATH", self.join("opp"));
        command.env("TOOLCHAIN_HOME", self.join("toolkit"));
        for (name, path) in [
            ("LD_LIBRARY_PATH", "lib64"),
            ("PATH", "bin"),
            ("PYTHONPATH", "python/site-packages"),
        ] {
            command.env(name, first(self.join(path).into(), std::env::var_os(name)));
        }
        // Marks of the vendor's header-only interface come to the library.
        command.env("MSTX_INJECTION_PATH", self.join("lib64/libhostnpu.so"));
    }
}

/// A list of paths that begins with `entry`.
fn first(entry: OsString, list: Option<OsString>) -> OsString {
    let mut all = entry;
    if let Some(list) = list.filter(|list| !list.is_empty()) {
        all.push(":");
        all.push(list);
    }
    all
}
