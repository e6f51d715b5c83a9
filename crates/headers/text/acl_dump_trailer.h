/* A part of a file that the program's callback takes: `bufLen` bytes, which follow. */
struct acldumpChunk {
    char fileName[ACL_DUMP_MAX_FILE_PATH_LENGTH]; /* The file that would have been written: an absolute path. */
    uint32_t bufLen;                              /* Bytes of this part. */
    uint32_t isLastChunk;                         /* 1 for the last part of the file. */
    int64_t offset;                               /* Where the part stands in the file. */
    int32_t flag;                                 /* 0. */
    __extension__ uint8_t dataBuf[0];             /* The bytes. */
};
