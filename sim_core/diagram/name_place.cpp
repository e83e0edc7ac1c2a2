#include "sim_core/diagram/name_place.h"

#include <iterator>

#include "sim_core/diagram/json.h"

namespace sim {

static constexpr const char* name_place_member = "name_place";

NamePlace name_place(const Block& block) {
  const auto given = block.unknown.find(name_place_member);
  if (given == block.unknown.end()) return NamePlace::Automatic;
  for (std::size_t k = 0; k < std::size(name_place_names); ++k)
    if (given->second == json_string(name_place_names[k])) return static_cast<NamePlace>(k);
  return NamePlace::Automatic;
}

void set_name_place(Block& block, NamePlace place) {
  if (place == NamePlace::Automatic)
    block.unknown.erase(name_place_member);
  else
    block.unknown[name_place_member] = json_string(name_place_names[static_cast<std::size_t>(place)]);
}

}  // namespace sim
