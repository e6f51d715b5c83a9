//! The log as a program's user sees it: where files are, who may read them, and what a record looks like. Each case runs in a process of
//! its own, for a process starts its log once.

use std::ffi::{CStr, CString, c_char, c_int};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use hostnpu::abi::acl::rt::{error, init};

unsafe extern "C" {
    fn aclAppLog(
        level: c_int,
        function: *const c_char,
        file: *const c_char,
        line: u32,
        format: *const c_char,
        ...
    );
}

const CHILD: &str = "HOSTNPU_TEST_WRITES_LOG";

/// An empty folder of this test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hostnpu_{name}_{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `case` in a process of its own.
fn child(case: &str, variables: &[(&str, &Path)]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "logs::cases", "--nocapture"]);
    for variable in hostnpu::config::VARIABLES {
        command.env_remove(variable.name);
    }
    let output = command
        .envs(variables.iter().copied())
        .env(CHILD, case)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

fn app_log(text: &CStr) {
    // SAFETY: strings; the format takes one.
    unsafe {
        aclAppLog(
            3,
            c"function".as_ptr(),
            c"folder/program.c".as_ptr(),
            12,
            c"%s".as_ptr(),
            text.as_ptr(),
        );
    }
}

/// The work of the processes of the tests below.
#[test]
fn cases() {
    match std::env::var(CHILD).as_deref() {
        Ok("records") => {
            // SAFETY: changes what this process creates from now on; no configuration.
            unsafe {
                libc::umask(0);
                assert_ne!(init::aclFinalizeReference(std::ptr::null_mut()), 0);
            }
            app_log(c"one\n[ERROR] ASCENDCL(1,root):2026-01-01-00:00:00.000.000 forged");
            app_log(&CString::new("x".repeat(3000)).unwrap());
        }
        Ok("wide field") => {
            let started = Instant::now();
            // SAFETY: strings; the format takes a number.
            unsafe {
                let null = std::ptr::null();
                aclAppLog(3, null, null, 0, c"%2147483647d".as_ptr(), 5 as c_int);
            }
            assert!(started.elapsed() < Duration::from_secs(5));
        }
        Ok("many") => {
            let text = CString::new("y".repeat(900)).unwrap();
            (0..60_000).for_each(|_| app_log(&text));
        }
        _ => {}
    }
}

/// The files below `<root>/debug/plog`.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(root.join("debug/plog"))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// True if a text has the shape of a pattern in which `9` stands for a digit.
fn has_shape(text: &str, pattern: &str) -> bool {
    text.len() == pattern.len()
        && text
            .chars()
            .zip(pattern.chars())
            .all(|(c, p)| if p == '9' { c.is_ascii_digit() } else { c == p })
}

#[test]
fn a_file_has_the_vendor_s_place_name_and_lines() {
    let folder = Folder::new("plog");
    let root = folder.0.join("new/logs");
    child("records", &[("ASCEND_PROCESS_LOG_PATH", &root)]);
    let files = files(&root);
    assert_eq!(files.len(), 1, "{files:?}");
    let name = files[0].file_name().unwrap().to_str().unwrap();
    let (pid, time) = name.strip_prefix("plog-").unwrap().split_once('_').unwrap();
    assert!(has_shape(time, "99999999999999999.log"), "{name}");
    let text = fs::read_to_string(&files[0]).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    for (line, module) in lines.iter().zip(["ASCENDCL", "APP", "APP"]) {
        let rest = line
            .strip_prefix(&format!("[ERROR] {module}({pid},library-"))
            .unwrap();
        let (time, rest) = rest.split_once("):").unwrap().1.split_at(27);
        assert!(has_shape(time, "9999-99-99-99:99:99.999.999"), "{line}");
        assert!(rest.starts_with(" ["), "{line}");
        assert!(line.len() < 1024);
    }
    assert!(lines[0].contains("]aclFinalizeReference: "), "{}", lines[0]);
    assert!(lines[1].contains(" [program.c:12]"), "{}", lines[1]);
    assert!(
        lines[1].contains(" function: one\\n[ERROR]"),
        "{}",
        lines[1]
    );
    assert!(lines[2].ends_with("xxx"));
}

/// reliability.md A15: log files had mode 0666, and their folders 0777.
#[test]
fn a15_files_have_mode_0640_and_folders_0750() {
    let folder = Folder::new("modes");
    let root = folder.0.join("logs");
    child("records", &[("ASCEND_PROCESS_LOG_PATH", &root)]);
    for path in [root.clone(), root.join("debug"), root.join("debug/plog")] {
        assert_eq!(mode(&path), 0o750, "{path:?}");
    }
    assert_eq!(mode(&files(&root)[0]), 0o640);
}

/// reliability.md A15: the log file was opened through a prepared symbolic link.
#[test]
fn a15_no_symbolic_link_is_followed() {
    let folder = Folder::new("links");
    let (root, elsewhere) = (folder.0.join("logs"), folder.0.join("elsewhere"));
    fs::create_dir(&root).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    symlink(&elsewhere, root.join("debug")).unwrap();
    let output = child("records", &[("ASCEND_PROCESS_LOG_PATH", &root)]);
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("hostnpu: no log file below "), "{errors}");
}

/// reliability.md A15: a newline in `aclAppLog` began a line of its own.
#[test]
fn a15_a_record_is_one_line() {
    let output = child("records", &[("ASCEND_LOG_PRINT_TO_STDOUT", "1".as_ref())]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("one\\n[ERROR] ASCENDCL(1,root)"), "{text}");
    assert!(!text.contains("\n[ERROR] ASCENDCL(1,root)"), "{text}");
}

/// reliability.md A15: `aclAppLog("%2147483647d")` took 18 s.
#[test]
fn a15_a_wide_field_takes_no_time() {
    let output = child(
        "wide field",
        &[("ASCEND_LOG_PRINT_TO_STDOUT", "1".as_ref())],
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("[ERROR] APP("), "{text}");
    child("wide field", &[]);
}

#[test]
fn the_newer_switch_wins_and_a_file_is_the_other_choice() {
    let folder = Folder::new("switches");
    let (one, zero) = (Path::new("1"), Path::new("0"));
    for (variables, to_stdout) in [
        (vec![("ASCEND_SLOG_PRINT_TO_STDOUT", one)], true),
        (
            vec![
                ("ASCEND_SLOG_PRINT_TO_STDOUT", one),
                ("ASCEND_LOG_PRINT_TO_STDOUT", zero),
            ],
            false,
        ),
        (
            vec![
                ("ASCEND_SLOG_PRINT_TO_STDOUT", zero),
                ("ASCEND_LOG_PRINT_TO_STDOUT", one),
            ],
            true,
        ),
        (vec![], false),
    ] {
        let output = child("records", &variables);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            text.contains("ASCENDCL("),
            to_stdout,
            "{variables:?}: {text}"
        );
    }
    child("records", &[("ASCEND_WORK_PATH", &folder.0)]);
    assert_eq!(files(&folder.0.join("log")).len(), 1);
}

#[test]
fn old_files_make_room_for_new_ones() {
    let folder = Folder::new("rotation");
    child(
        "many",
        &[
            ("ASCEND_PROCESS_LOG_PATH", &folder.0),
            ("ASCEND_HOST_LOG_FILE_NUM", "2".as_ref()),
        ],
    );
    let files = files(&folder.0);
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        let size = fs::metadata(&file).unwrap().len();
        assert!((1..21 << 20).contains(&size), "{file:?}: {size}");
    }
}

/// reliability.md A15: `aclInit` hung on a FIFO, and read `/dev/zero` and `/dev/random` without end.
#[test]
fn a15_acl_init_reads_regular_files_of_limited_size_only() {
    let folder = Folder::new("configuration");
    let fifo = folder.0.join("fifo");
    let path = CString::new(fifo.to_str().unwrap()).unwrap();
    // SAFETY: a string.
    assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
    let large = folder.0.join("large.json");
    fs::write(&large, vec![b' '; (10 << 20) + 1]).unwrap();
    for (path, reason) in [
        (fifo.as_path(), "no regular file"),
        (Path::new("/dev/zero"), "no regular file"),
        (Path::new("/dev/random"), "no regular file"),
        (&folder.0, "no regular file"),
        (&large, "10485761 bytes long"),
    ] {
        let name = CString::new(path.to_str().unwrap()).unwrap();
        // SAFETY: a string; the message is valid until the next call.
        unsafe {
            assert_eq!(init::aclInit(name.as_ptr()), 100_003, "{path:?}");
            let text = CStr::from_ptr(error::aclGetRecentErrMsg())
                .to_str()
                .unwrap();
            assert!(
                text.contains(" File_Operation_Error_Invalid_Path(EH0003): aclInit: "),
                "{text}"
            );
            assert!(text.contains(reason), "{text}");
        }
    }
}
