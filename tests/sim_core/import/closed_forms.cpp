#include "tests/sim_core/import/closed_forms.h"

#include <cstdlib>

#include <gtest/gtest.h>
#include "sim_core/base/text.h"
#include "tests/support/run_results.h"

namespace sim::importing {

std::string digits(double v) { return to_text(v); }

std::string row(const std::vector<double>& numbers) {
  std::string text = "[";
  for (const double v : numbers) text += (text.size() > 1 ? " " : "") + digits(v);
  return text + ']';
}

static int count_of_blocks() {
  const char* text = std::getenv("FLUXION_IMPORT_RANDOM_BLOCKS");
  const auto count = text ? parse_number(text) : std::nullopt;
  return count && *count >= 1 && *count <= 1e6 ? static_cast<int>(*count) : 8;
}

static std::string said(const Sample& sample) {
  std::string text;
  for (const auto& [name, value] : sample.parameters) text += name + " = " + value + ", ";
  text += "inputs " + row(sample.inputs);
  return text;
}

static void compare(const ClosedForm& form, Run how, const Write& write) {
  SCOPED_TRACE(form.type);
  std::seed_seq seed(form.type, form.type + std::string(form.type).size());
  Random random(seed);
  std::vector<Sample> samples;
  for (int k = 0; k < count_of_blocks(); ++k) samples.push_back(form.make(random));
  const RunOutcome run = run_diagram(write(form, samples, how));
  ASSERT_EQ(run.end, RunEnd::Finished) << (run.diagnostics.empty() ? "" : to_text(run.diagnostics[0]));
  const std::vector<double> time = run.column("time");
  ASSERT_GT(time.size(), 2u);
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const std::vector<double> y = run.column("y" + std::to_string(k));
    ASSERT_EQ(y.size(), time.size()) << said(samples[k]);
    for (std::size_t n = 0; n < time.size(); ++n) {
      double want = samples[k].expected(time[n]);
      for (const double near : {-1e-12, 1e-12})  // where it jumps there are rows before and behind
        if (const double other = samples[k].expected(time[n] + near);
            std::abs(y[n] - other) < std::abs(y[n] - want))
          want = other;
      ASSERT_NEAR(y[n], want, form.tolerance * std::max(1.0, std::abs(want)))
          << "at " << time[n] << " of " << said(samples[k]);
    }
  }
}

void compare(const std::vector<ClosedForm>& forms, Run run, const Write& write) {
  for (const ClosedForm& form : forms) compare(form, run, write);
}

}  // namespace sim::importing
