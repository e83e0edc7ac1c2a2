#include "sim_core/block/script_variable.h"

#include <algorithm>
#include <utility>

namespace sim {

ir::Value whole(ScriptVariable& v) {
  if (!v.whole) {
    const bool complex = std::any_of(v.elements.begin(), v.elements.end(), ir::is_complex);
    std::vector<ir::Value> parts = v.elements;
    if (complex)
      for (ir::Value& part : parts) part = ir::repeated(part, complex_shape(scalar_shape));
    v.whole = ir::concat(parts, complex ? complex_shape(v.shape) : real_shape(v.shape));
  }
  return v.whole;
}

void orient(ScriptVariable& a, ScriptVariable& b) {
  for (auto [list, row] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (list->list && !row->list && row->shape == Shape{1, list->shape.count()} && row->shape.cols > 1) {
      if (list->whole) list->whole = ir::transpose(list->whole);
      list->shape = row->shape;
      list->list = false;
    }
}

std::vector<ir::Value>& elements(ScriptVariable& v) {
  if (v.elements.empty())
    for (int k = 0; k < v.shape.count(); ++k) v.elements.push_back(ir::slice(v.whole, k, scalar_shape));
  return v.elements;
}

ir::Value all_of(ir::Value v) {
  ir::Value all = ir::slice(v, 0, scalar_shape);
  for (int k = 1; k < v.shape().count(); ++k) all = all & ir::slice(v, k, scalar_shape);
  return all;
}

}  // namespace sim
