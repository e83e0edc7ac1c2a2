// The names by which recorded signals are found.
#include "sim_core/model_run/recorded_signals.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

TEST(RecordedSignals, AreFoundByWhatPeopleWrite) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A", {{"Value", "[1;2]"}}), b = m.block("sources/constant", "B");
  const Id one = m.block("sinks/scope", "One"), two = m.block("sinks/scope", "Two", {{"Inputs", "2"}});
  m.connect(a, one).connect(a, two, 0).connect(b, two, 1);
  m.diagram.blocks.at(a).signal_names[0] = "v";
  m.diagram.blocks.at(b).signal_names[0] = "w";
  auto run = ModelRun::prepare(m.diagram, standard_library());
  ASSERT_TRUE(run) << to_text(run.error());
  const auto signals = recorded_signals((*run)->program());
  ASSERT_EQ(signals.size(), 2u);
  EXPECT_EQ(find_recorded(signals, "v")->columns.size(), 2u);
  EXPECT_EQ(find_recorded(signals, "v[2]")->elements, std::vector<std::string>{"v[2]"});
  EXPECT_EQ(find_recorded(signals, "One")->name, "v");
  EXPECT_EQ(find_recorded(signals, "Two/w")->name, "w");
  EXPECT_EQ(find_recorded(signals, "Two/v[1]")->name, "v[1]");
  EXPECT_EQ(to_text(find_recorded(signals, "Two").error()),
            "Two: it shows several signals (write Two/v, or one of v, w)");
  EXPECT_EQ(to_text(find_recorded(signals, "One/w").error()),
            "One/w: no signal of this name is recorded (recorded are v, w)");
}

}  // namespace sim
