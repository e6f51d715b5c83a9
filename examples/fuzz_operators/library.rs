//! The functions under test: those linked into this program, or those of a shared library that `--library` names.

use std::ffi::{CStr, CString, c_char, c_void};
use std::mem::transmute;

use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

// The library is linked for its symbols.
use hostnpu as _;

/// Declares functions of C, and where they are found.
macro_rules! functions {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        mod linked {
            use std::ffi::{c_char, c_void};
            #[allow(clippy::too_many_arguments, reason = "the vendor's signature")]
            unsafe extern "C" {
                $(pub fn $name($($argument: $type),*) -> $result;)*
            }
        }

        /// Functions of AscendCL and of aclnn's base; handles and addresses are numbers.
        #[allow(non_snake_case, reason = "the vendor's names")]
        pub struct Functions {
            $(pub $name: unsafe extern "C" fn($($type),*) -> $result,)*
        }

        impl Functions {
            fn linked() -> Self {
                Self { $($name: linked::$name),* }
            }

            fn loaded(library: *mut c_void) -> Result<Self, String> {
                // SAFETY: functions of these types, by the headers of the library.
                Ok(unsafe { Self { $($name: transmute::<*mut c_void, unsafe extern "C" fn($($type),*) -> $result>(symbol(library, stringify!($name))?)),* } })
            }
        }
    };
}

functions! {
    aclInit(path: *const c_char) -> i32;
    aclrtSetDevice(device: i32) -> i32;
    aclrtCreateStream(stream: *mut usize) -> i32;
    aclrtDestroyStream(stream: usize) -> i32;
    aclrtSynchronizeStream(stream: usize) -> i32;
    aclGetRecentErrMsg() -> *const c_char;
    aclCreateTensor(shape: *const i64, rank: u64, dtype: i32, strides: *const i64, offset: i64, format: i32, storage: *const i64, storage_rank: u64, data: usize) -> usize;
    aclDestroyTensor(tensor: usize) -> i32;
    aclCreateTensorList(tensors: *const usize, count: u64) -> usize;
    aclDestroyTensorList(list: usize) -> i32;
    aclCreateScalar(value: *const c_void, dtype: i32) -> usize;
    aclDestroyScalar(scalar: usize) -> i32;
    aclCreateScalarList(scalars: *const usize, count: u64) -> usize;
    aclDestroyScalarList(list: usize) -> i32;
    aclCreateIntArray(values: *const i64, count: u64) -> usize;
    aclDestroyIntArray(array: usize) -> i32;
    aclCreateFloatArray(values: *const f32, count: u64) -> usize;
    aclDestroyFloatArray(array: usize) -> i32;
    aclCreateBoolArray(values: *const bool, count: u64) -> usize;
    aclDestroyBoolArray(array: usize) -> i32;
    aclDestroyAclOpExecutor(executor: usize) -> i32;
}

/// Kinds of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Tensor,
    Tensors,
    Scalar,
    Scalars,
    Ints,
    Floats,
    Bools,
    Text,
    /// From the one to the other.
    Int(i64, i64),
    DataType,
    /// True if it is a `float`; otherwise it is a `double`.
    Float(bool),
    Bool,
}

pub struct Parameter {
    pub name: &'static str,
    pub word: Word,
    pub reads: bool,
    pub writes: bool,
    pub optional: bool,
}

pub struct Operator {
    pub name: &'static str,
    pub parameters: Vec<Parameter>,
    entry: &'static EntryPoint,
    /// Addresses of both phases in the library that was loaded. None: it has no such operator.
    loaded: Option<(usize, usize)>,
}

pub struct Library {
    pub functions: Functions,
    pub operators: Vec<Operator>,
    is_loaded: bool,
}

impl Library {
    /// The linked library, or the shared one at `path`.
    pub fn open(path: Option<&str>) -> Result<Self, String> {
        let mut operators: Vec<Operator> = ENTRY_POINTS
            .iter()
            .map(|entry| Operator::new(entry))
            .collect();
        let Some(path) = path else {
            return Ok(Self {
                functions: Functions::linked(),
                operators,
                is_loaded: false,
            });
        };
        if !cfg!(target_arch = "x86_64") {
            return Err("--library is for x86-64 only".into());
        }
        let c_path = CString::new(path).map_err(|_| format!("{path:?}: not a path"))?;
        // SAFETY: text that ends with 0.
        let library = unsafe { libc::dlopen(c_path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if library.is_null() {
            // SAFETY: the text of the failure of this thread.
            let text = unsafe { CStr::from_ptr(libc::dlerror()) };
            return Err(text.to_string_lossy().into_owned());
        }
        for operator in &mut operators {
            let first = symbol(library, &format!("{}GetWorkspaceSize", operator.name));
            let second = symbol(library, operator.name);
            operator.loaded = first
                .ok()
                .zip(second.ok())
                .map(|(a, b)| (a.addr(), b.addr()));
        }
        Ok(Self {
            functions: Functions::loaded(library)?,
            operators,
            is_loaded: true,
        })
    }

    /// True if the library has an operator: one that was loaded may be older than this program.
    pub fn has(&self, operator: usize) -> bool {
        !self.is_loaded || self.operators[operator].loaded.is_some()
    }

    /// The sentence of the last refusal on this thread.
    pub fn message(&self) -> String {
        // SAFETY: text that is valid until the next call on this thread, or null.
        unsafe {
            let text = (self.functions.aclGetRecentErrMsg)();
            match text.is_null() {
                true => String::new(),
                false => CStr::from_ptr(text).to_string_lossy().into_owned(),
            }
        }
    }
}

fn symbol(library: *mut c_void, name: &str) -> Result<*mut c_void, String> {
    let c_name = CString::new(name).map_err(|_| format!("{name:?}: not a name"))?;
    // SAFETY: a library that stays open, text that ends with 0.
    let address = unsafe { libc::dlsym(library, c_name.as_ptr()) };
    match address.is_null() {
        true => Err(format!("{name}: not in the library")),
        false => Ok(address),
    }
}

impl Operator {
    fn new(entry: &'static EntryPoint) -> Self {
        let parameters = entry.parameters.iter().map(|parameter| Parameter {
            name: parameter.name,
            word: word(parameter.word),
            reads: parameter.direction.reads(),
            writes: parameter.direction.writes(),
            optional: parameter.optional,
        });
        Self {
            name: entry.name,
            parameters: parameters.collect(),
            entry,
            loaded: None,
        }
    }

    /// Calls the first phase.
    pub fn first(&self, values: &[Value], size: &mut u64, executor: &mut usize) -> i32 {
        let executor: *mut usize = executor;
        match self.loaded {
            None => (self.entry.first_phase)(values, size, executor.cast()),
            // SAFETY: the values are of the kinds of the parameters.
            Some((first, _)) => unsafe { by_registers(first, self, values, size, executor.cast()) },
        }
    }

    /// Calls the second phase.
    ///
    /// # Safety
    /// As C calls it: the workspace has so many bytes.
    pub unsafe fn second(
        &self,
        workspace: usize,
        size: u64,
        executor: usize,
        stream: usize,
    ) -> i32 {
        type Second = unsafe extern "C" fn(usize, u64, usize, usize) -> i32;
        let address = match self.loaded {
            None => self.entry.second_phase as usize,
            Some((_, second)) => second,
        };
        // SAFETY: every second phase has these parameters.
        unsafe { transmute::<usize, Second>(address)(workspace, size, executor, stream) }
    }
}

fn word(word: &str) -> Word {
    match word {
        "Input" | "Output" | "InOut" | "ConstOutput" | "ConstInOut" | "MutInput" => Word::Tensor,
        "Inputs" | "Outputs" | "InOuts" | "ConstOutputs" | "ConstInOuts" | "MutInputs" => {
            Word::Tensors
        }
        "Scalar" | "MutScalar" => Word::Scalar,
        "Scalars" => Word::Scalars,
        "Ints" | "MutInts" => Word::Ints,
        "Floats" | "MutFloats" => Word::Floats,
        "Bools" => Word::Bools,
        "Text" | "MutText" => Word::Text,
        "DataType" => Word::DataType,
        "bool" => Word::Bool,
        "f32" => Word::Float(true),
        "f64" => Word::Float(false),
        "i8" => Word::Int(i8::MIN.into(), i8::MAX.into()),
        "i32" | "c_int" => Word::Int(i32::MIN.into(), i32::MAX.into()),
        "u32" => Word::Int(0, u32::MAX.into()),
        "u64" => Word::Int(0, i64::MAX),
        "i64" => Word::Int(i64::MIN, i64::MAX),
        // A parameter type that is added has to be added here.
        other => panic!("{other}: a parameter type that the fuzzer does not make"),
    }
}

/// Arguments on the stack of a call, beyond those in registers.
#[repr(C)]
#[derive(Clone, Copy)]
struct Stack([u64; 64]);

/// Calls a first phase by its address. By the System V convention of x86-64, the first six integers and eight floating-point numbers are in
/// registers whatever their order, all others in theirs on the stack; what a function has no parameters for does not disturb it.
///
/// # Safety
/// The function at `address` has the parameters of `operator`.
unsafe fn by_registers(
    address: usize,
    operator: &Operator,
    values: &[Value],
    size: *mut u64,
    executor: *mut c_void,
) -> i32 {
    type Any = unsafe extern "C" fn(
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
    ) -> i32;
    let (mut integers, mut floats, mut stack) = (Vec::new(), Vec::new(), Vec::new());
    let pointers = [
        Value::Pointer(size.expose_provenance()),
        Value::Pointer(executor.expose_provenance()),
    ];
    let words = operator.parameters.iter().map(|parameter| parameter.word);
    let words = words.chain([Word::Tensor; 2]);
    for (value, word) in values.iter().chain(&pointers).zip(words) {
        let (list, room, bits) = match *value {
            Value::Pointer(address) => (&mut integers, 6, address as u64),
            Value::Int(value) => (&mut integers, 6, value as u64),
            Value::Bool(value) => (&mut integers, 6, u64::from(value)),
            Value::Float(value) if word == Word::Float(true) => {
                (&mut floats, 8, u64::from((value as f32).to_bits()))
            }
            Value::Float(value) => (&mut floats, 8, value.to_bits()),
        };
        if list.len() < room {
            list.push(bits)
        } else {
            stack.push(bits)
        }
    }
    assert!(stack.len() <= 64, "{}: too many parameters", operator.name);
    integers.resize(6, 0);
    floats.resize(8, 0);
    stack.resize(64, 0);
    let (i, f) = (integers, |at: usize| f64::from_bits(floats[at]));
    let mut words = Stack([0; 64]);
    words.0.copy_from_slice(&stack);
    // SAFETY: as above.
    unsafe {
        transmute::<usize, Any>(address)(
            i[0],
            i[1],
            i[2],
            i[3],
            i[4],
            i[5],
            f(0),
            f(1),
            f(2),
            f(3),
            f(4),
            f(5),
            f(6),
            f(7),
            words,
        )
    }
}
