// The sine of a transposed part of a matrix, written into every second column of another: views instead of copies.

#include "aclnnop/aclnn_sin.h"
#include "session.h"

int main()
{
    const Session session;
    // A matrix of 3 rows and 5 columns, and one of 4 rows and 6 columns for the results.
    const Tensor<float> matrix(ACL_FLOAT, {3, 5},
                               {0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 1.0f, 1.1f, 1.2f, 1.3f, 1.4f, 2.0f, 2.1f, 2.2f, 2.3f, 2.4f});
    const Tensor<float> results(ACL_FLOAT, {4, 6}, std::vector<float>(24, 9.0f));

    // Columns 1 to 4 of the matrix, transposed: element [i][j] is row j, column i + 1.
    aclTensor *const self = matrix.View({4, 3}, {1, 5}, 1);
    // Columns 1, 3 and 5 of the results.
    aclTensor *const out = results.View({4, 3}, {6, 2}, 1);
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnSinGetWorkspaceSize(self, out, workspaceSize, executor);
        },
        aclnnSin);

    // Elements that the view does not name keep their 9.
    const std::vector<float> numbers = results.Read();
    for (size_t row = 0; row < 4; row++) {
        for (size_t column = 0; column < 6; column++) {
            std::printf("%s%.6f", column == 0 ? "" : " ", numbers[row * 6 + column]);
        }
        std::printf("\n");
    }
    aclDestroyTensor(self);
    aclDestroyTensor(out);
    return 0;
}
