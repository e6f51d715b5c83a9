/* What samples/aclnn/sin.cpp prints, by the C library. */
#include <math.h>
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 8; i++)
        printf("sin(%d) = %f\n", i, sin(i));
    for (int i = 0; i < 8; i++)
        printf("sin(%d) = %f\n", i, sin(i));
    return 0;
}
