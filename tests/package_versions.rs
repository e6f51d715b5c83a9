//! Versions of the toolkit's packages as numbers that order them.

use std::ffi::CString;
use std::fs;
use std::process::Command;

use hostnpu::abi::acl::rt::version::aclsysGetVersionNum;

const CHILD: &str = "HOSTNPU_TEST_HAS_PACKAGES";

/// Versions, each with its number or the code of the refusal.
const VERSIONS: &[(&str, Result<i32, i32>)] = &[
    ("9.0.0", Ok(90_000_000)),
    ("8.5.1", Ok(80_501_000)),
    ("9.0.0-alpha.2", Ok(89_999_702)),
    ("9.0.0-beta.1", Ok(89_999_801)),
    ("8.1.RC1", Ok(80_099_901)),
    ("8", Err(500_000)),
    // As if the file had no version.
    ("", Err(100_003)),
    ("x.y.z", Err(500_000)),
    ("9.0.0-gamma.1", Err(500_000)),
    ("9.0.0-beta.x", Err(500_000)),
    ("65535.0.0", Err(500_000)),
];

fn package(at: usize) -> String {
    format!("package{at}")
}

#[test]
fn versions_become_numbers_that_order_them() {
    if std::env::var_os(CHILD).is_some() {
        for (at, &(version, expected)) in VERSIONS.iter().enumerate() {
            let name = CString::new(package(at)).unwrap();
            let mut number = -1;
            // SAFETY: a string, which is only read, and an out pointer.
            let status = unsafe { aclsysGetVersionNum(name.as_ptr().cast_mut(), &raw mut number) };
            let expected = expected.map_or_else(|code| (code, -1), |number| (0, number));
            assert_eq!((status, number), expected, "{version:?}");
        }
        return;
    }
    let home = std::env::temp_dir().join(format!("hostnpu_versions_{}", std::process::id()));
    for (at, (version, _)) in VERSIONS.iter().enumerate() {
        let folder = home.join("share/info").join(package(at));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("version.info"), format!("Version={version}\n")).unwrap();
    }
    // A process of its own, which reads where the toolkit is once.
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "package_versions::versions_become_numbers_that_order_them",
        ])
        .env(CHILD, "1")
        .env("ASCEND_HOME_PATH", &home)
        .output();
    fs::remove_dir_all(&home).unwrap();
    let output = output.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{output:?}"
    );
}
