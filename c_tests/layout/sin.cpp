// Includes as an operator's example does.
#include "acl/acl.h"
#include "aclnnop/aclnn_sin.h"
#include "layout/sin_client.h"

int main()
{
    return sin_client();
}
