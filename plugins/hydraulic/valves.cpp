// Orifices and valves.
#include <algorithm>

#include "plugins/elements/table.h"
#include "plugins/hydraulic/blocks.h"
#include "plugins/hydraulic/orifice.h"

namespace sim::hydraulic {

namespace {

const std::string law_text =
    "$q = C_d A \\sqrt{\\frac{2}{\\rho}} \\frac{\\Delta p}{(\\Delta p^2 + p_t^2)^{1/4}}, \\quad \\Delta p = "
    "p_A - "
    "p_B$\n\n";
const std::string loop_text =
    " Where a pressure at its ports is not that of a volume, a tank, an accumulator or the reference, an "
    "algebraic "
    "loop is solved for it.";

Param leakage_of(BlockTypeBuilder& b) {
  return b.real("Aleak", "Area when closed", "1e-12").unit("m^2").range(0, 1e30).scalar();
}
Param area_of(BlockTypeBuilder& b, const char* label = "Area") {
  return b.real("A", label, "1e-5").unit("m^2").range(0, 1e30).scalar();
}

// Opens from one pressure difference to another, smoothly.
void pressure_valve(BlockTypeBuilder& b, const char* opens_label, const char* opens_at, const char* full_at) {
  Param opens = b.real("p1", opens_label, opens_at).unit("Pa").scalar();
  Param full = b.real("p2", "Pressure when fully open", full_at).unit("Pa").scalar();
  Param area = area_of(b, "Area when fully open"), leak = leakage_of(b);
  const Opening opening = opening_of(b);
  b.require([=](const ParameterValues& v) { return v.of(opens).number() < v.of(full).number(); },
            "it is fully open before it begins to open", "raise the pressure when fully open");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) {
    const ir::Value open = smooth_step((e.across(p.branch) - e(opens)) / (e(full) - e(opens)));
    flow_through(e, p, opening, e(leak) + (e(area) - e(leak)) * open);
  });
}

}  // namespace

void orifice(BlockTypeBuilder& b) {
  begin(b, "orifice", "Fixed Orifice", valves_category)
      .icon(IconShape::Rectangle, "M0 .5 L1 .5 M.3 .2 Q.5 .6 .7 .2 M.3 .8 Q.5 .4 .7 .8");
  b.doc("A sharp-edged opening.\n\n" + law_text +
        "Turbulent at pressure differences well above p_t, laminar well below." + loop_text);
  b.keywords({"restriction", "throttle", "nozzle", "turbulent", "laminar"});
  Param area = area_of(b);
  const Opening opening = opening_of(b);
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { flow_through(e, p, opening, e(area)); });
}

void variable_orifice(BlockTypeBuilder& b) {
  begin(b, "variable_orifice", "Variable Orifice", valves_category)
      .icon(IconShape::Rectangle,
            "M0 .5 L1 .5 M.3 .2 Q.5 .6 .7 .2 M.3 .8 Q.5 .4 .7 .8 M.2 .9 L.8 .1 M.68 .14 L.8 .1 L.78 .24");
  b.doc("An opening of the area of its input S.\n\n" + law_text +
        "Areas below that when closed count as that one." + loop_text);
  b.keywords({"throttle", "proportional valve", "needle"});
  Param leak = leakage_of(b);
  const Opening opening = opening_of(b);
  In s = b.input("S", "area, m^2");
  const TwoPort p = two_ports(b, b.branch());
  b.equations([=](Equations& e) { flow_through(e, p, opening, ir::make(ir::Op::Max, e(s), e(leak))); });
}

void check_valve(BlockTypeBuilder& b) {
  begin(b, "check_valve", "Check Valve", valves_category)
      .icon(IconShape::Rectangle, "M0 .5 L.35 .5 M.65 .2 L.35 .5 L.65 .8 M.65 .5 L1 .5");
  b.doc("Lets liquid pass from A to B, not back.\n\n" + law_text +
        "The area grows from that when closed to the full one between the two pressure differences, along a "
        "smooth "
        "step 3 s^2 - 2 s^3." +
        loop_text);
  b.keywords({"non-return", "one-way", "ball valve"});
  pressure_valve(b, "Cracking pressure", "3e4", "1.2e5");
}

void relief_valve(BlockTypeBuilder& b) {
  begin(b, "relief_valve", "Pressure Relief Valve", valves_category)
      .icon(IconShape::Rectangle,
            "M.25 .25 L.75 .25 L.75 .75 L.25 .75 Z M0 .6 L.75 .6 M.65 .5 L.75 .6 L.65 .7 M.4 .25 "
            "L.5 .1 L.55 .2 L.65 .05");
  b.doc("Opens where the pressure at A is too high.\n\n" + law_text +
        "The area grows from that when closed to the full one between the two pressure differences, along a "
        "smooth "
        "step 3 s^2 - 2 s^3." +
        loop_text);
  b.keywords({"safety valve", "pressure limiter"});
  pressure_valve(b, "Pressure when it opens", "2e7", "2.1e7");
}

void directional_valve(BlockTypeBuilder& b) {
  begin(b, "directional_valve", "4-Way Directional Valve", valves_category).size(80, 60);
  b.icon(IconShape::Rectangle,
         "M.33 0 L.33 1 M.67 0 L.67 1 M.1 .85 L.1 .15 M.23 .15 L.23 .85 M.77 .85 L.9 .15 M.77 .15 "
         "L.9 .85");
  b.doc(
      "A spool that opens four ways as its input S says.\n\n" + law_text +
      "The area from P to A and from B to T is that of the table at S, the area from P to B and from A to T "
      "that "
      "at -S: straight lines between its points, beyond them the last values, and nowhere less than the area "
      "when closed." +
      loop_text);
  b.keywords({"4/3", "servo valve", "proportional valve", "spool", "overlap", "deadband"});
  Param positions = b.real("Positions", "Spool positions", "[0 5e-3]").unit("m").list();
  Param areas = b.real("Areas", "Areas from P to A", "[0 5e-5]").unit("m^2").list();
  Param leak = leakage_of(b);
  const Opening opening = opening_of(b);
  const elements::TableParameters table{positions, areas};
  elements::require_table(b, table);
  b.require(
      [=](const ParameterValues& v) {
        const auto& a = v.of(areas).numbers;
        return std::all_of(a.begin(), a.end(), [](double area) { return area >= 0; });
      },
      "an area of its table is negative", "give areas of 0 or more");
  In s = b.input("S", "spool position, m");
  const Terminal supply = port(b, "P", PortSide::Left, "supply"), tank = port(b, "T", PortSide::Left, "tank"),
                 a = port(b, "A", PortSide::Right, "one side of the load"),
                 other = port(b, "B", PortSide::Right, "its other side");
  const Branch branches[] = {b.branch(), b.branch(), b.branch(), b.branch()};
  const TwoPort ways[] = {{supply, a, branches[0]},
                          {other, tank, branches[1]},
                          {supply, other, branches[2]},
                          {a, tank, branches[3]}};
  b.equations([=](Equations& e) {
    const auto area_at = [&](ir::Value at) {
      return ir::make(ir::Op::Max, elements::table_value(e, table, at), e(leak));
    };
    const ir::Value forwards = area_at(e(s)), backwards = area_at(-e(s));
    for (int k = 0; k < 4; ++k) flow_through(e, ways[k], opening, k < 2 ? forwards : backwards);
  });
}

}  // namespace sim::hydraulic
