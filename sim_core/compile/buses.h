#pragma once
// Buses. A bus is only a name for several signals: a Bus Selector leads straight to what drives the element
// it names at a Bus Creator, at whatever depth. So elements keep their shapes, and a loop through a bus is
// one only if the same element goes round.
#include <map>
#include <string>
#include <vector>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/wiring.h"

namespace sim::compile_phases {

class Buses {
 public:
  Buses(ResolvedModel& model, const Wiring& wiring, Report& report)
      : model_(model), wiring_(wiring), report_(report) {}

  // Outports that hold a bus become one block for each of its elements. Once, before all else.
  void hold_elements();
  // What drives an input; Bus Selectors are seen through, too. The output of a Bus Creator where it is a bus.
  Driver driver_of(PortRef input);
  // Reports names that are missing or given twice.
  void check();
  // Reports buses that arrive where numbers are needed.
  void check_readers() const;

  // Whether it is a Bus Assignment: a bus whose elements are those of another, but for some.
  static bool assigns(const Instance& instance);
  // The elements of the bus that a block gives.
  struct Element {
    std::string name;
    Driver driver;
  };
  std::vector<Element> elements(int creator);

  struct Selection {
    Driver driver;
    Diagnostics problems;
  };
  // The element that an output of a Bus Selector names.
  const Selection& select(const Driver& output);

 private:
  // What an Outport that holds its signal is driven by; it may be one element of a bus already.
  Driver held_by(const Instance& port);
  // Whether an element of the bus, at whatever depth, is what the port gives.
  bool leads_into(int bus, int port);
  void select(const Instance& selector, const std::string& path, Selection& found);
  const std::vector<std::string>& names_of(int creator);
  Driver element(int creator, std::size_t index);
  void check_assignment(int index);
  std::string name_of(PortRef input) const;
  bool is_bus(const Driver& d) const {
    return d.instance >= 0 &&
           (at(d.instance).type->role == BlockRole::BusCreator || held_.contains(d.instance));
  }
  const Instance& at(int instance) const { return model_.instances[static_cast<std::size_t>(instance)]; }

  ResolvedModel& model_;
  const Wiring& wiring_;
  Report& report_;
  std::map<Driver, Selection> selections_;  // by output of a Bus Selector
  std::map<int, std::vector<std::string>> names_;
  std::map<int, std::vector<Element>> held_;  // by Outport: what holds the elements
  int depth_ = 0;
};

}  // namespace sim::compile_phases
