#pragma once
// What the file of a block of the standard library needs. The list of all of them is in standard_blocks.def,
// which only standard_library.cpp reads: another block there compiles nothing but itself.
#include "sim_core/block/builder.h"
