#pragma once
// Where the numbers that all kernels read are in the struct of a model: its members, and the text that
// declares and defines them.
#include <string>
#include <vector>

#include "sim_core/backends/c_source/places.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::c_source {

struct ModelPlaces {
  Places places;
  std::string parameter_members, parameter_values;  // of model_parameters; their initializers
  std::string constants;                            // definitions of constant vectors
  int held_count = 0;
  std::vector<char> needed;  // by run of what is held
};

// `tapes`: all kernels that are written. What none of them needs is left out.
ModelPlaces model_places(const Program& program, const interpreter::MemoryMap& map,
                         const std::vector<const interpreter::Tape*>& tapes);

}  // namespace sim::c_source
