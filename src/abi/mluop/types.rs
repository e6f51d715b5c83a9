//! Handles of `mlu_op.h`: keys into tables of ours, never followed as addresses.

/// The target of a handle's pointer.
pub struct mluOpContext {
    _private: [u8; 0],
}
/// The target of a tensor descriptor's pointer.
pub struct mluOpTensorStruct {
    _private: [u8; 0],
}
/// The target of a tensor set descriptor's pointer.
pub struct mluOpTensorSetStruct {
    _private: [u8; 0],
}
/// The target of a sequence data descriptor's pointer.
pub struct mluOpSeqDataStruct {
    _private: [u8; 0],
}
/// A handle: a queue, and how operators run on it.
pub type mluOpHandle_t = *mut mluOpContext;
/// A tensor descriptor: what a tensor is, without its data.
pub type mluOpTensorDescriptor_t = *mut mluOpTensorStruct;
/// A tensor set descriptor: tensors that share one piece of memory.
pub type mluOpTensorSetDescriptor_t = *mut mluOpTensorSetStruct;
/// A descriptor of sequence data: a batch whose sequences have lengths of their own.
pub type mluOpSeqDataDescriptor_t = *mut mluOpSeqDataStruct;
