/* Tensors, scalars, arrays and lists: what they keep, and what they answer to null and to handles that are none. */
#include "fixture.h"

#include "aclnn/aclnn_base.h"

int main(void)
{
    CHECK_STATUS(aclnnInit(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnInit("no such file"), ACLNN_SUCCESS);

    /* A tensor keeps copies of its dimensions. */
    int64_t dims[] = {2, 3}, strides[] = {4, 1}, storage[] = {2, 4};
    float data[8];
    aclTensor *made = aclCreateTensor(dims, 2, ACL_BF16, strides, 1, ACL_FORMAT_NCHW, storage, 2, data);
    CHECK_TRUE(made != NULL);
    dims[0] = strides[0] = storage[0] = 99;
    int64_t *got = NULL;
    uint64_t count = 0;
    const int64_t shape[] = {2, 3}, kept_strides[] = {4, 1}, kept_storage[] = {2, 4};
    CHECK_STATUS(aclGetViewShape(made, &got, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 2);
    CHECK_EQUAL_BITS(got, shape, sizeof shape);
    free(got);
    CHECK_STATUS(aclGetViewStrides(made, &got, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_BITS(got, kept_strides, sizeof kept_strides);
    free(got);
    CHECK_STATUS(aclGetStorageShape(made, &got, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_BITS(got, kept_storage, sizeof kept_storage);
    free(got);
    int64_t offset = 0;
    aclFormat format = ACL_FORMAT_ND;
    aclDataType type = ACL_FLOAT;
    void *address = NULL;
    CHECK_STATUS(aclGetViewOffset(made, &offset), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(offset, 1);
    CHECK_STATUS(aclGetFormat(made, &format), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(format, ACL_FORMAT_NCHW);
    CHECK_STATUS(aclGetDataType(made, &type), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(type, ACL_BF16);
    CHECK_STATUS(aclGetRawTensorAddr(made, &address), ACLNN_SUCCESS);
    CHECK_TRUE(address == data);
    CHECK_STATUS(aclSetRawTensorAddr(made, &data[4]), ACLNN_SUCCESS);
    CHECK_STATUS(aclGetRawTensorAddr(made, &address), ACLNN_SUCCESS);
    CHECK_TRUE(address == &data[4]);

    /* Described anew: what is null stays. */
    CHECK_STATUS(aclInitTensor(made, NULL, 0, ACL_INT8, NULL, 0, ACL_FORMAT_ND, NULL, 0, NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclGetViewShape(made, &got, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_BITS(got, shape, sizeof shape);
    free(got);
    const int64_t dense[] = {3, 1};
    CHECK_STATUS(aclGetViewStrides(made, &got, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_BITS(got, dense, sizeof dense);
    free(got);
    CHECK_STATUS(aclGetDataType(made, &type), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(type, ACL_INT8);
    CHECK_STATUS(aclGetRawTensorAddr(made, &address), ACLNN_SUCCESS);
    CHECK_TRUE(address == &data[4]);

    /* Null in each argument; outputs stay. */
    got = (int64_t *)data;
    count = 77;
    CHECK_STATUS(aclGetViewShape(NULL, &got, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetViewShape(made, NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetViewShape(made, &got, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetViewStrides(NULL, &got, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetViewStrides(made, NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetViewStrides(made, &got, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetStorageShape(NULL, &got, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetStorageShape(made, NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetStorageShape(made, &got, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_TRUE(got == (int64_t *)data && count == 77);
    CHECK_STATUS(aclGetViewOffset(NULL, &offset), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetViewOffset(made, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetFormat(NULL, &format), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetFormat(made, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetDataType(NULL, &type), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetDataType(made, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetRawTensorAddr(NULL, &address), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetRawTensorAddr(made, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclSetRawTensorAddr(NULL, data), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclInitTensor(NULL, dims, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, dims, 2, data), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_TRUE(aclCreateTensor(NULL, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 2, data) == NULL);
    CHECK_MESSAGE_CONTAINS(message(), "aclCreateTensor: `viewDims` is null");
    CHECK_TRUE(aclCreateTensor(shape, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, NULL, 2, data) == NULL);
    CHECK_TRUE(aclCreateTensor(shape, 26, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 2, data) == NULL);
    CHECK_MESSAGE_CONTAINS(message(), "26 dimensions");
    aclTensor *scalar_tensor = aclCreateTensor(NULL, 0, (aclDataType)1234, NULL, 0, (aclFormat)-7, NULL, 0, NULL);
    CHECK_TRUE(scalar_tensor != NULL);
    CHECK_STATUS(aclGetViewShape(scalar_tensor, &got, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 0);
    free(got);
    CHECK_STATUS(aclDestroyTensor(scalar_tensor), ACLNN_SUCCESS);

    /* Destroyed once; null is no error; other handles are. */
    CHECK_STATUS(aclDestroyTensor(made), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(made), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`tensor` is a destroyed handle; expected a live tensor");
    CHECK_STATUS(aclDestroyTensor(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor((const aclTensor *)data), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclDestroyScalar(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyFloatArray(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyBoolArray(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensorList(NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyScalarList(NULL), ACLNN_SUCCESS);

    /* Scalars and arrays. */
    float value = 2.5f;
    aclScalar *scalar = aclCreateScalar(&value, ACL_FLOAT);
    CHECK_TRUE(scalar != NULL);
    CHECK_TRUE(aclCreateScalar(NULL, ACL_FLOAT) == NULL);
    CHECK_TRUE(aclCreateScalar(&value, ACL_STRING) == NULL);
    CHECK_MESSAGE_CONTAINS(message(), "`dataType` has data type ACL_STRING");
    CHECK_STATUS(aclDestroyScalar(scalar), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyScalar(scalar), ACLNN_ERR_PARAM_INVALID);
    const bool flags[] = {true, false, true};
    aclIntArray *ints = aclCreateIntArray(shape, 2), *no_ints = aclCreateIntArray(NULL, 5);
    aclFloatArray *floats = aclCreateFloatArray(&value, 1);
    aclBoolArray *bools = aclCreateBoolArray(flags, 3);
    CHECK_STATUS(aclGetIntArraySize(ints, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 2);
    CHECK_STATUS(aclGetIntArraySize(no_ints, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 0);
    CHECK_STATUS(aclGetFloatArraySize(floats, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 1);
    CHECK_STATUS(aclGetBoolArraySize(bools, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 3);
    CHECK_STATUS(aclGetIntArraySize(NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetIntArraySize(ints, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetFloatArraySize(NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetFloatArraySize(floats, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetBoolArraySize(NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetBoolArraySize(bools, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetIntArraySize((const aclIntArray *)floats, &count), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "a handle of another kind (float array); expected a live int array");
    CHECK_STATUS(aclDestroyIntArray(ints), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(ints), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclDestroyIntArray(no_ints), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyFloatArray(floats), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyBoolArray(bools), ACLNN_SUCCESS);

    /* A list owns its members. */
    aclTensor *first = tensor(ACL_FLOAT, 2, shape, data), *second = tensor(ACL_FLOAT, 2, shape, data);
    const aclTensor *const members[] = {first, NULL, second};
    aclTensorList *list = aclCreateTensorList(members, 3), *empty = aclCreateTensorList(NULL, 3);
    CHECK_STATUS(aclGetTensorListSize(list, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 3);
    CHECK_STATUS(aclGetTensorListSize(empty, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 0);
    CHECK_STATUS(aclGetTensorListSize(NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetTensorListSize(list, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclDestroyTensor(second), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensorList(list), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(first), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclDestroyTensorList(list), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclDestroyTensorList(empty), ACLNN_SUCCESS);
    const aclScalar *const scalars[] = {aclCreateScalar(&value, ACL_FLOAT)};
    aclScalarList *scalar_list = aclCreateScalarList(scalars, 1);
    CHECK_STATUS(aclGetScalarListSize(scalar_list, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 1);
    CHECK_STATUS(aclGetScalarListSize(NULL, &count), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclGetScalarListSize(scalar_list, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclDestroyScalarList(scalar_list), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyScalar(scalars[0]), ACLNN_ERR_PARAM_INVALID);

    /* The dump wants all its arguments, and a context for its stream. */
    open_device();
    aclTensor *dumped = tensor(ACL_FLOAT, 2, shape, data);
    CHECK_STATUS(aclDumpOpTensors(NULL, "name", &dumped, 1, 0, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclDumpOpTensors("Sin", NULL, &dumped, 1, 0, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclDumpOpTensors("Sin", "name", NULL, 1, 0, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclDumpOpTensors("Sin", "name", &dumped, 1, 0, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(dumped), ACLNN_SUCCESS);
    close_device();
    CHECK_STATUS(aclnnFinalize(), ACLNN_SUCCESS);
    return check_result();
}
