/* Version of the interface described here. */
#define CN_MAJOR_VERSION 2
#define CN_MINOR_VERSION 15
#define CN_PATCH_VERSION 5

/** A device. */
typedef uint64_t CNdev;
/** An address of the device. */
typedef uint64_t CNaddr;
typedef struct CNqueue_st *CNqueue;
typedef struct CNnotifier_st *CNnotifier;
typedef struct CNcontext_st *CNcontext;
typedef struct CNkernel_st *CNkernel;
typedef struct CNmodule_st *CNmodule;

/* A context's configuration may be that of the thread or of the process. */
#ifdef CN_CTX_CONFIG_PARAM_PER_PROCESS
#define cnGetCtxConfigParam cnGetCtxConfigParam_pp
#else
#define cnGetCtxConfigParam cnGetCtxConfigParam_pt
#endif
