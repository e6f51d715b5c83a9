/* What the libraries of torch_npu need when they are loaded: the sonames, and each symbol of a list. symbols LIST */
#include <dlfcn.h>

#include "check.h"

static const char *const SONAMES[] = {
    /* Linked. */
    "libhccl.so", "libascendcl.so", "libacl_op_compiler.so", "libge_runner.so", "libgraph.so", "libacl_tdt_channel.so",
    /* Opened by name. */
    "libnnopbase.so", "libascend_dump.so", "libopapi.so", "libopapi_math.so", "libopapi_nn.so", "libopapi_transformer.so", "libopapi_cv.so",
    "libfmk_parser.so", "libascend_protobuf.so", "libatb.so", "libregister.so", "libplatform.so", "libruntime.so", "libcust_opapi.so", "libmsprofiler.so", "libmspti.so", "libms_tools_ext.so", "libascend_hal.so",
};

int main(int argc, char **argv)
{
    void *handles[sizeof SONAMES / sizeof *SONAMES];
    char line[256];
    int symbols = 0;
    FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;
    size_t i;

    for (i = 0; i < sizeof SONAMES / sizeof *SONAMES; i++) {
        handles[i] = dlopen(SONAMES[i], RTLD_NOW | RTLD_LOCAL);
        if (handles[i] == NULL) {
            fprintf(stderr, "%s\n", dlerror());
        }
        CHECK_TRUE(handles[i] != NULL);
    }
    CHECK_TRUE(list != NULL);
    while (list != NULL && fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || handles[0] == NULL) {
            continue;
        }
        symbols++;
        if (dlsym(handles[0], line) == NULL) {
            fprintf(stderr, "%s is missing\n", line);
            CHECK_TRUE(!"every symbol is there");
        }
    }
    CHECK_TRUE(symbols > 80);
    return check_result();
}
