/* A division by zero: goes on with the largest mantissa, or ends the process before anything is checked. */
#include "xmath/scalar/s32.h"

#include "check.h"

int main(void)
{
    exponent_t exponent = 99;
    CHECK_EQUAL_INT(s32_inverse(&exponent, 0), 0x7FFFFFFF);
    CHECK_EQUAL_INT(exponent, -29);
    return check_result();
}
