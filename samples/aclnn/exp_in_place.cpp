// Every second column of a matrix to its exponential, in place, and back by the logarithm: what is between the columns stays.

#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_log.h"
#include "session.h"

namespace {

constexpr size_t kRows = 3;
constexpr size_t kColumns = 5;

void Print(const char *title, const std::vector<float> &matrix)
{
    std::printf("%s\n", title);
    for (size_t i = 0; i < matrix.size(); i++) {
        std::printf("%9.5f%s", matrix[i], i % kColumns == kColumns - 1 ? "\n" : " ");
    }
}

} // namespace

int main()
{
    const Session session;
    std::vector<float> numbers(kRows * kColumns);
    for (size_t i = 0; i < numbers.size(); i++) {
        numbers[i] = 0.25f * static_cast<float>(i) - 1.0f;
    }
    const Tensor<float> matrix(ACL_FLOAT, {kRows, kColumns}, numbers);
    aclTensor *const columns = matrix.View({kRows, 3}, {kColumns, 2}, 0);

    Print("before", matrix.Read());
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnInplaceExpGetWorkspaceSize(columns, workspaceSize, executor);
        },
        aclnnInplaceExp);
    Print("exponentials of columns 0, 2 and 4", matrix.Read());
    session.Run(
        [&](uint64_t *workspaceSize, aclOpExecutor **executor) {
            return aclnnInplaceLogGetWorkspaceSize(columns, workspaceSize, executor);
        },
        aclnnInplaceLog);
    Print("their logarithms", matrix.Read());
    aclDestroyTensor(columns);
    return 0;
}
