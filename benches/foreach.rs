//! A step of AdamW over lists of tensors, by foreach operators and in one call, beside the time of copying parameters, gradients and both averages.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu::abi::aclnn::meta::list::aclCreateTensorList;
use hostnpu::abi::aclnn::meta::scalar::aclCreateScalarList;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, EntryPoint, Value};
use support::device::{Memory, Scalar, Tensor, enqueue, synchronise};
use support::limits::Traffic;
use support::workloads::{Measured, TEN, Workload};

/// A step of AdamW over so many tensors.
struct Case {
    tensors: usize,
    elements: usize,
    fused: bool,
}

/// Tensors of one shape, with the list of them.
struct List {
    list: Value,
    _members: Vec<(Memory, Tensor)>,
}

impl List {
    fn new(tensors: usize, elements: usize) -> Self {
        let member = |_| {
            let memory = Memory::holding(&TEN.values(elements).map(f32::abs).collect::<Vec<f32>>());
            let tensor = Tensor::new(&memory, aclDataType::ACL_FLOAT, &[elements as i64]);
            (memory, tensor)
        };
        Self::of((0..tensors).map(member).collect())
    }

    /// The number of a step for each tensor.
    fn steps(tensors: usize) -> Self {
        let member = |_| {
            let memory = Memory::holding(&[3.0_f32]);
            let tensor = Tensor::new(&memory, aclDataType::ACL_FLOAT, &[1]);
            (memory, tensor)
        };
        Self::of((0..tensors).map(member).collect())
    }

    fn of(members: Vec<(Memory, Tensor)>) -> Self {
        let handles: Vec<_> = members
            .iter()
            .map(|(_, tensor)| tensor.handle().cast_const())
            .collect();
        // SAFETY: an array with its length; kept for ever.
        let list = unsafe { aclCreateTensorList(handles.as_ptr(), handles.len() as u64) };
        Self {
            list: Value::Pointer(list.expose_provenance()),
            _members: members,
        }
    }
}

fn entry(operator: &str) -> &'static EntryPoint {
    let wanted = format!("aclnn{operator}");
    let entry = ENTRY_POINTS.iter().find(|entry| entry.name == wanted);
    entry.expect("an operator")
}

impl Measured for Case {
    fn name(&self) -> String {
        let way = if self.fused { "FusedAdamw" } else { "Foreach" };
        format!("AdamW by {way}, {} x {}", self.tensors, self.elements)
    }

    fn build(&self) -> Workload {
        let lists: Vec<List> = (0..5)
            .map(|_| List::new(self.tensors, self.elements))
            .collect();
        let steps = List::steps(self.tensors);
        let [p, g, m, v, r] = [0, 1, 2, 3, 4].map(|k| lists[k].list);
        let numbers: Vec<Scalar> = [0.999, 0.1, 0.99, 0.01, 1e-8, -0.001, 0.03]
            .map(Scalar::new)
            .into();
        let number = |k: usize| Value::Pointer(numbers[k].handle() as usize);
        let same = vec![numbers[6].handle().cast_const(); self.tensors];
        // SAFETY: an array with its length; kept for ever.
        let each = unsafe { aclCreateScalarList(same.as_ptr(), same.len() as u64) };
        let each = Value::Pointer(each.expose_provenance());
        let calls: Vec<(&'static EntryPoint, Vec<Value>)> = match self.fused {
            true => {
                let null = Value::Pointer(0);
                let mut arguments = vec![p, g, m, v, null, steps.list, null, null];
                arguments.extend([0.001, 0.9, 0.99, 0.01, 1e-8].map(Value::Float));
                arguments.extend([false, false].map(Value::Bool));
                vec![(entry("FusedAdamw"), arguments)]
            }
            false => vec![
                (entry("ForeachMulScalarV2"), vec![p, number(0), p]),
                (entry("ForeachLerpScalar"), vec![m, g, number(1), m]),
                (entry("ForeachMulScalarV2"), vec![v, number(2), v]),
                (entry("ForeachAddcmulScalarV2"), vec![v, g, g, number(3), v]),
                (entry("ForeachSqrt"), vec![v, r]),
                (entry("ForeachDivScalarList"), vec![r, each, r]),
                (entry("ForeachAddScalarV2"), vec![r, number(4), r]),
                (entry("ForeachAddcdivScalarV2"), vec![p, m, r, number(5), p]),
            ],
        };
        let all = self.tensors * self.elements;
        let call = move || {
            let _keep = (&lists, &steps, &numbers);
            for (entry, arguments) in &calls {
                enqueue(
                    |size, executor| (entry.first_phase)(arguments, size, executor),
                    entry.second_phase,
                );
            }
            synchronise();
        };
        Workload::new(self.name(), all, Traffic::Copy(16 * all), Box::new(call))
    }
}

fn main() {
    let case = |tensors, elements, fused| Case {
        tensors,
        elements,
        fused,
    };
    support::criterion::run(
        "foreach",
        &[
            case(100, 1 << 16, false),
            case(100, 1 << 16, true),
            case(100, 1 << 8, false),
        ],
    );
}
