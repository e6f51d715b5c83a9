//! Operators over the rows of a matrix of FLOAT, called by their descriptions.

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::meta::array::aclCreateIntArray;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};

use super::device::{Memory, Tensor, enqueue, synchronise};
use super::limits::Traffic;
use super::workloads::{Measured, TEN, Workload, size};

/// One operator on a dense matrix.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Without `aclnn`.
    pub operator: &'static str,
    pub rows: usize,
    pub columns: usize,
}

impl Case {
    fn entry(&self) -> &'static EntryPoint {
        let wanted = |entry: &&&EntryPoint| entry.name.strip_prefix("aclnn") == Some(self.operator);
        let entry = ENTRY_POINTS.iter().find(wanted);
        entry.unwrap_or_else(|| panic!("there is no aclnn{}", self.operator))
    }

    /// The shape of a tensor, by its name.
    fn shape(&self, name: &str) -> Vec<i64> {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        match name {
            "weightOptional" | "biasOptional" | "gamma" | "dgammaOut" => vec![columns],
            "meanOutOptional" | "rstdOutOptional" | "rstdOut" | "rstd" => vec![rows, 1],
            _ => vec![rows, columns],
        }
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        let (operator, elements) = (self.operator, size(self.rows * self.columns));
        format!("{operator} f32 rows of {}, {elements}", self.columns)
    }

    fn build(&self) -> Workload {
        let entry = self.entry();
        let columns = [self.columns as i64];
        // SAFETY: an array with its length; kept for ever.
        let last = unsafe { aclCreateIntArray(columns.as_ptr(), 1) };
        let (mut held, mut arguments, mut moved) = (Vec::new(), Vec::new(), 0);
        for parameter in entry.parameters {
            arguments.push(match parameter.word {
                "Ints" => Value::Pointer(last.expose_provenance()),
                "i64" => Value::Int(1),
                "f64" => Value::Float(1e-5),
                _ => {
                    let shape = self.shape(parameter.name);
                    let count = shape.iter().product::<i64>() as usize;
                    let memory = Memory::holding(&TEN.values(count).collect::<Vec<f32>>());
                    let tensor = Tensor::new(&memory, aclDataType::ACL_FLOAT, &shape);
                    let handle = tensor.handle() as usize;
                    held.push((memory, tensor));
                    moved += 4 * count;
                    Value::Pointer(handle)
                }
            });
        }
        let call = move || {
            let _keep = &held;
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        let elements = self.rows * self.columns;
        let traffic = Traffic::Copy(moved / 2);
        Workload::new(self.name(), elements, traffic, Box::new(call))
    }
}
