// Which body the frames of planar components are on, and what is said where that is open.
#include "sim_core/compile/planar_frames.h"

#include <gtest/gtest.h>

#include "tests/sim_core/compile/stages.h"

namespace sim::compile_phases {

namespace {

// Components whose ports are connected as a test says.
struct FramesOf {
  explicit FramesOf(const Diagram& diagram) : stages(diagram), model(stages.typed()) {
    for (const Instance& instance : model.instances) all.push_back(instance.index);
  }
  // These ports, each of a path, are one set.
  void connect(std::initializer_list<std::pair<const char*, int>> ports) {
    for (const auto& [path, port] : ports) sets[{path, port}] = next;
    ++next;
  }
  PlanarFrames frames() {
    return {model, stages.report,
            [this](const Instance& of, int port) {
              const auto [it, fresh] = sets.try_emplace({of.path, port}, next);
              if (fresh) ++next;  // connected to nothing
              return it->second;
            },
            [this] { return next++; }};
  }
  const Instance& operator[](std::string_view path) const { return model.at(index_of(model, path)); }
  std::string told() const {
    std::string text;
    for (const Diagnostic& d : stages.report.diagnostics)
      if (d.severity == Severity::Error) text += to_text(d) + "\n";
    return text;
  }

  Stages stages;
  TypedModel model;
  std::vector<int> all;
  std::map<std::pair<std::string, int>, int> sets;
  int next = 0;
};

constexpr int end_a = 0, end_b = 1, middle = 2;  // ports of a body

Diagram pendulums() {
  ModelBuilder m;
  m.block("planar/world", "world");
  m.block("planar/fixed_frame", "wall");
  for (const char* name : {"upper", "lower"}) m.block("planar/body", name);
  for (const char* name : {"first", "second", "third"}) m.block("planar/revolute_joint", name);
  return m.diagram;
}

}  // namespace

TEST(PlanarFrames, PortsOfJointsAreOnTheBodiesThatTheyMeet) {
  FramesOf of(pendulums());
  of.connect({{"world", 0}, {"first", 0}});
  of.connect({{"first", 1}, {"upper", end_a}});
  of.connect({{"upper", end_b}, {"second", 0}});
  of.connect({{"second", 1}, {"lower", end_a}});
  of.connect({{"lower", end_b}, {"third", 0}});
  of.connect({{"third", 1}, {"wall", 0}});
  PlanarFrames frames = of.frames();
  frames.find(of.all);
  ASSERT_EQ(of.told(), "");
  constexpr int ground = -1;
  EXPECT_EQ(frames.body(of["first"], 0), ground);
  EXPECT_EQ(frames.body(of["first"], 1), of["upper"].index);
  EXPECT_EQ(frames.body(of["second"], 0), of["upper"].index);
  EXPECT_EQ(frames.body(of["second"], 1), of["lower"].index);
  EXPECT_EQ(frames.body(of["third"], 1), ground);
  EXPECT_TRUE(frames.is_grounded(of.sets.at({"wall", 0})));
  EXPECT_FALSE(frames.is_grounded(of.sets.at({"lower", end_b})));
}

// All frames of a body move with it: whichever port asks, three sets stand for its velocity and turning.
TEST(PlanarFrames, ABodyHasThreePotentialsForAllItsFrames) {
  FramesOf of(pendulums());
  of.connect({{"world", 0}, {"first", 0}});
  of.connect({{"first", 1}, {"upper", end_a}});
  of.connect({{"upper", end_b}, {"second", 0}});
  of.connect({{"second", 1}, {"lower", end_a}});
  of.connect({{"third", 0}, {"wall", 0}});
  of.connect({{"third", 1}, {"lower", middle}});
  PlanarFrames frames = of.frames();
  frames.find(of.all);
  ASSERT_EQ(of.told(), "");
  const auto upper = frames.potentials(of["upper"], end_a), lower = frames.potentials(of["lower"], end_a);
  EXPECT_EQ(frames.potentials(of["upper"], end_b), upper);
  EXPECT_EQ(frames.potentials(of["second"], 0), upper);
  EXPECT_EQ(frames.potentials(of["third"], 1), lower);
  std::set<int> different(upper.begin(), upper.end());
  different.insert(lower.begin(), lower.end());
  EXPECT_EQ(different.size(), 6u);
  const int still = of.sets.at({"wall", 0});
  EXPECT_EQ(frames.potentials(of["third"], 0), (std::array<int, 3>{still, still, still}));
}

TEST(PlanarFrames, FramesThatNothingOrSeveralGiveAreErrors) {
  FramesOf of(pendulums());
  of.connect({{"world", 0}, {"first", 0}});
  of.connect({{"upper", end_b}, {"lower", end_a}, {"first", 1}});
  of.connect({{"second", 0}, {"third", 0}});
  of.connect({{"second", 1}, {"lower", end_b}});
  of.connect({{"third", 1}, {"wall", 0}});
  PlanarFrames frames = of.frames();
  frames.find(of.all);
  const std::string told = of.told();
  expect_in(told, {"is connected to a frame of 'upper' without a joint", "put a Weld Joint between them",
                   "second: its port '", "third: its port '", "is on no body"});
  EXPECT_EQ(told.find("first: its port"), std::string::npos) << told;
}

TEST(PlanarFrames, AModelHasOneWorld) {
  ModelBuilder m;
  m.block("planar/world", "here");
  m.block("planar/world", "there");
  FramesOf of(m.diagram);
  PlanarFrames frames = of.frames();
  frames.find(of.all);
  expect_in(of.told(), {"there: the model has another World, 'here'", "use a Fixed Frame"});
}

}  // namespace sim::compile_phases
