//! `HOSTNPU_CONTRACT`: which contract an operator with two of them holds. Each choice gets a process of its own.

use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::{Command, Output};

use hostnpu::abi::acl::rt::init::aclInit;
use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::call::{Refusal, call};
use crate::process;
use crate::table::entry;
use crate::table::samples::{NUMBERS, read, write};

const CHILD: &str = "HOSTNPU_TEST_CONTRACT";
const CHOICES: &str = "the_published_contract_of_sin_is_narrow_and_the_toolkits_wide";
const OPENED: &str = "a_plugin_that_is_opened_between_two_calls_changes_no_contract";

/// Calls that only the toolkit's contract allows, by name.
fn wide() -> Vec<(&'static str, Result<(), Refusal>)> {
    let sin =
        |input: Dtype, output: Dtype| vec![read(input, &[3, 4], &NUMBERS), write(output, &[3, 4])];
    let mut ncl = sin(Dtype::F32, Dtype::F32);
    for argument in &mut ncl {
        argument.tensors_mut()[0].format = aclFormat::ACL_FORMAT_NCL;
    }
    let run = |arguments: Vec<Argument>| call(entry("aclnnSin"), &arguments).map(drop);
    vec![
        ("INT32 to FLOAT", run(sin(Dtype::I32, Dtype::F32))),
        ("BOOL to FLOAT16", run(sin(Dtype::Bool, Dtype::F16))),
        ("FLOAT16 to DOUBLE", run(sin(Dtype::F16, Dtype::F64))),
        ("FLOAT to COMPLEX64", run(sin(Dtype::F32, Dtype::Complex64))),
        ("DOUBLE", run(sin(Dtype::F64, Dtype::F64))),
        ("COMPLEX128", run(sin(Dtype::Complex128, Dtype::Complex128))),
        ("NCL", run(ncl)),
    ]
}

/// Calls that neither contract allows, and calls that both do.
fn narrow() -> [Result<(), Refusal>; 2] {
    let run = |input, output| {
        let arguments = [read(input, &[3, 4], &NUMBERS), write(output, &[3, 4])];
        call(entry("aclnnSin"), &arguments).map(drop)
    };
    [run(Dtype::F32, Dtype::I32), run(Dtype::F16, Dtype::F16)]
}

#[test]
fn the_published_contract_of_sin_is_narrow_and_the_toolkits_wide() {
    let Ok(expected) = std::env::var(CHILD) else {
        for (contract, plugin, expected) in [
            ("", None, "published"),
            ("auto", None, "published"),
            ("published", Some(plugin()), "published"),
            ("auto", Some(plugin()), "toolkit"),
            ("toolkit", None, "toolkit"),
        ] {
            let output = child(CHOICES, contract, plugin, expected);
            let text = String::from_utf8_lossy(&output.stdout);
            let passed = output.status.success() && text.contains("1 passed");
            assert!(passed, "HOSTNPU_CONTRACT={contract:?}, {expected}: {text}");
        }
        return;
    };
    // SAFETY: no path is none.
    assert_eq!(unsafe { aclInit(std::ptr::null()) }, 0);
    hold(&expected);
    let [neither, both] = narrow();
    let refusal = neither.unwrap_err();
    assert_eq!(refusal.code, 161_002);
    assert!(!refusal.message.contains("HOSTNPU_CONTRACT"), "{refusal:?}");
    assert_eq!(both, Ok(()));
}

/// The types that a call accepts are settled when the runtime starts: a library that is opened between two calls changes nothing before the next `aclInit`, which may be a
/// repeated one.
#[test]
fn a_plugin_that_is_opened_between_two_calls_changes_no_contract() {
    if std::env::var(CHILD).is_err() {
        let output = child(OPENED, "auto", None, "");
        let text = String::from_utf8_lossy(&output.stdout);
        let passed = output.status.success() && text.contains("1 passed");
        assert!(passed, "{text}");
        return;
    }
    // SAFETY: no path is none.
    let init = || unsafe { aclInit(std::ptr::null()) };
    assert_eq!(init(), 0);
    hold("published");
    let path = CString::new(plugin().into_os_string().into_vec()).unwrap();
    // SAFETY: a library with nothing in it.
    assert!(!unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) }.is_null());
    hold("published");
    assert_eq!(init(), 100_002);
    hold("toolkit");
}

/// Calls what only the toolkit's contract allows: all succeed by it, and none by the published one.
fn hold(expected: &str) {
    for (what, result) in wide() {
        match result {
            Ok(()) => assert_eq!(expected, "toolkit", "{what}"),
            Err(refusal) => {
                assert_eq!(expected, "published", "{what}: {refusal:?}");
                assert_eq!(refusal.code, 161_002);
                assert!(
                    refusal.message.contains("HOSTNPU_CONTRACT=toolkit"),
                    "{what}: {refusal:?}"
                );
            }
        }
    }
}

fn child(test: &str, contract: &str, plugin: Option<PathBuf>, expected: &str) -> Output {
    let plugin = plugin.map(|plugin| plugin.into_os_string().into_string().unwrap());
    let mut variables = vec![("HOSTNPU_CONTRACT", contract), (CHILD, expected)];
    variables.extend(plugin.as_deref().map(|plugin| ("LD_PRELOAD", plugin)));
    process::run(
        &["--exact", &format!("drivers::contracts::{test}")],
        &variables,
    )
}

/// A library of the name of PyTorch's NPU plugin, with nothing in it.
fn plugin() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hostnpu-contracts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let library = folder.join("libtorch_npu.so");
    let status = Command::new("cc")
        .args([
            "-shared",
            "-Wl,-soname,libtorch_npu.so",
            "-x",
            "c",
            "/dev/null",
            "-o",
        ])
        .arg(&library)
        .status()
        .unwrap();
    assert!(status.success());
    library
}
