#include <stdio.h>

#include "xcore_math.h"

int main(void)
{
    float_s32_t gain = float_s32_exp(f32_to_float_s32(-0.5f));
    printf("exp(-0.5) = %.6f\n", float_s32_to_f32(gain));
    printf("0.6065 in Q1.31 is %d\n", (int)float_s32_to_s32(gain, -31));
    return 0;
}
