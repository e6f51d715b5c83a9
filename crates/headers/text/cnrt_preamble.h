#define cnrtQueue CNqueue_st
#define cnrtNotifier CNnotifier_st
struct cnrtQueue;
struct cnrtNotifier;

/** A queue: tasks that run in order. Null means the default queue. */
typedef struct cnrtQueue *cnrtQueue_t;

/** A notifier: a mark in a queue. */
typedef struct cnrtNotifier *cnrtNotifier_t;

/* Queues that stand for the default queue. */
#define cnrtQueueLegacy ((cnrtQueue_t)2)
#define cnrtQueuePerThread ((cnrtQueue_t)1)
