/* Places of reports: the callers of a helper tell its uses apart, and what is shown alike is counted together. */
#include "fixture.h"

static aclTensor *described(void)
{
    return vector(NULL, 0);
}

/* leaks_by_their_callers: HN-LEAK HN-LEAK HN-LEAK */
static void leaks_by_their_callers(void)
{
    for (int i = 0; i < 2; i++) {
        described(); // @made // says 2 tensors are never destroyed
    }
    for (int i = 0; i < 3; i++) {
        described(); // @made // says 3 tensors are never destroyed
    }
    described(); // @made // says 1 tensor is never destroyed
}

/* kinds_of_one_line: HN-LEAK HN-LEAK */
static void kinds_of_one_line(void)
{
    const int64_t none = 0;
    const float one = 1;
    for (int i = 0; i < 2; i++) {
        // says 2 tensors are never destroyed
        aclCreateTensor(&none, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &none, 1, NULL), aclCreateScalar((void *)&one, ACL_FLOAT);
    }
    // says 2 scalars are never destroyed
}

static void below(int depth)
{
    if (depth == 0) {
        described();
    } else {
        below(depth - 1);
    }
}

/* deeper_than_what_is_shown: HN-LEAK */
static void deeper_than_what_is_shown(void)
{
    below(3); // says 3 tensors are never destroyed
    below(4);
    below(5);
}

/* up_to_main: HN-DOUBLE-FREE */
static void up_to_main(void)
{
    void *x = memory(BYTES);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS); // @freed
    CHECK_TRUE(aclrtFree(x) != ACL_SUCCESS); // @again // says in main
}

/* again_and_again: HN-UNINIT-READ */
static void again_and_again(void)
{
    void *x = memory(BYTES), *y = memory(BYTES);
    for (int i = 0; i < 5; i++) {
        queue_sin(x, y, ELEMENTS, first); // @used // says HN-UNINIT-READ came 5 times
    }
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* two_callers: HN-UNINIT-READ HN-UNINIT-READ */
static void two_callers(void)
{
    void *x = memory(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first); // @used
    queue_sin(x, y, ELEMENTS, first); // @used
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"leaks_by_their_callers", leaks_by_their_callers},
        {"kinds_of_one_line", kinds_of_one_line},
        {"deeper_than_what_is_shown", deeper_than_what_is_shown},
        {"up_to_main", up_to_main},
        {"again_and_again", again_and_again},
        {"two_callers", two_callers},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
