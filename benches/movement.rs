//! Operators of aclnn that move elements, each beside the copy of as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::meta::array::{aclCreateIntArray, aclDestroyIntArray};
use hostnpu::abi::aclnn::meta::list::aclCreateTensorList;
use hostnpu::abi::aclnn::types::{aclIntArray, aclTensor};
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

use support::device::{Memory, Scalar, Tensor, enqueue, synchronise};
use support::limits::Traffic;
use support::workloads::{Measured, Workload};

/// An argument of a call; tensors are of FLOAT.
#[derive(Clone, Copy, Debug)]
enum Argument {
    Tensor(&'static [i64]),
    /// Tensors of a list, which are read.
    List(&'static [&'static [i64]]),
    Ints(&'static [i64]),
    Int(i64),
    Number(f32),
}

use Argument::{Int, Ints, List, Number, Tensor as T};

/// A call; its last tensor is written.
#[derive(Clone, Copy, Debug)]
struct Case {
    name: &'static str,
    /// Without `aclnn`.
    operator: &'static str,
    arguments: &'static [Argument],
}

const SQUARE: &[i64] = &[4096, 4096];

const CASES: [Case; 14] = [
    case(
        "cat of two, dimension 0",
        "Cat",
        &[List(&[&[2048, 4096], &[2048, 4096]]), Int(0), T(SQUARE)],
    ),
    case(
        "cat of two, dimension 1",
        "Cat",
        &[List(&[&[4096, 2048], &[4096, 2048]]), Int(1), T(SQUARE)],
    ),
    case(
        "cat of two of 100 columns",
        "Cat",
        &[
            List(&[&[65536, 100], &[65536, 100]]),
            Int(1),
            T(&[65536, 200]),
        ],
    ),
    case(
        "stack of two, last dimension",
        "Stack",
        &[List(&[SQUARE, SQUARE]), Int(-1), T(&[4096, 4096, 2])],
    ),
    case(
        "permute 0, 2, 1, 3",
        "Permute",
        &[
            T(&[32, 128, 16, 64]),
            Ints(&[0, 2, 1, 3]),
            T(&[32, 16, 128, 64]),
        ],
    ),
    case(
        "permute 1, 0",
        "Permute",
        &[T(SQUARE), Ints(&[1, 0]), T(SQUARE)],
    ),
    case(
        "slice in steps of 2",
        "Slice",
        &[
            T(&[4096, 8192]),
            Int(1),
            Int(0),
            Int(8192),
            Int(2),
            T(SQUARE),
        ],
    ),
    case(
        "slice of rows in steps of 2",
        "Slice",
        &[
            T(&[8192, 4096]),
            Int(0),
            Int(0),
            Int(8192),
            Int(2),
            T(SQUARE),
        ],
    ),
    case(
        "flip of columns",
        "Flip",
        &[T(SQUARE), Ints(&[1]), T(SQUARE)],
    ),
    case(
        "roll",
        "Roll",
        &[T(SQUARE), Ints(&[1000, -77]), Ints(&[0, 1]), T(SQUARE)],
    ),
    case(
        "repeat 2, 2",
        "Repeat",
        &[T(&[2048, 2048]), Ints(&[2, 2]), T(SQUARE)],
    ),
    case("triu", "Triu", &[T(SQUARE), Int(0), T(SQUARE)]),
    case(
        "constant pad",
        "ConstantPadNd",
        &[
            T(&[64, 64, 56, 56]),
            Ints(&[1, 1, 1, 1]),
            Number(0.5),
            T(&[64, 64, 58, 58]),
        ],
    ),
    case(
        "reflection pad",
        "ReflectionPad2d",
        &[
            T(&[64, 64, 56, 56]),
            Ints(&[1, 1, 1, 1]),
            T(&[64, 64, 58, 58]),
        ],
    ),
];

const fn case(name: &'static str, operator: &'static str, arguments: &'static [Argument]) -> Case {
    Case {
        name,
        operator,
        arguments,
    }
}

fn numel(shape: &[i64]) -> usize {
    shape.iter().product::<i64>() as usize
}

/// Memory of numbers that differ.
fn memory(shape: &[i64]) -> Memory {
    let numbers: Vec<f32> = (0..numel(shape)).map(|i| (i % 1021) as f32).collect();
    Memory::holding(&numbers)
}

struct Array(*mut aclIntArray);

impl Drop for Array {
    fn drop(&mut self) {
        // SAFETY: a handle.
        unsafe { aclDestroyIntArray(self.0) };
    }
}

impl Case {
    fn entry(&self) -> &'static EntryPoint {
        let wanted = |entry: &&&EntryPoint| entry.name.strip_prefix("aclnn") == Some(self.operator);
        let found = ENTRY_POINTS.iter().find(wanted);
        found.unwrap_or_else(|| panic!("there is no aclnn{}", self.operator))
    }

    fn written(&self) -> usize {
        match self.arguments.last() {
            Some(T(shape)) => numel(shape),
            _ => panic!("the last argument is written"),
        }
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        format!(
            "{} f32, {}",
            self.name,
            support::workloads::size(self.written())
        )
    }

    fn build(&self) -> Workload {
        let (mut memories, mut tensors, mut arrays, mut scalars) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut tensor = |shape: &[i64]| {
            let held = memory(shape);
            let made = Tensor::new(&held, aclDataType::ACL_FLOAT, shape);
            let handle = made.handle();
            memories.push(held);
            tensors.push(made);
            handle
        };
        let mut values = Vec::new();
        for argument in self.arguments {
            values.push(match *argument {
                T(shape) => Value::Pointer(tensor(shape) as usize),
                List(shapes) => {
                    let handles: Vec<*const aclTensor> = shapes
                        .iter()
                        .map(|shape| tensor(shape).cast_const())
                        .collect();
                    // SAFETY: an array with its length.
                    let list =
                        unsafe { aclCreateTensorList(handles.as_ptr(), handles.len() as u64) };
                    Value::Pointer(list as usize)
                }
                Ints(numbers) => {
                    // SAFETY: an array with its length.
                    let array =
                        unsafe { aclCreateIntArray(numbers.as_ptr(), numbers.len() as u64) };
                    arrays.push(Array(array));
                    Value::Pointer(array as usize)
                }
                Int(number) => Value::Int(number),
                Number(number) => {
                    let scalar = Scalar::new(number);
                    let handle = scalar.handle();
                    scalars.push(scalar);
                    Value::Pointer(handle as usize)
                }
            });
        }
        let entry = self.entry();
        let call = move || {
            let _keep = (&memories, &tensors, &arrays, &scalars);
            enqueue(
                |size, executor| (entry.first_phase)(&values, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        let bytes = 4 * self.written();
        Workload::new(
            self.name(),
            self.written(),
            Traffic::Copy(bytes),
            Box::new(call),
        )
    }
}

fn main() {
    support::criterion::run("movement", &CASES);
}
