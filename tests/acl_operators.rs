//! Operators whose names do not begin with `aclnn`: what watches a program takes them for operators too.

use std::ffi::c_void;
use std::process::{Command, Output};
use std::ptr::null_mut;

use hostnpu::abi::acl::base_rt::types::aclrtStream;
use hostnpu::abi::acl::rt::device::aclrtSetDevice;
use hostnpu::abi::acl::rt::memory::{aclrtFree, aclrtMalloc};
use hostnpu::abi::acl::rt::stream::{aclrtCreateStream, aclrtSynchronizeStream};
use hostnpu::abi::acl::types::{aclDataType, aclFormat, aclrtMemMallocPolicy};
use hostnpu::abi::aclnn::meta::tensor::aclCreateTensor;
use hostnpu_aclnn_operators::math::rfft1d::{aclRfft1D, aclRfft1DGetWorkspaceSize};

const CHILD: &str = "HOSTNPU_TEST_IS_WATCHED";
const BYTES: usize = 1024;
/// Status of a call whose device is lost.
const LOST: i32 = 361_001;

/// Queues a transform, and frees what it reads before it has run. Returns the status of the second phase.
fn program() -> i32 {
    let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
    let mut stream: aclrtStream = null_mut();
    let [mut from, mut to, mut workspace]: [*mut c_void; 3] = [null_mut(); 3];
    let tensor = |shape: &[i64], memory| {
        let (extents, rank) = (shape.as_ptr(), shape.len() as u64);
        let (dtype, format) = (aclDataType::ACL_FLOAT, aclFormat::ACL_FORMAT_ND);
        // SAFETY: extents that are copied, and memory that holds them.
        unsafe {
            aclCreateTensor(
                extents,
                rank,
                dtype,
                std::ptr::null(),
                0,
                format,
                extents,
                rank,
                memory,
            )
        }
    };
    // SAFETY: out pointers to this function's own variables, and objects that were made before.
    unsafe {
        assert_eq!(aclrtSetDevice(0), 0);
        assert_eq!(aclrtCreateStream(&raw mut stream), 0);
        for memory in [&mut from, &mut to, &mut workspace] {
            assert_eq!(aclrtMalloc(memory, BYTES, policy), 0);
        }
        let (x, y) = (tensor(&[8], from), tensor(&[5, 2], to));
        let (mut size, mut executor) = (0_u64, null_mut());
        let planned = aclRfft1DGetWorkspaceSize(x, 8, 0, 1, y, &raw mut size, &raw mut executor);
        assert!(planned == 0 && size <= BYTES as u64, "{planned} {size}");
        let status = aclRfft1D(workspace, size, executor, stream);
        if status == 0 {
            assert_eq!(aclrtFree(from), 0);
            assert_eq!(aclrtSynchronizeStream(stream), 0);
        }
        status
    }
}

fn run(test: &str, variable: &str, value: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("acl_operators::{test}"), "--nocapture"]);
    let command = command.env(CHILD, "1").env(variable, value);
    command.output().unwrap()
}

#[test]
fn a_report_says_that_an_operator_uses_what_is_freed() {
    if std::env::var_os(CHILD).is_some() {
        assert_eq!(program(), 0);
        return;
    }
    let name = "a_report_says_that_an_operator_uses_what_is_freed";
    let output = run(name, "HOSTNPU_CHECK", "race,memory");
    let text = String::from_utf8_lossy(&output.stderr);
    let sentence = "aclrtFree frees memory that a queued operator still reads";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn an_operator_fails_whose_device_is_lost() {
    if std::env::var_os(CHILD).is_some() {
        // After a stream and three blocks of memory.
        assert_eq!(program(), LOST);
        return;
    }
    let name = "an_operator_fails_whose_device_is_lost";
    let output = run(name, "HOSTNPU_FAULT", "lost-context@5");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_profile_has_the_type_of_the_operator() {
    if std::env::var_os(CHILD).is_some() {
        assert_eq!(program(), 0);
        return;
    }
    let name = format!("hostnpu_acl_operators_{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let name = "a_profile_has_the_type_of_the_operator";
    let output = run(name, "HOSTNPU_PROFILE", folder.to_str().unwrap());
    assert!(output.status.success(), "{output:?}");
    let mut texts = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(end) if end == "csv" => texts.push(std::fs::read_to_string(path).unwrap()),
                _ => {}
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
    let has_type = texts.iter().any(|text| text.contains(",Rfft1D,"));
    assert!(has_type, "{texts:?}");
}
