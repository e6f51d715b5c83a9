// A program for a custom operator package: its header stands in the package, without a folder.
#include <iostream>

#include "acl/acl.h"
#include "aclnn_sin.h"
#include "common.h"
#include "layout/sin_client.h"

int main()
{
    INFO_LOG("custom operator project");
    return sin_client();
}
