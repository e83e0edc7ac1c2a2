#pragma once
// A diagram with what surrounds it: the super block it is in, its nets, and the variables that its
// expressions see.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/expr/workspace.h"
#include "sim_core/import/xcos/nets.h"
#include "sim_core/import/xcos/scilab_expression.h"

namespace sim::importing::xcos {

struct ContextVariable {
  std::string name, expression;  // as it stands
  expr::Value value;
};

// Events at offset + k period.
struct Periodic {
  double period = 0, offset = 0;
  std::string period_text, offset_text;  // expressions of Scilab that every block of the model may use
};

struct Scope {
  Scope(const XcosDiagram& diagram, const Scope* outer, int block);

  const Scope* inside(int block) const {
    const auto it = inner.find(block);
    return it == inner.end() ? nullptr : it->second.get();
  }
  // What an expression of Scilab is here; fails where a name or a function is unknown.
  Result<expr::Value> evaluate(const std::string& scilab) const;

  const XcosDiagram& diagram;
  const Scope* outer;  // null: the whole model
  int block;           // the super block, in the outer diagram
  Nets nets;
  std::shared_ptr<expr::Workspace> workspace;
  std::vector<ContextVariable> variables;  // of this diagram's context, those that have a value
  Diagnostics remarks;                     // what of the context could not be read
  std::map<int, std::unique_ptr<Scope>> inner;
  // What is known of event ports already, by node; of one that is being looked at, that it gives nothing.
  mutable std::map<std::pair<int, int>, std::optional<Periodic>> periodic;
  mutable std::map<std::pair<int, int>, bool> needed;
};

}  // namespace sim::importing::xcos
