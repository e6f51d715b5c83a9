/** The smallest number of bits that can count N things: 0 for 0 and 1. */
static inline unsigned u32_ceil_log2(const unsigned N)
{
    return N == 0 ? 0u : 32u - cls((int32_t)(N - 1));
}
