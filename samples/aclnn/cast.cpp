// Numbers in other types: rounded to nearest, cut off toward zero, wrapped, or true.

#include <cmath>

#include "aclnnop/aclnn_cast.h"
#include "session.h"

namespace {

template <typename T>
void Convert(const Session &session, const char *name, const Tensor<float> &self, aclDataType type, size_t count)
{
    const Tensor<T> out(type, std::vector<T>(count));
    session.Run([&](uint64_t *size, aclOpExecutor **executor) {
        return aclnnCastGetWorkspaceSize(self.Get(), type, out.Get(), size, executor);
    }, aclnnCast);
    std::printf("%-8s", name);
    for (const T result : out.Read()) {
        std::printf(" %12.10g", static_cast<double>(result));
    }
    std::printf("\n");
}

} // namespace

int main()
{
    const Session session;
    const std::vector<float> values = {0.1f, -1.75f, 2.5f, 300.0f, 3e9f, INFINITY, 0.0f};
    const Tensor<float> self(ACL_FLOAT, values);
    Convert<float>(session, "FLOAT", self, ACL_FLOAT, values.size());
    Convert<double>(session, "DOUBLE", self, ACL_DOUBLE, values.size());
    Convert<int32_t>(session, "INT32", self, ACL_INT32, values.size());
    Convert<uint8_t>(session, "UINT8", self, ACL_UINT8, values.size());
    Convert<uint8_t>(session, "BOOL", self, ACL_BOOL, values.size());
    // 16 bits, shown as the bits of the nearest number.
    Convert<uint16_t>(session, "FLOAT16", self, ACL_FLOAT16, values.size());
    Convert<uint16_t>(session, "BFLOAT16", self, ACL_BF16, values.size());
    return 0;
}
