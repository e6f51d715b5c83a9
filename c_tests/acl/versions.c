/* Versions, the chip's name, capabilities. */
#include "fixture.h"

int main(void)
{
    int32_t major = UNTOUCHED_32, minor = UNTOUCHED_32, patch = UNTOUCHED_32, number = UNTOUCHED_32, answer = UNTOUCHED_32;
    char runtime[] = "runtime", spelt[] = "ops-math", nothing[] = "nothing", empty[] = "";
    char text[ACL_PKG_VERSION_MAX_SIZE];
    aclCANNPackageVersion version;
    const aclCannAttr *list = NULL;
    size_t count = 0, at;

    CHECK_REFUSED(aclrtGetVersion(NULL, &minor, &patch), ACL_ERROR_INVALID_PARAM, "`majorVersion` is null");
    CHECK_REFUSED(aclrtGetVersion(&major, NULL, &patch), ACL_ERROR_INVALID_PARAM, "`minorVersion` is null");
    CHECK_REFUSED(aclrtGetVersion(&major, &minor, NULL), ACL_ERROR_INVALID_PARAM, "`patchVersion` is null");
    CHECK_TRUE(major == UNTOUCHED_32 && minor == UNTOUCHED_32 && patch == UNTOUCHED_32);
    CHECK_STATUS(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
    CHECK_TRUE(major == ACL_MAJOR_VERSION && minor == ACL_MINOR_VERSION && patch == ACL_PATCH_VERSION);

    memset(text, 'x', sizeof text);
    CHECK_REFUSED(aclsysGetVersionStr(NULL, text), ACL_ERROR_INVALID_PARAM, "`pkgName` is null");
    CHECK_REFUSED(aclsysGetVersionStr(runtime, NULL), ACL_ERROR_INVALID_PARAM, "`versionStr` is null");
    CHECK_REFUSED(aclsysGetVersionStr(nothing, text), ACL_ERROR_INVALID_FILE, "\"nothing\": not found in");
    CHECK_REFUSED(aclsysGetVersionStr(empty, text), ACL_ERROR_INVALID_FILE, "`pkgName` is");
    CHECK_TRUE(text[0] == 'x' && text[sizeof text - 1] == 'x');
    CHECK_STATUS(aclsysGetVersionStr(runtime, text), ACL_SUCCESS);
    CHECK_EQUAL_STRING(text, "9.0.0");
    /* No byte after the text is written: some programs bring fewer. */
    CHECK_EQUAL_INT(text[6], 'x');
    CHECK_STATUS(aclsysGetVersionStr(spelt, text), ACL_SUCCESS);

    CHECK_REFUSED(aclsysGetVersionNum(NULL, &number), ACL_ERROR_INVALID_PARAM, "`pkgName` is null");
    CHECK_REFUSED(aclsysGetVersionNum(runtime, NULL), ACL_ERROR_INVALID_PARAM, "`versionNum` is null");
    CHECK_REFUSED(aclsysGetVersionNum(nothing, &number), ACL_ERROR_INVALID_FILE, "\"nothing\"");
    CHECK_EQUAL_INT(number, UNTOUCHED_32);
    CHECK_STATUS(aclsysGetVersionNum(runtime, &number), ACL_SUCCESS);
    CHECK_EQUAL_INT(number, 90000000);

    memset(&version, 'x', sizeof version);
    CHECK_REFUSED(aclsysGetCANNVersion(ACL_PKG_NAME_RUNTIME, NULL), ACL_ERROR_INVALID_PARAM, "`version` is null");
    CHECK_REFUSED(aclsysGetCANNVersion((aclCANNPackageName)8, &version), ACL_ERROR_INVALID_PARAM, "`name` is");
    /* The absence of a package is an answer: no message. */
    CHECK_STATUS(aclsysGetCANNVersion(ACL_PKG_NAME_DRIVER, &version), ACL_ERROR_INVALID_FILE);
    CHECK_TRUE(aclGetRecentErrMsg() == NULL);
    CHECK_EQUAL_INT(version.version[0], 'x');
    CHECK_STATUS(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, &version), ACL_SUCCESS);
    CHECK_STATUS(aclsysGetCANNVersion(ACL_PKG_NAME_RUNTIME, &version), ACL_SUCCESS);
    CHECK_EQUAL_STRING(version.version, "9.0.0");
    CHECK_EQUAL_STRING(version.majorVersion, "9");
    CHECK_EQUAL_STRING(version.minorVersion, "0");
    CHECK_EQUAL_STRING(version.releaseVersion, "0");
    CHECK_EQUAL_STRING(version.patchVersion, "");

    CHECK_EQUAL_STRING(aclrtGetSocName(), "Ascend950PR_9599");
    CHECK_TRUE(aclrtGetSocName() == aclrtGetSocName());
    CHECK_REFUSED(aclrtCheckArchCompatibility(NULL, &answer), ACL_ERROR_RT_PARAM_INVALID, "`socVersion` is null");
    CHECK_REFUSED(aclrtCheckArchCompatibility("Ascend950PR_9599", NULL), ACL_ERROR_RT_PARAM_INVALID, "`canCompatible` is null");
    CHECK_REFUSED(aclrtCheckArchCompatibility("", &answer), ACL_ERROR_RT_PARAM_INVALID, "`socVersion` is empty");
    CHECK_EQUAL_INT(answer, UNTOUCHED_32);
    CHECK_STATUS(aclrtCheckArchCompatibility(aclrtGetSocName(), &answer), ACL_SUCCESS);
    CHECK_EQUAL_INT(answer, 1);
    CHECK_STATUS(aclrtCheckArchCompatibility("Ascend910B1", &answer), ACL_SUCCESS);
    CHECK_EQUAL_INT(answer, 0);

    CHECK_REFUSED(aclGetCannAttributeList(NULL, &count), ACL_ERROR_INVALID_PARAM, "`cannAttrList` is null");
    CHECK_REFUSED(aclGetCannAttributeList(&list, NULL), ACL_ERROR_INVALID_PARAM, "`num` is null");
    CHECK_TRUE(list == NULL && count == 0);
    CHECK_STATUS(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 3);
    for (at = 0; at < count; at++) {
        answer = UNTOUCHED_32;
        CHECK_STATUS(aclGetCannAttribute(list[at], &answer), ACL_SUCCESS);
        CHECK_EQUAL_INT(answer, list[at] == ACL_CANN_ATTR_JIT_COMPILE ? 0 : 1);
    }
    answer = UNTOUCHED_32;
    CHECK_REFUSED(aclGetCannAttribute(ACL_CANN_ATTR_BF16, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclGetCannAttribute(ACL_CANN_ATTR_UNDEFINED, &answer), ACL_ERROR_INVALID_PARAM, "`cannAttr` is");
    CHECK_REFUSED(aclGetCannAttribute((aclCannAttr)3, &answer), ACL_ERROR_INVALID_PARAM, "`cannAttr` is");
    CHECK_EQUAL_INT(answer, UNTOUCHED_32);
    return check_result();
}
