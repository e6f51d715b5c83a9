/* Tensor descriptions: what is set is what is read, and what is refused changes nothing. */
#include "fixture.h"

static const int64_t SHAPE[3] = {2, -1, 5}, KNOWN[2] = {3, 4}, UNKNOWN[1] = {-2};

/* A getter without a status says why it has nothing. */
#define CHECK_NOTHING(call, value, text)                         \
    do {                                                         \
        (void)aclGetRecentErrMsg();                              \
        CHECK_TRUE((call) == (value));                           \
        CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), text);      \
    } while (0)

static void shapes(void)
{
    const int64_t huge[2] = {INT64_MAX, 4}, zero[2] = {0, 7};
    int64_t extent = UNTOUCHED_64;
    aclTensorDesc *desc = aclCreateTensorDesc(ACL_FLOAT, 3, SHAPE, ACL_FORMAT_NCHW);
    aclTensorDesc *scalar = aclCreateTensorDesc(ACL_INT64, 0, NULL, ACL_FORMAT_ND);

    CHECK_TRUE(desc != NULL && scalar != NULL);
    CHECK_EQUAL_INT(aclGetTensorDescType(desc), ACL_FLOAT);
    CHECK_EQUAL_INT(aclGetTensorDescFormat(desc), ACL_FORMAT_NCHW);
    CHECK_EQUAL_INT(aclGetTensorDescNumDims(desc), 3);
    CHECK_STATUS(aclGetTensorDescDimV2(desc, 1, &extent), ACL_SUCCESS);
    CHECK_EQUAL_INT(extent, -1);
    CHECK_EQUAL_INT(aclGetTensorDescDim(desc, 2), 5);
    extent = UNTOUCHED_64;
    CHECK_REFUSED(aclGetTensorDescDimV2(desc, 3, &extent), ACL_ERROR_INVALID_PARAM, "`index` is 3; allowed: 0 to 2");
    CHECK_REFUSED(aclGetTensorDescDimV2(desc, 0, NULL), ACL_ERROR_INVALID_PARAM, "`dimSize` is null");
    CHECK_REFUSED(aclGetTensorDescDimV2(NULL, 0, &extent), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    CHECK_REFUSED(aclGetTensorDescDimV2((aclTensorDesc *)NO_HANDLE, 0, &extent), ACL_ERROR_RT_INVALID_HANDLE, "`desc` is not a handle; expected a live tensor description");
    CHECK_TRUE(extent == UNTOUCHED_64);
    CHECK_NOTHING(aclGetTensorDescDim(desc, 3), -1, "`index` is 3; allowed: 0 to 2");
    CHECK_NOTHING(aclGetTensorDescElementCount(desc), 0, "allowed: known extents");
    CHECK_NOTHING(aclGetTensorDescSize(desc), 0, "allowed: known extents");

    CHECK_EQUAL_INT(aclGetTensorDescNumDims(scalar), 0);
    CHECK_EQUAL_INT(aclGetTensorDescElementCount(scalar), 1);
    CHECK_EQUAL_INT(aclGetTensorDescSize(scalar), 8);
    CHECK_NOTHING(aclGetTensorDescDim(scalar, 0), -1, "there are none");

    CHECK_REFUSED(aclSetTensorOriginShape(desc, -1, KNOWN), ACL_ERROR_INVALID_PARAM, "`numDims` is -1");
    CHECK_REFUSED(aclSetTensorOriginShape(desc, 2, NULL), ACL_ERROR_INVALID_PARAM, "`dims` is null");
    CHECK_REFUSED(aclSetTensorOriginShape(NULL, 2, KNOWN), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    CHECK_EQUAL_INT(aclGetTensorDescNumDims(desc), 3);
    CHECK_STATUS(aclSetTensorOriginShape(desc, 2, KNOWN), ACL_SUCCESS);
    CHECK_EQUAL_INT(aclGetTensorDescNumDims(desc), 2);
    CHECK_EQUAL_INT(aclGetTensorDescElementCount(desc), 12);
    CHECK_EQUAL_INT(aclGetTensorDescSize(desc), 48);
    CHECK_STATUS(aclSetTensorOriginShape(desc, 2, huge), ACL_SUCCESS);
    CHECK_NOTHING(aclGetTensorDescElementCount(desc), 0, "allowed: what a size_t holds");
    CHECK_STATUS(aclSetTensorOriginShape(desc, 1, huge), ACL_SUCCESS);
    CHECK_TRUE(aclGetTensorDescElementCount(desc) == (size_t)INT64_MAX);
    CHECK_NOTHING(aclGetTensorDescSize(desc), 0, "allowed: what a size_t holds");
    CHECK_STATUS(aclSetTensorOriginShape(desc, 2, zero), ACL_SUCCESS);
    CHECK_EQUAL_INT(aclGetTensorDescElementCount(desc), 0);
    CHECK_STATUS(aclSetTensorOriginShape(desc, 1, UNKNOWN), ACL_SUCCESS);
    CHECK_TRUE(aclGetTensorDescNumDims(desc) == ACL_UNKNOWN_RANK);

    /* The shape and the format of the storage are others than those that are read. */
    CHECK_STATUS(aclSetTensorOriginFormat(desc, ACL_FORMAT_NHWC), ACL_SUCCESS);
    CHECK_STATUS(aclSetTensorFormat(desc, ACL_FORMAT_NC1HWC0), ACL_SUCCESS);
    CHECK_STATUS(aclSetTensorStorageFormat(desc, ACL_FORMAT_FRACTAL_NZ), ACL_SUCCESS);
    CHECK_EQUAL_INT(aclGetTensorDescFormat(desc), ACL_FORMAT_NHWC);
    CHECK_STATUS(aclSetTensorShape(desc, 2, KNOWN), ACL_SUCCESS);
    CHECK_STATUS(aclSetTensorStorageShape(desc, 3, SHAPE), ACL_SUCCESS);
    CHECK_TRUE(aclGetTensorDescNumDims(desc) == ACL_UNKNOWN_RANK);
    CHECK_REFUSED(aclSetTensorShape(desc, -1, KNOWN), ACL_ERROR_INVALID_PARAM, "`numDims` is -1");
    CHECK_REFUSED(aclSetTensorStorageShape(desc, 1, NULL), ACL_ERROR_INVALID_PARAM, "`dims` is null");
    CHECK_REFUSED(aclSetTensorFormat(NULL, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM, "aclSetTensorFormat: `desc` is null");
    CHECK_REFUSED(aclSetTensorStorageFormat(NULL, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM, "aclSetTensorStorageFormat: `desc` is null");
    CHECK_REFUSED(aclSetTensorOriginFormat(NULL, ACL_FORMAT_ND), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    aclDestroyTensorDesc(scalar);
    aclDestroyTensorDesc(desc);
}

static void attributes(aclTensorDesc *desc)
{
    int64_t ranges[3][ACL_TENSOR_SHAPE_RANGE_NUM] = {{1, 16}, {1, -1}, {5, 5}}, range[3] = {7, 7, 7};
    char constant[4] = {1, 2, 3, 4}, name[8] = "first";

    CHECK_REFUSED(aclGetTensorDescDimRange(desc, 0, 2, range), ACL_ERROR_INVALID_PARAM, "`index` is 0; allowed: none");
    CHECK_REFUSED(aclSetTensorShapeRange(NULL, 3, ranges), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    CHECK_REFUSED(aclSetTensorShapeRange(desc, 3, NULL), ACL_ERROR_INVALID_PARAM, "`dimsRange` is null");
    CHECK_REFUSED(aclSetTensorShapeRange(desc, SIZE_MAX, ranges), ACL_ERROR_INVALID_PARAM, "`dimsCount` is");
    CHECK_STATUS(aclSetTensorShapeRange(desc, 3, ranges), ACL_SUCCESS);
    CHECK_REFUSED(aclGetTensorDescDimRange(desc, 3, 2, range), ACL_ERROR_INVALID_PARAM, "`index` is 3; allowed: 0 to 2");
    CHECK_REFUSED(aclGetTensorDescDimRange(desc, 0, 1, range), ACL_ERROR_INVALID_PARAM, "`dimRangeNum` is 1; allowed: 2 or more");
    CHECK_REFUSED(aclGetTensorDescDimRange(desc, 0, 2, NULL), ACL_ERROR_INVALID_PARAM, "`dimRange` is null");
    CHECK_REFUSED(aclGetTensorDescDimRange(NULL, 0, 2, range), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    CHECK_TRUE(range[0] == 7 && range[1] == 7);
    CHECK_STATUS(aclGetTensorDescDimRange(desc, 1, 3, range), ACL_SUCCESS);
    CHECK_TRUE(range[0] == 1 && range[1] == -1 && range[2] == 7);
    CHECK_STATUS(aclSetTensorShapeRange(desc, 0, NULL), ACL_SUCCESS);
    CHECK_REFUSED(aclGetTensorDescDimRange(desc, 0, 2, range), ACL_ERROR_INVALID_PARAM, "there are none");

    CHECK_STATUS(aclSetTensorValueRange(desc, 2, ranges), ACL_SUCCESS);
    CHECK_REFUSED(aclSetTensorValueRange(desc, 2, NULL), ACL_ERROR_INVALID_PARAM, "`valueRange` is null");
    CHECK_REFUSED(aclSetTensorValueRange(NULL, 2, ranges), ACL_ERROR_INVALID_PARAM, "`desc` is null");

    CHECK_EQUAL_STRING(aclGetTensorDescName(desc), "");
    aclSetTensorDescName(desc, name);
    name[0] = 'F';
    CHECK_EQUAL_STRING(aclGetTensorDescName(desc), "first");
    aclSetTensorDescName(desc, NULL);
    CHECK_EQUAL_STRING(aclGetTensorDescName(desc), "");
    (void)aclGetRecentErrMsg();
    aclSetTensorDescName(NULL, name);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclSetTensorDescName: `desc` is null");
    CHECK_EQUAL_STRING(aclGetTensorDescName(NULL), "");

    CHECK_STATUS(aclSetTensorDynamicInput(desc, "inputs"), ACL_SUCCESS);
    CHECK_REFUSED(aclSetTensorDynamicInput(desc, NULL), ACL_ERROR_INVALID_PARAM, "`dynamicInputName` is null");
    CHECK_REFUSED(aclSetTensorDynamicInput(NULL, "inputs"), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    CHECK_STATUS(aclSetTensorConst(desc, constant, sizeof constant), ACL_SUCCESS);
    CHECK_REFUSED(aclSetTensorConst(desc, NULL, 4), ACL_ERROR_INVALID_PARAM, "`dataBuffer` is null");
    CHECK_REFUSED(aclSetTensorConst(desc, constant, 0), ACL_ERROR_INVALID_PARAM, "`length` is 0");
    CHECK_REFUSED(aclSetTensorConst(NULL, constant, 4), ACL_ERROR_INVALID_PARAM, "`desc` is null");
    CHECK_REFUSED(aclSetTensorConst(desc, constant, SIZE_MAX), ACL_ERROR_INVALID_PARAM, "`length` is");
    CHECK_STATUS(aclSetTensorPlaceMent(desc, ACL_MEMTYPE_HOST), ACL_SUCCESS);
    CHECK_REFUSED(aclSetTensorPlaceMent(desc, (aclMemType)3), ACL_ERROR_INVALID_PARAM, "`memType` is aclMemType(3)");
    CHECK_REFUSED(aclSetTensorPlaceMent(NULL, ACL_MEMTYPE_HOST), ACL_ERROR_INVALID_PARAM, "`desc` is null");

    CHECK_TRUE(aclGetTensorDescByIndex(desc, 0) == desc);
    CHECK_NOTHING(aclGetTensorDescByIndex(desc, 1), NULL, "`index` is 1; allowed: 0 to 0");
    CHECK_NOTHING(aclGetTensorDescByIndex(NULL, 0), NULL, "`desc` is null");
    CHECK_TRUE(aclGetTensorDescAddress(desc) == NULL);
    CHECK_NOTHING(aclGetTensorDescAddress(NULL), NULL, "`desc` is null");
}

int main(void)
{
    aclTensorDesc *desc = aclCreateTensorDesc(ACL_FLOAT16, 3, SHAPE, ACL_FORMAT_ND);

    CHECK_NOTHING(aclCreateTensorDesc(ACL_FLOAT, -1, SHAPE, ACL_FORMAT_ND), NULL, "`numDims` is -1");
    CHECK_NOTHING(aclCreateTensorDesc(ACL_FLOAT, 2, NULL, ACL_FORMAT_ND), NULL, "`dims` is null");
    shapes();
    attributes(desc);

    aclDestroyTensorDesc(NULL);
    aclDestroyTensorDesc(desc);
    CHECK_NOTHING(aclGetTensorDescType(desc), ACL_DT_UNDEFINED, "expected a live tensor description");
    CHECK_NOTHING(aclGetTensorDescFormat(desc), ACL_FORMAT_UNDEFINED, "expected a live tensor description");
    CHECK_NOTHING(aclGetTensorDescNumDims(desc), 0, "expected a live tensor description");
    CHECK_NOTHING(aclGetTensorDescElementCount(NULL), 0, "`desc` is null");
    CHECK_NOTHING(aclGetTensorDescSize(NULL), 0, "`desc` is null");
    CHECK_REFUSED(aclSetTensorPlaceMent(desc, ACL_MEMTYPE_HOST), ACL_ERROR_RT_INVALID_HANDLE, "expected a live tensor description");
    (void)aclGetRecentErrMsg();
    aclDestroyTensorDesc(desc);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclDestroyTensorDesc: `desc` is");
    return check_result();
}
