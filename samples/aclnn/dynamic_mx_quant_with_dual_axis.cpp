// Quantises a small bfloat16 matrix to FP8 E4M3FN along both axes, and shows elements, scales and the error per block.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis.h"

#define CHECK(call)                                                                              \
    do {                                                                                         \
        const int status = (call);                                                               \
        if (status != ACL_SUCCESS) {                                                             \
            const char *text = aclGetRecentErrMsg();                                             \
            std::printf("%s failed with %d: %s\n", #call, status, text == nullptr ? "" : text);  \
            return 1;                                                                            \
        }                                                                                        \
    } while (0)

namespace {

// The value of an E4M3FN byte.
double FromE4m3(uint8_t byte)
{
    const int exponent = (byte >> 3) & 15;
    const int fraction = byte & 7;
    const double magnitude = exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, exponent - 10);
    return (byte & 0x80) != 0 ? -magnitude : magnitude;
}

double FromBf16(uint16_t bits)
{
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

int Create(const std::vector<int64_t> &shape, aclDataType type, size_t bytes, void **memory, aclTensor **tensor)
{
    CHECK(aclrtMalloc(memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    *tensor = aclCreateTensor(shape.data(), shape.size(), type, nullptr, 0, ACL_FORMAT_ND, shape.data(), shape.size(), *memory);
    return *tensor == nullptr ? 1 : 0;
}

} // namespace

int main()
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));

    // 0, 8, 64, 512.
    const std::vector<uint16_t> x = {0x0000, 0x4100, 0x4280, 0x4400};
    void *memory[5] = {};
    aclTensor *tensors[5] = {};
    if (Create({1, 4}, ACL_BF16, 8, &memory[0], &tensors[0]) != 0 ||
        Create({1, 4}, ACL_FLOAT8_E4M3FN, 4, &memory[1], &tensors[1]) != 0 ||
        Create({1, 1, 2}, ACL_FLOAT8_E8M0, 2, &memory[2], &tensors[2]) != 0 ||
        Create({1, 4}, ACL_FLOAT8_E4M3FN, 4, &memory[3], &tensors[3]) != 0 ||
        Create({1, 4, 2}, ACL_FLOAT8_E8M0, 8, &memory[4], &tensors[4]) != 0) {
        return 1;
    }
    CHECK(aclrtMemcpy(memory[0], 8, x.data(), 8, ACL_MEMCPY_HOST_TO_DEVICE));

    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    char roundMode[] = "rint";
    const int64_t e4m3fn = 36;
    const int64_t ocp = 0;
    CHECK(aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(tensors[0], roundMode, e4m3fn, ocp, tensors[1], tensors[2], tensors[3],
                                                          tensors[4], &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(aclnnDynamicMxQuantWithDualAxis(workspace, workspaceSize, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));

    uint8_t y1[4], scale1[2], y2[4], scale2[8];
    CHECK(aclrtMemcpy(y1, 4, memory[1], 4, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(aclrtMemcpy(scale1, 2, memory[2], 2, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(aclrtMemcpy(y2, 4, memory[3], 4, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(aclrtMemcpy(scale2, 8, memory[4], 8, ACL_MEMCPY_DEVICE_TO_HOST));

    std::printf("y1 %02x %02x %02x %02x\n", y1[0], y1[1], y1[2], y1[3]);
    std::printf("mxscale1 %02x %02x\n", scale1[0], scale1[1]);
    std::printf("y2 %02x %02x %02x %02x\n", y2[0], y2[1], y2[2], y2[3]);
    std::printf("mxscale2");
    for (const uint8_t byte : scale2) {
        std::printf(" %02x", byte);
    }
    std::printf("\n\nlast axis, one block, scale 2^%d:\n", scale1[0] - 127);
    double worst = 0;
    for (size_t i = 0; i < x.size(); i++) {
        const double value = std::ldexp(FromE4m3(y1[i]), scale1[0] - 127);
        worst = std::fmax(worst, std::fabs(value - FromBf16(x[i])));
        std::printf("  %g -> %g\n", FromBf16(x[i]), value);
    }
    std::printf("  largest error %g\n", worst);
    std::printf("axis -2, a block for each column:\n");
    for (size_t i = 0; i < x.size(); i++) {
        const int exponent = scale2[2 * i] - 127;
        const double value = std::ldexp(FromE4m3(y2[i]), exponent);
        std::printf("  %g -> %g, scale 2^%d, error %g\n", FromBf16(x[i]), value, exponent, std::fabs(value - FromBf16(x[i])));
    }

    for (int i = 0; i < 5; i++) {
        aclDestroyTensor(tensors[i]);
        aclrtFree(memory[i]);
    }
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
