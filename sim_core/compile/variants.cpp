// What reads an output of a Manual Variant Sink that is not active takes no part in the run, nor what reads
// that.
#include <algorithm>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

namespace {

constexpr std::string_view sink_type = "routing/variant_sink", source_type = "routing/manual_variant";

class InactiveVariants {
 public:
  InactiveVariants(ResolvedModel& model, Report& report)
      : model_(model), report_(report), inactive_(model.instances.size(), 0) {}

  void leave_out() {
    while (spread()) {
    }
    for (std::size_t k = 0; k < inactive_.size(); ++k) {
      Instance& instance = model_.instances[k];
      for (Driver& from : instance.drivers)
        if (inactive_[k] || dead(from)) from = {};
      if (!inactive_[k]) continue;
      instance.reduced = true;
      report_.reductions.push_back(instance.path + " belongs to a variant that is not active");
    }
  }

 private:
  static int active_port(const Instance& instance) {
    const int index = instance.type->parameter_index("Active");
    return static_cast<int>(instance.parameters[static_cast<std::size_t>(index)].number()) - 1;
  }
  bool dead(const Driver& from) const {
    if (from.instance < 0) return false;
    const Instance& source = model_.instances[static_cast<std::size_t>(from.instance)];
    return inactive_[static_cast<std::size_t>(from.instance)] ||
           (source.type->id == sink_type && !source.reduced && from.port != active_port(source));
  }
  bool reads_inactive(const Instance& instance) const {
    if (instance.controller >= 0 && inactive_[static_cast<std::size_t>(instance.controller)]) return true;
    if (instance.type->id == source_type) {
      const auto port = static_cast<std::size_t>(active_port(instance));
      return port < instance.drivers.size() && dead(instance.drivers[port]);
    }
    return std::any_of(instance.drivers.begin(), instance.drivers.end(),
                       [this](const Driver& from) { return dead(from); });
  }
  bool spread() {
    bool more = false;
    for (std::size_t k = 0; k < inactive_.size(); ++k) {
      if (inactive_[k] || model_.instances[k].reduced || !reads_inactive(model_.instances[k])) continue;
      inactive_[k] = 1;
      more = true;
    }
    return more;
  }

  ResolvedModel& model_;
  Report& report_;
  std::vector<char> inactive_;
};

}  // namespace

void leave_out_inactive_variants(ResolvedModel& model, Report& report) {
  const bool any = std::any_of(model.instances.begin(), model.instances.end(),
                               [](const Instance& instance) { return instance.type->id == sink_type; });
  if (any) InactiveVariants(model, report).leave_out();
}

}  // namespace sim::compile_phases
