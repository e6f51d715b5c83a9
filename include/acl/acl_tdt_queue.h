/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "acl_base.h"

/**
 * State of a route: not bound.
 */
#define ACL_TDT_QUEUE_ROUTE_UNBIND 0

/**
 * State of a route: bound.
 */
#define ACL_TDT_QUEUE_ROUTE_BIND 1

/**
 * State of a route: it could not be bound.
 */
#define ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL 2

/**
 * Attributes of a queue.
 */
typedef enum acltdtQueueAttrType {
    ACL_TDT_QUEUE_NAME_PTR = 0,
    ACL_TDT_QUEUE_DEPTH_UINT32 = 1,
} acltdtQueueAttrType;

/**
 * Properties of a route.
 */
typedef enum acltdtQueueRouteParamType {
    ACL_TDT_QUEUE_ROUTE_SRC_UINT32 = 0,
    ACL_TDT_QUEUE_ROUTE_DST_UINT32 = 1,
    ACL_TDT_QUEUE_ROUTE_STATUS_INT32 = 2,
} acltdtQueueRouteParamType;

/**
 * Criteria of a search for routes.
 */
typedef enum acltdtQueueRouteQueryInfoParamType {
    ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM = 0,
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32 = 1,
    ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32 = 2,
} acltdtQueueRouteQueryInfoParamType;

/**
 * By what routes are searched.
 */
typedef enum acltdtQueueRouteQueryMode {
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC = 0,
    ACL_TDT_QUEUE_ROUTE_QUERY_DST = 1,
    ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST = 2,
    ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL = 100,
} acltdtQueueRouteQueryMode;

/**
 * Kinds of memory of a buffer.
 */
typedef enum acltdtAllocBufType {
    ACL_TDT_NORMAL_MEM = 0,
    ACL_TDT_DVPP_MEM = 1,
} acltdtAllocBufType;

/**
 * Attributes that a queue is created with.
 */
typedef struct acltdtQueueAttr acltdtQueueAttr;

/**
 * A route from one queue to another.
 */
typedef struct acltdtQueueRoute acltdtQueueRoute;

/**
 * Routes.
 */
typedef struct acltdtQueueRouteList acltdtQueueRouteList;

/**
 * By what routes are searched.
 */
typedef struct acltdtQueueRouteQueryInfo acltdtQueueRouteQueryInfo;

/**
 * A buffer that queues carry.
 */
typedef void *acltdtBuf;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates attributes of a queue: no name, and room for 8 messages. Returns null if there are too many.
 */
struct acltdtQueueAttr *acltdtCreateQueueAttr(void);

/**
 * Destroys attributes of a queue. Returns 100000 for null, 107017 for what are no live attributes.
 */
aclError acltdtDestroyQueueAttr(const struct acltdtQueueAttr *attr);

/**
 * Sets an attribute: the name, by a pointer to the pointer to its text, or the depth, by a pointer to a `uint32_t`.
 *
 * Returns 100000 for null, another attribute, another number of bytes than the value has, or a name of more than 127 bytes; 107017 for what are no live
 * attributes.
 */
aclError acltdtSetQueueAttr(struct acltdtQueueAttr *attr,
                            enum acltdtQueueAttrType type,
                            size_t len,
                            const void *param);

/**
 * Returns an attribute, as `acltdtSetQueueAttr` takes it, and its bytes. The text of the name lasts until the name is set again or the attributes are destroyed.
 *
 * Returns 100000 for null, another attribute, or another number of bytes than the value has; 107017 for what are no live attributes.
 */
aclError acltdtGetQueueAttr(const struct acltdtQueueAttr *attr,
                            enum acltdtQueueAttrType type,
                            size_t len,
                            size_t *paramRetSize,
                            void *param);

/**
 * Creates a queue with these attributes (null: no name, and room for 8 messages), and returns its number.
 *
 * Returns 100000 for null, or a name that a live queue has; 107000 for a depth outside 2 to 8192; 107017 for what are no live attributes.
 */
aclError acltdtCreateQueue(const struct acltdtQueueAttr *attr,
                           uint32_t *qid);

/**
 * Destroys a queue with what waits in it and its routes; threads that wait for it are refused. Returns 107000 for the number of no live queue.
 */
aclError acltdtDestroyQueue(uint32_t qid);

/**
 * Puts a buffer with its chain into a queue, for at most `timeout` milliseconds (-1: no limit, 0: at once). Its handle is the queue's then.
 *
 * Returns 100000 for null; 107000 for the number of no live queue, another limit, or a buffer that follows another in a chain; 107017 for what is no live
 * buffer; 207014 if there is no room; 500001 if the queue was destroyed.
 */
aclError acltdtEnqueue(uint32_t qid,
                       acltdtBuf buf,
                       int32_t timeout);

/**
 * Takes a buffer with its chain out of a queue, for at most `timeout` milliseconds (-1: no limit, 0: at once).
 *
 * Returns 100000 for null; 107000 for the number of no live queue, or another limit; 207013 if there is none; 500001 if the queue was destroyed.
 */
aclError acltdtDequeue(uint32_t qid,
                       acltdtBuf *buf,
                       int32_t timeout);

/**
 * Puts a copy of memory, of the host or the device, into a queue, with up to 96 bytes of the program's own. `rsv` is reserved and must be 0.
 *
 * Returns 100000 for null; 107000 for no bytes, more than 96 bytes of the program's own, memory past the end of its allocation, another `rsv`, the number of no
 * live queue, or another limit; 107002 without a current context; 207014 if there is no room; 500001 if the queue was destroyed.
 */
aclError acltdtEnqueueData(uint32_t qid,
                           const void *data,
                           size_t dataSize,
                           const void *userData,
                           size_t userDataSize,
                           int32_t timeout,
                           uint32_t rsv);

/**
 * Takes a message out of a queue into memory of the host or the device: the data of all its buffers, one behind the other, and the first one's bytes of the
 * program's own. Returns how many bytes of data there were.
 *
 * Returns 100000 for null; 107000 for less room than the data needs (the message stays), more than 96 bytes of the program's own, memory past the end of its
 * allocation, the number of no live queue, or another limit; 207013 if there is none; 500001 if the queue was destroyed.
 */
aclError acltdtDequeueData(uint32_t qid,
                           void *data,
                           size_t dataSize,
                           size_t *retDataSize,
                           void *userData,
                           size_t userDataSize,
                           int32_t timeout);

/**
 * Allocates a buffer of `size` bytes of the current device, which hold 0; none of them is data yet.
 *
 * Returns 100000 for null, or another kind than ACL_TDT_NORMAL_MEM; 107000 for no bytes or more than 4 GiB; 107002 without a current context; 207000 for
 * ACL_TDT_DVPP_MEM; 207001 if there is not as much.
 */
aclError acltdtAllocBuf(size_t size,
                        uint32_t type,
                        acltdtBuf *buf);

/**
 * Frees a buffer, with its chain; the memory goes with the last buffer that shares it.
 *
 * Returns 100000 for null, 107000 for one that follows another in a chain, 107017 for what is no live buffer.
 */
aclError acltdtFreeBuf(acltdtBuf buf);

/**
 * Returns the address and the bytes of a buffer's memory. Returns 100000 for null, 107017 for what is no live buffer.
 */
aclError acltdtGetBufData(acltdtBuf buf,
                          void **dataPtr,
                          size_t *size);

/**
 * Sets how many bytes of a buffer are data. Returns 100000 for null, 107000 for more than it has, 107017 for what is no live buffer.
 */
aclError acltdtSetBufDataLen(acltdtBuf buf,
                             size_t len);

/**
 * Returns how many bytes of a buffer are data. Returns 100000 for null, 107017 for what is no live buffer.
 */
aclError acltdtGetBufDataLen(acltdtBuf buf, size_t *len);

/**
 * Copies bytes into those of a buffer that are for the program's own use, 96 of them.
 *
 * Returns 100000 for null, 107000 for bytes outside them, 107017 for what is no live buffer.
 */
aclError acltdtSetBufUserData(acltdtBuf buf, const void *dataPtr, size_t size, size_t offset);

/**
 * Copies bytes of a buffer that are for the program's own use. Returns what `acltdtSetBufUserData` does.
 */
aclError acltdtGetBufUserData(acltdtBuf buf, void *dataPtr, size_t size, size_t offset);

/**
 * Returns a second buffer on the same memory, with the same data and bytes of the program's own. Returns 100000 for null, 107017 for what is no live buffer.
 */
aclError acltdtCopyBufRef(acltdtBuf buf,
                          acltdtBuf *newBuf);

/**
 * Appends a buffer to the chain of another one, with which it goes from now on.
 *
 * Returns 100000 for null; 107000 for a buffer of a chain, one appended to itself, or a chain of 128; 107017 for what is no live buffer.
 */
aclError acltdtAppendBufChain(acltdtBuf headBuf,
                              acltdtBuf buf);

/**
 * Returns the number of buffers of a chain, the first one included. Returns 100000 for null, 107000 for one that follows another, 107017 for what is no live buffer.
 */
aclError acltdtGetBufChainNum(acltdtBuf headBuf,
                              uint32_t *num);

/**
 * Returns a buffer of a chain, 0 for the first one. Returns 100000 for null, 107000 for one that follows another, or another number; 107017 for what is no live
 * buffer.
 */
aclError acltdtGetBufFromChain(acltdtBuf headBuf,
                               uint32_t index,
                               acltdtBuf *buf);

/**
 * Creates a route from one queue to another, which is not bound. Returns null if there are too many.
 */
struct acltdtQueueRoute *acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId);

/**
 * Destroys a route; what is bound stays so. Returns 100000 for null, 107017 for what is no live route.
 */
aclError acltdtDestroyQueueRoute(const struct acltdtQueueRoute *route);

/**
 * Returns one of a route's queues, or its state: 0 not bound, 1 bound, 2 if it could not be bound.
 *
 * Returns 100000 for null, another parameter, or another number of bytes than 4; 107017 for what is no live route.
 */
aclError acltdtGetQueueRouteParam(const struct acltdtQueueRoute *route,
                                  enum acltdtQueueRouteParamType type,
                                  size_t len,
                                  size_t *paramRetSize,
                                  void *param);

/**
 * Creates a list without routes. Returns null if there are too many.
 */
struct acltdtQueueRouteList *acltdtCreateQueueRouteList(void);

/**
 * Destroys a list of routes; what is bound stays so. Returns 100000 for null, 107017 for what is no live list.
 */
aclError acltdtDestroyQueueRouteList(const struct acltdtQueueRouteList *routeList);

/**
 * Appends a copy of a route to a list. Returns 100000 for null, 107017 for what is no live list or route.
 */
aclError acltdtAddQueueRoute(struct acltdtQueueRouteList *routeList, const struct acltdtQueueRoute *route);

/**
 * Copies a route of a list, with its state, into another one. Returns 100000 for null, or a place that the list has not; 107017 for what is no live list or route.
 */
aclError acltdtGetQueueRoute(const struct acltdtQueueRouteList *routeList,
                             size_t index,
                             struct acltdtQueueRoute *route);

/**
 * Returns the number of routes of a list; 0 for null or what is no live list.
 */
size_t acltdtGetQueueRouteNum(const struct acltdtQueueRouteList *routeList);

/**
 * Binds the routes of a list: what waits in a queue, and what comes into it, goes on to all queues to which it has routes, as soon as all have room; they share the
 * memory. All routes are bound, or none; one that cannot be has the state 2.
 *
 * Returns 100000 for null, 107000 for a route from or to no live queue, or that would close a circle; 107017 for what is no live list.
 */
aclError acltdtBindQueueRoutes(struct acltdtQueueRouteList *qRouteList);

/**
 * Unbinds the routes of a list: all, or none where one is not bound, which has the state 2 then. Returns 100000 for null, 107000 for a route that is not bound,
 * 107017 for what is no live list.
 */
aclError acltdtUnbindQueueRoutes(struct acltdtQueueRouteList *qRouteList);

/**
 * Creates a search for routes, without conditions. Returns null if there are too many.
 */
struct acltdtQueueRouteQueryInfo *acltdtCreateQueueRouteQueryInfo(void);

/**
 * Destroys a search for routes. Returns 100000 for null, 107017 for what is no live search.
 */
aclError acltdtDestroyQueueRouteQueryInfo(const struct acltdtQueueRouteQueryInfo *info);

/**
 * Sets by what routes are searched: the mode, or the number of one of the queues.
 *
 * Returns 100000 for null, another parameter, or another number of bytes than 4; 107017 for what is no live search.
 */
aclError acltdtSetQueueRouteQueryInfo(struct acltdtQueueRouteQueryInfo *param,
                                      enum acltdtQueueRouteQueryInfoParamType type,
                                      size_t len,
                                      const void *value);

/**
 * Fills a list with the routes that are bound: from a queue, to a queue, both, or those that are out of order, of which there are none.
 *
 * Returns 100000 for null, or a search without a known mode or the queues that it needs; 107017 for what is no live search or list.
 */
aclError acltdtQueryQueueRoutes(const struct acltdtQueueRouteQueryInfo *queryInfo,
                                struct acltdtQueueRouteList *qRouteList);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
