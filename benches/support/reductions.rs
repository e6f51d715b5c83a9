//! Reductions and scans of aclnn over an axis of a matrix, called by their descriptions.

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::meta::array::aclCreateIntArray;
use hostnpu::ops::Role;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

use super::device::{Memory, Tensor, enqueue, synchronise};
use super::limits::Traffic;
use super::workloads::{Measured, TEN, Workload, size};

/// The reduced axes of a matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Over {
    /// Everything.
    All,
    /// Rows: neighbours in memory.
    Inner,
    /// Columns.
    Outer,
}

/// One operator on a dense matrix of FLOAT.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Without `aclnn`.
    pub operator: &'static str,
    pub over: Over,
    pub rows: usize,
    pub columns: usize,
    /// Types of the outputs.
    pub outputs: &'static [aclDataType],
}

impl Case {
    fn entry(&self) -> &'static EntryPoint {
        let wanted = |entry: &&&EntryPoint| entry.name.strip_prefix("aclnn") == Some(self.operator);
        let entry = ENTRY_POINTS.iter().find(wanted);
        entry.unwrap_or_else(|| panic!("there is no aclnn{}", self.operator))
    }

    /// True if an output is as large as the input.
    fn is_scan(&self) -> bool {
        self.operator.starts_with("Cum")
    }

    fn shape(&self) -> Vec<i64> {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        match self.over {
            _ if self.is_scan() => vec![rows, columns],
            Over::All => vec![],
            Over::Inner => vec![rows],
            Over::Outer => vec![columns],
        }
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        let (operator, elements) = (self.operator, size(self.rows * self.columns));
        format!("{operator} f32 {:?}, {elements}", self.over)
    }

    fn build(&self) -> Workload {
        let elements = self.rows * self.columns;
        let held = Memory::holding(&TEN.values(elements).collect::<Vec<f32>>());
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        let input = Tensor::new(&held, aclDataType::ACL_FLOAT, &[rows, columns]);
        let shape = self.shape();
        let count = shape.iter().product::<i64>() as usize;
        let made: Vec<(Memory, Tensor)> = self
            .outputs
            .iter()
            .map(|&dtype| {
                let memory = Memory::new(count * 8);
                let tensor = Tensor::new(&memory, dtype, &shape);
                (memory, tensor)
            })
            .collect();
        let axis = match self.over {
            Over::Outer => 0_i64,
            _ => 1,
        };
        let axes = &[axis][..usize::from(self.over != Over::All)];
        // SAFETY: an array with its length; kept for ever.
        let axes = unsafe { aclCreateIntArray(axes.as_ptr(), axes.len() as u64) };
        let entry = self.entry();
        let mut next = made.iter();
        let arguments: Vec<Value> = entry
            .parameters
            .iter()
            .map(|parameter| match parameter.word {
                "Ints" => Value::Pointer(axes.expose_provenance()),
                "i64" => Value::Int(axis),
                "bool" => Value::Bool(false),
                "DataType" => Value::Int(self.outputs[0].raw().into()),
                _ if parameter.direction == Role::Input => Value::Pointer(input.handle() as usize),
                _ => {
                    let (_, output) = next.next().expect("an output for each parameter");
                    Value::Pointer(output.handle() as usize)
                }
            })
            .collect();
        let traffic = match self.is_scan() {
            true => Traffic::Copy(4 * elements),
            false => Traffic::Read(4 * elements),
        };
        let call = move || {
            let _keep = (&held, &input, &made);
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        Workload::new(self.name(), elements, traffic, Box::new(call))
    }
}
