#include <cmath>
#include <numeric>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

bool are_all(const std::vector<double>& numbers) { return numbers.size() == 1 && numbers[0] == -1; }

bool whole_numbers(const std::vector<double>& numbers) {
  if (are_all(numbers)) return true;
  for (double k : numbers)
    if (!(k >= 0 && k < 1e8) || k != std::floor(k)) return false;
  return true;
}

}  // namespace

void assignment(BlockTypeBuilder& b) {
  b.id("math/assignment").label("Assignment").category("Math Operations");
  b.doc(
      "A signal with some of its elements replaced.\n\n"
      "$y = Y_0, \\quad y_{\\mathrm{Indices}(k)} = U_k$\n\n"
      "A scalar U replaces all of them. Elements of a matrix are counted by columns. Of an index that is "
      "given twice the "
      "later one counts; -1 means all.");
  b.keywords({"assign", "overwrite", "insert", "scatter", "subarray"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.4,.15 L.4,.85 L.15,.85 Z M.15,.38 L.4,.38 M.15,.62 L.4,.62 M.85,.5 L.5,.5 "
         "M.58,.42 L.5,.5 L.58,.58");
  b.size(48, 48);
  Param mode = b.choice("IndexMode", "Index mode", {"One-based", "Zero-based"});
  Param indices = b.real("Indices", "Indices", "1").not_tunable();
  In all = b.input("Y0", "the signal"), some = b.input("U", "what its elements become");
  Out y = b.output("y");
  b.require([=](const ParameterValues& v) { return whole_numbers(v.of(indices).numbers); },
            "the indices are not whole numbers", "count the elements from 1, or from 0");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const double first = v.of(mode).number() == 0 ? 1 : 0;
    const auto& numbers = v.of(indices).numbers;
    s.outputs[0] = s.inputs[0];
    const bool all_of_them = are_all(numbers);
    for (double k : numbers)
      if (!all_of_them && (k < first || k >= first + s.inputs[0].count()))
        s.problem = "there is no element " + std::to_string(static_cast<long long>(k)) + " in a signal of " +
                    std::to_string(s.inputs[0].count());
    const int replaced = all_of_them ? s.inputs[0].count() : static_cast<int>(numbers.size());
    if (!s.inputs[1].is_scalar() && s.inputs[1].count() != replaced)
      s.problem =
          std::to_string(s.inputs[1].count()) + " elements cannot replace " + std::to_string(replaced);
  });
  b.equations([=](Equations& e) {
    const int first = e.choice(mode) == 0 ? 1 : 0;
    const Shape shape = e.output_shape(y);
    const int count = shape.count(), given = e(some).shape().count();
    std::vector<std::int32_t> from(static_cast<std::size_t>(count));
    std::iota(from.begin(), from.end(), 0);
    std::vector<double> numbers = e.value(indices).numbers;
    if (are_all(numbers)) {
      numbers.resize(static_cast<std::size_t>(count));
      std::iota(numbers.begin(), numbers.end(), first);
    }
    std::int32_t k = 0;
    for (double index : numbers) {
      const int at = static_cast<int>(index) - first;
      if (at >= 0 && at < count) from[static_cast<std::size_t>(at)] = count + (given == 1 ? 0 : k);
      ++k;
    }
    const auto as = [&](ir::Value v, int size) {
      const bool complex = is_complex(e(all)) || is_complex(e(some));
      return ir::repeated(v, complex ? complex_shape(vector_shape(size)) : vector_shape(size));
    };
    const ir::Value parts[] = {as(e(all), count), as(e(some), given)};
    const ir::Value both = ir::concat(parts, vector_shape(count + given));
    e.output(y, ir::gather(both, from, shape));
  });
}

}  // namespace sim::blocks
