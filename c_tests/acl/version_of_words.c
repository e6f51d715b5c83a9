/* A package whose version is no number. */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"

int main(void)
{
    char folder[] = "version_XXXXXX", path[64], package[] = "words";
    static const char *const parts[] = {"", "/share", "/share/info", "/share/info/words"};
    int32_t number = UNTOUCHED_32;
    FILE *file;
    CHECK_TRUE(mkdtemp(folder) != NULL);
    for (int at = 1; at < 4; at++) {
        snprintf(path, sizeof path, "%s%s", folder, parts[at]);
        CHECK_EQUAL_INT(mkdir(path, 0700), 0);
    }
    snprintf(path, sizeof path, "%s/share/info/words/version.info", folder);
    file = fopen(path, "w");
    CHECK_TRUE(file != NULL && fputs("Version=latest\n", file) >= 0);
    fclose(file);
    CHECK_EQUAL_INT(setenv("ASCEND_HOME_PATH", folder, 1), 0);
    CHECK_REFUSED(aclsysGetVersionNum(package, &number), ACL_ERROR_INTERNAL_ERROR, "a package of version \"latest\"");
    CHECK_EQUAL_INT(number, UNTOUCHED_32);
    CHECK_EQUAL_INT(remove(path), 0);
    for (int at = 3; at >= 0; at--) {
        snprintf(path, sizeof path, "%s%s", folder, parts[at]);
        CHECK_EQUAL_INT(rmdir(path), 0);
    }
    return check_result();
}
