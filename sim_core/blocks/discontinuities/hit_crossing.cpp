#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// Where a signal with these modes crosses zero rising; falling, where they are exchanged. What is at zero at
// one instant only, because a step happens to end there, passes through: it leaves at once where crossings
// are located, and by the next step where they are not.
ir::Value crossing(Equations& e, ir::Value above, ir::Value below) {
  constexpr double at_once = 1e-12;  // of the time, as what is known to rounding
  const ir::Value never = e.constant(0) * above, now = e.time();
  const ir::Value reaches = e.rising(above), touches = reaches & below;
  const ir::Value touched = e.memory(never), since = e.memory(never + now);
  const ir::Value span = ir::make(ir::Op::Abs, now) + (now - e.captured(now));
  const ir::Value soon = now - since <= e.located() * at_once * span;
  e.store(touched, touches | (touched & soon));
  e.store(since, select(touches, now, since));
  const ir::Value passes_on = touched & (soon | logical_not(e.located()));
  return reaches | (e.falling(below) & logical_not(passes_on));
}

}  // namespace

void hit_crossing(BlockTypeBuilder& b) {
  b.id("discontinuities/hit_crossing").label("Hit Crossing").category("Discontinuities");
  b.doc(
      "Tells when its input reaches a value, passes it, or leaves it.\n\n"
      "$y = \\begin{cases} 1 & \\mathrm{at} \\; \\mathrm{a} \\; \\mathrm{crossing} \\; \\mathrm{of} \\; u - "
      "\\mathrm{HitCrossingOffset} \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "The difference crosses *rising* where it rises to 0 or through it, and where it leaves 0 and becomes "
      "positive; *falling* where it falls to 0 or through it, and where it leaves 0 and becomes negative; "
      "*either* is both. To reach 0 and to go on in the same direction without staying there is one "
      "crossing. "
      "A difference that is 0 at the start crosses when it leaves. The instant is a zero crossing in that "
      "direction.");
  b.keywords({"ZCROSS_f", "NEGTOPOS_f", "POSTONEG_f", "GENERAL_f", "ZeroCrossing", "event"});
  b.icon(IconShape::Rectangle, "M.15,.6 L.85,.6 M.2,.85 L.75,.2 M.5,.75 L.5,.45");
  Param offset = b.real("HitCrossingOffset", "Hit crossing offset", "0");
  Param direction =
      b.choice("HitCrossingDirection", "Hit crossing direction", {"either", "rising", "falling"});
  b.zero_crossing_flag();
  Param shown = b.flag("ShowOutputPort", "Show output port", true)
                    .doc("Off: it only makes the solver step exactly to the instant.");
  In u = b.input("u");
  b.outputs([=](const ParameterValues& v) {
    return v.of(shown).number() != 0 ? std::vector<PortSpec>{{"y", ""}} : std::vector<PortSpec>{};
  });
  b.equations([=](Equations& e) {
    const int which = e.choice(direction);
    constexpr CrossingDirection directions[] = {CrossingDirection::Either, CrossingDirection::Rising,
                                                CrossingDirection::Falling};
    const SignModes sign = e.sign_modes(e(u) - e(offset), directions[which]);
    if (e.output_count() == 0) return;
    const auto rises = [&] { return crossing(e, sign.above, sign.below); };
    const auto falls = [&] { return crossing(e, sign.below, sign.above); };
    // The pulse lasts until the next major step, so that logic which remembers it has seen it.
    e.output(Out{0}, e.sampled(which == 1 ? rises() : which == 2 ? falls() : rises() | falls()));
  });
}

}  // namespace sim::blocks
