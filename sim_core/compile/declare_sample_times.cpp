#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/compile/atomic_subsystems.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

static SampleTime sample_time_of(const Instance& instance, const std::vector<double>& v, Report& report) {
  using Kind = SampleTime::Kind;
  auto refuse = [&](const std::string& what) {
    report.fail(instance, "the sample time " + what,
                "write -1 (inherited), 0 (continuous), a period, [period, offset], or inf (constant)");
    return SampleTime{Kind::Inherited};
  };
  if (v.size() > 2) return refuse("has " + std::to_string(v.size()) + " elements");
  const double period = v[0], offset = v.size() == 2 ? v[1] : 0;
  if (period == -1 && offset == 0) return {Kind::Inherited};
  if (period == 0 && offset == 0) return {Kind::Continuous};
  if (period == 0 && offset == 1) return {Kind::MajorStep};
  if (std::isinf(period) && period > 0) return {Kind::Constant};
  if (!(period > 0)) return refuse("is " + to_text(period));
  if (!(offset >= 0 && offset < period))
    return refuse("has the offset " + to_text(offset) + ", which is not between 0 and the period");
  return {Kind::Discrete, period, offset};
}

SampleTimes declare_sample_times(const Blocks& model, Report& report) {
  SampleTimes times;
  for (const Instance& instance : stoppable(model.instances)) {
    times.add({SampleTime::Kind::Inherited});
    const int parameter = instance.type->sample_time;
    if (parameter < 0) continue;
    times[instance] =
        sample_time_of(instance, instance.parameters[static_cast<std::size_t>(parameter)].numbers, report);
  }
  give_sample_times_of_subsystems(model, times, report);
  return times;
}

}  // namespace sim::compile_phases
