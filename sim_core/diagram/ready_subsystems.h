#pragma once
// Subsystems that the library offers with something inside: an enabled subsystem is a Subsystem with an
// Enable block and a way through. In a diagram they are ordinary subsystems; their types are names in the
// library.
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

struct ReadySubsystem {
  struct Inner {
    std::string type, name;
    std::map<std::string, std::string> parameters;
  };
  std::vector<Inner> controls;                         // they say when it is executed
  std::map<std::string, std::string> parameters = {};  // of the subsystem itself
};

// Null where a block of this type is just that.
const ReadySubsystem* ready_subsystem(std::string_view type);

}  // namespace sim
