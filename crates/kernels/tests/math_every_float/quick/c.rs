//! The C library's functions over slices.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

use hostnpu_kernels::simd::Isa;

unsafe extern "C" {
    fn dlopen(name: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Returns the function of eight doubles, if this machine has such vectors and the library has the function.
fn vector(name: &CStr) -> usize {
    const RTLD_NOW: c_int = 2;
    if !Isa::Avx512.is_available() {
        return 0;
    }
    // SAFETY: both names end with 0; a library that is not there gives null, which is not asked for names.
    unsafe {
        let library = dlopen(c"libmvec.so.1".as_ptr(), RTLD_NOW);
        if library.is_null() {
            0
        } else {
            dlsym(library, name.as_ptr()) as usize
        }
    }
}

/// Writes `f` of each element, `f` being a function of libmvec.
///
/// # Safety
/// The machine has AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
unsafe fn by_eights(f: usize, x: &[f64], y: &mut [f64]) {
    use std::arch::asm;
    use std::arch::x86_64::{_mm512_loadu_pd, _mm512_storeu_pd};
    let (x, x_rest) = x.as_chunks::<8>();
    let (y, y_rest) = y.as_chunks_mut::<8>();
    let mut last = ([1.0; 8], [0.0; 8]);
    last.0[..x_rest.len()].copy_from_slice(x_rest);
    let with_last = x.iter().chain([&last.0]);
    for (x, y) in with_last.zip(y.iter_mut().chain([&mut last.1])) {
        // SAFETY: the caller's promise; the function takes and gives one vector, as the vector ABI of x86-64 has it.
        unsafe {
            let argument = _mm512_loadu_pd(x.as_ptr());
            let value;
            asm!("call {f}", f = in(reg) f, inlateout("zmm0") argument => value, clobber_abi("C"));
            _mm512_storeu_pd(y.as_mut_ptr(), value);
        }
    }
    y_rest.copy_from_slice(&last.1[..y_rest.len()]);
}

macro_rules! functions {
    ($($name:ident $symbol:literal;)+) => {
        mod one {
            unsafe extern "C" {
                $(pub safe fn $name(x: f64) -> f64;)+
            }
        }

        $(
            pub fn $name(x: &[f64], y: &mut [f64]) {
                static VECTOR: OnceLock<usize> = OnceLock::new();
                let vector = *VECTOR.get_or_init(|| vector($symbol));
                #[cfg(target_arch = "x86_64")]
                if vector != 0 {
                    // SAFETY: `vector` has seen that the machine has AVX-512.
                    return unsafe { by_eights(vector, x, y) };
                }
                super::each(x, y, |x| one::$name(x));
            }
        )+
    };
}

functions! {
    exp c"_ZGVeN8v_exp";
    exp2 c"_ZGVeN8v_exp2";
    expm1 c"_ZGVeN8v_expm1";
    log c"_ZGVeN8v_log";
    log2 c"_ZGVeN8v_log2";
    log10 c"_ZGVeN8v_log10";
    log1p c"_ZGVeN8v_log1p";
    sin c"_ZGVeN8v_sin";
    cos c"_ZGVeN8v_cos";
    tan c"_ZGVeN8v_tan";
    asin c"_ZGVeN8v_asin";
    acos c"_ZGVeN8v_acos";
    atan c"_ZGVeN8v_atan";
    sinh c"_ZGVeN8v_sinh";
    cosh c"_ZGVeN8v_cosh";
    tanh c"_ZGVeN8v_tanh";
    asinh c"_ZGVeN8v_asinh";
    acosh c"_ZGVeN8v_acosh";
    atanh c"_ZGVeN8v_atanh";
    erf c"_ZGVeN8v_erf";
    erfc c"_ZGVeN8v_erfc";
}
