/* Signatures of `acl/acl_base_rt.h`: data types, capabilities, data buffers, log. */
#include "acl/acl_base_rt.h"

#include "signature.h"

int main(void)
{
    SIGNATURE(void, aclAppLog,
          (aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...));
    SIGNATURE(aclDataBuffer *, aclCreateDataBuffer, (void *data, size_t size));
    SIGNATURE(size_t, aclDataTypeSize, (aclDataType dataType));
    SIGNATURE(aclError, aclDestroyDataBuffer, (const aclDataBuffer *dataBuffer));
    SIGNATURE(float, aclFloat16ToFloat, (aclFloat16 value));
    SIGNATURE(aclFloat16, aclFloatToFloat16, (float value));
    SIGNATURE(aclError, aclGetCannAttribute, (aclCannAttr cannAttr, int32_t *value));
    SIGNATURE(aclError, aclGetCannAttributeList, (const aclCannAttr **cannAttrList, size_t *num));
    SIGNATURE(void *, aclGetDataBufferAddr, (const aclDataBuffer *dataBuffer));
    SIGNATURE(uint32_t, aclGetDataBufferSize, (const aclDataBuffer *dataBuffer));
    SIGNATURE(size_t, aclGetDataBufferSizeV2, (const aclDataBuffer *dataBuffer));
    SIGNATURE(aclError, aclGetDeviceCapability,
          (uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t *value));
    SIGNATURE(const char *, aclrtGetSocName, (void));
    SIGNATURE(aclError, aclUpdateDataBuffer, (aclDataBuffer *dataBuffer, void *data, size_t size));
    return check_result();
}
