//! Grains: the work that a thread takes at a time.
//!
//! Taking a piece costs an addition and a look at the stream's flag, some hundredths of a microsecond; giving a call to a thread that waits for one costs about a microsecond,
//! and waking one that sleeps tens of them. A piece that takes 2 to 100 µs hides the first and leaves enough pieces for threads that wake late; calls that take less than waking
//! are shared with threads that wait only. Grains depend on sizes only, never on the number of threads. A grain by which sums are
//! kept decides their order, and thereby bits: those are marked, and stay as they are.

/// Elements that cost about a nanosecond: compared, converted, added. A piece of FLOAT is 256 KiB, which the second cache holds.
pub const ELEMENTS: usize = 1 << 16;

/// Elements that cost some nanoseconds: random numbers, steps of optimisers, gathers by labels.
pub const COMPUTED: usize = 1 << 14;

/// Elements that cost tens of nanoseconds: binary searches, points of affine maps.
pub const SEARCHED: usize = 1 << 12;

/// Points of grids, for each of which several elements of many channels are read and multiplied.
pub const SAMPLED: usize = 1 << 9;

/// Most elements that one thread converts at once, without a plan of a copy, which takes as long as converting some hundred.
pub const CONVERTED_AT_ONCE: usize = 1 << 12;

/// Elements of rows, which pass tiles of DOUBLE several times. Sums over rows are kept by pieces: decides bits.
pub const ROW_ELEMENTS: usize = 1 << 15;

/// Most rows of a piece over which sums are kept together: decides bits.
pub const SUMMED_ROWS: usize = 128;

/// Blocks of 4096 elements whose sums are joined by one thread: decides bits.
pub const SUMMED_BLOCKS: usize = 8;

/// Blocks whose elements are counted before they are written: their number does not grow with a tensor, for the counts lie in the workspace.
pub const COUNTS: usize = 256;

/// Most threads of a call that have memory of their own in its workspace, which must not grow with the machine.
pub const LANES: usize = 16;

/// Bytes that are moved or computed where they lie, of the widest operand: a piece and its results stay in the second cache.
pub const MOVED_BYTES: usize = 1 << 16;

/// The same of elements that cost some tenths of a nanosecond, in calls of up to [`FINE_ELEMENTS`]: 2 µs of a function of FLOAT.
pub const COMPUTED_BYTES: usize = 1 << 14;

/// Bytes of an operand that the second cache holds, with its neighbours: asking for them ahead of their use takes longer than it saves.
pub const HELD_BYTES: usize = 1 << 18;

/// Elements up to which costly calls are cut into small pieces.
pub const FINE_ELEMENTS: usize = 1 << 18;

/// Costly elements up to which a call takes less than waking a thread.
pub const SHORT_COSTLY_ELEMENTS: usize = 1 << 15;

/// The same of elements of 8 bytes or more, which cost tens of nanoseconds.
pub const SHORT_COSTLY_DOUBLES: usize = 1 << 11;

/// Bytes of all operands that are moved in less time than it takes to wake a thread.
pub const SHORT_BYTES: usize = 1 << 20;

/// Bytes up to which one thread computes a whole kernel over operands: 1024 elements of FLOAT, mostly less than a microsecond, while a second thread takes one to join.
pub const ALONE_BYTES: usize = 1 << 12;

/// Bytes that are moved between a row-major and a transposed order: lines of the cache are used whole only by large pieces.
pub const TRANSPOSED_BYTES: usize = 1 << 20;

/// Bytes that are filled with a value: no input passes the caches.
pub const FILLED_BYTES: usize = 1 << 17;

/// Bytes that are gathered from rows in any order, which the machine does not foresee: pieces of long rows have some rows still.
pub const GATHERED_BYTES: usize = 1 << 18;

/// Bytes that are copied as they are: large enough that threads do not meet in a page, small enough to share evenly.
pub const COPIED_BYTES: usize = 1 << 20;

/// Bytes of a row from which on all threads copy it together.
pub const SHARED_COPY_BYTES: usize = 1 << 21;

/// Bytes from which on several threads scatter: each of them looks at all indices.
pub const SCATTERED_BYTES: usize = 1 << 20;

/// Most threads that scatter: more would spend their time on the indices of others.
pub const SCATTERING_THREADS: usize = 4;

/// Most pieces that are sorted by target before they are combined: each has counts of all buckets.
pub const SORTED_PIECES: usize = 32;

/// Items of work from which on threads take whole items, and no parts of one.
pub const WORK_ITEMS: usize = 16;

/// Multiplications and additions for which another thread is asked: about 10 µs of scalar work.
pub const PRODUCTS: usize = 1 << 13;

/// Numbers of matrices for which another thread is asked: factors cost as many products for each number as a row has.
pub const FACTORS: usize = 1 << 10;

/// Rows that are sorted at a time, each with scratch memory of its own: as many as threads, up to a number that keeps the workspace small.
pub const SORTED_ROWS: usize = 16;

/// Rows of losses that are computed at a time, each with scratch memory of its own.
pub const LONG_ROWS: usize = 64;

/// Rows of results of a matrix product: their panels stay in the second cache of a core beside those of [`PRODUCT_COLUMNS`].
pub const PRODUCT_ROWS: usize = 128;

/// Columns of results of a matrix product: a multiple of the lanes of every instruction set's panels.
pub const PRODUCT_COLUMNS: usize = 480;

/// Windows of a piece of a convolution whose images are not packed: half of [`PRODUCT_COLUMNS`], for they are read at their own distances.
pub const PRODUCT_WINDOWS: usize = 240;

/// Products of a matrix up to which one thread computes it: less than waking another one costs.
pub const SMALL_PRODUCT: usize = 1 << 18;

/// The same for a matrix of a batch, whose other matrices occupy the other threads.
pub const SMALL_PRODUCT_OF_BATCH: usize = 1 << 22;

/// Products of a step of a recurrent network from which on threads share its columns: steps follow each other, so that each waits for the slowest thread.
pub const SHARED_PRODUCTS: usize = 1 << 18;

/// Panels of a step's weights that a thread multiplies at a time.
pub const MULTIPLIED_PANELS: usize = 4;
