//! Folders in which the build scripts write headers, and the run of cbindgen.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Destination of headers.
pub struct Output {
    /// The folder of what the script leaves.
    pub out: PathBuf,
    /// The folder of the committed copies, if they are to be refreshed.
    written: Option<PathBuf>,
    /// Changes with this program and its settings.
    build: u64,
}

impl Output {
    /// For the build script of a package. `root` is the folder of the workspace.
    pub fn new(root: &Path) -> Self {
        println!(
            "cargo::rerun-if-changed={}",
            root.join("cbindgen.toml").display()
        );
        println!("cargo::rerun-if-env-changed=HOSTNPU_WRITE_HEADERS");
        Self {
            written: env::var_os("HOSTNPU_WRITE_HEADERS")
                .is_some_and(|value| value == "1")
                .then(|| root.join("include")),
            out: PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")),
            build: build_of_this_program(root),
        }
    }

    /// Derives a header unless its text was derived from the same `source` before.
    pub fn header(&self, path: &str, source: &impl Hash, derive: impl FnOnce() -> String) {
        let mut hasher = DefaultHasher::new();
        (self.build, source).hash(&mut hasher);
        let stamp = format!("{:x}", hasher.finish());
        let (derived, stamps) = (
            self.out.join("include").join(path),
            self.out.join("stamps").join(path),
        );
        let known = fs::read_to_string(&stamps).is_ok_and(|old| old == stamp);
        let text = match fs::read_to_string(&derived) {
            Ok(text) if known => text,
            _ => derive(),
        };
        store(&derived, &text);
        store(&stamps, &stamp);
        if let Some(folder) = &self.written {
            store(&folder.join(path), &text);
        }
    }
}

/// A number for the program that runs and the settings of cbindgen.
fn build_of_this_program(root: &Path) -> u64 {
    let program = env::current_exe()
        .and_then(fs::metadata)
        .and_then(|data| data.modified());
    let mut hasher = DefaultHasher::new();
    program.ok().hash(&mut hasher);
    fs::read(root.join("cbindgen.toml")).ok().hash(&mut hasher);
    hasher.finish()
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn config(root: &Path) -> cbindgen::Config {
    cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml")
}

pub fn with_includes(
    config: cbindgen::Config,
    system: &[&str],
    ours: &[&str],
) -> cbindgen::Builder {
    let mut builder = cbindgen::Builder::new().with_config(config);
    for header in system {
        builder = builder.with_sys_include(header);
    }
    for header in ours {
        builder = builder.with_include(header);
    }
    builder
}

pub fn write_out(builder: cbindgen::Builder) -> String {
    let mut bytes = Vec::new();
    builder
        .generate()
        .unwrap_or_else(|error| panic!("cbindgen: {error}"))
        .write(&mut bytes);
    String::from_utf8(bytes).expect("headers are UTF-8")
}

/// Writes a file only if its text changes, so that what depends on its time stamp is not rebuilt.
pub fn store(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folder for headers");
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
