/* Dumps that the program takes itself, what operators are called with, and what is saved of a failure. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "acl/acl_dump.h"
#include "aclnnop/aclnn_copy.h"
#include "models.h"

static char folder[] = "/tmp/hostnpu_dumps_XXXXXX";
static char path[4200];

static const char *within(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Writes a configuration; returns its path. */
static const char *configuration(const char *dump)
{
    FILE *file = fopen(within("acl.json"), "w");
    if (file == NULL || fprintf(file, "{\"dump\": {\"dump_path\": \"%s/out\", %s}}", folder, dump) < 0) {
        exit(1);
    }
    fclose(file);
    return path;
}

/* Of a thread that has chosen no device. */
static void *without_context(void *argument)
{
    char name[200];
    CHECK_REFUSED(acldumpGetExceptionInfoPath(name, sizeof name), 107002, ": ");
    return argument;
}

static char text[4096];

static const char *text_of(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/* Entries of a folder. */
static int entries(const char *name)
{
    int count = 0;
    DIR *all = opendir(name);
    if (all == NULL) {
        return -1;
    }
    for (struct dirent *one = readdir(all); one != NULL; one = readdir(all)) {
        count += one->d_name[0] != '.';
    }
    closedir(all);
    return count;
}

static int files, is_whole = 1;
static long bytes;
static char last[ACL_DUMP_MAX_FILE_PATH_LENGTH];

static int32_t take(const acldumpChunk *chunk, int32_t length)
{
    is_whole &= length == (int32_t)(sizeof *chunk + chunk->bufLen) && chunk->flag == 0;
    is_whole &= chunk->offset != 0 || memcmp(chunk->dataBuf, "\x93NUMPY", 6) == 0;
    files += chunk->isLastChunk == 1;
    bytes += chunk->bufLen;
    memcpy(last, chunk->fileName, sizeof last);
    return 0;
}

static int32_t refuse_all(const acldumpChunk *chunk, int32_t length)
{
    (void)chunk;
    (void)length;
    files++;
    return -1;
}

static float *x, *y;
static aclrtStream stream;

static void add_once(void)
{
    add(x, x, 1, y, stream);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

static void callbacks(void)
{
    CHECK_REFUSED(acldumpRegCallback(NULL, 0), 500001, "`messageCallback` is null");
    CHECK_REFUSED(acldumpRegCallback(take, 1), 500001, "`flag` is 1");
    CHECK_STATUS(acldumpRegCallback(take, 0), ACL_SUCCESS);
    add_once();
    CHECK_EQUAL_INT(files, 0);
    /* Without a folder: two inputs and an output. */
    CHECK_STATUS(aclmdlInitDump(), ACL_SUCCESS);
    add_once();
    CHECK_EQUAL_INT(files, 3);
    CHECK_TRUE(is_whole);
    CHECK_TRUE(bytes >= 3 * 16);
    CHECK_TRUE(last[0] == '/');
    CHECK_MESSAGE_CONTAINS(last, "/0/Add.aclnnAdd.");
    CHECK_MESSAGE_CONTAINS(last, ".output.0.npy");
    acldumpUnregCallback();
    add_once();
    CHECK_EQUAL_INT(files, 3);
    /* The other way round. */
    CHECK_STATUS(acldumpRegCallback(take, 0), ACL_SUCCESS);
    add_once();
    CHECK_EQUAL_INT(files, 6);
    /* With a folder: nothing but the two lists are in it while a function takes the files. */
    CHECK_TRUE(acldumpGetPath(OVERFLOW_DUMP) == NULL);
    CHECK_STATUS(aclmdlSetDump(configuration("\"dump_list\": [{}], \"dump_op_switch\": \"on\"")), ACL_SUCCESS);
    const char *out = acldumpGetPath(DATA_DUMP);
    CHECK_TRUE(out != NULL && strncmp(out, folder, strlen(folder)) == 0);
    CHECK_TRUE(acldumpGetPath(DATA_DUMP) == out);
    add_once();
    CHECK_EQUAL_INT(files, 7);
    CHECK_EQUAL_INT(entries(out), 2);
    CHECK_TRUE(strncmp(last, out, strlen(out)) == 0);
    CHECK_STATUS(acldumpRegCallback(refuse_all, 0), ACL_SUCCESS);
    add_once();
    CHECK_EQUAL_INT(files, 8);
    acldumpUnregCallback();
    add_once();
    CHECK_EQUAL_INT(files, 8);
    CHECK_EQUAL_INT(entries(out), 3);
    CHECK_STATUS(aclmdlFinalizeDump(), ACL_SUCCESS);
    CHECK_TRUE(acldumpGetPath(DATA_DUMP) == NULL);
    CHECK_REFUSED((acldumpGetPath((acldumpType)9), 100000), 100000, "`dumpType` is ");
}

/* Bytes of a part at most, and of a tensor whose file has two parts. */
#define LONGEST_PART (1 << 20)
#define MANY (LONGEST_PART + 3)

static uint8_t taken[2 * LONGEST_PART], contents[MANY];
static int parts, calls;

/* Takes the parts of the output's file. */
static int32_t take_parts(const acldumpChunk *chunk, int32_t length)
{
    calls++;
    if (strstr(chunk->fileName, ".output.0.npy") == NULL) {
        return 0;
    }
    CHECK_EQUAL_INT(length, (int32_t)(sizeof *chunk + chunk->bufLen));
    CHECK_EQUAL_INT(chunk->offset, (int64_t)parts * LONGEST_PART);
    CHECK_EQUAL_INT(chunk->isLastChunk, parts == 1);
    CHECK_TRUE(chunk->bufLen <= LONGEST_PART);
    if (chunk->offset + chunk->bufLen <= (int64_t)sizeof taken) {
        memcpy(taken + chunk->offset, chunk->dataBuf, chunk->bufLen);
        bytes = chunk->offset + chunk->bufLen;
    }
    parts++;
    return 0;
}

static void copy_many(void *from, void *to)
{
    int64_t shape = MANY;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *source = aclCreateTensor(&shape, 1, ACL_UINT8, NULL, 0, ACL_FORMAT_ND, &shape, 1, from);
    aclTensor *target = aclCreateTensor(&shape, 1, ACL_UINT8, NULL, 0, ACL_FORMAT_ND, &shape, 1, to);
    REQUIRE_STATUS(aclnnInplaceCopyGetWorkspaceSize(target, source, &size, &executor), 0);
    REQUIRE_STATUS(aclnnInplaceCopy(NULL, size, executor, stream), 0);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    aclDestroyTensor(source);
    aclDestroyTensor(target);
}

static void files_of_several_parts(void)
{
    void *from = NULL, *to = NULL;
    CHECK_EQUAL_INT(sizeof(acldumpChunk), 4120);
    CHECK_EQUAL_INT(offsetof(acldumpChunk, dataBuf), 4116);
    for (int i = 0; i < MANY; i++) {
        contents[i] = (uint8_t)(i % 251);
    }
    REQUIRE_STATUS(aclrtMalloc(&from, MANY, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&to, MANY, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(from, MANY, contents, MANY, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclmdlInitDump(), ACL_SUCCESS);
    CHECK_STATUS(acldumpRegCallback(take_parts, 0), ACL_SUCCESS);
    copy_many(from, to);
    CHECK_EQUAL_INT(parts, 2);
    CHECK_TRUE(bytes > MANY);
    CHECK_EQUAL_BITS(taken, "\x93NUMPY", 6);
    CHECK_EQUAL_BITS(taken + bytes - MANY, contents, MANY);
    /* Of a file that the function refuses no other part is handed over: half the calls. */
    files = 0;
    CHECK_STATUS(acldumpRegCallback(refuse_all, 0), ACL_SUCCESS);
    copy_many(from, to);
    CHECK_EQUAL_INT(2 * files, calls);
    acldumpUnregCallback();
    CHECK_STATUS(aclmdlFinalizeDump(), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(to), ACL_SUCCESS);
}

static void arguments(void)
{
    char args[64];
    snprintf(args, sizeof args, "%s/args", folder);
    CHECK_REFUSED(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, NULL), 500001, "`path` is null");
    CHECK_REFUSED(aclopStartDumpArgs(2, args), 500001, "`dumpType` is 2");
    CHECK_REFUSED(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, "/proc/none"), 500001, "a folder that can be created");
    CHECK_REFUSED(aclopStopDumpArgs(0), 500001, "`dumpType` is 0");
    CHECK_STATUS(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, args), ACL_SUCCESS);
    add_once();
    add_once();
    CHECK_STATUS(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS), ACL_SUCCESS);
    CHECK_EQUAL_INT(entries(args), 1);
    text_of(within("args/Add.1.json"));
    CHECK_MESSAGE_CONTAINS(text, "\"function\": \"aclnnAdd\"");
    CHECK_MESSAGE_CONTAINS(text, "\"dtype\": \"FLOAT\"");
    CHECK_MESSAGE_CONTAINS(text, "\"role\": \"output\"");
    unlink(within("args/Add.1.json"));
    add_once();
    CHECK_EQUAL_INT(entries(args), 0);
}

static void failures(void)
{
    acldumpTensorInfo tensors[2];
    long longest = 0;
    char name[200], expected[200], saved[512], found[512] = "";
    pthread_t thread;
    memset(tensors, 0, sizeof tensors);
    for (int i = 0; i < 2; i++) {
        tensors[i].type = i == 0 ? ACL_DUMP_TENSOR_INPUT : ACL_DUMP_TENSOR_OUTPUT;
        tensors[i].tensorSize = 16;
        tensors[i].dataType = ACL_FLOAT;
        tensors[i].format = ACL_FORMAT_ND;
        tensors[i].tensorAddr = (int64_t *)(void *)(i == 0 ? x : y);
        tensors[i].addrType = ACL_DUMP_ADDR_RAW;
        tensors[i].shapeNum = tensors[i].originShapeNum = 1;
        tensors[i].shape[0] = tensors[i].originShape[0] = 4;
    }
    CHECK_REFUSED(acldumpGetExceptionInfoPath(name, sizeof name), 500001, "failures are not saved");
    CHECK_REFUSED(acldumpSaveExceptionInfo("f", NULL, tensors, 2), 500001, "failures are not saved");
    CHECK_TRUE(acldumpGetPath(AIC_ERR_BRIEF_DUMP) == NULL);
    CHECK_STATUS(aclmdlInitDump(), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlSetDump(configuration("\"dump_scene\": \"x\"")), 100009, "a dump_scene \"x\"");
    CHECK_REFUSED(aclmdlSetDump(configuration("\"dump_scene\": \"lite_exception\", \"dump_op_switch\": \"on\"")), 100009, "both");
    CHECK_STATUS(aclmdlSetDump(configuration("\"dump_scene\": \"aic_err_brief_dump\"")), ACL_SUCCESS);
    CHECK_REFUSED(acldumpGetExceptionInfoPath(NULL, 8), 100000, "`path` is null");
    CHECK_REFUSED(acldumpGetExceptionInfoPath(name, 1), 100000, "`maxLen` is 1");
    CHECK_REFUSED(acldumpGetExceptionInfoPath(name, 8), 100000, "the path and its end");
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, without_context, NULL), 0);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
    CHECK_STATUS(acldumpGetExceptionInfoPath(name, sizeof name), ACL_SUCCESS);
    snprintf(expected, sizeof expected, "%s/out/extra-info/data-dump/0/", folder);
    CHECK_EQUAL_STRING(name, expected);
    CHECK_EQUAL_INT(entries(name), 0);
    CHECK_EQUAL_STRING(acldumpGetPath(AIC_ERR_NORM_DUMP), expected);
    CHECK_REFUSED(acldumpSaveExceptionInfo(NULL, NULL, tensors, 2), 100000, "`fileName` is null");
    CHECK_REFUSED(acldumpSaveExceptionInfo("", NULL, tensors, 2), 100000, "a relative path without `..`");
    CHECK_REFUSED(acldumpSaveExceptionInfo("a/../b", NULL, tensors, 2), 100000, "a relative path without `..`");
    CHECK_REFUSED(acldumpSaveExceptionInfo("/a", NULL, tensors, 2), 100000, "a relative path without `..`");
    CHECK_REFUSED(acldumpSaveExceptionInfo("f", NULL, NULL, 2), 100000, "`tensors` is null");
    CHECK_REFUSED(acldumpSaveExceptionInfo("f", NULL, tensors, 0), 100000, "`tensorCount` is 0");
#define CHECK_MEMBER(assign, code, part)                                                          \
    do {                                                                                          \
        acldumpTensorInfo wrong[2] = {tensors[0], tensors[1]};                                    \
        wrong[1].assign;                                                                          \
        CHECK_REFUSED(acldumpSaveExceptionInfo("f", NULL, wrong, 2), code, part);                 \
    } while (0)
    CHECK_MEMBER(shapeNum = 26, 100000, "[1].shapeNum 26");
    CHECK_MEMBER(originShapeNum = 26, 100000, "[1].originShapeNum 26");
    CHECK_MEMBER(type = (acldumpTensorType)3, 100000, "[1].type");
    CHECK_MEMBER(addrType = ACL_DUMP_ADDR_PTR, 100000, "[1].addrType");
    CHECK_MEMBER(placement = ACL_DUMP_PLACEMENT_HOST, 100000, "[1].placement");
    CHECK_MEMBER(tensorAddr = NULL, 100000, "[1].tensorAddr null");
    CHECK_MEMBER(tensorSize = 0, 100000, "[1].tensorSize 0");
    CHECK_MEMBER(tensorSize = 33, 107000, "`tensors`");
    CHECK_EQUAL_INT(entries(name), 0);
    CHECK_STATUS(acldumpSaveExceptionInfo("deep/f", "why=\"this\"", tensors, 2), ACL_SUCCESS);
    CHECK_STATUS(acldumpSaveExceptionInfo("deep/f", NULL, tensors, 1), ACL_SUCCESS);
    snprintf(saved, sizeof saved, "%sdeep", name);
    CHECK_EQUAL_INT(entries(saved), 2);
    /* The longer file is the first one: a line, and the bytes of both. */
    DIR *all = opendir(saved);
    for (struct dirent *one = readdir(all); one != NULL; one = readdir(all)) {
        struct stat about;
        snprintf(saved, sizeof saved, "%sdeep/%s", name, one->d_name);
        if (strncmp(one->d_name, "f.custom.", 9) == 0 && stat(saved, &about) == 0 && about.st_size > longest) {
            longest = about.st_size;
            memcpy(found, saved, sizeof found);
        }
    }
    closedir(all);
    text_of(found);
    const char *data = strchr(text, '\n');
    CHECK_TRUE(data != NULL);
    if (data != NULL) {
        float host[8];
        REQUIRE_STATUS(aclrtMemcpy(host, 16, x, 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtMemcpy(host + 4, 16, y, 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        CHECK_EQUAL_BITS(data + 1, host, sizeof host);
        text[data - text] = '\0';
        CHECK_MESSAGE_CONTAINS(text, "\"tag\":\"why=\\\"this\\\"\"");
        CHECK_MESSAGE_CONTAINS(text, "\"type\":\"output\"");
        CHECK_MESSAGE_CONTAINS(text, "\"offset\":16");
        CHECK_MESSAGE_CONTAINS(text, "\"shape\":[4]");
    }
    CHECK_STATUS(aclmdlFinalizeDump(), ACL_SUCCESS);
    CHECK_STATUS(acldumpGetExceptionInfoPath(name, sizeof name), 500001);
}

int main(void)
{
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    stream = new_stream();
    x = floats(1);
    y = floats(0);
    callbacks();
    files_of_several_parts();
    arguments();
    failures();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQUAL_INT(system(command), 0);
    return check_result();
}
