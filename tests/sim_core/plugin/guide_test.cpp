// The example of docs/writing-a-plugin.md, as it stands there.
#include <cmath>

#include "tests/sim_core/plugin/plugin_runs.h"

namespace sim {

// sqrt(h) falls by k t / 2A until the tank is empty.
TEST(PluginGuide, ExampleEmptiesItsTank) {
  Diagram diagram = single("acme/tank", {{"A", "2"}});
  diagram.settings = {{"StopTime", "6"}, {"RelTol", "1e-8"}, {"AbsTol", "1e-10"}};
  const Ran ran(diagram, library_with(FLUXION_TEST_PLUGIN_DIR));
  ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  EXPECT_NEAR(ran.end(0), 0.25 * 0.25, 1e-7);
  EXPECT_TRUE(ran.run->program().analytical);
}

TEST(PluginGuide, ExampleMayStandInALoop) {
  ModelBuilder m;
  const Id tank = m.block("acme/tank", "Tank");
  const Id pump = m.block("math/gain", "Pump", {{"k", "0.5"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "1"}});
  m.connect(tank, pump).connect(pump, tank).connect(tank, scope).set("StopTime", "3");
  const Ran ran(m.diagram, library_with(FLUXION_TEST_PLUGIN_DIR));
  ASSERT_EQ(ran.result.end, RunEnd::Finished) << ran.text();
  EXPECT_NEAR(ran.end(0), 1, 1e-6);  // 0.5 h = 0.5 sqrt(h) at h = 1
}

TEST(PluginGuide, ExampleSaysWhatIsWrong) {
  const Ran ran(single("acme/tank", {{"A", "0"}}), library_with(FLUXION_TEST_PLUGIN_DIR));
  EXPECT_FALSE(ran.run);
  EXPECT_NE(ran.text().find("Plant: the area must be positive"), std::string::npos) << ran.text();
}

}  // namespace sim
