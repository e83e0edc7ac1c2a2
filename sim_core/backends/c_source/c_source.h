#pragma once
// A Program as C99: files that build with nothing but a C compiler, and whose results are those of a run with
// the same fixed-step method, to the last bit in double precision. Written from the interpreter's tapes, as
// machine code is.
//
//   model.h model.c    the model: one struct an instance; no allocation, no input or output, no variables
//                      outside of the struct
//   model_data.c       the parameters' values
//   main.c             runs it and writes what is recorded as CSV
//   CMakeLists.txt Makefile
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/backends/c_source/kernel_cost.h"
#include "sim_core/backends/c_source/model_interface.h"
#include "sim_core/backends/c_source/precision.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/program/program.h"
#include "sim_core/solvers/tableau.h"

namespace sim::c_source {

// Instants offset + k period, as TimeGrid has them: (first + k step) / base, or, where base is 0, offset +
// k period with one rounding.
struct Grid {
  double period = 0, offset = 0;  // s
  std::int64_t first = 0, step = 0, base = 0;
};

// The projection onto invariants at the end of each step (simulate/projector.h).
struct FixedStepProjection {
  std::vector<int> rows;  // of the invariants; none: there is no projection
  bool repeats = true, renews_gradient = false, weighted = true;
  bool whole_steps = false;  // simulate/symmetric_projection.h
  int most_iterations = 10;
  double rank_tolerance = 0, relative_tolerance = 0;
  std::vector<double> absolute_tolerances;  // by state
  std::vector<double> row_tolerances;       // by row
};

// Extrapolation of the implicit Euler method (solvers/extrapolation.h).
struct ImplicitMethod {
  int order = 1, newton_iterations = 1;
  std::string reference;        // for a comment
  SparsityPattern pattern;      // of I - h J, with its diagonal
  std::vector<int> band_order;  // of rows and columns, where it is solved as a band; empty: as a dense matrix
  bool banded() const { return !band_order.empty(); }
};

// Where in a step the signals are recorded whose past is read (simulate/signal_history.h): fractions of it,
// the weights of the barycentric formula, and those of the middle of a step.
struct PastPoints {
  std::vector<double> points, scale, middle;
};

// How it is to run.
struct FixedStepRun {
  Precision precision = Precision::Double;
  std::string model;  // name of the model, for comments
  const Tableau* method = nullptr;
  std::optional<ImplicitMethod> implicit;  // or this one
  std::string method_name;
  double start = 0, stop = 0, fixed_step = 0;  // s; stop may be infinite
  bool to_hits = false;  // steps end at sample hits and known instants, and are not longer than this:
  double most_step = 0;  // s, may be infinite
  int refine = 1;        // rows a step then has inside and at its end
  Grid steps;
  std::vector<Grid> rates;               // by Program::rates
  std::vector<std::int64_t> first_hits;  // of each rate, at or after the start
  std::vector<int> due_at_start;         // rates
  int decimation = 1;
  std::int64_t most_rounds = 1000;    // of events at one instant
  std::string header;                 // the first line of the CSV file
  double time_unit = 1;               // s, of the time in the CSV file
  std::string library;                // name of the shared library to write too; empty: none
  std::map<int, std::string> inputs;  // blocks whose parameter is an input of the model, and its name
  std::vector<int> exchanging;        // blocks that exchange signals with other programs
  FixedStepProjection projection;
  PastPoints past;
  bool per_rate = false;  // one step function for each sample rate
};

struct GeneratedFile {
  std::string name, text;
};

// Everything in the program that has no C form, block by block; empty: it can be written.
Diagnostics refusals(const Program& program, const FixedStepRun& run);

// What a slower rate computes in a step function of its own.
struct WrittenTask {
  std::string function;           // "model_step_1"
  double period = 0, offset = 0;  // s
  std::vector<Member> outputs;    // of its struct
  int kept = 0, copied = 0;       // numbers that it keeps itself, and copies of what it reads
  KernelCost cost;
};

struct WrittenModel {
  std::vector<GeneratedFile> files;
  ModelInterface interface;
  std::vector<KernelCost> costs;  // in the order of the functions
  std::vector<WrittenTask> tasks = {};
  std::vector<int> early = {};  // blocks of slower rates that model_step() computes
};
// For a program that is not refused.
WrittenModel write_c(const Program& program, const FixedStepRun& run);

}  // namespace sim::c_source
