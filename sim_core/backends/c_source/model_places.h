#pragma once
// Where the numbers that all kernels read are in the struct of a model: its members, and the text that
// declares and defines them.
#include <map>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/model_interface.h"
#include "sim_core/backends/c_source/places.h"
#include "sim_core/backends/interpreter/tape.h"

namespace sim::c_source {

// A kernel that nothing is held for: it computes all it needs.
struct KernelApart {
  const interpreter::MemoryMap* map = nullptr;
  const interpreter::Tape* tape = nullptr;
  std::vector<ir::NodeId> results;
};

struct ModelPlaces {
  Places places;
  std::vector<Places> apart;                        // for each of these kernels
  std::string parameter_members, parameter_values;  // of model_parameters; their initializers
  std::string input_members;                        // of model_inputs; empty: there are none
  std::string constants;                            // definitions of constant vectors
  int held_count = 0;
  std::vector<char> needed;  // by run of what is held
  ModelInterface interface;  // parameters and inputs
};

// `tapes`: all kernels that are written. What none of them needs is left out, but for inputs. `inputs`:
// blocks whose parameter is an input of the model, and its name.
ModelPlaces model_places(const Program& program, const interpreter::MemoryMap& map,
                         const std::vector<const interpreter::Tape*>& tapes,
                         const std::map<int, std::string>& inputs,
                         const std::vector<KernelApart>& apart = {});

}  // namespace sim::c_source
