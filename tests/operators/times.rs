//! Times of a sample of each operator in shared libraries, in turn: a test that only tells.
//!
//! `HOSTNPU_TEST_LIBRARIES=OLD/libhostnpu.so:NEW/libhostnpu.so cargo test --release -p hostnpu-tests --test operators -- --ignored --nocapture time_of`
//!
//! The sample is the first one; with `HOSTNPU_TEST_SAMPLE=largest` that with the most elements.

#![cfg(target_arch = "x86_64")]

use std::ffi::{CString, c_void};
use std::mem::transmute;
use std::ptr;
use std::time::{Duration, Instant};

use hostnpu_aclnn_operators::entry::EntryPoint;

use crate::argument::{Argument, Tensor};
use crate::memory::{Memory, code, described};
use crate::number::{Number, encode};
use crate::table::{Row, rows};

/// Most integers and pointers of a call.
const INTEGERS: usize = 64;

/// A function of C whose parameters are known when it is called: integers beyond the sixth are on the stack, floating-point numbers in registers of their own, and what a function does
/// not look at does not matter.
type Function = unsafe extern "C" fn(
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    Stack,
) -> u64;

/// Integers on the stack: too large for registers.
#[derive(Clone, Copy)]
#[repr(C)]
struct Stack([u64; INTEGERS - 6]);

/// Arguments of a call, by where C passes them.
struct Passed {
    integers: [u64; 6],
    floats: [f64; 8],
    stack: Stack,
    /// How many of the integers, and of the floating-point numbers.
    counts: [usize; 2],
}

impl Passed {
    fn of(integers: &[u64]) -> Self {
        let mut passed = Self {
            integers: [0; 6],
            floats: [0.0; 8],
            stack: Stack([0; INTEGERS - 6]),
            counts: [0; 2],
        };
        integers.iter().for_each(|&integer| passed.push(integer));
        passed
    }

    fn push(&mut self, integer: u64) {
        let [count, _] = &mut self.counts;
        match self.integers.get_mut(*count) {
            Some(register) => *register = integer,
            None => self.stack.0[*count - 6] = integer,
        }
        *count += 1;
    }

    fn push_float(&mut self, number: f64) {
        let [_, count] = &mut self.counts;
        self.floats[*count] = number;
        *count += 1;
    }

    /// Calls a function.
    ///
    /// # Safety
    /// It takes these arguments.
    unsafe fn call(&self, function: *mut c_void) -> u64 {
        let (i, f) = (&self.integers, &self.floats);
        // SAFETY: the caller's promise.
        unsafe {
            let function: Function = transmute(function);
            function(
                i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7],
                self.stack,
            )
        }
    }
}

/// A shared library, with a stream of its own.
struct Library {
    handle: *mut c_void,
    /// A stream, and `aclrtSynchronizeStream`.
    stream: u64,
    wait: *mut c_void,
}

impl Library {
    fn open(path: &str) -> Self {
        let name = CString::new(path).unwrap();
        // SAFETY: a library that may be loaded.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path} is no library");
        let mut library = Self {
            handle,
            stream: 0,
            wait: ptr::null_mut(),
        };
        let mut stream = 0_u64;
        library.call("aclInit", &[0]);
        library.call("aclrtSetDevice", &[0]);
        library.call(
            "aclrtCreateStream",
            &[(&raw mut stream).expose_provenance() as u64],
        );
        library.stream = stream;
        library.wait = library.symbol("aclrtSynchronizeStream").expect("a wait");
        library
    }

    fn symbol(&self, name: &str) -> Option<*mut c_void> {
        let name = CString::new(name).unwrap();
        // SAFETY: an open library.
        let symbol = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!symbol.is_null()).then_some(symbol)
    }

    fn call(&self, name: &str, arguments: &[u64]) -> u64 {
        let function = self.symbol(name).expect(name);
        // SAFETY: callers pass what the function takes.
        unsafe { Passed::of(arguments).call(function) }
    }

    fn tensor(&self, of: &Tensor, memory: &mut Memory) -> u64 {
        let base = memory.words.as_mut_ptr().expose_provenance();
        let base = base.wrapping_add_signed(memory.start as isize);
        let [shape, strides, storage] = described(of);
        let arguments = [
            address(&shape),
            shape.len() as u64,
            code(of.dtype).raw() as u64,
            address(&strides),
            of.offset as u64,
            of.format.raw() as u64,
            address(&storage),
            storage.len() as u64,
            base as u64,
        ];
        self.call("aclCreateTensor", &arguments)
    }

    fn scalar(&self, dtype: hostnpu::tensor::Dtype, number: &Number) -> u64 {
        let mut bytes = [0_u8; 16];
        let encoded = encode(number, dtype);
        bytes[..encoded.len()].copy_from_slice(&encoded);
        self.call(
            "aclCreateScalar",
            &[address(&bytes), code(dtype).raw() as u64],
        )
    }

    fn list<T>(&self, create: &str, of: &[T]) -> u64 {
        self.call(create, &[address(of), of.len() as u64])
    }
}

fn address<T>(of: &[T]) -> u64 {
    of.as_ptr().expose_provenance() as u64
}

/// A call of a library, to be repeated.
struct Repeated<'l> {
    library: &'l Library,
    first: *mut c_void,
    second: *mut c_void,
    passed: Passed,
    /// The size of the workspace and the executor, which the first phase writes.
    written: Box<[u64; 2]>,
    workspace: Vec<u128>,
    memories: Vec<Memory>,
    texts: Vec<CString>,
}

impl<'l> Repeated<'l> {
    /// Prepares the call, if the library has the operator and takes it.
    fn new(library: &'l Library, entry: &EntryPoint, sample: &[Argument]) -> Option<Self> {
        let mut call = Self {
            library,
            first: library.symbol(&format!("{}GetWorkspaceSize", entry.name))?,
            second: library.symbol(entry.name)?,
            passed: Passed::of(&[]),
            written: Box::new([0; 2]),
            workspace: Vec::new(),
            memories: Vec::new(),
            texts: Vec::new(),
        };
        for (argument, parameter) in sample.iter().zip(entry.parameters) {
            call.pass(argument, parameter.word, parameter.direction.writes());
        }
        let written = [0, 1].map(|at| (&raw mut call.written[at]).expose_provenance() as u64);
        written
            .into_iter()
            .for_each(|address| call.passed.push(address));
        // SAFETY: the operator takes these arguments.
        if unsafe { call.passed.call(call.first) } as i32 != 0 {
            return None;
        }
        call.workspace = vec![0; call.written[0] as usize / 16 + 8];
        call.second_phase().then_some(call)
    }

    fn pass(&mut self, argument: &Argument, word: &str, written: bool) {
        let library = self.library;
        let mut tensor = |of: &Tensor| {
            let mut memory = Memory::new(of, written, true);
            let handle = library.tensor(of, &mut memory);
            self.memories.push(memory);
            handle
        };
        let integer = match argument {
            Argument::Float(value) if word == "f32" => {
                let bits = (*value as f32).to_bits();
                return self.passed.push_float(f64::from_bits(bits.into()));
            }
            Argument::Float(value) => return self.passed.push_float(*value),
            Argument::Null => 0,
            Argument::Int(value) => *value as u64,
            Argument::Bool(value) => u64::from(*value),
            Argument::DataType(dtype) => code(*dtype).raw() as u64,
            Argument::Tensor(of) => tensor(of),
            Argument::Tensors(of) => {
                let handles: Vec<u64> = of.iter().map(tensor).collect();
                library.list("aclCreateTensorList", &handles)
            }
            Argument::Scalar(dtype, number) => library.scalar(*dtype, number),
            Argument::Scalars(of) => {
                let handles = of
                    .iter()
                    .map(|(dtype, number)| library.scalar(*dtype, number));
                library.list("aclCreateScalarList", &handles.collect::<Vec<_>>())
            }
            Argument::Ints(of) => library.list("aclCreateIntArray", of),
            Argument::Floats(of) => library.list("aclCreateFloatArray", of),
            Argument::Bools(of) => library.list("aclCreateBoolArray", of),
            Argument::Text(text) => {
                self.texts.push(CString::new(*text).unwrap());
                self.texts.last().unwrap().as_ptr().expose_provenance() as u64
            }
        };
        self.passed.push(integer);
    }

    /// Runs what the first phase has planned, and waits. Returns true if it succeeds.
    fn second_phase(&mut self) -> bool {
        let [size, executor] = *self.written;
        let workspace = match size {
            0 => 0,
            _ => address(&self.workspace).next_multiple_of(64),
        };
        let stream = self.library.stream;
        let passed = Passed::of(&[workspace, size, executor, stream]);
        // SAFETY: the executor is the first phase's, the workspace as large as it asked for.
        let status = unsafe { passed.call(self.second) } as i32;
        // SAFETY: a stream.
        status == 0 && unsafe { Passed::of(&[stream]).call(self.library.wait) } as i32 == 0
    }

    /// Both phases and a wait.
    fn run(&mut self) -> bool {
        // SAFETY: as in `new`.
        let status = unsafe { self.passed.call(self.first) } as i32;
        status == 0 && self.second_phase()
    }

    /// Nanoseconds of a call, the mean of several for as long as this.
    fn nanoseconds(&mut self, time: Duration) -> Option<f64> {
        let (started, mut calls) = (Instant::now(), 0);
        while started.elapsed() < time {
            for _ in 0..8 {
                if !self.run() {
                    return None;
                }
            }
            calls += 8;
        }
        Some(started.elapsed().as_nanos() as f64 / f64::from(calls))
    }
}

/// A sample of an operator in all libraries, and the least nanoseconds of a call in each.
struct Operator<'l> {
    name: &'static str,
    /// Types and shapes of the tensors of the sample.
    about: String,
    calls: Vec<Repeated<'l>>,
    best: Vec<f64>,
}

impl<'l> Operator<'l> {
    /// Prepares the calls, if all libraries have the operator and take the sample.
    fn new(entry: &EntryPoint, sample: &[Argument], libraries: &'l [Library]) -> Option<Self> {
        let calls = libraries.iter();
        let calls = calls.map(|library| Repeated::new(library, entry, sample));
        let calls: Vec<_> = calls.collect::<Option<_>>()?;
        Some(Self {
            name: entry.name,
            about: sample
                .iter()
                .filter_map(about)
                .collect::<Vec<_>>()
                .join(" "),
            best: vec![f64::MAX; calls.len()],
            calls,
        })
    }

    /// Times all calls once more. Returns false if one fails, as that of a sample which the call itself changes.
    fn time(&mut self) -> bool {
        let mut all = self.best.iter_mut().zip(&mut self.calls);
        all.all(|(best, call)| {
            let time = call.nanoseconds(Duration::from_millis(3));
            time.is_some_and(|time| {
                *best = best.min(time);
                true
            })
        })
    }

    /// Times of the other libraries over that of the first one.
    fn ratios(&self) -> impl Iterator<Item = f64> {
        self.best[1..].iter().map(|time| time / self.best[0])
    }
}

/// Operators that wait for others: of several ranks, of workers, or for a time.
fn waits(entry: &EntryPoint) -> bool {
    let names = ["Worker", "Sleep", "Barrier", "ToFFN", "FFNTo", "Distribute"];
    entry
        .parameters
        .iter()
        .any(|p| p.word == "Text" && p.name.starts_with("group"))
        || names.iter().any(|name| entry.name.contains(name))
}

/// The sample of a row that is timed.
fn sample(row: &Row) -> Vec<Argument> {
    match std::env::var("HOSTNPU_TEST_SAMPLE").as_deref() {
        Ok("largest") => {
            let all = (row.samples)();
            let largest = all
                .into_iter()
                .max_by_key(|sample| sample.iter().map(elements).sum::<i64>());
            largest.expect("a sample")
        }
        _ => row.sample(),
    }
}

/// Types and shapes of the tensors of an argument.
fn about(argument: &Argument) -> Option<String> {
    let of = |tensor: &Tensor| format!("{:?}{:?}", tensor.dtype, tensor.shape).replace(' ', "");
    match argument {
        Argument::Tensor(tensor) => Some(of(tensor)),
        Argument::Tensors(tensors) => Some(tensors.iter().map(of).collect::<Vec<_>>().join("+")),
        _ => None,
    }
}

/// Elements of the tensors of an argument.
fn elements(argument: &Argument) -> i64 {
    let of = |tensor: &Tensor| tensor.shape.iter().product::<i64>();
    match argument {
        Argument::Tensor(tensor) => of(tensor),
        Argument::Tensors(tensors) => tensors.iter().map(of).sum(),
        _ => 0,
    }
}

#[test]
#[ignore = "tells times: reads HOSTNPU_TEST_LIBRARIES"]
fn time_of_a_sample_of_each_operator() {
    const ROUNDS: usize = 5;
    let paths =
        std::env::var("HOSTNPU_TEST_LIBRARIES").expect("paths of libraries, between colons");
    let libraries: Vec<Library> = paths.split(':').map(Library::open).collect();
    let all = rows();
    let timed = all.iter().filter(|row| !waits(row.entry));
    let mut operators: Vec<Operator> = timed
        .filter_map(|row| Operator::new(row.entry, &sample(row), &libraries))
        .collect();
    // Rounds over all operators: what else the machine does for a while is in one round of each.
    for _ in 0..ROUNDS {
        operators.retain_mut(Operator::time);
    }
    for of in &operators {
        let times = of.best.iter().map(|ns| format!("{ns:.0}"));
        let ratios = of.ratios().map(|ratio| format!("{ratio:.2}"));
        let columns: Vec<String> = times.chain(ratios).collect();
        println!("{}\t{}\t{}", of.name, columns.join("\t"), of.about);
    }
    for number in 1..libraries.len() {
        let ratios = operators
            .iter()
            .filter_map(|of| of.ratios().nth(number - 1));
        let ratios: Vec<f64> = ratios.collect();
        let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        let mean = (logarithms / ratios.len() as f64).exp();
        let above = ratios.iter().filter(|&&ratio| ratio > 1.1).count();
        println!(
            "library {} beside the first: {} operators, geometric mean {mean:.3}, above 1.1: {above}",
            number + 1,
            ratios.len()
        );
    }
}
