use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::*;
use crate::devices;

fn stream() -> Arc<Stream> {
    Stream::new(&devices()[0]).unwrap()
}

/// A condition that a test opens.
#[derive(Default)]
struct Gate {
    open: AtomicBool,
    streams: Mutex<Vec<Arc<Stream>>>,
}

impl Gate {
    fn open(&self) {
        self.open.store(true, Ordering::SeqCst);
        // As conditions do: no lock is held that a stream takes to subscribe.
        let streams = std::mem::take(&mut *lock(&self.streams));
        streams.iter().for_each(|stream| stream.notify());
    }
}

impl Condition for Gate {
    fn is_ready(&self) -> bool {
        self.open.load(Ordering::SeqCst)
    }
    fn subscribe(&self, stream: &Arc<Stream>) {
        lock(&self.streams).push(stream.clone());
    }
    fn name(&self) -> &'static str {
        "the gate"
    }
}

#[test]
fn tasks_run_in_the_order_of_their_submission() {
    let stream = stream();
    let seen = Arc::new(Mutex::new(Vec::new()));
    for i in 0..1000 {
        let seen = seen.clone();
        let task = Task::compute(move || {
            lock(&seen).push(i);
            Ok(())
        });
        stream.submit(task, i % 3 == 0).unwrap();
    }
    stream.synchronize(None).unwrap();
    assert_eq!(*lock(&seen), (0..1000).collect::<Vec<_>>());
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn work_goes_on_without_a_synchronisation() {
    let stream = stream();
    let done = Arc::new(AtomicBool::new(false));
    let flag = done.clone();
    let task = Task::compute(move || {
        flag.store(true, Ordering::SeqCst);
        Ok(())
    });
    stream.submit(task, false).unwrap();
    let start = Instant::now();
    while !done.load(Ordering::SeqCst) {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the worker never ran the task"
        );
        std::thread::yield_now();
    }
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn a_panic_is_an_error_of_the_stream_and_the_next_task_runs() {
    let stream = stream();
    let after = Arc::new(AtomicUsize::new(0));
    let counter = after.clone();
    stream
        .submit(Task::compute(|| panic!("kernel fell over")), false)
        .unwrap();
    let task = Task::compute(move || {
        counter.fetch_add(1, Ordering::SeqCst);
        Ok(())
    });
    stream.submit(task, false).unwrap();
    let error = stream.synchronize(None).unwrap_err();
    assert!(error.to_string().contains("kernel fell over"), "{error}");
    assert_eq!(after.load(Ordering::SeqCst), 1);
    assert_eq!(stream.synchronize(None), Ok(()), "an error is given once");
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn stop_on_failure_drops_the_rest() {
    let stream = stream();
    stream.set_failure_mode(FailureMode::Stop);
    let gate = Arc::new(Gate::default());
    let after = Arc::new(AtomicUsize::new(0));
    let counter = after.clone();
    stream
        .submit(Task::wait(gate.clone(), None), false)
        .unwrap();
    stream
        .submit(
            Task::compute(|| Err(Error::from(Reason::Internal("x".into())))),
            false,
        )
        .unwrap();
    let task = Task::compute(move || {
        counter.fetch_add(1, Ordering::SeqCst);
        Ok(())
    });
    stream.submit(task, false).unwrap();
    gate.open();
    assert!(stream.synchronize(None).is_err());
    assert_eq!(after.load(Ordering::SeqCst), 0);
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn a_wait_that_takes_too_long_is_left_to_the_worker() {
    let stream = stream();
    let gate = Arc::new(Gate::default());
    stream
        .submit(Task::wait(gate.clone(), None), false)
        .unwrap();
    let error = stream
        .synchronize(Some(Duration::from_millis(20)))
        .unwrap_err();
    assert!(matches!(error.reason(), Reason::Timeout { .. }), "{error}");
    assert!(!stream.is_idle());
    gate.open();
    stream.synchronize(None).unwrap();
    assert!(stream.is_idle());
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn a_limited_wait_fails_the_stream() {
    let stream = stream();
    let gate = Arc::new(Gate::default());
    stream
        .submit(Task::wait(gate, Some(Duration::from_millis(5))), false)
        .unwrap();
    let error = stream.synchronize(None).unwrap_err();
    assert_eq!(error.to_string(), "the gate took longer than 5ms");
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn abort_drops_what_waits() {
    let stream = stream();
    stream
        .submit(Task::wait(Arc::new(Gate::default()), None), false)
        .unwrap();
    stream
        .submit(Task::compute(|| panic!("dropped")), false)
        .unwrap();
    stream.abort();
    assert_eq!(stream.synchronize(None), Err(Error::from(Reason::Aborted)));
    assert_eq!(
        stream.submit(Task::compute(|| Ok(())), true),
        Err(Error::from(Reason::Aborted))
    );
    stream.close(Ending::Drop).unwrap();
}

#[test]
fn callbacks_never_run_on_the_synchronising_thread() {
    let stream = stream();
    let own = std::thread::current().id();
    let other = Arc::new(AtomicBool::new(false));
    let flag = other.clone();
    let work = move || {
        flag.store(std::thread::current().id() != own, Ordering::SeqCst);
        Ok(())
    };
    stream.submit(Task::OnWorker(Box::new(work)), true).unwrap();
    stream.synchronize(None).unwrap();
    assert!(other.load(Ordering::SeqCst));
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn what_waits_never_runs_on_a_thread_that_submits_or_synchronises_with_a_limit() {
    let stream = stream();
    let own = std::thread::current().id();
    let other = Arc::new(AtomicBool::new(false));
    for _ in 0..100 {
        let flag = other.clone();
        let work = move || {
            flag.store(std::thread::current().id() != own, Ordering::SeqCst);
            Ok(())
        };
        stream.submit(Task::Blocking(Arc::new(work)), true).unwrap();
        stream.synchronize(Some(Duration::from_secs(60))).unwrap();
        assert!(other.swap(false, Ordering::SeqCst));
    }
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn what_waits_runs_without_a_thread_that_synchronises_also_after_one_did() {
    let stream = stream();
    for _ in 0..20 {
        for _ in 0..50 {
            stream
                .submit(Task::Blocking(Arc::new(|| Ok(()))), true)
                .unwrap();
            stream.synchronize(None).unwrap();
        }
        stream
            .submit(Task::Blocking(Arc::new(|| Ok(()))), true)
            .unwrap();
        let begin = Instant::now();
        while !stream.is_idle() {
            assert!(begin.elapsed() < Duration::from_secs(60));
            std::thread::yield_now();
        }
    }
    stream.close(Ending::Finish).unwrap();
}

#[test]
fn many_threads_may_fill_and_drain_one_stream() {
    let stream = stream();
    let count = Arc::new(AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for i in 0..2000 {
                    let count = count.clone();
                    let task = Task::compute(move || {
                        count.fetch_add(1, Ordering::SeqCst);
                        Ok(())
                    });
                    stream.submit(task, i % 2 == 0).unwrap();
                    if i % 16 == 0 {
                        stream.synchronize(None).unwrap();
                    }
                }
            });
        }
    });
    stream.synchronize(None).unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 8000);
    stream.close(Ending::Finish).unwrap();
}
