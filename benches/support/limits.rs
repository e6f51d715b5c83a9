//! The copy limit: the bytes that an operator has to read and write, moved without computing anything. It is the fastest of
//! what a program could do: the C library's copy or fill, a loop of vector loads and stores, non-temporal stores; on one
//! thread or on all.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hostnpu::kernels::simd;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::device::Memory;
use super::machine::threads;

/// Bytes that a workload has to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Traffic {
    /// Reads so many bytes and writes as many.
    Copy(usize),
    /// Writes so many bytes and reads twice that.
    Double(usize),
    /// Writes so many bytes and reads eight times that.
    Eightfold(usize),
    /// Writes so many bytes.
    Fill(usize),
    /// Reads so many bytes.
    Read(usize),
    /// As `Copy`, to be held against the C library's `memcpy` on one thread and nothing else.
    Memcpy(usize),
    /// Nothing that would count.
    None,
}

/// From so many written bytes on, all threads are tried as well: below, waking them takes longer than the copy.
const SPLIT_FROM: usize = 256 << 10;

/// A way to move `bytes` bytes.
type Range = unsafe fn(target: *mut u8, source: *const u8, bytes: usize);

struct Way {
    name: &'static str,
    run: Range,
    threads: usize,
}

/// The ways to move a workload's bytes, and the memory that they are moved in.
pub struct Limit {
    ways: Vec<Way>,
    source: Memory,
    target: Memory,
    written: usize,
    fastest: Option<usize>,
}

impl Limit {
    /// The limit of `traffic`, or `None` where there is none.
    pub fn new(traffic: Traffic) -> Option<Self> {
        let (written, read, ranges): (_, _, &[(&str, Range)]) = match traffic {
            Traffic::None => return None,
            Traffic::Memcpy(bytes) => (bytes, bytes, &[("memcpy", memcpy)]),
            Traffic::Copy(bytes) => (
                bytes,
                bytes,
                &[
                    ("memcpy", memcpy),
                    ("vector loop", vector_copy),
                    ("non-temporal", streaming_copy),
                ],
            ),
            Traffic::Double(bytes) => (
                bytes,
                2 * bytes,
                &[
                    ("vector loop", vector_fold::<2>),
                    ("non-temporal", streaming_fold::<2>),
                ],
            ),
            Traffic::Eightfold(bytes) => (
                bytes,
                8 * bytes,
                &[
                    ("vector loop", vector_fold::<8>),
                    ("non-temporal", streaming_fold::<8>),
                ],
            ),
            Traffic::Read(bytes) => (bytes, bytes, &[("vector loop", vector_read)]),
            Traffic::Fill(bytes) => (
                bytes,
                0,
                &[
                    ("memset", memset),
                    ("vector loop", vector_fill),
                    ("non-temporal", streaming_fill),
                ],
            ),
        };
        let all = threads();
        let split = all > 1 && written >= SPLIT_FROM && !matches!(traffic, Traffic::Memcpy(_));
        let ways = [1]
            .into_iter()
            .chain(split.then_some(all))
            .flat_map(|threads| {
                ranges
                    .iter()
                    .map(move |&(name, run)| Way { name, run, threads })
            })
            .collect();
        Some(Self {
            ways,
            source: Memory::holding(&vec![0x5a_u8; read]),
            target: Memory::new(written),
            written,
            fastest: None,
        })
    }

    /// Moves the bytes once, in the fastest way.
    pub fn run(&mut self) {
        let way = self.fastest();
        self.run_way(way);
    }

    /// The name of the fastest way.
    pub fn name(&mut self) -> String {
        let way = self.fastest();
        match &self.ways[way] {
            Way {
                name, threads: 1, ..
            } => (*name).to_owned(),
            Way { name, threads, .. } => format!("{name}, {threads} threads"),
        }
    }

    /// The way whose median of a few samples is the shortest; looked for once.
    fn fastest(&mut self) -> usize {
        if let Some(fastest) = self.fastest {
            return fastest;
        }
        const SAMPLE: Duration = Duration::from_micros(200);
        let mut times = vec![[0.0; 7]; self.ways.len()];
        for round in 0..7 {
            for (way, times) in times.iter_mut().enumerate() {
                let (mut calls, start) = (0, Instant::now());
                while calls == 0 || start.elapsed() < SAMPLE {
                    self.run_way(way);
                    calls += 1;
                }
                times[round] = start.elapsed().as_secs_f64() / f64::from(calls);
            }
        }
        for times in &mut times {
            times.sort_by(f64::total_cmp);
        }
        let fastest = (0..times.len())
            .min_by(|&a, &b| times[a][3].total_cmp(&times[b][3]))
            .expect("every traffic has a way");
        self.fastest = Some(fastest);
        fastest
    }

    fn run_way(&self, way: usize) {
        let Way { run, threads, .. } = self.ways[way];
        let target = self.target.address() as usize;
        let source = self.source.address() as usize;
        if threads == 1 {
            // Without what follows: a few bytes take a few nanoseconds.
            // SAFETY: both allocations have the bytes.
            unsafe { run(target as *mut u8, source as *const u8, self.written) };
            return;
        }
        let per_written = self.source.as_slice::<u8>().len() / self.written.max(1);
        let written = self.written;
        // Pieces begin at whole pages.
        let piece = written.div_ceil(threads).next_multiple_of(4096);
        let move_piece = |number: usize| {
            let start = (number * piece).min(written);
            let end = (start + piece).min(written);
            // SAFETY: both ranges lie in their allocations, and no two pieces overlap.
            unsafe {
                run(
                    (target + start) as *mut u8,
                    (source + start * per_written) as *const u8,
                    end - start,
                );
            }
        };
        match pool() {
            None => (0..threads).for_each(move_piece),
            Some(pool) => pool.in_place_scope(|scope| {
                let move_piece = &move_piece;
                for number in 1..threads {
                    scope.spawn(move |_| move_piece(number));
                }
                move_piece(0);
            }),
        }
    }
}

/// One helper fewer than there are threads.
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    POOL.get_or_init(|| {
        let helpers = threads().checked_sub(1).filter(|&helpers| helpers > 0)?;
        ThreadPoolBuilder::new().num_threads(helpers).build().ok()
    })
    .as_ref()
}

// In all functions below, `bytes` bytes may be written to `target`, and as many, or for folds `TIMES` as many, read from `source`.

unsafe fn memcpy(target: *mut u8, source: *const u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { source.copy_to_nonoverlapping(target, bytes) };
}

unsafe fn memset(target: *mut u8, _: *const u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { target.write_bytes(0x5a, bytes) };
}

/// The work of one step of a loop.
const LINE: usize = 64;
type Line = [u64; LINE / 8];

/// Calls `step` for the offset of each whole line, and `tail` for the bytes after them, compiled for the widest vectors.
#[inline(always)]
fn lines(bytes: usize, step: impl Fn(usize), tail: impl Fn(usize)) {
    simd::widest(|| {
        for line in 0..bytes / LINE {
            step(line * LINE);
        }
        for byte in bytes / LINE * LINE..bytes {
            tail(byte);
        }
    });
}

unsafe fn vector_copy(target: *mut u8, source: *const u8, bytes: usize) {
    // SAFETY: the caller's promise.
    lines(
        bytes,
        #[inline(always)]
        |at| unsafe { store(target.add(at), load(source.add(at))) },
        #[inline(always)]
        |at| unsafe { target.add(at).write_volatile(source.add(at).read()) },
    );
}

unsafe fn vector_fold<const TIMES: usize>(target: *mut u8, source: *const u8, bytes: usize) {
    // SAFETY: the caller's promise.
    lines(
        bytes,
        #[inline(always)]
        |at| unsafe { store(target.add(at), folded::<TIMES>(source.add(TIMES * at))) },
        #[inline(always)]
        |at| unsafe { target.add(at).write_volatile(source.add(TIMES * at).read()) },
    );
}

unsafe fn vector_fill(target: *mut u8, _: *const u8, bytes: usize) {
    // SAFETY: the caller's promise.
    lines(
        bytes,
        #[inline(always)]
        |at| unsafe { store(target.add(at), [FILL; LINE / 8]) },
        #[inline(always)]
        |at| unsafe { target.add(at).write_volatile(FILL as u8) },
    );
}

unsafe fn vector_read(target: *mut u8, source: *const u8, bytes: usize) {
    simd::widest(|| {
        let mut sums = [[0; LINE / 8]; 4];
        for at in (0..bytes / LINE / 4).map(|four| 4 * four * LINE) {
            for (k, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the caller's promise.
                let next = unsafe { load(source.add(at + k * LINE)) };
                *sum = std::array::from_fn(|i| sum[i] ^ next[i]);
            }
        }
        let all = std::array::from_fn(|i| sums.iter().fold(0, |all, sum| all ^ sum[i]));
        // SAFETY: the caller's promise, of more than a line.
        unsafe { store(target, all) };
    });
}

const FILL: u64 = 0x5a5a_5a5a_5a5a_5a5a;

#[inline(always)]
unsafe fn load(source: *const u8) -> Line {
    // SAFETY: the caller's promise.
    unsafe { source.cast::<Line>().read_unaligned() }
}

/// Lines made one by an operation that takes no time.
#[inline(always)]
unsafe fn folded<const TIMES: usize>(source: *const u8) -> Line {
    // SAFETY: the caller's promise.
    let mut sum = unsafe { load(source) };
    for line in 1..TIMES {
        // SAFETY: the caller's promise.
        let next = unsafe { load(source.add(line * LINE)) };
        for (sum, next) in sum.iter_mut().zip(next) {
            *sum ^= next;
        }
    }
    sum
}

/// A store that stays one.
#[inline(always)]
unsafe fn store(target: *mut u8, line: Line) {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: vectors of this size are any bits; allocations of the device are aligned to 512 bytes, lines to 64.
        unsafe {
            let line = std::mem::transmute::<Line, std::arch::x86_64::__m512i>(line);
            target
                .cast::<std::arch::x86_64::__m512i>()
                .write_volatile(line);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: the caller's promise; the device's memory is aligned.
    unsafe {
        target.cast::<Line>().write_volatile(line);
    }
}

#[cfg(target_arch = "x86_64")]
use streaming::{copy as streaming_copy, fill as streaming_fill, fold as streaming_fold};
#[cfg(not(target_arch = "x86_64"))]
use {memcpy as streaming_copy, memset as streaming_fill, vector_fold as streaming_fold};

/// Stores past the caches.
#[cfg(target_arch = "x86_64")]
mod streaming {
    use std::arch::x86_64::*;

    use super::{FILL, LINE, Line, folded, lines, load};

    pub unsafe fn copy(target: *mut u8, source: *const u8, bytes: usize) {
        // SAFETY: the caller's promise.
        lines(
            bytes,
            #[inline(always)]
            |at| unsafe { stream(target.add(at), load(source.add(at))) },
            #[inline(always)]
            |at| unsafe { target.add(at).write(source.add(at).read()) },
        );
        // SAFETY: SSE is part of x86-64.
        unsafe { _mm_sfence() };
    }

    pub unsafe fn fold<const TIMES: usize>(target: *mut u8, source: *const u8, bytes: usize) {
        // SAFETY: the caller's promise.
        lines(
            bytes,
            #[inline(always)]
            |at| unsafe { stream(target.add(at), folded::<TIMES>(source.add(TIMES * at))) },
            #[inline(always)]
            |at| unsafe { target.add(at).write(source.add(TIMES * at).read()) },
        );
        // SAFETY: SSE is part of x86-64.
        unsafe { _mm_sfence() };
    }

    pub unsafe fn fill(target: *mut u8, _: *const u8, bytes: usize) {
        // SAFETY: the caller's promise.
        lines(
            bytes,
            #[inline(always)]
            |at| unsafe { stream(target.add(at), [FILL; LINE / 8]) },
            #[inline(always)]
            |at| unsafe { target.add(at).write(FILL as u8) },
        );
        // SAFETY: SSE is part of x86-64.
        unsafe { _mm_sfence() };
    }

    /// A line as four stores of what every x86-64 has: they meet in one write buffer.
    #[inline(always)]
    unsafe fn stream(target: *mut u8, line: Line) {
        // SAFETY: the caller's promise; lines of the device's memory are aligned.
        unsafe {
            let parts = std::mem::transmute::<Line, [__m128i; 4]>(line);
            for (i, part) in parts.into_iter().enumerate() {
                _mm_stream_si128(target.cast::<__m128i>().add(i), part);
            }
        }
    }
}
