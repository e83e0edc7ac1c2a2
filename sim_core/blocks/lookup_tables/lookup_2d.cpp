#include <algorithm>
#include <cmath>

#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/blocks/lookup_tables/table_checks.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

using Arguments = std::span<const double* const>;
using Results = std::span<double* const>;

// Where a value lies between breakpoints: piece by piece the row of the table below it, and how far it is on
// the way to the next.
struct Axis {
  std::shared_ptr<Pieces> row = std::make_shared<Pieces>(), way = std::make_shared<Pieces>();

  void edge(double at) {
    row->edges.push_back(at);
    way->edges.push_back(at);
  }
  void piece(std::size_t below, double from, double done, double slope) {
    row->add(from, static_cast<double>(below), 0);
    way->add(from, done, slope);
  }
};

Axis axis_of(const std::vector<double>& x, Interpolation method, bool clip) {
  Axis axis;
  const std::size_t n = x.size();
  if (method != Interpolation::Linear || n == 1) {
    for (std::size_t k = 0; k < n; ++k) {
      if (k > 0) axis.edge(method == Interpolation::Nearest ? x[k - 1] + 0.5 * (x[k] - x[k - 1]) : x[k]);
      axis.piece(k, x[k], 0, 0);
    }
    return axis;
  }
  if (clip) {
    axis.piece(0, x[0], 0, 0);
    axis.edge(x[0]);
  }
  for (std::size_t k = 0; k + 1 < n; ++k) {
    if (k > 0) axis.edge(x[k]);
    axis.piece(k, x[k], 0, 1 / (x[k + 1] - x[k]));
  }
  if (clip) {
    axis.edge(x[n - 1]);
    axis.piece(n - 2, x[n - 1], 1, 0);
  }
  return axis;
}

// The derivative of what is constant between jumps.
class NoSlope final : public ir::ExternalFunction {
 public:
  explicit NoSlope(int count) : count_(count) {}
  std::string name() const override { return "zero"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(Arguments, Results outputs) const override {
    std::fill_n(outputs[0], count_, 0.0);
    return EvalStatus::Ok;
  }

 private:
  int count_;
};

// (row, column) -> the entry of the table there, element by element.
class TableEntry final : public ir::ExternalFunction {
 public:
  TableEntry(std::shared_ptr<const std::vector<double>> table, Shape shape, int count)
      : table_(std::move(table)), shape_(shape), count_(count) {}
  std::string name() const override { return "entry of a table"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int row, int, int column) const override { return row == column; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<NoSlope>(count_);
  }
  EvalStatus evaluate(Arguments arguments, Results outputs) const override {
    for (int k = 0; k < count_; ++k) {
      const std::size_t row = within(arguments[0][k], shape_.rows),
                        column = within(arguments[1][k], shape_.cols);
      outputs[0][k] = (*table_)[row + column * static_cast<std::size_t>(shape_.rows)];
    }
    return EvalStatus::Ok;
  }

 private:
  static std::size_t within(double index, int size) {
    return index > 0 ? static_cast<std::size_t>(std::min(index, size - 1.0)) : 0;
  }
  std::shared_ptr<const std::vector<double>> table_;
  Shape shape_;
  int count_;
};

}  // namespace

void lookup_2d(BlockTypeBuilder& b) {
  b.id("lookup_tables/lookup_2d").label("2-D Lookup Table").category("Lookup Tables");
  b.doc(
      "A function of two variables given by a table, of each element of its inputs.\n\n"
      "$y = (1 - a) (1 - b) y_{i,j} + a (1 - b) y_{i+1,j} + (1 - a) b \\, y_{i,j+1} + a b \\, y_{i+1,j+1}$\n"
      "$a = \\frac{u_1 - x_{1,i}}{x_{1,i+1} - x_{1,i}}, \\quad b = \\frac{u_2 - x_{2,j}}{x_{2,j+1} - "
      "x_{2,j}}$\n\n"
      "$u_1$ runs along the rows of the table, $u_2$ along its columns. Linear: bilinear between the four "
      "entries around, as above. Flat: the entry at the breakpoints below. Nearest: that at the nearest "
      "breakpoints. Beyond the table the last lines go on (linear), or the values at its border are kept "
      "(clip; Flat and Nearest always do). Passing a breakpoint is a zero crossing, so that the solver never "
      "steps across a corner.");
  b.keywords({"INTRP2BLK_f", "CombiTable2Ds", "Lookup Table (2-D)", "interpolation", "table", "map",
              "characteristic map", "bilinear"});
  b.icon(IconShape::Rectangle,
         "M.15,.15 L.85,.15 L.85,.85 L.15,.85 Z M.15,.38 L.85,.38 M.15,.62 L.85,.62 M.38,.15 L.38,.85 "
         "M.62,.15 L.62,.85");
  b.size(48, 48);
  Param rows = b.real("BreakpointsForDimension1", "Breakpoints of the rows", "[1:3]").not_tunable();
  Param columns = b.real("BreakpointsForDimension2", "Breakpoints of the columns", "[1:3]").not_tunable();
  Param table = b.real("Table", "Table data", "[4 5 6; 16 19 20; 10 18 23]").not_tunable();
  Param method = b.choice("InterpMethod", "Interpolation", {"Linear", "Flat", "Nearest"});
  Param extrapolation = b.choice("ExtrapMethod", "Extrapolation", {"Linear", "Clip"});
  b.zero_crossing_flag();
  In u1 = b.input("u1", "along the rows"), u2 = b.input("u2", "along the columns");
  Out y = b.output("y");
  for (Param breakpoints : {rows, columns})
    b.require([=](const ParameterValues& v) { return rises(v.of(breakpoints).numbers); },
              "the breakpoints do not rise", "give finite numbers, each greater than the one before");
  b.require(
      [=](const ParameterValues& v) {
        const Shape shape = v.of(table).shape;
        return static_cast<std::size_t>(shape.rows) == v.of(rows).numbers.size() &&
               static_cast<std::size_t>(shape.cols) == v.of(columns).numbers.size();
      },
      "the table has not as many rows and columns as there are breakpoints",
      "give a row for each breakpoint of the rows, a column for each of the columns");
  b.shapes([](const ParameterValues&, Shapes& s) {
    const Shape a = s.inputs[0], c = s.inputs[1];
    s.outputs[0] = a.is_scalar() ? c : a;
    if (!a.is_scalar() && !c.is_scalar() && a != c)
      s.problem = "its inputs are " + to_text(a) + " and " + to_text(c);
  });
  b.gives(ElementType::Double);
  b.equations([=](Equations& e) {
    ir::Graph& g = e.graph();
    const Shape shape = e.output_shape(y);
    const int count = shape.size();
    const auto how = static_cast<Interpolation>(e.choice(method));
    const bool clip = e.choice(extrapolation) == 1;
    const auto entries = std::make_shared<const std::vector<double>>(e.value(table).numbers);
    struct Place {
      ir::Value row, way;
    };
    auto place = [&](Param breakpoints, ir::Value u) {
      const Axis axis = axis_of(e.value(breakpoints).numbers, how, clip);
      u = ir::repeated(u, vector_shape(count));
      const ir::Value piece = located_piece(e, axis.row, u);
      return Place{piece_at(g, axis.row, u, piece), piece_at(g, axis.way, u, piece)};
    };
    const Place first = place(rows, e(u1)), second = place(columns, e(u2));
    auto entry = [&](ir::Value row, ir::Value column) {
      const ir::Value arguments[] = {row, column};
      return g.call(std::make_shared<TableEntry>(entries, e.value(table).shape, count), arguments).front();
    };
    ir::Value result = entry(first.row, second.row);
    if (how == Interpolation::Linear) {
      const ir::Value next_row = first.row + 1.0, next_column = second.row + 1.0;
      const ir::Value left = result + first.way * (entry(next_row, second.row) - result);
      const ir::Value corner = entry(first.row, next_column);
      const ir::Value right = corner + first.way * (entry(next_row, next_column) - corner);
      result = left + second.way * (right - left);
    }
    e.output(y, ir::slice(result, 0, shape));
  });
}

}  // namespace sim::blocks
