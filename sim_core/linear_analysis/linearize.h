#pragma once
// A model near a point of one of its runs, as a linear system in the deviations of states, inputs and outputs
// (linear_model.h). Exact where every block gives its derivatives. Modes, and discrete states of a continuous
// linear model, are held as they are at the point.
//
//   auto linearizer = Linearizer::prepare(diagram, library, {});     // compiles
//   auto points = linearizer->reach({0, 5, 10});                     // one run
//   auto model = linearizer->at(points->front());
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/linear_analysis/linear_model.h"
#include "sim_core/simulate/operating_point.h"

namespace sim {

struct Program;

class Linearizer {
 public:
  // No points: those of the model (default_points). `inputs`: what its open inputs are held at. Errors: the
  // model does not compile, or a point is on no signal that could be one.
  static Result<Linearizer> prepare(const Diagram& diagram, const BlockLibrary& library,
                                    std::span<const AnalysisPoint> points = {},
                                    const std::map<std::string, double>& inputs = {});
  // The same, without compiling where at most tunable parameters differ.
  Result<Linearizer> with(const Diagram& diagram) const;
  // The same model with other values of its open inputs. Operating points that hold other ones than this are
  // looked at with them anyway; who looks at many saves time by asking once.
  Result<Linearizer> with_inputs(const std::map<std::string, double>& inputs) const;
  const std::map<std::string, double>& inputs() const;
  ~Linearizer();
  Linearizer(Linearizer&&) noexcept;
  Linearizer& operator=(Linearizer&&) noexcept;

  // What operating points of this model belong to.
  const Program& program() const;
  double start_time() const;

  // Where a run of the model is at these times, before the start: at the start. Errors: it does not get
  // there.
  Result<std::vector<OperatingPoint>> reach(std::vector<double> times) const;
  // The same for times that somebody gave: one before the start is an error, but for minus infinity.
  Result<std::vector<OperatingPoint>> reach_given(std::vector<double> times) const;

  // Continuous. Errors: the derivatives cannot be computed there. `cuts`: whether blocks that cut a path are
  // looked for, which takes a second set of derivatives.
  Result<LinearModel> at(const OperatingPoint& point, bool cuts = true) const;
  // Continuous, with other states, and numbers added to the inputs: values and derivatives there. Modes
  // follow their functions. For who looks for a point. Leaves the states and modes in `point`.
  Result<LinearModel> beside(OperatingPoint& point, std::span<const double> states,
                             std::span<const double> added) const;
  // Sampled: the exact map from one instant to the next, `period` seconds later, with inputs that are held in
  // between. The period is a multiple of the sample times of the model, or of any length where it has none;
  // 0: the smallest that all sample times divide. The states are continuous and discrete ones just before
  // their updates at the instant; outputs are those of the instant. Delays are replaced by their Pade
  // approximations.
  Result<LinearModel> sampled_at(const OperatingPoint& point, double period) const;

  // Holds the model's inputs at these values of the linear model's inputs. Which of these are something else,
  // by their index: signals inside the model, and inputs that are given an expression or a table, which a run
  // that begins at the point computes itself.
  std::vector<std::size_t> hold_inputs(OperatingPoint& point, std::span<const double> values) const;

 private:
  struct Parts;
  explicit Linearizer(std::unique_ptr<Parts> parts);
  static Result<Linearizer> finish(std::unique_ptr<Parts> parts);
  Result<Linearizer> with(const Diagram& diagram, const std::map<std::string, double>& inputs) const;
  std::unique_ptr<Parts> parts_;
};

// At the time `t` of a run, before the start time at the start; delays whose block asks for it are replaced
// by Pade approximations.
Result<LinearModel> linearize(const Diagram& diagram, const BlockLibrary& library, double t);

}  // namespace sim
