// Parameters that change what a block reads, shows or looks up.
#include <filesystem>
#include <fstream>

#include "sim_core/files/mat_file.h"
#include "tests/sim_core/blocks/sampled_block.h"
#include "tests/support/refused_run.h"

namespace sim {

TEST(Options, AHitCrossingWithoutOutputStillStopsTheSolver) {
  const ModelBuilder m =
      one_block("discontinuities/hit_crossing", {{"HitCrossingOffset", "0.7"}, {"ShowOutputPort", "off"}},
                {"u*u"}, 0, {{"StopTime", "2"}, {"MaxStep", "0.3"}});
  ModelBuilder seen = m;
  for (const auto& [id, block] : m.diagram.blocks)
    if (block.type == "sources/clock") seen.connect(id, seen.block("sinks/scope", "Scope"));
  expect_events(run_diagram(seen.diagram), {std::sqrt(0.7)});
}

TEST(Options, AMemoryMayWaitForASampleOfItsInput) {
  for (const bool inherits : {false, true}) {
    ModelBuilder m;
    const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.5"}}),
             memory = m.block("discrete/memory", "Memory",
                              {{"X0", "-1"}, {"InheritSampleTime", inherits ? "on" : "off"}});
    m.connect(clock, memory).connect(memory, m.block("sinks/scope", "Scope"));
    m.set("StopTime", "2").set("Solver", "ode4").set("FixedStep", "0.1");
    m.connect(m.block("sources/clock", "Time"), m.block("sinks/scope", "Other"));
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    EXPECT_EQ(value_at(run, "Memory", 0.05), -1);
    EXPECT_EQ(value_at(run, "Memory", 0.35), inherits ? -1 : 0);
    EXPECT_EQ(value_at(run, "Memory", 0.85), inherits ? 0 : 0.5);
    EXPECT_EQ(value_at(run, "Memory", 1.35), inherits ? 0.5 : 1);
  }
}

TEST(Options, APidMayTakeItsInitialConditionsFromInputs) {
  const Settings accurate{{"StopTime", "2"}, {"RelTol", "1e-10"}, {"AbsTol", "1e-12"}};
  const std::map<std::string, std::string> gains{
      {"P", "2"}, {"I", "3"}, {"D", "0.5"}, {"N", "8"}, {"InitialConditionSource", "external"}};
  // The filter starts at 0.25, the derivative part is N (D u - z).
  expect_signal(
      run_diagram(one_block("continuous/pid", gains, {"1 + 0*u", "7 + u", "0.25 + u"}, 1, accurate).diagram),
      "Block", [](double t) { return 2 + 7 + 3 * t + 8 * (0.5 - 0.25) * std::exp(-8 * t); }, 1e-8);
  // A reset starts from what the inputs say then.
  expect_signal(run_diagram(one_block("continuous/pid",
                                      {{"Controller", "I"},
                                       {"ExternalReset", "rising"},
                                       {"InitialConditionSource", "external"}},
                                      {"1 + 0*u", "u - 1.3", "5 + 10*u"}, 1, accurate)
                                .diagram),
                "Block", [](double t) { return t < 1.3 ? 5 + t : 18 + t - 1.3; }, 1e-9, {1.3});
  expect_samples("discrete/discrete_pid", {{"Controller", "PI"}, {"InitialConditionSource", "external"}},
                 recurrence(
                     [](int k, double& x) {
                       const double y = u(k) + x;
                       x = x + T * 1 * 1 * u(k);
                       return y;
                     },
                     4),
                 {input, "4 + u"});
}

TEST(Options, TablesOfMoreDimensionsAreTakenByNumbers) {
  // Entry (i, j, k) is 100 i + 10 j + k.
  std::string entries = "[";
  for (int k = 0; k < 4; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) entries += std::to_string(100 * i + 10 * j + k) + " ";
  std::map<std::string, std::string> table{
      {"Table", entries + "]"}, {"TableSizes", "[2 3 4]"}, {"NumberOfTableDimensions", "3"}};
  const auto at = [](double u, int size) { return std::clamp(static_cast<int>(std::floor(u)), 0, size - 1); };
  expect_signal(
      run_diagram(one_block("lookup_tables/direct_lookup", table, {"u", "3 - 1.5*u", "2*u"}).diagram),
      "Block", [&](double t) { return 100 * at(t, 2) + 10 * at(3 - 1.5 * t, 3) + at(2 * t, 4); }, 0,
      {0.5, 1, 1.5, 2, 2.0 / 3, 4.0 / 3, 0});
  table["InputsSelectThisObjectFromTable"] = "Column";
  const RunOutcome column =
      run_diagram(one_block("lookup_tables/direct_lookup", table, {"1.5*u", "2*u"}).diagram);
  for (int i = 0; i < 2; ++i)
    expect_signal(column, "Block[" + std::to_string(i + 1) + "]",
                  [&](double t) { return 100 * i + 10 * at(1.5 * t, 3) + at(2 * t, 4); }, 0,
                  {0.5, 1, 1.5, 2, 2.0 / 3, 4.0 / 3});
  table["InputsSelectThisObjectFromTable"] = "2-D Matrix";
  const RunOutcome matrix = run_diagram(one_block("lookup_tables/direct_lookup", table, {"2*u"}).diagram);
  ASSERT_EQ(matrix.end, RunEnd::Finished) << matrix.messages();
  EXPECT_EQ(matrix.columns.size(), 7u);
  EXPECT_EQ(value_at(matrix, "Block[2,3]", 1.2), 122);
  table.erase("InputsSelectThisObjectFromTable");
  // Between the entries it is 100 x + 10 y + z.
  const std::vector<std::string> places{"0*u", "0.25*u", "1 + 0*u", "0.1*u", "2 + 0*u", "0.5 - 0.2*u"};
  expect_signal(
      run_diagram(one_block("lookup_tables/interpolation_prelookup", table, places).diagram), "Block",
      [](double t) { return 25 * t + 10 + t + 2 + 0.5 - 0.2 * t; }, 1e-12);
  table["TableSizes"] = "[2 3 5]";
  expect_refused(one_block("lookup_tables/interpolation_prelookup", table, places).diagram,
                 "the table has not as many numbers as its dimensions ask for");
  table["TableSizes"] = "auto";
  expect_refused(one_block("lookup_tables/direct_lookup", table, {"u", "u", "u"}).diagram,
                 "the table has not as many numbers as its dimensions ask for");
}

TEST(Options, EvenlySpacedBreakpointsAreCheckedAndTheLastValueIsItself) {
  std::map<std::string, std::string> table{{"BreakpointsForDimension1", "[0 0.1 0.2 0.3]"},
                                           {"Table", "[1 2 4 8]"},
                                           {"IndexSearchMethod", "Evenly spaced points"}};
  EXPECT_TRUE(run_diagram(one_block("lookup_tables/lookup_1d", table, {"u"}).diagram).prepared);
  table["BreakpointsForDimension1"] = "[0 0.1 0.25 0.3]";
  const RunOutcome uneven = run_diagram(one_block("lookup_tables/lookup_1d", table, {"u"}).diagram);
  ASSERT_FALSE(uneven.prepared);
  EXPECT_NE(uneven.messages().find("not evenly spaced"), std::string::npos);
  // 0.1 + 1 * (0.7 - 0.1) is 0.7000000000000001 or so; the last entry is 0.7.
  const RunOutcome last = run_diagram(one_block("lookup_tables/lookup_2d",
                                                {{"BreakpointsForDimension1", "[0 1]"},
                                                 {"BreakpointsForDimension2", "[0 1]"},
                                                 {"Table", "[0.1 0.3; 0.1 0.7]"},
                                                 {"ExtrapMethod", "Clip"},
                                                 {"UseLastTableValue", "on"}},
                                                {"5 + u", "5 + u"})
                                          .diagram);
  expect_signal(
      last, "Block", [](double) { return 0.7; }, 0);
}

TEST(Options, AFileIsPlayedByTheColumnsThatAreNamed) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("columns_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "a.csv") << "place,speed [m/s],seconds,note,x\n1,10,0,begin,4\n2,12,2,end,8\n";
  const auto played = [&](const std::string& name, const std::string& time, const std::string& columns) {
    return run_diagram(
        one_block("sources/from_file",
                  {{"FileName", (folder / name).string()}, {"TimeColumn", time}, {"Columns", columns}}, {})
            .diagram);
  };
  const RunOutcome two = played("a.csv", "seconds", "x, speed");
  expect_signal(
      two, "Block[1]", [](double t) { return 4 + 2 * t; }, 1e-13);
  expect_signal(
      two, "Block[2]", [](double t) { return 10 + t; }, 1e-13);
  expect_signal(
      played("a.csv", "3", "5"), "Block", [](double t) { return 4 + 2 * t; }, 1e-13);
  const auto refused = [&](const std::string& time, const std::string& columns, const std::string& message) {
    const RunOutcome run = played("a.csv", time, columns);
    expect_refused(run, message);
  };
  refused("seconds", "", "line 2: 'begin' is not a number");
  refused("second", "x", "it has no column 'second'");
  refused("second", "x", "seconds");
  refused("seconds", "x, 6", "it has no column '6'");
  {
    MatWriter mat((folder / "b.mat").string());
    mat.add("clock", 3, 1, std::vector<double>{0, 1, 2});
    mat.add("time", 2, 1, std::vector<double>{0, 1});
    mat.add("p", 3, 2, std::vector<double>{0, 2, 4, 1, 1, 1});
    mat.add("q", 3, 1, std::vector<double>{3, 4, 5});
    ASSERT_TRUE(mat.finish());
  }
  const RunOutcome mat = played("b.mat", "clock", "q, p(2), p");
  expect_signal(
      mat, "Block[1]", [](double t) { return 3 + t; }, 1e-13);
  expect_signal(
      mat, "Block[2]", [](double) { return 1; }, 1e-13);
  expect_signal(
      mat, "Block[3]", [](double t) { return 2 * t; }, 1e-13);
  expect_signal(
      mat, "Block[4]", [](double) { return 1; }, 1e-13);
  fs::remove_all(folder);
}

TEST(Options, APadeDelayAnswersAStepAsItsTransferFunction) {
  // Order 1: (1 - s T/2) / (1 + s T/2).
  const RunOutcome run = run_diagram(one_block("continuous/pade_delay",
                                               {{"delay", "[0.5; 1]"}, {"initial", "3"}, {"PadeOrder", "1"}},
                                               {"4 + 0*u"}, 1, {{"StopTime", "2"}, {"RelTol", "1e-9"}})
                                         .diagram);
  for (int k = 1; k <= 2; ++k)
    expect_signal(
        run, "Block[" + std::to_string(k) + "]",
        [&](double t) { return 4 - 2 * std::exp(-2 * t / (0.5 * k)); }, 1e-7);
}

TEST(Options, ARateLimiterMayKeepToTheSamplesOfItsInput) {
  ModelBuilder m;
  const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.25"}}),
           jump = m.block("user_defined/fcn", "Jump", {{"expression", "u >= 0.5 ? 3 : 0"}}),
           limiter = m.block("discontinuities/rate_limiter", "Limiter",
                             {{"RisingSlewLimit", "2"}, {"SampleTimeMode", "inherited"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(clock, jump).connect(jump, limiter).connect(limiter, m.block("sinks/scope", "Scope"));
  m.connect(limiter, x)
      .connect(x, m.block("sinks/scope", "Other"))
      .set("StopTime", "3")
      .set("MaxStep", "0.1");
  std::vector<double> samples;
  for (int k = 0; k <= 12; ++k) samples.push_back(0.25 * k);
  const auto expected = [](double t) {
    return std::clamp(0.5 * (std::floor(t / 0.25 + 1e-9) - 1), 0.0, 3.0);
  };
  const RunOutcome run = run_diagram(m.diagram);
  expect_signal(run, "Limiter", expected, 1e-12, samples);
  double sum = 0;
  for (int k = 0; k < 12; ++k) sum += 0.25 * expected(0.25 * k + 0.1);
  EXPECT_NEAR(run.column("x").back(), sum, 1e-9);
}

// What a block computes from the time between two of its samples belongs to these: it inherits them.
TEST(Options, ADiscreteIntegratorInheritsItsSamplesByEveryMethod) {
  for (const char* method :
       {"Integration: Forward Euler", "Integration: Backward Euler", "Integration: Trapezoidal"}) {
    ModelBuilder m;
    const Id clock = m.block("sources/digital_clock", "Clock", {{"SampleTime", "0.25"}}),
             x = m.block("discrete/discrete_integrator", "x",
                         {{"SampleTime", "-1"}, {"IntegratorMethod", method}});
    m.connect(clock, x).connect(x, m.block("sinks/scope", "Scope"));
    m.connect(m.block("sources/clock", "Time"), m.block("sinks/scope", "Other")).set("MaxStep", "0.05");
    m.set("StopTime", "1.1");
    const RunOutcome run = run_diagram(m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    const std::string name = method;
    double sum = 0;
    for (int k = 0; k <= 4; ++k) {
      const double now = 0.25 * k, before = 0.25 * std::max(0, k - 1);
      if (k > 0)
        sum += 0.25 * (name.find("Forward") != name.npos    ? before
                       : name.find("Backward") != name.npos ? now
                                                            : (now + before) / 2);
      EXPECT_NEAR(value_at(run, "x", now + 0.02), sum, 1e-12) << method << k;
      EXPECT_NEAR(value_at(run, "x", now + 0.09), sum, 1e-12) << method << k;
    }
  }
}

TEST(Options, PulsesMayBeCountedInSamples) {
  std::map<std::string, std::string> pulses{{"PulseType", "Sample based"},
                                            {"Period", "5"},
                                            {"PulseSamples", "2"},
                                            {"PhaseDelay", "1"},
                                            {"SampleTime", "0.1"}};
  std::vector<double> edges;
  for (int k = 0; k < 4; ++k) edges.push_back(0.1 + 0.5 * k), edges.push_back(0.3 + 0.5 * k);
  expect_signal(
      run_diagram(one_block("sources/pulse_generator", pulses, {}).diagram), "Block",
      [](double t) { return t >= 0.1 && std::fmod(t - 0.1 + 1e-12, 0.5) < 0.2 ? 1 : 0; }, 0, edges);
  pulses["Period"] = "5.5";
  expect_refused(one_block("sources/pulse_generator", pulses, {}).diagram,
                 "period and phase delay are not whole numbers of samples");
}

TEST(Options, AControlBlockMayGiveTheSignalAtItsPort) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           wave = m.block("user_defined/fcn", "Wave", {{"expression", "2 - u"}}),
           sub = m.block("ports/subsystem", "Sub"),
           enable = m.block("ports/enable", "Enable", {{"ShowOutputPort", "on"}}, sub),
           out = m.block("ports/outport", "Out", {}, sub), last = m.block("math/gain", "Last");
  m.connect(clock, wave).connect(wave, sub).connect(enable, 2, out, 0).connect(sub, last);
  m.connect(last, m.block("sinks/scope", "Scope")).set("StopTime", "3");
  expect_signal(run_diagram(m.diagram), "Last", [](double t) { return t < 2 ? 2 - t : 0; }, 1e-9, {2});
}

}  // namespace sim
