// Random numbers, against their distribution and their spectrum, and against the generator itself.
#include <algorithm>
#include <numbers>

#include "sim_core/base/text.h"
#include "sim_core/blocks/sources/philox.h"
#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/subsystems.h"
#include "sim_core/signal_analysis/spectrum.h"
#include "tests/sim_core/blocks/one_block.h"
#include "tests/support/refused_run.h"

namespace sim {

namespace {

RunOutcome run_source(const std::string& type, const std::map<std::string, std::string>& parameters,
                      int outputs = 1, const Settings& settings = {{"StopTime", "2"}, {"MaxStep", "0.02"}}) {
  return run_diagram(one_block(type, parameters, {}, outputs, settings).diagram);
}

struct Moments {
  double mean = 0, variance = 0, correlation = 0;  // with the draw before
};
Moments moments(const std::vector<double>& v) {
  const double n = static_cast<double>(v.size());
  Moments m;
  for (double x : v) m.mean += x / n;
  for (std::size_t k = 0; k < v.size(); ++k) {
    m.variance += (v[k] - m.mean) * (v[k] - m.mean) / n;
    if (k > 0) m.correlation += (v[k] - m.mean) * (v[k - 1] - m.mean) / n;
  }
  m.correlation /= m.variance;
  return m;
}

// Two sources side by side.
struct Pair {
  ModelBuilder m;
  Id first, second;

  Pair(const std::string& type, const std::map<std::string, std::string>& parameters) {
    first = m.block(type, "First", parameters), second = m.block(type, "Second", parameters);
    const Id scope = m.block("sinks/scope", "Scope", {{"inputs", "2"}});
    m.connect(first, 0, scope, 0).connect(second, 0, scope, 1);
    m.set("Solver", "discrete").set("StopTime", "1000");
  }
  std::pair<std::vector<double>, std::vector<double>> drawn() const {
    const RunOutcome run = run_diagram(m.diagram);
    EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
    return {samples(run, m.diagram.blocks.at(first).name, 0.1),
            samples(run, m.diagram.blocks.at(second).name, 0.1)};
  }
};

double uniform_of(const blocks::PhiloxCounter& bits) {
  const std::uint64_t all = (static_cast<std::uint64_t>(bits[1]) << 32) | bits[0];
  return (static_cast<double>(all >> 12) + 0.5) * 0x1p-52;
}

}  // namespace

TEST(RandomNumbers, PhiloxGivesTheVectorsOfItsAuthors) {
  using blocks::philox;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (blocks::PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (blocks::PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (blocks::PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomNumbers, HaveTheirMomentsAndNoMemory) {
  const Settings settings{{"StopTime", "2000"}, {"Solver", "discrete"}, {"FixedStep", "0.1"}};
  const auto drawn = [&](const std::string& type, const std::map<std::string, std::string>& parameters) {
    const RunOutcome run = run_source(type, parameters, 1, settings);
    EXPECT_EQ(run.end, RunEnd::Finished) << run.messages();
    return samples(run, "Block", 0.1);
  };
  const std::vector<double> normal =
      drawn("sources/random_number", {{"Mean", "3"}, {"Variance", "4"}, {"Seed", "7"}});
  ASSERT_GT(normal.size(), 19000u);
  const double n = static_cast<double>(normal.size()), five_sigma = 5 / std::sqrt(n);
  EXPECT_NEAR(moments(normal).mean, 3, 2 * five_sigma);
  EXPECT_NEAR(moments(normal).variance, 4, 4 * std::sqrt(2.0) * five_sigma);
  EXPECT_NEAR(moments(normal).correlation, 0, five_sigma);
  const auto beyond =
      std::count_if(normal.begin(), normal.end(), [](double v) { return v > 5; });  // one sigma
  EXPECT_NEAR(static_cast<double>(beyond) / n, 0.158655, 0.37 * five_sigma);

  const std::vector<double> uniform =
      drawn("sources/uniform_random_number", {{"Minimum", "2"}, {"Maximum", "8"}});
  EXPECT_NEAR(moments(uniform).mean, 5, std::sqrt(3.0) * five_sigma);
  EXPECT_NEAR(moments(uniform).variance, 3, 3 * std::sqrt(0.8) * five_sigma);
  EXPECT_NEAR(moments(uniform).correlation, 0, five_sigma);
  EXPECT_GT(*std::min_element(uniform.begin(), uniform.end()), 2);
  EXPECT_LT(*std::max_element(uniform.begin(), uniform.end()), 8);

  // Its power over the sample time is the variance.
  const std::vector<double> noise = drawn("sources/white_noise", {{"Cov", "0.5"}});
  EXPECT_NEAR(moments(noise).mean, 0, std::sqrt(5.0) * five_sigma);
  EXPECT_NEAR(moments(noise).variance, 5, 5 * std::sqrt(2.0) * five_sigma);
  EXPECT_NEAR(moments(noise).correlation, 0, five_sigma);

  EXPECT_EQ(noise, drawn("sources/white_noise", {{"Cov", "0.5"}}));
  EXPECT_NE(noise, drawn("sources/white_noise", {{"Cov", "0.5"}, {"Seed", "8"}}));
}

TEST(RandomNumbers, ADrawDependsOnSeedAndNumberOnly) {
  const auto drawn = [](const std::string& solver, const std::string& step, const std::string& first) {
    return samples(
        run_source("sources/random_number", {{"Seed", "[3; 4]"}, {"FirstDraw", first}}, 1,
                   {{"StopTime", "2"}, {"Solver", solver}, {"MaxStep", step}, {"FixedStep", "0.05"}}),
        "Block[2]", 0.1);
  };
  const std::vector<double> all = drawn("ode45", "1", "0");
  ASSERT_EQ(all.size(), 21u);
  EXPECT_EQ(all, drawn("ode45", "0.01", "0"));
  EXPECT_EQ(all, drawn("ode4", "1", "0"));
  const std::vector<double> later = drawn("ode45", "1", "5");
  for (std::size_t k = 0; k + 5 < all.size(); ++k) EXPECT_EQ(later[k], all[k + 5]);
}

TEST(RandomNumbers, BlocksOfOneSeedAreIndependent) {
  for (const char* type : {"sources/random_number", "sources/uniform_random_number", "sources/white_noise"}) {
    SCOPED_TRACE(type);
    const auto [a, b] = Pair(type, {{"Seed", "5"}}).drawn();
    ASSERT_GT(a.size(), 9000u);
    ASSERT_EQ(a.size(), b.size());
    const Moments ma = moments(a), mb = moments(b);
    double correlation = 0;
    for (std::size_t k = 0; k < a.size(); ++k) correlation += (a[k] - ma.mean) * (b[k] - mb.mean);
    correlation /= static_cast<double>(a.size()) * std::sqrt(ma.variance * mb.variance);
    EXPECT_NEAR(correlation, 0, 5 / std::sqrt(static_cast<double>(a.size())));
    const auto [c, d] = Pair(type, {{"Seed", "5"}, {"Stream", "3"}}).drawn();
    EXPECT_EQ(c, d) << "one stream is one sequence";
    EXPECT_NE(c, a);
    EXPECT_NE(c, Pair(type, {{"Seed", "5"}, {"Stream", "4"}}).drawn().first);
  }
}

TEST(RandomNumbers, ABlockKeepsItsSequenceWhereverItIsAndWhateverItIsCalled) {
  Pair pair("sources/random_number", {});
  const auto before = pair.drawn();
  pair.m.diagram.blocks.at(pair.first).name = "Wind";
  pair.m.diagram.blocks.at(pair.second).position = {300, 200};
  EXPECT_EQ(pair.drawn(), before);
  const Id copy = pair.m.diagram.new_id();
  pair.m.diagram.blocks[copy] = pair.m.diagram.blocks.at(pair.first);
  pair.m.diagram.blocks[copy].name = "Copy";
  for (auto& [id, line] : pair.m.diagram.lines)
    if (line.source->block == pair.second) line.source->block = copy;
  pair.second = copy;
  EXPECT_EQ(pair.drawn().first, before.first);
  EXPECT_NE(pair.drawn().second, before.first);
  EXPECT_NE(pair.drawn().second, before.second);
}

TEST(RandomNumbers, AreThoseOfTheGeneratorForSeedStreamBlockAndNumber) {
  using blocks::philox;
  const Pair shared("sources/uniform_random_number",
                    {{"Minimum", "0"}, {"Maximum", "1"}, {"Seed", "11"}, {"Stream", "2"}});
  Pair own("sources/uniform_random_number", {{"Minimum", "0"}, {"Maximum", "1"}, {"Seed", "11"}});
  const auto block = static_cast<std::uint32_t>(to_number(own.first));
  const blocks::PhiloxCounter key = philox({block, 0, 0, 0xffffffff}, {11, 0});
  const std::vector<double> of_stream = shared.drawn().first, of_block = own.drawn().first;
  for (std::uint32_t k = 0; k < 50; ++k) {
    EXPECT_EQ(of_stream[k], uniform_of(philox({k, 0, 0, 2}, {11, 0})));
    EXPECT_EQ(of_block[k], uniform_of(philox({k, 0, 0, 0xffffffff}, {key[0], key[1]})));
  }
}

TEST(RandomNumbers, ASeedOfTheModelGivesAllOfThemOtherNumbers) {
  for (const char* stream : {"auto", "0"}) {
    Pair pair("sources/random_number", {{"Stream", stream}});
    pair.m.variable("study", "2");
    const auto usual = pair.drawn();
    pair.m.set("RandomSeed", "0");
    EXPECT_EQ(pair.drawn(), usual);
    pair.m.set("RandomSeed", "1");
    const auto first = pair.drawn();
    pair.m.set("RandomSeed", "study");
    const auto second = pair.drawn();
    EXPECT_NE(first.first, usual.first);
    EXPECT_NE(first.first, second.first);
    EXPECT_NE(first.second, second.second);
    EXPECT_EQ(first.first == first.second, stream == std::string("0"));
    EXPECT_EQ(pair.drawn(), second);
    pair.m.set("RandomSeed", "1.5");
    expect_refused(pair.m.diagram, "'1.5' gives no whole number");
  }
}

TEST(RandomNumbers, StayWhenTheirBlocksAreGroupedAndTakenOutAgain) {
  Pair pair("sources/random_number", {});
  const auto before = pair.drawn();
  auto grouped = create_subsystem(pair.m.diagram, {pair.first}, [](const PortRef&, bool) {
    return PortSite{"y", 1, {}};
  });
  ASSERT_TRUE(grouped);
  apply(pair.m.diagram, grouped->edit);
  const RunOutcome inside = run_diagram(pair.m.diagram);
  ASSERT_EQ(inside.end, RunEnd::Finished) << inside.messages();
  EXPECT_EQ(samples(inside, "First", 0.1), before.first);
  const Id subsystem = pair.m.diagram.blocks.at(pair.first).parent;
  ASSERT_NE(subsystem, no_id);
  auto out = expand_subsystem(pair.m.diagram, subsystem);
  ASSERT_TRUE(out);
  apply(pair.m.diagram, *out);
  EXPECT_EQ(pair.drawn(), before);
}

TEST(RandomNumbers, CopiesOfAForEachSubsystemDrawForThemselves) {
  ModelBuilder m;
  const Id input = m.block("sources/constant", "Input", {{"value", "[0; 0; 0]"}}),
           sub = m.block("ports/subsystem", "Sub"), in = m.block("ports/inport", "In", {}, sub),
           noise = m.block("sources/random_number", "Noise", {}, sub),
           sum = m.block("math/sum", "Sum", {}, sub), out = m.block("ports/outport", "Out", {}, sub);
  m.block("ports/for_each", "Each", {}, sub);
  m.connect(input, sub).connect(in, 0, sum, 0).connect(noise, 0, sum, 1).connect(sum, out);
  m.connect(sub, m.block("sinks/scope", "Scope")).set("Solver", "discrete").set("StopTime", "1");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  std::vector<std::vector<double>> columns;
  for (const auto& [name, bits] : run.columns)
    if (name != "time") columns.push_back(run.column(name));
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_NE(columns[0], columns[1]);
  EXPECT_NE(columns[1], columns[2]);
  EXPECT_NE(columns[0], columns[2]);
}

// Welch's estimate, octave by octave: f times the two-sided density is the power at 1 Hz.
TEST(PinkNoise, ItsDensityFallsAsOneOverTheFrequency) {
  constexpr std::size_t segment = 2048, segments = 64;
  constexpr double period = 0.1, power = 0.3;
  const RunOutcome run = run_source(
      "sources/pink_noise", {{"Power", "0.3"}, {"SampleTime", "0.1"}, {"LowestFrequency", "0.001"}}, 1,
      {{"Solver", "discrete"}, {"StopTime", to_text(period * segment * segments)}});
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  const std::vector<double> y = samples(run, "Block", period);
  ASSERT_GT(y.size(), segment * segments);
  std::vector<double> times;
  for (std::size_t k = 0; k < y.size(); ++k) times.push_back(static_cast<double>(k) * period);
  std::vector<double> density(segment / 2 + 1, 0.0);
  for (std::size_t s = 0; s < segments; ++s) {
    const double from = static_cast<double>(s * segment) * period;
    const auto one = analysis::spectrum({times, y}, {from, from + segment * period},
                                        {analysis::WindowShape::Hann, segment});
    ASSERT_TRUE(one);
    for (std::size_t k = 0; k < density.size(); ++k) density[k] += one->density[k] / 2 / segments;
  }
  for (std::size_t first = 8; first < segment / 4; first *= 2) {
    double mean = 0;
    for (std::size_t k = first; k < 2 * first; ++k)
      mean += density[k] * static_cast<double>(k) / (segment * period) / static_cast<double>(first);
    // Bins next to each other share the window: half as many are independent.
    const double five_sigma = 5 / std::sqrt(static_cast<double>(first * segments) / 2);
    EXPECT_NEAR(mean / power, 1, five_sigma + 0.03) << "from bin " << first;
  }
}

TEST(PinkNoise, HasNoBeginning) {
  const RunOutcome run = run_source("sources/pink_noise", {{"Power", "0.5*ones(3000, 1)"}}, 1,
                                    {{"Solver", "discrete"}, {"StopTime", "3"}});
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  double expected = -std::log(4.0) * 0.5;  // the first process counts half
  for (double tau = 0.03;; tau *= 4) {
    expected += 2 * std::log(4.0) * 0.5;
    if (2 * std::numbers::pi * 0.001 * tau >= 8) break;
  }
  std::vector<double> start, end;
  for (int k = 1; k <= 3000; ++k) {
    const std::vector<double> y = run.column("Block[" + std::to_string(k) + "]");
    ASSERT_FALSE(y.empty());
    start.push_back(y.front());
    end.push_back(y.back());
  }
  const double five_sigma = 5 * std::sqrt(2 / 3000.0);
  EXPECT_NEAR(moments(start).variance / expected, 1, five_sigma);
  EXPECT_NEAR(moments(end).variance / expected, 1, five_sigma);
  EXPECT_NEAR(moments(start).mean, 0, 5 * std::sqrt(expected / 3000));
  EXPECT_NEAR(moments(start).correlation, 0, 5 / std::sqrt(3000.0)) << "elements are independent";
}

}  // namespace sim
