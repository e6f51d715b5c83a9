/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "acl_base.h"

/* A part of a file; defined below. */
typedef struct acldumpChunk acldumpChunk;

/**
 * Bytes of a file's name in a chunk, with its end.
 */
#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096

/**
 * Arguments of operators.
 */
#define ACL_OP_DUMP_OP_AICORE_ARGS 1

/**
 * Dimensions of a tensor at most.
 */
#define ACL_DUMP_MAX_SHAPE_NUM 25

/**
 * Kinds of dumps.
 */
typedef enum acldumpType {
    AIC_ERR_BRIEF_DUMP = 1,
    AIC_ERR_NORM_DUMP = 2,
    AIC_ERR_DETAIL_DUMP = 3,
    DATA_DUMP = 4,
    OVERFLOW_DUMP = 5,
} acldumpType;

/**
 * Roles of a tensor in the operator that failed.
 */
typedef enum acldumpTensorType {
    ACL_DUMP_TENSOR_INPUT = 0,
    ACL_DUMP_TENSOR_OUTPUT = 1,
    ACL_DUMP_TENSOR_WORKSPACE = 2,
} acldumpTensorType;

/**
 * Meanings of a tensor's address.
 */
typedef enum acldumpTensorAddressType {
    ACL_DUMP_ADDR_PTR = 0,
    ACL_DUMP_ADDR_PTR_PTR = 1,
    ACL_DUMP_ADDR_RAW = 2,
} acldumpTensorAddressType;

/**
 * Where a tensor is.
 */
typedef enum acldumpTensorPlacement {
    ACL_DUMP_PLACEMENT_DEVICE = 0,
    ACL_DUMP_PLACEMENT_HOST = 1,
    ACL_DUMP_PLACEMENT_END = 2,
} acldumpTensorPlacement;

/**
 * A tensor that is saved.
 */
typedef struct acldumpTensorInfo {
    /**
     * Its role in the operator.
     */
    enum acldumpTensorType type;
    /**
     * Its bytes.
     */
    size_t tensorSize;
    /**
     * Its format, as `aclFormat`.
     */
    int32_t format;
    /**
     * Its type, as `aclDataType`.
     */
    int32_t dataType;
    /**
     * Its address.
     */
    int64_t *tensorAddr;
    /**
     * Must be `ACL_DUMP_ADDR_RAW`.
     */
    enum acldumpTensorAddressType addrType;
    /**
     * Must be `ACL_DUMP_PLACEMENT_DEVICE`.
     */
    enum acldumpTensorPlacement placement;
    /**
     * Where it stands among the operator's arguments.
     */
    uint32_t argsOffset;
    /**
     * Extents of `shape` that count.
     */
    uint32_t shapeNum;
    /**
     * Extents of `originShape` that count.
     */
    uint32_t originShapeNum;
    /**
     * Its extents.
     */
    uint64_t shape[ACL_DUMP_MAX_SHAPE_NUM];
    /**
     * Its extents before its format was changed.
     */
    uint64_t originShape[ACL_DUMP_MAX_SHAPE_NUM];
} acldumpTensorInfo;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Has a function take what dumps would write, in parts of at most 1 MiB, on the thread that runs the operator: nothing is written any more. Where `aclmdlInitDump` was
 * called and nothing is dumped yet, inputs and outputs of all operators are. Another number than 0 that the function returns leaves out the rest of the file. The last
 * registration counts. `flag` is reserved and must be 0.
 *
 * Returns 500001 for null, or another flag.
 */
aclError acldumpRegCallback(int32_t (*messageCallback)(const acldumpChunk*, int32_t),
                            int32_t flag);

/**
 * Takes the registration of `acldumpRegCallback` back: dumps with a folder write files again, others end.
 */
void acldumpUnregCallback(void);

/**
 * Has a file written in the folder `path` for each operator of aclnn and each combination of types and shapes that it is called with from now on, until `aclopStopDumpArgs`:
 * `Add.1.json` and so on. The folder is created. A second call goes on in its folder.
 *
 * Returns 500001 for null, another type, or a folder that cannot be created.
 */
aclError aclopStartDumpArgs(uint32_t dumpType,
                            const char *path);

/**
 * Ends what `aclopStartDumpArgs` began. Returns 500001 for another type.
 */
aclError aclopStopDumpArgs(uint32_t dumpType);

/**
 * Writes the folder for what is saved of failures on the current device, `DIR/extra-info/data-dump/DEVICE/`, and its end. It is created.
 *
 * Returns 100000 for null, or a `maxLen` that is too small; 107002 without a current context; 500001 if the file of `aclInit` or `aclmdlSetDump` has no `dump_scene` for
 * failures, or the folder cannot be created.
 */
aclError acldumpGetExceptionInfoPath(char *path,
                                     size_t maxLen);

/**
 * Returns the folder of a dump, as text that stays: of operands (`DATA_DUMP`) while they are dumped, or of what is saved of failures on the current device. Null
 * where there is none.
 */
const char *acldumpGetPath(enum acldumpType dumpType);

/**
 * Saves tensors in `fileName.custom.TIME` in the folder of `acldumpGetExceptionInfoPath`, TIME in milliseconds: a line of JSON with `userTag` (which may be null) and what the tensors are, then
 * their bytes as they are now. Work in streams is not waited for.
 *
 * Returns 100000 for null; a name that is empty, absolute or has a part `..`; no tensors, or one whose members are not as the header says; 107000 for a tensor past the end of
 * its allocation; otherwise what `acldumpGetExceptionInfoPath` does, and 500001 if the file cannot be written.
 */
aclError acldumpSaveExceptionInfo(const char *fileName,
                                  const char *userTag,
                                  const struct acldumpTensorInfo *tensors,
                                  size_t tensorCount);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/* A part of a file that the program's callback takes: `bufLen` bytes, which follow. */
struct acldumpChunk {
    char fileName[ACL_DUMP_MAX_FILE_PATH_LENGTH]; /* The file that would have been written: an absolute path. */
    uint32_t bufLen;                              /* Bytes of this part. */
    uint32_t isLastChunk;                         /* 1 for the last part of the file. */
    int64_t offset;                               /* Where the part stands in the file. */
    int32_t flag;                                 /* 0. */
    __extension__ uint8_t dataBuf[0];             /* The bytes. */
};
