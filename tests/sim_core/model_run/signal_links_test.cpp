// Blocks that exchange signals with other programs while a run goes on.
#include "sim_core/model_run/signal_links.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/exchange/link.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/model_run/file_needs.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/free_port.h"
#include "tests/support/model_builder.h"
#include "tests/support/pseudo_terminal.h"

namespace sim {

namespace {

std::vector<SignalFrame> all_frames(FrameSource& source, std::size_t count) {
  std::vector<SignalFrame> frames;
  source.receive([&](auto bytes) { frames.push_back(read_frame(bytes, count).value()); }, [] {});
  return frames;
}

struct Exchanging : ModelBuilder {
  BlockLibrary library = standard_library();
  std::unique_ptr<ModelRun> prepared() const {
    auto run = ModelRun::prepare(diagram, library);
    if (!run) return ADD_FAILURE() << to_text(run.error()), nullptr;
    return *std::move(run);
  }
  RunResult run(std::unique_ptr<ModelRun>& run) const {
    run = prepared();
    run->exchange_signals();
    return run->execute();
  }
};

// A ramp to a port, and what comes from another to the log.
struct Udp : Exchanging {
  int to = free_udp_port(), from = free_udp_port();
  explicit Udp(const char* solver) {
    const Id clock = block("sources/clock", "Clock"), ramp = block("math/gain", "Ramp", {{"k", "[1; -2]"}});
    const Id out =
        block("exchange/udp_out", "Out",
              {{"RemoteAddress", "127.0.0.1"}, {"RemotePort", std::to_string(to)}, {"SampleTime", "0.25"}});
    const Id in = block("exchange/udp_in", "In",
                        {{"LocalAddress", "127.0.0.1"},
                         {"LocalPort", std::to_string(from)},
                         {"Width", "2"},
                         {"InitialValue", "[8; 9]"},
                         {"ShowCount", "on"},
                         {"SampleTime", "0.5"}});
    const Id scope = block("sinks/scope", "Scope", {{"inputs", "2"}});
    connect(clock, ramp).connect(ramp, out).connect(in, 0, scope, 0).connect(in, 1, scope, 1);
    set("Solver", solver).set("FixedStep", "0.125").set("StopTime", "1");
  }
};

std::vector<double> row(const SignalLog& log, std::size_t at) {
  std::vector<double> values;
  for (int c = 0; c < log.column_count(); ++c) values.push_back(log.value(c, at));
  return values;
}

}  // namespace

class SignalLinks_ : public testing::TestWithParam<const char*> {};

TEST_P(SignalLinks_, AFrameIsSentAtEachSampleHit) {
  const Udp model(GetParam());
  const auto source = listen_udp("127.0.0.1", model.to);
  std::unique_ptr<ModelRun> run;
  EXPECT_EQ(model.run(run).end, RunEnd::Finished);
  const auto frames = all_frames(**source, 2);
  ASSERT_EQ(frames.size(), 5u);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const double t = 0.25 * static_cast<double>(k);
    EXPECT_EQ(frames[k].number, k);
    EXPECT_EQ(frames[k].time, t);
    EXPECT_EQ(frames[k].values, (std::vector<double>{t, -2 * t}));
  }
}

TEST_P(SignalLinks_, TheNewestFrameCountsFromTheNextSampleHitOn) {
  const Udp model(GetParam());
  std::unique_ptr<ModelRun> run = model.prepared();
  const auto sink = send_udp("127.0.0.1", model.from);
  run->exchange_signals();
  run->control().request_pause();
  std::thread thread([&] { EXPECT_EQ(run->execute().end, RunEnd::Finished); });
  while (!run->control().paused()) std::this_thread::yield();
  for (std::uint32_t k = 0; k < 3; ++k) EXPECT_TRUE((*sink)->send(frame_bytes({k, 0, {1.0 + k, 2.0 + k}})));
  run->control().resume();
  thread.join();
  const SignalLog& log = run->log();
  EXPECT_EQ(row(log, 0), (std::vector<double>{8, 9, 0}));
  for (std::size_t k = 0; k < log.size(); ++k) {
    const double t = log.time(k);
    if (t == 0.5) continue;
    EXPECT_EQ(row(log, k), (t < 0.5 ? std::vector<double>{8, 9, 0} : std::vector<double>{3, 4, 3})) << t;
  }
  EXPECT_EQ(row(log, log.size() - 1), (std::vector<double>{3, 4, 3}));
}

INSTANTIATE_TEST_SUITE_P(Solvers, SignalLinks_, testing::Values("ode4", "ode45", "ode15s"));

// The other end closes the loop: x' = -u where u comes back as what was sent, a sample later.
TEST(SignalLinks, AStateIsIntegratedFromWhatArrives) {
  Exchanging model;
  const int port = free_udp_port();
  const Id in = model.block(
      "exchange/udp_in", "In",
      {{"LocalAddress", "127.0.0.1"}, {"LocalPort", std::to_string(port)}, {"SampleTime", "0.1"}});
  const Id state = model.block("continuous/integrator", "State", {{"x0", "1"}});
  const Id out =
      model.block("exchange/udp_out", "Out", {{"RemotePort", std::to_string(port)}, {"SampleTime", "0.1"}});
  const Id minus = model.block("math/gain", "Minus", {{"k", "-1"}});
  model.connect(in, 0, minus, 0).connect(minus, state).connect(state, out);
  model.connect(state, model.block("sinks/scope", "Scope"));
  model.set("Solver", "ode45").set("StopTime", "1");
  std::unique_ptr<ModelRun> run;
  EXPECT_EQ(model.run(run).end, RunEnd::Finished);
  // x[k + 1] = x[k] - 0.1 x[k - 1], as a frame arrives at the hit behind the one that sent it.
  double before = 0, now = 1;
  for (int k = 0; k < 10; ++k) before = std::exchange(now, now - 0.1 * before);
  EXPECT_NEAR(run->log().value(0, run->log().size() - 1), now, 1e-12);
}

TEST(SignalLinks, ASerialLineCarriesBothDirections) {
  const PseudoTerminal terminal;
  Exchanging model;
  const Id in =
      model.block("exchange/serial_in", "In", {{"Device", terminal.device()}, {"SampleTime", "0.5"}});
  const Id out =
      model.block("exchange/serial_out", "Out", {{"Device", terminal.device()}, {"SampleTime", "0.5"}});
  model.connect(in, 0, model.block("sinks/scope", "Scope"), 0);
  model.connect(model.block("sources/clock", "Clock"), out);
  model.set("Solver", "ode4").set("FixedStep", "0.5").set("StopTime", "1");
  terminal.write(checked_frame(frame_bytes({0, 0, {6.5}})));
  std::unique_ptr<ModelRun> run;
  EXPECT_EQ(model.run(run).end, RunEnd::Finished);
  EXPECT_EQ(run->log().value(0, 0), 6.5);
  const std::size_t whole = checked_frame(frame_bytes({0, 0, {0}})).size();
  const auto bytes = terminal.read(3 * whole);
  ASSERT_EQ(bytes.size(), 3 * whole);
  FrameScanner scanner(1);
  std::vector<double> sent;
  scanner.feed(
      bytes, [&](auto frame) { sent.push_back(read_frame(frame, 1).value().values[0]); }, [] {});
  EXPECT_EQ(sent, (std::vector<double>{0, 0.5, 1}));
}

TEST(SignalLinks, OnlyRunsThatAreAskedToExchange) {
  const Udp model("ode4");
  const auto source = listen_udp("127.0.0.1", model.to);
  const auto run = model.prepared();
  const RunResult result = run->execute();
  EXPECT_EQ(result.end, RunEnd::Finished);
  EXPECT_TRUE(all_frames(**source, 2).empty());
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics.back().message, "this run exchanges no signals with other programs");
  EXPECT_EQ(row(run->log(), 0), (std::vector<double>{8, 9, 0}));
}

TEST(SignalLinks, DroppedFramesAreTold) {
  const Udp model("ode4");
  auto run = model.prepared();
  run->exchange_signals();
  run->control().request_pause();
  const auto sink = send_udp("127.0.0.1", model.from);
  RunResult result;
  std::thread thread([&] { result = run->execute(); });
  while (!run->control().paused()) std::this_thread::yield();
  (*sink)->send(frame_bytes({0, 0, {1}}));
  (*sink)->send({'x'});
  (*sink)->send(frame_bytes({0, 0, {1, 2}}));
  run->control().resume();
  thread.join();
  std::string told;
  for (const Diagnostic& d : result.diagnostics) told += to_text(d) + '\n';
  EXPECT_NE(told.find("In: 2 frames were dropped, 1 were taken"), std::string::npos) << told;
  EXPECT_NE(told.find("Pacing"), std::string::npos) << told;
}

TEST(SignalLinks, AModelMustBeAllowedEachPlace) {
  Udp model("ode4");
  auto access = std::make_shared<FileAccess>("/tmp");
  model.diagram.access = access;
  const auto needs = missing_access(model.diagram, model.library, "/tmp");
  ASSERT_EQ(needs.size(), 2u);
  EXPECT_EQ(needs[0].kind, AccessKind::Exchange);
  const std::string to = "udp 127.0.0.1:" + std::to_string(model.to);
  EXPECT_TRUE(needs[0].file == to || needs[1].file == to);
  std::unique_ptr<ModelRun> run;
  const RunResult refused = model.run(run);
  EXPECT_EQ(refused.end, RunEnd::Failed);
  ASSERT_EQ(refused.diagnostics.size(), 2u);
  EXPECT_NE(to_text(refused.diagnostics[0]).find("the model may not exchange signals with udp 127.0.0.1:"),
            std::string::npos);
  for (const FileNeed& need : needs) access->allow_exchange(need.file);
  EXPECT_TRUE(missing_access(model.diagram, model.library, "/tmp").empty());
  EXPECT_EQ(model.run(run).end, RunEnd::Finished);
}

TEST(SignalLinks, APortIsReceivedFromOnce) {
  Udp model("ode4");
  const Id second = model.block("exchange/udp_in", "Second",
                                {{"LocalPort", std::to_string(model.from)}, {"SampleTime", "0.125"}});
  model.connect(second, 0, model.block("sinks/display", "Display"), 0);
  const auto run = ModelRun::prepare(model.diagram, model.library);
  ASSERT_FALSE(run);
  EXPECT_NE(to_text(run.error()).find("another block receives from port"), std::string::npos)
      << to_text(run.error());
}

TEST(SignalLinks, APortThatIsTakenIsAnErrorAtItsBlock) {
  const Udp model("ode4");
  const auto taken = listen_udp("127.0.0.1", model.from);
  std::unique_ptr<ModelRun> run;
  const RunResult result = model.run(run);
  EXPECT_EQ(result.end, RunEnd::Failed);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].path, "In");
  EXPECT_NE(result.diagnostics[0].message.find("cannot listen"), std::string::npos);
}

}  // namespace sim
