//! Random numbers and dropout, beside the time of writing, or of copying, as many bytes.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};
use support::device::{Memory, Tensor, enqueue, synchronise};
use support::limits::Traffic;
use support::workloads::{Measured, TEN, Workload, size};

/// An operator on so many elements of FLOAT.
struct Case {
    operator: &'static str,
    elements: usize,
}

impl Measured for Case {
    fn name(&self) -> String {
        format!("{} f32, {}", self.operator, size(self.elements))
    }

    fn build(&self) -> Workload {
        let wanted = format!("aclnn{}", self.operator);
        let entry = ENTRY_POINTS.iter().find(|entry| entry.name == wanted);
        let entry = *entry.expect("an operator");
        let held = [
            Memory::holding(&TEN.values(self.elements).collect::<Vec<f32>>()),
            Memory::new(4 * self.elements),
            Memory::new(self.elements.div_ceil(128) * 16),
        ];
        let count = self.elements as i64;
        let tensors = [
            Tensor::new(&held[0], aclDataType::ACL_FLOAT, &[count]),
            Tensor::new(&held[1], aclDataType::ACL_FLOAT, &[count]),
            Tensor::new(
                &held[2],
                aclDataType::ACL_UINT8,
                &[(count + 127) / 128 * 16],
            ),
        ];
        let mut next = tensors.iter();
        let arguments: Vec<Value> = entry
            .parameters
            .iter()
            .map(|parameter| match parameter.word {
                "f32" | "f64" => Value::Float(0.5),
                "i64" | "u64" => Value::Int(7),
                _ if parameter.optional => Value::Pointer(0),
                _ => Value::Pointer(next.next().expect("a tensor").handle() as usize),
            })
            .collect();
        let traffic = match self.operator.starts_with("Dropout") {
            true => Traffic::Copy(4 * self.elements),
            false => Traffic::Fill(4 * self.elements),
        };
        let call = move || {
            let _keep = (&held, &tensors);
            enqueue(
                |size, executor| (entry.first_phase)(&arguments, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        Workload::new(self.name(), self.elements, traffic, Box::new(call))
    }
}

fn main() {
    let mut cases = Vec::new();
    for operator in ["InplaceUniform", "InplaceNormal", "DropoutV3"] {
        for elements in [1 << 16, 1 << 24] {
            cases.push(Case { operator, elements });
        }
    }
    support::criterion::run("random", &cases);
}
