// What a day of work does to memory, in minutes. Only with FLUXION_LONG_TESTS in the environment.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "plugins/libraries.h"
#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

BlockLibrary all_blocks() {
  BlockLibrary library = standard_library();
  add_network_libraries(library);
  return library;
}

// What the process has in memory, MB.
double megabytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

constexpr double most_growth = 25;  // MB

}  // namespace

TEST(Soak, AThousandModelsOpenedRunAndClosedLeaveNothing) {
  if (!std::getenv("FLUXION_LONG_TESTS")) GTEST_SKIP() << "with FLUXION_LONG_TESTS only";
  const BlockLibrary library = all_blocks();
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(FLUXION_SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".flx") paths.push_back(entry.path().string());
  ASSERT_GT(paths.size(), 40u);
  double before = 0;
  int opened = 0;
  for (int round = 0; opened < 1000; ++round) {
    for (const std::string& path : paths) {
      auto model = load_model(path);
      ASSERT_TRUE(model) << path;
      const auto run = ModelRun::prepare(model->diagram, library);
      if (!run) continue;  // a library by itself
      (*run)->control().end_behind((*run)->start_time() + 0.2);
      (*run)->execute();
      ++opened;
    }
    if (round == 1) before = megabytes();  // what is made once is there
  }
  std::cout << opened << " models; " << before << " MB after two rounds, " << megabytes()
            << " MB at the end\n";
  EXPECT_LT(megabytes(), before + most_growth);
}

// Eight hours in ten minutes, looked at all the time; tuned, stepped back and gone on with.
TEST(Soak, ALongPacedRunStaysFlatAndKeepsTime) {
  if (!std::getenv("FLUXION_LONG_TESTS")) GTEST_SKIP() << "with FLUXION_LONG_TESTS only";
  const char* asked = std::getenv("FLUXION_SOAK_SECONDS");
  const double wall = asked ? parse_number(asked).value_or(600) : 600, simulated = 8 * 3600;
  ModelBuilder m;
  const Id wave = m.block("sources/sine_wave", "Wave", {{"frequency", "0.01"}}),
           gain = m.block("math/gain", "Gain", {{"k", "2"}}),
           state = m.block("continuous/integrator", "State"),
           scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
  m.connect(wave, gain).connect(gain, state).connect(state, scope, 0).connect(gain, scope, 1);
  m.set("StopTime", "inf").set("Solver", "ode4").set("FixedStep", "1");
  const BlockLibrary library = all_blocks();
  auto prepared = ModelRun::prepare(m.diagram, library);
  ASSERT_TRUE(prepared) << to_text(prepared.error());
  ModelRun& run = **prepared;
  RunControl& control = run.control();
  control.keep_points(100, 1);
  control.set_pace(simulated / wall);
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  std::jthread thread([&run] { run.execute(); });
  double before = 0, paused = 0, looked = 0;
  // How far time is from the wall clock, in seconds of that, since the run last went on; what had come
  // together before; and the worst.
  double went_on_at = 0, went_on_from = 0, drift = 0, worst_drift = 0;
  const auto drift_now = [&] {
    return (control.progress().time - went_on_from) / control.pace() - (passed() - went_on_at);
  };
  for (int turn = 0; passed() < wall; ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(33));
    const SignalLog& log = run.log();
    if (log.size() > 0) looked += log.value(0, log.size() - 1) > 0;
    if (turn % 30 == 0) {
      Diagram now = m.diagram;
      now.blocks[gain].parameters["k"] = std::to_string(1 + turn % 7);
      run.tune(m.diagram, now, library);
    }
    if (turn % 150 == 100) {
      const double from = passed();
      drift += drift_now();
      for (int k = 0; k < 5; ++k) control.step_back();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      went_on_from = control.progress().time;
      went_on_at = passed();
      control.resume();
      paused += passed() - from;
    } else if (turn > 10) {
      worst_drift = std::max(worst_drift, std::abs(drift + drift_now()));
    }
    if (before == 0 && passed() > wall / 10) before = megabytes();
  }
  const double reached = control.progress().time;
  control.request_stop();
  thread.join();
  std::cout << reached << " s simulated in " << passed() << " s; off by at most " << worst_drift << " s; "
            << before << " MB after a tenth, " << megabytes() << " MB at the end\n";
  EXPECT_LT(megabytes(), before + most_growth);
  EXPECT_NEAR(reached, simulated * (1 - paused / wall), simulated * 0.02);
  EXPECT_LT(worst_drift, 1);
  EXPECT_GT(looked, 0);
}

}  // namespace sim
