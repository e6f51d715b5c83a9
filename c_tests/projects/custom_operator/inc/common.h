#ifndef COMMON_H
#define COMMON_H

#include <cstdio>

#define INFO_LOG(fmt) std::fprintf(stderr, "[INFO] " fmt "\n")

#endif
