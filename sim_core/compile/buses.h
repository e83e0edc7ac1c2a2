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
  Buses(Model& model, const Wiring& wiring) : model_(model), wiring_(wiring) {}

  // What drives an input; Bus Selectors are seen through, too. The output of a Bus Creator where it is a bus.
  Driver driver_of(PortRef input);
  // Reports names that are missing or given twice.
  void check();
  // Reports buses that arrive where numbers are needed.
  void check_readers() const;

  struct Selection {
    Driver driver;
    Diagnostics problems;
  };
  // The element that an output of a Bus Selector names.
  const Selection& select(const Driver& output);

 private:
  void select(const Instance& selector, const std::string& path, Selection& found);
  const std::vector<std::string>& names_of(int creator);
  std::string name_of(PortRef input) const;
  bool is_bus(const Driver& d) const {
    return d.instance >= 0 && at(d.instance).type->role == BlockRole::BusCreator;
  }
  const Instance& at(int instance) const { return model_.instances[static_cast<std::size_t>(instance)]; }

  Model& model_;
  const Wiring& wiring_;
  std::map<Driver, Selection> selections_;  // by output of a Bus Selector
  std::map<int, std::vector<std::string>> names_;
  int depth_ = 0;
};

}  // namespace sim::compile_phases
