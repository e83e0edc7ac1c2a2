#pragma once
// A tape as a C function: a statement for each node, in the order of the graph, under the path of its block.
// What the interpreter leaves out behind closed gates stands in an `if`.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/operation_text.h"
#include "sim_core/backends/c_source/places.h"
#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/linalg/decides_network.h"

namespace sim::c_source {

// What all kernels of a model have in common.
struct Shared {
  Helpers helpers;
  std::map<std::string, std::string> calls;  // body of a function -> its name
  std::vector<std::string> call_texts;       // their definitions
  std::set<std::string> definitions;         // of what they call, among these
  std::int32_t work = 0;                     // numbers of scratch memory in the struct
  int linear_size = 0;                       // of the largest dense linear system; 0: there is none
  std::vector<int> systems;                  // slots of constrained systems
  std::vector<const DecidesNetwork*> networks;
  std::set<ir::Op> loop_operations;            // whose errors are bounded in loops
  std::map<int, std::string> loop_functions;   // by loop: its equations
  std::map<int, int> loop_reads_of;            // by loop: how many numbers they read
  std::map<int, std::vector<int>> loop_modes;  // by loop: those that its equations have as unknowns
  int loop_size = 0, loop_reads = 1;           // of the largest loop
  bool reads_slopes = false;                   // of signals in the past
};

struct KernelRequest {
  const Program& program;
  const interpreter::MemoryMap& map;
  const interpreter::Tape& tape;
  Places places;  // of leaves, constants and what is held
  std::string name;
  // What is held: the runs that are needed, whose results have places already.
  const std::vector<char>* needed = nullptr;
  Places outside = {};              // as `places` are before the kernel's own
  std::string work = "self->work";  // scratch memory for long vectors
};

// What tells the names of numbers apart; loops of what is held have theirs in front of all others.
inline std::string number_of_place(const interpreter::MemoryMap& map, std::int32_t place) {
  const std::int32_t at = place - map.scratch_at();
  return at < 0 ? "h" + std::to_string(-at) : std::to_string(at);
}

// The statements of a tape that is part of another kernel: `request.places` then has those of its results.
// Nothing of it is in the scratch memory.
std::string statements_of(KernelRequest& request, Shared& shared);

// "static void NAME(model *self, double t, const double *x, double *out) { ... }"; what holds has only self.
std::string kernel_text(KernelRequest request, Shared& shared);

}  // namespace sim::c_source
