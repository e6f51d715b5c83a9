#include <cstdio>

#include "acl/acl.h"

int main()
{
    std::puts(aclInit(nullptr) == ACL_SUCCESS ? "the host's part runs" : "aclInit fails");
    return aclFinalize();
}
