// mluOpLgamma and mluOpAbs of a few values, written as the vendor's samples are: only mlu_op.h, CNRT_CHECK from it.
#include <cmath>
#include <vector>

#include "mlu_op.h"

#define MLUOP_CHECK(call)                                                                       \
    do {                                                                                        \
        mluOpStatus_t status = call;                                                            \
        if (status != MLUOP_STATUS_SUCCESS) {                                                   \
            std::fprintf(stderr, "%s: %s\n", #call, mluOpGetErrorString(status));               \
            std::exit(1);                                                                       \
        }                                                                                       \
    } while (0)

int main()
{
    const std::vector<float> x = {0.5f, -0.5f, -1.0f, 3.0f};
    std::vector<float> y(x.size());
    const size_t bytes = x.size() * sizeof(float);

    CNRT_CHECK(cnrtSetDevice(0));
    cnrtQueue_t queue = nullptr;
    CNRT_CHECK(cnrtQueueCreate(&queue));
    mluOpHandle_t handle = nullptr;
    MLUOP_CHECK(mluOpCreate(&handle));
    MLUOP_CHECK(mluOpSetQueue(handle, queue));

    mluOpTensorDescriptor_t descriptor = nullptr;
    const int dims[] = {static_cast<int>(x.size())};
    MLUOP_CHECK(mluOpCreateTensorDescriptor(&descriptor));
    MLUOP_CHECK(mluOpSetTensorDescriptor(descriptor, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 1, dims));

    void *device_x = nullptr;
    void *device_y = nullptr;
    CNRT_CHECK(cnrtMalloc(&device_x, bytes));
    CNRT_CHECK(cnrtMalloc(&device_y, bytes));
    CNRT_CHECK(cnrtMemcpy(device_x, const_cast<float *>(x.data()), bytes, cnrtMemcpyHostToDev));
    MLUOP_CHECK(mluOpLgamma(handle, descriptor, device_x, descriptor, device_y));
    CNRT_CHECK(cnrtQueueSync(queue));
    CNRT_CHECK(cnrtMemcpy(y.data(), device_y, bytes, cnrtMemcpyDevToHost));
    for (size_t i = 0; i < x.size(); i++) {
        std::printf("lgamma(%g) = %.7f\n", static_cast<double>(x[i]), static_cast<double>(y[i]));
    }
    MLUOP_CHECK(mluOpAbs(handle, descriptor, device_x, descriptor, device_y));
    CNRT_CHECK(cnrtQueueSync(queue));
    CNRT_CHECK(cnrtMemcpy(y.data(), device_y, bytes, cnrtMemcpyDevToHost));
    for (size_t i = 0; i < x.size(); i++) {
        std::printf("abs(%g) = %g\n", static_cast<double>(x[i]), static_cast<double>(y[i]));
    }

    MLUOP_CHECK(mluOpDestroyTensorDescriptor(descriptor));
    MLUOP_CHECK(mluOpDestroy(handle));
    CNRT_CHECK(cnrtQueueDestroy(queue));
    CNRT_CHECK(cnrtFree(device_x));
    CNRT_CHECK(cnrtFree(device_y));
    return 0;
}
