# Projects of the Ascend toolkit include this file for its functions that compile device code. There is no device compiler here and
# so none of them; what only looks for the file finds it.
