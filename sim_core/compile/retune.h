#pragma once
// A compiled program for other values of its tunable parameters, without compiling it again. Tunable is what
// the equations read as a parameter: a Real that is declared so, and whose value no block read while it wrote
// its equations. Values may come through model variables and masks.
#include <memory>

#include "sim_core/compile/compile.h"

namespace sim {

// A parameter with another value.
struct TunedParameter {
  Id id = no_id;                 // of the block
  std::string block, parameter;  // its path; the parameter's name
  std::string before, after;     // "2.5", "[1 2]"
  bool at_start_only = false;    // nothing reads it once a run has begun: an initial condition
};

struct Retuned {
  std::shared_ptr<const Program> program;  // the one that was given, where nothing has changed
  std::vector<TunedParameter> changes;
  // What differs besides and cannot be changed in this program, each with its place. `program` and `changes`
  // are about the others.
  Diagnostics refused;
};

// `program`: what `compiled`, made from `was`, has become so far by retuning. What does not matter to the
// compiler (places, colors, stop time, tolerances) may differ.
Retuned retune(const Compilation& compiled, std::shared_ptr<const Program> program, const Diagram& was,
               const Diagram& now, const BlockLibrary& library);

// The same for many: the diagram that was compiled is evaluated once. It and the library outlive the base.
// One thread at a time: values of variables are worked out where they are first asked for.
class RetuneBase {
 public:
  RetuneBase(const Diagram& was, const BlockLibrary& library);
  ~RetuneBase();
  Retuned retune(const Compilation& compiled, std::shared_ptr<const Program> program,
                 const Diagram& now) const;

 private:
  struct Evaluation;
  std::unique_ptr<const Evaluation> evaluation_;
};

// Whether the compiler reads this setting of a model.
bool is_compiled_in(std::string_view setting);

}  // namespace sim
