/* Errors and versions of CNRT: a name and a sentence for every code, the thread's last error, CNRT_CHECK. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

static int checked_status;
#define CNRT_CHECK_PRINT_CHANNEL stderr
#define CNRT_CHECK_ERROR_BEHAVIOR(ret) (checked_status = (int)(ret))
#include "fixture.h"

#define NAME(code) CHECK_EQUAL_STRING(cnrtGetErrorName(code), #code)

static void names(void)
{
    static const int codes[] = {0,      1,      100002, 100004, 100005, 100006, 100007, 100010, 100014, 100015, 100050,
                                100051, 100060, 100100, 100128, 100132, 100133, 100301, 100302, 100303, 100360, 100361,
                                100362, 100363, 100364, 100365, 100366, 100400, 101312, 101315, 632002, 632006, 632009,
                                632013, 632014, 632015, 632017, 632019, 632020, 632100, 999991, 999992};
    size_t at;
    NAME(cnrtSuccess);
    NAME(cnrtErrorNotReady);
    NAME(cnrtErrorArgsInvalid);
    NAME(cnrtErrorNoMem);
    NAME(cnrtErrorMemcpyDirectionInvalid);
    NAME(cnrtErrorBusy);
    NAME(cnrtErrorCndrvFuncCall);
    NAME(cnrtErrorUnknown);
    CHECK_EQUAL_STRING(cnrtGetErrorName((cnrtRet_t)77), "cnrtErrorUnknown");
    for (at = 0; at < sizeof codes / sizeof *codes; at++) {
        const char *text = cnrtGetErrorStr((cnrtRet_t)codes[at]), *name = cnrtGetErrorName((cnrtRet_t)codes[at]);
        CHECK_TRUE(text != NULL && strlen(text) > 5 && strstr(text, "no status") == NULL);
        CHECK_TRUE(name != NULL && strncmp(name, "cnrt", 4) == 0);
    }
    CHECK_MESSAGE_CONTAINS(cnrtGetErrorStr((cnrtRet_t)77), "no status");
    CHECK_MESSAGE_CONTAINS(cnrtGetErrorStr((cnrtRet_t)-1), "no status");
}

static void *other_thread(void *result)
{
    *(int *)result = (int)cnrtPeekAtLastError();
    return NULL;
}

static void last_error(void)
{
    int other = UNTOUCHED, status;
    pthread_t thread;
    CHECK_STATUS(cnrtGetLastError(), cnrtSuccess);
    log_start();
    status = (int)cnrtMalloc(NULL, 1);
    log_stop();
    CHECK_STATUS(status, cnrtErrorArgsInvalid);
    /* A success in between does not clear it; it belongs to the thread. */
    CHECK_STATUS(cnrtFree(NULL), cnrtSuccess);
    CHECK_STATUS(cnrtPeekAtLastError(), cnrtErrorArgsInvalid);
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, other_thread, &other), 0);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
    CHECK_EQUAL_INT(other, cnrtSuccess);
    CHECK_STATUS(cnrtGetLastError(), cnrtErrorArgsInvalid);
    CHECK_STATUS(cnrtGetLastError(), cnrtSuccess);
}

static void versions(void)
{
    int major = UNTOUCHED, minor = UNTOUCHED, patch = UNTOUCHED;
    CHECK_REFUSED(cnrtGetLibVersion(NULL, &minor, &patch), cnrtErrorArgsInvalid, "`major` is null");
    CHECK_REFUSED(cnrtGetLibVersion(&major, NULL, &patch), cnrtErrorArgsInvalid, "`minor` is null");
    CHECK_REFUSED(cnrtGetLibVersion(&major, &minor, NULL), cnrtErrorArgsInvalid, "`patch` is null");
    CHECK_REFUSED(cnrtDriverGetVersion(NULL, &minor, &patch), cnrtErrorArgsInvalid, "`major` is null");
    CHECK_TRUE(major == UNTOUCHED && minor == UNTOUCHED && patch == UNTOUCHED);
    CHECK_STATUS(cnrtGetLibVersion(&major, &minor, &patch), cnrtSuccess);
    CHECK_EQUAL_INT(major * 10000 + minor * 100 + patch, CNRT_VERSION);
    CHECK_STATUS(cnrtDriverGetVersion(&major, &minor, &patch), cnrtSuccess);
    CHECK_TRUE(major == 2 && minor == 15 && patch == 5);
}

static void check_macro(void)
{
    int calls = 0;
    CNRT_CHECK((calls++, cnrtSuccess));
    CHECK_TRUE(calls == 1 && checked_status == 0);
    log_start();
    CNRT_CHECK((calls++, cnrtErrorNoMem));
    log_stop();
    CHECK_EQUAL_INT(calls, 2);
    CHECK_EQUAL_INT(checked_status, cnrtErrorNoMem);
    CHECK_MESSAGE_CONTAINS(log_text, "errors.c:");
    CHECK_MESSAGE_CONTAINS(log_text, "100100");
    CHECK_MESSAGE_CONTAINS(log_text, "device memory is used up");
    CHECK_MESSAGE_CONTAINS(log_text, "(calls++, cnrtErrorNoMem)");
}

int main(void)
{
    names();
    last_error();
    versions();
    check_macro();
    return check_result();
}
