//! Gathers and scatters of FLOAT by INT64 indices, called by their descriptions.

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::meta::list::aclCreateTensorList;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};

use super::device::{Memory, Scalar, Tensor, enqueue, synchronise};
use super::limits::Traffic;
use super::workloads::{Measured, Workload, size};

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// FLOAT.
    Numbers(&'static [i64]),
    /// Random INT64 from 0 to below the number.
    Indices(&'static [i64], u64),
    /// The same, as a list of one tensor.
    List(&'static [i64], u64),
    /// Random BOOL.
    Mask(&'static [i64]),
    /// A scalar of FLOAT.
    Scalar(f32),
    Int(i64),
    Bool(bool),
}

/// One operator and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Without `aclnn`.
    pub operator: &'static str,
    pub given: &'static [Given],
    /// Elements that move.
    pub elements: usize,
}

/// Random numbers below `limit`.
fn random(count: usize, limit: u64) -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    (0..count).map(move |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    })
}

fn count(shape: &[i64]) -> usize {
    shape.iter().product::<i64>() as usize
}

impl Measured for Case {
    fn name(&self) -> String {
        let tensors = self.given.iter().filter_map(|given| match given {
            Given::Numbers(shape) => Some(format!("{shape:?}")),
            Given::Indices(shape, _) | Given::List(shape, _) => Some(format!("i64 {shape:?}")),
            Given::Mask(shape) => Some(format!("bool {shape:?}")),
            _ => None,
        });
        let tensors: Vec<_> = tensors.collect();
        format!(
            "{} {}, {}",
            self.operator,
            tensors.join(" "),
            size(self.elements)
        )
    }

    fn build(&self) -> Workload {
        let wanted = |entry: &&_| {
            let entry: &hostnpu_aclnn_operators::entry::EntryPoint = entry;
            entry.name.strip_prefix("aclnn") == Some(self.operator)
        };
        let entry = ENTRY_POINTS
            .iter()
            .copied()
            .find(wanted)
            .expect("the operator");
        let (mut memories, mut tensors, mut scalars) = (Vec::new(), Vec::new(), Vec::new());
        let mut arguments = Vec::new();
        for &given in self.given {
            let mut tensor = |memory: Memory, dtype, shape: &[i64]| {
                let tensor = Tensor::new(&memory, dtype, shape);
                let handle = tensor.handle() as usize;
                memories.push(memory);
                tensors.push(tensor);
                handle
            };
            let indices = |shape: &[i64], limit| {
                let values: Vec<i64> = random(count(shape), limit).map(|x| x as i64).collect();
                Memory::holding(&values)
            };
            arguments.push(match given {
                Given::Numbers(shape) => {
                    let values: Vec<f32> = random(count(shape), 1000).map(|x| x as f32).collect();
                    Value::Pointer(tensor(
                        Memory::holding(&values),
                        aclDataType::ACL_FLOAT,
                        shape,
                    ))
                }
                Given::Indices(shape, limit) => {
                    Value::Pointer(tensor(indices(shape, limit), aclDataType::ACL_INT64, shape))
                }
                Given::List(shape, limit) => {
                    let member = tensor(indices(shape, limit), aclDataType::ACL_INT64, shape);
                    let members = [std::ptr::without_provenance(member)];
                    // SAFETY: an array of one handle.
                    let list = unsafe { aclCreateTensorList(members.as_ptr(), 1) };
                    Value::Pointer(list as usize)
                }
                Given::Mask(shape) => {
                    let values: Vec<u8> = random(count(shape), 2).map(|x| x as u8).collect();
                    Value::Pointer(tensor(
                        Memory::holding(&values),
                        aclDataType::ACL_BOOL,
                        shape,
                    ))
                }
                Given::Scalar(value) => {
                    let scalar = Scalar::new(value);
                    let handle = scalar.handle() as usize;
                    scalars.push(scalar);
                    Value::Pointer(handle)
                }
                Given::Int(value) => Value::Int(value),
                Given::Bool(value) => Value::Bool(value),
            });
        }
        let call = move || {
            let _keep = (&memories, &tensors, &scalars);
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        Workload::new(
            self.name(),
            self.elements,
            Traffic::Copy(4 * self.elements),
            Box::new(call),
        )
    }
}
