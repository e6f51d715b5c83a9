/* Tensor sets of MLU-OPS: members, sizes, addresses; every check with its status and message. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

static void bad_handles(mluOpTensorSetDescriptor_t stale)
{
    static const char *const texts[] = {"`tensorSetDesc` is null", "`tensorSetDesc` is not a handle",
                                        "`tensorSetDesc` is a destroyed handle"};
    mluOpTensorSetDescriptor_t bad[] = {NULL, (mluOpTensorSetDescriptor_t)NO_HANDLE, NULL};
    const int index[] = {0, 0}, dims[] = {4};
    int rank = UNTOUCHED, extents[2] = {UNTOUCHED, UNTOUCHED}, size = UNTOUCHED, at;
    mluOpTensorDescriptor_t member = (mluOpTensorDescriptor_t)NO_HANDLE;
    void *address = NO_HANDLE;

    bad[2] = stale;
    for (at = 0; at < 3; at++) {
        CHECK_REFUSED(mluOpGetTensorSetDescriptor(bad[at], &rank, extents), BAD, texts[at]);
        CHECK_REFUSED(mluOpDestroyTensorSetDescriptor(bad[at]), BAD, texts[at]);
        CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(bad[at], 2, index, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 1, dims),
                      BAD, texts[at]);
        CHECK_REFUSED(mluOpInitTensorSetMemberDescriptorPositionAndScale(bad[at], 2, index, 1, 1.0f), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorSetDescriptorSize(bad[at], &size), BAD, texts[at]);
        CHECK_REFUSED(mluOpGetTensorAndDataFromTensorSet(bad[at], 2, index, NULL, &member, &address), BAD, texts[at]);
    }
    CHECK_TRUE(rank == UNTOUCHED && extents[0] == UNTOUCHED && size == UNTOUCHED);
    CHECK_TRUE(member == (mluOpTensorDescriptor_t)NO_HANDLE && address == NO_HANDLE);
}

static void refusals(mluOpTensorSetDescriptor_t set)
{
    const int index[] = {1, 2}, outside[] = {1, 3}, negative[] = {-1, 0}, dims[] = {4};
    const mluOpTensorLayout_t array = MLUOP_LAYOUT_ARRAY;
    const mluOpDataType_t type = MLUOP_DTYPE_FLOAT;
    mluOpTensorDescriptor_t member = (mluOpTensorDescriptor_t)NO_HANDLE;
    void *address = NO_HANDLE;
    int extents[2];

    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 1, index, array, type, 1, dims), BAD,
                  "`setDimNb` is 1; allowed: 2 (that of `tensorSetDesc`)");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, -2, index, array, type, 1, dims), BAD, "`setDimNb` is -2");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, NULL, array, type, 1, dims), BAD, "`tensorIndex` is null");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, outside, array, type, 1, dims), BAD,
                  "`tensorIndex` is [1, 3]; allowed: each from 0 to below [2, 3]");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, negative, array, type, 1, dims), BAD, "`tensorIndex` is [-1, 0]");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, index, (mluOpTensorLayout_t)-1, type, 1, dims), BAD, "`layout`");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, index, array, (mluOpDataType_t)-1, 1, dims), BAD, "`dtype`");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, index, array, type, 0, dims), BAD, "`dimNb` is 0");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptor(set, 2, index, array, type, 1, NULL), BAD, "`dimSize` is null");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptorPositionAndScale(set, 3, index, 1, 1.0f), BAD, "`setDimNb` is 3");
    CHECK_REFUSED(mluOpInitTensorSetMemberDescriptorPositionAndScale(set, 2, NULL, 1, 1.0f), BAD, "`tensorIndex` is null");
    CHECK_REFUSED(mluOpGetTensorSetDescriptor(set, NULL, extents), BAD, "`setDimNb` is null");
    CHECK_REFUSED(mluOpGetTensorSetDescriptor(set, extents, NULL), BAD, "`setDimSize` is null");
    CHECK_REFUSED(mluOpGetTensorSetDescriptorSize(set, NULL), BAD, "`sizeInBytes` is null");
    CHECK_REFUSED(mluOpGetTensorAndDataFromTensorSet(set, 1, index, NULL, &member, &address), BAD, "`setDimNb` is 1");
    CHECK_REFUSED(mluOpGetTensorAndDataFromTensorSet(set, 2, NULL, NULL, &member, &address), BAD, "`tensorIndex` is null");
    CHECK_REFUSED(mluOpGetTensorAndDataFromTensorSet(set, 2, outside, NULL, &member, &address), BAD, "`tensorIndex` is");
    CHECK_REFUSED(mluOpGetTensorAndDataFromTensorSet(set, 2, index, NULL, NULL, &address), BAD, "`tensorDesc` is null");
    CHECK_REFUSED(mluOpGetTensorAndDataFromTensorSet(set, 2, index, NULL, &member, NULL), BAD, "`dataAddrInDevice` is null");
    CHECK_TRUE(member == (mluOpTensorDescriptor_t)NO_HANDLE && address == NO_HANDLE);
}

int main(void)
{
    const int extents[] = {2, 3}, none[] = {2, 0}, huge[] = {1 << 20, 1 << 20}, large[] = {1 << 20, 1 << 10};
    mluOpTensorSetDescriptor_t set = (mluOpTensorSetDescriptor_t)NO_HANDLE, stale = NULL;
    mluOpTensorDescriptor_t member = NULL, again = NULL;
    int rank = 0, found[2] = {0, 0}, size = UNTOUCHED, i, j, before = 0, position = 0;
    char memory[512];
    float scale = 0;

    CHECK_REFUSED(mluOpCreateTensorSetDescriptor(NULL, 2, extents), BAD, "`tensorSetDesc` is null");
    CHECK_REFUSED(mluOpCreateTensorSetDescriptor(&set, 0, extents), BAD, "`setDimNb` is 0; allowed: 1 or more");
    CHECK_REFUSED(mluOpCreateTensorSetDescriptor(&set, -1, extents), BAD, "`setDimNb` is -1");
    CHECK_REFUSED(mluOpCreateTensorSetDescriptor(&set, 2, NULL), BAD, "`setDimSize` is null");
    CHECK_REFUSED(mluOpCreateTensorSetDescriptor(&set, 2, none), BAD, "`setDimSize` is [2, 0]; allowed: extents of 1 or more");
    CHECK_REFUSED(mluOpCreateTensorSetDescriptor(&set, 2, huge), BAD, "`setDimSize` is [1048576, 1048576]");
    CHECK_TRUE(set == (mluOpTensorSetDescriptor_t)NO_HANDLE);

    CHECK_QUIET(mluOpCreateTensorSetDescriptor(&stale, 1, extents));
    CHECK_QUIET(mluOpDestroyTensorSetDescriptor(stale));
    bad_handles(stale);
    CHECK_QUIET(mluOpCreateTensorSetDescriptor(&set, 2, extents));
    CHECK_QUIET(mluOpGetTensorSetDescriptor(set, &rank, found));
    CHECK_EQUAL_INT(rank, 2);
    CHECK_EQUAL_BITS(found, extents, sizeof extents);
    CHECK_QUIET(mluOpGetTensorSetDescriptorSize(set, &size));
    CHECK_EQUAL_INT(size, 0);
    refusals(set);

    /* Tensor (i, j) is a vector of i + j + 1 halves, or of floats where j is 2. They lie one behind the other. */
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 3; j++) {
            const int index[] = {i, j}, length = i + j + 1;
            CHECK_QUIET(mluOpInitTensorSetMemberDescriptor(set, 2, index, MLUOP_LAYOUT_ARRAY,
                                                           j == 2 ? MLUOP_DTYPE_FLOAT : MLUOP_DTYPE_HALF, 1, &length));
            CHECK_QUIET(mluOpInitTensorSetMemberDescriptorPositionAndScale(set, 2, index, 10 * i + j, 0.5f));
        }
    }
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 3; j++) {
            const int index[] = {i, j};
            void *address = NULL;
            mluOpDataType_t type;
            int length = 0;
            CHECK_QUIET(mluOpGetTensorAndDataFromTensorSet(set, 2, index, memory, &member, &address));
            CHECK_TRUE(address == memory + before);
            CHECK_QUIET(mluOpGetTensorDescriptor(member, NULL, &type, &rank, &length));
            CHECK_EQUAL_INT(rank, 1);
            CHECK_EQUAL_INT(length, i + j + 1);
            CHECK_EQUAL_INT(type, j == 2 ? MLUOP_DTYPE_FLOAT : MLUOP_DTYPE_HALF);
            CHECK_QUIET(mluOpGetTensorDescriptorPositionAndScale(member, &position, &scale));
            CHECK_TRUE(position == 10 * i + j && scale == 0.5f);
            before += length * (j == 2 ? 4 : 2);
        }
    }
    CHECK_QUIET(mluOpGetTensorSetDescriptorSize(set, &size));
    CHECK_EQUAL_INT(size, before);

    /* A member is one descriptor, whoever asks; it ends with its set. */
    const int first[] = {0, 0};
    void *address = NULL;
    CHECK_QUIET(mluOpGetTensorAndDataFromTensorSet(set, 2, first, NULL, &member, &address));
    CHECK_QUIET(mluOpGetTensorAndDataFromTensorSet(set, 2, first, memory, &again, &address));
    CHECK_TRUE(member == again && address == memory);
    CHECK_QUIET(mluOpInitTensorSetMemberDescriptor(set, 2, first, MLUOP_LAYOUT_ARRAY, MLUOP_DTYPE_FLOAT, 2, large));
    size = UNTOUCHED;
    CHECK_REFUSED(mluOpGetTensorSetDescriptorSize(set, &size), MLUOP_STATUS_NUMERICAL_OVERFLOW, "allowed: 2147483647 bytes or less");
    CHECK_EQUAL_INT(size, UNTOUCHED);
    CHECK_QUIET(mluOpDestroyTensorSetDescriptor(set));
    CHECK_REFUSED(mluOpResetTensorDescriptor(member), BAD, "`desc` is a destroyed handle");
    return check_result();
}
