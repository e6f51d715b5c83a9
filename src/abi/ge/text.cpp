// Functions that give text of the standard library. Compiled once for each of its two layouts of text: callers of either find the one they were compiled for.

#include <string>

namespace ge {

const char *last_refusal();

std::string GEGetErrorMsg() { return last_refusal(); }

} // namespace ge
