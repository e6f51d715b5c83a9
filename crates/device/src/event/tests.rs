use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::*;
use crate::{Ending, devices};

fn stream() -> Arc<Stream> {
    Stream::new(&devices()[0]).unwrap()
}

#[test]
fn events_order_streams_among_each_other() {
    for round in 0..300 {
        let (first, second) = (stream(), stream());
        let event = Event::new(1, EventKind::Repeatable, TIME_LINE, 0);
        let value = Arc::new(AtomicU32::new(0));
        let (writer, reader) = (value.clone(), value.clone());
        let seen = Arc::new(AtomicU32::new(99));
        let result = seen.clone();
        let write = move || {
            if round % 2 == 0 {
                std::thread::yield_now();
            }
            writer.store(1, Ordering::SeqCst);
            Ok(())
        };
        first.submit(Task::compute(write), false).unwrap();
        event.record(&first).unwrap();
        event.stream_wait(&second, None).unwrap();
        let read = move || {
            result.store(reader.load(Ordering::SeqCst), Ordering::SeqCst);
            Ok(())
        };
        second.submit(Task::compute(read), false).unwrap();
        second.synchronize(None).unwrap();
        assert_eq!(seen.load(Ordering::SeqCst), 1, "round {round}");
        assert!(event.is_complete() && event.waits_are_over());
        first.close(Ending::Finish).unwrap();
        second.close(Ending::Finish).unwrap();
    }
}

#[test]
fn streams_wait_for_a_plain_event_until_its_first_record_and_again_after_a_reset() {
    let (first, second) = (stream(), stream());
    let event = Event::new(1, EventKind::Plain, 1, 0);
    assert!(!event.is_complete());
    event.stream_wait(&first, None).unwrap();
    assert!(!first.is_idle() && !event.waits_are_over());
    event.record(&second).unwrap();
    first.synchronize(None).unwrap();
    event.reset(&second).unwrap();
    assert!(!event.is_complete());
    event.stream_wait(&first, None).unwrap();
    assert!(first.synchronize(Some(Duration::from_millis(5))).is_err());
    event.record(&second).unwrap();
    first.synchronize(None).unwrap();
    first.close(Ending::Finish).unwrap();
    second.close(Ending::Finish).unwrap();
}

#[test]
fn no_stream_waits_for_a_repeatable_event_without_a_record() {
    let stream = stream();
    let event = Event::new(1, EventKind::Repeatable, 1, 0);
    event.stream_wait(&stream, None).unwrap();
    assert!(stream.is_idle() && event.is_complete());
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn a_record_in_a_stream_that_is_dropped_counts_as_reached() {
    let (first, second) = (stream(), stream());
    let never = Event::new(1, EventKind::Plain, 1, 0);
    let event = Event::new(2, EventKind::Plain, 1, 0);
    never.stream_wait(&first, None).unwrap();
    event.record(&first).unwrap();
    event.stream_wait(&second, None).unwrap();
    assert!(!event.is_complete());
    first.close(Ending::Drop).unwrap();
    second.synchronize(None).unwrap();
    event.synchronize(None).unwrap();
    second.close(Ending::Finish).unwrap();
}

#[test]
fn what_a_stream_refuses_leaves_the_event_as_it_was() {
    let (aborted, other) = (stream(), stream());
    let event = Event::new(1, EventKind::Plain, 1, 0);
    aborted.abort();
    assert_eq!(event.record(&aborted), Err(Error::from(Reason::Aborted)));
    assert!(!event.is_recorded() && !event.is_complete());
    event.record(&other).unwrap();
    assert_eq!(event.reset(&aborted), Err(Error::from(Reason::Aborted)));
    assert!(event.is_recorded());
    assert_eq!(
        event.stream_wait(&aborted, None),
        Err(Error::from(Reason::Aborted))
    );
    assert!(event.waits_are_over());
    aborted.close(Ending::Finish).unwrap();
    other.close(Ending::Finish).unwrap();
}

#[test]
fn time_stamps_are_kept_only_if_asked_for() {
    let stream = stream();
    let (timed, untimed) = (
        Event::new(1, EventKind::Plain, TIME_LINE, 0),
        Event::new(2, EventKind::Plain, 1, 0),
    );
    assert_eq!(timed.stamp(), None);
    timed.record(&stream).unwrap();
    untimed.record(&stream).unwrap();
    stream.synchronize(None).unwrap();
    assert!(timed.stamp().is_some() && timed.timestamp().is_some());
    assert_eq!(untimed.stamp(), None);
    stream.close(Ending::Finish).unwrap();
}

/// A stream with a task at its front that ends when the flag is set.
fn held_stream() -> (Arc<Stream>, Arc<AtomicBool>) {
    let (held, flag) = (stream(), Arc::new(AtomicBool::new(false)));
    let released = flag.clone();
    let task = Task::OnWorker(Box::new(move || {
        while !released.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_micros(100));
        }
        Ok(())
    }));
    held.submit(task, false).unwrap();
    (held, flag)
}

#[test]
fn a_wait_is_for_the_record_before_it_whatever_is_recorded_later_elsewhere() {
    let (first, release) = held_stream();
    let (second, third) = (stream(), stream());
    let event = Event::new(1, EventKind::Repeatable, TIME_LINE, 0);
    event.record(&first).unwrap();
    event.stream_wait(&third, None).unwrap();
    event.record(&second).unwrap();
    second.synchronize(None).unwrap();
    assert!(event.is_complete(), "the last record is reached");
    assert!(
        third.synchronize(Some(Duration::from_millis(20))).is_err(),
        "the record that is waited for is not"
    );
    release.store(true, Ordering::SeqCst);
    third.synchronize(None).unwrap();
    for stream in [first, second, third] {
        stream.close(Ending::Finish).unwrap();
    }
}

#[test]
fn a_wait_goes_on_after_an_earlier_record_was_reached() {
    let (first, release_first) = held_stream();
    let (second, release_second) = held_stream();
    let third = stream();
    let event = Event::new(1, EventKind::Repeatable, 0, 0);
    event.record(&first).unwrap();
    event.record(&second).unwrap();
    event.stream_wait(&third, None).unwrap();
    let limit = Some(Duration::from_millis(20));
    assert!(third.synchronize(limit).is_err());
    release_first.store(true, Ordering::SeqCst);
    first.synchronize(None).unwrap();
    assert!(third.synchronize(limit).is_err());
    release_second.store(true, Ordering::SeqCst);
    third.synchronize(Some(Duration::from_secs(20))).unwrap();
    for stream in [first, second, third] {
        stream.close(Ending::Finish).unwrap();
    }
}
