#pragma once
// An expression of a compiled block in words: ports, parameters and states by their names.
#include <map>
#include <string>
#include <vector>

#include "sim_core/base/id.h"
#include "sim_core/program/program.h"

namespace sim {

class ExpressionText {
 public:
  // `sources`: the name of the port that the states of a block stand for.
  ExpressionText(const Program& program, std::map<Id, std::string> sources)
      : program_(program), sources_(std::move(sources)) {}

  // What a crossing function stands for: "u passes upper" for u - upper. One that is chosen among several
  // gives a text for each.
  std::vector<std::string> crossings(ir::NodeId id) const;
  std::string text(ir::NodeId id) const { return print(id, 0); }

 private:
  static constexpr int deepest = 5;
  std::string print(ir::NodeId id, int depth) const;
  std::string leaf(const ir::Node& node) const;
  bool fixed(ir::NodeId id) const;
  std::string passes(ir::NodeId id) const;
  std::string readers(ir::NodeId id) const;

  const Program& program_;
  std::map<Id, std::string> sources_;
};

}  // namespace sim
