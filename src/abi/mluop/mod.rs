//! MLU-OPS: handles, descriptors of tensors, sets and sequences, operators.

pub(crate) mod boundary;
mod descriptor;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod enums;
#[expect(clippy::missing_safety_doc, reason = "for C readers")]
pub mod fixed_point;
#[expect(
    clippy::missing_safety_doc,
    non_snake_case,
    reason = "for C readers; the vendor's names"
)]
pub mod group;

#[expect(clippy::missing_safety_doc, reason = "for C readers")]
pub mod handle;
#[expect(non_camel_case_types, missing_docs, reason = "names of the C header")]
pub mod open_enums;
#[expect(clippy::missing_safety_doc, reason = "for C readers")]
pub mod operators;
#[expect(
    clippy::missing_safety_doc,
    non_snake_case,
    reason = "for C readers; the vendor's names"
)]
pub mod seq_data;
#[expect(
    clippy::missing_safety_doc,
    non_snake_case,
    reason = "for C readers; the vendor's names"
)]
pub mod tensor;
#[expect(
    clippy::missing_safety_doc,
    non_snake_case,
    reason = "for C readers; the vendor's names"
)]
pub mod tensor_set;
#[expect(non_camel_case_types, reason = "names of the C header")]
pub mod types;
