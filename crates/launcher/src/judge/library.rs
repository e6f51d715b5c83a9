//! The library, opened by this program: calls of operators whose types are known when it runs.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::null_mut;

use super::elements;
use crate::prefix::Prefix;
use crate::replay::call::{Argument, Call, Contents, Dtype, Value};

/// Numbers and addresses that a call passes at most.
const WORDS: usize = 40;
/// Floating-point numbers that it passes at most: as many as there are registers for them, so that they stand nowhere among the others.
const FLOATS: usize = 8;

/// Every function of C that takes no structures: the calling conventions of x86-64 and AArch64 pass numbers and addresses in one row, the first in registers, and
/// floating-point numbers in registers of their own. What a function does not take it does not see.
type Any = unsafe extern "C" fn(
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
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
) -> u64;

/// Arguments of a call.
#[derive(Default)]
struct CallArguments {
    words: Vec<u64>,
    floats: Vec<f64>,
}

impl CallArguments {
    fn words(words: &[u64]) -> Self {
        Self {
            words: words.to_vec(),
            floats: Vec::new(),
        }
    }
}

/// The library.
pub struct Library(*mut c_void);

impl Library {
    /// Opens it, exact and without checks, whatever the environment asks for.
    pub fn open() -> Result<Self, String> {
        let path = Prefix::find()?.join("lib64/libhostnpu.so");
        let asked: Vec<_> = std::env::vars_os().map(|(name, _)| name).collect();
        for name in asked {
            let text = name.to_string_lossy();
            if text.starts_with("HOSTNPU_")
                && !["HOSTNPU_SOC", "HOSTNPU_THREADS"].contains(&text.as_ref())
            {
                // SAFETY: no other thread runs.
                unsafe { std::env::remove_var(&name) };
            }
        }
        let name =
            CString::new(path.to_string_lossy().as_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: a path that ends with a zero.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        if handle.is_null() {
            // SAFETY: the text of the failure.
            let text = unsafe { CStr::from_ptr(libc::dlerror()) };
            return Err(text.to_string_lossy().into_owned());
        }
        let library = Self(handle);
        library.status("aclInit", &CallArguments::words(&[0]))?;
        library.status("aclrtSetDevice", &CallArguments::words(&[0]))?;
        Ok(library)
    }

    fn call(&self, name: &str, passed: &CallArguments) -> Result<u64, String> {
        let symbol = CString::new(name).map_err(|error| error.to_string())?;
        // SAFETY: an open library, and a name that ends with a zero.
        let found = unsafe { libc::dlsym(self.0, symbol.as_ptr()) };
        if found.is_null() {
            return Err(format!("{name} is not in the library"));
        }
        if passed.words.len() > WORDS || passed.floats.len() > FLOATS {
            return Err(format!("{name} has more arguments than are passed here"));
        }
        let w = |at: usize| passed.words.get(at).copied().unwrap_or(0);
        let f = |at: usize| passed.floats.get(at).copied().unwrap_or(0.0);
        // SAFETY: a function of C whose parameters are numbers, addresses and at most eight floating-point numbers, as its prototype says.
        unsafe {
            let function: Any = std::mem::transmute::<*mut c_void, Any>(found);
            Ok(function(
                w(0),
                w(1),
                w(2),
                w(3),
                w(4),
                w(5),
                w(6),
                w(7),
                w(8),
                w(9),
                w(10),
                w(11),
                w(12),
                w(13),
                w(14),
                w(15),
                w(16),
                w(17),
                w(18),
                w(19),
                w(20),
                w(21),
                w(22),
                w(23),
                w(24),
                w(25),
                w(26),
                w(27),
                w(28),
                w(29),
                w(30),
                w(31),
                w(32),
                w(33),
                w(34),
                w(35),
                w(36),
                w(37),
                w(38),
                w(39),
                f(0),
                f(1),
                f(2),
                f(3),
                f(4),
                f(5),
                f(6),
                f(7),
            ))
        }
    }

    /// Calls what returns a status.
    fn status(&self, name: &str, passed: &CallArguments) -> Result<(), String> {
        let status = self.call(name, passed)? as i32;
        if status == 0 {
            return Ok(());
        }
        let text = self.call("aclGetRecentErrMsg", &CallArguments::default())? as *const c_char;
        if text.is_null() {
            return Err(format!("{name}: status {status}"));
        }
        // SAFETY: a text of the library's.
        let text = unsafe { CStr::from_ptr(text) }.to_string_lossy();
        Err(text.trim().to_owned())
    }

    /// Calls what returns an object.
    fn object(&self, name: &str, passed: &CallArguments) -> Result<u64, String> {
        match self.call(name, passed)? {
            0 => Err(format!("{name} gives nothing")),
            object => Ok(object),
        }
    }

    /// Runs a recorded call on its recorded inputs. Returns the elements of each recorded output.
    pub fn run(&self, call: &Call) -> Result<Vec<Vec<u8>>, String> {
        let mut held = CallObjects {
            library: self,
            objects: Vec::new(),
            memory: Vec::new(),
        };
        let mut host: Vec<Vec<u8>> = call
            .memories
            .iter()
            .map(|memory| vec![0; memory.bytes.max(1)])
            .collect();
        for contents in call.contents.iter().filter(|contents| contents.is_input) {
            let elements = elements::read(&contents.file)?;
            place(contents, &mut host[contents.memory], elements, true)?;
        }
        let mut device = Vec::new();
        for bytes in &host {
            let start = held.allocate(bytes.len())?;
            self.copy(start, bytes.as_ptr() as u64, bytes.len(), 1)?;
            device.push(start);
        }
        let mut passed = CallArguments::default();
        for argument in &call.arguments {
            held.pass(argument, call, &device, &mut passed)?;
        }
        let (mut size, mut executor) = (0_u64, 0_u64);
        passed
            .words
            .extend([&raw mut size as u64, &raw mut executor as u64]);
        self.status(&format!("{}GetWorkspaceSize", call.operator), &passed)?;
        let workspace = match size {
            0 => 0,
            _ => held.allocate(size as usize)?,
        };
        self.status(
            &call.operator,
            &CallArguments::words(&[workspace, size, executor, 0]),
        )?;
        self.status("aclrtSynchronizeStream", &CallArguments::words(&[0]))?;
        for (bytes, start) in host.iter_mut().zip(&device) {
            self.copy(bytes.as_mut_ptr() as u64, *start, bytes.len(), 2)?;
        }
        let outputs = call.contents.iter().filter(|contents| !contents.is_input);
        outputs
            .map(|contents| {
                let size = contents.view.count() * contents.dtype.size;
                place(contents, &mut host[contents.memory], vec![0; size], false)
            })
            .collect()
    }

    fn copy(&self, to: u64, from: u64, count: usize, kind: u64) -> Result<(), String> {
        let count = count as u64;
        self.status(
            "aclrtMemcpy",
            &CallArguments::words(&[to, count, from, count, kind]),
        )
    }
}

/// Objects made for a call, which are destroyed after it.
struct CallObjects<'a> {
    library: &'a Library,
    objects: Vec<(String, u64)>,
    memory: Vec<u64>,
}

impl CallObjects<'_> {
    fn allocate(&mut self, size: usize) -> Result<u64, String> {
        let mut start = 0_u64;
        let passed = CallArguments::words(&[&raw mut start as u64, size as u64, 0]);
        self.library.status("aclrtMalloc", &passed)?;
        self.memory.push(start);
        Ok(start)
    }

    fn keep(&mut self, argument: &Argument, object: u64) -> u64 {
        self.objects
            .extend(argument.destroy().map(|destroy| (destroy, object)));
        object
    }

    /// Adds an argument to what a call passes.
    fn pass(
        &mut self,
        argument: &Argument,
        call: &Call,
        device: &[u64],
        to: &mut CallArguments,
    ) -> Result<(), String> {
        let made = match &argument.value {
            Value::Null => 0,
            Value::Plain(text) => return plain(&argument.kind, text, to),
            Value::Tensor(tensor) => {
                let (view, rank) = (&tensor.view, tensor.view.shape.len() as u64);
                let storage = [(call.memories[tensor.memory].bytes / tensor.dtype.size) as i64];
                let (extents, extent_count) = match view.is_dense() {
                    true => (view.shape.as_ptr(), rank),
                    false => (storage.as_ptr(), 1),
                };
                let passed = CallArguments::words(&[
                    view.shape.as_ptr() as u64,
                    rank,
                    tensor.dtype.number.into(),
                    view.strides.as_ptr() as u64,
                    view.offset as u64,
                    tensor.format.1.into(),
                    extents as u64,
                    extent_count,
                    device[tensor.memory],
                ]);
                self.library.object("aclCreateTensor", &passed)?
            }
            Value::Scalar(dtype, text) => {
                let (bytes, dtype) = scalar(*dtype, text)?;
                let passed = CallArguments::words(&[bytes.as_ptr() as u64, dtype.into()]);
                self.library.object("aclCreateScalar", &passed)?
            }
            Value::Array(kind, of, members) => {
                let bytes: Result<Vec<Vec<u8>>, String> = members
                    .iter()
                    .map(|member| member_bytes(of, member))
                    .collect();
                let bytes = bytes?.concat();
                let passed = CallArguments::words(&[bytes.as_ptr() as u64, members.len() as u64]);
                self.library
                    .object(&format!("aclCreate{kind}Array"), &passed)?
            }
        };
        let made = match made {
            0 => 0,
            made => self.keep(argument, made),
        };
        to.words.push(made);
        Ok(())
    }
}

impl Drop for CallObjects<'_> {
    fn drop(&mut self) {
        let all = self.objects.drain(..).chain(
            self.memory
                .drain(..)
                .map(|start| ("aclrtFree".into(), start)),
        );
        for (destroy, object) in all {
            // What cannot be given back stays until this program ends.
            let _ = self
                .library
                .status(&destroy, &CallArguments::words(&[object]));
        }
    }
}

fn number(text: &str) -> Result<f64, String> {
    match text {
        "INFINITY" => Ok(f64::INFINITY),
        "-INFINITY" => Ok(f64::NEG_INFINITY),
        "NAN" => Ok(f64::NAN),
        "true" => Ok(1.0),
        "false" => Ok(0.0),
        text => text.parse().map_err(|_| format!("{text} is no number")),
    }
}

fn integer(text: &str) -> Result<i64, String> {
    match text {
        "true" => Ok(1),
        "false" => Ok(0),
        text => text
            .parse()
            .map_err(|_| format!("{text} is no whole number")),
    }
}

/// Adds a number, or a text, which lives as long as this program.
fn plain(kind: &str, text: &str, to: &mut CallArguments) -> Result<(), String> {
    match kind.trim_start_matches("const ") {
        "double" => to.floats.push(number(text)?),
        "float" => {
            let bits = (number(text)? as f32).to_bits();
            to.floats.push(f64::from_bits(bits.into()));
        }
        kind if kind.contains('*') => {
            let text = CString::new(text.trim_matches('"')).map_err(|error| error.to_string())?;
            to.words.push(text.into_raw() as u64);
        }
        _ => to.words.push(integer(text)? as u64),
    }
    Ok(())
}

/// The bytes of a scalar, and the number of its type: types that C lacks are made of a float.
fn scalar(dtype: Dtype, text: &str) -> Result<(Vec<u8>, u32), String> {
    Ok(match dtype.name {
        "DOUBLE" => (number(text)?.to_ne_bytes().to_vec(), dtype.number),
        "BOOL" | "INT8" | "INT16" | "INT32" | "INT64" | "UINT8" | "UINT16" | "UINT32"
        | "UINT64" => (integer(text)?.to_ne_bytes().to_vec(), dtype.number),
        _ => ((number(text)? as f32).to_ne_bytes().to_vec(), 0),
    })
}

fn member_bytes(of: &str, text: &str) -> Result<Vec<u8>, String> {
    Ok(match of {
        "float" => (number(text)? as f32).to_ne_bytes().to_vec(),
        "bool" => vec![integer(text)? as u8],
        _ => integer(text)?.to_ne_bytes().to_vec(),
    })
}

/// Moves elements between their order and their places in memory. Returns them in their order.
fn place(
    contents: &Contents,
    memory: &mut [u8],
    mut elements: Vec<u8>,
    is_in: bool,
) -> Result<Vec<u8>, String> {
    let (view, size) = (&contents.view, contents.dtype.size);
    if elements.len() != view.count() * size {
        return Err(format!(
            "{} has {} bytes, where its shape has {}",
            contents.file.display(),
            elements.len(),
            view.count() * size
        ));
    }
    let mut index = vec![0_i64; view.shape.len()];
    for element in elements.chunks_exact_mut(size) {
        let steps = index
            .iter()
            .zip(&view.strides)
            .map(|(at, stride)| at * stride);
        let at = (view.offset + steps.sum::<i64>()) as usize * size;
        let own = memory
            .get_mut(at..at + size)
            .ok_or("an element lies outside its memory")?;
        match is_in {
            true => own.copy_from_slice(element),
            false => element.copy_from_slice(own),
        }
        for (at, extent) in index.iter_mut().zip(&view.shape).rev() {
            *at += 1;
            if *at < *extent {
                break;
            }
            *at = 0;
        }
    }
    Ok(elements)
}

impl Drop for Library {
    fn drop(&mut self) {
        let _ = self.status("aclrtResetDevice", &CallArguments::words(&[0]));
        let _ = self.status("aclFinalize", &CallArguments::default());
        // The library stays: threads of its own may run.
        self.0 = null_mut();
    }
}
