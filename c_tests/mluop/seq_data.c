/* Sequence data descriptors of MLU-OPS: what is stored and given back; every check with its status and message. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

static void bad_handles(mluOpSeqDataDescriptor_t stale)
{
    static const char *const texts[] = {"`seq_data_desc` is null", "`seq_data_desc` is not a handle",
                                        "`seq_data_desc` is a destroyed handle"};
    mluOpSeqDataDescriptor_t bad[] = {NULL, (mluOpSeqDataDescriptor_t)NO_HANDLE, NULL};
    const int64_t dims[] = {2, 3};
    int rank = UNTOUCHED, at;
    bad[2] = stale;
    for (at = 0; at < 3; at++) {
        CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(bad[at], MLUOP_SEQDATA_NT, MLUOP_DTYPE_FLOAT, 2, dims, 0, NULL, NULL), BAD,
                      texts[at]);
        CHECK_REFUSED(mluOpGetSeqDataDescriptor_v2(bad[at], NULL, NULL, &rank, NULL, NULL, NULL, NULL), BAD, texts[at]);
        CHECK_REFUSED(mluOpSetSeqDataDescriptorPositionAndScale(bad[at], 1, 1.0f), BAD, texts[at]);
        CHECK_REFUSED(mluOpDestroySeqDataDescriptor(bad[at]), BAD, texts[at]);
    }
    CHECK_EQUAL_INT(rank, UNTOUCHED);
}

int main(void)
{
    const mluOpSeqDataLayout_t layout = MLUOP_SEQDATA_TNBC;
    const mluOpDataType_t half = MLUOP_DTYPE_HALF;
    const int64_t dims[] = {5, 2, 3, (int64_t)1 << 33}, negative[] = {5, -1};
    const int lengths[] = {1, 2, 3, 4, 5, 5}, no_length[] = {1, 0};
    uint16_t fill = 0x3c00, fill_found = 0x5A5A;
    mluOpSeqDataDescriptor_t desc = NULL, stale = NULL;
    mluOpSeqDataLayout_t layout_found = (mluOpSeqDataLayout_t)UNTOUCHED;
    mluOpDataType_t type_found = (mluOpDataType_t)UNTOUCHED;
    int rank = UNTOUCHED, at;
    int64_t dims_found[4], count = UNTOUCHED, lengths_found[6];

    CHECK_REFUSED(mluOpCreateSeqDataDescriptor(NULL), BAD, "`seq_data_desc` is null");
    CHECK_QUIET(mluOpCreateSeqDataDescriptor(&stale));
    CHECK_QUIET(mluOpDestroySeqDataDescriptor(stale));
    bad_handles(stale);
    CHECK_QUIET(mluOpCreateSeqDataDescriptor(&desc));
    CHECK_QUIET(mluOpGetSeqDataDescriptor_v2(desc, &layout_found, &type_found, &rank, dims_found, &count, lengths_found, &fill_found));
    CHECK_EQUAL_INT(layout_found, MLUOP_SEQDATA_NBTC);
    CHECK_EQUAL_INT(type_found, MLUOP_DTYPE_FLOAT);
    CHECK_EQUAL_INT(rank, 0);
    CHECK_EQUAL_INT(count, 0);
    CHECK_EQUAL_INT(fill_found, 0x5A5A);

    CHECK_QUIET(mluOpSetSeqDataDescriptor_v2(desc, layout, half, 4, dims, 6, lengths, &fill));
    /* A refused call changes nothing. */
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, MLUOP_SEQDATA_NT, MLUOP_DTYPE_INT8, 4, NULL, 0, NULL, NULL), BAD,
                  "`dimSize` is null");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, (mluOpSeqDataLayout_t)-1, half, 4, dims, 0, NULL, NULL), BAD,
                  "`layout` is mluOpSeqDataLayout_t(-1)");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, layout, (mluOpDataType_t)-1, 4, dims, 0, NULL, NULL), BAD, "`dtype` is ");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, layout, half, 0, dims, 0, NULL, NULL), BAD, "`dimNb` is 0");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, layout, half, -4, dims, 0, NULL, NULL), BAD, "`dimNb` is -4");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, layout, half, 4, dims, -1, NULL, NULL), BAD,
                  "`seqLengthArraySize` is -1; allowed: 0 or more");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, layout, half, 2, negative, 0, NULL, NULL), BAD, "`dimSize` is [5, -1]");
    CHECK_REFUSED(mluOpSetSeqDataDescriptor_v2(desc, layout, half, 4, dims, 2, no_length, NULL), BAD,
                  "`seqLengthArray` is [1, 0]; allowed: lengths of 1 or more");

    /* What was set is a copy. */
    fill = 0;
    CHECK_QUIET(mluOpGetSeqDataDescriptor_v2(desc, &layout_found, &type_found, &rank, dims_found, &count, lengths_found, &fill_found));
    CHECK_EQUAL_INT(layout_found, layout);
    CHECK_EQUAL_INT(type_found, half);
    CHECK_EQUAL_INT(rank, 4);
    CHECK_EQUAL_BITS(dims_found, dims, sizeof dims);
    CHECK_EQUAL_INT(count, 6);
    for (at = 0; at < 6; at++) {
        CHECK_EQUAL_INT(lengths_found[at], lengths[at]);
    }
    CHECK_EQUAL_INT(fill_found, 0x3c00);
    CHECK_QUIET(mluOpGetSeqDataDescriptor_v2(desc, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK_QUIET(mluOpSetSeqDataDescriptorPositionAndScale(desc, 3, 0.5f));

    /* Neither lengths nor padding. */
    CHECK_QUIET(mluOpSetSeqDataDescriptor_v2(desc, MLUOP_SEQDATA_NC, MLUOP_DTYPE_INT8, 2, dims, 2, NULL, NULL));
    lengths_found[0] = UNTOUCHED;
    fill_found = 0x5A5A;
    CHECK_QUIET(mluOpGetSeqDataDescriptor_v2(desc, &layout_found, &type_found, &rank, NULL, &count, lengths_found, &fill_found));
    CHECK_EQUAL_INT(rank, 2);
    CHECK_EQUAL_INT(count, 2);
    CHECK_EQUAL_INT(lengths_found[0], UNTOUCHED);
    CHECK_EQUAL_INT(fill_found, 0x5A5A);
    CHECK_QUIET(mluOpDestroySeqDataDescriptor(desc));
    return check_result();
}
