//! Calls through the entry points' descriptions, as a C program makes them.

use std::ffi::{CString, c_void};
use std::ptr;

use hostnpu::abi::acl::rt::device::aclrtSetDevice;
use hostnpu::abi::acl::rt::error::aclGetRecentErrMsg;
use hostnpu::abi::acl::rt::stream::{
    aclrtCreateStream, aclrtDestroyStream, aclrtSynchronizeStream,
};
use hostnpu::abi::acl::types::aclrtStream;
use hostnpu::abi::aclnn::meta::array::{
    aclCreateBoolArray, aclCreateFloatArray, aclCreateIntArray,
};
use hostnpu::abi::aclnn::meta::list::aclCreateTensorList;
use hostnpu::abi::aclnn::meta::scalar::{aclCreateScalar, aclCreateScalarList};
use hostnpu::abi::aclnn::meta::tensor::{aclDestroyTensor, aclGetViewShape};
use hostnpu::abi::aclnn::types::aclOpExecutor;
use hostnpu::ops::Role;
use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::entry::{EntryPoint, Value};

use crate::argument::Argument;
use crate::guarded::Guarded;
use crate::memory::{Memory, code, create_tensor};
use crate::number::{Number, encode};

/// A refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub code: i32,
    pub message: String,
}

/// The elements of each output, in row-major order, in the order of the parameters and list members.
pub type Outputs = Vec<Vec<u8>>;

/// The objects of one call.
pub struct Prepared {
    entry: &'static EntryPoint,
    memories: Vec<Memory>,
    values: Vec<Value>,
    texts: Vec<CString>,
}

/// The stream of a thread: a test never sees the errors of another that runs beside it.
struct OwnStream(aclrtStream);

impl OwnStream {
    fn new() -> OwnStream {
        // SAFETY: an out pointer; all zero bytes are the default stream.
        unsafe {
            let mut stream = std::mem::zeroed();
            assert_eq!(aclrtSetDevice(0), 0);
            assert_eq!(aclrtCreateStream(&mut stream), 0);
            OwnStream(stream)
        }
    }
}

impl Drop for OwnStream {
    fn drop(&mut self) {
        // SAFETY: nothing is queued: each call waits.
        unsafe { aclrtDestroyStream(self.0) };
    }
}

thread_local!(static STREAM: OwnStream = OwnStream::new());

/// The stream on which the calls of this thread run.
pub fn stream() -> aclrtStream {
    STREAM.with(|stream| stream.0)
}

/// Creates the objects of a call. `shared`: the number of an output and of an input that it is laid over, with a distance in elements.
pub fn prepare(entry: &'static EntryPoint, arguments: &[Argument]) -> Prepared {
    prepare_with(entry, arguments, |_| true)
}

/// The same for a call that has to be refused: its tensors are on memory that holds nothing.
pub fn prepare_refused(entry: &'static EntryPoint, arguments: &[Argument]) -> Prepared {
    prepare_with(entry, arguments, |_| false)
}

/// The same for a call that has to be refused, with outputs that show whether they were written.
pub fn prepare_untouched(entry: &'static EntryPoint, arguments: &[Argument]) -> Prepared {
    prepare_with(entry, arguments, |direction| direction.writes())
}

fn prepare_with(
    entry: &'static EntryPoint,
    arguments: &[Argument],
    is_filled: fn(Role) -> bool,
) -> Prepared {
    // SAFETY: sets the device of this thread.
    unsafe { assert_eq!(aclrtSetDevice(0), 0) };
    assert_eq!(
        arguments.len(),
        entry.parameters.len(),
        "{}: arguments",
        entry.name
    );
    if entry.parameters.iter().any(|p| p.name.starts_with("group")) {
        crate::ranks::form_one_rank();
    }
    let mut call = Prepared {
        entry,
        memories: Vec::new(),
        values: Vec::new(),
        texts: Vec::new(),
    };
    for (argument, parameter) in arguments.iter().zip(entry.parameters) {
        let direction = parameter.direction;
        let value = call.object(argument, direction.writes(), is_filled(direction));
        call.values.push(value);
    }
    call
}

/// Creates an object and keeps it for ever: what the drivers create is little.
fn scalar(dtype: Dtype, number: &Number) -> usize {
    let mut bytes = [0_u8; 16];
    let encoded = encode(number, dtype);
    bytes[..encoded.len()].copy_from_slice(&encoded);
    // SAFETY: a value of the type; null is looked at by the caller.
    unsafe { aclCreateScalar(bytes.as_mut_ptr().cast(), code(dtype)) }.expose_provenance()
}

impl Prepared {
    fn object(&mut self, argument: &Argument, written: bool, is_filled: bool) -> Value {
        // SAFETY: for all within, arrays with their lengths.
        unsafe {
            match argument {
                Argument::Null => Value::Pointer(0),
                Argument::Int(value) => Value::Int(*value),
                Argument::Float(value) => Value::Float(*value),
                Argument::Bool(value) => Value::Bool(*value),
                Argument::DataType(dtype) => Value::Int(code(*dtype).raw().into()),
                Argument::Tensor(tensor) => {
                    let mut memory = Memory::new(tensor, written, is_filled);
                    let handle = memory.create();
                    self.memories.push(memory);
                    Value::Pointer(handle)
                }
                Argument::Tensors(tensors) => {
                    let mut handles = Vec::new();
                    for tensor in tensors {
                        let mut memory = Memory::new(tensor, written, is_filled);
                        handles.push(ptr::with_exposed_provenance(memory.create()));
                        self.memories.push(memory);
                    }
                    let list = aclCreateTensorList(handles.as_ptr(), handles.len() as u64);
                    Value::Pointer(list.expose_provenance())
                }
                Argument::Scalar(dtype, number) => Value::Pointer(scalar(*dtype, number)),
                Argument::Scalars(scalars) => {
                    let handles: Vec<_> = scalars
                        .iter()
                        .map(|(dtype, number)| ptr::with_exposed_provenance(scalar(*dtype, number)))
                        .collect();
                    let list = aclCreateScalarList(handles.as_ptr(), handles.len() as u64);
                    Value::Pointer(list.expose_provenance())
                }
                Argument::Ints(v) => Value::Pointer(
                    aclCreateIntArray(v.as_ptr(), v.len() as u64).expose_provenance(),
                ),
                Argument::Floats(v) => Value::Pointer(
                    aclCreateFloatArray(v.as_ptr(), v.len() as u64).expose_provenance(),
                ),
                Argument::Bools(v) => Value::Pointer(
                    aclCreateBoolArray(v.as_ptr(), v.len() as u64).expose_provenance(),
                ),
                Argument::Text(text) => {
                    self.texts.push(CString::new(*text).unwrap());
                    Value::Pointer(self.texts.last().unwrap().as_ptr().expose_provenance())
                }
            }
        }
    }

    /// Lays output number `output` over input number `input`, `distance` elements further; both count tensors. Returns `false` where the output
    /// would reach beyond the input's memory and its margins, such as to a page without access.
    pub fn lay_over(&mut self, output: usize, input: usize, distance: i64) -> bool {
        let target = &self.memories[input];
        let base = target.words.as_ptr().expose_provenance();
        let base = base.wrapping_add_signed(target.start as isize);
        let bytes = distance * target.tensor.size() as i64;
        let tensor = self.memories[output].tensor.clone();
        let (low, high) = tensor.reach();
        let at = |place: i64| target.start + bytes + place * tensor.size() as i64;
        let fits = at(low) >= 0 && at(high) as usize <= target.bytes().len();
        if !fits {
            return false;
        }
        self.move_tensor(output, base.checked_add_signed(bytes as isize).unwrap());
        true
    }

    /// Gives tensor number `number` memory at another address.
    pub fn move_tensor(&mut self, number: usize, address: usize) {
        let old = self.memories[number].handle;
        let new = create_tensor(&self.memories[number].tensor, address);
        for value in &mut self.values {
            if *value == Value::Pointer(old) {
                *value = Value::Pointer(new);
            }
        }
        // SAFETY: a live tensor.
        unsafe { aclDestroyTensor(ptr::with_exposed_provenance(old)) };
        self.memories[number].handle = new;
    }

    /// The first phase alone: its status, and what it wrote.
    pub fn first_phase(&self) -> (i32, u64, *mut aclOpExecutor) {
        let (mut size, mut executor) = (0xdead_beef_u64, ptr::without_provenance_mut(0x5a5a));
        let status = (self.entry.first_phase)(&self.values, &mut size, &mut executor);
        (status, size, executor)
    }

    /// The first phase with null for one of its last two parameters.
    pub fn without_output(&self, executor_is_null: bool) -> i32 {
        let (mut size, mut executor) = (0, ptr::null_mut());
        match executor_is_null {
            true => (self.entry.first_phase)(&self.values, &mut size, ptr::null_mut()),
            false => (self.entry.first_phase)(&self.values, ptr::null_mut(), &mut executor),
        }
    }

    /// Both phases, and a wait.
    pub fn run(&mut self) -> Result<(), Refusal> {
        let (status, size, executor) = self.first_phase();
        if status != 0 {
            assert_eq!(
                size, 0xdead_beef,
                "{}: workspaceSize written",
                self.entry.name
            );
            assert_eq!(
                executor.addr(),
                0x5a5a,
                "{}: executor written",
                self.entry.name
            );
            return Err(refusal(status));
        }
        self.second_phase(size, executor)?;
        self.memories
            .iter()
            .for_each(|memory| memory.assert_margins(self.entry.name));
        Ok(())
    }

    fn second_phase(&self, size: u64, executor: *mut aclOpExecutor) -> Result<(), Refusal> {
        let bytes = size as usize;
        let (mut workspace, _) = Guarded::new(bytes, 0..bytes);
        let address = match size {
            0 => ptr::null_mut::<c_void>(),
            _ => workspace.as_mut_ptr().cast(),
        };
        // SAFETY: the executor is the first phase's, the workspace as large as it asked for; memory lives until the wait is over.
        let status = unsafe {
            let status = (self.entry.second_phase)(address, size, executor, stream());
            if status == 0 {
                aclrtSynchronizeStream(stream())
            } else {
                status
            }
        };
        match status {
            0 => Ok(()),
            _ => Err(refusal(status)),
        }
    }

    /// Destroys all tensors; their memory stays.
    pub fn destroy_tensors(&self) {
        for memory in &self.memories {
            // SAFETY: any handle may be passed.
            unsafe { aclDestroyTensor(ptr::with_exposed_provenance(memory.handle)) };
        }
    }

    /// The shapes of all tensors now.
    pub fn view_shapes(&self) -> Vec<Vec<i64>> {
        let shape = |memory: &Memory| {
            let (mut dims, mut rank) = (ptr::null_mut(), 0);
            let tensor = ptr::with_exposed_provenance(memory.handle);
            // SAFETY: out pointers; the array has as many elements, and is freed as `delete[]` does.
            unsafe {
                assert_eq!(aclGetViewShape(tensor, &mut dims, &mut rank), 0);
                let shape = std::slice::from_raw_parts(dims, rank as usize).to_vec();
                libc::free(dims.cast());
                shape
            }
        };
        self.memories.iter().map(shape).collect()
    }

    /// Contents of the outputs.
    pub fn outputs(&self) -> Outputs {
        self.memories
            .iter()
            .filter(|m| m.written)
            .map(Memory::elements)
            .collect()
    }

    /// Runs a call whose output number `output` was laid over tensor number `input`; gives what the output holds.
    pub fn overlapped(
        &mut self,
        output: usize,
        input: usize,
        distance: i64,
    ) -> Result<Vec<u8>, Refusal> {
        // The input's margins take what the output reaches beyond it.
        let (status, size, executor) = self.first_phase();
        if status != 0 {
            return Err(refusal(status));
        }
        self.second_phase(size, executor)?;
        let (tensor, memory) = (&self.memories[output].tensor, &self.memories[input]);
        let width = tensor.size();
        let first = memory.start + distance * width as i64;
        let place = |place: &i64| (first + place * width as i64) as usize;
        let places: Vec<usize> = tensor.places().iter().map(place).collect();
        Ok(places
            .iter()
            .flat_map(|&at| &memory.bytes()[at..at + width])
            .copied()
            .collect())
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        for memory in &self.memories {
            // SAFETY: any handle may be passed; members of lists are destroyed one by one.
            unsafe { aclDestroyTensor(ptr::with_exposed_provenance(memory.handle)) };
        }
    }
}

pub fn refusal(code: i32) -> Refusal {
    // SAFETY: text that is valid until the next call on this thread.
    let message = unsafe {
        let text = aclGetRecentErrMsg();
        if text.is_null() {
            String::new()
        } else {
            std::ffi::CStr::from_ptr(text)
                .to_string_lossy()
                .into_owned()
        }
    };
    Refusal { code, message }
}

/// Calls an operator; gives what its outputs hold.
pub fn call(entry: &'static EntryPoint, arguments: &[Argument]) -> Result<Outputs, Refusal> {
    let mut prepared = prepare(entry, arguments);
    prepared.run()?;
    Ok(prepared.outputs())
}

/// The numbers of the tensors that are written, in the order in which a call counts tensors.
pub fn written(entry: &EntryPoint, arguments: &[Argument]) -> Vec<usize> {
    let mut at = 0;
    let mut found = Vec::new();
    for (argument, parameter) in arguments.iter().zip(entry.parameters) {
        for _ in argument.tensors() {
            if parameter.direction != Role::Input {
                found.push(at);
            }
            at += 1;
        }
    }
    found
}
