//! The C library's functions of one float, and SLEEF's of a vector. Both are looked up while the program runs: nothing of them is needed to
//! build it, and a function that is not there has no column.

use std::ffi::{CStr, CString, c_void};
use std::fs;
use std::thread;

/// A library that was found.
pub struct Library(*mut c_void);

impl Library {
    fn open(name: &CStr) -> Option<Self> {
        // SAFETY: a string. What is opened stays open, so that its functions can be kept.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        (!handle.is_null()).then_some(Self(handle))
    }

    fn function(&self, name: &str) -> Option<usize> {
        let name = CString::new(name).ok()?;
        // SAFETY: an open library and a string.
        let address = unsafe { libc::dlsym(self.0, name.as_ptr()) };
        (!address.is_null()).then_some(address as usize)
    }

    /// The name of the file that has the function.
    fn file(&self, function: usize) -> Option<String> {
        // SAFETY: a structure of addresses, for which zeros are null; the name lives as long as the library.
        let path = unsafe {
            let mut found: libc::Dl_info = std::mem::zeroed();
            let status = libc::dladdr(function as *const c_void, &raw mut found);
            if status == 0 || found.dli_fname.is_null() {
                return None;
            }
            CStr::from_ptr(found.dli_fname).to_str().ok()?.to_owned()
        };
        let file = fs::canonicalize(path).ok()?;
        Some(file.file_name()?.to_str()?.to_owned())
    }
}

/// The C library.
pub struct C(Library);

impl C {
    pub fn open() -> Option<Self> {
        Library::open(c"libm.so.6").map(Self)
    }

    /// Its name and version.
    pub fn describe(&self) -> String {
        match self.0.function("gnu_get_libc_version") {
            // SAFETY: the function takes nothing and returns text that lives for ever.
            Some(address) => unsafe {
                let version: extern "C" fn() -> *const libc::c_char = std::mem::transmute(address);
                format!("glibc {}", CStr::from_ptr(version()).to_string_lossy())
            },
            None => "the C library".to_owned(),
        }
    }

    /// Computes `name` of each element, or of each pair.
    pub fn compute(&self, name: &str, inputs: &[&[f32]], y: &mut [f32]) -> bool {
        let Some(address) = self.0.function(&format!("{name}f")) else {
            return false;
        };
        match inputs {
            [x] => {
                // SAFETY: every function of such a name and one argument has this type.
                let f: extern "C" fn(f32) -> f32 = unsafe { std::mem::transmute(address) };
                y.iter_mut().zip(*x).for_each(|(y, &x)| *y = f(x));
            }
            [x, z] => {
                // SAFETY: the same of two arguments.
                let f: extern "C" fn(f32, f32) -> f32 = unsafe { std::mem::transmute(address) };
                let pairs = x.iter().zip(*z);
                y.iter_mut()
                    .zip(pairs)
                    .for_each(|(y, (&x, &z))| *y = f(x, z));
            }
            _ => return false,
        }
        true
    }
}

/// SLEEF with the widest vectors that this machine has.
pub struct Sleef {
    library: Library,
    width: Width,
}

/// Other machines than x86-64 have none yet.
#[derive(Clone, Copy, PartialEq)]
enum Width {
    #[cfg(target_arch = "x86_64")]
    Four,
    #[cfg(target_arch = "x86_64")]
    Eight,
    #[cfg(target_arch = "x86_64")]
    Sixteen,
}

/// One of its functions over slices.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "there are no vectors")
)]
#[derive(Clone)]
pub struct Vectors {
    /// The mark of its error in its name: `u10` is 1.0 ULP.
    pub bound: &'static str,
    address: usize,
    width: Width,
}

impl Sleef {
    #[cfg(target_arch = "x86_64")]
    pub fn open() -> Option<Self> {
        let width = if is_x86_feature_detected!("avx512f") {
            Width::Sixteen
        } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            Width::Eight
        } else if is_x86_feature_detected!("sse4.1") {
            Width::Four
        } else {
            return None;
        };
        let library = Library::open(c"libsleef.so.3")?;
        Some(Self { library, width })
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn open() -> Option<Self> {
        None
    }

    /// The function of the smallest error up to that of u15; there may be none.
    pub fn function(&self, name: &str) -> Option<Vectors> {
        // By name: the bound that most have first, as it is the one that the limits speak of.
        ["u10", "u05", "u15"].into_iter().find_map(|bound| {
            let symbol = self.symbol(name, bound);
            Some(Vectors {
                bound,
                address: self.library.function(&symbol)?,
                width: self.width,
            })
        })
    }

    #[cfg(target_arch = "x86_64")]
    fn symbol(&self, name: &str, bound: &str) -> String {
        let (lanes, isa) = match self.width {
            Width::Four => (4, "sse4"),
            Width::Eight => (8, "avx2"),
            Width::Sixteen => (16, "avx512f"),
        };
        format!("Sleef_{name}f{lanes}_{bound}{isa}")
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn symbol(&self, _: &str, _: &str) -> String {
        String::new()
    }

    /// The library's file, whose name ends with its version, and the kind of vectors.
    pub fn describe(&self) -> String {
        let symbol = self.symbol("exp", "u10");
        let address = self.library.function(&symbol);
        let file = address.and_then(|address| self.library.file(address));
        let version = file.as_deref().and_then(|file| file.split(".so.").nth(1));
        format!(
            "SLEEF {} ({symbol} and its like)",
            version.unwrap_or_default()
        )
    }
}

impl Vectors {
    /// Computes it of each element, or of each pair, in so many equal parts at the same time.
    pub fn compute(&self, inputs: &[&[f32]], y: &mut [f32], threads: usize) {
        if threads < 2 {
            return self.part(inputs, y);
        }
        let part = y.len().div_ceil(threads).next_multiple_of(16);
        thread::scope(|scope| {
            let mut parts = y.chunks_mut(part).enumerate();
            let first = parts.next();
            for (number, y) in parts {
                let from = number * part;
                scope.spawn(move || self.part(&cut(inputs, from, y.len()), y));
            }
            if let Some((_, y)) = first {
                self.part(&cut(inputs, 0, y.len()), y);
            }
        });
    }

    #[cfg(target_arch = "x86_64")]
    fn part(&self, inputs: &[&[f32]], y: &mut [f32]) {
        // SAFETY: the machine has the vectors, or `open` had not chosen them; the names of the functions say their types.
        unsafe {
            match self.width {
                Width::Four => x86::by_fours(self.address, inputs, y),
                Width::Eight => x86::by_eights(self.address, inputs, y),
                Width::Sixteen => x86::by_sixteens(self.address, inputs, y),
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn part(&self, _: &[&[f32]], _: &mut [f32]) {}
}

fn cut<'a>(inputs: &[&'a [f32]], from: usize, count: usize) -> Vec<&'a [f32]> {
    let cut = |input: &&'a [f32]| &input[from..from + count];
    inputs.iter().map(cut).collect()
}

#[cfg(target_arch = "x86_64")]
#[allow(
    improper_ctypes_definitions,
    reason = "vectors have a C ABI where the features are enabled"
)]
mod x86 {
    use std::arch::x86_64::*;

    macro_rules! loops {
        ($($name:ident, $lanes:literal, $vector:ty, $load:ident, $store:ident, $features:literal;)+) => {$(
            /// Writes the function at `f` of each element, or of each pair.
            ///
            /// # Safety
            /// The machine has the features; the function takes as many vectors as there are inputs, and gives one.
            #[target_feature(enable = $features)]
            pub unsafe fn $name(f: usize, inputs: &[&[f32]], y: &mut [f32]) {
                const LANES: usize = $lanes;
                type One = extern "C" fn($vector) -> $vector;
                type Two = extern "C" fn($vector, $vector) -> $vector;
                let (y, y_rest) = y.as_chunks_mut::<LANES>();
                let mut last = [[0.0; LANES]; 3];
                let (x, x_rest) = inputs[0].as_chunks::<LANES>();
                last[0][..x_rest.len()].copy_from_slice(x_rest);
                // SAFETY: the caller's promise; each array has as many floats as a vector.
                unsafe {
                    if let [_, z] = inputs {
                        let f = std::mem::transmute::<usize, Two>(f);
                        let (z, z_rest) = z.as_chunks::<LANES>();
                        last[1][..z_rest.len()].copy_from_slice(z_rest);
                        for (y, (x, z)) in y.iter_mut().zip(x.iter().zip(z)) {
                            $store(y.as_mut_ptr(), f($load(x.as_ptr()), $load(z.as_ptr())));
                        }
                        let value = f($load(last[0].as_ptr()), $load(last[1].as_ptr()));
                        $store(last[2].as_mut_ptr(), value);
                    } else {
                        let f = std::mem::transmute::<usize, One>(f);
                        for (y, x) in y.iter_mut().zip(x) {
                            $store(y.as_mut_ptr(), f($load(x.as_ptr())));
                        }
                        $store(last[2].as_mut_ptr(), f($load(last[0].as_ptr())));
                    }
                }
                y_rest.copy_from_slice(&last[2][..y_rest.len()]);
            }
        )+};
    }

    loops! {
        by_fours, 4, __m128, _mm_loadu_ps, _mm_storeu_ps, "sse4.1";
        by_eights, 8, __m256, _mm256_loadu_ps, _mm256_storeu_ps, "avx2,fma";
        by_sixteens, 16, __m512, _mm512_loadu_ps, _mm512_storeu_ps, "avx512f";
    }
}
