// Sources, against closed forms; files and variables, against what they hold.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sim_core/diagram/model_file.h"
#include "sim_core/files/mat_file.h"
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

RunOutcome run_source(const std::string& type, const std::map<std::string, std::string>& parameters,
                      int outputs = 1, const Settings& settings = {{"StopTime", "2"}, {"MaxStep", "0.02"}}) {
  return run_diagram(one_block(type, parameters, {}, outputs, settings).diagram);
}

void expect_instants(const RunOutcome& run, const std::vector<double>& instants) {
  const std::vector<double> t = run.times();
  for (double at : instants) {
    const bool met = std::any_of(t.begin(), t.end(), [&](double v) { return std::fabs(v - at) < 1e-13; });
    EXPECT_TRUE(met) << at;
  }
}

constexpr double pi = 3.141592653589793;

}  // namespace

TEST(Sources, PulsesAndSweepsFollowTheirFormulas) {
  const RunOutcome pulse = run_source("sources/exponentials", {{"amplitude", "3"},
                                                               {"riseTime", "0.7"},
                                                               {"riseTimeConst", "0.4"},
                                                               {"fallTimeConst", "0.2"},
                                                               {"offset", "-1"},
                                                               {"startTime", "0.3"}});
  const double top = 3 * (1 - std::exp(-0.7 / 0.4));
  expect_signal(
      pulse, "Block",
      [&](double t) {
        return t < 0.3 ? -1
               : t < 1 ? -1 + 3 * (1 - std::exp(-(t - 0.3) / 0.4))
                       : -1 + top * std::exp(-(t - 1) / 0.2);
      },
      1e-13);
  expect_instants(pulse, {0.3, 1});
  const RunOutcome ringing =
      run_source("sources/exponential_sine",
                 {{"f", "2"}, {"damping", "1.5"}, {"phase", "0.4"}, {"startTime", "0.5"}, {"offset", "2"}});
  expect_signal(ringing, "Block",
                [](double t) {
                  return t < 0.5 ? 2 : 2 + std::exp(-1.5 * (t - 0.5)) * std::sin(4 * pi * (t - 0.5) + 0.4);
                },
                1e-13, {0.5});
  expect_signal(
      run_source("sources/gaussian_pulse", {{"amplitude", "2"}, {"center", "0.8"}, {"width", "0.3"}}),
      "Block", [](double t) { return 2 * std::exp(-0.5 * (t - 0.8) * (t - 0.8) / 0.09); }, 1e-14);
  const RunOutcome sweep = run_source(
      "sources/log_sweep", {{"fMin", "0.5"}, {"fMax", "4"}, {"duration", "1.2"}, {"startTime", "0.4"}});
  const auto turns = [](double tau) { return 0.5 * 1.2 / std::log(8.0) * (std::pow(8.0, tau / 1.2) - 1); };
  expect_signal(
      sweep, "Block",
      [&](double t) {
        const double tau = t - 0.4;
        return std::sin(2 * pi *
                        (tau < 0     ? 0.5 * tau
                         : tau < 1.2 ? turns(tau)
                                     : turns(1.2) + 4 * (tau - 1.2)));
      },
      1e-12);
  expect_instants(sweep, {0.4, 1.6});
}

TEST(Sources, TrapezoidsAndTrianglesTurnAtTheirCorners) {
  const RunOutcome run = run_source("sources/trapezoid", {{"amplitude", "2"},
                                                          {"rising", "0.1"},
                                                          {"width", "0.2"},
                                                          {"falling", "0.3"},
                                                          {"period", "0.8"},
                                                          {"nperiod", "2"},
                                                          {"offset", "1"},
                                                          {"startTime", "0.15"}});
  expect_signal(
      run, "Block",
      [](double t) {
        if (t < 0.15 || t >= 1.75) return 1.0;
        const double tau = std::fmod(t - 0.15 + 1e-12, 0.8) - 1e-12;
        return 1 + 2 * (tau < 0.1 ? tau / 0.1 : tau < 0.3 ? 1 : tau < 0.6 ? 1 - (tau - 0.3) / 0.3 : 0);
      },
      1e-11);
  expect_instants(run, {0.15, 0.25, 0.45, 0.75, 0.95, 1.05, 1.25, 1.55});
  const RunOutcome triangle = run_source(
      "sources/signal_generator", {{"WaveForm", "triangle"}, {"Amplitude", "3"}, {"Frequency", "1.25"}});
  expect_signal(
      triangle, "Block", [](double t) { return 6 / pi * std::asin(std::sin(2.5 * pi * t)); }, 1e-7);
  expect_instants(triangle, {0.2, 0.6, 1.0, 1.4, 1.8});
}

TEST(Sources, PeriodicSignalsMayStartBetweenTheirCorners) {
  for (const char* start : {"0.1", "0.4", "0.65", "0.9"}) {
    SCOPED_TRACE(start);
    const Settings settings{{"StartTime", start}, {"StopTime", "2.4"}, {"MaxStep", "0.05"}};
    const auto turn = [](double t) { return t - std::floor(t + 1e-12); };
    expect_signal(
        run_source("sources/signal_generator", {{"WaveForm", "triangle"}}, 1, settings), "Block",
        [](double t) { return 2 / pi * std::asin(std::sin(2 * pi * t)); }, 1e-7);
    expect_signal(run_source("sources/signal_generator", {{"WaveForm", "square"}}, 1, settings), "Block",
                  [&](double t) { return turn(t) < 0.5 - 1e-12 ? 1 : -1; }, 0, {0.5, 1, 1.5, 2});
    expect_signal(run_source("sources/signal_generator", {{"WaveForm", "sawtooth"}}, 1, settings), "Block",
                  [&](double t) { return 2 * turn(t) - 1; }, 1e-11, {1, 2});
    expect_signal(run_source("sources/pulse_generator", {{"Period", "1"}, {"PulseWidth", "30"}}, 1, settings),
                  "Block", [&](double t) { return turn(t) < 0.3 - 1e-12 ? 1 : 0; }, 0, {0.3, 1, 1.3, 2, 2.3});
    expect_signal(run_source("sources/repeating_sequence",
                             {{"rep_seq_t", "[0 0.3 1]"}, {"rep_seq_y", "[1 4 -3]"}}, 1, settings),
                  "Block",
                  [&](double t) { return turn(t) < 0.3 ? 1 + 10 * turn(t) : 4 - 10 * (turn(t) - 0.3); },
                  1e-10, {1, 2});
    expect_signal(
        run_source("sources/trapezoid", {{"rising", "0.25"}, {"width", "0.25"}, {"falling", "0.25"}}, 1,
                   settings),
        "Block", [&](double t) { return std::clamp(std::min(4 * turn(t), 3 - 4 * turn(t)), 0.0, 1.0); },
        1e-10);
  }
}

TEST(Sources, PointToPointMotionKeepsItsLimitsAndArrives) {
  // Two axes: the second, with 6 to go at 2, sets the pace of the way, the first that of the acceleration.
  const RunOutcome run = run_source("sources/kinematic_ptp",
                                    {{"q_begin", "[1; -2]"},
                                     {"q_end", "[2; 4]"},
                                     {"qd_max", "[5; 4]"},
                                     {"qdd_max", "[2; 24]"},
                                     {"startTime", "0.1"}},
                                    3, {{"StopTime", "3"}, {"MaxStep", "0.01"}});
  const double accelerated = std::min(std::sqrt(0.5), 0.5 / 1.5), speed = 2 * accelerated,
               end = std::max(accelerated, 1 / speed) + accelerated;
  const auto s = [&](double t) {
    t -= 0.1;
    return t < 0                   ? 0
           : t < accelerated       ? t * t
           : t < end - accelerated ? speed * (t - accelerated / 2)
           : t < end               ? 1 - (end - t) * (end - t)
                                   : 1;
  };
  expect_signal(
      run, "Block:q[1]", [&](double t) { return 1 + s(t); }, 1e-12);
  expect_signal(
      run, "Block:q[2]", [&](double t) { return -2 + 6 * s(t); }, 1e-12);
}

TEST(Sources, ATableOfPointsPlaysEachSignal) {
  const std::map<std::string, std::string> points{{"Points", "[0.2 1 5; 0.7 3 5; 0.7 -1 2; 1.5 7 4]"},
                                                  {"SignalNames", "speed"},
                                                  {"OutputAfterFinalValue", "Holding final value"}};
  const RunOutcome run = run_source("sources/signal_editor", points, 2);
  const auto expected = [](double t, std::vector<double> v) {
    return t < 0.2   ? v[0]
           : t < 0.7 ? v[0] + (v[1] - v[0]) * (t - 0.2) / 0.5
           : t < 1.5 ? v[2] + (v[3] - v[2]) * (t - 0.7) / 0.8
                     : v[3];
  };
  expect_signal(run, "Block:speed", [&](double t) { return expected(t, {1, 3, -1, 7}); }, 1e-12, {0.7});
  expect_signal(run, "Block:y2", [&](double t) { return expected(t, {5, 5, 2, 4}); }, 1e-12, {0.7});
  expect_instants(run, {0.2, 0.7, 1.5});
}

TEST(Sources, ACycleIsPlayedAgainAndAgain) {
  for (const char* start : {"-0.5", "0", "1.3"}) {
    const RunOutcome run = run_source(
        "sources/from_variable",
        {{"VariableName", "[0.1 1; 0.3 4; 0.3 2; 0.8 1]"}, {"OutputAfterFinalValue", "Cyclic repetition"}}, 1,
        {{"StartTime", start}, {"StopTime", "3"}, {"MaxStep", "0.11"}});
    std::vector<double> jumps;
    for (int k = 0; k < 5; ++k) jumps.push_back(0.3 + 0.7 * k), jumps.push_back(0.8 + 0.7 * k);
    expect_signal(
        run, "Block",
        [](double t) {
          if (t < 0.1) return 1.0;
          const double local = t - 0.7 * std::floor((t - 0.1) / 0.7 + 1e-12);
          return local < 0.3 - 1e-12 ? 1 + 3 * (local - 0.1) / 0.2 : 2 - (local - 0.3) / 0.5;
        },
        1e-11, jumps);
    expect_instants(run, {1.5, 1.7, 2.2, 2.4, 2.9});
  }
}

TEST(Sources, AVariableIsPlayedHoweverManyRowsItHas) {
  const auto run_with = [](const std::string& data, const std::string& sample_time) {
    ModelBuilder m =
        one_block("sources/from_variable", {{"VariableName", "simin"}, {"SampleTime", sample_time}}, {}, 1,
                  {{"StopTime", "1"}, {"MaxStep", "0.3"}});
    m.variable("simin", data);
    return run_diagram(m.diagram);
  };
  const RunOutcome many = run_with("[(0:20000)'/20000, ((0:20000)'/20000).^2, -(0:20000)']", "0");
  expect_signal(
      many, "Block[1]", [](double t) { return t * t; }, 1e-9);
  expect_signal(
      many, "Block[2]", [](double t) { return -20000 * t; }, 1e-7);
  EXPECT_GE(many.times().size(), 20001u);
  const RunOutcome sampled = run_with("[0 0; 1 1]", "0.25");
  expect_signal(sampled, "Block", [](double t) { return std::floor(t / 0.25 + 1e-9) * 0.25; }, 0,
                {0.25, 0.5, 0.75, 1});
  expect_refused(run_with("[1; 2; 3]", "0"), "the data is one column");
  expect_refused(run_with("[1 0; 0 1]", "0"), "the times in the first column are not in order");
  expect_refused(run_with("[0 0; 1 nan]", "0"), "parameter 'Data' is nan");
}

TEST(Sources, FilesArePlayedAndReadAnewWhenTheyChange) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("from_file_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  const auto run_file = [&](const std::string& name) {
    ModelBuilder m = one_block("sources/from_file", {{"FileName", (folder / name).string()}}, {});
    return run_diagram(m.diagram);
  };
  write("a.csv", "# measured\nspeed [m/s];Time;x\n1,5;0;0\n2,5;1;-4\n\n4,5;2;0\n");
  const RunOutcome csv = run_file("a.csv");
  expect_signal(
      csv, "Block[1]", [](double t) { return t < 1 ? 1.5 + t : 2.5 + 2 * (t - 1); }, 1e-13);
  expect_signal(
      csv, "Block[2]", [](double t) { return t < 1 ? -4 * t : -4 + 4 * (t - 1); }, 1e-13);
  write("a.csv", "0,7\n2,9\n");
  expect_signal(
      run_file((folder / "a.csv").string()), "Block", [](double t) { return 7 + t; }, 1e-13);
  {
    MatWriter mat((folder / "b.mat").string());
    mat.add("time", 3, 1, std::vector<double>{0, 1, 2});
    mat.add("p", 3, 2, std::vector<double>{0, 2, 4, 1, 1, 1});
    mat.add("other", 2, 2, std::vector<double>{1, 2, 3, 4});
    ASSERT_TRUE(mat.finish());
  }
  expect_signal(
      run_file("b.mat"), "Block[1]", [](double t) { return 2 * t; }, 1e-13);
  for (const char* text : {"", "time,x\n", "0,1\n1\n", "0,1\n1,two\n", "1,1\n0,1\n", "5\n6\n"}) {
    write("bad.csv", text);
    const RunOutcome run = run_file("bad.csv");
    ASSERT_FALSE(run.prepared) << text;
    EXPECT_EQ(run.diagnostics.front().path, "Block");
  }
  expect_refused(run_file("missing.csv"),
                 "the file cannot be opened: " + std::generic_category().message(ENOENT));
  expect_refused(run_file("a.xlsx"), "it is neither a CSV nor a MAT file");
  // In a model's file the name is relative to its folder.
  ModelBuilder m;
  const Id block = m.block("sources/from_file", "Block", {{"FileName", (folder / "a.csv").string()}});
  const std::string model = (folder / "model.flx").string();
  ASSERT_FALSE(has_errors(save_model(model, m.diagram)));
  EXPECT_EQ(load_file(model)->diagram.blocks.at(block).parameters.at("FileName"), "a.csv");
  EXPECT_EQ(load_model(model)->diagram.blocks.at(block).parameters.at("FileName"),
            (folder / "a.csv").string());
  fs::remove_all(folder);
}

// Sample n of 1 ms, a day and more after 0: the rounding of t is a hundred samples' 1e-9 there.
TEST(Sources, SamplesAreCountedRightAfterADay) {
  ModelBuilder m;
  const Id pulse = m.block(
      "sources/pulse_generator", "Pulse",
      {{"PulseType", "Sample based"}, {"Period", "2"}, {"PulseSamples", "1"}, {"SampleTime", "0.001"}});
  const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "3"}});
  m.connect(pulse, scope);
  int port = 1;
  for (const std::string method : {"Below", "Above"})
    m.connect(m.block("sources/repeating_sequence_interpolated", method,
                      {{"TimeValues", "[0 0.002 0.005]"},
                       {"OutValues", "[0 2 5]"},
                       {"LookUpMeth", method},
                       {"SampleTime", "0.001"}}),
              0, scope, port++);
  for (const long start : {0L, 100000L, 3000000L}) {
    m.set("StartTime", std::to_string(start)).set("StopTime", std::to_string(start) + ".1");
    const RunOutcome run = run_diagram(m.diagram);
    const auto t = run.times(), p = run.column("Pulse"), below = run.column("Below"),
               above = run.column("Above");
    ASSERT_GE(t.size(), 100u);
    for (std::size_t row = 0; row < t.size(); ++row) {
      const long n = std::lround(t[row] * 1000), phase = n % 5;
      EXPECT_EQ(p[row], n % 2 == 0 ? 1 : 0) << n;
      EXPECT_EQ(below[row], phase < 2 ? 0 : 2) << n;
      EXPECT_EQ(above[row], phase == 0 ? 0 : phase <= 2 ? 2 : 5) << n;
    }
  }
}

TEST(Sources, ARepeatingSequenceIsInterpolatedAtItsSamples) {
  const std::vector<double> t{0, 0.1, 0.5, 0.6, 1}, v{3, 1, 4, 2, 1};
  const auto expected = [&](const std::string& how, int k) {
    const double tau = (k % 20) * 0.05;
    std::size_t i = 0;
    while (i + 2 < t.size() && tau >= t[i + 1] - 1e-12) ++i;
    const double share = (tau - t[i]) / (t[i + 1] - t[i]);
    if (how == "Linear") return v[i] + share * (v[i + 1] - v[i]);
    if (how == "Below") return v[i];
    if (how == "Above") return share < 1e-9 ? v[i] : v[i + 1];
    return share < 0.5 - 1e-9 ? v[i] : v[i + 1];
  };
  for (const char* how : {"Linear", "Below", "Above", "Nearest"}) {
    const RunOutcome run =
        run_source("sources/repeating_sequence_interpolated", {{"LookUpMeth", how}, {"SampleTime", "0.05"}});
    const std::vector<double> found = samples(run, "Block", 0.05);
    ASSERT_EQ(found.size(), 41u);
    for (int k = 0; k < 41; ++k)
      EXPECT_NEAR(found[static_cast<std::size_t>(k)], expected(how, k), 1e-12) << how << " " << k;
  }
}

}  // namespace sim
