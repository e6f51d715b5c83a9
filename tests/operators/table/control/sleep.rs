//! A wait.

use std::time::{Duration, Instant};

use hostnpu::abi::acl::rt::stream::{
    aclrtCreateStream, aclrtDestroyStream, aclrtStreamAbort, aclrtSynchronizeStream,
};

use crate::argument::Argument;
use crate::call::{call, prepare};
use crate::table::{Accuracy, Holds, Row, entry};

fn samples() -> Vec<Vec<Argument>> {
    [1_650, 1, 330_000]
        .map(|cycles| vec![Argument::Ints(vec![cycles])])
        .to_vec()
}

pub fn rows() -> Vec<Row> {
    const TESTS: &str = "table::control::sleep::a_wait_takes_its_time";
    vec![
        Row::new("aclnnSleep", samples)
            .accepts(&[])
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(Holds(0)),
    ]
}

#[test]
fn a_wait_takes_its_time() {
    if !crate::table::on_950() {
        return;
    }
    let start = Instant::now();
    // 20 ms of a clock of 1.65 GHz.
    call(entry("aclnnSleep"), &[Argument::Ints(vec![33_000_000])]).unwrap();
    assert!(start.elapsed() >= Duration::from_millis(20));
    for refused in [vec![], vec![0], vec![-5], vec![1, 2]] {
        let refusal = call(entry("aclnnSleep"), &[Argument::Ints(refused)]).unwrap_err();
        assert_eq!(refusal.code, 561_002, "{refusal:?}");
    }
}

#[test]
fn a_wait_ends_with_its_stream() {
    if !crate::table::on_950() {
        return;
    }
    let minutes = [Argument::Ints(vec![10 * 60 * 1_650_000_000])];
    let call = prepare(entry("aclnnSleep"), &minutes);
    let (status, size, executor) = call.first_phase();
    assert_eq!((status, size), (0, 0));
    let start = Instant::now();
    // SAFETY: an out pointer, the executor of the first phase, and a stream of this test.
    unsafe {
        let mut stream = std::mem::zeroed();
        assert_eq!(aclrtCreateStream(&mut stream), 0);
        let second = entry("aclnnSleep").second_phase;
        assert_eq!(second(std::ptr::null_mut(), size, executor, stream), 0);
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(aclrtStreamAbort(stream), 0);
        aclrtSynchronizeStream(stream);
        aclrtDestroyStream(stream);
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}
