/* Convolutions as a program asks for them: an edge filter, its transpose, its gradients, and what is refused. */
#include "fixture.h"

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"

/* An image or a filter of four dimensions. */
static aclTensor *image(const int64_t *dims, void *memory)
{
    return aclCreateTensor(dims, 4, ACL_FLOAT, NULL, 0, ACL_FORMAT_NCHW, dims, 4, memory);
}

static aclIntArray *both(int64_t rows, int64_t columns)
{
    const int64_t values[2] = {rows, columns};
    return aclCreateIntArray(values, 2);
}

static aclnnStatus convolve(const aclTensor *x, const aclTensor *filter, const aclTensor *bias, int64_t padding, bool transposed, aclTensor *y)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclIntArray *ones = both(1, 1), *pads = both(padding, padding), *zeros = both(0, 0);
    aclnnStatus status = aclnnConvolutionGetWorkspaceSize(x, filter, bias, ones, pads, ones, transposed, zeros, 1, y, 1, &size, &executor);
    if (status == ACLNN_SUCCESS) {
        finish(aclnnConvolution, size, executor);
    }
    aclDestroyIntArray(ones);
    aclDestroyIntArray(pads);
    aclDestroyIntArray(zeros);
    return status;
}

int main(void)
{
    open_device();
    const int64_t x_dims[4] = {1, 1, 3, 4}, filter_dims[4] = {1, 1, 1, 2}, y_dims[4] = {1, 1, 3, 3}, one = 1;
    const float x_values[12] = {1, 2, 4, 8, 0, 1, 0, 1, 5, 5, 5, 5}, filter_values[2] = {-1, 1}, bias_value = 10;
    void *x_memory = device_memory(x_values, sizeof x_values), *filter_memory = device_memory(filter_values, sizeof filter_values);
    void *bias_memory = device_memory(&bias_value, sizeof bias_value), *y_memory = device_memory(NULL, 9 * sizeof(float));
    aclTensor *x = image(x_dims, x_memory), *filter = image(filter_dims, filter_memory), *y = image(y_dims, y_memory);
    aclTensor *bias = tensor(ACL_FLOAT, 1, &one, bias_memory);
    float got[12];

    /* Differences of neighbours: the filter is not turned round. */
    const float differences[9] = {11, 12, 14, 11, 9, 11, 10, 10, 10};
    CHECK_STATUS(convolve(x, filter, bias, 0, false, y), ACLNN_SUCCESS);
    to_host(got, y_memory, sizeof differences);
    for (int i = 0; i < 9; ++i) {
        CHECK_TRUE(got[i] == differences[i]);
    }

    /* The other way round, from differences to an image as large as the one they are of. */
    void *back_memory = device_memory(NULL, sizeof x_values);
    aclTensor *back = image(x_dims, back_memory);
    CHECK_STATUS(convolve(y, filter, NULL, 0, true, back), ACLNN_SUCCESS);
    to_host(got, back_memory, sizeof x_values);
    CHECK_TRUE(got[0] == -11 && got[1] == -1 && got[2] == -2 && got[3] == 14);

    /* Gradients: that by the input is the transposed convolution of the output's, without the bias that is not asked for. */
    const bool mask[3] = {true, true, false};
    aclBoolArray *asked = aclCreateBoolArray(mask, 3);
    aclIntArray *ones = both(1, 1), *zeros = both(0, 0), *sizes = aclCreateIntArray(&one, 1);
    void *by_filter_memory = device_memory(NULL, sizeof filter_values);
    aclTensor *by_filter = image(filter_dims, by_filter_memory);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    REQUIRE_STATUS(aclnnConvolutionBackwardGetWorkspaceSize(y, x, filter, sizes, ones, zeros, ones, false, zeros, 1, asked, 0, back, by_filter, NULL,
                                                            &size, &executor),
                   ACLNN_SUCCESS);
    finish(aclnnConvolutionBackward, size, executor);
    to_host(got, back_memory, sizeof x_values);
    CHECK_TRUE(got[0] == -11 && got[3] == 14);
    to_host(got, by_filter_memory, sizeof filter_values);
    CHECK_TRUE(got[0] == 11 + 24 + 56 + 9 + 150 && got[1] == 22 + 48 + 112 + 11 + 11 + 150);

    /* Refusals name the argument and say what fits. */
    CHECK_STATUS(convolve(x, filter, bias, 1, false, y), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "[1, 1, 5, 5]");
    CHECK_STATUS(convolve(x, filter, bias, -1, false, y), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`padding`");
    CHECK_STATUS(convolve(x, bias, NULL, 0, false, y), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`weight`");
    CHECK_STATUS(convolve(NULL, filter, NULL, 0, false, y), ACLNN_ERR_PARAM_NULLPTR);

    close_device();
    return check_result();
}
