//! From the result of a body to what C gets: a code, a message, the thread's last error. No panic leaves an entry point.

use std::ffi::{CStr, c_char};
use std::panic::{set_hook, take_hook};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hostnpu::abi::c_enum::Enumerators;
use hostnpu::abi::cnrt::boundary as cnrt;
use hostnpu::abi::cnrt::enums::cnrtRet_t as Status;
use hostnpu::abi::cnrt::error::{cnrtGetErrorName, cnrtGetErrorStr};
use hostnpu::abi::cnrt::open_enums::cnrtRet_t;
use hostnpu::abi::hccl::boundary as hccl;
use hostnpu::abi::hccl::enums::HcclResult;
use hostnpu::abi::{acl::boundary as acl, failure::Outcome};
use hostnpu::device::current_context;
use hostnpu::diagnostics::recent;
use hostnpu::error::{Error, Reason};

fn null(arg: &'static str) -> Outcome {
    Err(Reason::Null { arg }.into())
}

/// The thread's last message ends so.
fn assert_message(end: &str) {
    recent::fetch(|text| {
        let text = text.unwrap().to_str().unwrap();
        assert!(text.ends_with(end), "{text}");
    });
}

#[test]
fn a_refusal_of_ascendcl_has_code_and_text() {
    let code = acl::guard("aclrtMalloc", || null("devPtr"));
    assert_eq!(code, 100_000);
    assert_message("Invalid_Argument_Null_Pointer(EH0002): aclrtMalloc: `devPtr` is null");
}

#[test]
fn a_panic_is_an_internal_error_of_ascendcl() {
    assert_eq!(acl::guard("aclrtMalloc", || panic!("oh")), 500_000);
    assert_message("aclrtMalloc: internal error: oh");
}

#[test]
fn only_the_runtime_layer_sets_the_last_error_of_ascendcl() {
    acl::clear_last_error();
    let _ = acl::guard("aclrtMalloc", || null("devPtr"));
    assert_eq!(acl::last_error(), 0);
    let _ = acl::guard("aclrtMalloc", || Err(Error::from(Reason::NoContext).into()));
    assert_eq!(acl::last_error(), 107_002);
    acl::clear_last_error();
    assert_eq!(acl::last_error(), 0);
}

const CHILD: &str = "HOSTNPU_TEST_SETS_A_HOOK";

/// Only the shared library, which has its own copy of the standard library, sends the text of panics elsewhere.
#[test]
fn the_hook_of_panics_stays_that_of_a_rust_program() {
    static IS_CALLED: AtomicBool = AtomicBool::new(false);
    if std::env::var_os(CHILD).is_none() {
        // A process of its own: a hook of the library would come with the first call of any entry point, and so before the program's.
        let output = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "boundaries::the_hook_of_panics_stays_that_of_a_rust_program",
            ])
            .env(CHILD, "1")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("1 passed"),
            "{output:?}"
        );
        return;
    }
    set_hook(Box::new(|_| IS_CALLED.store(true, Ordering::Relaxed)));
    let code = acl::guard("aclrtMalloc", || panic!("oh"));
    drop(take_hook());
    assert_eq!(code, 500_000);
    assert!(IS_CALLED.load(Ordering::Relaxed));
}

#[test]
fn a_refusal_of_cnrt_is_the_thread_s_last_error_until_it_is_cleared() {
    cnrt::clear_last_error();
    let status = cnrt::guard("cnrtMalloc", || null("pPtr"));
    assert_eq!(status, Status::cnrtErrorArgsInvalid);
    assert_eq!(cnrt::last_error(), status);
    thread::spawn(|| assert_eq!(cnrt::last_error(), Status::cnrtSuccess))
        .join()
        .unwrap();
    cnrt::clear_last_error();
    assert_eq!(cnrt::last_error(), Status::cnrtSuccess);
}

#[test]
fn a_panic_is_an_unknown_error_of_cnrt() {
    assert_eq!(
        cnrt::guard("cnrtMalloc", || panic!("oh")),
        Status::cnrtErrorUnknown
    );
}

#[test]
fn not_yet_is_an_answer_of_cnrt_and_no_error() {
    cnrt::clear_last_error();
    let status = cnrt::answer("cnrtQueueQuery", || Ok(Status::cnrtErrorBusy));
    assert_eq!(status, Status::cnrtErrorBusy);
    assert_eq!(cnrt::last_error(), Status::cnrtSuccess);
}

#[test]
fn a_thread_of_cnrt_without_a_device_works_on_the_default_one() {
    thread::spawn(|| {
        assert!(current_context().is_none());
        let context = cnrt::context().unwrap();
        assert_eq!(context.device().id(), cnrt::default_device());
        assert!(current_context().is_some());
    })
    .join()
    .unwrap();
}

#[test]
fn every_status_of_cnrt_has_its_own_name_and_a_sentence() {
    let text = |text: *const c_char| {
        // SAFETY: the functions return static strings.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap()
    };
    // SAFETY: they take any number.
    let (name, sentence) = unsafe {
        let name = |status| text(cnrtGetErrorName(status));
        (name, |status| text(cnrtGetErrorStr(status)))
    };
    for &(value, known) in Status::NAMES {
        let status = cnrtRet_t::from_raw(value);
        assert_eq!(name(status), known);
        assert!(!sentence(status).contains("no status"), "{known}");
    }
    assert!(sentence(cnrtRet_t::from_raw(77)).contains("no status"));
}

#[test]
fn a_refusal_of_hccl_has_code_and_text() {
    let refused = hccl::guard("HcclBarrier", || null("comm"));
    assert_eq!(refused, HcclResult::HCCL_E_PTR);
    assert_message("HcclBarrier: `comm` is null");
}

#[test]
fn a_panic_is_an_internal_error_of_hccl() {
    assert_eq!(
        hccl::guard("HcclBarrier", || panic!("oh")),
        HcclResult::HCCL_E_INTERNAL
    );
}
