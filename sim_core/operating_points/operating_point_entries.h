#pragma once
// An operating point as a list of numbers with names: what a person looks at, edits, compares and exports.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/operating_point.h"

namespace sim {

struct PointEntry {
  enum class Kind {
    State,     // continuous
    Slot,      // a discrete state, or what a block remembers
    Mode,      // the branch a discontinuity is on: follows from the rest
    Captured,  // a level of an invariant
    Input,     // what an open input of the model is held at
  };
  Kind kind = Kind::State;
  std::string block;  // path; empty: of no single block; of an input its name
  Id id = no_id;
  std::string name;    // of the state or slot; empty: its author gave it none
  int element = -1;    // of a vector or matrix, from 0, by column; -1: it is a scalar
  std::string unit;    // empty: not known
  std::size_t at = 0;  // where in its part of the operating point
  double value = 0;
  bool editable() const { return kind == Kind::State || kind == Kind::Slot || kind == Kind::Input; }
};

// States, slots, modes, captured values, then inputs. The point belongs to the program.
std::vector<PointEntry> operating_point_entries(const OperatingPoint& point, const Program& program);

// Gives a state, slot or input another value. What the solver remembers of the steps before no longer holds
// then, and is forgotten: it restarts from there.
void set_entry(OperatingPoint& point, const PointEntry& entry, double value);

// "block,name,element,value,unit,kind", a line an entry; numbers read back exactly.
std::string operating_point_csv(const std::vector<PointEntry>& entries);

// Writes the states and slots that are picked, whole ones where they are vectors, into the initial conditions
// of their blocks, and inputs into their Inports. Those whose block has no such parameter, or stands for
// several copies, are left out and named.
struct InitialValues {
  Edit edit;
  std::vector<std::string> written, left_out;  // paths of blocks, each once
};
InitialValues initial_values(const Diagram& diagram, const BlockLibrary& library, const Program& program,
                             const std::vector<PointEntry>& entries, const std::vector<std::size_t>& picked);

}  // namespace sim
