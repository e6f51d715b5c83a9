//! A wait.

use std::time::{Duration, Instant};

use super::{Accuracy, Holds, Reference, Row, entry};
use crate::argument::Argument;
use crate::call::call;

fn samples() -> Vec<Vec<Argument>> {
    [1_650, 1, 330_000]
        .map(|cycles| vec![Argument::Ints(vec![cycles])])
        .to_vec()
}

pub fn rows() -> Vec<Row> {
    const TESTS: &str = "table::sleep::a_wait_takes_its_time";
    vec![Row {
        entry: entry("aclnnSleep"),
        samples,
        accepts: &[],
        computes: |_| None,
        reference: Reference::Elsewhere(TESTS),
        accuracy: Accuracy::Elsewhere(TESTS),
        holds: Holds(0),
        except: &[],
    }]
}

#[test]
fn a_wait_takes_its_time() {
    if !super::on_950() {
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
