//! Measurement of times: samples of many calls, the limit's beside each of the workload's, and medians.

use std::time::{Duration, Instant};

use super::workloads::Workload;

/// The measured times of one workload.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Nanoseconds per element, or per call where the workload counts calls.
    pub ns: f64,
    /// The same of the copy limit, and which way of copying that was.
    pub limit: Option<(f64, String)>,
    /// The workload's time as a multiple of the limit's: the median of the ratios within a pair of samples, which is
    /// not disturbed by what disturbs both.
    pub ratio: Option<f64>,
}

/// Pairs of samples: nanoseconds per element of the workload, and of the limit right after it.
#[derive(Default)]
pub struct Samples(Vec<(f64, Option<f64>)>);

impl Samples {
    /// Takes a pair of samples of `calls` calls each, and returns the time of the workload's.
    pub fn take(&mut self, workload: &mut Workload, calls: u64) -> Duration {
        workload.prepare();
        let per_element = |time: Duration, calls: u64| {
            time.as_secs_f64() * 1e9 / calls as f64 / workload.elements as f64
        };
        if calls > 1 {
            // For the caches, which the limit has filled with its own memory.
            (workload.call)();
        }
        let time = timed(calls, &mut workload.call);
        let limit = workload.limit.as_mut().map(|limit| {
            // As many calls as fill a sample; before them one for the caches, which holds the workload's memory now.
            limit.run();
            let one = timed(1, &mut || limit.run()).as_nanos().max(1) as u64;
            let calls = (200_000 / one).clamp(1, 10_000);
            per_element(timed(calls, &mut || limit.run()), calls)
        });
        self.0.push((per_element(time, calls), limit));
        time
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The medians.
    pub fn figures(&self, workload: &mut Workload) -> Figures {
        let times = self.0.iter().map(|pair| pair.0);
        let limits = self.0.iter().filter_map(|pair| pair.1);
        let ratios = self.0.iter().filter_map(|pair| Some(pair.0 / pair.1?));
        let way = workload.limit.as_mut().map(|limit| limit.name());
        Figures {
            ns: median(times).unwrap_or(f64::NAN),
            limit: median(limits).zip(way),
            ratio: median(ratios),
        }
    }
}

fn timed(calls: u64, call: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed()
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// Measures for about `budget`, in samples of at least 0.2 ms, at least five of them.
pub fn measure(workload: &mut Workload, budget: Duration) -> Figures {
    const SAMPLE: f64 = 200e-6;
    // The first calls also take the page faults and wake the threads.
    let first = Samples::default().take(workload, 1);
    let second = Samples::default().take(workload, 1).min(first);
    let calls = (SAMPLE / second.as_secs_f64().max(1e-9))
        .ceil()
        .clamp(1.0, 1e6) as u64;
    let (mut samples, start) = (Samples::default(), Instant::now());
    while samples.0.len() < 5 || start.elapsed() < budget {
        samples.take(workload, calls);
    }
    samples.figures(workload)
}
