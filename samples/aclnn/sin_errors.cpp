// Answers of the library to wrong programs: the codes of the card, and a sentence each.

#include <cstdio>
#include <cstring>
#include <string>

#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"

namespace {

// Prints a status with its message. The message begins with process number and time: those are left out.
void Show(const char *what, int status)
{
    const char *text = aclGetRecentErrMsg();
    std::string sentence = text == nullptr ? "" : text;
    const size_t begin = sentence.find("): ");
    if (begin != std::string::npos) {
        sentence = sentence.substr(begin + 3);
    }
    std::printf("%s: %d\n    %s\n", what, status, sentence.c_str());
}

aclTensor *Tensor(aclDataType type, int64_t rows, int64_t columns, void *memory)
{
    const int64_t shape[] = {rows, columns};
    return aclCreateTensor(shape, 2, type, nullptr, 0, ACL_FORMAT_ND, shape, 2, memory);
}

} // namespace

int main()
{
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
        return 1;
    }
    void *memory = nullptr;
    if (aclrtMalloc(&memory, 32, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
        return 1;
    }
    aclTensor *good = Tensor(ACL_FLOAT, 4, 2, memory);
    aclTensor *half = Tensor(ACL_FLOAT16, 4, 2, memory);
    aclTensor *integers = Tensor(ACL_INT32, 4, 2, memory);
    aclTensor *wide = Tensor(ACL_FLOAT, 2, 4, memory);
    aclTensor *large = Tensor(ACL_FLOAT, 4, 3, memory);
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;

    Show("no input", aclnnSinGetWorkspaceSize(nullptr, good, &size, &executor));
    Show("an integer input", aclnnSinGetWorkspaceSize(integers, good, &size, &executor));
    Show("another output type", aclnnSinGetWorkspaceSize(good, half, &size, &executor));
    Show("another output shape", aclnnSinGetWorkspaceSize(good, wide, &size, &executor));
    Show("more than was allocated", aclnnSinGetWorkspaceSize(large, large, &size, &executor));
    char host[64] = {0};
    Show("a copy past the end", aclrtMemcpy(memory, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE));

    if (aclrtMemcpy(memory, 32, host, 32, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS ||
        aclnnSinGetWorkspaceSize(good, good, &size, &executor) != 0 || aclnnSin(nullptr, size, executor, nullptr) != 0) {
        return 1;
    }
    Show("an executor that was used up", aclnnSin(nullptr, size, executor, nullptr));
    for (aclTensor *tensor : {good, half, integers, wide, large}) {
        aclDestroyTensor(tensor);
    }
    Show("a tensor that was destroyed", aclnnSinGetWorkspaceSize(good, good, &size, &executor));

    if (aclrtSynchronizeStream(nullptr) != ACL_SUCCESS) {
        return 1;
    }
    aclrtFree(memory);
    aclrtResetDevice(0);
    return aclFinalize();
}
