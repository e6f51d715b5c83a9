//! The library that C programs link with: every entry point of `hostnpu`, as `libhostnpu.so` and `libhostnpu.a`.

#[doc(hidden)]
pub use hostnpu_aclnn_operators as aclnn_operators;
#[doc(hidden)]
pub use hostnpu_rust as rust;
