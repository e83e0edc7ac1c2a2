#include "sim_core/linear_analysis/linear_model.h"

#include <algorithm>

#include "sim_core/base/work.h"

namespace sim {

double LinearModel::entry(int row, int column) const {
  const auto rows = pattern.column(column);
  const auto at = std::lower_bound(rows.begin(), rows.end(), row);
  if (at == rows.end() || *at != row) return 0;
  return values[static_cast<std::size_t>(pattern.column_start[static_cast<std::size_t>(column)] +
                                         (at - rows.begin()))];
}

LinearMatrix zero_matrix(int rows, int columns) {
  const double count = static_cast<double>(rows) * columns;
  need_memory(count * sizeof(double));
  return {rows, columns, std::vector<double>(static_cast<std::size_t>(count), 0.0)};
}

LinearMatrix block_of(const LinearModel& model, int row, int column, int rows, int columns) {
  LinearMatrix out = zero_matrix(rows, columns);
  for (int j = 0; j < columns; ++j) {
    auto at = static_cast<std::size_t>(model.pattern.column_start[static_cast<std::size_t>(column + j)]);
    for (int i : model.pattern.column(column + j)) {
      if (i >= row && i < row + rows) out(i - row, j) = model.values[at];
      ++at;
    }
  }
  return out;
}

LinearMatrix a_of(const LinearModel& m) { return block_of(m, 0, 0, m.state_count(), m.state_count()); }
LinearMatrix b_of(const LinearModel& m) {
  return block_of(m, 0, m.state_count(), m.state_count(), m.input_count());
}
LinearMatrix c_of(const LinearModel& m) {
  return block_of(m, m.state_count(), 0, m.output_count(), m.state_count());
}
LinearMatrix d_of(const LinearModel& m) {
  return block_of(m, m.state_count(), m.state_count(), m.output_count(), m.input_count());
}
LinearMatrix whole_matrix(const LinearModel& m) { return block_of(m, 0, 0, m.pattern.rows, m.pattern.cols); }

void set_matrix(LinearModel& model, const LinearMatrix& whole) {
  const int n = whole.columns - model.input_count() - model.delay_count();
  if (n != model.state_count()) {
    model.states.clear();
    for (int k = 0; k < n; ++k) model.states.push_back("x" + std::to_string(k + 1));
    model.state_units.assign(model.states.size(), {});
    model.x.clear();
    model.dx.clear();
  }
  std::vector<std::pair<int, int>> places;
  model.values.clear();
  for (int j = 0; j < whole.columns; ++j)
    for (int i = 0; i < whole.rows; ++i)
      if (whole(i, j) != 0) {
        places.emplace_back(i, j);
        model.values.push_back(whole(i, j));
      }
  model.pattern = make_pattern(whole.rows, whole.columns, places);
}

LinearModel linear_model(const LinearMatrix& a, const LinearMatrix& b, const LinearMatrix& c,
                         const LinearMatrix& d, double sample_time) {
  LinearModel model;
  const auto names = [](const char* letter, int count) {
    std::vector<std::string> all;
    for (int k = 0; k < count; ++k) all.push_back(letter + std::to_string(k + 1));
    return all;
  };
  const int n = a.rows, m = d.columns, p = d.rows;
  model.states = names("x", n), model.inputs = names("u", m), model.outputs = names("y", p);
  model.state_units.resize(model.states.size());
  model.input_units.resize(model.inputs.size());
  model.output_units.resize(model.outputs.size());
  model.sample_time = sample_time;
  LinearMatrix whole = zero_matrix(n + p, n + m);
  const auto put = [&](const LinearMatrix& part, int row, int column) {
    for (int j = 0; j < part.columns; ++j)
      for (int i = 0; i < part.rows; ++i) whole(row + i, column + j) = part(i, j);
  };
  put(a, 0, 0), put(b, 0, n), put(c, n, 0), put(d, n, n);
  set_matrix(model, whole);
  return model;
}

}  // namespace sim
