#include "sim_core/blocks/lookup_tables/grid.h"

#include <algorithm>

#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

// Piece by piece the row of the table below a value, and how far it is on the way to the next.
struct GridAxis {
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

GridAxis axis_of(const std::vector<double>& x, Interpolation method, bool clip, bool use_last) {
  GridAxis axis;
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
    axis.piece(use_last ? n - 1 : n - 2, x[n - 1], use_last ? 0 : 1, 0);
  }
  return axis;
}

// The derivative of what is constant between jumps.
class NoSlope final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  explicit NoSlope(int count) : count_(count) {}
  std::string name() const override { return "zero"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int, int, int) const override { return false; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }
  EvalStatus evaluate(std::span<const double* const>, std::span<double* const> outputs) const override {
    std::fill_n(outputs[0], count_, 0.0);
    return EvalStatus::Ok;
  }
  std::string c_body() const override { return ir::c_zeros("out0", count_); }

 private:
  int count_;
};

// Numbers along each dimension -> the entry of the table there, element by element.
class TableEntry final : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  TableEntry(std::shared_ptr<const GridTable> table, int count) : table_(std::move(table)), count_(count) {}
  std::string name() const override { return "entry of a table"; }
  std::vector<Shape> output_shapes() const override { return {vector_shape(count_)}; }
  bool depends(int, int row, int, int column) const override { return row == column; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override {
    return std::make_shared<NoSlope>(count_);
  }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    for (int k = 0; k < count_; ++k) {
      std::size_t at = 0;
      for (std::size_t d = table_->sizes.size(); d-- > 0;)
        at = at * static_cast<std::size_t>(table_->sizes[d]) + within(arguments[d][k], table_->sizes[d]);
      outputs[0][k] = table_->entries[at];
    }
    return EvalStatus::Ok;
  }
  std::string c_body() const override {
    std::string body = ir::c_table("entries", table_->entries) + "  for (int k = 0; k < " +
                       std::to_string(count_) + "; ++k) {\n    int at = 0;\n";
    for (std::size_t d = table_->sizes.size(); d-- > 0;)
      body += "    at = at * " + std::to_string(table_->sizes[d]) + " + " +
              c_within("in" + std::to_string(d) + "[k]", table_->sizes[d]) + ";\n";
    return body + "    out0[k] = entries[at];\n  }\n";
  }

 private:
  static std::size_t within(double index, int size) {
    return index > 0 ? static_cast<std::size_t>(std::min(index, size - 1.0)) : 0;
  }
  static std::string c_within(const std::string& index, int size) {
    const std::string last = ir::c_number(size - 1.0);
    return "(" + index + " > 0 ? (int)(" + index + " < " + last + " ? " + index + " : " + last + ") : 0)";
  }
  std::shared_ptr<const GridTable> table_;
  int count_;
};

}  // namespace

GridPlace grid_place(Equations& e, const std::vector<double>& breakpoints, Interpolation method, bool clip,
                     ir::Value u, bool use_last) {
  const GridAxis axis = axis_of(breakpoints, method, clip, use_last);
  const ir::Value piece = located_piece(e, axis.row, u);
  return {piece_at(e.graph(), axis.row, u, piece), piece_at(e.graph(), axis.way, u, piece)};
}

ir::Value grid_entry(Equations& e, const std::shared_ptr<const GridTable>& table,
                     const std::vector<ir::Value>& rows) {
  const int count = rows.front().shape().count();
  return e.graph().call(std::make_shared<TableEntry>(table, count), rows).front();
}

ir::Value grid_value(Equations& e, const std::shared_ptr<const GridTable>& table,
                     const std::vector<GridPlace>& places) {
  std::vector<ir::Value> rows;
  for (const GridPlace& place : places) rows.push_back(place.row);
  const auto along = [&](const auto& self, std::size_t dimensions) -> ir::Value {
    if (dimensions == 0) return grid_entry(e, table, rows);
    const std::size_t d = dimensions - 1;
    rows[d] = places[d].row;
    const ir::Value low = self(self, d);
    rows[d] = places[d].row + 1.0;
    const ir::Value high = self(self, d);
    rows[d] = places[d].row;
    return low + places[d].way * (high - low);
  };
  return along(along, places.size());
}

}  // namespace sim::blocks
