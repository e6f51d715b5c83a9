//! Samples and checks of several operators: workers of attention and of experts: contexts in device memory that point to other memory of the device.

pub mod refusals;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::table::entry;
use crate::table::samples::{read, write};
use hostnpu::abi::acl::rt::device::aclrtSetDevice;
use hostnpu::abi::acl::rt::memory::aclrtMalloc;
use hostnpu::abi::acl::types::aclrtMemMallocPolicy;
use hostnpu::tensor::Dtype::{self, *};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

pub const ATTENTION: &str = "aclnnInplaceAttentionWorkerScheduler";
pub const FFN: &str = "aclnnInplaceFfnWorkerScheduler";
pub const COMBINE: &str = "aclnnAttentionWorkerCombine";
pub const BATCHING: &str = "aclnnFfnWorkerBatching";

/// Words of memory of the device, which stay.
pub struct Words {
    pub first: *mut i32,
    pub count: usize,
}

// SAFETY: memory that nothing frees, read and written as words.
unsafe impl Send for Words {}

// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    pub fn of(words: &[i32]) -> Self {
        // SAFETY: sets the device of this thread.
        unsafe { assert_eq!(aclrtSetDevice(0), 0) };
        let mut first = std::ptr::null_mut();
        let bytes = 4 * words.len();
        // SAFETY: writes the address.
        let status = unsafe {
            aclrtMalloc(
                &mut first,
                bytes,
                aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST,
            )
        };
        assert_eq!(status, 0);
        let of = Self {
            first: first.cast(),
            count: words.len(),
        };
        for (number, &word) in words.iter().enumerate() {
            of.set(number, word);
        }
        of
    }

    pub fn set(&self, number: usize, to: i32) {
        assert!(number < self.count);
        // SAFETY: memory of this many words.
        unsafe { self.first.add(number).write_volatile(to) };
    }

    pub fn get(&self) -> Vec<i32> {
        let word = |number| {
            // SAFETY: memory of this many words.
            unsafe { self.first.add(number).read_volatile() }
        };
        (0..self.count).map(word).collect()
    }

    /// Address and size, as a context has them.
    pub fn pointed(&self) -> [i32; 4] {
        self.part(0, 4 * self.count as u64)
    }

    /// The same of a part.
    pub fn part(&self, offset: u64, bytes: u64) -> [i32; 4] {
        let address = self.address() as u64 + offset;
        [address, address >> 32, bytes, bytes >> 32].map(|number| number as i32)
    }

    pub fn address(&self) -> usize {
        self.first.expose_provenance()
    }
}

/// A context: sessions, micro batches, their size, experts of a token, the mode, whether it runs, and parts from a word on.
pub fn context(common: [i32; 4], [mode, runs]: [i32; 2], parts: &[(usize, &[i32])]) -> Vec<i32> {
    let mut words = vec![0; 256];
    words[..4].copy_from_slice(&common);
    (words[7], words[32]) = (mode, runs);
    for (first, part) in parts {
        words[*first..first + part.len()].copy_from_slice(part);
    }
    words
}

pub fn tensor(words: &[i32]) -> Argument {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Argument::Tensor(Tensor::new(I8, &[1024], Contents::Bytes(bytes)))
}

pub fn words(bytes: &[u8]) -> Vec<i32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| i32::from_le_bytes(*word)).collect()
}

/// Words of the parts of a context.
pub const MARKS: usize = 64;
pub const DATA: usize = 68;
pub const LATEST: usize = 72;
pub const INFOS: usize = 96;
pub const TOKENS: usize = 100;
pub const POLLED: usize = 104;
pub const LAYERS: usize = 128;
pub const SESSIONS: usize = 132;
pub const BATCHES: usize = 136;
pub const EXPERTS: usize = 140;
pub const LISTED: usize = 144;

pub fn attention(marks: &Words, data: &Words, runs: i32, latest: i32) -> Vec<i32> {
    let parts: [(usize, &[i32]); 3] = [
        (MARKS, &marks.pointed()),
        (DATA, &data.pointed()),
        (LATEST, &[latest]),
    ];
    context([1, 2, 2, 3], [1, runs], &parts)
}

/// Memory of a worker of experts: 4 sessions, 2 micro batches of 2 tokens with 3 experts.
pub struct Ffn {
    pub infos: Words,
    pub tokens: Words,
    pub lists: [Words; 4],
}

pub const EACH: usize = 2 + 6;

impl Ffn {
    /// `ready` has the sessions and micro batches that have come.
    pub fn new(ready: &[(usize, usize)]) -> Self {
        let mut infos = vec![0; 4 * 2 * EACH];
        for session in 0..4 {
            for batch in 0..2 {
                let first = (session * 2 + batch) * EACH;
                infos[first] = ready.contains(&(session, batch)).into();
                infos[first + 1] = (10 * session + batch) as i32;
                for row in 0..6 {
                    infos[first + 2 + row] = (100 * session + 10 * batch + row) as i32;
                }
            }
        }
        Self {
            infos: Words::of(&infos),
            tokens: Words::of(&[0; 4]),
            lists: [4, 4, 4, 24].map(|count| Words::of(&vec![-9; count])),
        }
    }

    pub fn context(&self, runs: i32, polled: i32) -> Vec<i32> {
        let [layers, sessions, batches, experts] = &self.lists;
        let parts: [(usize, &[i32]); 8] = [
            (INFOS, &self.infos.pointed()),
            (TOKENS, &self.tokens.pointed()),
            (POLLED, &[polled]),
            (LAYERS, &layers.pointed()),
            (SESSIONS, &sessions.pointed()),
            (BATCHES, &batches.pointed()),
            (EXPERTS, &experts.pointed()),
            (LISTED, &[7]),
        ];
        context([4, 2, 2, 3], [0, runs], &parts)
    }

    /// Holds the lists to those of sessions and micro batches, in this order.
    pub fn holds(&self, taken: &[(usize, usize)]) {
        let [layers, sessions, batches, experts] = self.lists.each_ref().map(Words::get);
        for (place, &(session, batch)) in taken.iter().enumerate() {
            assert_eq!(layers[place], (10 * session + batch) as i32);
            assert_eq!(sessions[place], session as i32);
            assert_eq!(batches[place], batch as i32);
            let expected: Vec<i32> = (0..6)
                .map(|row| (100 * session + 10 * batch + row) as i32)
                .collect();
            assert_eq!(experts[place * 6..][..6], expected);
            let info = &self.infos.get()[(session * 2 + batch) * EACH..][..EACH];
            assert_eq!(info[0], 0);
            assert!(info[2..].iter().all(|&expert| expert == 0x7f7f_7f7f));
        }
        assert!(layers[taken.len()..].iter().all(|&layer| layer == -9));
    }
}

/// Tokens that experts have returned, for three tokens with two experts and, or not, a further row: of 5 elements, and 2 micro batches.
pub fn returned(dtype: Dtype, experts: i64) -> Vec<f64> {
    let seed = i64::from(dtype == F16) + experts;
    let number = |at: i64| ((at * 37 + seed * 11) % 23 - 11) as f64 / 8.0;
    (0..2 * 3 * experts * 5).map(number).collect()
}

pub fn in_memory(dtype: Dtype, experts: i64) -> &'static Words {
    static MEMORY: [OnceLock<Words>; 4] = [const { OnceLock::new() }; 4];
    let number = usize::from(dtype == F16) + 2 * usize::from(experts == 3);
    MEMORY[number].get_or_init(|| {
        let Argument::Tensor(tensor) =
            read(dtype, &[2 * 3 * experts * 5], &returned(dtype, experts))
        else {
            unreachable!()
        };
        let mut bytes = tensor.elements();
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        Words::of(&words(&bytes))
    })
}

pub fn combined(dtype: Dtype, experts: i64, marks: Option<&Words>) -> Vec<Argument> {
    let none = [0; 4];
    let marks_of = marks.map_or(none, Words::pointed);
    let parts: [(usize, &[i32]); 3] = [
        (MARKS, &marks_of),
        (DATA, &in_memory(dtype, experts).pointed()),
        (LATEST, &[1]),
    ];
    vec![
        tensor(&context([1, 2, 3, experts as i32], [1, 1], &parts)),
        read(F32, &[3, 2], &[0.5, 0.25, -1.0, 2.0, 0.125, 0.0]),
        read(I32, &[1], &[7.0]),
        Argument::Int(5),
        Argument::Int(i64::from(dtype == Bf16)),
        Argument::Int(marks.is_some().into()),
        write(dtype, &[3, 5]),
        write(I32, &[1]),
    ]
}

/// The sums of a micro batch, and the number of the next layer.
pub fn sums(arguments: &Arguments, batch: usize) -> [Vec<u8>; 2] {
    let [of_context, y] = ["scheduleContext", "y"].map(|at| &arguments[at].tensors()[0]);
    let experts = words(&of_context.elements())[3] as usize;
    let scales = crate::reference::moe::floats(&arguments["expertScales"].tensors()[0]);
    let rows = returned(y.dtype, experts as i64);
    let mut numbers = Vec::new();
    for token in 0..3 {
        for column in 0..5 {
            let row = |k: usize| rows[((batch * 3 + token) * experts + k) * 5 + column];
            let weighed: f64 = (0..2).map(|k| scales[token * 2 + k] * row(k)).sum();
            numbers.push(weighed + if experts == 3 { row(2) } else { 0.0 });
        }
    }
    [
        crate::reference::moe::stored(&numbers, y.dtype),
        8_i32.to_le_bytes().to_vec(),
    ]
}

/// Memory of a worker of experts whose tokens are gathered: 2 sessions, 3 micro batches of 2 tokens with 3 experts, rows of 5 elements each 20 bytes behind the one before.
pub struct Gathered {
    pub infos: Words,
    pub data: Words,
    pub sessions: Words,
    pub batches: Words,
    pub experts: Words,
}

pub const ROW_WORDS: usize = 5;

impl Gathered {
    /// The expert of a row of a session's micro batch: some have none.
    pub fn expert(session: usize, batch: usize, row: usize) -> i32 {
        match (session * 5 + batch * 3 + row * 2) % 7 {
            0 => 1_000_000,
            1 => i32::MAX,
            number => (number % 4) as i32,
        }
    }

    /// The scheduler's list: sessions with micro batches.
    pub const LISTED: [(usize, usize); 2] = [(1, 2), (0, 0)];

    pub fn new(marks: i32) -> Self {
        let rows = 2 * 3 * 6;
        let data: Vec<i32> = (0..rows * ROW_WORDS as i32)
            .map(|number| number.wrapping_mul(0x0123_4567))
            .collect();
        let mut infos = Vec::new();
        for session in 0..2 {
            for batch in 0..3 {
                infos.extend([marks, 0]);
                infos.extend((0..6).map(|row| Self::expert(session, batch, row)));
            }
        }
        let listed = Self::LISTED.iter();
        let experts: Vec<i32> = listed
            .flat_map(|&(session, batch)| (0..6).map(move |row| Self::expert(session, batch, row)))
            .collect();
        Self {
            infos: Words::of(&infos),
            data: Words::of(&data),
            sessions: Words::of(&Self::LISTED.map(|(session, _)| session as i32)),
            batches: Words::of(&Self::LISTED.map(|(_, batch)| batch as i32)),
            experts: Words::of(&experts),
        }
    }

    pub fn context(&self) -> Vec<i32> {
        let parts: [(usize, &[i32]); 8] = [
            (5, &[4 * ROW_WORDS as i32]),
            (INFOS, &self.infos.pointed()),
            (TOKENS, &self.data.pointed()),
            (POLLED, &[1]),
            (SESSIONS, &self.sessions.pointed()),
            (BATCHES, &self.batches.pointed()),
            (EXPERTS, &self.experts.pointed()),
            (LISTED, &[2]),
        ];
        context([2, 3, 2, 3], [0, 1], &parts)
    }

    pub fn call(&self, dtype: Dtype, scans: bool) -> Vec<Argument> {
        let width = if dtype == I8 { 16 } else { 5 };
        let list = || write(I32, &[18]);
        vec![
            tensor(&self.context()),
            Argument::Int(4),
            Argument::Ints(vec![3, 2, 3, width]),
            Argument::Int(match dtype {
                F16 => 0,
                Bf16 => 1,
                _ => 2,
            }),
            Argument::Int(scans.into()),
            Argument::Int(1),
            write(dtype, &[18, width]),
            write(I64, &[4, 2]),
            list(),
            list(),
            list(),
            list(),
            write(F32, &[if dtype == I8 { 18 } else { 0 }]),
            write(I64, &[1]),
        ]
    }

    /// The outputs for sessions with micro batches.
    pub fn outputs(&self, arguments: &Arguments, listed: &[(usize, usize)]) -> Vec<Vec<u8>> {
        let mut outputs: Vec<Vec<u8>> = [
            "scheduleContext",
            "y",
            "groupList",
            "sessionIds",
            "microBatchIds",
            "tokenIds",
            "expertOffsets",
            "dynamicScale",
            "actualTokenNum",
        ]
        .map(|at| arguments[at].tensors()[0].elements())
        .into();
        let y = &arguments["y"].tensors()[0];
        let bytes = y.size() * y.shape[1] as usize;
        let data: Vec<u8> = self
            .data
            .get()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        outputs[2].fill(0);
        let (mut place, mut group) = (0, 0);
        for expert in 0..4 {
            let begin = place;
            for &(session, batch) in listed {
                for row in 0..6 {
                    if Self::expert(session, batch, row) != expert {
                        continue;
                    }
                    let first = ((session * 3 + batch) * 6 + row) * 4 * ROW_WORDS;
                    outputs[1][place * bytes..][..bytes]
                        .copy_from_slice(&data[first..first + bytes]);
                    let about = [session, batch, row / 3, row % 3];
                    for (output, number) in outputs[3..7].iter_mut().zip(about) {
                        output[4 * place..][..4].copy_from_slice(&(number as i32).to_le_bytes());
                    }
                    if y.dtype == I8 {
                        outputs[7][4 * place..][..4]
                            .copy_from_slice(&data[first + bytes..first + bytes + 4]);
                    }
                    place += 1;
                }
            }
            if place > begin {
                let words = [i64::from(expert), (place - begin) as i64];
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                outputs[2][16 * group..][..16].copy_from_slice(&bytes);
                group += 1;
            }
        }
        outputs[8] = (place as i64).to_le_bytes().to_vec();
        outputs
    }
}

pub fn gathered() -> &'static Gathered {
    static MEMORY: OnceLock<Gathered> = OnceLock::new();
    MEMORY.get_or_init(|| Gathered::new(0))
}

pub const WHY: &str = "contexts hold addresses, which differ from process to process";
pub const ADDRESSES: &[(&str, &str)] = &[("samples", WHY)];
pub const CONTEXT: &[(&str, &str)] = &[("scheduleContextRef", "none | 910B 950: i8")];
