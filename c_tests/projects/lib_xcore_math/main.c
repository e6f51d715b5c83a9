#include <stdio.h>

#include "xmath/xmath.h"

int main(void)
{
    exponent_t root_exp = 0;
    exponent_t inverse_exp = 0;
    int32_t root = s32_sqrt(&root_exp, 2, 0, S32_SQRT_MAX_DEPTH);
    int32_t inverse = s32_inverse(&inverse_exp, 3);
    printf("sqrt(2) = %ld * 2^%d\n", (long)root, (int)root_exp);
    printf("1 / 3 = %ld * 2^%d\n", (long)inverse, (int)inverse_exp);
    return 0;
}
