#pragma once
// Some nodes of a program as functions of its states, slots and parameters, and of the time where asked for,
// with their exact derivatives along all of these. Evaluated beside a run, which it changes nothing of.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim_core/backends/executable.h"
#include "sim_core/linear_analysis/lifted_program.h"
#include "sim_core/simulate/model_equations.h"

namespace sim {

class LiftedRows {
 public:
  // `slots`: the parameters that derivatives are wanted along. Throws as lift() does.
  LiftedRows(const Program& program, std::vector<ir::NodeId> rows, const std::vector<ParameterRange>& slots,
             bool time);

  int size() const { return size_; }
  // Columns x, d, p, and t where asked for: an element of a direction each.
  int columns() const { return lifted_.columns(); }
  int slots_at() const { return lifted_.d_at; }
  int parameters_at() const { return lifted_.p_at; }
  int time_at() const { return lifted_.t_at; }
  const SparsityPattern& pattern() const { return lifted_.program->jacobian_pattern; }
  // Blocks, as indices into Program::blocks, that are differentiated numerically.
  const std::vector<int>& without_derivative() const { return lifted_.program->without_derivative; }

  // Another run begins, whose program may be another one.
  void forget() { values_.holds = derivatives_.holds = false; }
  // With the modes, slots and parameters of `now`. Numbers that are not finite are left as they are.
  EvalStatus values(const ModelEquations& now, double t, std::span<const double> x, std::span<double> out);
  // The derivatives along a direction.
  EvalStatus along(const ModelEquations& now, double t, std::span<const double> x,
                   std::span<const double> direction, std::span<double> out);
  // One number for each entry of the pattern.
  EvalStatus jacobian(const ModelEquations& now, double t, std::span<const double> x, std::span<double> out);

 private:
  struct Evaluator {
    std::unique_ptr<Executable> executable;
    bool holds = false;  // what depends on these is computed
    std::vector<double> modes, captured;
  };
  EvalStatus load(Evaluator& evaluator, const ModelEquations& now, double t, std::span<const double> x);

  LiftedProgram lifted_;
  std::vector<ParameterRange> slots_;
  int size_ = 0;
  Evaluator values_, derivatives_;
  Frame frame_;
  std::vector<double> states_, direction_;
};

}  // namespace sim
