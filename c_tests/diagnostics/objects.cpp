/* What outlives main: objects whose destructors give back what they have, and the code of a plugin. */
#include "fixture.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {

void Require(aclError status)
{
    if (status != ACL_SUCCESS) {
        std::fprintf(stderr, "status %d after main\n", status);
        std::_Exit(9);
    }
}

/* Has everything that a program may keep in a global object. */
struct Holder {
    aclrtStream stream = nullptr;
    void *memory = nullptr;
    aclTensor *tensor = nullptr;

    void Fill()
    {
        REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
        memory = filled(BYTES);
        tensor = vector(memory, ELEMENTS);
        aclOpExecutor *executor = plan_sin(tensor, tensor);
        CHECK_STATUS(aclnnSin(nullptr, 0, executor, stream), ACL_SUCCESS);
    }

    ~Holder()
    {
        if (stream != nullptr) {
            Require(aclrtSynchronizeStream(stream));
            Require(aclDestroyTensor(tensor));
            Require(aclrtFree(memory));
            Require(aclrtDestroyStream(stream));
        }
    }
};

Holder holder;

} // namespace

/* given_back_after_main: silent */
static void given_back_after_main()
{
    REQUIRE_STATUS(aclInit(nullptr), ACL_SUCCESS);
    holder.Fill();
    /* Before the object ends. */
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
}

/* plugin_that_was_closed: silent */
static void plugin_that_was_closed()
{
    void *plugin = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL);
    CHECK_TRUE(plugin != nullptr);
    if (plugin != nullptr) {
        auto run = reinterpret_cast<int (*)()>(dlsym(plugin, "run_plugin"));
        CHECK_TRUE(run != nullptr && run() == 0);
        CHECK_EQUAL_INT(dlclose(plugin), 0);
    }
}

/* forgotten_by_a_plugin: HN-LEAK */
static void forgotten_by_a_plugin()
{
    void *plugin = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL);
    CHECK_TRUE(plugin != nullptr);
    if (plugin != nullptr) {
        auto leave = reinterpret_cast<int (*)()>(dlsym(plugin, "leave_tensor"));
        CHECK_TRUE(leave != nullptr && leave() == 0);
        CHECK_EQUAL_INT(dlclose(plugin), 0);
    }
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"given_back_after_main", given_back_after_main},
        {"plugin_that_was_closed", plugin_that_was_closed},
        {"forgotten_by_a_plugin", forgotten_by_a_plugin},
    };
    return run_program(programs, sizeof programs / sizeof *programs, argc, argv);
}
