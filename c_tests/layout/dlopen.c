/* Clients that load an operator library at run time, by bare name or by path, and look both functions up. */
#include <dlfcn.h>

#include "check.h"

static void both_functions(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    CHECK_TRUE(library != NULL);
    if (library == NULL) {
        fprintf(stderr, "%s: %s\n", name, dlerror());
        return;
    }
    CHECK_TRUE(dlsym(library, "aclnnSinGetWorkspaceSize") != NULL);
    CHECK_TRUE(dlsym(library, "aclnnSin") != NULL);
    /* What no header declares is not to be found. */
    CHECK_TRUE(dlsym(library, "aclnnNoSuchOperator") == NULL);
    CHECK_TRUE(dlsym(library, "rust_eh_personality") == NULL);
    dlclose(library);
}

int main(void)
{
    static const char *const names[] = {"libopapi.so", "libopapi_math.so", "libopapi_nn.so", "libcust_opapi.so",
                                        "libnnopbase.so", "libascendcl.so"};
    char path[4096];
    void *first = dlopen("libopapi.so", RTLD_NOW);
    void *second = dlopen("libopapi_math.so", RTLD_NOW);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        both_functions(names[i]);
        snprintf(path, sizeof path, "%s/lib64/%s", getenv("ASCEND_HOME_PATH"), names[i]);
        both_functions(path);
    }
    /* One library under all names: the state of the runtime exists once. */
    CHECK_TRUE(first != NULL && second != NULL && dlsym(first, "aclnnSin") == dlsym(second, "aclnnSin"));
    return check_result();
}
