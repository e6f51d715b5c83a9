//! Samples and checks of several operators: parts of tensors.

use hostnpu::tensor::Dtype::{self, *};

pub const TYPES: [Dtype; 5] = [F32, I8, Bf16, I64, Bool];
