#include "sim_core/diagram/unique_names.h"

#include <cctype>

#include "sim_core/diagram/file.h"

namespace sim {

static std::string without_number(const std::string& name) {
  std::string stem = name;
  while (!stem.empty() && std::isdigit(static_cast<unsigned char>(stem.back()))) stem.pop_back();
  return stem.empty() ? name + "_" : stem;
}

std::string UniqueNames::take_similar(const std::string& name) {
  if (take(name)) return name;
  const std::string stem = without_number(name);
  int& last = last_number_[stem];
  for (;;) {
    const std::string number = std::to_string(++last);
    std::string candidate = shortened_name(stem, number.size()) + number;
    if (take(candidate)) return candidate;
  }
}

std::string shortened_name(const std::string& name, std::size_t extra) {
  std::size_t characters = 0, end = 0;
  for (; end < name.size(); ++end) {
    const bool begins_character = (name[end] & 0xC0) != 0x80;
    if (begins_character && ++characters > max_name_length - extra) break;
  }
  return name.substr(0, end);
}

}  // namespace sim
