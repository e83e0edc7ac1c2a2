# NLopt, which searches for constrained minima. Its own CMake configuration says where the library is only by build type.
# Defines NLopt::nlopt.
include(FoundLibrary)
found_library(NLopt nlopt.h nlopt NLopt::nlopt)
