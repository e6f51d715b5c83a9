// Numbers above a limit: a comparison of a tensor and a scalar, to BOOL and in place.

#include <cmath>

#include "aclnnop/aclnn_gt_scalar.h"
#include "session.h"

int main()
{
    const Session session;
    const std::vector<float> values = {-1.5f, 0.0f, 2.5f, 2.75f, 1e30f, std::nanf("")};
    const Tensor<float> self(ACL_FLOAT, values);
    const Tensor<uint8_t> out(ACL_BOOL, std::vector<uint8_t>(values.size(), 7));
    float limit = 2.5f;
    aclScalar *const other = aclCreateScalar(&limit, ACL_FLOAT);

    session.Run([&](uint64_t *size, aclOpExecutor **executor) {
        return aclnnGtScalarGetWorkspaceSize(self.Get(), other, out.Get(), size, executor);
    }, aclnnGtScalar);
    const std::vector<uint8_t> above = out.Read();
    for (size_t i = 0; i < values.size(); i++) {
        std::printf("%g > %g: %s\n", static_cast<double>(values[i]), static_cast<double>(limit), above[i] == 1 ? "true" : "false");
    }

    // In place the results are numbers of the tensor's type.
    session.Run([&](uint64_t *size, aclOpExecutor **executor) {
        return aclnnInplaceGtScalarGetWorkspaceSize(self.Get(), other, size, executor);
    }, aclnnInplaceGtScalar);
    float count = 0;
    for (const float one : self.Read()) {
        count += one;
    }
    std::printf("%g of %zu are above\n", static_cast<double>(count), values.size());
    aclDestroyScalar(other);
    return 0;
}
