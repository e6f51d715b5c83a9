/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "acl_base.h"

/**
 * Kinds of data items.
 */
typedef enum acltdtTensorType {
    ACL_TENSOR_DATA_UNDEFINED = -1,
    ACL_TENSOR_DATA_TENSOR = 0,
    ACL_TENSOR_DATA_END_OF_SEQUENCE = 1,
    ACL_TENSOR_DATA_ABNORMAL = 2,
    ACL_TENSOR_DATA_SLICE_TENSOR = 3,
    ACL_TENSOR_DATA_END_TENSOR = 4,
} acltdtTensorType;

/**
 * A channel.
 */
typedef struct acltdtChannelHandle acltdtChannelHandle;

/**
 * A tensor, or the mark of an end.
 */
typedef struct acltdtDataItem acltdtDataItem;

/**
 * Data items that are sent together.
 */
typedef struct acltdtDataset acltdtDataset;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates a data item: a tensor with its data, which stays the program's, or the mark of an end, which has neither a shape nor data.
 *
 * Returns null for a shape without a number of dimensions or the other way round, more than 128 dimensions, or a shape of what is no tensor.
 */
struct acltdtDataItem *acltdtCreateDataItem(enum acltdtTensorType tdtType,
                                            const int64_t *dims,
                                            size_t dimNum,
                                            aclDataType dataType,
                                            void *data,
                                            size_t size);

/**
 * Destroys a data item, whose data stays. Returns 100000 for null, 107017 for what is no live data item, 107000 for one that a data set received.
 */
aclError acltdtDestroyDataItem(struct acltdtDataItem *dataItem);

/**
 * Returns what an item is; ACL_TENSOR_DATA_UNDEFINED for null or what is no live item.
 */
enum acltdtTensorType acltdtGetTensorTypeFromItem(const struct acltdtDataItem *dataItem);

/**
 * Returns the data type of an item; ACL_DT_UNDEFINED for null, what is no live item, or no tensor.
 */
aclDataType acltdtGetDataTypeFromItem(const struct acltdtDataItem *dataItem);

/**
 * Returns the address of an item's data; null for null, what is no live item, or no data.
 */
void *acltdtGetDataAddrFromItem(const struct acltdtDataItem *dataItem);

/**
 * Returns the bytes of an item's data; 0 for null or what is no live item.
 */
size_t acltdtGetDataSizeFromItem(const struct acltdtDataItem *dataItem);

/**
 * Returns the number of an item's dimensions; 0 for null or what is no live item.
 */
size_t acltdtGetDimNumFromItem(const struct acltdtDataItem *dataItem);

/**
 * Returns in how many pieces a tensor came, and which one this is: 0 and 0, for tensors come whole. Returns 100000 for null, 107017 for what is no live item.
 */
aclError acltdtGetSliceInfoFromItem(const struct acltdtDataItem *dataItem,
                                    size_t *sliceNum,
                                    size_t *sliceId);

/**
 * Writes the dimensions of an item. Returns 100000 for null, dimensions without a number or the other way round, or fewer than the item has; 107017 for what is
 * no live item.
 */
aclError acltdtGetDimsFromItem(const struct acltdtDataItem *dataItem,
                               int64_t *dims,
                               size_t dimNum);

/**
 * Creates a data set without items. Returns null if there are too many.
 */
struct acltdtDataset *acltdtCreateDataset(void);

/**
 * Destroys a data set, and the items that it received; those that the program added stay. Returns 100000 for null, 107017 for what is no live data set.
 */
aclError acltdtDestroyDataset(struct acltdtDataset *dataset);

/**
 * Returns an item of a data set; null for null, what is no live data set, or no such item.
 */
struct acltdtDataItem *acltdtGetDataItem(const struct acltdtDataset *dataset, size_t index);

/**
 * Adds an item to a data set. Returns 100000 for null, 107017 for what is no live data set or item, 200006 for a data set that received.
 */
aclError acltdtAddDataItem(struct acltdtDataset *dataset,
                           struct acltdtDataItem *dataItem);

/**
 * Returns the number of items of a data set; 0 for null or what is no live data set.
 */
size_t acltdtGetDatasetSize(const struct acltdtDataset *dataset);

/**
 * Returns the name of a data set: an empty text, for none is given here; null for null or what is no live data set.
 */
const char *acltdtGetDatasetName(const struct acltdtDataset *dataset);

/**
 * Creates a channel of a device with room for 8192 data sets. What is sent into it is received from it, in this process: there is no operator that would.
 *
 * Returns null for a null name, one of more than 127 bytes or that a live channel of the device has, or a device that there is not.
 */
struct acltdtChannelHandle *acltdtCreateChannel(uint32_t deviceId,
                                                const char *name);

/**
 * As `acltdtCreateChannel`, with room for `capacity` data sets. Returns null for a capacity outside 2 to 8192 too.
 */
struct acltdtChannelHandle *acltdtCreateChannelWithCapacity(uint32_t deviceId,
                                                            const char *name,
                                                            size_t capacity);

/**
 * Ends all waits for a channel: threads that send or receive, now or from here on, are refused.
 *
 * Returns 100000 for null, 107017 for what is no live channel.
 */
aclError acltdtStopChannel(struct acltdtChannelHandle *handle);

/**
 * Destroys a channel with what waits in it; threads that send or receive are refused. Returns 100000 for null, 107017 for what is no live channel.
 */
aclError acltdtDestroyChannel(struct acltdtChannelHandle *handle);

/**
 * Sends a copy of a data set, for at most `timeout` milliseconds (-1: no limit, 0: at once).
 *
 * Returns 100000 for null; 107000 for another limit, or data past the end of its allocation; 107017 for what is no live channel, data set or item; 207014 if there
 * is no room; 500001 if the channel was stopped.
 */
aclError acltdtSendTensor(const struct acltdtChannelHandle *handle,
                          const struct acltdtDataset *dataset,
                          int32_t timeout);

/**
 * Receives a data set, for at most `timeout` milliseconds (-1: no limit, 0: at once): its items take the places of those that were received before, and end with it.
 *
 * Returns 100000 for null, or a data set with items of the program's own; 107000 for another limit; 107017 for what is no live channel or data set; 207013 if
 * there is none; 500001 if the channel was stopped.
 */
aclError acltdtReceiveTensor(const struct acltdtChannelHandle *handle,
                             struct acltdtDataset *dataset,
                             int32_t timeout);

/**
 * Returns how many data sets wait in a channel. Returns 100000 for null, 107017 for what is no live channel.
 */
aclError acltdtQueryChannelSize(const struct acltdtChannelHandle *handle, size_t *size);

/**
 * Removes all that waits in a channel. Returns 100000 for null, 107017 for what is no live channel.
 */
aclError acltdtCleanChannel(struct acltdtChannelHandle *handle);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
