/* Order: sorted values with their indices, NaN and equal numbers among them, the largest, the k-th; what refusals say. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_argsort.h"
#include "aclnnop/aclnn_kthvalue.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_topk.h"

int main(void)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    open_device();
    const float values[6] = {2, NAN, -1, 2, -0.0F, 0};
    const int64_t six = 6, two = 2, none = 0;
    void *memory = device_memory(values, sizeof values), *results = device_memory(NULL, sizeof values);
    void *places = device_memory(NULL, 6 * sizeof(int64_t));
    aclTensor *self = tensor(ACL_FLOAT, 1, &six, memory), *out = tensor(ACL_FLOAT, 1, &six, results);
    aclTensor *indices = tensor(ACL_INT64, 1, &six, places);
    float got[6];
    int64_t at[6];

    /* Rising: equal numbers in their order, both zeros as they are, NaN last. */
    CHECK_STATUS(both_phases(aclnnSortGetWorkspaceSize(self, true, -1, false, out, indices, &size, &executor), aclnnSort, &size, &executor), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    to_host(at, places, sizeof at);
    CHECK_TRUE(got[0] == -1 && signbit(got[1]) && !signbit(got[2]) && got[3] == 2 && got[4] == 2 && isnan(got[5]));
    CHECK_TRUE(at[0] == 2 && at[1] == 4 && at[2] == 5 && at[3] == 0 && at[4] == 3 && at[5] == 1);
    /* Falling: NaN first, equal numbers still in their order. */
    CHECK_STATUS(both_phases(aclnnArgsortGetWorkspaceSize(self, 0, true, indices, &size, &executor), aclnnArgsort, &size, &executor), ACLNN_SUCCESS);
    to_host(at, places, sizeof at);
    CHECK_TRUE(at[0] == 1 && at[1] == 0 && at[2] == 3 && at[3] == 4 && at[4] == 5 && at[5] == 2);

    aclTensor *top = tensor(ACL_FLOAT, 1, &two, results), *where = tensor(ACL_INT64, 1, &two, places);
    CHECK_STATUS(both_phases(aclnnTopkGetWorkspaceSize(self, 2, 0, false, true, top, where, &size, &executor), aclnnTopk, &size, &executor), ACLNN_SUCCESS);
    to_host(got, results, 8);
    to_host(at, places, 16);
    CHECK_TRUE(got[0] == -1 && got[1] == 0 && at[0] == 2 && at[1] == 4);
    CHECK_STATUS(aclnnTopkGetWorkspaceSize(self, 7, 0, true, true, top, where, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "0 to 6");

    aclTensor *one = tensor(ACL_FLOAT, 0, &none, results), *index = tensor(ACL_INT64, 0, &none, places);
    CHECK_STATUS(both_phases(aclnnKthvalueGetWorkspaceSize(self, 5, 0, false, one, index, &size, &executor), aclnnKthvalue, &size, &executor), ACLNN_SUCCESS);
    to_host(got, results, 4);
    to_host(at, places, 8);
    CHECK_TRUE(got[0] == 2 && at[0] == 3);

    aclDestroyTensor(self), aclDestroyTensor(out), aclDestroyTensor(indices), aclDestroyTensor(top);
    aclDestroyTensor(where), aclDestroyTensor(one), aclDestroyTensor(index);
    aclrtFree(memory), aclrtFree(results), aclrtFree(places);
    close_device();
    return check_result();
}
