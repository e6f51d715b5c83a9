/* Operators of several ranks, in processes of their own: a product that is summed over the ranks, tokens that go to experts and come back; ranks that call different things,
   and a rank whose expert does not exist, are errors of all, and nothing hangs. */
#define _GNU_SOURCE
#include "ranks.h"
#include "ways.h"

#include "aclnnop/aclnn_matmul_all_reduce.h"
#include "aclnnop/aclnn_moe_distribute_combine_v2.h"
#include "aclnnop/aclnn_moe_distribute_dispatch_v2.h"

static char group[128];

static aclTensor *tensor(aclDataType type, const int64_t *shape, uint64_t rank, void *memory)
{
    int64_t strides[2] = {1, 1};
    if (rank == 2) {
        strides[0] = shape[1];
    }
    return aclCreateTensor(shape, rank, type, strides, 0, ACL_FORMAT_ND, shape, rank, memory);
}

/* A tensor of new memory, which lives as long as the process. */
static aclTensor *fresh(aclDataType type, int64_t rows, int64_t columns, void **memory)
{
    int64_t shape[2] = {rows, columns};
    size_t bytes = (size_t)(rows * (columns > 0 ? columns : 1)) * aclDataTypeSize(type);
    *memory = device_memory(bytes);
    memset(*memory, 0, bytes);
    return tensor(type, shape, columns > 0 ? 2 : 1, *memory);
}

typedef aclnnStatus (*phase)(void *, uint64_t, aclOpExecutor *, aclrtStream);

static aclError run_phase(phase second, uint64_t size, aclOpExecutor *executor)
{
    void *workspace = device_memory(size + 1);
    aclError status;
    REQUIRE_STATUS(second(workspace, size, executor, stream), ACL_SUCCESS);
    status = aclrtSynchronizeStream(stream);
    CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    return status;
}

/* x1 is (4, rank + 1) of ones, x2 of twos: the sum is 2 + 4 + ... in each element. */
static aclError product(uint32_t rank, int64_t columns, aclFloat16 **sums)
{
    void *x1, *x2, *output;
    aclTensor *a = fresh(ACL_FLOAT16, 4, rank + 1, &x1);
    aclTensor *b = fresh(ACL_FLOAT16, rank + 1, columns, &x2);
    aclTensor *y = fresh(ACL_FLOAT16, 4, columns, &output);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    int64_t i;
    for (i = 0; i < 4 * (rank + 1); i++) {
        ((aclFloat16 *)x1)[i] = aclFloatToFloat16(1);
    }
    for (i = 0; i < columns * (rank + 1); i++) {
        ((aclFloat16 *)x2)[i] = aclFloatToFloat16(2);
    }
    REQUIRE_STATUS(aclnnMatmulAllReduceGetWorkspaceSize(a, b, NULL, group, "sum", 0, 1, y, &size, &executor), ACL_SUCCESS);
    *sums = (aclFloat16 *)output;
    return run_phase(aclnnMatmulAllReduce, size, executor);
}

static void products(uint32_t ranks, uint32_t rank)
{
    aclFloat16 *sums = NULL;
    int64_t i;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclGetCommName(comm, group), HCCL_SUCCESS);
    CHECK_STATUS(product(rank, 3000, &sums), ACL_SUCCESS);
    for (i = 0; i < 4 * 3000; i++) {
        if (aclFloat16ToFloat(sums[i]) != (float)(ranks * (ranks + 1))) {
            CHECK_EQUAL_INT(i, -1);
            break;
        }
    }
    /* The last rank multiplies something else. */
    CHECK_REFUSED(product(rank, rank == ranks - 1 ? 8 : 4, &sums), ACL_ERROR_RT_AICORE_EXCEPTION, "called MatmulAllReduce");
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* Two tokens of each rank go to two of as many experts as there are ranks, times two, and come back as they were: weights are 1/4 and 3/4. */
static aclError experts(uint32_t ranks, uint32_t rank, int32_t first, float *wrong)
{
    const int64_t tokens = 2, width = 700, choices = 2, rows = tokens * ranks * 2;
    void *x, *ids, *scales, *arrived, *assist, *counts, *ends, *y;
    aclTensor *in = fresh(ACL_FLOAT16, tokens, width, &x), *id = fresh(ACL_INT32, tokens, choices, &ids);
    aclTensor *weights = fresh(ACL_FLOAT, tokens, choices, &scales), *rows_of = fresh(ACL_FLOAT16, rows, width, &arrived);
    aclTensor *about = fresh(ACL_INT32, rows * 128, 0, &assist), *totals = fresh(ACL_INT64, 2, 0, &counts);
    aclTensor *end = fresh(ACL_INT32, 2 * ranks, 0, &ends), *out = fresh(ACL_FLOAT16, tokens, width, &y);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclError status;
    int64_t i;
    for (i = 0; i < tokens * width; i++) {
        ((aclFloat16 *)x)[i] = aclFloatToFloat16((float)(i % 100 + 100 * rank));
    }
    for (i = 0; i < tokens * choices; i++) {
        ((int32_t *)ids)[i] = i == 0 ? first : (int32_t)((i * 3 + rank) % (2 * ranks));
        ((float *)scales)[i] = i % 2 == 0 ? 0.25F : 0.75F;
    }
    REQUIRE_STATUS(aclnnMoeDistributeDispatchV2GetWorkspaceSize(in, id, NULL, NULL, NULL, group, ranks, rank, 2 * ranks, "", 0, 0,
                                                                0, 0, 0, 0, 0, 1, "", rows_of, NULL, about, totals, end, NULL,
                                                                NULL, &size, &executor), ACL_SUCCESS);
    status = run_phase(aclnnMoeDistributeDispatchV2, size, executor);
    if (status != ACL_SUCCESS) {
        return status;
    }
    REQUIRE_STATUS(aclnnMoeDistributeCombineV2GetWorkspaceSize(rows_of, id, about, end, weights, NULL, NULL, NULL, NULL, NULL, NULL,
                                                               NULL, group, ranks, rank, 2 * ranks, "", 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                               "", out, &size, &executor), ACL_SUCCESS);
    status = run_phase(aclnnMoeDistributeCombineV2, size, executor);
    for (i = 0; i < tokens * width; i++) {
        *wrong += ((aclFloat16 *)y)[i] != ((aclFloat16 *)x)[i];
    }
    return status;
}

static void experts_of_ranks(uint32_t ranks, uint32_t rank)
{
    float wrong = 0;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclGetCommName(comm, group), HCCL_SUCCESS);
    CHECK_STATUS(experts(ranks, rank, 0, &wrong), ACL_SUCCESS);
    CHECK_EQUAL_INT((int)wrong, 0);
    CHECK_REFUSED(experts(ranks, rank, rank == 1 ? 77 : 0, &wrong), ACL_ERROR_RT_AICORE_EXCEPTION, "77");
    CHECK_STATUS(experts(ranks, rank, 1, &wrong), ACL_SUCCESS);
    CHECK_EQUAL_INT((int)wrong, 0);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

int main(void)
{
    begin_processes();
    hide_ucx();
    run("products", products, 2, 2);
    run("products", products, 4, 4);
    run("experts", experts_of_ranks, 2, 2);
    run("experts", experts_of_ranks, 4, 4);
    enter_host = forbid_boards;
    run("products without shared memory", products, 2, 2);
    run("experts without shared memory", experts_of_ranks, 2, 2);
    enter_host = NULL;
    /* As two hosts. */
    if (show_ucx("tcp,self")) {
        run("experts over TCP", experts_of_ranks, 2, 2);
    }
    return check_result();
}
