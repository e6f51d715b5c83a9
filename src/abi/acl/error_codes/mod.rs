//! `acl/error_codes/`: status codes below the ACL layer.

#[expect(missing_docs, reason = "the source gives names and values only")]
pub mod ge;
#[expect(
    missing_docs,
    reason = "the names are the documentation where the source gives none"
)]
pub mod rt;
