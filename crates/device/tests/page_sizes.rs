//! Memory that is mapped, shared and protected by pages, on systems with pages of 4, 16 and 64 KiB. Larger pages than this system's are pretended in a process of
//! their own: what holds for them must hold for its smaller ones.

use std::process::Command;
use std::slice;

use hostnpu_base::page;
use hostnpu_device::{
    Access, Context, Event, Kind, MemoryFile, Physical, Policy, access, alias, allocate, devices,
    free, ipc, map, release, reserve, set_access, unmap,
};

const CHILD: &str = "HOSTNPU_TEST_PAGE";

/// Runs the other tests of this program once for each size.
#[test]
fn every_size_of_pages() {
    if std::env::var_os(CHILD).is_some() {
        return;
    }
    for size in [4 << 10, 16 << 10, 64 << 10] {
        if size < page::size() {
            continue;
        }
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--test-threads=1", "with_this_size"])
            .env(CHILD, size.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("3 passed"),
            "pages of {size} bytes:\n{text}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The size that this process works with; `None` where no test is to run.
fn size() -> Option<usize> {
    let size = std::env::var(CHILD).ok()?.parse().unwrap();
    page::pretend(size);
    Some(size)
}

fn filled(address: usize, count: usize, value: u8) -> bool {
    // SAFETY: the caller's memory of so many bytes.
    let bytes = unsafe { slice::from_raw_parts(alias(address) as *const u8, count) };
    bytes.iter().all(|&byte| byte == value)
}

fn fill(address: usize, count: usize, value: u8) {
    // SAFETY: as above.
    unsafe { std::ptr::write_bytes(alias(address) as *mut u8, value, count) };
}

#[test]
fn blocks_have_pages_of_their_own_and_are_shared_with_this_size() {
    let Some(size) = size() else { return };
    let context = Context::new(&devices()[0]).unwrap();
    let blocks = [1, size - 1, size + 1, 5 * size].map(|bytes| {
        let start = allocate(Some(&context), bytes, Policy::Normal).unwrap();
        assert_eq!(start % size, 0, "{bytes} bytes at {start:#x}");
        fill(start, bytes, bytes as u8);
        (start, bytes)
    });
    // To share a block replaces its pages: the others keep what they hold.
    let (start, bytes) = blocks[2];
    let key = ipc::share("devPtr", &context, start, bytes, true).unwrap();
    assert!(key.size >= bytes);
    for (start, bytes) in blocks {
        assert!(filled(start, bytes, bytes as u8));
        free("devPtr", start, |_| true).unwrap();
    }
}

#[test]
fn files_and_counts_are_mapped_with_this_size() {
    let Some(size) = size() else { return };
    let memory = MemoryFile::create(2 * size, [1, 2, 3]).unwrap();
    let opened = MemoryFile::open(memory.share(true).unwrap()).unwrap();
    assert_eq!((opened.size(), opened.note()), (2 * size, [1, 2, 3]));
    let event = Event::new_shared(1, 0, 1).unwrap();
    let same = Event::open_shared(2, 0, 1, event.share().unwrap().unwrap()).unwrap();
    assert!(!same.is_recorded());
}

#[test]
fn reserved_addresses_are_mapped_and_protected_with_this_size() {
    let Some(size) = size() else { return };
    let kind = Kind::Device(0);
    let start = reserve(4 * size, 0).unwrap();
    assert_eq!(start % size, 0);
    let physical = Physical::allocate(kind, 2 * size, size, 0).unwrap();
    map("virPtr", start + size, 2 * size, &physical, false).unwrap();
    set_access(
        "virPtr",
        start + size,
        2 * size,
        &[(kind, Access::ReadWrite)],
    )
    .unwrap();
    assert_eq!(
        access("virPtr", start + size, kind).unwrap(),
        Access::ReadWrite
    );
    fill(start + size, 2 * size, 7);
    assert!(filled(start + size, 2 * size, 7));
    let error = map("virPtr", start + 1, 2 * size, &physical, false).unwrap_err();
    assert!(
        error.to_string().contains(&format!("a multiple of {size}")),
        "{error}"
    );
    unmap("virPtr", start + size).unwrap();
    release("virPtr", start).unwrap();
}
