//! Times of one number of threads: all libraries take their turns in each round, so that what else the machine does disturbs them alike.

use std::error::Error;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::thread;
use std::time::{Duration, Instant};

use crate::c_libraries::Sleef;
use crate::functions::{Function, Kernel};
use crate::operator::Operator;
use crate::support::device::Memory;
use crate::support::machine;
use crate::torch::Torch;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first line of the file.
pub const HEAD: &str = "threads,elements,function,interval,library,by,samples,median,decile";

/// A sample is at least so long, for the clock's sake, and not much longer: a short one has a chance to be taken undisturbed.
const SAMPLE: f64 = 400e-6;

/// The longest time for which helpers of a library that was called wait actively for more work.
const PAUSE: Duration = Duration::from_millis(3);

/// Takes the time of so many calls.
type Timer<'a> = Box<dyn FnMut(u64) -> Result<Duration> + 'a>;

/// One library's way to compute the function.
struct Contestant<'a> {
    library: &'static str,
    by: &'static str,
    timer: Timer<'a>,
    calls: u64,
    /// Nanoseconds an element.
    samples: Vec<f64>,
}

/// The time of `calls` calls, before which there is one for the caches unless a call is long.
fn timed(calls: u64, mut call: impl FnMut()) -> Duration {
    if calls > 1 {
        call();
    }
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed()
}

/// Arguments of the times. Those of the second argument are others than those of the first.
fn inputs(function: &Function, elements: usize) -> Vec<Memory> {
    let ranges = function.timed.iter().enumerate();
    let values = ranges.map(|(number, range)| {
        let values = range.values((number + 1) * elements);
        values.skip(number * elements).collect::<Vec<f32>>()
    });
    values.map(|values| Memory::holding(&values)).collect()
}

/// Measures the functions, and writes a line for each and each library.
pub fn pass(
    functions: &[&Function],
    elements: usize,
    rounds: usize,
    torch: &mut Option<Torch>,
) -> Result<()> {
    let sleef = Sleef::open();
    for function in functions {
        one(function, elements, rounds, sleef.as_ref(), torch.as_mut())?;
    }
    Ok(())
}

fn one(
    function: &Function,
    elements: usize,
    rounds: usize,
    sleef: Option<&Sleef>,
    mut torch: Option<&mut Torch>,
) -> Result<()> {
    let threads = machine::threads();
    let memories = inputs(function, elements);
    let operator = Operator::new(function, &memories);
    let slices: Vec<&[f32]> = memories.iter().map(Memory::as_slice::<f32>).collect();
    let (mut by_kernel, mut by_sleef) = (Memory::new(4 * elements), Memory::new(4 * elements));

    let mut contestants = Vec::new();
    let mut enter = |library, by, timer| {
        contestants.push(Contestant {
            library,
            by,
            timer,
            calls: 1,
            samples: Vec::new(),
        });
    };
    let timer = |calls| Ok(timed(calls, || operator.call()));
    enter("hostnpu", "operator", Box::new(timer) as Timer);
    // A kernel is of one thread.
    if threads == 1 {
        let ((kernel, _), slices) = (function.kernel(), &slices);
        let y = by_kernel.as_mut_slice::<f32>();
        let timer = move |calls| {
            Ok(timed(calls, || match kernel {
                Kernel::One(f) => f(slices[0], black_box(&mut *y)),
                Kernel::Two(f) => f(slices[0], slices[1], black_box(&mut *y)),
            }))
        };
        enter("hostnpu", "kernel", Box::new(timer));
    }
    if let Some(vectors) = sleef.and_then(|sleef| sleef.function(function.name)) {
        let (slices, y) = (&slices, by_sleef.as_mut_slice::<f32>());
        let bound = vectors.bound;
        let timer = move |calls| {
            Ok(timed(calls, || {
                vectors.compute(slices, black_box(&mut *y), threads);
            }))
        };
        enter("SLEEF", bound, Box::new(timer));
    }
    if let Some(torch) = torch.as_mut()
        && torch.load(function.name, &slices)?
    {
        enter("PyTorch", "out", Box::new(|calls| torch.time(calls)));
    }

    for contestant in &mut contestants {
        // The first call also takes the page faults and wakes the threads.
        (contestant.timer)(1)?;
        let time = (contestant.timer)(1)?.min((contestant.timer)(1)?);
        contestant.calls = (SAMPLE / time.as_secs_f64()).ceil().clamp(1.0, 1e5) as u64;
    }
    for round in 0..rounds {
        let count = contestants.len();
        for number in 0..count {
            // Every other round backwards, so that none always follows the same one.
            let number = if round % 2 == 0 {
                number
            } else {
                count - 1 - number
            };
            let contestant = &mut contestants[number];
            thread::sleep(PAUSE);
            let time = (contestant.timer)(contestant.calls)?;
            let ns = time.as_secs_f64() * 1e9 / contestant.calls as f64 / elements as f64;
            contestant.samples.push(ns);
        }
    }
    let intervals: Vec<&str> = function.timed.iter().map(|range| range.name).collect();
    for mut contestant in contestants {
        let samples = &mut contestant.samples;
        samples.sort_by(f64::total_cmp);
        let (median, decile) = (samples[samples.len() / 2], samples[samples.len() / 10]);
        writeln!(
            stdout(),
            "{threads},{elements},{},\"{}\",{},{},{},{median:.4},{decile:.4}",
            function.name,
            intervals.join(" × "),
            contestant.library,
            contestant.by,
            samples.len(),
        )?;
    }
    Ok(())
}
