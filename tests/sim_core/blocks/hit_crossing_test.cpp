// Which crossings a Hit Crossing tells of: rising to or through zero, leaving zero upwards; falling likewise.
#include <algorithm>

#include "tests/sim_core/blocks/one_block.h"

namespace sim {
namespace {

struct Signal {
  std::string name;
  std::vector<double> values;  // at t = 0, 1, 2, ..., straight lines in between
  std::vector<double> rising, falling;
  // Those where the signal leaves zero: where nothing is located they show a step later.
  std::vector<double> leaving = {};
};

const Signal signals[] = {
    {"passes within a segment", {-1, 1}, {0.5}, {}},
    {"passes at a breakpoint", {-1, 0, 1}, {1}, {}},
    {"reaches from below and stays", {-1, 0, 0}, {1}, {}},
    {"reaches from below, stays and goes on", {-1, 0, 0, 1}, {1, 2}, {}, {2}},
    {"reaches from below, stays and returns", {-1, 0, 0, -1}, {1}, {2}, {2}},
    {"touches from below", {-1, 0, -1}, {1}, {1}},
    {"leaves after a while", {0, 0, 1}, {1}, {}, {1}},
    {"leaves at the start", {0, 1}, {0}, {}, {0}},
    {"comes back", {-1, 1, 1, -1, -1, 0, 0, 1}, {0.5, 5, 6}, {2.5}, {6}},
};

std::string list_of(const std::vector<double>& values, double sign) {
  std::string text = "[";
  for (double v : values) text += " " + to_text(sign * v);
  return text + "]";
}

// When the output is 1; what is closer than rounding is one time.
std::vector<double> hits_of(const RunOutcome& run) {
  std::vector<double> hits;
  const std::vector<double> t = run.times(), y = run.column("Block");
  for (std::size_t r = 0; r < t.size(); ++r)
    if (y[r] != 0 && (hits.empty() || t[r] - hits.back() > 1e-9)) hits.push_back(t[r]);
  return hits;
}

void expect_hits(const Signal& signal, double sign, const std::string& direction, const Settings& settings,
                 bool located) {
  SCOPED_TRACE(signal.name + (sign < 0 ? ", mirrored, " : ", ") + direction +
               (located ? "" : ", not located"));
  ModelBuilder m;
  for (const auto& [name, value] : settings) m.set(name, value);
  m.set("StopTime", to_text(static_cast<double>(signal.values.size()) - 1));
  const Id source = m.block("sources/piecewise_linear", "Source",
                            {{"times", "0:" + to_text(static_cast<double>(signal.values.size()) - 1)},
                             {"values", list_of(signal.values, sign)}});
  const Id block = m.block("discontinuities/hit_crossing", "Block", {{"HitCrossingDirection", direction}});
  m.connect(source, block).connect(block, m.block("sinks/scope", "Scope"));
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();

  const auto& ups = sign > 0 ? signal.rising : signal.falling;
  const auto& downs = sign > 0 ? signal.falling : signal.rising;
  std::vector<double> expected;
  if (direction != "falling") expected.insert(expected.end(), ups.begin(), ups.end());
  if (direction != "rising") expected.insert(expected.end(), downs.begin(), downs.end());
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const double step = located ? 0 : 0.25;
  const bool touches = signal.rising == std::vector{1.0} && signal.falling == std::vector{1.0};
  for (double& t : expected)
    if (std::find(signal.leaving.begin(), signal.leaving.end(), t) != signal.leaving.end()) t += step;
  if (touches && !located) {  // what returns is seen to a step later
    const bool first_only = direction == (sign > 0 ? "rising" : "falling");
    expected = first_only              ? std::vector{1.0}
               : direction == "either" ? std::vector{1.0, 1.25}
                                       : std::vector{1.25};
  }
  const std::vector<double> hits = hits_of(run);
  ASSERT_EQ(hits.size(), expected.size()) << testing::PrintToString(hits);
  for (std::size_t k = 0; k < hits.size(); ++k) EXPECT_NEAR(hits[k], expected[k], 1e-12);
}

}  // namespace

TEST(HitCrossing, TellsOfCrossingsInItsDirection) {
  for (const Signal& signal : signals)
    for (double sign : {1.0, -1.0})
      for (const char* direction : {"rising", "falling", "either"}) {
        expect_hits(signal, sign, direction, {{"Solver", "ode45"}}, true);
        expect_hits(signal, sign, direction, {{"Solver", "ode15s"}, {"MaxStep", "0.3"}}, true);
        expect_hits(signal, sign, direction, {{"Solver", "ode4"}, {"FixedStep", "0.25"}}, false);
      }
}

// The solver stops only where it has to.
TEST(HitCrossing, StopsTheSolverInItsDirectionOnly) {
  for (const std::string direction : {"rising", "falling", "either"}) {
    const RunOutcome run = run_diagram(
        one_block("discontinuities/hit_crossing",
                  {{"HitCrossingOffset", "0.5"}, {"HitCrossingDirection", direction}}, {"sin(pi*u)"})
            .diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const auto& events = run.statistics.events;
    ASSERT_EQ(events.size(), direction == "either" ? 2u : 1u);
    for (const EventRecord& event : events) EXPECT_NEAR(event.time, event.rising ? 1.0 / 6 : 5.0 / 6, 1e-12);
    EXPECT_EQ(events.front().rising, direction != "falling");
  }
}

// sin(pi t) is 1e-16 at t = 1, and 0 at t = 0: neither is a second crossing, wherever steps end.
TEST(HitCrossing, CountsASineOnceAPeriod) {
  for (const Settings& settings :
       {Settings{{"Solver", "ode45"}}, Settings{{"Solver", "ode4"}, {"FixedStep", "0.1"}},
        Settings{{"Solver", "ode4"}, {"FixedStep", "0.25"}}}) {
    ModelBuilder m = one_block("discontinuities/hit_crossing", {{"HitCrossingDirection", "falling"}},
                               {"sin(pi*u)"}, 1, settings);
    m.set("StopTime", "20");
    const std::vector<double> hits = hits_of(run_diagram(m.diagram));
    ASSERT_EQ(hits.size(), 10u);
    for (std::size_t k = 0; k < hits.size(); ++k)
      EXPECT_NEAR(hits[k], 1 + 2 * static_cast<double>(k), settings.size() == 1 ? 1e-12 : 0.26);
  }
}

// Several elements, each with crossings of its own.
TEST(HitCrossing, WorksByElement) {
  const RunOutcome run =
      run_diagram(one_block("discontinuities/hit_crossing",
                            {{"HitCrossingOffset", "[0.25 0.5 0.75]"}, {"HitCrossingDirection", "rising"}},
                            {"u"}, 1, {{"StopTime", "1"}})
                      .diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const auto& events = run.statistics.events;
  ASSERT_EQ(events.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(events[k].time, 0.25 * static_cast<double>(k + 1), 1e-14);
}

// A clutch by hand, with the sign of the slip for its friction: slip reaches zero from above.
TEST(HitCrossing, AClutchWithSignLocksOnce) {
  ModelBuilder m;
  m.set("StopTime", "10").set("Solver", "ode23").set("RelTol", "1e-8");
  const Id torque =
      m.block("sources/piecewise_linear", "torque", {{"times", "[0 5 6 10]"}, {"values", "[2 2 0 0]"}});
  const Id force = m.block("sources/piecewise_linear", "force",
                           {{"times", "[0 2 5 7 10]"}, {"values", "[0 1.6 1.6 0 0]"}});
  const Id we = m.block("continuous/integrator", "we"), wv = m.block("continuous/integrator", "wv");
  const auto fcn = [&](const std::string& name, const std::string& formula, const std::vector<Id>& inputs) {
    const Id mux = m.block("routing/mux", "in " + name, {{"inputs", std::to_string(inputs.size())}});
    for (std::size_t k = 0; k < inputs.size(); ++k) m.connect(inputs[k], mux, static_cast<int>(k));
    const Id f = m.block("user_defined/fcn", name, {{"expression", formula}});
    m.connect(mux, f);
    return f;
  };
  const Id slip = fcn("slip", "u(1) - u(2)", {we, wv});
  const Id hit = m.block("discontinuities/hit_crossing", "hit"), sign = m.block("math/sign", "sign");
  m.connect(slip, hit).connect(slip, sign);
  const Id needed = fcn("needed", "(5*u(1) - 9*u(2))/6", {torque, we});
  const Id size = m.block("math/abs", "size");
  const Id capacity = m.block("math/gain", "capacity", {{"k", "1"}});
  m.connect(needed, size).connect(force, capacity);
  const Id beyond = m.block("logic/relational_operator", "beyond", {{"Operator", ">"}});
  const Id within = m.block("logic/relational_operator", "within", {{"Operator", "<="}});
  for (Id compare : {beyond, within}) m.connect(size, compare, 0).connect(capacity, compare, 1);
  const Id lock = m.block("logic/logical_operator", "lock", {{"Operator", "AND"}});
  m.connect(hit, lock, 0).connect(within, lock, 1);
  const Id locked = m.block("logic/sr_flip_flop", "locked", {{"InitialCondition", "0"}});
  m.connect(lock, locked, 0).connect(beyond, locked, 1);
  const Id slips_e = fcn("slips we", "u(1) - 2*u(2) - 2/3*u(3)*u(4)", {torque, we, force, sign});
  const Id slips_v = fcn("slips wv", "(2/3*u(1)*u(2) - u(3))/5", {force, sign, wv});
  const Id together = fcn("together", "(u(1) - 3*u(2))/6", {torque, we});
  for (const auto& [x, free, name] :
       {std::tuple{we, slips_e, "choose we"}, std::tuple{wv, slips_v, "choose wv"}}) {
    const Id choose = m.block("routing/switch", name, {{"Criteria", "u2 ~= 0"}});
    m.connect(together, choose, 0).connect(locked, choose, 1).connect(free, choose, 2).connect(choose, x);
    m.connect(x, m.block("sinks/scope", std::string("Scope ") + name));
  }
  m.connect(locked, m.block("sinks/scope", "Scope locked"));
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_LT(run.statistics.zero_crossings, 30u);
  const std::vector<double> t = run.times(), state = run.column("locked:Q");
  std::vector<double> changes;
  for (std::size_t r = 1; r < t.size(); ++r)
    if (state[r] != state[r - 1]) changes.push_back(t[r]);
  ASSERT_EQ(changes.size(), 2u) << testing::PrintToString(changes);
  // By scipy's DOP853 at 1e-13, piece by piece.
  EXPECT_NEAR(changes[0], 3.9299167220892666, 1e-6);
  EXPECT_NEAR(changes[1], 6.2469049546226065, 1e-6);
}

}  // namespace sim
