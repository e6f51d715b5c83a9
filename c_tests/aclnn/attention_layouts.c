/* Attention as generation and ring attention ask for it: masks whose axes of 1 broadcast, and the statistics of sequences one behind the other. */
#include "fixture.h"

#include "aclnnop/aclnn_flash_attention_score.h"
#include "aclnnop/aclnn_flash_attention_score_grad.h"

enum { BATCH = 2, HEADS = 2, QUERIES = 3, KEYS = 13, DEPTH = 4, COUNT = BATCH * HEADS * QUERIES * DEPTH };

static aclTensor *query, *key, *value, *largest, *sum, *result;
static void *result_memory;

static float number(int i, int of)
{
    return (float)((i * 37 + of * 11) % 64 - 32) / 32;
}

static aclTensor *floats(uint64_t rank, const int64_t *dims, int of, void **memory)
{
    size_t count = 1;
    for (uint64_t k = 0; k < rank; k++) {
        count *= (size_t)dims[k];
    }
    float *values = malloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = of < 0 ? 0 : number((int)i, of);
    }
    *memory = device_memory(values, count * sizeof *values);
    free(values);
    return tensor(ACL_FLOAT, rank, dims, *memory);
}

/* Attention of BNSD with a mask whose extents are `dims`; what it hides is said by `hidden` for each batch, head, query and key. */
static void attend(uint64_t rank, const int64_t *dims, const unsigned char *mask, float *to)
{
    size_t count = 1;
    for (uint64_t k = 0; k < rank; k++) {
        count *= (size_t)dims[k];
    }
    char bnsd[] = "BNSD";
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *hidden = tensor(ACL_BOOL, rank, dims, device_memory(mask, count));
    CHECK_STATUS(both_phases(aclnnFlashAttentionScoreGetWorkspaceSize(query, key, value, NULL, NULL, NULL, hidden, NULL, 0.5, 1, 65535, 65535,
                                                                      HEADS, bnsd, 0, 1, largest, sum, NULL, result, &size, &executor),
                             aclnnFlashAttentionScore, &size, &executor),
                 ACLNN_SUCCESS);
    to_host(to, result_memory, COUNT * sizeof(float));
}

/* A mask with axes of 1 hides what the same mask hides that is written out. */
static void masks_broadcast(void)
{
    const int64_t of_queries[4] = {BATCH, HEADS, QUERIES, DEPTH}, of_keys[4] = {BATCH, HEADS, KEYS, DEPTH}, of_rows[4] = {BATCH, HEADS, QUERIES, 8};
    const int64_t whole[4] = {BATCH, HEADS, QUERIES, KEYS};
    void *memory;
    query = floats(4, of_queries, 1, &memory);
    key = floats(4, of_keys, 2, &memory);
    value = floats(4, of_keys, 3, &memory);
    largest = floats(4, of_rows, -1, &memory);
    sum = floats(4, of_rows, -1, &memory);
    result = floats(4, of_queries, -1, &result_memory);

    const int64_t shapes[][4] = {{2, 1, 1, 13}, {1, 1, 1, 13}, {2, 2, 1, 13}, {1, 1, 1, 13}, {2, 2, 3, 1}, {1, 2, 1, 1}, {1, 1, 3, 1}};
    const uint64_t ranks[] = {4, 4, 4, 2, 4, 4, 2};
    for (size_t k = 0; k < sizeof ranks / sizeof *ranks; k++) {
        const int64_t *shape = shapes[k];
        static unsigned char mask[BATCH * HEADS * QUERIES * KEYS], written_out[BATCH * HEADS * QUERIES * KEYS];
        for (int i = 0; i < BATCH * HEADS * QUERIES * KEYS; i++) {
            mask[i] = (unsigned char)(i % 5 == 1 || i % 7 == 2);
        }
        for (int i = 0; i < BATCH * HEADS * QUERIES * KEYS; i++) {
            const int64_t at[4] = {i / (HEADS * QUERIES * KEYS), i / (QUERIES * KEYS) % HEADS, i / KEYS % QUERIES, i % KEYS};
            int64_t place = 0;
            for (int axis = 0; axis < 4; axis++) {
                place = place * shape[axis] + (shape[axis] == 1 ? 0 : at[axis]);
            }
            written_out[i] = mask[place];
        }
        float got[COUNT], wanted[COUNT];
        attend(ranks[k], shape + 4 - ranks[k], mask, got);
        attend(4, whole, written_out, wanted);
        CHECK_EQUAL_BITS(got, wanted, sizeof got);
    }

    /* Another extent is refused. */
    const int64_t wrong[4] = {2, 1, 2, 13};
    char bnsd[] = "BNSD";
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnFlashAttentionScoreGetWorkspaceSize(query, key, value, NULL, NULL, NULL, tensor(ACL_BOOL, 4, wrong, memory), NULL, 0.5, 1,
                                                          65535, 65535, HEADS, bnsd, 0, 1, largest, sum, NULL, result, &size, &executor),
                 ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`attenMaskOptional` has shape [2, 1, 2, 13]");
}

/* Two sequences one behind the other have the statistics that each has alone, one behind the other, and gradients read them so. */
static void statistics_lie_by_sequences(void)
{
    enum { ROWS = 8, FIRST = 3, SIZE = ROWS * HEADS * DEPTH, STATISTICS = ROWS * HEADS * 8 };
    const int64_t tokens[3] = {ROWS, HEADS, DEPTH}, of_rows[3] = {ROWS, HEADS, 8}, ends[2] = {FIRST, ROWS}, lengths[2] = {FIRST, ROWS - FIRST};
    char tnd[] = "TND", bsnd[] = "BSND";
    void *memory[11];
    aclTensor *tensors[11];
    for (int i = 0; i < 11; i++) {
        const int is_statistic = i == 4 || i == 5;
        tensors[i] = floats(3, is_statistic ? of_rows : tokens, i < 4 ? i + 1 : -1, &memory[i]);
    }
    aclIntArray *sequences = aclCreateIntArray(ends, 2);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(both_phases(aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
                                 tensors[0], tensors[1], tensors[2], NULL, NULL, NULL, NULL, NULL, sequences, sequences, NULL, NULL, 0.5, 1, 65535,
                                 65535, HEADS, tnd, 0, 0, 1, tensors[4], tensors[5], NULL, tensors[6], &size, &executor),
                             aclnnFlashAttentionVarLenScoreV2, &size, &executor),
                 ACLNN_SUCCESS);
    CHECK_STATUS(both_phases(aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
                                 tensors[0], tensors[1], tensors[2], tensors[3], NULL, NULL, NULL, NULL, tensors[4], tensors[5], NULL, tensors[6],
                                 NULL, sequences, sequences, NULL, NULL, 0.5, 1, 65535, 65535, HEADS, tnd, 0, 0, 1, tensors[7], tensors[8],
                                 tensors[9], NULL, &size, &executor),
                             aclnnFlashAttentionUnpaddingScoreGradV2, &size, &executor),
                 ACLNN_SUCCESS);
    float together[6][STATISTICS], alone[6][STATISTICS];
    const int outputs[6] = {4, 5, 6, 7, 8, 9};
    for (int k = 0; k < 6; k++) {
        const size_t bytes = (k < 2 ? STATISTICS : SIZE) * sizeof(float);
        to_host(together[k], memory[outputs[k]], bytes);
        CHECK_STATUS(aclrtMemset(memory[outputs[k]], bytes, 0, bytes), ACL_SUCCESS);
    }
    for (int b = 0; b < 2; b++) {
        const int64_t start = b == 0 ? 0 : FIRST;
        const int64_t own[4] = {1, lengths[b], HEADS, DEPTH}, own_statistics[4] = {1, HEADS, lengths[b], 8};
        aclTensor *parts[10];
        for (int i = 0; i < 10; i++) {
            const int is_statistic = i == 4 || i == 5;
            float *first = (float *)memory[i] + start * HEADS * (is_statistic ? 8 : DEPTH);
            parts[i] = tensor(ACL_FLOAT, 4, is_statistic ? own_statistics : own, first);
        }
        CHECK_STATUS(both_phases(aclnnFlashAttentionScoreV2GetWorkspaceSize(parts[0], parts[1], parts[2], NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                                                            0.5, 1, 65535, 65535, HEADS, bsnd, 0, 0, 1, parts[4], parts[5], NULL,
                                                                            parts[6], &size, &executor),
                                 aclnnFlashAttentionScoreV2, &size, &executor),
                     ACLNN_SUCCESS);
        CHECK_STATUS(both_phases(aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
                                     parts[0], parts[1], parts[2], parts[3], NULL, NULL, NULL, NULL, parts[4], parts[5], NULL, parts[6], NULL, NULL,
                                     NULL, 0.5, 1, 65535, 65535, HEADS, bsnd, 0, 0, 1, parts[7], parts[8], parts[9], NULL, &size, &executor),
                                 aclnnFlashAttentionScoreGradV2, &size, &executor),
                     ACLNN_SUCCESS);
    }
    for (int k = 0; k < 6; k++) {
        const size_t bytes = (k < 2 ? STATISTICS : SIZE) * sizeof(float);
        to_host(alone[k], memory[outputs[k]], bytes);
        CHECK_EQUAL_BITS(together[k], alone[k], bytes);
    }
}

int main(void)
{
    open_device();
    masks_broadcast();
    statistics_lie_by_sequences();
    close_device();
    return check_result();
}
