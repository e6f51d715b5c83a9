/* The numbers of aclnnSin in its three types, on strided, overlapping and host memory. */
#include "fixture.h"

#include "aclnnop/aclnn_sin.h"

static void run(const aclTensor *self, aclTensor *out)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    REQUIRE_STATUS(aclnnSinGetWorkspaceSize(self, out, &size, &executor), ACLNN_SUCCESS);
    void *workspace = size > 0 ? device_memory(NULL, size) : NULL;
    REQUIRE_STATUS(aclnnSin(workspace, size, executor, stream), ACLNN_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
}

/* Bits in, bits out, through device memory. */
static void values(aclDataType type, size_t element, int64_t count, const void *in, const void *expected)
{
    unsigned char got[256];
    const size_t bytes = element * (size_t)count;
    void *from = device_memory(in, bytes);
    void *to = device_memory(NULL, bytes);
    aclTensor *self = tensor(type, 1, &count, from);
    aclTensor *out = tensor(type, 1, &count, to);
    run(self, out);
    to_host(got, to, bytes);
    CHECK_EQUAL_BITS(got, expected, bytes);
    CHECK_STATUS(aclDestroyTensor(self), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(to), ACL_SUCCESS);
}

int main(void)
{
    open_device();
    /* 0, -0, 1..7, 1e7, 1e10, FLT_MAX: correctly rounded. */
    const uint32_t f32[] = {0x00000000, 0x80000000, 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000,
                            0x40c00000, 0x40e00000, 0x4b189680, 0x501502f9, 0x7f7fffff};
    const uint32_t f32_sines[] = {0x00000000, 0x80000000, 0x3f576aa4, 0x3f68c7b7, 0x3e1081c3, 0xbf41bdcf, 0xbf757c10,
                                  0xbe8f0f8c, 0x3f283046, 0x3ed7520a, 0xbef99a64, 0xbf0599b3};
    values(ACL_FLOAT, 4, 12, f32, f32_sines);
    /* 0.5, 1, 2, 1000, 3.140625. */
    const uint16_t f16[] = {0x3800, 0x3c00, 0x4000, 0x63d0, 0x4248};
    const uint16_t f16_sines[] = {0x37ac, 0x3abb, 0x3b46, 0x3a9d, 0x13ed};
    values(ACL_FLOAT16, 2, 5, f16, f16_sines);
    /* 1, -2, -0. */
    const uint16_t bf16[] = {0x3f80, 0xc000, 0x8000};
    const uint16_t bf16_sines[] = {0x3f57, 0xbf69, 0x8000};
    values(ACL_BF16, 2, 3, bf16, bf16_sines);

    /* A scalar, in host memory. */
    float host[2] = {1.0f, 9.0f};
    aclTensor *scalar = tensor(ACL_FLOAT, 0, NULL, &host[0]);
    aclTensor *result = tensor(ACL_FLOAT, 0, NULL, &host[1]);
    run(scalar, result);
    CHECK_EQUAL_BITS(&host[1], &f32_sines[2], 4);
    CHECK_STATUS(aclDestroyTensor(scalar), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(result), ACLNN_SUCCESS);

    /* A transposed input, expanded rows, an output with gaps: what the view does not name stays. */
    float matrix[6] = {0, 1, 2, 3, 4, 5};
    float target[12];
    for (int i = 0; i < 12; i++) {
        target[i] = 7.0f;
    }
    const int64_t shape[] = {3, 2}, storage[] = {2, 3}, transposed[] = {1, 3}, gaps[] = {4, 2}, target_storage[] = {3, 4};
    aclTensor *self = aclCreateTensor(shape, 2, ACL_FLOAT, transposed, 0, ACL_FORMAT_ND, storage, 2, matrix);
    aclTensor *out = aclCreateTensor(shape, 2, ACL_FLOAT, gaps, 1, ACL_FORMAT_ND, target_storage, 2, target);
    run(self, out);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            const int value = i + 3 * j;
            CHECK_EQUAL_BITS(&target[4 * i + 2 * j + 1], &f32_sines[value == 0 ? 0 : value + 1], 4);
            CHECK_TRUE(target[4 * i + 2 * j] == 7.0f);
        }
    }
    CHECK_STATUS(aclDestroyTensor(self), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);

    /* Views that overlap: all is read before anything is written. */
    float row[9] = {0, 1, 2, 3, 4, 5, 6, 7, 0};
    const int64_t eight = 8, nine = 9;
    self = aclCreateTensor(&eight, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &nine, 1, row);
    out = aclCreateTensor(&eight, 1, ACL_FLOAT, NULL, 1, ACL_FORMAT_ND, &nine, 1, row);
    run(self, out);
    CHECK_EQUAL_BITS(&row[1], &f32_sines[0], 4);
    CHECK_EQUAL_BITS(&row[2], &f32_sines[2], 28);
    CHECK_STATUS(aclDestroyTensor(self), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);

    close_device();
    return check_result();
}
