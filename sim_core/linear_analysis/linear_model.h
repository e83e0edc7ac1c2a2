#pragma once
// A linear system, dense or sparse, with names:
//
//   dx/dt = A x + B u        x(k+1) = A x(k) + B u(k) where it has a sample time
//   y     = C x + D u
//
// Delays are exact: behind the inputs of the model stand what its delays give, v, and behind its outputs what
// goes into them, w, with v_i(t) = w_i(t - delay_i).
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

// A block that lets nothing pass at the point (a saturated Saturation, a Relay), on a way from an input to an
// output.
struct CutPath {
  Id block = no_id;
  std::string path;              // of the block
  std::vector<std::string> way;  // names of signals and blocks, from an input to an output
  std::string reason;            // "its output does not move with its input here"
};

struct LinearModel {
  std::vector<std::string> states, inputs, outputs;  // names of the elements: "Plant.x[2]", "u", "y[1]"
  std::vector<std::string> state_units, input_units, output_units;  // empty: not known
  std::vector<double> x, u, y;                                      // values at the point
  std::vector<double> dx;  // derivatives of the states there; of a sampled model the next states less these
  double time = 0;         // s
  double sample_time = 0;  // s; 0: continuous
  std::vector<double> delays;    // s, one for each v
  std::vector<int> pade_orders;  // of each delay, as its block asks for; 0: it does not
  std::vector<std::string> delay_names;

  // [A B_u B_v; C_y D_uu D_uv; C_w D_wu D_wv]: rows dx/dt, y, w; columns x, u, v.
  SparsityPattern pattern;
  std::vector<double> values;  // of each entry of `pattern`, in its order

  std::vector<CutPath> cuts;
  Diagnostics notes;  // what is approximate, and what was left out

  int state_count() const { return static_cast<int>(states.size()); }
  int input_count() const { return static_cast<int>(inputs.size()); }
  int output_count() const { return static_cast<int>(outputs.size()); }
  int delay_count() const { return static_cast<int>(delays.size()); }
  // Zero where the pattern has no entry.
  double entry(int row, int column) const;
};

// A matrix by columns.
struct LinearMatrix {
  int rows = 0, columns = 0;
  std::vector<double> values;
  double operator()(int row, int column) const {
    return values[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) +
                  static_cast<std::size_t>(row)];
  }
  double& operator()(int row, int column) {
    return values[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows) +
                  static_cast<std::size_t>(row)];
  }
  bool operator==(const LinearMatrix&) const = default;
};
LinearMatrix zero_matrix(int rows, int columns);

// A part of the large matrix of a model.
LinearMatrix block_of(const LinearModel& model, int row, int column, int rows, int columns);
LinearMatrix a_of(const LinearModel& model);
// Without delays: of the inputs and outputs alone.
LinearMatrix b_of(const LinearModel& model);
LinearMatrix c_of(const LinearModel& model);
LinearMatrix d_of(const LinearModel& model);

// A system from its matrices; names are x1, u1, y1, ... Sizes must fit.
LinearModel linear_model(const LinearMatrix& a, const LinearMatrix& b, const LinearMatrix& c,
                         const LinearMatrix& d, double sample_time = 0);
// With other matrices of the same inputs, outputs and delays; the states are renamed where they are
// others. `whole` has the layout of LinearModel::pattern.
void set_matrix(LinearModel& model, const LinearMatrix& whole);
LinearMatrix whole_matrix(const LinearModel& model);

}  // namespace sim
