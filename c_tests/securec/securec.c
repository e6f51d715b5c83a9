/* The bounds-checked C functions: what fits is done as by the C library, what does not resets its target, with a code of its own. */
#include "securec.h"
#include "check.h"

static void bytes(void)
{
    char memory[8], source[8] = "abcdefg";
    CHECK_STATUS(memset_s(memory, sizeof memory, 'x', 4), EOK);
    CHECK_EQUAL_BITS(memory, "xxxx", 4);
    CHECK_STATUS(memset_s(memory, 4, 'y', 5), ERANGE_AND_RESET);
    CHECK_EQUAL_BITS(memory, "yyyy", 4);
    CHECK_STATUS(memset_s(memory, 0, 'z', 0), ERANGE);
    CHECK_STATUS(memset_s(memory, SECUREC_MEM_MAX_LEN + 1, 'z', 1), ERANGE);
    CHECK_STATUS(memset_s(NULL, 4, 'z', 1), EINVAL);
    CHECK_EQUAL_BITS(memory, "yyyy", 4);
    CHECK_STATUS(memcpy_s(memory, sizeof memory, source, sizeof source), EOK);
    CHECK_EQUAL_BITS(memory, source, sizeof memory);
    CHECK_STATUS(memcpy_s(memory, sizeof memory, source, 0), EOK);
    CHECK_STATUS(memcpy_s(memory, sizeof memory, memory, sizeof memory), EOK);
    CHECK_EQUAL_BITS(memory, source, sizeof memory);
    CHECK_STATUS(memcpy_s(memory, 4, source, 5), ERANGE_AND_RESET);
    CHECK_EQUAL_BITS(memory, "\0\0\0\0efg", 8);
    CHECK_STATUS(memcpy_s(source, 0, memory, 1), ERANGE);
    CHECK_STATUS(memcpy_s(source, SECUREC_MEM_MAX_LEN + 1, memory, 1), ERANGE);
    CHECK_STATUS(memcpy_s(NULL, 4, memory, 1), EINVAL);
    CHECK_EQUAL_STRING(source, "abcdefg");
    CHECK_STATUS(memcpy_s(memory + 4, 4, NULL, 1), EINVAL_AND_RESET);
    CHECK_EQUAL_BITS(memory, "\0\0\0\0\0\0\0", 8);
    CHECK_STATUS(memmove_s(source + 2, 6, source, 4), EOK);
    CHECK_EQUAL_STRING(source, "ababcdg");
    CHECK_STATUS(memmove_s(source, 2, source, 3), ERANGE_AND_RESET);
    CHECK_STATUS(memmove_s(source, 8, NULL, 3), EINVAL_AND_RESET);
    CHECK_EQUAL_BITS(source, memory, 8);
    memset_s(source, sizeof source, 'a', 7);
    CHECK_STATUS(memcpy_s(source + 1, 7, source, 3), EOVERLAP_AND_RESET);
    CHECK_EQUAL_BITS(source, "a\0\0\0\0\0\0", 8);
    memset_s(source, sizeof source, 'a', 8);
    CHECK_STATUS(memcpy_s(source, 3, source + 2, 3), EOVERLAP_AND_RESET);
    CHECK_EQUAL_BITS(source, "\0\0\0aaaaa", 8);
}

static void text(void)
{
    char target[8] = "";
    const char open[4] = {'w', 'x', 'y', 'z'};
    CHECK_STATUS(strcpy_s(target, sizeof target, "abcdefg"), EOK);
    CHECK_EQUAL_STRING(target, "abcdefg");
    CHECK_STATUS(strcpy_s(target, sizeof target, target), EOK);
    CHECK_EQUAL_STRING(target, "abcdefg");
    CHECK_STATUS(strcpy_s(target, sizeof target, "abcdefgh"), ERANGE_AND_RESET);
    CHECK_EQUAL_STRING(target, "");
    CHECK_STATUS(strcpy_s(target, 0, "a"), ERANGE);
    CHECK_STATUS(strcpy_s(target, SECUREC_STRING_MAX_LEN + 1, "a"), ERANGE);
    CHECK_STATUS(strcpy_s(NULL, 8, "a"), EINVAL);
    CHECK_STATUS(strcpy_s(target, 8, "abc"), EOK);
    CHECK_STATUS(strcpy_s(target, 8, NULL), EINVAL_AND_RESET);
    CHECK_EQUAL_STRING(target, "");
    CHECK_STATUS(strcpy_s(target, 8, "abcdef"), EOK);
    CHECK_STATUS(strcpy_s(target, 8, target + 2), EOVERLAP_AND_RESET);
    CHECK_EQUAL_STRING(target, "");
    CHECK_STATUS(strncpy_s(target, 8, open, 3), EOK);
    CHECK_EQUAL_STRING(target, "wxy");
    CHECK_STATUS(strncpy_s(target, 8, "ab", 100), EOK);
    CHECK_EQUAL_STRING(target, "ab");
    CHECK_STATUS(strncpy_s(target, 8, "ab", 0), EOK);
    CHECK_EQUAL_STRING(target, "");
    CHECK_STATUS(strncpy_s(target, 3, open, 3), ERANGE_AND_RESET);
    CHECK_STATUS(strncpy_s(target, 8, "ab", SECUREC_STRING_MAX_LEN + 1), ERANGE_AND_RESET);
    CHECK_STATUS(strncpy_s(NULL, 8, "ab", 1), EINVAL);
    CHECK_STATUS(strcat_s(target, 8, "abc"), EOK);
    CHECK_STATUS(strcat_s(target, 8, "defg"), EOK);
    CHECK_EQUAL_STRING(target, "abcdefg");
    CHECK_STATUS(strcat_s(target, 8, ""), EOK);
    CHECK_STATUS(strcat_s(target, 8, "h"), ERANGE_AND_RESET);
    CHECK_EQUAL_STRING(target, "");
    memset(target, 'a', sizeof target);
    CHECK_STATUS(strcat_s(target, 8, "b"), EINVAL_AND_RESET);
    CHECK_EQUAL_BITS(target, "\0aaaaaaa", 8);
    CHECK_STATUS(strcpy_s(target, 8, "abc"), EOK);
    CHECK_STATUS(strcat_s(target, 8, target + 1), EOVERLAP_AND_RESET);
    CHECK_STATUS(strcat_s(target, 8, NULL), EINVAL_AND_RESET);
    CHECK_STATUS(strcat_s(target, 0, "a"), ERANGE);
    CHECK_STATUS(strncat_s(target, 8, "abcdef", 2), EOK);
    CHECK_STATUS(strncat_s(target, 8, open, 4), EOK);
    CHECK_EQUAL_STRING(target, "abwxyz");
    CHECK_STATUS(strncat_s(target, 8, open, 4), ERANGE_AND_RESET);
    CHECK_STATUS(strncat_s(NULL, 8, open, 4), EINVAL);

    char words[] = " one,two ", *rest = NULL;
    CHECK_EQUAL_STRING(strtok_s(words, " ,", &rest), "one");
    CHECK_EQUAL_STRING(strtok_s(NULL, " ,", &rest), "two");
    CHECK_TRUE(strtok_s(NULL, " ,", &rest) == NULL);
    rest = NULL;
    CHECK_TRUE(strtok_s(NULL, ",", &rest) == NULL);
    CHECK_TRUE(strtok_s(words, NULL, &rest) == NULL);
    CHECK_TRUE(strtok_s(words, ",", NULL) == NULL);
}

static void print(void)
{
    char target[8];
    const char *volatile counting = "%d%n";
    int count = 77;
    CHECK_EQUAL_INT(sprintf_s(target, sizeof target, "%d-%s", 12, "abcd"), 7);
    CHECK_EQUAL_STRING(target, "12-abcd");
    CHECK_EQUAL_INT(sprintf_s(target, sizeof target, "%d-%s", 12, "abcde"), -1);
    CHECK_EQUAL_STRING(target, "");
    CHECK_EQUAL_INT(sprintf_s(NULL, 8, "a"), -1);
    CHECK_EQUAL_INT(sprintf_s(target, 0, "a"), -1);
    CHECK_EQUAL_INT(sprintf_s(target, SECUREC_STRING_MAX_LEN + 1, "a"), -1);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
    CHECK_EQUAL_INT(sprintf_s(target, 8, counting, 1, &count), -1);
    CHECK_EQUAL_INT(count, 77);
    CHECK_EQUAL_INT(sprintf_s(target, 8, "%s%%n", "1"), 3);
    CHECK_EQUAL_STRING(target, "1%n");
    counting = NULL;
    CHECK_EQUAL_INT(sprintf_s(target, 8, counting), -1);
#pragma GCC diagnostic pop
    CHECK_EQUAL_STRING(target, "");
    CHECK_EQUAL_INT(snprintf_s(target, 8, 7, "%s", "abcdefg"), 7);
    CHECK_EQUAL_INT(snprintf_s(target, 8, 3, "%s", "abcdefg"), -1);
    CHECK_EQUAL_STRING(target, "abc");
    CHECK_EQUAL_INT(snprintf_s(target, 8, 3, "%s", "xyz"), 3);
    CHECK_EQUAL_STRING(target, "xyz");
    CHECK_EQUAL_INT(snprintf_s(target, 8, 8, "%s", "abcdefgh"), -1);
    CHECK_EQUAL_STRING(target, "");
    CHECK_EQUAL_INT(snprintf_s(NULL, 8, 3, "a"), -1);
    CHECK_EQUAL_INT(snprintf_truncated_s(target, 8, "%s", "abc"), 3);
    CHECK_EQUAL_INT(snprintf_truncated_s(target, 8, "%s", "abcdefghi"), 7);
    CHECK_EQUAL_STRING(target, "abcdefg");
    CHECK_EQUAL_INT(snprintf_truncated_s(NULL, 8, "a"), -1);
}

static void scan(void)
{
    char word[4], set[8], one = 0, pair[2];
    int number = 0, used = 0;
    unsigned char small = 0;
    double wide = 0;
    CHECK_EQUAL_INT(sscanf_s("12 abc 3.5", "%d %s %lf", &number, word, sizeof word, &wide), 3);
    CHECK_EQUAL_INT(number, 12);
    CHECK_EQUAL_STRING(word, "abc");
    CHECK_TRUE(wide == 3.5);
    CHECK_EQUAL_INT(sscanf_s("abcd", "%s", word, sizeof word), -1);
    CHECK_EQUAL_STRING(word, "");
    CHECK_EQUAL_INT(sscanf_s("abcd", "%3s", word, sizeof word), 1);
    CHECK_EQUAL_STRING(word, "abc");
    CHECK_EQUAL_INT(sscanf_s("abcdef", "%9s", word, sizeof word), -1);
    CHECK_EQUAL_INT(sscanf_s("a", "%s", &one, (size_t)1), -1);
    CHECK_EQUAL_INT(sscanf_s("a", "%s", word, (size_t)0), -1);
    CHECK_EQUAL_INT(sscanf_s("k=abc;9", "k=%[a-c];%d%n", set, sizeof set, &number, &used), 2);
    CHECK_EQUAL_STRING(set, "abc");
    CHECK_EQUAL_INT(number, 9);
    CHECK_EQUAL_INT(used, 7);
    CHECK_EQUAL_INT(sscanf_s("x]y", "%[]x]%c", set, sizeof set, &one, sizeof one), 2);
    CHECK_EQUAL_STRING(set, "x]");
    CHECK_EQUAL_INT(one, 'y');
    CHECK_EQUAL_INT(sscanf_s("xyz", "%2c", pair, sizeof pair), 1);
    CHECK_EQUAL_BITS(pair, "xy", 2);
    CHECK_EQUAL_INT(sscanf_s("xyz", "%3c", pair, sizeof pair), -1);
    CHECK_EQUAL_INT(sscanf_s("100% 7 8", "%*d%% %hhu%d", &small, &number), 2);
    CHECK_EQUAL_INT(small, 7);
    CHECK_EQUAL_INT(number, 8);
    CHECK_EQUAL_INT(sscanf_s("1 x", "%d %d", &number, &used), 1);
    CHECK_EQUAL_INT(sscanf_s("x", "%d", &number), 0);
    CHECK_EQUAL_INT(sscanf_s("", "%d", &number), -1);
    CHECK_EQUAL_INT(sscanf_s("1", "%ms", &number), -1);
    CHECK_EQUAL_INT(sscanf_s(NULL, "%d", &number), -1);
    CHECK_EQUAL_INT(sscanf_s("1", NULL), -1);
    FILE *file = tmpfile();
    if (file == NULL || fputs("12 abc 13 abcdef", file) < 0) {
        exit(1);
    }
    rewind(file);
    CHECK_EQUAL_INT(fscanf_s(file, "%d %s %d", &number, word, sizeof word, &used), 3);
    CHECK_EQUAL_STRING(word, "abc");
    CHECK_EQUAL_INT(used, 13);
    CHECK_EQUAL_INT(fscanf_s(file, "%s", word, sizeof word), -1);
    CHECK_EQUAL_INT(fscanf_s(NULL, "%d", &number), -1);
    fclose(file);
}

int main(void)
{
    bytes();
    text();
    print();
    scan();
    return check_result();
}
