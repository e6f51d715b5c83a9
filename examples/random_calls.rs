//! Random calls of the AscendCL and aclnn entry points from several threads, with live, stale, foreign, null and invented handles:
//! nothing may crash, and nothing may be left over.
//!
//! ```text
//! cargo run --release --example random_calls -- [CALLS] [THREADS] [SEED]     # 10 million, 4, 1
//! ```
//!
//! Prints how many calls gave which kind of answer, and how the memory of the process grew between the first and the last
//! tenth of the run; ends with 1 if it grew by more than a leak of one small object in a hundred calls would make it.

use std::ffi::c_void;
use std::ptr::{null, null_mut, without_provenance, without_provenance_mut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use hostnpu::abi::acl::rt::{context, copy, device, error, event, init, memory, stream};
use hostnpu::abi::acl::types::*;
use hostnpu::abi::aclnn::meta::{address, array, executor, list, scalar, tensor};
use hostnpu::abi::aclnn::types::*;
use hostnpu_aclnn_operators::math::sin;

/// Marsaglia's xorshift: fast, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Handles of all kinds that any thread made, dead ones among them: threads destroy each other's objects.
const SHARED: usize = 4096;
static HANDLES: [AtomicU64; SHARED] = [const { AtomicU64::new(0) }; SHARED];

/// Device memory that tensors may use; freed only at the end, for the memory of a live tensor is the program's duty.
static MEMORY: Mutex<Vec<usize>> = Mutex::new(Vec::new());

const BLOCK: usize = 256;

struct Caller {
    random: Random,
    blocks: Vec<usize>,
    accepted: u64,
    refused: u64,
}

impl Caller {
    /// A handle: mostly one of this program's, live or dead, of any kind; or null, or nonsense.
    fn handle(&mut self) -> usize {
        match self.random.below(16) {
            0 => 0,
            1 => self.random.next() as usize,
            // An address of the device, but not one that aclrtFree would take.
            2 => self.blocks[0] + 1,
            _ => HANDLES[self.random.below(SHARED)].load(Ordering::Relaxed) as usize,
        }
    }

    fn keep(&mut self, handle: usize) {
        if handle != 0 {
            let former = HANDLES[self.random.below(SHARED)].swap(handle as u64, Ordering::Relaxed);
            self.accepted += 1;
            self.destroy(former as usize);
        } else {
            self.refused += 1;
        }
    }

    fn count(&mut self, status: i32) {
        if status == 0 {
            self.accepted += 1
        } else {
            self.refused += 1
        }
    }

    fn block(&mut self) -> usize {
        self.blocks[self.random.below(self.blocks.len())]
    }

    /// Destroys what a handle names, whatever it is, so that objects do not pile up.
    fn destroy(&mut self, handle: usize) {
        // SAFETY: any value may be passed as a handle.
        let statuses = unsafe {
            [
                tensor::aclDestroyTensor(without_provenance(handle)),
                scalar::aclDestroyScalar(without_provenance(handle)),
                array::aclDestroyIntArray(without_provenance(handle)),
                list::aclDestroyTensorList(without_provenance(handle)),
                executor::aclDestroyAclOpExecutor(without_provenance_mut(handle)),
                event::aclrtDestroyEvent(without_provenance_mut(handle)),
                stream::aclrtDestroyStream(without_provenance_mut(handle)),
            ]
        };
        for status in statuses {
            self.count(status);
        }
    }

    fn call(&mut self) {
        let stream = if self.random.below(3) == 0 {
            0
        } else {
            self.handle()
        };
        let stream: aclrtStream = without_provenance_mut(stream);
        let (a, b) = (self.handle(), self.handle());
        let tensor_a: *mut aclTensor = without_provenance_mut(a);
        let tensor_b: *mut aclTensor = without_provenance_mut(b);
        let executor_a: *mut aclOpExecutor = without_provenance_mut(a);
        // SAFETY: handles may be anything; out pointers are null or local variables; data pointers are null, blocks of this
        // program that outlive the run, or refused because they pass the end of one.
        unsafe {
            match self.random.below(26) {
                0..5 => self.make_tensor(),
                5..8 => {
                    let (mut size, mut made) = (0, null_mut());
                    let status = sin::aclnnSinGetWorkspaceSize(
                        tensor_a,
                        tensor_b,
                        &raw mut size,
                        &raw mut made,
                    );
                    self.count(status);
                    self.keep(made.addr());
                }
                8..10 => {
                    let (mut size, mut made) = (0, null_mut());
                    let status = sin::aclnnInplaceSinGetWorkspaceSize(
                        tensor_a,
                        &raw mut size,
                        &raw mut made,
                    );
                    self.count(status);
                    if status == 0 {
                        self.count(sin::aclnnInplaceSin(null_mut(), size, made, stream));
                    }
                }
                10..12 => self.count(sin::aclnnSin(null_mut(), 0, executor_a, stream)),
                12 => self.count(sin::aclnnSinGetWorkspaceSize(
                    tensor_a,
                    tensor_b,
                    null_mut(),
                    null_mut(),
                )),
                13 => {
                    self.count(executor::aclSetAclOpExecutorRepeatable(executor_a));
                    let block = without_provenance_mut(self.block());
                    let index = self.random.below(4);
                    self.count(address::aclSetTensorAddr(
                        executor_a, index, tensor_b, block,
                    ));
                    let lists = without_provenance_mut(b);
                    self.count(address::aclSetDynamicInputTensorAddr(
                        executor_a, 0, 0, lists, block,
                    ));
                }
                14 => {
                    let values = [1_i64, 2, 3];
                    let made =
                        array::aclCreateIntArray(values.as_ptr(), self.random.below(4) as u64);
                    self.keep(made.addr());
                    let mut size = 0;
                    self.count(array::aclGetIntArraySize(
                        without_provenance(a),
                        &raw mut size,
                    ));
                }
                15 => {
                    let mut value = 1.5_f64;
                    let kind = aclDataType::from_raw(self.random.below(50) as i32 - 2);
                    let value = if self.random.below(8) == 0 {
                        null_mut()
                    } else {
                        (&raw mut value).cast::<c_void>()
                    };
                    self.keep(scalar::aclCreateScalar(value, kind).addr());
                }
                16 => {
                    // Members come from one's own hand, or two lists would own one tensor: legal, but confusing here.
                    let members = [tensor_a.cast_const(), null()];
                    let count = self.random.below(3) as u64;
                    self.keep(list::aclCreateTensorList(members.as_ptr(), count).addr());
                    let mut size = 0;
                    self.count(list::aclGetTensorListSize(
                        without_provenance(b),
                        &raw mut size,
                    ));
                }
                17 => {
                    let (mut dims, mut count) = (null_mut(), 0);
                    let status = tensor::aclGetViewShape(tensor_a, &raw mut dims, &raw mut count);
                    self.count(status);
                    if status == 0 {
                        libc::free(dims.cast());
                    }
                    let block = without_provenance_mut(self.block());
                    self.count(tensor::aclSetRawTensorAddr(tensor_b, block));
                }
                18 => {
                    let mut made = null_mut();
                    let flag = [8, 1, 9, 0xE, 0x40][self.random.below(5)];
                    let status = if self.random.below(2) == 0 {
                        event::aclrtCreateEventExWithFlag(&raw mut made, flag)
                    } else {
                        event::aclrtCreateEvent(&raw mut made)
                    };
                    self.count(status);
                    self.keep(made.addr());
                }
                19 => {
                    let event = without_provenance_mut(a);
                    self.count(event::aclrtRecordEvent(event, stream));
                    let mut status = aclrtEventRecordedStatus::from_raw(0);
                    self.count(event::aclrtQueryEventStatus(event, &raw mut status));
                    self.count(event::aclrtSynchronizeEventWithTimeout(event, 1));
                }
                20 => {
                    // Only for events that are recorded: a wait for one that never is would hold its stream for ever.
                    self.count(event::aclrtStreamWaitEventWithTimeout(
                        stream,
                        without_provenance_mut(a),
                        1,
                    ));
                    self.count(stream::aclrtStreamStop(stream));
                }
                21 => {
                    let mut made = null_mut();
                    let status = stream::aclrtCreateStreamWithConfig(
                        &raw mut made,
                        self.random.below(9) as u32,
                        0,
                    );
                    self.count(status);
                    self.keep(made.addr());
                }
                22 => {
                    self.count(stream::aclrtSynchronizeStreamWithTimeout(stream, 1));
                    let mut status = aclrtStreamStatus::from_raw(0);
                    self.count(stream::aclrtStreamQuery(stream, &raw mut status));
                    self.count(context::aclrtSetCurrentContext(without_provenance_mut(b)));
                    self.count(context::aclrtDestroyContext(without_provenance_mut(a)));
                }
                23 => {
                    let (to, from) = (self.block(), self.block());
                    let count = self.random.below(2 * BLOCK);
                    let kind = aclrtMemcpyKind::from_raw(self.random.below(9) as i32 - 1);
                    let (to, from) = (without_provenance_mut(to), without_provenance(from));
                    self.count(copy::aclrtMemcpyAsync(to, BLOCK, from, count, kind, stream));
                    self.count(memory::aclrtFree(without_provenance_mut(a)));
                }
                24 => {
                    let mut made = null_mut();
                    let size = self.random.below(5000);
                    let status =
                        memory::aclrtMalloc(&raw mut made, size, aclrtMemMallocPolicy::from_raw(0));
                    self.count(status);
                    if status == 0 {
                        self.count(memory::aclrtFree(made));
                        self.count(memory::aclrtFree(made));
                    }
                    let _ = error::aclGetRecentErrMsg();
                }
                _ => {
                    self.destroy(a);
                    self.destroy(b);
                }
            }
        }
        // Keep the number of live objects in check.
        if self.random.below(2) == 0 {
            let handle = self.handle();
            self.destroy(handle);
        }
    }

    fn make_tensor(&mut self) {
        let rank = self.random.below(4);
        let dims: Vec<i64> = (0..rank).map(|_| self.random.below(5) as i64).collect();
        let strides: Vec<i64> = (0..rank)
            .map(|_| self.random.below(12) as i64 - 1)
            .collect();
        let kind = aclDataType::from_raw([0, 0, 1, 27, 3, 99][self.random.below(6)]);
        let format = aclFormat::from_raw(if self.random.below(8) == 0 { 0 } else { 2 });
        let strides = if self.random.below(2) == 0 {
            null()
        } else {
            strides.as_ptr()
        };
        let data = if self.random.below(12) == 0 {
            0
        } else {
            self.block()
        };
        let offset = self.random.below(6) as i64 - 1;
        let data = without_provenance_mut(data);
        let count = rank as u64;
        // SAFETY: the arrays have their lengths; the data pointer is null or a block.
        let made = unsafe {
            tensor::aclCreateTensor(
                dims.as_ptr(),
                count,
                kind,
                strides,
                offset,
                format,
                dims.as_ptr(),
                count,
                data,
            )
        };
        self.keep(made.addr());
    }
}

/// Bytes of memory that the process uses.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok())
        .unwrap_or(0)
        * 4096
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|argument| argument.parse::<u64>().expect("a number"));
    let calls = arguments.next().unwrap_or(10_000_000);
    let threads = arguments.next().unwrap_or(4);
    let seed = arguments.next().unwrap_or(1);
    // SAFETY: no configuration; device 0 exists.
    unsafe {
        assert_eq!(init::aclInit(null()), 0);
        assert_eq!(device::aclrtSetDevice(0), 0);
    }
    let done = AtomicU64::new(0);
    let early = AtomicU64::new(0);
    let (mut accepted, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        let (done, early) = (&done, &early);
        let run = move |thread: u64| {
            // SAFETY: device 0 exists; the pointers are local variables.
            let blocks = (0..64).map(|_| unsafe {
                device::aclrtSetDevice(0);
                let mut block = null_mut();
                assert_eq!(
                    memory::aclrtMalloc(&raw mut block, BLOCK, aclrtMemMallocPolicy::from_raw(2)),
                    0
                );
                block.addr()
            });
            let blocks: Vec<usize> = blocks.collect();
            MEMORY
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(&blocks);
            let random = Random((seed << 32) | ((thread + 1) * 0x9E37_79B9));
            let mut caller = Caller {
                random,
                blocks,
                accepted: 0,
                refused: 0,
            };
            while caller.accepted + caller.refused < calls / threads {
                let before = caller.accepted + caller.refused;
                caller.call();
                let total =
                    done.fetch_add(caller.accepted + caller.refused - before, Ordering::Relaxed);
                if total > calls / 10 && early.load(Ordering::Relaxed) == 0 {
                    early.store(resident(), Ordering::Relaxed);
                }
            }
            (caller.accepted, caller.refused)
        };
        let threads: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || run(thread)))
            .collect();
        for thread in threads {
            let (a, r) = thread.join().expect("no panic");
            accepted += a;
            refused += r;
        }
    });
    let (early, late) = (early.load(Ordering::Relaxed), resident());
    println!(
        "{} calls from {threads} threads: {accepted} accepted, {refused} refused",
        accepted + refused
    );
    println!(
        "memory after a tenth: {} KiB; at the end: {} KiB",
        early / 1024,
        late / 1024
    );
    if late.saturating_sub(early) > calls {
        println!("memory grew: something is left over");
        std::process::exit(1);
    }
}
