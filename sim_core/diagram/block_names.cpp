#include "sim_core/diagram/block_names.h"

#include "sim_core/diagram/unique_names.h"

namespace sim {

std::string in_path(std::string_view name) {
  std::string text;
  text.reserve(name.size());
  for (char c : name) text.append(c == '/' ? 2 : 1, c);
  return text;
}

std::string last_name(std::string_view path) {
  std::string name;
  for (std::size_t k = 0; k < path.size(); ++k) {
    const bool slash = path[k] == '/';
    const bool doubled = slash && k + 1 < path.size() && path[k + 1] == '/';
    if (slash && !doubled) {
      name.clear();
      continue;
    }
    name += path[k];
    if (doubled) ++k;
  }
  return name;
}

std::string allowed_block_name(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '_';
  std::string name = shortened_name(text, 0);
  if (name.starts_with('/')) name.front() = '_';
  if (name.ends_with('/')) name.back() = '_';
  return name;
}

}  // namespace sim
