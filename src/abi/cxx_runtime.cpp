// What headers of newer compilers ask for and the runtimes of older systems lack: compiled in where HOSTNPU_GLIBC is set (cmake/glibc.cmake).

#include <new>

// libstdc++ has it since GCC 11.
namespace std {
[[noreturn]] void __throw_bad_array_new_length() { throw bad_array_new_length(); }
}

// glibc has it since 2.32. Shared pointers ask it whether their counts may be changed without atomic operations: never.
extern "C" char __libc_single_threaded;
char __libc_single_threaded = 0;
