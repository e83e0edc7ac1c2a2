#pragma once
// A variable of a script while it is written as equations. Inside this folder only.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/shape.h"
#include "sim_core/block/formula_types.h"
#include "sim_core/ir/values.h"

namespace sim {

struct FormulaCell;

// What a name is worth: as a whole, or, behind assignments to elements, element by element.
struct ScriptVariable {
  Shape shape;
  ir::Value whole;
  std::vector<ir::Value> elements = {};
  bool list = false;  // formula_writer.h
  NumberType type = ElementType::Double;
  std::optional<std::string> text = {};          // a string, which is no value of equations
  std::shared_ptr<const FormulaCell> cell = {};  // nor is a cell array
  bool is_number() const { return !text && !cell; }
};

inline bool same_value(ir::Value a, ir::Value b) { return a.id == b.id; }

// As a whole; as elements.
ir::Value whole(ScriptVariable& v);
std::vector<ir::Value>& elements(ScriptVariable& v);
// Whether all elements are true.
ir::Value all_of(ir::Value v);
// A list beside a row is one.
void orient(ScriptVariable& a, ScriptVariable& b);

}  // namespace sim
