// Sums with alpha: a row and a column broadcast to a matrix, and integers beside floats are computed as floats.

#include "aclnnop/aclnn_add.h"
#include "session.h"

int main()
{
    const Session session;
    const Tensor<float> matrix(ACL_FLOAT, {2, 3}, {1, 2, 3, 10, 20, 30});
    const Tensor<int32_t> row(ACL_INT32, {3}, {1, -2, 4});
    const Tensor<float> column(ACL_FLOAT, {2, 1}, {100, -100});
    const Tensor<float> out(ACL_FLOAT, {2, 3}, std::vector<float>(6));

    float half = 0.5f;
    aclScalar *alpha = aclCreateScalar(&half, ACL_FLOAT);
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnAddGetWorkspaceSize(matrix.Get(), row.Get(), alpha, out.Get(), workspaceSize, executor);
        },
        aclnnAdd);
    out.Print("matrix + 0.5 * row");
    aclDestroyScalar(alpha);

    int64_t two = 2;
    alpha = aclCreateScalar(&two, ACL_INT64);
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnInplaceAddGetWorkspaceSize(matrix.Get(), column.Get(), alpha, workspaceSize, executor);
        },
        aclnnInplaceAdd);
    matrix.Print("matrix += 2 * column");
    aclDestroyScalar(alpha);
    return 0;
}
