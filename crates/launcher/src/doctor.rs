//! `hostnpu doctor`: a line for each thing that programs depend on, and what to do where it is not right.

use std::ffi::{CString, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use serde_json::{Value, json};

use super::output::say;
use super::prefix::Prefix;
use super::table::is_terminal;

/// Form of the output.
#[derive(Args)]
pub struct Doctor {
    /// An array of objects, for programs
    #[arg(long)]
    json: bool,
}

/// Finding on one thing, and the fix if it is not right.
struct Finding {
    what: &'static str,
    found: String,
    fix: Option<String>,
}

fn right(what: &'static str, found: impl Into<String>) -> Finding {
    Finding {
        what,
        found: found.into(),
        fix: None,
    }
}

fn wrong(what: &'static str, found: impl Into<String>, fix: impl Into<String>) -> Finding {
    Finding {
        what,
        found: found.into(),
        fix: Some(fix.into()),
    }
}

/// Names by which programs ask for libraries.
const LIBRARIES: &[&str] = &[
    "libascendcl.so",
    "libopapi.so",
    "libnnopbase.so",
    "libcnrt.so",
    "libmluops.so",
    "libmsprofiler.so",
];

impl Doctor {
    /// Prints what was found. The status is 1 if something is not right.
    pub fn examine(self) -> Result<ExitCode, String> {
        let prefix = Prefix::find()?;
        let findings = findings(&prefix);
        let is_right = findings.iter().all(|finding| finding.fix.is_none());
        if self.json {
            let objects: Vec<Value> = findings
                .iter()
                .map(|finding| json!({ "what": finding.what, "right": finding.fix.is_none(), "found": finding.found, "fix": finding.fix }))
                .collect();
            say!("{}", Value::from(objects))?;
        } else {
            for finding in &findings {
                let mark = match (&finding.fix, is_terminal()) {
                    (None, true) => "\u{1b}[32m✓\u{1b}[0m",
                    (Some(_), true) => "\u{1b}[31m✗\u{1b}[0m",
                    (None, false) => "ok",
                    (Some(_), false) => "--",
                };
                say!("{mark} {:<18} {}", finding.what, finding.found)?;
                if let Some(fix) = &finding.fix {
                    say!("   {:<18} {fix}", "")?;
                }
            }
        }
        Ok(ExitCode::from(u8::from(!is_right)))
    }
}

fn findings(prefix: &Prefix) -> Vec<Finding> {
    let mut all = vec![version(prefix), loads(prefix)];
    all.extend(LIBRARIES.iter().map(|name| library(prefix, name)));
    all.extend([
        home(prefix),
        instructions(),
        threads(),
        memory(),
        pages(),
        memory_file(),
        clock(),
        hosts(),
        python(),
    ]);
    all
}

fn read(path: impl AsRef<Path>) -> Option<String> {
    fs::read_to_string(path)
        .ok()
        .map(|text| text.trim().to_owned())
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

fn version(prefix: &Prefix) -> Finding {
    let own = env!("CARGO_PKG_VERSION");
    let path = prefix.join("share/info/hostnpu/version.info");
    let text = read(&path).unwrap_or_default();
    let installed = text
        .lines()
        .find_map(|line| line.strip_prefix("Version="))
        .unwrap_or("unknown")
        .trim();
    let found = format!("{installed} in {}", prefix.join("").display());
    match installed.starts_with(own) {
        true => right("prefix", found),
        false => wrong(
            "prefix",
            format!("{found}, this program is {own}"),
            "lay the prefix out again: script/install DIR",
        ),
    }
}

fn loads(prefix: &Prefix) -> Finding {
    let path = prefix.join("lib64/libhostnpu.so");
    let name = CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
    // SAFETY: a string; the library's own start has no preconditions.
    let is_there = unsafe {
        let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        !library.is_null() && !libc::dlsym(library, c"aclInit".as_ptr()).is_null()
    };
    match is_there {
        true => right("library", format!("{} loads", path.display())),
        false => wrong(
            "library",
            format!("{} cannot be loaded", path.display()),
            "lay the prefix out again: script/install DIR",
        ),
    }
}

/// The file that the loader takes for a name, by `LD_LIBRARY_PATH`.
fn answers(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    std::env::split_paths(&paths)
        .filter(|folder| !folder.as_os_str().is_empty())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

fn library(prefix: &Prefix, name: &'static str) -> Finding {
    let own = prefix.join("lib64/libhostnpu.so").canonicalize().ok();
    let fix = format!("source {}", prefix.join("set_env.sh").display());
    match answers(name) {
        Some(path) if path.canonicalize().ok() == own => right(name, path.display().to_string()),
        Some(path) => wrong(
            name,
            format!("{} is another toolkit's", path.display()),
            format!("{fix}, after what sets that one up"),
        ),
        None => wrong(name, "is not in LD_LIBRARY_PATH", fix),
    }
}

fn home(prefix: &Prefix) -> Finding {
    let own = prefix.join("").canonicalize().ok();
    match variable("ASCEND_HOME_PATH") {
        Some(home) if Path::new(&home).canonicalize().ok() == own => {
            right("ASCEND_HOME_PATH", home)
        }
        Some(home) => wrong(
            "ASCEND_HOME_PATH",
            format!("{home} is another toolkit"),
            format!("source {}", prefix.join("set_env.sh").display()),
        ),
        None => wrong(
            "ASCEND_HOME_PATH",
            "is not set",
            format!("source {}", prefix.join("set_env.sh").display()),
        ),
    }
}

fn instructions() -> Finding {
    let cpu = read("/proc/cpuinfo").unwrap_or_default();
    let flags = cpu
        .lines()
        .find(|line| line.starts_with("flags"))
        .unwrap_or_default();
    let has = |flag: &str| flags.split(' ').any(|known| known == flag);
    let widest = match (has("avx512f"), has("avx2")) {
        (true, _) => "avx512",
        (_, true) => "avx2",
        _ => "baseline",
    };
    let chosen = variable("HOSTNPU_ISA");
    right(
        "instructions",
        chosen.map_or(widest.to_owned(), |chosen| {
            format!("{chosen} (HOSTNPU_ISA), of {widest}")
        }),
    )
}

/// Processors that the group of this process may use, if that is limited.
fn quota() -> Option<f64> {
    let text = read("/sys/fs/cgroup/cpu.max")?;
    let (quota, period) = text.split_once(' ')?;
    Some(quota.parse::<f64>().ok()? / period.parse::<f64>().ok()?)
}

fn threads() -> Finding {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = variable("HOSTNPU_THREADS")
        .and_then(|text| text.parse().ok())
        .unwrap_or(processors);
    let found = format!("{threads} on {processors} processors");
    match quota() {
        Some(quota) if threads as f64 > quota.ceil() => {
            let least = quota.ceil().max(1.0);
            wrong(
                "threads",
                format!("{found}, of which this group may use {quota:.1}"),
                format!("export HOSTNPU_THREADS={least}"),
            )
        }
        _ if threads > 2 * processors => wrong(
            "threads",
            found,
            format!("export HOSTNPU_THREADS={processors}"),
        ),
        _ => right("threads", found),
    }
}

fn memory() -> Finding {
    let size = variable("HOSTNPU_DEVICE_MEMORY").unwrap_or_else(|| "128G".into());
    let available = read("/proc/meminfo").and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?
            .trim()
            .to_owned();
        line.split(' ').next()?.parse::<u64>().ok()
    });
    let limit = read("/sys/fs/cgroup/memory.max").and_then(|text| text.parse::<u64>().ok());
    let mut found = format!(
        "{size} a device; this machine has {} MiB left",
        available.unwrap_or(0) / 1024
    );
    if let Some(limit) = limit {
        found += &format!(", this group {} MiB in all", limit >> 20);
    }
    right("memory", found)
}

fn pages() -> Finding {
    let text = read("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let chosen = text
        .split(['[', ']'])
        .nth(1)
        .unwrap_or("unknown")
        .to_owned();
    match chosen.as_str() {
        "never" => wrong(
            "huge pages",
            "never: large tensors are slower",
            "as root: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled",
        ),
        _ => right("huge pages", chosen),
    }
}

fn memory_file() -> Finding {
    // SAFETY: a name; the descriptor is closed at once.
    let works = unsafe {
        let file = libc::memfd_create(c"hostnpu".as_ptr(), libc::MFD_CLOEXEC);
        file >= 0 && libc::close(file) == 0
    };
    match works {
        true => right("memory files", "work"),
        false => wrong(
            "memory files",
            "are refused: memory cannot be shared between processes",
            "allow memfd_create in the container's seccomp profile",
        ),
    }
}

fn clock() -> Finding {
    let source = read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    right("clock", source.unwrap_or_else(|| "unknown".into()))
}

/// The library through which ranks of several hosts talk. Those of one host do not need it.
fn hosts() -> Finding {
    const WHAT: &str = "ranks on several hosts";
    let chosen = variable("HOSTNPU_UCX");
    let name = chosen.clone().unwrap_or_else(|| "libucp.so.0".into());
    let c_name = CString::new(name.as_bytes()).unwrap_or_default();
    // SAFETY: a string; the library has no preconditions at its start.
    let is_there =
        unsafe { !libc::dlopen(c_name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL).is_null() };
    let found = match is_there {
        true => format!("{name} loads"),
        false => format!("not possible, {name} cannot be loaded; ranks of one host do not need it"),
    };
    match chosen {
        Some(_) if !is_there => wrong(WHAT, found, "unset HOSTNPU_UCX, or set it to libucp.so.0"),
        // Most programs have no use for it.
        None if !is_there => right(WHAT, format!("{found} (apt-get install libucx0)")),
        _ => right(WHAT, found),
    }
}

/// Versions of PyTorch with which all tests of this release pass.
const TESTED: [&str; 2] = ["2.9.1", "2.14.0"];

fn python() -> Finding {
    let program = "import sys\nfrom importlib import metadata as m\nprint(sys.version.split()[0])\n\
        for n in ('torch', 'torch_npu'):\n try: print(m.version(n))\n except m.PackageNotFoundError: print('none')";
    let arguments: [OsString; 2] = ["-c".into(), program.into()];
    let output = Command::new("python3").args(arguments).output();
    let text = output.ok().filter(|output| output.status.success());
    let text = text.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    let mut lines = text.lines();
    let (Some(python), Some(torch), Some(plugin)) = (lines.next(), lines.next(), lines.next())
    else {
        return right("Python", "none");
    };
    versions(python, torch, plugin)
}

/// Reports whether versions of Python, torch and torch_npu (`none` of what is not installed) fit together, and fit this release.
fn versions(python: &str, torch: &str, plugin: &str) -> Finding {
    if plugin == "none" {
        return right("Python", format!("{python}, without torch_npu"));
    }
    // `2.9.1+cpu` and `2.9.1.post1` are builds of 2.9.1.
    let release = |version: &str| {
        let parts = version.split(['.', '+']).take(3);
        parts.collect::<Vec<_>>().join(".")
    };
    let found = format!("{python}, torch {torch}, torch_npu {plugin}");
    let wanted = release(plugin);
    if release(torch) != wanted {
        return wrong(
            "Python",
            format!("{found}, which is for torch {wanted}"),
            format!("pip install torch=={wanted}"),
        );
    }
    let state = match TESTED.contains(&wanted.as_str()) {
        true => "tested".to_owned(),
        false => format!("not tested: {} are", TESTED.join(" and ")),
    };
    right("Python", format!("{found} ({state})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_to_fit_together() {
        let fix = |torch, plugin| versions("3.11.7", torch, plugin).fix;
        assert_eq!(fix("2.9.1+cpu", "2.9.1.post1"), None);
        assert_eq!(fix("none", "none"), None);
        assert_eq!(
            fix("2.8.0", "2.9.1"),
            Some("pip install torch==2.9.1".into())
        );
        assert_eq!(
            fix("none", "2.9.1"),
            Some("pip install torch==2.9.1".into())
        );
        assert!(
            versions("3.11.7", "2.7.1", "2.7.1")
                .found
                .ends_with("(not tested: 2.9.1 and 2.14.0 are)")
        );
    }
}
