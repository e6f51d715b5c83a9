/* libc_sec: reading by a format, within the bounds of the targets.
 *
 * The C library reads one conversion at a time, with the text before it; what does not fit is seen by asking for one character more. */
#include "securec.h"

/* Where characters come from: text, or a file. */
typedef struct {
    const char *text;
    FILE *file;
    /* Characters that were read. */
    int total;
} source;

/* One conversion of a format. */
typedef struct {
    int is_assigned;
    /* 0: none was given. */
    size_t width;
    char kind;
    /* What follows width and `*`: the modifiers, the letter, the set of %[. */
    const char *rest;
    size_t rest_length;
} conversion;

enum { LONGEST = 512 };

/* Reads by `format`, which ends with %n, to one target. Returns whether all of it matched: 1; -1 at the end of the input; otherwise 0. */
static int read_piece(source *from, const char *format, void *target)
{
    int used = -1, unused = -1;
    /* Where a piece assigns nothing, its %n is the first argument. */
    void *first = target != NULL ? target : (void *)&used;
    int *second = target != NULL ? &used : &unused;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int count = from->file != NULL ? fscanf(from->file, format, first, second) : sscanf(from->text, format, first, second);
#pragma GCC diagnostic pop
    if (used >= 0) {
        from->total += used;
        from->text += from->file == NULL ? used : 0;
        return 1;
    }
    return count == EOF ? -1 : 0;
}

/* Takes a conversion apart, from behind its %. Returns where the format goes on; null where it is not understood. */
static const char *take_apart(const char *at, conversion *parts)
{
    parts->is_assigned = *at != '*';
    at += *at == '*';
    parts->width = 0;
    if (*at >= '0' && *at <= '9') {
        char *end;
        parts->width = strtoul(at, &end, 10);
        at = end;
    }
    parts->rest = at;
    size_t modifiers = strspn(at, "hljztLq");
    at += modifiers;
    parts->kind = *at;
    if (*at == '\0' || *at == 'm' || *at == 'C' || *at == 'S' || (modifiers != 0 && strchr("sc[n", *at) != NULL)) {
        return NULL;
    }
    at++;
    if (parts->kind == '[') {
        at += *at == '^';
        at += *at == ']';
        at = strchr(at, ']');
        if (at == NULL) {
            return NULL;
        }
        at++;
    }
    parts->rest_length = (size_t)(at - parts->rest);
    return at;
}

/* Reads text of at most `size` - 1 characters, or `size` for %c, to a target; what is in `piece` comes before. */
static int read_text(source *from, char *piece, size_t length, const conversion *parts, char *target, size_t size)
{
    size_t is_end = parts->kind != 'c';
    size_t width = parts->kind == 'c' && parts->width == 0 ? 1 : parts->width;
    if (target == NULL || size == 0 || (!is_end && width > size)) {
        if (target != NULL && size != 0) {
            target[0] = '\0';
        }
        return -1;
    }
    int is_limited = width != 0 && width <= size - is_end;
    size_t most = is_limited ? width : size - is_end;
    int matched = 1;
    if (most != 0) {
        snprintf(piece + length, LONGEST - length, "%%%zu%.*s%%n", most, (int)parts->rest_length, parts->rest);
        matched = read_piece(from, piece, target);
    } else {
        snprintf(piece + length, LONGEST - length, parts->kind == 's' ? " %%n" : "%%n");
        matched = read_piece(from, piece, NULL);
    }
    if (matched == 1 && !is_limited) {
        char more[2], one[LONGEST];
        snprintf(one, sizeof one, "%%1%.*s%%n", (int)parts->rest_length, parts->rest);
        if (read_piece(from, parts->kind == 's' ? "%1[^ \t\n\v\f\r]%n" : one, more) == 1) {
            target[0] = '\0';
            return -2;
        }
    }
    return most == 0 ? 0 : matched;
}

static int scan(source *from, const char *format, va_list *arguments)
{
    int count = 0;
    const char *begin = format, *at = format;
    for (;;) {
        at += strcspn(at, "%");
        if (at[0] == '%' && at[1] == '%') {
            at += 2;
            continue;
        }
        char piece[LONGEST];
        size_t length = (size_t)(at - begin);
        if (length + 64 > LONGEST) {
            return -1;
        }
        memcpy(piece, begin, length);
        if (*at == '\0') {
            memcpy(piece + length, "%n", 3);
            /* What follows the last conversion decides nothing but what is read. */
            (void)read_piece(from, piece, NULL);
            return count;
        }
        conversion parts;
        at = take_apart(at + 1, &parts);
        if (at == NULL || length + parts.rest_length + 64 > LONGEST) {
            return -1;
        }
        begin = at;
        int matched;
        if (parts.kind == 'n') {
            memcpy(piece + length, "%n", 3);
            matched = read_piece(from, piece, NULL);
            if (matched == 1 && parts.is_assigned) {
                *va_arg(*arguments, int *) = from->total;
                continue;
            }
        } else if (parts.is_assigned && strchr("sc[", parts.kind) != NULL) {
            char *target = va_arg(*arguments, char *);
            matched = read_text(from, piece, length, &parts, target, va_arg(*arguments, size_t));
        } else {
            char width[24] = "";
            if (parts.width != 0) {
                snprintf(width, sizeof width, "%zu", parts.width);
            }
            snprintf(piece + length, LONGEST - length, "%%%s%s%.*s%%n", parts.is_assigned ? "" : "*", width, (int)parts.rest_length, parts.rest);
            matched = read_piece(from, piece, parts.is_assigned ? va_arg(*arguments, void *) : NULL);
        }
        if (matched != 1) {
            return matched == -2 || (matched == -1 && count == 0) ? -1 : count;
        }
        count += parts.is_assigned;
    }
}

int vsscanf_s(const char *buffer, const char *format, va_list argList)
{
    if (buffer == NULL || format == NULL) {
        return -1;
    }
    source from = {buffer, NULL, 0};
    va_list arguments;
    va_copy(arguments, argList);
    int count = scan(&from, format, &arguments);
    va_end(arguments);
    return count;
}

int vfscanf_s(FILE *stream, const char *format, va_list argList)
{
    if (stream == NULL || format == NULL) {
        return -1;
    }
    source from = {NULL, stream, 0};
    va_list arguments;
    va_copy(arguments, argList);
    int count = scan(&from, format, &arguments);
    va_end(arguments);
    return count;
}

int vscanf_s(const char *format, va_list argList)
{
    return vfscanf_s(stdin, format, argList);
}

int sscanf_s(const char *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf_s(buffer, format, arguments);
    va_end(arguments);
    return count;
}

int fscanf_s(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vfscanf_s(stream, format, arguments);
    va_end(arguments);
    return count;
}

int scanf_s(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vfscanf_s(stdin, format, arguments);
    va_end(arguments);
    return count;
}
