//! MLU-OPS: handles, descriptors of tensors, sets and sequences, operators.

pub mod boundary;
mod descriptor;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
pub mod fixed_point;
pub mod group;

pub mod handle;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
pub mod operators;
pub mod seq_data;
pub mod tensor;
pub mod tensor_set;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
