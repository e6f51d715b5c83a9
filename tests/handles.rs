//! Handles: null, destroyed, foreign and invented ones are told apart from live ones, and none is given twice.

use std::collections::HashSet;

use hostnpu::abi::handle::{Object, Table};
use hostnpu::error::{Error, Handle, Reason};

#[test]
fn every_wrong_handle_is_named_for_what_it_is() {
    let (streams, events) = (Table::new(Object::Stream), Table::new(Object::Event));
    let stream = streams.insert(7).unwrap();
    let event = events.insert(8).unwrap();
    assert_eq!(streams.get("stream", stream), Ok(7));
    assert_eq!(
        streams.get("stream", 0),
        Err(Error::from(Reason::Null { arg: "stream" }))
    );
    let got = |handle| match streams.get("stream", handle) {
        Err(error) => match error.into_reason() {
            Reason::Handle { got, .. } => got,
            other => panic!("{handle:#x}: {other:?}"),
        },
        other => panic!("{handle:#x}: {other:?}"),
    };
    assert_eq!(got(event), Handle::Foreign(Object::Event));
    assert_eq!(got(0x7fff_1234_5678), Handle::Garbage);
    assert_eq!(got(usize::MAX), Handle::Garbage);
    assert_eq!(got(stream + 1), Handle::Stale);
    assert_eq!(streams.take("stream", stream), Ok(7));
    assert_eq!(got(stream), Handle::Stale);
}

#[test]
fn a_slot_that_is_used_again_has_another_handle() {
    let table = Table::new(Object::Tensor);
    let mut seen = HashSet::new();
    for i in 0..100_000 {
        let handle = table.insert(i).unwrap();
        assert!(seen.insert(handle), "handle {handle:#x} came again");
        assert_eq!(table.take("tensor", handle), Ok(i));
    }
}

#[test]
fn handles_are_never_addresses() {
    let table = Table::new(Object::QuantizedParam);
    let handle = table.insert(()).unwrap();
    assert!(
        handle >> 47 != 0 && handle >> 47 != usize::MAX >> 47,
        "{handle:#x}"
    );
}

#[test]
fn threads_share_a_table() {
    let table = Table::new(Object::Tensor);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let mut own = Vec::new();
                for i in 0..5000 {
                    own.push(table.insert((thread, i)).unwrap());
                    if i % 3 == 0 {
                        let handle = own.swap_remove(i % own.len());
                        assert_eq!(table.take("tensor", handle).unwrap().0, thread);
                    }
                }
                for handle in own {
                    assert_eq!(table.get("tensor", handle).unwrap().0, thread);
                }
            });
        }
    });
}
