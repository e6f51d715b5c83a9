/* Compiled with the flags of pkg-config. */
#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"
#include "layout/sin_client.h"

int main(void)
{
    return sin_client();
}
