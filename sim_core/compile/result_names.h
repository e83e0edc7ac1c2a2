#pragma once
// The names of recorded signals that top-level Outports show: the results of a model are named by its
// Outports. Outport "y" of a scalar gives "y", of a vector, or of a Mux of several signals, "y[1]", "y[2]",
// ... An Outport that still has the name that every Outport begins with ("Outport", "Out1") leaves the name
// of a line.
#include <map>
#include <string>
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class ResultNames {
 public:
  struct Names {
    std::string whole;                  // of the signal
    std::vector<std::string> elements;  // of each of its elements
  };

  ResultNames(const EquationSystem& model, Report& report) : model_(model), report_(report) {}

  // A top-level Outport. A note says so where its signal has the name of another one already.
  void add(const Instance& outport);

  // Null: no Outport shows it.
  const Names* find(const Driver& from) const;
  const std::map<Driver, Names>& all() const { return names_; }

 private:
  bool can_name(const std::vector<Segment>& segments) const;
  Shape shape_of(const Driver& from) const;
  bool has_named_line(const Driver& from) const;
  void tell_duplicate(const Instance& outport, const std::string& column);

  const EquationSystem& model_;
  Report& report_;
  std::map<Driver, Names> names_;
};

}  // namespace sim::compile_phases
