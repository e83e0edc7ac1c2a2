#include <algorithm>
#include <cmath>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void selector(BlockTypeBuilder& b) {
  b.id("routing/selector").label("Selector").category("Signal Routing");
  b.doc(
      "Passes chosen elements of its input, in a chosen order.\n\n"
      "$y_k = u_{\\mathrm{Indices}(k)}$\n\n"
      "Elements of a matrix are counted by column. An element may be passed more than once.");
  b.keywords({"Extractor", "index", "reorder", "subvector", "EXTRACT"});
  b.icon(IconShape::Rectangle,
         "M.15,.2 L.4,.2 M.15,.4 L.4,.4 L.6,.35 L.85,.35 M.15,.6 L.4,.6 M.15,.8 L.4,.8 L.6,.65 L.85,.65");
  b.size(40, 40);
  Param mode = b.choice("IndexMode", "Index mode", {"One-based", "Zero-based"});
  Param indices = b.real("Indices", "Indices", "1").not_tunable();
  In u = b.input("u");
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        const auto& numbers = v.of(indices).numbers;
        return std::all_of(numbers.begin(), numbers.end(),
                           [](double k) { return k >= 0 && k == std::floor(k) && k < 1e8; });
      },
      "the indices are not whole numbers", "count the elements from 1, or from 0");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const double first = v.of(mode).number() == 0 ? 1 : 0;
    const auto& numbers = v.of(indices).numbers;
    for (double k : numbers)
      if (k < first || k >= first + s.inputs[0].size())
        s.problem = "there is no element " + std::to_string(static_cast<long long>(k)) + " in an input of " +
                    std::to_string(s.inputs[0].size());
    s.outputs[0] = vector_shape(static_cast<int>(numbers.size()));
  });
  b.equations([=](Equations& e) {
    const int first = e.choice(mode) == 0 ? 1 : 0, size = e.input_shape(u).size();
    std::vector<std::int32_t> elements;
    for (double k : e.value(indices).numbers)
      elements.push_back(std::clamp(static_cast<std::int32_t>(k) - first, 0, size - 1));
    e.output(y, ir::gather(e(u), elements, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
