use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::device::{Ending, devices};

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
