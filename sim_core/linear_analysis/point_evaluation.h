#pragma once
// A program at an operating point: values of nodes, and derivatives of a lifted program.
#include <memory>
#include <span>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/linear_analysis/lifted_program.h"
#include "sim_core/simulate/histories.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/operating_point.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

class PointEvaluation {
 public:
  // All must outlive it.
  PointEvaluation(std::shared_ptr<const Program> program, const RunOptions& options,
                  const OperatingPoint& point);

  // Whether the point can be evaluated: it is of this program, and its algebraic loops have solutions.
  Diagnostics problems() const { return problems_; }
  // Modes that are other than at the point while derivatives are taken: of sample hits.
  void set_modes(std::span<const int> modes, bool on);

  // The nodes, one after the other; not a number where one has no value.
  std::vector<double> values(const std::vector<ir::NodeId>& nodes);
  // dx/dt.
  std::vector<double> rates();
  // df/dx, one number for each entry of Program::jacobian_pattern; empty: it cannot be computed.
  std::vector<double> jacobian();
  // How far back a delay reads, by element.
  std::vector<double> lags(const LiftedProgram::Delay& delay);
  // The rows of a lifted program, with numbers in its inputs.
  Result<std::vector<double>> rows(const LiftedProgram& lifted, std::span<const double> inputs,
                                   std::span<const double> held);
  // Puts modes on the side of their functions, which are the rows. False: they do not settle.
  bool settle_modes(const LiftedProgram& functions, std::span<const double> inputs,
                    std::span<const double> held);
  std::span<const double> modes() const { return modes_; }
  // One number for each entry of the lifted program's pattern. `held`: of the parameters that are held, in
  // their order. Errors: they cannot be computed there.
  Result<std::vector<double>> derivatives(const LiftedProgram& lifted, std::span<const double> inputs,
                                          std::span<const double> held);

 private:
  std::vector<double> lifted_states(const LiftedProgram& lifted, std::span<const double> inputs,
                                    std::span<const double> held);
  Frame frame_of(const LiftedProgram& lifted, const std::vector<double>& states) const;
  Diagnostic failure(const LiftedProgram& lifted, const Executable& executable) const;

  std::shared_ptr<const Program> program_;
  const OperatingPoint& point_;
  ModelEquations equations_;
  Histories histories_;
  std::vector<double> states_, modes_;
  Diagnostics problems_;
};

}  // namespace sim
