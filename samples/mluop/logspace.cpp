// Powers whose exponents are evenly spaced, in every type that mluOpLogspace has.

#include <cmath>
#include <cstdint>
#include <cstdio>
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

// Runs mluOpLogspace into `results`.
template <typename T>
int Logspace(mluOpHandle_t handle, cnrtQueue_t queue, mluOpDataType_t type, float start, float end, float base,
             std::vector<T> &results)
{
    const int steps = static_cast<int>(results.size());
    const size_t bytes = results.size() * sizeof(T);
    mluOpTensorDescriptor_t desc = nullptr;
    MLUOP_CHECK(mluOpCreateTensorDescriptor(&desc));
    MLUOP_CHECK(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, type, 1, &steps));
    void *device = nullptr;
    CNRT_CHECK(cnrtMalloc(&device, bytes));
    MLUOP_CHECK(mluOpLogspace(handle, start, end, steps, base, desc, device));
    CNRT_CHECK(cnrtQueueSync(queue));
    CNRT_CHECK(cnrtMemcpy(results.data(), device, bytes, cnrtMemcpyDevToHost));
    CNRT_CHECK(cnrtFree(device));
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

    std::vector<float> floats(5);
    if (Logspace(handle, queue, MLUOP_DTYPE_FLOAT, -10, 10, 10, floats) != 0) {
        return 1;
    }
    std::printf("float, 10^-10 to 10^10:");
    for (const float value : floats) {
        std::printf(" %g", static_cast<double>(value));
    }
    if (Logspace(handle, queue, MLUOP_DTYPE_FLOAT, -2, 2, -2, floats) != 0) {
        return 1;
    }
    std::printf("\nfloat, (-2)^-2 to (-2)^2:");
    for (const float value : floats) {
        std::printf(" %g", static_cast<double>(value));
    }

    std::vector<int32_t> integers(5);
    if (Logspace(handle, queue, MLUOP_DTYPE_INT32, 0, 4, 10, integers) != 0) {
        return 1;
    }
    std::printf("\nint32, 10^0 to 10^4:");
    for (const int32_t value : integers) {
        std::printf(" %d", value);
    }

    std::vector<uint16_t> halves(6);
    if (Logspace(handle, queue, MLUOP_DTYPE_HALF, 0, 5, 10, halves) != 0) {
        return 1;
    }
    std::printf("\nhalf, 10^0 to 10^5, as bits:");
    for (const uint16_t value : halves) {
        std::printf(" %04x", value);
    }
    std::printf("\n");

    // The sizes of the operator's design, by its measures: sums of differences, and of their squares, against doubles.
    for (const size_t size : {128, 65536, 98304, 131072, 262144}) {
        floats.resize(size);
        integers.resize(size);
        if (Logspace(handle, queue, MLUOP_DTYPE_FLOAT, 1, 3, 10, floats) != 0 ||
            Logspace(handle, queue, MLUOP_DTYPE_INT32, 1, 3, 10, integers) != 0) {
            return 1;
        }
        double difference = 0, total = 0, squares = 0, total_squares = 0;
        size_t off = 0;
        for (size_t i = 0; i < size; i++) {
            const double exact = std::pow(10.0, 1.0 + 2.0 * static_cast<double>(i) / static_cast<double>(size - 1));
            const double apart = std::fabs(static_cast<double>(floats[i]) - exact);
            difference += apart;
            total += exact;
            squares += apart * apart;
            total_squares += exact * exact;
            // Cut off after a step whose last bits round: exact powers may lie on either side of it.
            off += std::fabs(std::trunc(exact + 1e-9) - integers[i]) > 1.0;
        }
        const bool accepted = difference / total <= 1e-5 && std::sqrt(squares / total_squares) <= 1e-5;
        std::printf("%zu steps: float %s, %zu int32 off by more than one\n", size, accepted ? "accepted" : "REFUSED", off);
    }

    // Half follows half arithmetic: a ramp in 4096 steps, two levels in 65536.
    for (const size_t size : {4096, 65536}) {
        halves.resize(size);
        if (Logspace(handle, queue, MLUOP_DTYPE_HALF, 0, 1, 2, halves) != 0) {
            return 1;
        }
        std::printf("half, 2^0 to 2^1 in %zu steps, as bits: %04x %04x %04x %04x\n", size, halves[0], halves[size / 4],
                    halves[3 * size / 4], halves[size - 1]);
    }

    MLUOP_CHECK(mluOpDestroy(handle));
    CNRT_CHECK(cnrtQueueDestroy(queue));
    return 0;
}
