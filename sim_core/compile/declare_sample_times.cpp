#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/compile/atomic_subsystems.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

static SampleTime sample_time_of(Model& model, const Instance& instance, const std::vector<double>& v) {
  using Kind = SampleTime::Kind;
  auto refuse = [&](const std::string& what) {
    model.fail(instance, "the sample time " + what,
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

void declare_sample_times(Model& model) {
  for (Instance& instance : stoppable(model.instances)) {
    const int parameter = instance.type->sample_time;
    if (parameter < 0) continue;
    instance.sample_time =
        sample_time_of(model, instance, instance.parameters[static_cast<std::size_t>(parameter)].numbers);
  }
  give_sample_times_of_subsystems(model);
}

}  // namespace sim::compile_phases
