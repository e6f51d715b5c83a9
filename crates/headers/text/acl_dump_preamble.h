/* A part of a file; defined below. */
typedef struct acldumpChunk acldumpChunk;
