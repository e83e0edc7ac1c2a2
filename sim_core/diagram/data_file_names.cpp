#include "sim_core/diagram/data_file_names.h"

#include <algorithm>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/trimmed.h"

namespace sim {

std::vector<std::string> data_file_names(std::string_view setting) {
  std::vector<std::string> names;
  while (!setting.empty()) {
    const std::size_t end = std::min(setting.find(';'), setting.size());
    if (const std::string_view name = trimmed(setting.substr(0, end)); !name.empty())
      names.emplace_back(name);
    setting.remove_prefix(std::min(end + 1, setting.size()));
  }
  return names;
}

static bool ends_in(std::string_view name, std::string_view ending) {
  if (name.size() <= ending.size()) return false;
  name.remove_prefix(name.size() - ending.size());
  for (std::size_t k = 0; k < ending.size(); ++k)
    if (lower_case(name[k]) != ending[k]) return false;
  return true;
}

std::string_view data_file_ending(std::string_view name) {
  for (std::string_view ending : {".json", ".flxdata", ".mat", ".csv"})
    if (ends_in(name, ending)) return ending;
  return {};
}

}  // namespace sim
