#pragma once
// The names of one subsystem. A taken name gets the first free number: Gain, Gain1, Gain2. The numbers tried
// are remembered, so that a million equal names do not take a day.
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sim {

class UniqueNames {
 public:
  // Whether the name was free; it is taken now.
  bool take(const std::string& name) { return taken_.insert(name).second; }
  // `name`, or with a number in place of its own where it is taken; never longer than max_name_length.
  std::string take_similar(const std::string& name);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> last_number_;  // by the name without its number
};

// The first characters of `name`, so that `extra` more keep it within max_name_length.
std::string shortened_name(const std::string& name, std::size_t extra);

}  // namespace sim
