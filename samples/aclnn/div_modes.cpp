// Quotients of integers in the three modes of aclnnDivMod, and the remainders that belong to two of them. The last divisor is 0.

#include "aclnnop/aclnn_div.h"
#include "aclnnop/aclnn_fmod_tensor.h"
#include "aclnnop/aclnn_remainder.h"
#include "session.h"

int main()
{
    const Session session;
    const Tensor<int32_t> a(ACL_INT32, {5}, {7, -7, 7, -7, 5});
    const Tensor<int32_t> b(ACL_INT32, {5}, {2, 2, -2, -2, 0});
    const Tensor<float> quotients(ACL_FLOAT, {5}, std::vector<float>(5));
    const Tensor<int32_t> integers(ACL_INT32, {5}, std::vector<int32_t>(5));

    const auto divide = [&](int mode, aclTensor *out) {
        session.Run(
            [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
                return aclnnDivModGetWorkspaceSize(a.Get(), b.Get(), mode, out, workspaceSize, executor);
            },
            aclnnDivMod);
    };
    a.Print("a");
    b.Print("b");
    divide(0, quotients.Get());
    quotients.Print("a / b");
    divide(1, integers.Get());
    integers.Print("toward zero");
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnFmodTensorGetWorkspaceSize(a.Get(), b.Get(), integers.Get(), workspaceSize, executor);
        },
        aclnnFmodTensor);
    integers.Print("  what is left");
    divide(2, integers.Get());
    integers.Print("toward minus infinity");
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnRemainderTensorTensorGetWorkspaceSize(a.Get(), b.Get(), integers.Get(), workspaceSize, executor);
        },
        aclnnRemainderTensorTensor);
    integers.Print("  what is left");
    return 0;
}
