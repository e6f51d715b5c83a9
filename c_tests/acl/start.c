/* Start and end of the runtime, with and without a configuration file. */
#include "fixture.h"

static const char *file_with(const char *text)
{
    static const char name[] = "acl_start.json";
    FILE *file = fopen(name, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(name);
        exit(1);
    }
    return name;
}

int main(void)
{
    uint64_t left = UNTOUCHED_64;

    CHECK_REFUSED(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE, "aclFinalizeReference");
    CHECK_EQUAL_INT(left, UNTOUCHED_64);
    /* The first one in a process succeeds even without aclInit. */
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    CHECK_REFUSED(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE, "aclFinalize: the runtime is not started");

    CHECK_REFUSED(aclInit("/nowhere/acl.json"), ACL_ERROR_INVALID_FILE, "/nowhere/acl.json");
    CHECK_REFUSED(aclInit("/"), ACL_ERROR_INVALID_FILE, "aclInit: `configPath` is");
    CHECK_REFUSED(aclInit(file_with("{")), ACL_ERROR_PARSE_FILE, "acl_start.json");
    CHECK_REFUSED(aclInit(file_with("{\"err_msg_mode\": \"2\"}")), ACL_ERROR_INVALID_PARAM, "err_msg_mode");
    CHECK_REFUSED(aclInit(file_with("{\"err_msg_mode\": 1}")), ACL_ERROR_INVALID_PARAM, "err_msg_mode");
    /* None of them started it. */
    CHECK_REFUSED(aclFinalizeReference(NULL), ACL_ERROR_REPEAT_FINALIZE, "not started");

    CHECK_STATUS(aclInit(file_with("{\"err_msg_mode\": \"0\", \"dump\": {}}")), ACL_SUCCESS);
    CHECK_REFUSED(aclInit(NULL), ACL_ERROR_REPEAT_INITIALIZE, "started already");
    CHECK_REFUSED(aclInit(file_with("{}")), ACL_ERROR_INVALID_PARAM, "another configuration");
    CHECK_STATUS(aclInit(""), ACL_ERROR_REPEAT_INITIALIZE);
    /* Three references: one that was refused for its configuration was not counted. */
    CHECK_STATUS(aclFinalizeReference(&left), ACL_SUCCESS);
    CHECK_EQUAL_INT(left, 2);
    CHECK_STATUS(aclFinalizeReference(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclFinalizeReference(&left), ACL_SUCCESS);
    CHECK_EQUAL_INT(left, 0);
    CHECK_STATUS(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE);

    CHECK_STATUS(aclInit(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclInit(NULL), ACL_ERROR_REPEAT_INITIALIZE);
    /* Devices outlive the end, which counts no references. */
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    CHECK_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclInit(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    remove("acl_start.json");
    return check_result();
}
