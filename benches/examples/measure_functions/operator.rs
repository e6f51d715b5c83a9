//! The library's operators, called through their C interface on dense tensors: what a user's program gets.

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::ops::Role;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

use crate::functions::Function;
use crate::support::device::{Memory, Scalar, Tensor, enqueue, synchronise};

/// An operator with all its arguments.
pub struct Operator {
    entry: &'static EntryPoint,
    arguments: Vec<Value>,
    output: Memory,
    /// The handles among the arguments.
    _tensors: Vec<Tensor>,
    _scalars: Vec<Scalar>,
}

impl Operator {
    /// `function` of `inputs`, which must outlive it.
    pub fn new(function: &Function, inputs: &[Memory]) -> Self {
        let entry = ENTRY_POINTS
            .iter()
            .find(|entry| entry.name.strip_prefix("aclnn") == Some(function.operator))
            .unwrap_or_else(|| panic!("there is no aclnn{}", function.operator));
        let count = inputs[0].as_slice::<f32>().len();
        let output = Memory::new(4 * count);
        let tensor = |memory: &Memory| Tensor::new(memory, aclDataType::ACL_FLOAT, &[count as i64]);
        let mut tensors: Vec<Tensor> = inputs.iter().map(tensor).collect();
        tensors.push(tensor(&output));
        let mut next = tensors.iter();
        let mut numbers = function.numbers.iter().copied();
        let mut number = || numbers.next().expect("a number for each parameter");
        let mut scalars = Vec::new();
        let mut arguments = Vec::new();
        for parameter in entry.parameters {
            arguments.push(match parameter.word {
                "Scalar" => {
                    let scalar = Scalar::new(number() as f32);
                    let value = Value::Pointer(scalar.handle() as usize);
                    scalars.push(scalar);
                    value
                }
                "i64" => Value::Int(number() as i64),
                "f64" => Value::Float(number()),
                _ if matches!(parameter.direction, Role::Input | Role::Output) => {
                    let tensor = next.next().expect("a tensor for each parameter");
                    Value::Pointer(tensor.handle() as usize)
                }
                other => panic!("{}: what is {other}?", entry.name),
            });
        }
        Self {
            entry,
            arguments,
            output,
            _tensors: tensors,
            _scalars: scalars,
        }
    }

    /// Both phases, and the wait.
    pub fn call(&self) {
        enqueue(
            |size, executor| (self.entry.first_phase)(&self.arguments, size, executor),
            self.entry.second_phase,
        );
        synchronise();
    }

    /// The results of the last call.
    pub fn results(&self) -> &[f32] {
        self.output.as_slice()
    }
}
