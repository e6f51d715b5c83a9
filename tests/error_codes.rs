//! The codes under which AscendCL and aclnn return each error.

use std::collections::HashSet;
use std::mem::discriminant;

use hostnpu::abi::{acl, aclnn};
use hostnpu::error::{Awaited, Capturing, Error, Handle, Object, Reason, Resource, Trouble};

/// One of each error, with the codes of AscendCL and aclnn that it has unless a call says otherwise.
fn every_error() -> Vec<(Error, i32, i32)> {
    let (arg, got, allowed) = ("self", String::new(), String::new());
    let of = |reason: Reason, acl, aclnn| (Error::from(reason), acl, aclnn);
    vec![
        of(Reason::Null { arg }, 100_000, 161_001),
        of(
            Reason::Handle {
                arg,
                kind: Object::Tensor,
                got: Handle::Stale,
            },
            107_017,
            161_002,
        ),
        of(
            Reason::Dtype {
                arg,
                got: got.clone(),
                allowed: allowed.clone(),
            },
            107_000,
            161_002,
        ),
        of(
            Reason::Format {
                arg,
                got: got.clone(),
                allowed: allowed.clone(),
            },
            107_000,
            161_002,
        ),
        of(
            Reason::Rank {
                arg,
                got: 9,
                allowed: allowed.clone(),
            },
            107_000,
            161_002,
        ),
        of(
            Reason::Shape {
                arg,
                got: vec![1],
                allowed: allowed.clone(),
            },
            107_000,
            161_002,
        ),
        of(Reason::Value { arg, got, allowed }, 107_000, 161_002),
        of(
            Reason::Storage {
                arg,
                lowest: 0,
                highest: 1,
                storage: 1,
            },
            107_000,
            561_103,
        ),
        of(
            Reason::OutOfBounds {
                arg,
                start: 0,
                reach: 9,
                size: 8,
            },
            107_000,
            161_002,
        ),
        of(Reason::NoData { arg }, 107_000, 161_001),
        of(Reason::Workspace { got: 0, needed: 1 }, 107_000, 161_002),
        of(Reason::NoContext, 107_002, 361_001),
        of(
            Reason::NoDevice {
                arg,
                got: 1,
                last: 0,
            },
            107_001,
            361_001,
        ),
        of(Reason::DeviceNotSet { device: 0 }, 507_007, 361_001),
        of(Reason::OtherContext { arg }, 107_003, 361_001),
        (Error::out_of_host_memory(2), 207_001, 361_001),
        of(
            Reason::Exhausted {
                what: Resource::Object(Object::Stream),
                limit: 1,
            },
            207_008,
            561_101,
        ),
        of(Reason::NotSupported("x".into()), 207_000, 561_003),
        of(Reason::State("x".into()), 107_000, 361_001),
        of(
            Reason::Timeout {
                what: Awaited::Stream,
                limit: "1ms".into(),
            },
            507_046,
            361_001,
        ),
        of(Reason::Aborted, 107_023, 361_001),
        of(
            Reason::Task {
                stream: 0,
                task: 1,
                reason: "x".into(),
            },
            507_015,
            361_001,
        ),
        of(Reason::Capture(Capturing::Stream), 107_027, 361_001),
        (Error::ranks(Trouble::Late, "x"), 507_046, 361_001),
        // A run has the code of what failed in it.
        (
            Error::from(Reason::Null { arg }).of_run("aclnnSin"),
            100_000,
            161_001,
        ),
        of(Reason::Internal("x".into()), 500_000, 561_000),
    ]
}

#[test]
fn every_error_has_its_codes() {
    let errors = every_error();
    let kinds: HashSet<_> = errors
        .iter()
        .map(|(error, ..)| discriminant(error.reason()))
        .collect();
    assert_eq!(
        (errors.len(), kinds.len()),
        (26, 26),
        "an error is missing, or twice there"
    );
    for (error, expected, _) in errors {
        let text = error.to_string();
        assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
        let code = acl::boundary::guard("aclrtMalloc", || Err(error.into()));
        assert_eq!(code, expected, "of AscendCL: {text}");
    }
    for (error, _, expected) in every_error() {
        let text = error.to_string();
        let code = aclnn::boundary::guard("aclnnSin", || Err(error.into()));
        assert_eq!(code, expected, "of aclnn: {text}");
    }
}
