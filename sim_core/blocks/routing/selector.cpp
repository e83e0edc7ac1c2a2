#include <algorithm>
#include <cmath>

#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/routing/element_at.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class IndexOption { Elements, Port, RowsAndColumns };

// Numbers from `first` on as indices from 0; -1: all of them. Beyond the end the last.
std::vector<int> indices_of(const ParameterValue& given, int first, int size) {
  std::vector<int> found;
  if (given.numbers.size() == 1 && given.numbers[0] == -1)
    for (int k = 0; k < size; ++k) found.push_back(k);
  else
    for (double k : given.numbers) found.push_back(std::clamp(static_cast<int>(k) - first, 0, size - 1));
  return found;
}

std::string not_there(const ParameterValue& given, int first, int size, const char* what) {
  if (given.numbers.size() == 1 && given.numbers[0] == -1) return {};
  for (double k : given.numbers)
    if (k < first || k >= first + size)
      return std::string("there is no ") + what + " " + std::to_string(static_cast<long long>(k)) +
             " in an input of " + std::to_string(size);
  return {};
}

bool are_indices(const ParameterValue& given) {
  const auto& numbers = given.numbers;
  return (numbers.size() == 1 && numbers[0] == -1) ||
         std::all_of(numbers.begin(), numbers.end(),
                     [](double k) { return k >= 0 && k == std::floor(k) && k < 1e8; });
}

}  // namespace

void selector(BlockTypeBuilder& b) {
  b.id("routing/selector").label("Selector").category("Signal Routing");
  b.doc(
      "Passes chosen elements of its input, in a chosen order.\n\n"
      "$y_k = u_{\\mathrm{Indices}(k)}$\n"
      "$y_{k,l} = u_{\\mathrm{Indices}(k), \\mathrm{Columns}(l)}$ (rows and columns)\n\n"
      "Elements of a matrix are counted by column. An element may be passed more than once; -1 means all. "
      "The indices may "
      "be a signal, whose changes are zero crossings.");
  b.keywords({"Extractor", "index", "reorder", "subvector", "submatrix", "EXTRACT", "EXTTRI", "SELECT_m"});
  b.icon(IconShape::Rectangle,
         "M.15,.2 L.4,.2 M.15,.4 L.4,.4 L.6,.35 L.85,.35 M.15,.6 L.4,.6 M.15,.8 L.4,.8 L.6,.65 L.85,.65");
  b.size(40, 40);
  Param mode = b.choice("IndexMode", "Index mode", {"One-based", "Zero-based"});
  Param indices = b.real("Indices", "Indices", "1").not_tunable();
  Param option = b.choice("IndexOptions", "Index option",
                          {"Index vector (dialog)", "Index vector (port)", "Rows and columns (dialog)"});
  Param columns = b.real("Columns", "Columns", "-1")
                      .not_tunable()
                      .doc("With rows and columns, where Indices are the rows.");
  b.zero_crossing_flag();
  const In u{0}, index{1};
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (static_cast<IndexOption>(v.of(option).number()) == IndexOption::Port)
      ports.push_back({"index", "which elements"});
    return ports;
  });
  Out y = b.output("y");
  for (Param p : {indices, columns})
    b.require([=](const ParameterValues& v) { return are_indices(v.of(p)); },
              "the indices are not whole numbers", "count the elements from 1, or from 0");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int first = v.of(mode).number() == 0 ? 1 : 0;
    const Shape input = s.inputs[0];
    switch (static_cast<IndexOption>(v.of(option).number())) {
      case IndexOption::Elements:
        s.problem = not_there(v.of(indices), first, input.count(), "element");
        s.outputs[0] = vector_shape(static_cast<int>(indices_of(v.of(indices), first, input.count()).size()));
        return;
      case IndexOption::Port:
        s.outputs[0] = s.inputs[1];
        return;
      case IndexOption::RowsAndColumns:
        s.problem = not_there(v.of(indices), first, input.rows, "row");
        if (s.problem.empty()) s.problem = not_there(v.of(columns), first, input.cols, "column");
        s.outputs[0] = {static_cast<int>(indices_of(v.of(indices), first, input.rows).size()),
                        static_cast<int>(indices_of(v.of(columns), first, input.cols).size())};
    }
  });
  b.equations([=](Equations& e) {
    const int first = e.choice(mode) == 0 ? 1 : 0;
    const Shape input = e.input_shape(u);
    std::vector<std::int32_t> elements;
    switch (static_cast<IndexOption>(e.choice(option))) {
      case IndexOption::Elements:
        for (int k : indices_of(e.value(indices), first, input.count())) elements.push_back(k);
        break;
      case IndexOption::Port: {
        const ir::Value number = ir::real_only(e(index), "an index");
        e.output(y, element_at(e, e(u), staircase(e, Rounding::Floor, number) - first));
        e.check((number < e.constant(first)) | (number >= e.constant(first + input.count())),
                "ArrayBoundsChecking", "an index is that of none of the elements");
        return;
      }
      case IndexOption::RowsAndColumns:
        for (int column : indices_of(e.value(columns), first, input.cols))
          for (int row : indices_of(e.value(indices), first, input.rows))
            elements.push_back(row + column * input.rows);
    }
    e.output(y, ir::gather(e(u), elements, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
