/* Attention as a program that trains asks for it: a triangle as mask, gradients, dropout by seed, and what is refused. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_flash_attention_score.h"
#include "aclnnop/aclnn_flash_attention_score_grad.h"

enum { HEADS = 2, ROWS = 40, DEPTH = 4, NUMBERS = HEADS * ROWS * DEPTH, STATISTICS = HEADS * ROWS * 8 };

/* What a call is made of; null where it has no such tensor. */
typedef struct {
    aclTensor *query, *key, *value, *mask, *largest, *sum, *result;
    double keep;
    int64_t mode, seed;
    char *layout;
} Attention;

static aclnnStatus forward(const Attention *of)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnFlashAttentionScoreV4GetWorkspaceSize(
        of->query, of->key, of->value, NULL, NULL, NULL, of->mask, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5,
        of->keep, 65535, 65535, HEADS, of->layout, 0, of->mode, 0, 1, NULL, of->seed, 0, of->largest, of->sum, NULL, of->result, &size,
        &executor);
    if (status == ACLNN_SUCCESS) {
        finish(aclnnFlashAttentionScoreV4, size, executor);
    }
    return status;
}

static aclnnStatus gradient(const Attention *of, aclTensor *by_result, aclTensor *const gradients[3])
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
        of->query, of->key, of->value, by_result, NULL, NULL, NULL, of->mask, of->largest, of->sum, NULL, of->result, NULL, NULL, NULL, NULL,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0.5, of->keep, 65535, 65535, HEADS, of->layout, NULL, 0, of->mode, 1, of->seed,
        0, 0, gradients[0], gradients[1], gradients[2], NULL, NULL, NULL, NULL, &size, &executor);
    if (status == ACLNN_SUCCESS) {
        finish(aclnnFlashAttentionScoreGradV4, size, executor);
    }
    return status;
}

/* The result of a head and a query that sees the keys up to its own, by the definition. */
static void by_definition(const float *q, const float *k, const float *v, int head, int row, double result[DEPTH])
{
    double sum = 0;
    for (int d = 0; d < DEPTH; ++d) {
        result[d] = 0;
    }
    for (int key = 0; key <= row; ++key) {
        double score = 0;
        for (int d = 0; d < DEPTH; ++d) {
            score += (double)q[(head * ROWS + row) * DEPTH + d] * k[(head * ROWS + key) * DEPTH + d];
        }
        const double weight = exp(0.5 * score);
        sum += weight;
        for (int d = 0; d < DEPTH; ++d) {
            result[d] += weight * v[(head * ROWS + key) * DEPTH + d];
        }
    }
    for (int d = 0; d < DEPTH; ++d) {
        result[d] /= sum;
    }
}

int main(void)
{
    open_device();
    float values[4][NUMBERS], got[NUMBERS], again[NUMBERS];
    for (int i = 0; i < NUMBERS; ++i) {
        for (int operand = 0; operand < 4; ++operand) {
            values[operand][i] = (float)((i * 37 + operand * 11) % 64 - 32) / 32;
        }
    }
    const int64_t shape[4] = {1, HEADS, ROWS, DEPTH}, statistics[4] = {1, HEADS, ROWS, 8}, triangle[2] = {2048, 2048};
    void *memory[8];
    aclTensor *tensors[8];
    for (int i = 0; i < 8; ++i) {
        memory[i] = device_memory(i < 4 ? values[i] : NULL, sizeof values[0]);
        tensors[i] = tensor(ACL_FLOAT, 4, shape, memory[i]);
    }
    void *largest = device_memory(NULL, STATISTICS * sizeof(float)), *sum = device_memory(NULL, STATISTICS * sizeof(float));
    void *mask = device_memory(NULL, 2048 * 2048);
    char bnsd[] = "BNSD", wrong[] = "BSND";
    Attention of = {tensors[0], tensors[1], tensors[2], tensor(ACL_BOOL, 2, triangle, mask), tensor(ACL_FLOAT, 4, statistics, largest),
                    tensor(ACL_FLOAT, 4, statistics, sum), tensors[4], 1, 3, 0, bnsd};

    /* Each query sees the keys up to its own. */
    CHECK_STATUS(forward(&of), ACLNN_SUCCESS);
    to_host(got, memory[4], sizeof got);
    for (int head = 0; head < HEADS; ++head) {
        for (int row = 0; row < ROWS; ++row) {
            double expected[DEPTH];
            by_definition(values[0], values[1], values[2], head, row, expected);
            for (int d = 0; d < DEPTH; ++d) {
                CHECK_TRUE(fabs(got[(head * ROWS + row) * DEPTH + d] - expected[d]) < 1e-6);
            }
        }
    }

    /* The gradient by values of a sum of all results: each query shares out 1. */
    float ones[NUMBERS];
    for (int i = 0; i < NUMBERS; ++i) {
        ones[i] = 1;
    }
    CHECK_STATUS(aclrtMemcpy(memory[3], sizeof ones, ones, sizeof ones, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(gradient(&of, tensors[3], &tensors[5]), ACLNN_SUCCESS);
    to_host(got, memory[7], sizeof got);
    double total = 0;
    for (int i = 0; i < NUMBERS; ++i) {
        total += got[i];
    }
    CHECK_TRUE(fabs(total - NUMBERS) < 1e-3);

    /* The same seed keeps the same weights, another one others. */
    of.keep = 0.5;
    of.seed = 7;
    CHECK_STATUS(forward(&of), ACLNN_SUCCESS);
    to_host(got, memory[4], sizeof got);
    CHECK_STATUS(forward(&of), ACLNN_SUCCESS);
    to_host(again, memory[4], sizeof again);
    CHECK_TRUE(memcmp(got, again, sizeof got) == 0);
    of.seed = 8;
    CHECK_STATUS(forward(&of), ACLNN_SUCCESS);
    to_host(again, memory[4], sizeof again);
    CHECK_TRUE(memcmp(got, again, sizeof got) != 0);

    /* Refusals name the argument. */
    of.layout = wrong;
    CHECK_STATUS(forward(&of), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "headNum");
    of.layout = bnsd;
    of.keep = 0;
    CHECK_STATUS(forward(&of), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "keepProb");
    of.keep = 1;
    of.mode = 9;
    CHECK_STATUS(forward(&of), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "sparseMode");

    close_device();
    return check_result();
}
