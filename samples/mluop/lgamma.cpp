// ln|Gamma(x)| over tensors of several shapes, in float and half, beside the C library's lgamma.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "mlu_op.h"

#define MLUOP_CHECK(call)                                                                  \
    do {                                                                                   \
        const mluOpStatus_t status = (call);                                               \
        if (status != MLUOP_STATUS_SUCCESS) {                                              \
            std::printf("%s: %s\n", #call, mluOpGetErrorString(status));                   \
            return 1;                                                                      \
        }                                                                                  \
    } while (0)

namespace {

// A half as a float, for printing.
float FromHalf(uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const float fraction = static_cast<float>(bits & 1023);
    const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
    if (exponent == 31) {
        return fraction != 0 ? NAN : sign * INFINITY;
    }
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024.0f, exponent - 25));
}

// Runs mluOpLgamma over `bytes` bytes of values.
int Lgamma(mluOpHandle_t handle, cnrtQueue_t queue, mluOpDataType_t type, const std::vector<int> &shape, void *values,
           void *results, size_t bytes)
{
    mluOpTensorDescriptor_t desc = nullptr;
    MLUOP_CHECK(mluOpCreateTensorDescriptor(&desc));
    MLUOP_CHECK(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, type, static_cast<int>(shape.size()), shape.data()));
    void *x = nullptr;
    void *y = nullptr;
    CNRT_CHECK(cnrtMalloc(&x, bytes));
    CNRT_CHECK(cnrtMalloc(&y, bytes));
    CNRT_CHECK(cnrtMemcpy(x, values, bytes, cnrtMemcpyHostToDev));
    MLUOP_CHECK(mluOpLgamma(handle, desc, x, desc, y));
    CNRT_CHECK(cnrtQueueSync(queue));
    CNRT_CHECK(cnrtMemcpy(results, y, bytes, cnrtMemcpyDevToHost));
    CNRT_CHECK(cnrtFree(x));
    CNRT_CHECK(cnrtFree(y));
    MLUOP_CHECK(mluOpDestroyTensorDescriptor(desc));
    return 0;
}

} // namespace

int main()
{
    CNRT_CHECK(cnrtSetDevice(0));
    cnrtQueue_t queue = nullptr;
    CNRT_CHECK(cnrtQueueCreate(&queue));
    mluOpHandle_t handle = nullptr;
    MLUOP_CHECK(mluOpCreate(&handle));
    MLUOP_CHECK(mluOpSetQueue(handle, queue));

    // Poles, roots, halves, and both ends.
    std::vector<float> points = {0.5f, -0.5f, 1.0f, 2.0f, 3.0f, -1.0f, -2.4570248f, 0.0f, 1e-30f, 170.5f, 1e30f, -1e10f};
    std::vector<float> values(points.size());
    const int count = static_cast<int>(points.size());
    if (Lgamma(handle, queue, MLUOP_DTYPE_FLOAT, {count}, points.data(), values.data(), points.size() * sizeof(float)) != 0) {
        return 1;
    }
    for (size_t i = 0; i < points.size(); i++) {
        std::printf("lgamma(%g) = %.7g\n", static_cast<double>(points[i]), static_cast<double>(values[i]));
    }

    // The shapes of the operator's design, all within half a unit of the float result.
    const std::vector<std::vector<int>> shapes = {{128, 748, 80}, {8, 65536, 10}, {273600, 4}, {8, 32768, 1}, {1179648}};
    for (const std::vector<int> &shape : shapes) {
        size_t numel = 1;
        std::printf("[");
        for (size_t i = 0; i < shape.size(); i++) {
            numel *= static_cast<size_t>(shape[i]);
            std::printf(i == 0 ? "%d" : ", %d", shape[i]);
        }
        std::vector<float> x(numel);
        std::vector<float> y(numel);
        for (size_t i = 0; i < numel; i++) {
            x[i] = -10.0f + 60.0f * static_cast<float>(i) / static_cast<float>(numel);
        }
        if (Lgamma(handle, queue, MLUOP_DTYPE_FLOAT, shape, x.data(), y.data(), numel * sizeof(float)) != 0) {
            return 1;
        }
        size_t wrong = 0;
        size_t looked_at = 0;
        for (size_t i = 0; i < numel; i += 1 + numel / 20000) {
            const double exact = std::lgamma(static_cast<double>(x[i]));
            const double unit = std::fabs(std::nextafterf(y[i], INFINITY) - static_cast<double>(y[i]));
            wrong += !(std::fabs(y[i] - exact) <= 0.51 * unit || (std::isinf(y[i]) && std::isinf(exact)));
            looked_at++;
        }
        std::printf("] float: %zu of %zu elements looked at are off\n", wrong, looked_at);
    }

    // The same in half, but for the two largest: 16646144 and 57145500 elements.
    const std::vector<std::vector<int>> half_shapes = {{18, 48000}, {10, 65536, 1}, {7020, 1000}};
    for (const std::vector<int> &shape : half_shapes) {
        size_t numel = 1;
        std::printf("[");
        for (size_t i = 0; i < shape.size(); i++) {
            numel *= static_cast<size_t>(shape[i]);
            std::printf(i == 0 ? "%d" : ", %d", shape[i]);
        }
        // Every half from 0 up to 8180, again and again: what comes after it overflows.
        std::vector<uint16_t> x(numel);
        std::vector<uint16_t> y(numel);
        for (size_t i = 0; i < numel; i++) {
            x[i] = static_cast<uint16_t>(i % 0x6ffe);
        }
        if (Lgamma(handle, queue, MLUOP_DTYPE_HALF, shape, x.data(), y.data(), numel * sizeof(uint16_t)) != 0) {
            return 1;
        }
        size_t wrong = 0;
        size_t looked_at = 0;
        for (size_t i = 0; i < numel; i += 1 + numel / 20000) {
            const double exact = std::lgamma(static_cast<double>(FromHalf(x[i])));
            const double unit = FromHalf(static_cast<uint16_t>((y[i] & 0x7fff) + 1)) - FromHalf(y[i] & 0x7fff);
            const double value = FromHalf(y[i]);
            wrong += !(std::fabs(value - exact) <= 0.51 * unit || value == exact || y[i] == 0x7bff);
            looked_at++;
        }
        std::printf("] half: %zu of %zu elements looked at are off\n", wrong, looked_at);
    }

    // Half: 0.5, -0.5, 8180 (the largest finite result), 8184.
    std::vector<uint16_t> halves = {0x3800, 0xb800, 0x6ffd, 0x6ffe};
    std::vector<uint16_t> half_values(halves.size());
    if (Lgamma(handle, queue, MLUOP_DTYPE_HALF, {2, 2}, halves.data(), half_values.data(), 8) != 0) {
        return 1;
    }
    for (size_t i = 0; i < halves.size(); i++) {
        std::printf("half: lgamma(%g) = %g\n", static_cast<double>(FromHalf(halves[i])),
                    static_cast<double>(FromHalf(half_values[i])));
    }

    MLUOP_CHECK(mluOpDestroy(handle));
    CNRT_CHECK(cnrtQueueDestroy(queue));
    return 0;
}
