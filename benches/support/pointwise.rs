//! Elementwise operators of aclnn on operands of any type and layout, called by their descriptions.

use half::{bf16, f16};
use hostnpu::abi::acl::types::aclDataType;
use hostnpu::ops::Role;
use hostnpu::tensor::Dtype;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

use super::device::{Memory, Scalar, Tensor, enqueue, synchronise};
use super::limits::Traffic;
use super::workloads::{Measured, Range, Workload, size};

/// The layout of an operand of `rows` by `columns` elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lies {
    /// Row after row.
    Dense,
    /// Column after column.
    Transposed,
    /// Every second column of twice as many.
    Stepped,
    /// One row for all.
    Row,
    /// One column for all.
    Column,
}

/// One operator on inputs of these types and layouts, and a dense output.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Without `aclnn`.
    pub operator: &'static str,
    pub inputs: &'static [(Dtype, Lies)],
    pub output: Dtype,
    pub rows: usize,
    pub columns: usize,
    pub range: Range,
}

impl Lies {
    /// Shape, strides, and elements of memory.
    fn layout(self, rows: usize, columns: usize) -> ([i64; 2], [i64; 2], usize) {
        let (m, n) = (rows as i64, columns as i64);
        match self {
            Self::Dense => ([m, n], [n, 1], rows * columns),
            Self::Transposed => ([m, n], [1, m], rows * columns),
            Self::Stepped => ([m, n], [2 * n, 2], 2 * rows * columns),
            Self::Row => ([1, n], [n, 1], columns),
            Self::Column => ([m, 1], [1, 1], rows),
        }
    }
}

fn code(dtype: Dtype) -> aclDataType {
    match dtype {
        Dtype::F32 => aclDataType::ACL_FLOAT,
        Dtype::F16 => aclDataType::ACL_FLOAT16,
        Dtype::Bf16 => aclDataType::ACL_BF16,
        Dtype::I8 => aclDataType::ACL_INT8,
        Dtype::Bool => aclDataType::ACL_BOOL,
        other => panic!("{other} is not measured"),
    }
}

fn memory(dtype: Dtype, count: usize, range: Range) -> Memory {
    let values = range.values(count);
    match dtype {
        Dtype::F32 => Memory::holding(&values.collect::<Vec<f32>>()),
        Dtype::F16 => Memory::holding(&values.map(f16::from_f32).collect::<Vec<_>>()),
        Dtype::Bf16 => Memory::holding(&values.map(bf16::from_f32).collect::<Vec<_>>()),
        _ => Memory::holding(&values.map(|x| x as i8).collect::<Vec<_>>()),
    }
}

impl Case {
    fn entry(&self) -> &'static EntryPoint {
        let wanted = |entry: &&&EntryPoint| entry.name.strip_prefix("aclnn") == Some(self.operator);
        ENTRY_POINTS
            .iter()
            .find(wanted)
            .unwrap_or_else(|| panic!("there is no aclnn{}", self.operator))
    }

    /// Bytes that are read and written.
    fn traffic(&self) -> Traffic {
        let elements = self.rows * self.columns;
        let bytes = |dtype: Dtype, elements: usize| elements * dtype.bits() / 8;
        let written = bytes(self.output, elements);
        let dense = self.inputs.iter().map(|&(dtype, lies)| match lies {
            Lies::Row | Lies::Column => 0,
            _ => bytes(dtype, elements),
        });
        match dense.sum::<usize>() / written {
            0 | 1 => Traffic::Copy(written),
            8 => Traffic::Eightfold(written),
            _ => Traffic::Double(written),
        }
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        let inputs: Vec<_> = self
            .inputs
            .iter()
            .map(|(dtype, lies)| match lies {
                Lies::Dense => dtype.to_string(),
                _ => format!("{dtype} {lies:?}"),
            })
            .collect();
        let (operator, output) = (self.operator, self.output);
        let elements = size(self.rows * self.columns);
        format!("{operator} {} to {output}, {elements}", inputs.join(", "))
    }

    fn build(&self) -> Workload {
        let (rows, columns) = (self.rows, self.columns);
        let mut memories = Vec::new();
        let mut inputs = Vec::new();
        for &(dtype, lies) in self.inputs {
            let (shape, strides, count) = lies.layout(rows, columns);
            let held = memory(dtype, count, self.range);
            inputs.push(Tensor::strided(&held, code(dtype), &shape, &strides, count));
            memories.push(held);
        }
        let held = Memory::new(rows * columns * self.output.bits() / 8);
        let output = Tensor::new(&held, code(self.output), &[rows as i64, columns as i64]);
        memories.push(held);
        let one = Scalar::integer(1);

        let entry = self.entry();
        let mut next = inputs.iter();
        let arguments: Vec<Value> = entry
            .parameters
            .iter()
            .map(|parameter| match parameter.word {
                "Scalar" => Value::Pointer(one.handle() as usize),
                "DataType" => Value::Int(code(self.output).raw().into()),
                _ if parameter.direction == Role::Input => {
                    let input = next.next().expect("an input for each parameter");
                    Value::Pointer(input.handle() as usize)
                }
                _ => Value::Pointer(output.handle() as usize),
            })
            .collect();
        let call = move || {
            let _keep = (&memories, &inputs, &output, &one);
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        Workload::new(self.name(), rows * columns, self.traffic(), Box::new(call))
    }
}
