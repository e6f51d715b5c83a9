//! Samples and checks of several operators: further versions of attention of blocks of queries to blocks of keys: of FLOAT8 and FLOAT4.

pub const NULL: &str = "null in all modes that are taken";
pub const SHORT: &str = "none | 910B 950: f16 bf16";
