// The instants at which the clutch locks and lets go, against the closed form of its equations.
#include "tests/examples/example_run.h"

namespace sim {

namespace {

constexpr double lock_time = 3.92991672208956275, unlock_time = 6.24690495462262224;

Diagram clutch(const std::string& solver, const std::string& relative, const std::string& absolute) {
  Diagram diagram = load("clutch");
  diagram.settings["Solver"] = solver;
  diagram.settings["RelTol"] = relative;
  diagram.settings["AbsTol"] = absolute;
  return diagram;
}

struct Instants {
  double locks = NAN, lets_go = NAN;
};

Instants instants(const RunStatistics& statistics) {
  Instants found;
  for (const EventRecord& event : statistics.events) {
    if (event.block == "Mode/Speeds meet") found.locks = event.time;
    if (event.block == "Mode/Holds" && !event.rising) found.lets_go = event.time;
  }
  return found;
}

}  // namespace

TEST(ClutchExample, LocksAndLetsGoWhereTheClosedFormSays) {
  const auto done = run(clutch("ode45", "1e-12", "1e-13"));
  ASSERT_TRUE(done);
  EXPECT_NEAR(instants(done.statistics).locks, lock_time, 1e-9);
  EXPECT_NEAR(instants(done.statistics).lets_go, unlock_time, 1e-9);
}

TEST(ClutchExample, IsGoodToItsTolerances) {
  for (const char* solver : {"ode23", "ode45"}) {
    const auto done = run(clutch(solver, "1e-6", "1e-7"));
    ASSERT_TRUE(done) << solver;
    EXPECT_NEAR(instants(done.statistics).locks, lock_time, 1e-5) << solver;
    EXPECT_NEAR(instants(done.statistics).lets_go, unlock_time, 1e-4) << solver;
  }
}

// A clutch that has been released does not meet the speed it had together at once.
TEST(ClutchExample, LocksOnceWhateverItsStaticFriction) {
  for (const char* mus : {"1", "1.1", "1.3", "3"}) {
    Diagram diagram = load("clutch");
    for (auto& [id, variable] : diagram.variables)
      if (variable.name == "mus") variable.expression = mus;
    const auto done = run(diagram);
    ASSERT_TRUE(done) << mus;
    int changes = 0;
    const int locked = column(done.log(), "locked");
    for (std::size_t row = 1; row < done.log().size(); ++row)
      changes += done.log().value(locked, row) != done.log().value(locked, row - 1);
    EXPECT_EQ(changes, 2) << mus;
  }
}

// A fixed step that goes past the lock, to t = 4: the speed is what the momentum says, 7.1e-3 from the
// engine's.
TEST(ClutchNetworkExample, AFixedStepPastTheLockKeepsTheMomentum) {
  Diagram diagram = load("clutch_network");
  diagram.settings["Solver"] = "ode8";
  diagram.settings["FixedStep"] = "0.1";
  const auto done = run(diagram);
  ASSERT_TRUE(done);
  const SignalLog& log = done.log();
  std::size_t row = 0;
  while (row + 1 < log.size() && log.time(row + 1) < 4 + 1e-9) ++row;
  EXPECT_NEAR(log.value(column(log, "we"), row), 0.475919022549106, 1e-9);
  EXPECT_NEAR(log.value(column(log, "wv"), row), 0.475919022549106, 1e-9);
}

TEST(ClutchNetworkExample, LocksAndLetsGoWhereTheClosedFormSays) {
  Diagram diagram = load("clutch_network");
  diagram.settings["RelTol"] = "1e-12";
  diagram.settings["AbsTol"] = "1e-13";
  const auto done = run(diagram);
  ASSERT_TRUE(done);
  std::vector<double> times;
  for (const EventRecord& event : done.statistics.events)
    if (event.block == "Clutch") times.push_back(event.time);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_NEAR(times[0], lock_time, 1e-8);
  EXPECT_NEAR(times[1], unlock_time, 1e-8);
}

}  // namespace sim
