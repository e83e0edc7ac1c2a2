# libmatio, which reads and writes MAT files and ships no CMake configuration. Defines Matio::matio.
include(FoundLibrary)
found_library(Matio matio.h matio Matio::matio)
