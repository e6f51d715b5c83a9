/* SIGNATURE(result, name, parameters): the header declares the function with this type, and the library exports it.
   The types are written down from the vendor's documentation, not from the headers: a signature that drifts in a header
   does not compile, and a function that the library lacks does not link. */
#ifndef HOSTNPU_C_TESTS_SIGNATURE_H
#define HOSTNPU_C_TESTS_SIGNATURE_H

#include "check.h"

typedef void (*any_function)(void);

CHECK_UNUSED static void check_exported(any_function function, const char *name, int line)
{
    if (!check_that(function != NULL, __FILE__, line)) {
        fprintf(stderr, "%s has no address\n", name);
    }
}

#define SIGNATURE(result, name, parameters)                        \
    do {                                                           \
        result(*const function) parameters = name;                 \
        check_exported((any_function)function, #name, __LINE__);   \
    } while (0)

#endif
