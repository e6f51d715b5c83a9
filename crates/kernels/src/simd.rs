//! One body, several compilations: which instruction set a kernel runs with is chosen once, at run time.
//!
//! A kernel is scalar mathematics in a closure. [`widest`] calls the closure from a function that is compiled for the
//! widest instruction set of this machine, into which it inlines, so that the compiler's vectors have that width.
//! Rust never contracts `a * b + c`, so all compilations give the same bits.

use std::sync::OnceLock;

/// An instruction set that kernels are compiled for. Later ones contain earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// The instructions that the target triple guarantees: SSE2 on x86-64, NEON on AArch64.
    Baseline,
    /// x86-64-v3: AVX2, FMA, F16C.
    Avx2,
    /// x86-64-v4: AVX-512 F, BW, CD, DQ and VL.
    Avx512,
}

impl Isa {
    /// All instruction sets, narrowest first.
    pub const ALL: [Isa; 3] = [Isa::Baseline, Isa::Avx2, Isa::Avx512];

    /// Returns true if this machine has the instruction set.
    #[inline]
    pub fn is_available(self) -> bool {
        // Asked before each run of a kernel: one look instead of one per feature.
        static AVAILABLE: OnceLock<[bool; 3]> = OnceLock::new();
        AVAILABLE.get_or_init(|| Isa::ALL.map(Isa::detect))[self as usize]
    }

    fn detect(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Isa::Baseline => true,
            Isa::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("fma")
                    && is_x86_feature_detected!("f16c")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
            }
            Isa::Avx512 => {
                Isa::Avx2.detect()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        return self == Isa::Baseline;
    }

    /// The instruction sets that this machine has, narrowest first.
    pub fn available() -> impl Iterator<Item = Isa> {
        Isa::ALL.into_iter().filter(|isa| isa.is_available())
    }

    /// The widest one that this machine has.
    pub fn widest() -> Isa {
        Isa::available().last().unwrap_or(Isa::Baseline)
    }

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Baseline => "baseline",
            Isa::Avx2 => "avx2",
            Isa::Avx512 => "avx512",
        }
    }
}

/// Instructions beside AVX-512 that multiply and add numbers of few bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// Pairs of `bf16` (AVX512-BF16), where they take no longer than a fused operation on `f32`: on AMD's processors. Intel's take four times as long.
    Brains,
    /// Fours of bytes (AVX512-VNNI).
    Bytes,
}

impl Extension {
    /// Returns true if this machine has the instructions, and AVX-512.
    pub fn is_available(self) -> bool {
        static AVAILABLE: OnceLock<[bool; 2]> = OnceLock::new();
        AVAILABLE.get_or_init(|| [Self::Brains, Self::Bytes].map(Self::detect))[self as usize]
    }

    fn detect(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return Isa::Avx512.is_available()
            && match self {
                Self::Brains => is_x86_feature_detected!("avx512bf16") && is_of_amd(),
                Self::Bytes => is_x86_feature_detected!("avx512vnni"),
            };
        #[cfg(not(target_arch = "x86_64"))]
        return false;
    }
}

#[cfg(target_arch = "x86_64")]
fn is_of_amd() -> bool {
    let of = std::arch::x86_64::__cpuid(0);
    [of.ebx, of.edx, of.ecx]
        .map(u32::to_le_bytes)
        .as_flattened()
        == b"AuthenticAMD"
}

static CHOSEN: OnceLock<Isa> = OnceLock::new();

/// Makes [`widest`] use `isa` from now on, or the baseline if this machine lacks it, unless something was chosen or used before.
/// Returns the instruction set that is used.
#[inline]
pub fn choose(isa: Isa) -> Isa {
    // Every call asks.
    match CHOSEN.get() {
        Some(&chosen) => chosen,
        None => choose_first(isa),
    }
}

#[cold]
#[inline(never)]
fn choose_first(isa: Isa) -> Isa {
    *CHOSEN.get_or_init(|| {
        if isa.is_available() {
            isa
        } else {
            Isa::Baseline
        }
    })
}

/// The instruction set that [`widest`] uses: the one given to [`choose`], or else the widest one of this machine.
pub fn chosen() -> Isa {
    *CHOSEN.get_or_init(Isa::widest)
}

/// Mode of the loops of a kernel: vectorised in the compilation at hand, or not. A kernel gets it, and calls [`Loops::step`] in its loops.
#[derive(Clone, Copy, Debug)]
pub struct Loops {
    vectorised: bool,
}

impl Loops {
    /// Those of an instruction set that kernels are compiled for.
    pub const VECTORISED: Self = Self { vectorised: true };

    /// Those of the baseline. On x86-64 it is what machines without AVX2 run: vectors of SSE2, which has neither a choice between lanes nor many of the
    /// operations, are three times the code of a loop over elements, of all kernels as much as AVX2 takes, and not much faster.
    pub const OF_BASELINE: Self = Self {
        vectorised: cfg!(not(target_arch = "x86_64")),
    };

    /// Stands in the body of a loop. Where loops are not to be vectorised, it is an empty piece of assembly, which the compiler repeats as often as the loop
    /// goes round, and therefore neither joins to vectors nor unrolls; elsewhere it is nothing.
    #[inline(always)]
    pub fn step(self) {
        #[cfg(target_arch = "x86_64")]
        if !self.vectorised {
            // SAFETY: no instruction.
            unsafe { std::arch::asm!("", options(nomem, nostack, preserves_flags)) };
        }
    }

    /// Returns `sum + a * b`, of a product that DOUBLE holds exactly: one rounding, whether the instruction set multiplies and adds at once or not.
    #[inline(always)]
    pub fn add_exact_product(self, sum: f64, a: f64, b: f64) -> f64 {
        match self.vectorised {
            true => a.mul_add(b, sum),
            false => sum + a * b,
        }
    }
}

/// Runs `f` compiled for the [`chosen`] instruction set.
#[inline]
pub fn widest<R>(f: impl FnOnce() -> R) -> R {
    with(chosen(), f)
}

/// As [`widest`], for closures that say where their loops step.
#[inline]
pub fn widest_loops<R>(f: impl FnOnce(Loops) -> R) -> R {
    kernel_widest(Steps(f))
}

/// Runs `f` compiled for `isa`, or for the baseline if this machine lacks `isa`.
#[inline]
pub fn with<R>(isa: Isa, f: impl FnOnce() -> R) -> R {
    kernel_with(isa, Closure(f))
}

/// As [`with`], for closures that say where their loops step.
#[inline]
pub fn loops_with<R>(isa: Isa, f: impl FnOnce(Loops) -> R) -> R {
    kernel_with(isa, Steps(f))
}

/// Runs `f` compiled for `isa`, if that multiplies and adds with one rounding and this machine has it; else not, and returns `None`.
#[inline]
pub fn fused_loops<R>(isa: Isa, f: impl FnOnce(Loops) -> R) -> Option<R> {
    let kernel = Steps(f);
    match isa {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `is_available` has seen every feature that `avx512` enables.
        Isa::Avx512 if isa.is_available() => Some(unsafe { avx512(kernel) }),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `is_available` has seen every feature that `avx2` enables.
        Isa::Avx2 if isa.is_available() => Some(unsafe { avx2(kernel) }),
        _ if BASELINE_IS_FUSED => Some(kernel.run(Loops::OF_BASELINE)),
        _ => None,
    }
}

/// True if the baseline multiplies and adds with one rounding.
const BASELINE_IS_FUSED: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));

/// As [`widest_loops`], compiled for AVX2 at most: for loops that memory limits, to which wider vectors give nothing.
#[inline]
pub fn loops_up_to_avx2<R>(f: impl FnOnce(Loops) -> R) -> R {
    kernel_up_to_avx2(Steps(f))
}

/// As [`kernel_widest`], compiled for AVX2 at most.
#[inline]
pub fn kernel_up_to_avx2<K: Kernel>(kernel: K) -> K::Output {
    match chosen() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `choose` has seen AVX2, which AVX-512 contains.
        Isa::Avx2 | Isa::Avx512 => unsafe { avx2(kernel) },
        _ => kernel.run(Loops::OF_BASELINE),
    }
}

/// A kernel whose body is so large that the compiler would rather call a closure with it than inline it, which would leave it
/// compiled for the baseline. `run` has to be `#[inline(always)]`; a closure cannot be.
pub trait Kernel {
    /// Type of the result.
    type Output;

    /// Runs the kernel.
    fn run(self, loops: Loops) -> Self::Output;
}

/// Runs a kernel compiled for the [`chosen`] instruction set.
#[inline]
pub fn kernel_widest<K: Kernel>(kernel: K) -> K::Output {
    kernel_with(chosen(), kernel)
}

/// Runs a kernel compiled for `isa`, or for the baseline if this machine lacks `isa`.
#[inline]
pub fn kernel_with<K: Kernel>(isa: Isa, kernel: K) -> K::Output {
    match isa {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `is_available` has seen every feature that `avx512` enables.
        Isa::Avx512 if isa.is_available() => unsafe { avx512(kernel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `is_available` has seen every feature that `avx2` enables.
        Isa::Avx2 if isa.is_available() => unsafe { avx2(kernel) },
        _ => kernel.run(Loops::OF_BASELINE),
    }
}

/// Declares what proves that kernels are to be compiled for an instruction set and that this machine has it.
#[cfg(target_arch = "x86_64")]
macro_rules! proofs {
    ($($proof:ident $compiled:ident $name:literal;)+) => {$(
        #[doc = concat!("Proves that kernels are to be compiled for ", $name, " and that this machine has it.")]
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $proof(());

        impl $proof {
            #[doc = concat!("The proof, if ", $name, " is the [`chosen`] instruction set.")]
            #[inline]
            pub(crate) fn chosen() -> Option<Self> {
                (chosen() == Isa::$proof).then_some(Self(()))
            }

            #[doc = concat!("Runs a kernel compiled for ", $name, ", and for nothing else.")]
            #[inline(always)]
            pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
                // SAFETY: `choose` has seen every feature that the function enables.
                unsafe { $compiled(kernel) }
            }
        }
    )+};
}

#[cfg(target_arch = "x86_64")]
proofs! {
    Avx2 avx2 "AVX2";
    Avx512 avx512 "AVX-512";
}

struct Closure<F>(F);

impl<R, F: FnOnce() -> R> Kernel for Closure<F> {
    type Output = R;

    #[inline(always)]
    fn run(self, _: Loops) -> R {
        (self.0)()
    }
}

struct Steps<F>(F);

impl<R, F: FnOnce(Loops) -> R> Kernel for Steps<F> {
    type Output = R;

    #[inline(always)]
    fn run(self, loops: Loops) -> R {
        (self.0)(loops)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt")]
pub(crate) fn avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Loops::VECTORISED)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
)]
pub(crate) fn avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Loops::VECTORISED)
}

/// Runs a kernel compiled for AVX-512 with dot products of pairs of `bf16`.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512bf16"
)]
pub(crate) fn avx512_brains<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Loops::VECTORISED)
}

/// Runs a kernel compiled for AVX-512 with dot products of bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni"
)]
pub(crate) fn avx512_bytes<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Loops::VECTORISED)
}
