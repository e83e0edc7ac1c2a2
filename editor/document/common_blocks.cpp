#include "editor/document/common_blocks.h"

namespace fluxion {

namespace {

struct CommonBlock {
  std::string_view type;
  std::string_view words;  // with a space around each
};

constexpr CommonBlock common[] = {
    {"math/gain", " k amp amplifier "},
    {"math/sum", " + - plus minus add subtract "},
    {"continuous/integrator", " int 1/s integrate integral "},
    {"sources/constant", " const "},
    {"sinks/scope", " plot graph "},
    {"sources/step", ""},
    {"sources/sine_wave", " sin sine sinus "},
    {"math/product", " * x / mul mult multiply div divide times "},
    {"continuous/transfer_fcn", " tf g(s) laplace "},
    {"ports/inport", " in in1 input "},
    {"ports/outport", " out out1 output "},
    {"ports/subsystem", " sub subsys group "},
    {"routing/mux", ""},
    {"routing/switch", " sw "},
    {"discontinuities/saturation", " sat limit limiter clamp clip "},
    {"continuous/pid", " pi pd "},
    {"continuous/state_space", " ss abcd "},
    {"discrete/unit_delay", " z 1/z z^-1 delay "},
    {"continuous/derivative", " d/dt du/dt der diff differentiate "},
    {"routing/demux", ""},
    {"user_defined/fcn", " expr formula f(u) "},
    {"user_defined/function", " code script matlab "},
    {"sinks/display", " disp show number "},
    {"lookup_tables/lookup_1d", " lut lookup table "},
    {"sources/clock", " t time "},
    {"logic/relational_operator", " > < >= <= == ~= != compare "},
    {"logic/logical_operator", " and or not xor nand nor & | "},
    {"logic/compare_to_constant", ""},
    {"math/abs", " |u| absolute "},
    {"math/math_function", " exp log ln pow power mod rem "},
    {"math/trigonometric_function", " cos tan asin acos atan atan2 "},
    {"math/sqrt", " root "},
    {"sources/ramp", ""},
    {"sources/pulse_generator", " square pwm pulse "},
    {"sources/white_noise", " noise "},
    {"sources/random_number", " rand randn random "},
    {"sources/from_file", " csv mat "},
    {"sources/from_variable", " simin "},
    {"sinks/to_variable", " simout workspace "},
    {"sinks/to_file", ""},
    {"sinks/terminator", " term "},
    {"sources/ground", " gnd "},
    {"discrete/zero_order_hold", " zoh "},
    {"discrete/delay", ""},
    {"continuous/transport_delay", " deadtime dead "},
    {"continuous/first_order", " lp lpf pt1 lowpass lag rc "},
    {"continuous/second_order", " pt2 "},
    {"continuous/zero_pole", " zpk poles zeros "},
    {"discrete/discrete_integrator", " dint "},
    {"discrete/discrete_transfer_fcn", " dtf g(z) "},
    {"discrete/memory", " mem "},
    {"discontinuities/dead_zone", " deadband "},
    {"discontinuities/relay", " hysteresis "},
    {"discontinuities/rate_limiter", " slew "},
    {"routing/goto", ""},
    {"routing/from", ""},
    {"routing/bus_creator", " bus "},
    {"routing/bus_selector", ""},
    {"sinks/xy_graph", " xy phase "},
    {"math/sign", " sgn signum "},
    {"ports/enabled_subsystem", " enabled "},
    {"ports/triggered_subsystem", " triggered "},
    {"logic/d_flip_flop", ""},
    {"verification/assertion", " assert check "},
};

static_assert(sizeof(common) / sizeof(common[0]) == mostCommonBlock);

}  // namespace

int commonness(std::string_view type) {
  for (int k = 0; k < mostCommonBlock; ++k)
    if (common[k].type == type) return mostCommonBlock - k;
  return 0;
}

bool isShortFor(std::string_view word, std::string_view type) {
  for (const CommonBlock& block : common) {
    if (block.type != type) continue;
    for (auto at = block.words.find(word); at != std::string_view::npos; at = block.words.find(word, at + 1))
      if (at > 0 && block.words[at - 1] == ' ' && block.words[at + word.size()] == ' ') return true;
  }
  return false;
}

}  // namespace fluxion
