//! Workloads, by name. Everything is called through the C interface, as a user's program does: both phases and the wait for the
//! stream are inside the time.

use std::ffi::CStr;
use std::ptr::null_mut;

use hostnpu::abi::acl::rt::copy;
use hostnpu::abi::acl::types::*;
use hostnpu::abi::aclnn::meta::tensor;
use hostnpu::abi::aclnn::types::*;
use hostnpu_aclnn_operators::math::{lgamma, linspace, logspace, sin};
use hostnpu_aclnn_operators::quant::dynamic_mx_quant_with_dual_axis as mx;

use super::device::{Memory, Scalar, Tensor, enqueue, require, set_mode, synchronise};
use super::limits::{Limit, Traffic};
pub use super::values::*;

/// The sine's two implementations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    HighPrecision,
    HighPerformance,
}

impl Mode {
    pub const ALL: [Mode; 2] = [Mode::HighPrecision, Mode::HighPerformance];

    pub fn code(self) -> &'static CStr {
        match self {
            Mode::HighPrecision => c"high_precision",
            Mode::HighPerformance => c"high_performance",
        }
    }
}

/// The two formats of the dual-axis quantisation that are measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MxFormat {
    E4m3fn,
    E2m1,
}

/// One workload by its parameters: cheap to name, and built only when it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spec {
    Sin(Type, Mode, usize, Range),
    Lgamma(Type, usize, Range),
    /// From the first to the second exponent of the base.
    Logspace(Type, usize, (f32, f32, f32)),
    Linspace(usize),
    /// 4096 by 4096 bf16 along both axes.
    Mx(MxFormat),
    /// `aclnnSin` on 8 elements, both phases and the wait, beside so many other live tensors.
    CallAmong(usize),
    /// 1000 such calls before one wait.
    Calls,
    /// A tensor made and destroyed beside so many others.
    TensorAmong(usize),
    /// `aclrtMemcpy` of so many bytes.
    Memcpy(usize),
}

/// One call of a workload.
pub type Call = Box<dyn FnMut()>;

/// Something that can be called again and again.
pub struct Workload {
    pub name: String,
    /// Times are given per element.
    pub elements: usize,
    pub limit: Option<Limit>,
    pub call: Call,
    mode: Option<Mode>,
}

/// A workload's name, and the function that builds it when it is measured.
pub trait Measured {
    fn name(&self) -> String;
    /// Makes its memory and tensors.
    fn build(&self) -> Workload;
}

impl Workload {
    /// A workload that runs as the process is set.
    pub fn new(name: String, elements: usize, traffic: Traffic, call: Call) -> Self {
        Self {
            name,
            elements,
            limit: Limit::new(traffic),
            call,
            mode: None,
        }
    }

    /// Preparation before calls, which is not part of their time.
    pub fn prepare(&mut self) {
        if let Some(mode) = self.mode {
            set_mode(mode.code());
        }
    }
}

/// `4096`, `64 Ki`, `16 Mi`.
pub fn size(elements: usize) -> String {
    match elements {
        0 => "0".into(),
        n if n % (1 << 20) == 0 => format!("{} Mi", n >> 20),
        n if n % (1 << 10) == 0 && n >= 8 << 10 => format!("{} Ki", n >> 10),
        n => n.to_string(),
    }
}

impl Measured for Spec {
    fn name(&self) -> String {
        match *self {
            Spec::Sin(Type::F32, Mode::HighPrecision, n, range) => {
                format!("sin f32 high precision, {}, {}", size(n), range.name)
            }
            Spec::Sin(Type::F32, Mode::HighPerformance, n, range) => {
                format!("sin f32 high performance, {}, {}", size(n), range.name)
            }
            Spec::Sin(dtype, _, n, range) => format!("sin {dtype}, {}, {}", size(n), range.name),
            Spec::Lgamma(dtype, n, range) => {
                format!("lgamma {dtype}, {}, {}", size(n), range.name)
            }
            Spec::Logspace(dtype, n, (start, end, base)) => {
                format!(
                    "logspace {dtype}, {}, {base}^{start} to {base}^{end}",
                    size(n)
                )
            }
            Spec::Linspace(n) => format!("linspace f32, {}, 0 to 1", size(n)),
            Spec::Mx(MxFormat::E4m3fn) => "MX dual axis, [4096, 4096] bf16 to E4M3FN".into(),
            Spec::Mx(MxFormat::E2m1) => "MX dual axis, [4096, 4096] bf16 to E2M1".into(),
            Spec::CallAmong(0) => "aclnnSin on 8 elements and a wait, per call".into(),
            Spec::CallAmong(live) => {
                format!("aclnnSin on 8 elements and a wait, {live} live tensors, per call")
            }
            Spec::Calls => "1000 of aclnnSin on 8 elements, one wait, per call".into(),
            Spec::TensorAmong(live) => {
                format!("aclCreateTensor and aclDestroyTensor, {live} live tensors, per pair")
            }
            Spec::Memcpy(bytes) => format!("aclrtMemcpy, {}B, per 4 bytes", size(bytes)),
        }
    }

    fn build(&self) -> Workload {
        let (elements, traffic, mode, call) = match *self {
            Spec::Sin(dtype, mode, n, range) => {
                let (_, traffic, call) = sine(dtype, n, range);
                (n, traffic, Some(mode), call)
            }
            Spec::Lgamma(dtype, n, range) => {
                let (memory, [x, y]) = pair(dtype, n, range);
                let call = Box::new(move || {
                    let _keep = &memory;
                    enqueue(
                        // SAFETY: handles, and out pointers that `enqueue` made.
                        |size, executor| unsafe {
                            lgamma::aclnnLgammaGetWorkspaceSize(
                                x.handle(),
                                y.handle(),
                                size,
                                executor,
                            )
                        },
                        lgamma::aclnnLgamma,
                    );
                    synchronise();
                }) as Call;
                (n, Traffic::Copy(n * dtype.bytes()), None, call)
            }
            Spec::Logspace(dtype, n, range) => {
                let traffic = Traffic::Fill(n * dtype.bytes());
                (n, traffic, None, spaced(dtype, n, Some(range)))
            }
            Spec::Linspace(n) => (n, Traffic::Fill(n * 4), None, spaced(Type::F32, n, None)),
            Spec::Mx(format) => {
                let (traffic, call) = dual_axis(format);
                (MX_SIDE * MX_SIDE, traffic, None, call)
            }
            Spec::CallAmong(live) => {
                let others = live_tensors(live);
                let (_, _, mut call) = sine(Type::F32, 8, PI);
                let call = Box::new(move || {
                    let _keep = &others;
                    call();
                }) as Call;
                // The limit of the other rows: the copy of 32 bytes.
                let traffic = if live == 0 {
                    Traffic::Copy(32)
                } else {
                    Traffic::None
                };
                (1, traffic, Some(Mode::HighPrecision), call)
            }
            Spec::Calls => {
                let (mut enqueue_one, _, _) = sine(Type::F32, 8, PI);
                let call = Box::new(move || {
                    for _ in 0..1000 {
                        enqueue_one();
                    }
                    synchronise();
                }) as Call;
                (1000, Traffic::None, Some(Mode::HighPrecision), call)
            }
            Spec::TensorAmong(live) => {
                let others = live_tensors(live);
                let memory = Memory::new(32);
                let call = Box::new(move || {
                    let _keep = &others;
                    drop(Tensor::new(&memory, aclDataType::ACL_FLOAT, &[8]));
                }) as Call;
                (1, Traffic::None, None, call)
            }
            Spec::Memcpy(bytes) => {
                let host = vec![1_u8; bytes];
                let device = Memory::new(bytes);
                let call = Box::new(move || {
                    let kind = aclrtMemcpyKind::ACL_MEMCPY_HOST_TO_DEVICE;
                    let source = host.as_ptr().cast();
                    // SAFETY: both have that many bytes.
                    let status =
                        unsafe { copy::aclrtMemcpy(device.address(), bytes, source, bytes, kind) };
                    require(status, "aclrtMemcpy");
                }) as Call;
                (bytes / 4, Traffic::Memcpy(bytes), None, call)
            }
        };
        Workload {
            name: self.name(),
            elements,
            limit: Limit::new(traffic),
            call,
            mode,
        }
    }
}

/// Input and output of an elementwise operator: the memory, and contiguous tensors over it.
fn pair(dtype: Type, n: usize, range: Range) -> ([Memory; 2], [Tensor; 2]) {
    let memory = [dtype.memory(n, range), Memory::new(n * dtype.bytes())];
    let tensors = [0, 1].map(|i| Tensor::new(&memory[i], dtype.code(), &[n as i64]));
    (memory, tensors)
}

/// `aclnnSin` enqueued, the bytes it moves, and the same call with the wait for it.
fn sine(dtype: Type, n: usize, range: Range) -> (Call, Traffic, Call) {
    let (memory, [x, y]) = pair(dtype, n, range);
    let memory = std::rc::Rc::new((memory, x, y));
    let enqueue_sine = move || {
        let (_, x, y) = &*memory;
        enqueue(
            // SAFETY: handles, and out pointers that `enqueue` made.
            |size, executor| unsafe {
                sin::aclnnSinGetWorkspaceSize(x.handle(), y.handle(), size, executor)
            },
            sin::aclnnSin,
        );
    };
    let alone = enqueue_sine.clone();
    let with_wait = move || {
        enqueue_sine();
        synchronise();
    };
    (
        Box::new(alone),
        Traffic::Copy(n * dtype.bytes()),
        Box::new(with_wait),
    )
}

/// The sine of `x` in f32 through the entry point.
pub fn sines(mode: Mode, x: &[f32]) -> Vec<f32> {
    set_mode(mode.code());
    through_entry_point(x, |x, y| {
        enqueue(
            // SAFETY: handles, and out pointers that `enqueue` made.
            |size, executor| unsafe { sin::aclnnSinGetWorkspaceSize(x, y, size, executor) },
            sin::aclnnSin,
        );
    })
}

/// ln|Γ| of `x` in f32 through the entry point.
pub fn lgammas(x: &[f32]) -> Vec<f32> {
    through_entry_point(x, |x, y| {
        enqueue(
            // SAFETY: handles, and out pointers that `enqueue` made.
            |size, executor| unsafe { lgamma::aclnnLgammaGetWorkspaceSize(x, y, size, executor) },
            lgamma::aclnnLgamma,
        );
    })
}

fn through_entry_point(
    x: &[f32],
    enqueue_one: impl FnOnce(*mut aclTensor, *mut aclTensor),
) -> Vec<f32> {
    let memory = [Memory::holding(x), Memory::new(size_of_val(x))];
    let [x, y] = [0, 1].map(|i| Tensor::new(&memory[i], Type::F32.code(), &[x.len() as i64]));
    enqueue_one(x.handle(), y.handle());
    synchronise();
    memory[1].as_slice().to_vec()
}

/// `aclnnLogSpace`, or `aclnnLinspace` without a range of powers.
fn spaced(dtype: Type, n: usize, powers: Option<(f32, f32, f32)>) -> Call {
    let memory = Memory::new(n * dtype.bytes());
    let out = Tensor::new(&memory, dtype.code(), &[n as i64]);
    let (start, end, base) = powers.unwrap_or((0.0, 1.0, f32::NAN));
    let (start, end) = (Scalar::new(start), Scalar::new(end));
    let steps = n as i64;
    Box::new(move || {
        let _keep = &memory;
        let (start, end, out) = (start.handle(), end.handle(), out.handle());
        if powers.is_some() {
            enqueue(
                // SAFETY: handles, and out pointers that `enqueue` made.
                |size, executor| unsafe {
                    logspace::aclnnLogSpaceGetWorkspaceSize(
                        start,
                        end,
                        steps,
                        base.into(),
                        out,
                        size,
                        executor,
                    )
                },
                logspace::aclnnLogSpace,
            );
        } else {
            enqueue(
                // SAFETY: handles, and out pointers that `enqueue` made.
                |size, executor| unsafe {
                    linspace::aclnnLinspaceGetWorkspaceSize(start, end, steps, out, size, executor)
                },
                linspace::aclnnLinspace,
            );
        }
        synchronise();
    })
}

const MX_SIDE: usize = 4096;

fn dual_axis(format: MxFormat) -> (Traffic, Call) {
    let (side, count) = (MX_SIDE as i64, MX_SIDE * MX_SIDE);
    // Both results; the scales, 2 % of the bytes, are left out.
    let (code, traffic, bytes) = match format {
        MxFormat::E4m3fn => (
            aclDataType::ACL_FLOAT8_E4M3FN,
            Traffic::Copy(2 * count),
            count,
        ),
        MxFormat::E2m1 => (
            aclDataType::ACL_FLOAT4_E2M1,
            Traffic::Double(count),
            count / 2,
        ),
    };
    let x = Type::Bf16.memory(count, TEN);
    let results = [0, 1].map(|_| Memory::new(bytes));
    let scales = [0, 1].map(|_| Memory::new(count / 32));
    let tensors = [
        Tensor::new(&x, Type::Bf16.code(), &[side, side]),
        Tensor::new(&results[0], code, &[side, side]),
        Tensor::new(
            &scales[0],
            aclDataType::ACL_FLOAT8_E8M0,
            &[side, side / 64, 2],
        ),
        Tensor::new(&results[1], code, &[side, side]),
        Tensor::new(
            &scales[1],
            aclDataType::ACL_FLOAT8_E8M0,
            &[side / 64, side, 2],
        ),
    ];
    let call = move || {
        let _keep = (&x, &results, &scales);
        let [x, y1, scale1, y2, scale2] = tensors.each_ref().map(|tensor| tensor.handle());
        enqueue(
            // SAFETY: handles, null for the default rounding, and out pointers that `enqueue` made.
            |size, executor| unsafe {
                mx::aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(
                    x,
                    null_mut(),
                    code.raw().into(),
                    0,
                    y1,
                    scale1,
                    y2,
                    scale2,
                    size,
                    executor,
                )
            },
            mx::aclnnDynamicMxQuantWithDualAxis,
        );
        synchronise();
    };
    (traffic, Box::new(call))
}

/// So many tensors over one piece of memory, destroyed with it.
struct Live {
    _memory: Memory,
    handles: Vec<*mut aclTensor>,
}

fn live_tensors(count: usize) -> Live {
    let memory = Memory::new(32);
    let handles = (0..count)
        .map(|_| {
            let made = Tensor::new(&memory, aclDataType::ACL_FLOAT, &[8]);
            let handle = made.handle();
            std::mem::forget(made);
            handle
        })
        .collect();
    Live {
        _memory: memory,
        handles,
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        for &handle in &self.handles {
            // SAFETY: a handle.
            unsafe { tensor::aclDestroyTensor(handle) };
        }
    }
}
