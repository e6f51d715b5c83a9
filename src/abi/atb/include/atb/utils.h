// Sizes of tensors.
#ifndef HOSTNPU_ATB_UTILS_H
#define HOSTNPU_ATB_UTILS_H

#include "atb/types.h"

namespace atb {

class Utils {
public:
    /// Bytes of a dense tensor; 0 for one of an unknown type or without dimensions.
    static uint64_t GetTensorSize(const Tensor &tensor);
    static uint64_t GetTensorSize(const TensorDesc &tensorDesc);
    /// Elements of a tensor.
    static uint64_t GetTensorNumel(const Tensor &tensor);
    static uint64_t GetTensorNumel(const TensorDesc &tensorDesc);
};

} // namespace atb

#endif
