#pragma once
// What blocks that check a signal have in common: the parameters, and what becomes of a violation.
#include <string>

#include "sim_core/block/builder.h"

namespace sim::blocks {

struct Assertion {
  Param enabled, stop, exported;

  explicit Assertion(BlockTypeBuilder& b)
      : enabled(b.flag("Enabled", "Enable assertion", true).formerly("enabled")),
        stop(b.flag("StopWhenAssertionFail", "Stop the simulation when the assertion fails", true)
                 .formerly("stopWhenAssertionFail")
                 .doc("Off: warn and go on.")),
        exported(b.flag("Export", "Output whether it holds", false)
                     .formerly("export")
                     .doc("An output that is 1 while what is asserted holds, and 0 where it does not.")) {
    const Param shown = exported;
    b.outputs([shown](const ParameterValues& v) {
      return v.of(shown).number() != 0 ? std::vector<PortSpec>{{"holds", "1 while it holds"}}
                                       : std::vector<PortSpec>{};
    });
  }
  void require(Equations& e, ir::Value violated, std::string message) const {
    if (e.flag(enabled))
      e.check(violated, e.flag(stop) ? CheckAction::Error : CheckAction::Warning, std::move(message));
    if (e.flag(exported)) e.output(Out{0}, logical_not(violated));
  }
};

// A bound, and whether a signal that is on it keeps it.
struct Bound {
  Param value, included;

  Bound(BlockTypeBuilder& b, const std::string& name, const std::string& label,
        const std::string& default_text)
      : value(b.real(name, label, default_text).formerly(former(name))),
        included(b.flag(name + "Included", label + " itself is allowed", true)
                     .formerly(former(name) + "_included")) {}

 private:
  static std::string former(const std::string& name) { return name == "Max" ? "max" : "min"; }
};

// u >= bound, or u > bound; u <= bound, or u < bound. Each change is an event.
inline ir::Value is_above(Equations& e, ir::Value u, ir::Value bound, bool included) {
  return included ? e.crosses_above(u, bound) : e.exceeds(u, bound);
}
inline ir::Value is_below(Equations& e, ir::Value u, ir::Value bound, bool included) {
  return is_above(e, bound, u, included);
}

}  // namespace sim::blocks
