/* Channels of tensors: data items, data sets, sending and receiving, waits between threads, and every refusal. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <unistd.h>

#include "acl/acl_tdt.h"
#include "fixture.h"

static acltdtChannelHandle *channel;
static acltdtDataset *sent, *received;
static float values[4] = {1, 2, 3, 4};

static acltdtDataItem *tensor(void *data, size_t size)
{
    const int64_t dims[2] = {2, 2};
    acltdtDataItem *item = acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_FLOAT, data, size);
    CHECK_TRUE(item != NULL);
    return item;
}

static void items(void)
{
    const int64_t dims[2] = {2, 2};
    int64_t out[3] = {7, 7, 7};
    size_t number = 9, id = 9;
    acltdtDataItem *item = tensor(values, sizeof values);
    CHECK_EQUAL_INT(acltdtGetTensorTypeFromItem(item), ACL_TENSOR_DATA_TENSOR);
    CHECK_EQUAL_INT(acltdtGetDataTypeFromItem(item), ACL_FLOAT);
    CHECK_TRUE(acltdtGetDataAddrFromItem(item) == values);
    CHECK_EQUAL_INT(acltdtGetDataSizeFromItem(item), sizeof values);
    CHECK_EQUAL_INT(acltdtGetDimNumFromItem(item), 2);
    CHECK_STATUS(acltdtGetDimsFromItem(item, out, 3), ACL_SUCCESS);
    CHECK_TRUE(out[0] == 2 && out[1] == 2 && out[2] == 7);
    CHECK_STATUS(acltdtGetSliceInfoFromItem(item, &number, &id), ACL_SUCCESS);
    CHECK_TRUE(number == 0 && id == 0);
    CHECK_REFUSED(acltdtGetDimsFromItem(item, out, 1), 100000, "`dimNum` is 1; allowed: 2 or more");
    CHECK_REFUSED(acltdtGetDimsFromItem(item, NULL, 2), 100000, "`dimNum` is 2");
    CHECK_REFUSED(acltdtGetSliceInfoFromItem(item, NULL, &id), 100000, "`sliceNum` is null");
    CHECK_REFUSED(acltdtGetSliceInfoFromItem(NULL, &number, &id), 100000, "`dataItem` is null");
    (void)aclGetRecentErrMsg();
    CHECK_TRUE(acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, dims, 0, ACL_FLOAT, values, 16) == NULL);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`dimNum` is 0");
    CHECK_TRUE(acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, NULL, 2, ACL_FLOAT, values, 16) == NULL);
    CHECK_TRUE(acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, dims, 129, ACL_FLOAT, values, 16) == NULL);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "at most 128");
    CHECK_TRUE(acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_FLOAT, NULL, 16) == NULL);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`data` is null");
    CHECK_TRUE(acltdtCreateDataItem(ACL_TENSOR_DATA_END_OF_SEQUENCE, dims, 2, ACL_FLOAT, NULL, 0) == NULL);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`dims` is not null for ACL_TENSOR_DATA_END_OF_SEQUENCE");
    CHECK_STATUS(acltdtDestroyDataItem(item), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyDataItem(item), 107017, "a destroyed handle");
    CHECK_REFUSED(acltdtDestroyDataItem(NULL), 100000, "`dataItem` is null");
    CHECK_EQUAL_INT(acltdtGetTensorTypeFromItem(item), ACL_TENSOR_DATA_UNDEFINED);
    CHECK_EQUAL_INT(acltdtGetDataTypeFromItem(NULL), ACL_DT_UNDEFINED);
    CHECK_TRUE(acltdtGetDataAddrFromItem(item) == NULL);
    CHECK_EQUAL_INT(acltdtGetDataSizeFromItem(item), 0);
    CHECK_EQUAL_INT(acltdtGetDimNumFromItem(item), 0);
}

/* What is received is a copy of what was sent: a tensor of the host, one of the device, and the mark of an end. */
static void copies(void)
{
    void *device = NULL;
    const float seven[2] = {7, 8};
    size_t size = 99;
    REQUIRE_STATUS(aclrtMalloc(&device, sizeof seven, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(device, sizeof seven, seven, sizeof seven, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    acltdtDataItem *first = tensor(values, sizeof values), *second = tensor(device, sizeof seven);
    acltdtDataItem *last = acltdtCreateDataItem(ACL_TENSOR_DATA_END_OF_SEQUENCE, NULL, 0, ACL_FLOAT, NULL, 0);
    CHECK_STATUS(acltdtAddDataItem(sent, first), ACL_SUCCESS);
    CHECK_STATUS(acltdtAddDataItem(sent, second), ACL_SUCCESS);
    CHECK_STATUS(acltdtAddDataItem(sent, last), ACL_SUCCESS);
    CHECK_EQUAL_INT(acltdtGetDatasetSize(sent), 3);
    CHECK_TRUE(acltdtGetDataItem(sent, 1) == second);
    CHECK_EQUAL_STRING(acltdtGetDatasetName(sent), "");
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    values[0] = 100;
    CHECK_STATUS(acltdtQueryChannelSize(channel, &size), ACL_SUCCESS);
    CHECK_EQUAL_INT(size, 1);
    CHECK_STATUS(acltdtReceiveTensor(channel, received, 0), ACL_SUCCESS);
    values[0] = 1;
    CHECK_EQUAL_INT(acltdtGetDatasetSize(received), 3);
    acltdtDataItem *got = acltdtGetDataItem(received, 0);
    CHECK_EQUAL_BITS(acltdtGetDataAddrFromItem(got), values, sizeof values);
    CHECK_EQUAL_INT(acltdtGetDataSizeFromItem(got), sizeof values);
    CHECK_EQUAL_INT(acltdtGetDimNumFromItem(got), 2);
    CHECK_EQUAL_BITS(acltdtGetDataAddrFromItem(acltdtGetDataItem(received, 1)), seven, sizeof seven);
    CHECK_EQUAL_INT(acltdtGetTensorTypeFromItem(acltdtGetDataItem(received, 2)), ACL_TENSOR_DATA_END_OF_SEQUENCE);
    CHECK_REFUSED(acltdtDestroyDataItem(got), 107000, "ends with the data set that received it");
    CHECK_REFUSED(acltdtAddDataItem(received, first), 200006, "received its items");
    /* It may receive again. */
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtReceiveTensor(channel, received, 0), ACL_SUCCESS);
    CHECK_REFUSED(acltdtGetDimsFromItem(got, NULL, 0), 107017, "a destroyed handle");
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    CHECK_REFUSED(acltdtReceiveTensor(channel, sent, 0), 100000, "items of the program's own");
    CHECK_STATUS(acltdtCleanChannel(channel), ACL_SUCCESS);
    (void)aclGetRecentErrMsg();
    CHECK_TRUE(acltdtGetDataItem(sent, 3) == NULL);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "`index` is 3; allowed: less than 3");
    CHECK_REFUSED(acltdtAddDataItem(NULL, first), 100000, "`dataset` is null");
    CHECK_REFUSED(acltdtAddDataItem(sent, NULL), 100000, "`dataItem` is null");
    CHECK_STATUS(acltdtDestroyDataItem(second), ACL_SUCCESS);
    CHECK_REFUSED(acltdtSendTensor(channel, sent, 0), 107017, "a destroyed handle");
    CHECK_STATUS(acltdtDestroyDataset(sent), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataItem(first), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataItem(last), ACL_SUCCESS);
    sent = acltdtCreateDataset();
    /* Data past the end of its allocation. */
    first = tensor(device, 16 * sizeof seven);
    CHECK_STATUS(acltdtAddDataItem(sent, first), ACL_SUCCESS);
    CHECK_REFUSED(acltdtSendTensor(channel, sent, 0), 107000, "extends to byte");
    CHECK_STATUS(acltdtDestroyDataset(sent), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataItem(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
    sent = acltdtCreateDataset();
}

static void *receive_one(void *result)
{
    *(aclError *)result = acltdtReceiveTensor(channel, received, -1);
    return NULL;
}

static void *send_one(void *result)
{
    *(aclError *)result = acltdtSendTensor(channel, sent, -1);
    return NULL;
}

/* A full channel lets a sender wait until one is received, an empty one a receiver; a stop ends both. */
static void waits(void)
{
    pthread_t thread;
    aclError result = -1;
    CHECK_REFUSED(acltdtReceiveTensor(channel, received, 0), 207013, "there is no message");
    CHECK_STATUS(acltdtReceiveTensor(channel, received, 5), 207013);
    pthread_create(&thread, NULL, receive_one, &result);
    usleep(2000);
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    pthread_join(thread, NULL);
    CHECK_EQUAL_INT(result, ACL_SUCCESS);
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    CHECK_REFUSED(acltdtSendTensor(channel, sent, 0), 207014, "there is no room");
    CHECK_STATUS(acltdtSendTensor(channel, sent, 5), 207014);
    pthread_create(&thread, NULL, send_one, &result);
    usleep(2000);
    CHECK_STATUS(acltdtReceiveTensor(channel, received, 1000), ACL_SUCCESS);
    pthread_join(thread, NULL);
    CHECK_EQUAL_INT(result, ACL_SUCCESS);
    CHECK_STATUS(acltdtCleanChannel(channel), ACL_SUCCESS);
    CHECK_REFUSED(acltdtReceiveTensor(channel, received, -2), 107000, "`timeout` is -2");
    CHECK_REFUSED(acltdtSendTensor(channel, sent, -2), 107000, "`timeout` is -2");
    pthread_create(&thread, NULL, receive_one, &result);
    usleep(2000);
    CHECK_STATUS(acltdtStopChannel(channel), ACL_SUCCESS);
    pthread_join(thread, NULL);
    CHECK_EQUAL_INT(result, 500001);
    CHECK_REFUSED(acltdtSendTensor(channel, sent, -1), 500001, "it was stopped or destroyed");
}

static void no_channel(uint32_t device, const char *name, size_t capacity, const char *text)
{
    (void)aclGetRecentErrMsg();
    CHECK_TRUE(acltdtCreateChannelWithCapacity(device, name, capacity) == NULL);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), text);
}

int main(void)
{
    char longest[129];
    size_t size = 0;
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    channel = acltdtCreateChannelWithCapacity(0, "channel", 2);
    sent = acltdtCreateDataset();
    received = acltdtCreateDataset();
    CHECK_TRUE(channel != NULL && sent != NULL && received != NULL);
    memset(longest, 'n', 128);
    longest[128] = 0;
    no_channel(0, NULL, 2, "`name` is null");
    no_channel(0, longest, 2, "`name` is a text of 128 bytes; allowed: at most 127");
    no_channel(0, "other", 1, "`capacity` is 1; allowed: 2 to 8192");
    no_channel(0, "other", 8193, "`capacity` is 8193");
    no_channel(1, "other", 2, "`deviceId` is 1");
    no_channel(0, "channel", 2, "the name of a live channel");
    items();
    copies();
    waits();
    CHECK_REFUSED(acltdtQueryChannelSize(NULL, &size), 100000, "`handle` is null");
    CHECK_REFUSED(acltdtQueryChannelSize(channel, NULL), 100000, "`size` is null");
    CHECK_REFUSED(acltdtStopChannel(NULL), 100000, "`handle` is null");
    CHECK_REFUSED(acltdtCleanChannel(NULL), 100000, "`handle` is null");
    CHECK_REFUSED(acltdtReceiveTensor(channel, NULL, 0), 100000, "`dataset` is null");
    CHECK_REFUSED(acltdtReceiveTensor(NULL, received, 0), 100000, "`handle` is null");
    CHECK_STATUS(acltdtDestroyChannel(channel), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyChannel(channel), 107017, "a destroyed handle");
    CHECK_REFUSED(acltdtSendTensor(channel, sent, 0), 107017, "a destroyed handle");
    channel = acltdtCreateChannel(0, "channel");
    CHECK_TRUE(channel != NULL);
    CHECK_STATUS(acltdtSendTensor(channel, sent, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtReceiveTensor(channel, received, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(acltdtGetDatasetSize(received), 0);
    CHECK_STATUS(acltdtDestroyChannel(channel), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataset(sent), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataset(received), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyDataset(received), 107017, "a destroyed handle");
    CHECK_EQUAL_INT(acltdtGetDatasetSize(received), 0);
    CHECK_TRUE(acltdtGetDatasetName(NULL) == NULL);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
