//! Environment variables: documented in docs/settings.md and its twin, read in one place, and a bad value is named once on the standard error stream.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::root::root;
use hostnpu::abi::acl::types::{aclDataType, aclFormat};
use hostnpu::abi::aclnn::meta::scalar::aclCreateScalar;
use hostnpu::abi::aclnn::meta::tensor::aclCreateTensor;
use hostnpu::config::{self, VARIABLES};
use hostnpu_aclnn_operators::math::floor_divide::aclnnInplaceFloorDividesGetWorkspaceSize;

const CHILD: &str = "HOSTNPU_TEST_USES_SETTINGS";

/// Name, meaning and default of each row of the table of environment variables.
fn rows(readme: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join(readme)).unwrap();
    let is_row = |line: &&str| {
        VARIABLES
            .iter()
            .any(|v| line.starts_with(&format!("| `{}` |", v.name)))
    };
    let cells = |line: &str| {
        line.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().replace('`', ""))
            .collect()
    };
    text.lines().filter(is_row).map(cells).collect()
}

#[test]
fn the_tables_of_both_documents_have_every_variable_and_its_default() {
    let variables: Vec<_> = VARIABLES.iter().map(|v| v.name.to_owned()).collect();
    for document in ["docs/settings.md", "docs/settings.zh-CN.md"] {
        let names: Vec<_> = rows(document).iter().map(|row| row[0].clone()).collect();
        assert_eq!(names, variables, "{document}");
    }
    for (row, variable) in rows("docs/settings.md").iter().zip(VARIABLES) {
        assert_eq!(row[2], variable.default, "{}", variable.name);
    }
}

fn rust_files(folder: PathBuf) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn only_config_reads_the_environment() {
    let folders = [
        "src",
        "crates/aclnn-operators/src",
        "crates/base/src",
        "crates/collective/src",
        "crates/device/src",
        "crates/diagnostics/src",
        "crates/kernels/src",
        "crates/numeric/src",
        "crates/ops/src",
        "crates/tensor/src",
    ];
    let files: Vec<_> = folders
        .into_iter()
        .flat_map(|folder| rust_files(root().join(folder)))
        .collect();
    assert!(files.len() > 100);
    let readers: Vec<_> = files
        .iter()
        .filter(|path| {
            let text = fs::read_to_string(path).unwrap();
            ["env::var", "getenv", "env::{"]
                .iter()
                .any(|way| text.contains(way))
        })
        .collect();
    assert_eq!(readers, [&root().join("crates/base/src/config.rs")]);
}

/// reliability.md A15: `getenv` where a set-uid program needs `secure_getenv`.
#[test]
fn a15_a_program_with_more_rights_than_its_caller_reads_no_variables() {
    let text = fs::read_to_string(root().join("crates/base/src/config.rs")).unwrap();
    assert!(text.contains("secure_getenv(name.as_ptr())") && !text.contains("env::var"));
    // SAFETY: no arguments.
    if unsafe { libc::geteuid() } != 0 {
        // Only root can make a program run as another user.
        return;
    }
    let folder = std::env::temp_dir().join(format!("hostnpu_rights_{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let program = folder.join("program");
    // By a process of its own: a file that this one wrote is busy while another thread starts a process.
    let copied = Command::new("cp")
        .args([&std::env::current_exe().unwrap(), &program])
        .status();
    assert!(copied.unwrap().success());
    const NOBODY: u32 = 65_534;
    std::os::unix::fs::chown(&program, Some(NOBODY), None).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o4755)).unwrap();
    let output = child_of(&program, &[("HOSTNPU_THREADS", "777")]);
    fs::remove_dir_all(&folder).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let is_set_uid = text.contains(&format!("user {NOBODY}"));
    // If the folder is mounted without set-uid programs, it is an ordinary one.
    assert_ne!(is_set_uid, text.contains("threads 777"), "{text}");
}

/// Reads each setting twice, in a process of its own with the variables given.
fn child(variables: &[(&str, &str)]) -> Output {
    child_of(&std::env::current_exe().unwrap(), variables)
}

fn child_of(program: &Path, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(program);
    command.args([
        "--exact",
        "settings::bad_values_are_named_once",
        "--nocapture",
    ]);
    for variable in VARIABLES {
        command.env_remove(variable.name);
    }
    command
        .envs(variables.iter().copied())
        .env(CHILD, "1")
        .output()
        .unwrap()
}

fn use_settings() {
    // SAFETY: no arguments.
    println!("user {}", unsafe { libc::geteuid() });
    for _ in 0..2 {
        println!("threads {}", config::THREADS.get());
        println!("devices {}", config::DEVICES.get());
        println!("memory {}", config::DEVICE_MEMORY.get());
        println!("isa {}", config::isa().name());
        println!("mode {}", config::IMPL_MODE.get());
        println!("cube math {}", config::CUBE_MATH.get());
        println!("contract {:?}", config::CONTRACT.get());
        println!("traps {}", config::XMATH_TRAPS.get());
        println!("default device {}", config::DEFAULT_DEVICE.get());
        println!("prints {}", config::CNRT_PRINTS.get());
        println!("level {}", config::LOG_LEVEL.get());
        println!(
            "stdout {:?} {}",
            config::LOG_TO_STDOUT.get(),
            config::SLOG_TO_STDOUT.get()
        );
        println!("least {}", config::MLUOP_LOG_LEVEL.get());
    }
    println!("visible {:?}", config::visible_devices(2));
}

/// reliability.md A15: bad values of `HOSTNPU_*` and `CNRT_DEFAULT_DEVICE` were silently the default.
#[test]
fn bad_values_are_named_once() {
    if std::env::var_os(CHILD).is_some() {
        return use_settings();
    }
    let widest = hostnpu::kernels::simd::Isa::widest().name();
    let processors = std::thread::available_parallelism().unwrap();
    // Variable, bad value, what the line says is allowed, and instead; what the child then prints.
    let cases = [
        (
            "HOSTNPU_THREADS",
            "1025",
            "1 to 1024",
            "number of processors",
            format!("threads {processors}"),
        ),
        (
            "HOSTNPU_THREADS",
            "0",
            "1 to 1024",
            "number of processors",
            format!("threads {processors}"),
        ),
        ("HOSTNPU_DEVICES", "two", "1 to 64", "1", "devices 1".into()),
        (
            "HOSTNPU_DEVICE_MEMORY",
            "12X",
            "a size above 0 as 1000, 512M, 64G or 1T",
            "128G",
            "memory 137438953472".into(),
        ),
        (
            "HOSTNPU_ISA",
            "AVX2",
            "baseline, avx2 or avx512, if this machine has it",
            "the widest one",
            format!("isa {widest}"),
        ),
        (
            "HOSTNPU_IMPL_MODE",
            "fast",
            "high_precision or high_performance",
            "high_precision",
            "mode high_precision".into(),
        ),
        (
            "HOSTNPU_CUBE_MATH",
            "hf32",
            "exact or device",
            "exact",
            "cube math false".into(),
        ),
        (
            "HOSTNPU_CONTRACT",
            "wide",
            "published, toolkit or auto",
            "auto",
            "contract Auto".into(),
        ),
        (
            "HOSTNPU_XMATH_TRAPS",
            "yes",
            "0 or 1",
            "0",
            "traps false".into(),
        ),
        (
            "CNRT_DEFAULT_DEVICE",
            "first",
            "the number of a device",
            "0",
            "default device 0".into(),
        ),
        (
            "CNRT_PRINT_INFO",
            "please",
            "0, off, false, 1, on or true",
            "0",
            "prints false".into(),
        ),
        (
            "ASCEND_GLOBAL_LOG_LEVEL",
            "7",
            "0 (debug), 1 (information), 2 (warnings), 3 (errors) or 4 (nothing)",
            "3",
            "level ERROR".into(),
        ),
        (
            "ASCEND_LOG_PRINT_TO_STDOUT",
            "2",
            "0 or 1",
            "0",
            "stdout None false".into(),
        ),
        (
            "ASCEND_SLOG_PRINT_TO_STDOUT",
            "-1",
            "0 or 1",
            "0",
            "stdout None false".into(),
        ),
        (
            "MLUOP_MIN_LOG_LEVEL",
            "9",
            "0 (information), 1 (warnings), 2 (errors) or 3 (fatal errors)",
            "0",
            "least 0".into(),
        ),
        (
            "ASCEND_RT_VISIBLE_DEVICES",
            "1,x,0",
            "numbers of devices, separated by commas",
            "the first 1 of its entries",
            "visible [1]".into(),
        ),
    ];
    for (name, value, allowed, instead, used) in cases {
        let output = child(&[(name, value)]);
        let errors = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("hostnpu: {name} is {value:?}; allowed: {allowed}; used instead: {instead}");
        let lines: Vec<_> = errors
            .lines()
            .filter(|line| line.starts_with("hostnpu: "))
            .collect();
        assert_eq!(lines, [expected]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.lines().any(|line| line.ends_with(&used)),
            "{used}: {text}"
        );
    }
}

#[test]
fn good_values_are_used_without_a_word() {
    let good = [
        ("HOSTNPU_THREADS", " 3 "),
        ("HOSTNPU_DEVICES", "2"),
        ("HOSTNPU_DEVICE_MEMORY", "1G"),
        ("HOSTNPU_ISA", "baseline"),
        ("HOSTNPU_IMPL_MODE", "high_performance_for_all"),
        ("HOSTNPU_CUBE_MATH", "device"),
        ("HOSTNPU_CONTRACT", "toolkit "),
        ("HOSTNPU_XMATH_TRAPS", "1"),
        ("CNRT_DEFAULT_DEVICE", "1"),
        ("CNRT_PRINT_INFO", "On"),
        ("ASCEND_GLOBAL_LOG_LEVEL", "0"),
        ("ASCEND_LOG_PRINT_TO_STDOUT", "0"),
        ("ASCEND_SLOG_PRINT_TO_STDOUT", "1"),
        ("MLUOP_MIN_LOG_LEVEL", ""),
        ("ASCEND_RT_VISIBLE_DEVICES", "1, 0"),
    ];
    let output = child(&good);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!errors.contains("hostnpu:"), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "threads 3",
        "devices 2",
        "memory 1073741824",
        "isa baseline",
        "mode high_performance_for_all",
        "cube math true",
        "contract Toolkit",
        "traps true",
        "default device 1",
        "prints true",
        "level DEBUG",
        "stdout Some(false) true",
        "least 0",
        "visible [1, 0]",
    ] {
        assert!(
            text.lines().any(|printed| printed.ends_with(line)),
            "{line}: {text}"
        );
    }
}

/// The first thing that is computed may be a scalar of 16 bits, which the first phase of an operator converts.
#[test]
fn the_instruction_set_holds_for_a_scalar_that_is_converted_first() {
    const FIRST: &str = "HOSTNPU_TEST_CONVERTS_A_SCALAR_FIRST";
    if std::env::var_os(FIRST).is_some() {
        let status = add_a_half();
        println!(
            "status {status} isa {}",
            hostnpu::kernels::simd::chosen().name()
        );
        return;
    }
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "settings::the_instruction_set_holds_for_a_scalar_that_is_converted_first",
            "--nocapture",
        ])
        .env("HOSTNPU_ISA", "baseline")
        .env(FIRST, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("status 0 isa baseline"), "{text}");
}

/// The first phase of x + 1 with a FLOAT16 1, and its status.
fn add_a_half() -> i32 {
    let (shape, mut one) = (3_i64, half::f16::ONE);
    let mut data = [1.0_f32; 3];
    let (mut size, mut executor) = (0, std::ptr::null_mut());
    // SAFETY: arrays with their lengths, a value of the type, out pointers; the memory outlives the calls.
    unsafe {
        let tensor = aclCreateTensor(
            &shape,
            1,
            aclDataType::ACL_FLOAT,
            std::ptr::null(),
            0,
            aclFormat::ACL_FORMAT_ND,
            &shape,
            1,
            data.as_mut_ptr().cast(),
        );
        let one = aclCreateScalar((&raw mut one).cast(), aclDataType::ACL_FLOAT16);
        aclnnInplaceFloorDividesGetWorkspaceSize(tensor, one, &mut size, &mut executor)
    }
}
