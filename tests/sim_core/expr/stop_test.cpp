// Whoever waits for an expression may stop it, whatever it computes.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <string>
#include <utility>

#include "sim_core/base/work.h"
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

namespace {

// Of this thread's processor: what else the machine does is left out.
double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class StoppedExpression : public testing::TestWithParam<const char*> {};

}  // namespace

// Within it or in the product of polynomials behind it, which takes minutes.
TEST_P(StoppedExpression, EndsAtOnce) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(300);
  double last = seconds(), longest = 0;
  const Work work([&] {
    const double now = seconds();
    longest = std::max(longest, now - std::exchange(last, now));
    return Clock::now() > end;
  });
  const std::string text = "sum(sum(" + std::string(GetParam()) + ")) + sum(conv(1:1e5,1:1e5))";
  EXPECT_THROW(static_cast<void>(evaluate(text, ValueScope(ValueScope::Variables()))), WorkStopped);
  // A tenth of a second is wanted; sanitizers, and memory that is touched for the first time, take several
  // times that.
  EXPECT_LT(longest, 1) << "s between two looks at the stop";
}

INSTANTIATE_TEST_SUITE_P(, StoppedExpression,
                         testing::Values("poly((2.5:65536))", "conv([1 2],1:5e6)",
                                         "kron((1:1e3)'*(1:1e3),ones(2,2)*i)", "sort(sin(1:5e6))",
                                         "polyval(1:3e4,1:3e4)", "det(sin((1:2e3)'*(1:2e3)))",
                                         "cumprod((1:5e6)*i)", "dot(1:5e6,1:5e6)", "max(sin(1:5e6))",
                                         "repmat(1:1e4,9e3,1)", "(1:4e7)'", "abs((1:1.5e7)*i)",
                                         "[ones(1,2e7) 1:2e7]"));

}  // namespace sim::expr
