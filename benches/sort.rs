//! Operators that sort and select: values once, order, the largest, medians, elements by a mask, indices; and losses; each beside the copy of its input.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use hostnpu::abi::acl::types::aclDataType;
use hostnpu_aclnn_operators::entry::{ENTRY_POINTS, Value};
use support::device::{Memory, Tensor, enqueue, synchronise};
use support::limits::Traffic;
use support::workloads::{Measured, Workload, size};

/// An operand, by its type and the numbers in it.
#[derive(Clone, Copy)]
enum Holds {
    /// INT64 below this number, in no order.
    Integers(u64),
    /// FLOAT in no order.
    Floats,
    /// BOOL, every second one true, in no order.
    Mask,
    /// Nothing: an output.
    Out(aclDataType),
}

/// A call: the operator, and its arguments in their order.
struct Case {
    name: &'static str,
    operator: &'static str,
    elements: usize,
    operands: &'static [Result<(Holds, &'static [i64]), Value>],
}

const ACL_FLOAT: aclDataType = aclDataType::ACL_FLOAT;
const ACL_INT64: aclDataType = aclDataType::ACL_INT64;

const MI: usize = 1 << 20;
const ONE: &[i64] = &[1 << 20];
const MANY: &[i64] = &[1 << 24];
const YES: Result<(Holds, &[i64]), Value> = Err(Value::Bool(true));
const NO: Result<(Holds, &[i64]), Value> = Err(Value::Bool(false));
const LAST: Result<(Holds, &[i64]), Value> = Err(Value::Int(-1));
const NULL: Result<(Holds, &[i64]), Value> = Err(Value::Pointer(0));

const CASES: &[Case] = &[
    Case {
        name: "unique of INT64 of 62 bits",
        operator: "aclnnUnique",
        elements: MI,
        operands: &[
            Ok((Holds::Integers(1 << 62), ONE)),
            YES,
            NO,
            Ok((Holds::Out(ACL_INT64), ONE)),
            Ok((Holds::Out(ACL_INT64), ONE)),
        ],
    },
    Case {
        name: "unique of INT64 of 20 bits, with the inverse",
        operator: "aclnnUnique",
        elements: MI,
        operands: &[
            Ok((Holds::Integers(1 << 20), ONE)),
            YES,
            YES,
            Ok((Holds::Out(ACL_INT64), ONE)),
            Ok((Holds::Out(ACL_INT64), ONE)),
        ],
    },
    Case {
        name: "masked select of FLOAT",
        operator: "aclnnMaskedSelect",
        elements: 16 * MI,
        operands: &[
            Ok((Holds::Floats, MANY)),
            Ok((Holds::Mask, MANY)),
            Ok((Holds::Out(ACL_FLOAT), MANY)),
        ],
    },
    Case {
        name: "nonzero of BOOL",
        operator: "aclnnNonzero",
        elements: 16 * MI,
        operands: &[
            Ok((Holds::Mask, &[4096, 4096])),
            Ok((Holds::Out(ACL_INT64), &[1 << 24, 2])),
        ],
    },
    Case {
        name: "median of FLOAT",
        operator: "aclnnMedian",
        elements: MI,
        operands: &[Ok((Holds::Floats, ONE)), Ok((Holds::Out(ACL_FLOAT), &[]))],
    },
    Case {
        name: "median of rows of 1024 FLOAT",
        operator: "aclnnMedianDim",
        elements: MI,
        operands: &[
            Ok((Holds::Floats, &[1024, 1024])),
            Err(Value::Int(1)),
            NO,
            Ok((Holds::Out(ACL_FLOAT), &[1024])),
            Ok((Holds::Out(ACL_INT64), &[1024])),
        ],
    },
    Case {
        name: "sort of FLOAT",
        operator: "aclnnSort",
        elements: MI,
        operands: &[
            Ok((Holds::Floats, ONE)),
            NO,
            LAST,
            NO,
            Ok((Holds::Out(ACL_FLOAT), ONE)),
            Ok((Holds::Out(ACL_INT64), ONE)),
        ],
    },
    Case {
        name: "sort of rows of 1024 FLOAT",
        operator: "aclnnSort",
        elements: MI,
        operands: &[
            Ok((Holds::Floats, &[1024, 1024])),
            NO,
            LAST,
            YES,
            Ok((Holds::Out(ACL_FLOAT), &[1024, 1024])),
            Ok((Holds::Out(ACL_INT64), &[1024, 1024])),
        ],
    },
    Case {
        name: "the 100 largest of FLOAT",
        operator: "aclnnTopk",
        elements: MI,
        operands: &[
            Ok((Holds::Floats, ONE)),
            Err(Value::Int(100)),
            LAST,
            YES,
            YES,
            Ok((Holds::Out(ACL_FLOAT), &[100])),
            Ok((Holds::Out(ACL_INT64), &[100])),
        ],
    },
    Case {
        name: "the 16th smallest of rows of 1024 FLOAT",
        operator: "aclnnKthvalue",
        elements: MI,
        operands: &[
            Ok((Holds::Floats, &[1024, 1024])),
            Err(Value::Int(16)),
            LAST,
            NO,
            Ok((Holds::Out(ACL_FLOAT), &[1024])),
            Ok((Holds::Out(ACL_INT64), &[1024])),
        ],
    },
    Case {
        name: "mean of squared distances of FLOAT",
        operator: "aclnnMseLoss",
        elements: 16 * MI,
        operands: &[
            Ok((Holds::Floats, MANY)),
            Ok((Holds::Floats, MANY)),
            Err(Value::Int(1)),
            Ok((Holds::Out(ACL_FLOAT), &[])),
        ],
    },
    Case {
        name: "mean of binary cross entropy of FLOAT",
        operator: "aclnnBinaryCrossEntropyWithLogits",
        elements: 16 * MI,
        operands: &[
            Ok((Holds::Floats, MANY)),
            Ok((Holds::Floats, MANY)),
            NULL,
            NULL,
            Err(Value::Int(1)),
            Ok((Holds::Out(ACL_FLOAT), &[])),
        ],
    },
];

/// Numbers without order: steps of splitmix64.
fn numbers(count: usize) -> impl Iterator<Item = u64> {
    (1..=count as u64).map(|i| {
        let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

impl Holds {
    fn make(self, count: usize) -> (Memory, aclDataType) {
        match self {
            Self::Integers(below) => {
                let values: Vec<i64> = numbers(count).map(|x| (x % below) as i64).collect();
                (Memory::holding(&values), ACL_INT64)
            }
            Self::Floats => {
                let values: Vec<f32> = numbers(count).map(|x| (x >> 40) as f32 / 1024.0).collect();
                (Memory::holding(&values), ACL_FLOAT)
            }
            Self::Mask => {
                let values: Vec<u8> = numbers(count).map(|x| (x >> 63) as u8).collect();
                (Memory::holding(&values), aclDataType::ACL_BOOL)
            }
            Self::Out(dtype) => (Memory::new(8 * count), dtype),
        }
    }
}

impl Measured for Case {
    fn name(&self) -> String {
        format!("{}, {}", self.name, size(self.elements))
    }

    fn build(&self) -> Workload {
        let entry = ENTRY_POINTS
            .iter()
            .find(|entry| entry.name == self.operator);
        let entry = entry.expect("an operator");
        let (mut memories, mut places, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for operand in self.operands {
            match operand {
                Ok((holds, shape)) => {
                    let (memory, dtype) = holds.make(shape.iter().product::<i64>() as usize);
                    memories.push((memory, dtype, *shape));
                    places.push(values.len());
                    values.push(Value::Pointer(0));
                }
                Err(value) => values.push(*value),
            }
        }
        let first = &memories[0];
        let width = if first.1 == ACL_FLOAT {
            4
        } else if first.1 == ACL_INT64 {
            8
        } else {
            1
        };
        let call = move || {
            // The call changes shapes: each has tensors of its own, as a program would.
            let tensors = memories
                .iter()
                .map(|(memory, dtype, shape)| Tensor::new(memory, *dtype, shape));
            let tensors: Vec<Tensor> = tensors.collect();
            for (&place, tensor) in places.iter().zip(&tensors) {
                values[place] = Value::Pointer(tensor.handle() as usize);
            }
            enqueue(
                |size, executor| (entry.first_phase)(&values, size, executor),
                entry.second_phase,
            );
            synchronise();
        };
        let traffic = Traffic::Copy(self.elements * width);
        Workload::new(self.name(), self.elements, traffic, Box::new(call))
    }
}

fn main() {
    support::criterion::run("sort", CASES);
}
