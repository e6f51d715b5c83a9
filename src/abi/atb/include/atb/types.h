// Tensors and status codes of the operators in libatb.so. Layouts and numbers are part of the binary interface.
#ifndef HOSTNPU_ATB_TYPES_H
#define HOSTNPU_ATB_TYPES_H

#include <cstdint>

#include <acl/acl.h>
#include "atb/svector.h"

namespace atb {

using Status = int32_t;
constexpr uint32_t MAX_DIM = 8;

enum ErrorType : int {
    NO_ERROR = 0,
    ERROR_INVALID_PARAM,
    ERROR_INVALID_GRAPH,
    ERROR_INTERNAL_ERROR,
    ERROR_RT_FAIL,
    ERROR_INVALID_IN_TENSOR_NUM,
    ERROR_INVALID_TENSOR_DTYPE,
    ERROR_INVALID_TENSOR_FORMAT,
    ERROR_INVALID_TENSOR_DIM,
    ERROR_INVALID_TENSOR_SIZE,
    ERROR_OPERATION_NULL_RUNNER,
    ERROR_GRAPH_INFERSHAPE_FUNC_FAIL,
    ERROR_CANN_ERROR,
    ERROR_INVALID_TENSOR_INI_MATCH,
    ERROR_INVALID_TENSOR_ADDR,
    ERROR_INVALID_TENSOR_NUM,
    ERROR_INVALID_TENSOR_DIM_NUM,
    ERROR_INVALID_SINGLE_OPERATION_PARAM,
    ERROR_GRAPH_NODE_RESHAPE_FUNC_FAIL,
    ERROR_INVALID_GRAPH_NODE_CHUNK,
    ERROR_INVALID_CONTEXT_ADDR,
    ERROR_INVALID_STREAM,
    ERROR_INVALID_WORKSPACE_SIZE,
    ERROR_INVALID_WORKSPACE_ADDR,
    ERROR_INVALID_OPERATION_ADDR,
    ERROR_HCCL_FAIL,
    ERROR_OUT_OF_DEVICE_MEMORY,
    ERROR_OUT_OF_HOST_MEMORY,
};

/// Extents of a tensor: `dimNum` of them.
struct Dims {
    int64_t dims[MAX_DIM];
    uint64_t dimNum = 0;
};

struct TensorDesc {
    aclDataType dtype = ACL_DT_UNDEFINED;
    aclFormat format = ACL_FORMAT_UNDEFINED;
    Dims shape;
};

/// A dense tensor. Operators read numbers of the host, such as lengths, from `hostData`, all else from `deviceData`.
struct Tensor {
    TensorDesc desc;
    void *deviceData = nullptr;
    void *hostData = nullptr;
    uint64_t dataSize = 0; ///< In bytes.
};

/// What an operation is called with. A tensor that an operation can do without is one without memory.
struct VariantPack {
    SVector<Tensor> inTensors;
    SVector<Tensor> outTensors;
};

} // namespace atb

#endif
