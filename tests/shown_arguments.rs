//! Arguments of calls as traces show them.

use hostnpu::abi::shown::pointer;
use hostnpu::called;
use hostnpu::device::{Policy, allocate, free};
use hostnpu::diagnostics::hooks::Values;

#[test]
fn arguments_are_shown_under_the_names_of_the_header() {
    let (dev_ptr, size, self_) = (std::ptr::null_mut::<u64>(), 7_usize, c"a\n".as_ptr());
    let mut written = 5_u64;
    let out_size = &raw mut written;
    let called = called!("aclrtMalloc", dev_ptr, size, self_, out_size);
    let mut shown = Vec::new();
    called.show(false, &mut |name, text| {
        shown.push(format!("{name}={text}"))
    });
    assert_eq!(shown, ["devPtr=null", "size=7", "self=\"a\\n\""]);
    shown.clear();
    called.show(true, &mut |name, text| shown.push(format!("{name}={text}")));
    assert_eq!(shown, ["outSize=5"]);
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
