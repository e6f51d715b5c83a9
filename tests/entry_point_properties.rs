//! Properties of every call of the entry points, whatever the arguments: it is accepted, or refused with a documented code, a sentence
//! and no effect; and nothing outside the elements of an output is written.

use std::collections::HashSet;
use std::ffi::{CStr, c_char, c_int};

// The library is linked for its symbols.
use hostnpu as _;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

type First = unsafe extern "C" fn(usize, usize, *mut u64, *mut usize) -> i32;
type FirstInPlace = unsafe extern "C" fn(usize, *mut u64, *mut usize) -> i32;
type Second = unsafe extern "C" fn(usize, u64, usize, usize) -> i32;

unsafe extern "C" {
    fn aclGetRecentErrMsg() -> *const c_char;
    fn aclrtSetDevice(device: i32) -> i32;
    fn aclrtSynchronizeStream(stream: usize) -> i32;
    fn aclrtMalloc(address: *mut usize, size: usize, policy: i32) -> i32;
    fn aclrtFree(address: usize) -> i32;
    fn aclrtMemset(to: usize, room: usize, value: i32, count: usize) -> i32;
    fn aclrtMemcpy(to: usize, room: usize, from: usize, count: usize, kind: i32) -> i32;
    #[allow(clippy::too_many_arguments, reason = "the vendor's signature")]
    fn aclCreateTensor(
        shape: *const i64,
        rank: u64,
        data_type: i32,
        strides: *const i64,
        offset: i64,
        format: i32,
        storage: *const i64,
        storage_rank: u64,
        data: usize,
    ) -> usize;
    fn aclDestroyTensor(tensor: usize) -> i32;
    fn aclnnSinGetWorkspaceSize(a: usize, out: usize, size: *mut u64, executor: *mut usize) -> i32;
    fn aclnnSin(workspace: usize, size: u64, executor: usize, stream: usize) -> i32;
    fn aclnnLgammaGetWorkspaceSize(
        a: usize,
        out: usize,
        size: *mut u64,
        executor: *mut usize,
    ) -> i32;
    fn aclnnLgamma(workspace: usize, size: u64, executor: usize, stream: usize) -> i32;
    fn aclnnInplaceSinGetWorkspaceSize(a: usize, size: *mut u64, executor: *mut usize) -> i32;
    fn aclnnInplaceSin(workspace: usize, size: u64, executor: usize, stream: usize) -> i32;
    fn mluOpCreate(handle: *mut usize) -> i32;
    fn mluOpDestroy(handle: usize) -> i32;
    fn mluOpCreateTensorDescriptor(descriptor: *mut usize) -> i32;
    fn mluOpDestroyTensorDescriptor(descriptor: usize) -> i32;
    fn mluOpSetTensorDescriptorEx(
        descriptor: usize,
        layout: i32,
        kind: i32,
        rank: c_int,
        shape: *const c_int,
        strides: *const c_int,
    ) -> i32;
    fn mluOpAbs(handle: usize, x: usize, from: usize, y: usize, to: usize) -> i32;
    fn mluOpLgamma(handle: usize, x: usize, from: usize, y: usize, to: usize) -> i32;
}

/// Bytes of each of the blocks that tensors lie in.
const BLOCK: usize = 4096;
const BLOCKS: usize = 3;

/// Device memory with known contents.
struct Memory {
    blocks: [usize; BLOCKS],
}

impl Memory {
    fn new() -> Self {
        let mut blocks = [0; BLOCKS];
        for block in &mut blocks {
            // SAFETY: device 0 exists; local variables.
            unsafe {
                assert_eq!(aclrtSetDevice(0), 0);
                assert_eq!(aclrtMalloc(block, BLOCK, 0), 0);
                assert_eq!(aclrtMemset(*block, BLOCK, 0x3C, BLOCK), 0);
            }
        }
        Self { blocks }
    }

    fn bytes(&self) -> Vec<Vec<u8>> {
        let copy = |&block: &usize| {
            let mut bytes = vec![0_u8; BLOCK];
            // SAFETY: memory of its length.
            let status = unsafe { aclrtMemcpy(bytes.as_mut_ptr().addr(), BLOCK, block, BLOCK, 2) };
            assert_eq!(status, 0);
            bytes
        };
        self.blocks.iter().map(copy).collect()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        for block in self.blocks {
            // SAFETY: allocated in `new`.
            assert_eq!(unsafe { aclrtFree(block) }, 0);
        }
    }
}

/// A tensor as a program may describe it.
#[derive(Clone, Debug)]
struct Tensor {
    shape: Vec<i64>,
    strides: Option<Vec<i64>>,
    offset: i64,
    data_type: i32,
    format: i32,
    block: usize,
    at: usize,
}

/// Extents: mostly small; negative, empty and impossible ones among them.
fn extent() -> impl Strategy<Value = i64> {
    prop_oneof![
        16 => 1..9_i64,
        1 => Just(0),
        1 => select(vec![-1, -7, 1 << 20, 1 << 31, 1 << 40, i64::MAX / 3, i64::MAX, i64::MIN]),
    ]
}

fn stride() -> impl Strategy<Value = i64> {
    prop_oneof![
        16 => 0..40_i64,
        1 => select(vec![-1, -40, 1 << 31, 1 << 61, i64::MAX, i64::MIN]),
    ]
}

fn tensor() -> impl Strategy<Value = Tensor> {
    let shape = vec(extent(), 0..4);
    let floats = prop_oneof![8 => select(vec![0, 1, 11, 27]), 1 => -2..50_i32];
    let at = prop_oneof![4 => Just(0), 2 => (0..BLOCK / 8).prop_map(|at| at * 8), 1 => 0..BLOCK];
    let format = prop_oneof![12 => Just(2), 1 => -1..40_i32];
    (
        shape,
        any::<bool>(),
        vec(stride(), 4),
        -1..20_i64,
        floats,
        format,
        0..BLOCKS,
        at,
    )
        .prop_map(
            |(shape, dense, strides, offset, data_type, format, block, at)| Tensor {
                strides: (!dense).then(|| strides[..shape.len()].to_vec()),
                offset: if dense { 0 } else { offset },
                shape,
                data_type,
                format,
                block,
                at,
            },
        )
}

/// One that may follow another: often of its shape and type.
fn pair() -> impl Strategy<Value = (Tensor, Tensor)> {
    (tensor(), tensor(), 0..8).prop_map(|(a, b, alike)| {
        let b = match alike {
            0 => b,
            1 => a.clone(),
            _ => Tensor {
                strides: b.strides.filter(|strides| strides.len() == a.shape.len()),
                shape: a.shape.clone(),
                data_type: a.data_type,
                ..b
            },
        };
        (a, b)
    })
}

impl Tensor {
    /// The handle; 0 where the description is refused.
    fn create(&self, memory: &Memory) -> usize {
        let storage = [1_i64 << 40];
        let strides = self.strides.as_ref().map_or(std::ptr::null(), Vec::as_ptr);
        // SAFETY: arrays of their lengths; an address that is never followed outside its block.
        unsafe {
            aclCreateTensor(
                self.shape.as_ptr(),
                self.shape.len() as u64,
                self.data_type,
                strides,
                self.offset,
                self.format,
                if self.strides.is_some() {
                    storage.as_ptr()
                } else {
                    self.shape.as_ptr()
                },
                if self.strides.is_some() {
                    1
                } else {
                    self.shape.len() as u64
                },
                memory.blocks[self.block] + self.at,
            )
        }
    }

    /// The bytes of its elements in its block. An accepted tensor has few.
    fn bytes(&self) -> HashSet<usize> {
        let size = match self.data_type {
            0 | 3 => 4,
            1 | 27 => 2,
            11 | 9 => 8,
            _ => 1,
        };
        if self.shape.contains(&0) {
            return HashSet::new();
        }
        let mut dense = vec![1_i64; self.shape.len()];
        for i in (1..self.shape.len()).rev() {
            dense[i - 1] = dense[i].saturating_mul(self.shape[i]);
        }
        let strides = self.strides.as_ref().unwrap_or(&dense);
        let mut elements = vec![self.offset];
        for (&extent, &stride) in self.shape.iter().zip(strides) {
            elements = elements
                .iter()
                .flat_map(|&at| (0..extent).map(move |i| at + i * stride))
                .collect();
        }
        elements
            .iter()
            .flat_map(|&at| {
                // The offset of a dense view may be negative, as long as it stays in the block.
                let start = (self.at as i64 + at * size as i64) as usize;
                start..start + size
            })
            .collect()
    }
}

fn recent() -> String {
    // SAFETY: no arguments; the text is valid until this thread's next call.
    unsafe {
        let text = aclGetRecentErrMsg();
        if text.is_null() {
            String::new()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }
}

/// Codes that the first phases document; none of them is that of a fault of the library.
const REFUSALS: [i32; 3] = [161_001, 161_002, 561_103];

/// Runs both phases and checks what they wrote. `output` is the tensor that is written.
fn run(
    name: &str,
    memory: &Memory,
    output: &Tensor,
    first: impl FnOnce(*mut u64, *mut usize) -> i32,
    second: Second,
) -> Result<(), TestCaseError> {
    const UNTOUCHED: usize = 0x5A5A;
    let before = memory.bytes();
    let _ = recent();
    let (mut size, mut executor) = (UNTOUCHED as u64, UNTOUCHED);
    let status = first(&raw mut size, &raw mut executor);
    if status != 0 {
        prop_assert!(
            REFUSALS.contains(&status),
            "{}: {}: {}",
            name,
            status,
            recent()
        );
        prop_assert_eq!((size, executor), (UNTOUCHED as u64, UNTOUCHED));
        let text = recent();
        prop_assert!(
            text.contains(&format!("{name}GetWorkspaceSize: `")),
            "{}",
            text
        );
        prop_assert_eq!(memory.bytes(), before);
        return Ok(());
    }
    let mut workspace = 0;
    // SAFETY: local variables; a live executor, on memory of this test.
    unsafe {
        if size > 0 {
            prop_assert_eq!(aclrtMalloc(&raw mut workspace, size as usize, 0), 0);
        }
        prop_assert_eq!(
            second(workspace, size, executor, 0),
            0,
            "{}: {}",
            name,
            recent()
        );
        prop_assert_eq!(aclrtSynchronizeStream(0), 0, "{}: {}", name, recent());
        if workspace != 0 {
            prop_assert_eq!(aclrtFree(workspace), 0);
        }
    }
    check_outside(memory, &before, output.block, &output.bytes())
}

/// Only these bytes of this block may differ from before.
fn check_outside(
    memory: &Memory,
    before: &[Vec<u8>],
    block: usize,
    written: &HashSet<usize>,
) -> Result<(), TestCaseError> {
    for (i, (before, after)) in before.iter().zip(memory.bytes()).enumerate() {
        for (at, (before, after)) in before.iter().zip(&after).enumerate() {
            let allowed = i == block && written.contains(&at);
            prop_assert!(
                before == after || allowed,
                "byte {} of block {} was written",
                at,
                i
            );
        }
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    // More cases on demand: PROPTEST_CASES is proptest's own variable, which `with_cases` would override.
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default().cases
    } else {
        cases
    };
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn operators_of_aclnn_write_their_output_only((input, output) in pair(), which in 0..3_usize) {
        let memory = Memory::new();
        let (a, b) = (input.create(&memory), output.create(&memory));
        let result = if a == 0 || b == 0 {
            // Tensors that cannot be described at all are refused where it is created, with a sentence.
            prop_assert!(recent().contains("aclCreateTensor: `"));
            Ok(())
        } else if which == 2 {
            let first: FirstInPlace = aclnnInplaceSinGetWorkspaceSize;
            // SAFETY: a live tensor; local variables.
            run("aclnnInplaceSin", &memory, &output, |size, executor| unsafe { first(b, size, executor) }, aclnnInplaceSin)
        } else {
            let (name, first, second): (_, First, Second) = if which == 0 {
                ("aclnnSin", aclnnSinGetWorkspaceSize, aclnnSin)
            } else {
                ("aclnnLgamma", aclnnLgammaGetWorkspaceSize, aclnnLgamma)
            };
            // SAFETY: live tensors; local variables.
            run(name, &memory, &output, |size, executor| unsafe { first(a, b, size, executor) }, second)
        };
        for tensor in [a, b] {
            if tensor != 0 {
                // SAFETY: created above.
                prop_assert_eq!(unsafe { aclDestroyTensor(tensor) }, 0);
            }
        }
        result?;
    }

    #[test]
    fn mluop_cases(
        shape in vec(0..7_i32, 1..4),
        strides in [vec(0..30_i32, 4), vec(0..30_i32, 4)],
        data_type in select(vec![1, 2, 14, 99]),
        at in [0..BLOCK / 4, 0..BLOCK / 4],
        blocks in [0..BLOCKS, 0..BLOCKS],
        is_abs: bool,
    ) {
        if std::env::var_os(CHILD).is_none() {
            return Ok(());
        }
        let memory = Memory::new();
        let before = memory.bytes();
        let (mut handle, mut descriptors) = (0, [0, 0]);
        // SAFETY: local variables; arrays of their lengths; addresses in blocks of this test.
        unsafe {
            prop_assert_eq!(mluOpCreate(&raw mut handle), 0);
            let mut described = true;
            for (descriptor, strides) in descriptors.iter_mut().zip(&strides) {
                prop_assert_eq!(mluOpCreateTensorDescriptor(descriptor), 0);
                let rank = shape.len() as i32;
                let status = mluOpSetTensorDescriptorEx(*descriptor, 4, data_type, rank, shape.as_ptr(), strides.as_ptr());
                described &= status == 0;
            }
            let operator = if is_abs { mluOpAbs } else { mluOpLgamma };
            let address = |i: usize| memory.blocks[blocks[i]] + at[i] * 4;
            let status = operator(handle, descriptors[0], address(0), descriptors[1], address(1));
            // BAD_PARAM, NOT_SUPPORTED; none of them is INTERNAL_ERROR.
            prop_assert!([0, 3, 7].contains(&status), "{}", status);
            prop_assert_eq!(aclrtSynchronizeStream(0), 0);
            if status == 0 && described {
                let output = Tensor {
                    shape: shape.iter().map(|&extent| extent.into()).collect(),
                    strides: Some(strides[1][..shape.len()].iter().map(|&stride| stride.into()).collect()),
                    offset: 0,
                    data_type: if data_type == 1 { 1 } else { 0 },
                    format: 2,
                    block: blocks[1],
                    at: at[1] * 4,
                };
                check_outside(&memory, &before, output.block, &output.bytes())?;
            } else {
                prop_assert_eq!(memory.bytes(), before);
            }
            for descriptor in descriptors {
                prop_assert_eq!(mluOpDestroyTensorDescriptor(descriptor), 0);
            }
            prop_assert_eq!(mluOpDestroy(handle), 0);
        }
    }
}

const CHILD: &str = "HOSTNPU_TEST_MLUOP_CASES";

/// In a process of its own, where MLU-OPS prints no line for each refusal.
#[test]
fn operators_of_mluop_write_their_output_only() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "entry_point_properties::mluop_cases",
            "--nocapture",
        ])
        .env("MLUOP_MIN_LOG_LEVEL", "3")
        .env(CHILD, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

/// A call on memory, and what it does to it if it is allowed.
#[derive(Clone, Debug)]
enum Call {
    Set {
        block: usize,
        at: usize,
        room: usize,
        value: u8,
        count: usize,
    },
    Copy {
        to: usize,
        to_at: usize,
        room: usize,
        from: usize,
        from_at: usize,
        count: usize,
        kind: i32,
    },
}

fn call() -> impl Strategy<Value = Call> {
    let at = || prop_oneof![3 => 0..BLOCK, 1 => Just(0)];
    let count = || prop_oneof![4 => 0..BLOCK, 1 => BLOCK..2 * BLOCK, 1 => select(vec![usize::MAX, usize::MAX / 2, 1 << 63])];
    let set = (0..BLOCKS, at(), count(), any::<u8>(), count()).prop_map(
        |(block, at, room, value, count)| Call::Set {
            block,
            at,
            room,
            value,
            count,
        },
    );
    let copy = (
        0..BLOCKS,
        at(),
        count(),
        0..BLOCKS,
        at(),
        count(),
        -1..6_i32,
    )
        .prop_map(|(to, to_at, room, from, from_at, count, kind)| Call::Copy {
            to,
            to_at,
            room,
            from,
            from_at,
            count,
            kind,
        });
    prop_oneof![set, copy]
}

proptest! {
    #![proptest_config(config(300))]

    /// Fills and copies against a model: what passes the end of a block, or of the room that is declared, changes nothing.
    #[test]
    fn fills_and_copies_are_those_of_a_model(calls in vec(call(), 1..30)) {
        let memory = Memory::new();
        let mut model = memory.bytes();
        for call in calls {
            match call {
                Call::Set { block, at, room, value, count } => {
                    // SAFETY: an address in a block.
                    let status = unsafe { aclrtMemset(memory.blocks[block] + at, room, value.into(), count) };
                    let fits = count <= room && count <= BLOCK - at;
                    prop_assert_eq!(status, if fits { 0 } else { 107_000 });
                    if fits {
                        model[block][at..at + count].fill(value);
                    }
                }
                Call::Copy { to, to_at, room, from, from_at, count, kind } => {
                    let (target, source) = (memory.blocks[to] + to_at, memory.blocks[from] + from_at);
                    // SAFETY: addresses in blocks.
                    let status = unsafe { aclrtMemcpy(target, room, source, count, kind) };
                    let fits = count <= room && count <= BLOCK - to_at && count <= BLOCK - from_at;
                    if (0..=3).contains(&kind) {
                        prop_assert_eq!(status, if fits { 0 } else { 107_000 });
                    } else {
                        prop_assert!(fits || status != 0);
                    }
                    if status == 0 {
                        let bytes = model[from][from_at..from_at + count].to_vec();
                        model[to][to_at..to_at + count].copy_from_slice(&bytes);
                    }
                }
            }
        }
        prop_assert_eq!(memory.bytes(), model);
    }
}
