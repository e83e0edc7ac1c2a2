// Where the Jacobian of an example's equations may be non-zero: everywhere that a derivative moves with a
// state.
#include <algorithm>

#include "sim_core/simulate/model_equations.h"
#include "tests/examples/example_run.h"

namespace sim {

namespace {

// As they are where the run ends.
class AtTheEnd {
 public:
  explicit AtTheEnd(const std::string& name) {
    auto prepared = ModelRun::prepare(load(name), library());
    if (!prepared) throw std::runtime_error(to_text(prepared.error()));
    std::unique_ptr<ModelRun> run = *std::move(prepared);
    run->execute();
    point_ = run->operating_point();
    program_ = std::make_shared<const Program>(run->program());
  }
  bool known() const { return point_.has_value(); }
  const SparsityPattern& pattern() const { return program_->jacobian_pattern; }
  std::span<const double> states() const { return point_->states; }

  std::vector<double> derivatives(std::span<const double> x) {
    ModelEquations equations(program_);
    equations.restore(point_->modes, point_->discrete, point_->captured, point_->loop_solutions);
    std::vector<double> dx(x.size());
    if (equations.commit() != EvalStatus::Ok || equations.derivatives(point_->time, x, dx) != EvalStatus::Ok)
      dx.clear();
    return dx;
  }

 private:
  std::shared_ptr<const Program> program_;
  std::optional<OperatingPoint> point_;
};

}  // namespace

class JacobianPattern : public testing::TestWithParam<std::string> {};

TEST_P(JacobianPattern, LeavesOutNothingThatMoves) {
  AtTheEnd model(GetParam());
  if (!model.known()) GTEST_SKIP() << "its run keeps no operating point";
  if (model.pattern().cols == 0) GTEST_SKIP() << "it has no states";
  const std::vector<double> x(model.states().begin(), model.states().end()), before = model.derivatives(x);
  ASSERT_FALSE(before.empty());
  constexpr std::size_t most = 60;  // states of large examples
  const std::size_t stride = (x.size() + most - 1) / most;
  for (std::size_t state = 0; state < x.size(); state += stride) {
    std::vector<double> moved = x;
    moved[state] += 1e-3 * std::max(std::fabs(x[state]), 1e-3);
    const std::vector<double> after = model.derivatives(moved);
    const auto column = model.pattern().column(static_cast<int>(state));
    for (std::size_t k = 0; k < after.size(); ++k) {
      const double rounding = 1e-9 * std::max({std::fabs(before[k]), std::fabs(after[k]), 1e-3});
      EXPECT_TRUE(std::fabs(after[k] - before[k]) <= rounding ||
                  std::ranges::binary_search(column, static_cast<int>(k)))
          << k << " by " << state;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, JacobianPattern, testing::ValuesIn(example_names()),
                         [](const auto& example) { return example.param; });

}  // namespace sim
