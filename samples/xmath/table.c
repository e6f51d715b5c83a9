/* Fixed-point functions of the XMOS scalar library beside the C library's, at a few arguments. */
#include "xcore_math.h"

static const double arguments[] = {-6.0, -3.0, -1.5, -0.75, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 6.0, 12.0};

int main(void)
{
    unsigned i;
    printf("     x | q24_sin      sin          | q24_tan        tan            | q24_logistic  logistic\n");
    printf("-------+---------------------------+-------------------------------+-----------------------\n");
    for (i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        const double x = arguments[i];
        const q8_24 word = Q24(x);
        const float_s32_t tangent = q24_tan(word);
        printf("%6.2f | %12.9f %12.9f | %14.8f %14.8f | %10.7f %10.7f\n", x,
               F30(q24_sin(word)), sin(x),
               ldexp(tangent.mant, tangent.exp), tan(x),
               F24(q24_logistic(word)), 1.0 / (1.0 + exp(-x)));
    }
    return 0;
}
