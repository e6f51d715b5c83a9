//! Arguments of calls as traces show them.

use std::ffi::{c_char, c_void};

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::shown::{Called, Facts, Kind, Of, Otherwise as _, Signature, Word as _, pointer};
use hostnpu::device::{Policy, allocate, free};
use hostnpu::diagnostics::hooks::Values;

#[test]
fn arguments_are_shown_by_the_kinds_of_their_types() {
    static SIGNATURE: Signature = Signature {
        name: "aclrtMalloc",
        parameters: "devPtr,size,self,outSize,handles",
        kinds: &[
            Of::<*mut c_void>::KIND,
            Of::<usize>::KIND,
            Of::<*const c_char>::KIND,
            Of::<*mut u64>::KIND,
            Of::<*mut *mut c_void>::KIND,
        ],
        facts: Facts::RUNTIME,
    };
    let (mut written, mut handle) = (5_u64, std::ptr::null_mut::<c_void>());
    let words = [
        std::ptr::null_mut::<c_void>().word(),
        7_usize.word(),
        c"a\n".as_ptr().word(),
        (&raw mut written).word(),
        (&raw mut handle).word(),
    ];
    let called = Called::With(&SIGNATURE, &words);
    let shown = |after| {
        let mut shown = Vec::new();
        called.show(after, &mut |name, text| {
            shown.push(format!("{name}={text}"))
        });
        shown
    };
    assert_eq!(shown(false), ["devPtr=null", "size=7", "self=\"a\\n\""]);
    assert_eq!(shown(true), ["outSize=5", "handles=null"]);
}

#[test]
fn numbers_keep_their_signs_and_enums_their_names() {
    let text = |kind: Kind, word: u64| {
        let words = [word];
        let signature = Box::leak(Box::new(Signature {
            name: "f",
            parameters: "x",
            kinds: Box::leak(Box::new([kind])),
            facts: Facts::NONE,
        }));
        let mut shown = String::new();
        let called = Called::With(signature, &words);
        called.show(false, &mut |_, text| shown = text.to_owned());
        shown
    };
    assert_eq!(text(Of::<i32>::KIND, (-3_i32).word()), "-3");
    assert_eq!(text(Of::<u32>::KIND, u32::MAX.word()), "4294967295");
    assert_eq!(text(Of::<f32>::KIND, 0.5_f32.word()), "0.5");
    assert_eq!(text(Of::<bool>::KIND, true.word()), "true");
    let known = aclDataType::ACL_FLOAT16;
    assert_eq!(text(Of::<aclDataType>::KIND, known.word()), "ACL_FLOAT16");
    let unknown = aclDataType::from_raw(-77);
    assert_eq!(
        text(Of::<aclDataType>::KIND, unknown.word()),
        "aclDataType(-77)"
    );
}

#[test]
fn memory_has_numbers_and_offsets() {
    let start = allocate(None, 64, Policy::Normal).unwrap();
    let first = pointer(start);
    assert!(first.starts_with("pinned#"), "{first}");
    assert_eq!(pointer(start + 8), format!("{first}+8"));
    free("", start, |_| true).unwrap();
    assert_eq!(pointer(0), "null");
    assert_eq!(pointer(8), "host");
}
