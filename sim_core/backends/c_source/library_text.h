#pragma once
// The model behind an interface that all models have in common: fluxion_model.h and .c; and
// a program that steps it in real time.
#include <string>
#include <vector>

#include "sim_core/backends/c_source/c_source.h"

namespace sim::c_source {

// "libNAME.so"
std::string library_file(const std::string& name);

// Behind `files`, which are the rest of the model.
void add_library(const Program& program, const FixedStepRun& run, const ModelInterface& interface,
                 std::vector<GeneratedFile>& files);

}  // namespace sim::c_source
