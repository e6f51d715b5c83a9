//! Calls that would trap on a device: the call is reported and goes on, or ends the process if `HOSTNPU_XMATH_TRAPS` is 1.
//!
//! Each case runs in a process of its own: this program again, told by its environment what to do.

use hostnpu::abi::xmath::memory::vpu_memcpy;
use hostnpu::abi::xmath::scalar::{f32, float_s32, s32};
use hostnpu::abi::xmath::types::float_s32_t;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};
use std::ptr::null_mut;

const CASE: &str = "HOSTNPU_TEST_TRAP";
/// Number of the signal that abort raises.
const SIGABRT: i32 = 6;

/// Every call that a device or the vendor's portable build does not survive, and what its sentence must name.
const CASES: [(&str, &str); 9] = [
    ("inverse", "s32_inverse: `b` is 0"),
    ("divide", "s32_divide_s64_s32: `c` is 0"),
    ("float_divide", "float_s32_div: `y` is 0"),
    ("misaligned", "s32_to_chunk_s32: `a` is not aligned"),
    ("null_exponent", "s32_sqrt: `a_exp` is null"),
    ("null_array", "q30_powers: `a` is null"),
    ("null_chunk", "s32_to_chunk_s32: `a` is null"),
    ("null_copy", "vpu_memcpy: `dst` or `src` is null"),
    ("not_finite", "f32_to_float_s32: `x` is infinite or NaN"),
];

fn run(case: &str) {
    match case {
        "inverse" => {
            let mut exponent = 7;
            // SAFETY: the pointer is valid.
            assert_eq!(unsafe { s32::s32_inverse(&mut exponent, 0) }, i32::MAX);
            assert_eq!(exponent, -29);
        }
        "divide" => {
            assert_eq!(s32::s32_divide_s64_s32(-5, 0), i32::MIN);
            assert_eq!(s32::s32_divide_s64_u32(5, 0), i32::MAX);
            assert_eq!(s32::s32_divide_u64_s32(0, 0), 0);
            assert_eq!(s32::u32_divide_u64_u32(1, 0), u32::MAX);
        }
        "float_divide" => {
            let (x, y) = (
                float_s32_t { mant: 3, exp: 0 },
                float_s32_t { mant: 0, exp: 0 },
            );
            assert!(float_s32::float_s32_div(x, y).mant > 0);
        }
        "misaligned" => {
            let mut bytes = [0xAAu8; 49];
            let skip = bytes.as_ptr().align_offset(8) + 1;
            // SAFETY: 33 bytes follow `skip`.
            unsafe { s32::s32_to_chunk_s32(bytes.as_mut_ptr().add(skip).cast(), 0x0102_0304) };
            let mut expected = [0xAAu8; 49];
            expected[skip..skip + 32].copy_from_slice(&0x0102_0304i32.to_ne_bytes().repeat(8));
            assert_eq!(bytes, expected);
        }
        // SAFETY: null pointers are what the functions are asked about.
        "null_exponent" => unsafe {
            assert_eq!(s32::s32_sqrt(null_mut(), 4, 0, 31), 1 << 30);
        },
        // SAFETY: as above.
        "null_array" => unsafe { s32::q30_powers(null_mut(), 5, 3) },
        // SAFETY: as above.
        "null_chunk" => unsafe { s32::s32_to_chunk_s32(null_mut(), 5) },
        // SAFETY: as above.
        "null_copy" => unsafe { vpu_memcpy(null_mut(), null_mut(), 3) },
        "not_finite" => {
            for x in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
                assert_eq!(f32::f32_to_float_s32(x), float_s32_t { mant: 0, exp: -31 });
            }
        }
        _ => unreachable!("{case}"),
    }
}

#[test]
#[ignore = "run by the other tests, in a process of its own"]
fn one_case() {
    // A long run of all ignored tests meets this one, too, and names no case.
    if let Ok(case) = std::env::var(CASE) {
        run(&case);
    }
}

fn in_a_process(case: &str, environment: &[(&str, &str)]) -> Output {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["one_case", "--exact", "--ignored", "--nocapture"])
        .env_remove("HOSTNPU_XMATH_TRAPS")
        .env_remove("ASCEND_SLOG_PRINT_TO_STDOUT")
        .env_remove("ASCEND_LOG_PRINT_TO_STDOUT")
        .env_remove("ASCEND_PROCESS_LOG_PATH")
        .env_remove("ASCEND_GLOBAL_LOG_LEVEL")
        .env(CASE, case)
        .envs(environment.iter().copied())
        .output()
        .expect("this program runs")
}

#[test]
fn by_default_the_call_goes_on_and_says_so_once() {
    for (case, sentence) in CASES {
        let output = in_a_process(case, &[]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{case}: {errors}");
        assert_eq!(errors.matches("hostnpu: ").count(), 1, "{case}: {errors}");
        assert!(errors.contains(sentence), "{case}: {errors}");
    }
}

#[test]
fn where_a_log_is_kept_every_call_is_in_it() {
    let output = in_a_process("not_finite", &[("ASCEND_SLOG_PRINT_TO_STDOUT", "1")]);
    let log = String::from_utf8_lossy(&output.stdout);
    let sentence = "f32_to_float_s32: `x` is infinite or NaN";
    assert_eq!(log.matches(sentence).count(), 3, "{log}");
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn with_traps_the_process_ends_with_the_sentence() {
    for (case, sentence) in CASES {
        let output = in_a_process(case, &[("HOSTNPU_XMATH_TRAPS", "1")]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.signal(), Some(SIGABRT), "{case}: {errors}");
        assert!(errors.contains(sentence), "{case}: {errors}");
    }
}

#[test]
fn an_aligned_chunk_and_a_number_other_than_zero_are_silent() {
    #[repr(align(8))]
    struct Chunk([i32; 8]);
    let mut chunk = Chunk([0; 8]);
    // SAFETY: the pointer is valid for eight words.
    unsafe { s32::s32_to_chunk_s32(chunk.0.as_mut_ptr(), -9) };
    assert_eq!(chunk.0, [-9; 8]);
    let output = in_a_process("misaligned", &[("HOSTNPU_XMATH_TRAPS", "0")]);
    assert!(output.status.success(), "0 does not switch traps on");
}
