// Tensors of libatb.so's tests, and what runs operations as torch_npu does.
#ifndef HOSTNPU_C_TESTS_ATB_NUMBERS_H
#define HOSTNPU_C_TESTS_ATB_NUMBERS_H

#include <atb/atb_infer.h>
#include <atb/operation_calls.h>

#include <cmath>
#include <vector>

#include "check.h"

using namespace atb;

static Context *context;
static aclrtStream stream;

/// A tensor of the device, with numbers.
template <typename T> struct Numbers {
    Tensor tensor;

    Numbers(aclDataType type, std::vector<int64_t> extents, const std::vector<T> &values) {
        tensor.desc.dtype = type;
        tensor.desc.format = ACL_FORMAT_ND;
        tensor.desc.shape.dimNum = extents.size();
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
            tensor.desc.shape.dims[axis] = extents[axis];
        }
        tensor.dataSize = Utils::GetTensorSize(tensor);
        CHECK_EQUAL_INT(tensor.dataSize, values.size() * sizeof(T));
        REQUIRE_STATUS(aclrtMalloc(&tensor.deviceData, tensor.dataSize, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        REQUIRE_STATUS(aclrtMemcpy(tensor.deviceData, tensor.dataSize, values.data(), tensor.dataSize, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    }
    ~Numbers() { aclrtFree(tensor.deviceData); }

    std::vector<T> read() const {
        std::vector<T> values(tensor.dataSize / sizeof(T));
        CHECK_STATUS(aclrtMemcpy(values.data(), tensor.dataSize, tensor.deviceData, tensor.dataSize, ACL_MEMCPY_DEVICE_TO_HOST), 0);
        return values;
    }
};

using Floats = Numbers<float>;

template <typename Param> static Operation *made(const Param &param) {
    Operation *operation = nullptr;
    REQUIRE_STATUS(CreateOperation(param, &operation), NO_ERROR);
    return operation;
}

template <typename Param> static void refused(const Param &param) {
    Operation *operation = reinterpret_cast<Operation *>(1);
    CHECK_EQUAL_INT(CreateOperation(param, &operation), ERROR_INVALID_PARAM);
    CHECK_TRUE(operation == nullptr);
}

CHECK_UNUSED static VariantPack pack(std::initializer_list<Tensor> inputs, std::initializer_list<Tensor> outputs) {
    VariantPack tensors;
    tensors.inTensors = inputs;
    tensors.outTensors = outputs;
    return tensors;
}

CHECK_UNUSED static void run(Operation *operation, const VariantPack &tensors) {
    uint64_t size = 0;
    CHECK_EQUAL_INT(operation->GetInputNum(), tensors.inTensors.size());
    CHECK_EQUAL_INT(operation->GetOutputNum(), tensors.outTensors.size());
    REQUIRE_STATUS(operation->Setup(tensors, size, context), NO_ERROR);
    void *workspace = nullptr;
    if (size > 0) {
        REQUIRE_STATUS(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
        CHECK_EQUAL_INT(operation->Execute(tensors, nullptr, 0, context), ERROR_INVALID_WORKSPACE_ADDR);
    }
    CHECK_EQUAL_INT(operation->Execute(tensors, static_cast<uint8_t *>(workspace), size, context), NO_ERROR);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
}

CHECK_UNUSED static void near(const std::vector<float> &actual, const std::vector<double> &expected) {
    CHECK_EQUAL_INT(actual.size(), expected.size());
    for (std::size_t index = 0; index < actual.size() && index < expected.size(); ++index) {
        CHECK_TRUE(std::fabs(actual[index] - expected[index]) <= 1e-5 * (1 + std::fabs(expected[index])));
    }
}

/// FLOAT16 of small numbers, and back.
CHECK_UNUSED static uint16_t half(double value) {
    if (value == 0) {
        return 0;
    }
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    const int mantissa = static_cast<int>(std::lround((fraction * 2 - 1) * 1024));
    return static_cast<uint16_t>((value < 0 ? 0x8000 : 0) + ((exponent + 14) << 10) + mantissa);
}

CHECK_UNUSED static double wide(uint16_t bits) {
    const double magnitude = bits & 0x7FFF ? std::ldexp(1.0 + (bits & 1023) / 1024.0, ((bits >> 10) & 31) - 15) : 0;
    return bits & 0x8000 ? -magnitude : magnitude;
}

static aclTensor *described(const Tensor &tensor, void *address) {
    const Dims &shape = tensor.desc.shape;
    std::vector<int64_t> strides(shape.dimNum, 1);
    for (std::size_t axis = shape.dimNum - 1; axis-- > 0;) {
        strides[axis] = strides[axis + 1] * shape.dims[axis + 1];
    }
    const int64_t elements = static_cast<int64_t>(Utils::GetTensorNumel(tensor));
    return aclCreateTensor(shape.dims, shape.dimNum, tensor.desc.dtype, strides.data(), 0, ACL_FORMAT_ND, &elements, 1, address);
}

CHECK_UNUSED static aclTensor *described(const Tensor &tensor) { return described(tensor, tensor.deviceData); }

/// Queues a call that was planned.
CHECK_UNUSED static void finish(Status (*second)(void *, uint64_t, Operation *, Context *), uint64_t size, Operation *operation) {
    void *workspace = nullptr;
    if (size > 0) {
        REQUIRE_STATUS(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    CHECK_EQUAL_INT(second(workspace, size, operation, context), NO_ERROR);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
}

#endif
