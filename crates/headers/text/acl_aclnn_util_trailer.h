#ifndef ACLNN_API
#ifdef __GNUC__
#define ACLNN_API __attribute__((visibility("default")))
#else
#define ACLNN_API
#endif
#endif
