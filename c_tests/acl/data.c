/* Data helpers and data buffers. */
#include "fixture.h"

int main(void)
{
    static const struct {
        int type;
        size_t size;
    } sizes[] = {{ACL_DT_UNDEFINED, 0}, {ACL_FLOAT, 4}, {ACL_FLOAT16, 2}, {ACL_INT8, 1}, {ACL_INT32, 4}, {ACL_UINT8, 1},
                 {5, 0}, {ACL_INT16, 2}, {ACL_UINT16, 2}, {ACL_UINT32, 4}, {ACL_INT64, 8}, {ACL_UINT64, 8}, {ACL_DOUBLE, 8},
                 {ACL_BOOL, 1}, {ACL_STRING, 0}, {ACL_COMPLEX64, 8}, {ACL_COMPLEX128, 16}, {ACL_BF16, 2}, {ACL_INT4, 1},
                 {ACL_UINT1, 1}, {ACL_COMPLEX32, 4}, {ACL_HIFLOAT8, 1}, {ACL_FLOAT8_E5M2, 1}, {ACL_FLOAT8_E4M3FN, 1},
                 {ACL_FLOAT8_E8M0, 1}, {ACL_FLOAT6_E3M2, 8}, {ACL_FLOAT6_E2M3, 8}, {ACL_FLOAT4_E2M1, 8},
                 {ACL_FLOAT4_E1M2, 8}, {1000, 0}};
    size_t at;
    int memory = 0;
    aclDataBuffer *buffer, *other;

    for (at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
        if (aclDataTypeSize((aclDataType)sizes[at].type) != sizes[at].size) {
            fprintf(stderr, "type %d:\n", sizes[at].type);
        }
        CHECK_EQUAL_INT(aclDataTypeSize((aclDataType)sizes[at].type), sizes[at].size);
    }

    CHECK_TRUE(aclFloat16ToFloat(0x3C00) == 1.0f);
    CHECK_TRUE(aclFloat16ToFloat(0x7C00) == 65536.0f);
    CHECK_TRUE(aclFloat16ToFloat(0xFE00) == -98304.0f);
    CHECK_EQUAL_INT(aclFloatToFloat16(1.0f), 0x3C00);
    CHECK_EQUAL_INT(aclFloatToFloat16(-1e30f), 0xFBFF);

    buffer = aclCreateDataBuffer(&memory, (size_t)1 << 32);
    CHECK_TRUE(buffer != NULL);
    CHECK_TRUE(aclGetDataBufferAddr(buffer) == &memory);
    CHECK_TRUE(aclGetDataBufferSizeV2(buffer) == (size_t)1 << 32);
    CHECK_EQUAL_INT(aclGetDataBufferSize(buffer), 0);
    other = aclCreateDataBuffer(NULL, 0);
    CHECK_TRUE(other != NULL && other != buffer);
    CHECK_TRUE(aclGetDataBufferAddr(other) == NULL);

    CHECK_REFUSED(aclUpdateDataBuffer(NULL, &memory, 4), ACL_ERROR_INVALID_PARAM, "`dataBuffer` is null");
    CHECK_STATUS(aclUpdateDataBuffer(other, &memory, 4), ACL_SUCCESS);
    CHECK_TRUE(aclGetDataBufferAddr(other) == &memory);
    CHECK_EQUAL_INT(aclGetDataBufferSize(other), 4);
    CHECK_STATUS(aclUpdateDataBuffer(other, NULL, 0), ACL_SUCCESS);
    CHECK_TRUE(aclGetDataBufferAddr(other) == NULL);

    CHECK_REFUSED(aclDestroyDataBuffer(NULL), ACL_ERROR_INVALID_PARAM, "`dataBuffer` is null");
    CHECK_REFUSED(aclDestroyDataBuffer((aclDataBuffer *)NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "not a handle");
    CHECK_STATUS(aclDestroyDataBuffer(other), ACL_SUCCESS);
    CHECK_REFUSED(aclDestroyDataBuffer(other), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle");
    CHECK_REFUSED(aclUpdateDataBuffer(other, &memory, 4), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle");
    CHECK_TRUE(aclGetDataBufferAddr(NULL) == NULL && aclGetDataBufferAddr(other) == NULL);
    CHECK_TRUE(aclGetDataBufferSize(NULL) == 0 && aclGetDataBufferSize(other) == 0);
    CHECK_TRUE(aclGetDataBufferSizeV2(NULL) == 0 && aclGetDataBufferSizeV2(other) == 0);
    CHECK_STATUS(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    return check_result();
}
