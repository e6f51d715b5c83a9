/* Facts about a header that the compiler checks: an integer constant's value, a structure's size, a member's offset. */
#ifndef HOSTNPU_C_TESTS_VALUE_H
#define HOSTNPU_C_TESTS_VALUE_H

#include <stddef.h>

#ifdef __cplusplus
#define FACT(holds, text) static_assert(holds, text)
#else
#define FACT(holds, text) _Static_assert(holds, text)
#endif

#define VALUE(name, value) FACT((long long)(name) == (value), #name " is not " #value)
#define SIZE(type, size) FACT(sizeof(type) == (size), #type " has not " #size " bytes")
#define OFFSET(type, member, offset) FACT(offsetof(type, member) == (offset), #type "." #member " is not at " #offset)

#endif
