/* Sources and objects of 2.x: its folder, its names, and functions that 3.0.0 made inline. */
#include "xmath/xs3/vpu_info.h"

#include "xmath/scalar/scalar.h"

#include "check.h"

int main(void)
{
    float_s32_t three = {3 << 20, -20};
    char text[4] = "abc";
    int32_t mantissa = 0;
    int16_t small = 0;
    exponent_t exponent = 0;

    CHECK_EQUAL_INT(XS3_VPU_VREG_WIDTH_BITS, 256);
    CHECK_EQUAL_INT(XS3_VPU_VREG_WIDTH_WORDS, 8);
    CHECK_TRUE(float_s32_to_float(three) == 3.0f);
    CHECK_TRUE(float_s32_to_double(three) == 3.0);
    f32_unpack(&mantissa, &exponent, 3.0f);
    CHECK_EQUAL_INT(mantissa, 3 << 29);
    CHECK_EQUAL_INT(exponent, -29);
    f32_unpack_s16(&small, &exponent, -3.0f);
    CHECK_EQUAL_INT(small, -3 * (1 << 13));
    CHECK_EQUAL_INT(exponent, -13);
    xs3_memcpy(text, "xy", 2);
    CHECK_EQUAL_STRING(text, "xyc");
    CHECK_EQUAL_INT(s16_to_s32(&exponent, 3, 0, 1), 3 << 29);
    CHECK_EQUAL_INT(exponent, -29);
    CHECK_EQUAL_INT(s64_to_s32(&exponent, (int64_t)5 << 40, 0), 5 << 28);
    CHECK_EQUAL_INT(exponent, 12);
    return check_result();
}
