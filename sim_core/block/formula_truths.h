#pragma once
// Which parts of a formula are boolean. Equations have numbers only, but a list of booleans as an index
// chooses the elements where it is true, and some functions ask for the type. For this folder.
#include <string>
#include <vector>

#include "sim_core/expr/ast.h"

namespace sim {

struct FormulaNames;

enum class Truth { No, Yes, Unknown };

class FormulaTruths {
 public:
  FormulaTruths(const expr::Ast& ast, const FormulaNames& names);

  // Of a node whose operands are decided.
  void decide(expr::NodeId id);
  // Of a call, what it has given.
  void set(expr::NodeId id, Truth truth);
  Truth of(expr::NodeId id) const { return kinds_[static_cast<std::size_t>(id)].truth; }
  // What is written depends on whether this is boolean: the variables that say so keep their types.
  void depend_on(expr::NodeId id) const;

 private:
  struct Kind {
    Truth truth = Truth::No;
    std::vector<std::string> by;  // variables whose types it follows from
    bool given = false;           // by set()
  };
  struct Rules;
  const expr::Ast& ast_;
  const FormulaNames& names_;
  std::vector<Kind> kinds_;
};

}  // namespace sim
