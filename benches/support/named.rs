//! Operators of many parameters, called by their descriptions with arguments that are found by their names.

use std::ffi::CStr;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};

use super::device::{Memory, Tensor, array, enqueue, list, synchronise};
use super::limits::Traffic;
use super::values::{Type, UNIT};
use super::workloads::{Measured, Workload, size};

/// An argument.
#[derive(Clone, Debug)]
pub enum Operand {
    /// Numbers between -1 and 1.
    Numbers(Type, Vec<i64>),
    /// The same, (rows, columns) in FRACTAL_NZ.
    Blocks(Type, [i64; 2]),
    /// Numbers that are given, of FLOAT.
    Given(Vec<f32>, Vec<i64>),
    /// Zeros of another type, whose elements are bytes.
    Bytes(aclDataType, Vec<i64>),
    /// INT32.
    Indices(Vec<i32>, Vec<i64>),
    /// INT64.
    LongIndices(Vec<i64>, Vec<i64>),
    /// A list of one tensor.
    List(Box<Operand>),
    /// An array.
    Ints(Vec<i64>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Text(&'static CStr),
}

/// A call. Parameters that have no argument are null.
pub struct Case {
    pub operator: &'static str,
    /// The words of the row behind the operator's name.
    pub about: &'static str,
    /// Times are given per element of these.
    pub elements: usize,
    pub arguments: fn() -> Vec<(&'static str, Operand)>,
}

impl Case {
    pub fn new(
        operator: &'static str,
        about: &'static str,
        elements: i64,
        arguments: fn() -> Vec<(&'static str, Operand)>,
    ) -> Self {
        Self {
            operator,
            about,
            elements: elements as usize,
            arguments,
        }
    }
}

impl Operand {
    /// The memory of a tensor, and the tensor.
    fn tensor(self) -> Result<(Memory, Tensor), Value> {
        use Operand::*;
        let count = |shape: &[i64]| shape.iter().product::<i64>() as usize;
        let numbers = |of: Type, shape: &[i64]| of.memory(count(shape), UNIT);
        let plain = |memory: Memory, dtype, shape: &[i64]| {
            let tensor = Tensor::new(&memory, dtype, shape);
            (memory, tensor)
        };
        Ok(match self {
            Numbers(of, shape) => plain(numbers(of, &shape), of.code(), &shape),
            Given(values, shape) => plain(Memory::holding(&values), Type::F32.code(), &shape),
            Bytes(dtype, shape) => plain(Memory::new(count(&shape)), dtype, &shape),
            Indices(values, shape) => {
                plain(Memory::holding(&values), aclDataType::ACL_INT32, &shape)
            }
            LongIndices(values, shape) => {
                plain(Memory::holding(&values), aclDataType::ACL_INT64, &shape)
            }
            Blocks(of, shape) => {
                let memory = numbers(of, &shape);
                let block = 32 / of.bytes() as i64;
                let storage = [shape[1] / block, shape[0] / 16, 16, block];
                let tensor = Tensor::in_blocks(&memory, of.code(), &shape, &storage);
                (memory, tensor)
            }
            List(of) => return of.tensor(),
            Ints(values) => return Err(Value::Pointer(array(&values).expose_provenance())),
            Int(value) => return Err(Value::Int(value)),
            Float(value) => return Err(Value::Float(value)),
            Bool(value) => return Err(Value::Bool(value)),
            Text(text) => return Err(Value::Pointer(text.as_ptr().expose_provenance())),
        })
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        let operator = self.operator.trim_start_matches("aclnn");
        format!("{operator} {}, {}", self.about, size(self.elements))
    }

    fn build(&self) -> Workload {
        let entry = ENTRY_POINTS
            .iter()
            .find(|entry| entry.name == self.operator)
            .unwrap_or_else(|| panic!("there is no {}", self.operator));
        let mut given = (self.arguments)();
        let (mut held, mut arguments, mut moved) = (Vec::new(), Vec::new(), 0);
        for parameter in entry.parameters {
            let at = given.iter().position(|(name, _)| *name == parameter.name);
            let operand = at.map(|at| given.swap_remove(at).1);
            let is_list = matches!(operand, Some(Operand::List(_)));
            let operand = operand.map(Operand::tensor);
            arguments.push(match operand {
                None => Value::Pointer(0),
                Some(Err(value)) => value,
                Some(Ok((memory, tensor))) => {
                    moved += memory.as_slice::<u8>().len();
                    let handle = match is_list {
                        true => list(tensor.handle()).expose_provenance(),
                        false => tensor.handle().expose_provenance(),
                    };
                    held.push((memory, tensor));
                    Value::Pointer(handle)
                }
            });
        }
        assert!(
            given.is_empty(),
            "{}: no parameter {given:?}",
            self.operator
        );
        let call = move || {
            let _keep = &held;
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        let traffic = Traffic::Copy(moved / 2);
        Workload::new(self.name(), self.elements, traffic, Box::new(call))
    }
}
