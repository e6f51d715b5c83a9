/* The same program in C. */
#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"
#include "layout/sin_client.h"

int main(void)
{
    return sin_client();
}
