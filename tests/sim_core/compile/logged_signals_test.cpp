// Signals that are logged without a scope, and what a model says of a signal.
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/signal_properties.h"
#include "tests/support/compiling.h"
#include "tests/support/finished_run.h"
#include "tests/support/refused_run.h"

namespace sim {

class LoggedSignals : public testing::Test {
 protected:
  void say(Id id, const SignalProperties& properties, int port = 0) {
    set_signal_properties(m.diagram.blocks.at(id), port, properties);
  }
  static SignalProperties logged() {
    SignalProperties properties;
    properties.logged = true;
    return properties;
  }
  ModelBuilder m;
  Id clock = m.block("sources/clock", "Clock"), gain = m.block("math/gain", "Twice", {{"k", "2"}});
};

TEST_F(LoggedSignals, AreRecordedWithoutAScope) {
  m.connect(clock, gain);
  say(gain, logged());
  m.diagram.blocks.at(gain).signal_names[0] = "position";
  const RunOutcome run = finished_run(m);  // nor is there a warning that the output leads nowhere
  EXPECT_DOUBLE_EQ(value_at(run, "position", 10), 20);
}

TEST_F(LoggedSignals, BesideAScopeAreRecordedOnce) {
  m.connect(clock, gain).connect(gain, m.block("sinks/scope", "Scope"));
  say(gain, logged());
  const auto program = compiled(m.diagram);
  EXPECT_EQ(program->logged.size(), 1u);
}

TEST_F(LoggedSignals, OfASubsystemAreThoseInside) {
  const Id sub = m.block("ports/subsystem", "Sub"), in = m.block("ports/inport", "u", {}, sub),
           inside = m.block("math/gain", "Inside", {{"k", "3"}}, sub),
           out = m.block("ports/outport", "y", {}, sub);
  m.connect(clock, sub).connect(in, inside).connect(inside, out);
  m.connect(sub, m.block("sinks/terminator", "End"));
  say(sub, logged());
  m.diagram.blocks.at(sub).signal_names[0] = "speed";
  EXPECT_DOUBLE_EQ(value_at(finished_run(m), "speed", 10), 30);
}

TEST_F(LoggedSignals, OfAMuxAreItsElements) {
  const Id mux = m.block("routing/mux", "Mux");
  m.connect(clock, gain).connect(clock, mux).connect(gain, mux, 1);
  m.connect(mux, m.block("sinks/terminator", "End"));
  say(mux, logged());
  const RunOutcome run = finished_run(m);
  EXPECT_DOUBLE_EQ(value_at(run, "Clock", 10), 10);
  EXPECT_DOUBLE_EQ(value_at(run, "Twice", 10), 20);
}

TEST_F(LoggedSignals, AreConvertedToTheirUnitAndType) {
  const Id meters = m.block("sources/constant", "Length", {{"value", "1500"}, {"Unit", "m"}});
  m.connect(meters, m.block("sinks/scope", "Scope"));
  SignalProperties properties = logged();
  properties.unit = "km";
  say(meters, properties);
  EXPECT_DOUBLE_EQ(value_at(finished_run(m), "Length", 10), 1.5);
}

TEST_F(LoggedSignals, LeaveTheirRangeAsTheSettingSays) {
  m.connect(clock, gain).connect(gain, m.block("sinks/scope", "Scope"));
  m.variable("most", "10");
  SignalProperties properties;
  properties.maximum = "most";
  say(gain, properties);
  finished_run(m);
  m.set("SignalRangeChecking", "error");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("leaves its range from -inf to 10 at t = 5"), std::string::npos)
      << run.messages();
  EXPECT_NE(run.messages().find("Twice (signal)"), std::string::npos) << run.messages();
}

TEST_F(LoggedSignals, OfAWrongTypeAreRefused) {
  const Id vector = m.block("sources/constant", "Vector", {{"OutDataTypeStr", "int8"}});
  m.connect(vector, m.block("sinks/scope", "Scope"));
  SignalProperties properties;
  properties.unit = "furlong";
  say(vector, properties);
  expect_refused(m.diagram, "unit is not known");
}

TEST_F(LoggedSignals, AreKeptInTheFile) {
  SignalProperties properties = logged();
  properties.unit = "m/s", properties.type = "single", properties.minimum = "-v", properties.maximum = "2*v";
  properties.description = "Speed \"over\" ground";
  say(gain, properties);
  const auto loaded = read_diagram(write_diagram(m.diagram), "x.flx");
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->warnings.empty());
  EXPECT_EQ(loaded->diagram, m.diagram);
  EXPECT_EQ(signal_properties(loaded->diagram.blocks.at(gain), 0), properties);
  say(gain, {});
  EXPECT_FALSE(has_signal_properties(m.diagram.blocks.at(gain))) << "what says nothing leaves nothing";
}

TEST_F(LoggedSignals, ThatCannotBeReadAreTold) {
  m.connect(clock, gain).connect(gain, m.block("sinks/scope", "Scope"));
  for (const char* wrong : {"3", "{\"0\": {}}", "{\"1\": {\"lgo\": true}}", "{\"1\": {\"unit\": 3}}"}) {
    m.diagram.blocks.at(gain).unknown["signal_properties"] = wrong;
    std::string all;
    for (const Diagnostic& d : remarks(m.diagram)) all += to_text(d);
    EXPECT_NE(all.find("Twice: its member 'signal_properties' is not read"), std::string::npos)
        << wrong << all;
  }
}

}  // namespace sim
