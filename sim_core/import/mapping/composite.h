#pragma once
// Several blocks that stand for one of another tool: they go into a subsystem in its place.
#include <map>
#include <string>
#include <vector>

namespace sim::importing {

class Composite {
 public:
  struct Part {
    std::string name, type;
    std::map<std::string, std::string> parameters;
  };
  struct Wire {
    int from, output, to, input;  // parts and their ports, from 0
  };

  int add(std::string name, std::string type, std::map<std::string, std::string> parameters = {}) {
    parts_.push_back({std::move(name), std::move(type), std::move(parameters)});
    return static_cast<int>(parts_.size()) - 1;
  }
  // Port blocks; `number` from 1.
  int inport(int number, std::string name = {}) {
    return port("ports/inport", "In", number, std::move(name));
  }
  int outport(int number, std::string name = {}) {
    return port("ports/outport", "Out", number, std::move(name));
  }
  void connect(int from, int to, int input = 0, int output = 0) {
    wires_.push_back({from, output, to, input});
  }

  bool empty() const { return parts_.empty(); }
  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<Wire>& wires() const { return wires_; }

 private:
  int port(const char* type, const char* prefix, int number, std::string name) {
    if (name.empty()) name = prefix + std::to_string(number);
    return add(std::move(name), type, {{"port", std::to_string(number)}});
  }
  std::vector<Part> parts_;
  std::vector<Wire> wires_;
};

}  // namespace sim::importing
