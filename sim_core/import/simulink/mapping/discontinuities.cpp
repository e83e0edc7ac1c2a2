#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static bool from_port(const BlockTranslation& t, const char* name) {
  return t.given(name, "Dialog") == "Input port";
}

// Limits from inputs: they come behind the signal there, around it here.
static void saturate(BlockTranslation& t) {
  const bool upper = from_port(t, "UpperLimitSource"), lower = from_port(t, "LowerLimitSource");
  if (!upper && !lower) return;
  if (!upper || !lower)
    return t.unresolved("one limit is an input: use Saturation Dynamic with a Constant for the other");
  t.become("discontinuities/saturation_dynamic");
  t.result.parameters.erase("UpperLimit"), t.result.parameters.erase("LowerLimit");
  t.result.inputs = {
      {{SourcePort::Signal, 1}, 1}, {{SourcePort::Signal, 2}, 0}, {{SourcePort::Signal, 3}, 2}};
}

void map_discontinuities(MappingTable& t) {
  t.block("Saturate", "discontinuities/saturation")
      .names()
      .expression("UpperLimit", {"UpperLimit"}, "0.5")
      .expression("LowerLimit", {"LowerLimit"}, "-0.5")
      .by(saturate);
  t.block("DeadZone", "discontinuities/dead_zone").names();
  t.block("Backlash", "discontinuities/backlash").names();
  t.block("Relay", "discontinuities/relay").names();
  t.block("Quantizer", "discontinuities/quantizer").names();
  t.block("HitCross", "discontinuities/hit_crossing").names();
  t.block("RateLimiter", "discontinuities/rate_limiter")
      .names()
      .expression("RisingSlewLimit", {"RisingSlewLimit", "risingSlewLimit"}, "1")
      .expression("FallingSlewLimit", {"FallingSlewLimit", "fallingSlewLimit"}, "-1");
  const char* folder = "simulink/Discontinuities/";
  t.block(std::string(folder) + "Coulomb & Viscous Friction", "discontinuities/coulomb_friction")
      .expression("Offset", {"offset"}, "[1 3 2 0]")
      .expression("Gain", {"gain"}, "1");
  t.block(std::string(folder) + "Dead Zone Dynamic", "discontinuities/dead_zone_dynamic");
  t.block(std::string(folder) + "Rate Limiter Dynamic", "discontinuities/rate_limiter_dynamic");
  t.block(std::string(folder) + "Saturation Dynamic", "discontinuities/saturation_dynamic");
  t.block(std::string(folder) + "Wrap To Zero", "discontinuities/wrap_to_zero").names();
}

}  // namespace sim::importing::simulink
