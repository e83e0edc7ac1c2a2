#include "sim_core/backends/c_source/places.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace sim::c_source {

std::map<std::int32_t, Storage>::const_iterator Places::at(std::int32_t place) const {
  auto found = std::prev(storages_.upper_bound(place));
  assert(place - found->first < found->second.count);
  return found;
}

std::string Places::element(std::int32_t place) const {
  const auto& [first, storage] = *at(place);
  if (!storage.array) return storage.name;
  return storage.name + "[" + std::to_string(storage.offset + place - first) + "]";
}

std::string Places::element(std::int32_t place, const std::string& index) const {
  const auto& [first, storage] = *at(place);
  if (!storage.array) return storage.name;
  const std::int32_t offset = storage.offset + place - first;
  return storage.name + "[" + (offset > 0 ? std::to_string(offset) + " + " : std::string()) + index + "]";
}

std::string Places::pointer(std::int32_t place) const {
  const auto& [first, storage] = *at(place);
  if (storage.number) return "(const double[]){" + storage.name + "}";
  const std::int32_t offset = storage.offset + place - first;
  return storage.array && offset == 0 ? storage.name : "&" + element(place);
}

void Places::for_each_piece(std::int32_t place, std::int32_t count,
                            const std::function<void(std::int32_t place, std::int32_t count)>& visit) const {
  while (count > 0) {
    const auto& [first, storage] = *at(place);
    const std::int32_t here = std::min(count, first + storage.count - place);
    visit(place, here);
    place += here;
    count -= here;
  }
}

}  // namespace sim::c_source
