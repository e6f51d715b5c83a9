//! Types and ranges of the numbers that workloads compute with.

use std::fmt;

use half::{bf16, f16};
use hostnpu::abi::acl::types::aclDataType;

use super::device::Memory;

/// Element types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Type {
    F32,
    F16,
    Bf16,
}

impl Type {
    pub fn bytes(self) -> usize {
        if self == Type::F32 { 4 } else { 2 }
    }

    pub fn code(self) -> aclDataType {
        match self {
            Type::F32 => aclDataType::ACL_FLOAT,
            Type::F16 => aclDataType::ACL_FLOAT16,
            Type::Bf16 => aclDataType::ACL_BF16,
        }
    }

    /// `count` values uniform in the range, the same in every run.
    pub fn memory(self, count: usize, range: Range) -> Memory {
        let values = range.values(count);
        match self {
            Type::F32 => Memory::holding(&values.collect::<Vec<f32>>()),
            Type::F16 => Memory::holding(&values.map(f16::from_f32).collect::<Vec<_>>()),
            Type::Bf16 => Memory::holding(&values.map(bf16::from_f32).collect::<Vec<_>>()),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::F32 => "f32",
            Type::F16 => "f16",
            Type::Bf16 => "bf16",
        })
    }
}

/// The interval of arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub name: &'static str,
    low: f64,
    high: f64,
}

pub const PI: Range = Range {
    name: "±π",
    low: -std::f64::consts::PI,
    high: std::f64::consts::PI,
};
pub const TEN_THOUSAND: Range = Range {
    name: "±1e4",
    low: -1e4,
    high: 1e4,
};
pub const HUGE: Range = Range {
    name: "±1e30",
    low: -1e30,
    high: 1e30,
};
pub const TEN: Range = Range {
    name: "[-10, 10]",
    low: -10.0,
    high: 10.0,
};
pub const FIFTY: Range = Range {
    name: "[0.1, 50]",
    low: 0.1,
    high: 50.0,
};

pub const FOUR: Range = Range {
    name: "[-4, 4]",
    low: -4.0,
    high: 4.0,
};
pub const EIGHT: Range = Range {
    name: "[-4, 8]",
    low: -4.0,
    high: 8.0,
};
pub const SHARE: Range = Range {
    name: "[0.001, 0.999]",
    low: 0.001,
    high: 0.999,
};
pub const UNIT: Range = Range {
    name: "[-0.999, 0.999]",
    low: -0.999,
    high: 0.999,
};
pub const ABOVE_ONE: Range = Range {
    name: "[1, 50]",
    low: 1.0,
    high: 50.0,
};

impl Range {
    pub fn values(self, count: usize) -> impl Iterator<Item = f32> {
        let mut state = 1_u64;
        (0..count).map(move |_| {
            // Knuth's MMIX generator, its upper half.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let unit = (state >> 32) as f64 / 2f64.powi(32);
            (self.low + (self.high - self.low) * unit) as f32
        })
    }
}
