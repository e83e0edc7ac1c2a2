#pragma once
// What blocks inside a subsystem have in common: the beginning of their paths, the variables they see, and
// whether they are commented out with it. Worked out once for each subsystem.
#include <string>
#include <unordered_map>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

struct Surroundings {
  std::string path;        // "Plant/Controller/"; empty at the top level
  bool commented = false;  // something around is commented out or through
  const Blocks::Variables* variables = nullptr;
};

class SurroundingsTable {
 public:
  explicit SurroundingsTable(Blocks& model);
  const Surroundings& inside(Id subsystem);

 private:
  Surroundings next(const Surroundings& outer, Id id, const Block& subsystem);

  Blocks& model_;
  std::unordered_map<Id, Surroundings> known_;
};

}  // namespace sim::compile_phases
