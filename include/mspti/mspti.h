/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * A record of an activity.
 */
typedef struct msptiActivity msptiActivity;

/**
 * Data of a callback.
 */
typedef struct msptiCallbackData msptiCallbackData;

/**
 * A subscriber.
 */
typedef struct msptiSubscriber_st msptiSubscriber_st;

/**
 * Status of a call.
 */
typedef int32_t msptiResult;

/**
 * The handle of a subscriber.
 */
typedef struct msptiSubscriber_st *msptiSubscriberHandle;

/**
 * A part of the toolkit of which callbacks tell.
 */
typedef int32_t msptiCallbackDomain;

/**
 * A function of such a part.
 */
typedef uint32_t msptiCallbackId;

/**
 * Is told of calls.
 */
typedef void (*msptiCallbackFunc)(void *userdata,
                                  msptiCallbackDomain domain,
                                  msptiCallbackId callbackId,
                                  const struct msptiCallbackData *callbackInfo);

/**
 * A kind of activities.
 */
typedef int32_t msptiActivityKind;

/**
 * Gives a buffer for records.
 */
typedef void (*msptiBuffersCallbackRequestFunc)(uint8_t **buffer, size_t *size, size_t *maxNumRecords);

/**
 * Takes a buffer with records.
 */
typedef void (*msptiBuffersCallbackCompleteFunc)(uint8_t *buffer, size_t size, size_t validSize);

/**
 * Kinds of outer activities.
 */
typedef int32_t msptiExternalCorrelationKind;

#ifdef __cplusplus

/**
 * The call was carried out.
 */
static const int MSPTI_SUCCESS = 0;

/**
 * An argument was refused; `aclGetRecentErrMsg` says why.
 */
static const int MSPTI_ERROR_INVALID_PARAMETER = 1;

/**
 * There is a subscriber already.
 */
static const int MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED = 2;

/**
 * There are no more records.
 */
static const int MSPTI_ERROR_MAX_LIMIT_REACHED = 3;

/**
 * There is nothing to take.
 */
static const int MSPTI_ERROR_QUEUE_EMPTY = 5;

#else

#define MSPTI_SUCCESS 0
#define MSPTI_ERROR_INVALID_PARAMETER 1
#define MSPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED 2
#define MSPTI_ERROR_MAX_LIMIT_REACHED 3
#define MSPTI_ERROR_QUEUE_EMPTY 5

#endif

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Becomes the subscriber. That switches no callbacks on, and there are none to switch on: `callback` is not called.
 *
 * Returns 1 for a null `subscriber`, 2 if there is a subscriber already.
 */
msptiResult msptiSubscribe(msptiSubscriberHandle *subscriber,
                           msptiCallbackFunc callback,
                           void *userdata);

/**
 * Ends a subscription. Returns 1 for what is not the subscriber.
 */
msptiResult msptiUnsubscribe(msptiSubscriberHandle subscriber);

/**
 * Switches a kind of activities on: no records are made of them. Returns 1 for a kind that cannot be.
 */
msptiResult msptiActivityEnable(msptiActivityKind kind);

/**
 * Switches a kind of activities off. Returns 1 for a kind that cannot be.
 */
msptiResult msptiActivityDisable(msptiActivityKind kind);

/**
 * Returns whether a kind of activities is on.
 */
bool msptiActivityIsEnabled(msptiActivityKind kind);

/**
 * Takes the functions that give and take buffers of records. They are not called: there are no records. Returns 1 for null.
 */
msptiResult msptiActivityRegisterCallbacks(msptiBuffersCallbackRequestFunc funcBufferRequested,
                                           msptiBuffersCallbackCompleteFunc funcBufferCompleted);

/**
 * Hands over all records: there are none.
 */
msptiResult msptiActivityFlushAll(uint32_t flag);

/**
 * Finds the next record in a buffer: there is none. Returns 1 for null, 3 otherwise.
 */
msptiResult msptiActivityGetNextRecord(uint8_t *buffer,
                                       size_t validBufferSizeBytes,
                                       struct msptiActivity **record);

/**
 * Says that what this thread does from now on belongs to `id`.
 */
msptiResult msptiActivityPushExternalCorrelationId(msptiExternalCorrelationKind kind, uint64_t id);

/**
 * Ends what `msptiActivityPushExternalCorrelationId` began last for this kind, and writes its identifier unless `lastId` is null. Returns 5 where
 * nothing was begun.
 */
msptiResult msptiActivityPopExternalCorrelationId(msptiExternalCorrelationKind kind,
                                                  uint64_t *lastId);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
