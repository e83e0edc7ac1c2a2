#include "sim_core/diagram/signal_origins.h"

#include <gtest/gtest.h>

namespace sim {
namespace {

struct Model {
  Diagram diagram;
  Id add(const char* type, Id parent = no_id, std::map<std::string, std::string> parameters = {}) {
    const Id id = diagram.new_id();
    Block block;
    block.parent = parent, block.type = type, block.name = std::to_string(to_number(id));
    block.parameters = std::move(parameters);
    diagram.blocks.emplace(id, block);
    return id;
  }
  void wire(Id from, Id to, int output = 0, int input = 0) {
    Line line;
    line.parent = diagram.blocks.at(from).parent;
    line.source = PortRef{from, output}, line.target = PortRef{to, input};
    diagram.lines.emplace(diagram.new_id(), line);
  }
};

TEST(SignalOrigins, AnOutputThatComputesIsItsOwnOrigin) {
  Model m;
  const Id sine = m.add("sources/sine_wave");
  EXPECT_EQ(SignalOrigins(m.diagram).of({sine, 0}), (PortRef{sine, 0}));
}

TEST(SignalOrigins, ASignalIsFollowedIntoAndOutOfSubsystems) {
  Model m;
  const Id sine = m.add("sources/sine_wave"), sub = m.add("ports/subsystem");
  const Id in = m.add("ports/inport", sub, {{"port", "2"}}), out = m.add("ports/outport", sub);
  m.wire(sine, sub, 0, 1);
  m.wire(in, out);
  const SignalOrigins origins(m.diagram);
  EXPECT_EQ(origins.of({in, 0}), (PortRef{sine, 0}));
  EXPECT_EQ(origins.of({sub, 0}), (PortRef{sine, 0}));
  EXPECT_EQ(origins.of({sub, 1}), std::nullopt);
}

TEST(SignalOrigins, FromHasWhatTheGotoOfItsTagHas) {
  Model m;
  const Id sub = m.add("ports/subsystem"), sine = m.add("sources/sine_wave"), step = m.add("sources/step");
  const Id global = m.add("routing/goto", no_id, {{"GotoTag", "T"}, {"TagVisibility", "global"}});
  const Id local = m.add("routing/goto", no_id, {{"GotoTag", "T"}});
  const Id here = m.add("routing/from", no_id, {{"GotoTag", "T"}});
  const Id inside = m.add("routing/from", sub, {{"GotoTag", "T"}});
  m.wire(sine, global);
  m.wire(step, local);
  const SignalOrigins origins(m.diagram);
  EXPECT_EQ(origins.of({here, 0}), (PortRef{step, 0}));
  EXPECT_EQ(origins.of({inside, 0}), (PortRef{sine, 0}));
}

TEST(SignalOrigins, RingsAndCommentedBlocksHaveNoOrigin) {
  Model m;
  const Id a = m.add("routing/from", no_id, {{"GotoTag", "A"}}), to = m.add("routing/goto");
  m.wire(a, to);
  const Id gain = m.add("math/gain");
  m.diagram.blocks.at(gain).commented = CommentedOut::Out;
  const SignalOrigins origins(m.diagram);
  EXPECT_EQ(origins.of({a, 0}), std::nullopt);
  EXPECT_EQ(origins.of({gain, 0}), std::nullopt);
}

}  // namespace
}  // namespace sim
