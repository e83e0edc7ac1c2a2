#include "sim_core/diagram/arrange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/layout_layers.h"
#include "sim_core/diagram/layout_order.h"

namespace sim {

class Arranging : public testing::Test {
 protected:
  Id add(double x, double y, double width = 40, double height = 40) {
    const Id id = d.new_id();
    Block block;
    block.name = "B" + std::to_string(d.blocks.size());
    block.position = {x, y};
    block.size = {width, height};
    d.blocks[id] = block;
    return id;
  }
  void line(Id from, Id to, int input = 0) {
    Line l;
    l.source = PortRef{from, 0};
    l.target = PortRef{to, input};
    d.lines[d.new_id()] = l;
  }
  Point at(Id id) const { return d.blocks.at(id).position; }
  Box box(Id id) const { return box_of(d.blocks.at(id)); }
  // Inputs on the left, outputs on the right, in the middle of the edge; exchanged where the block is
  // flipped.
  PortPlaces lies = [this](const PortRef& port, bool input) {
    const Box b = box_of(d.blocks.at(port.block));
    const bool left = input != d.blocks.at(port.block).flipped;
    return PortPlace{{left ? b.left : b.right, b.center().y}, {left ? -1.0 : 1.0, 0}};
  };
  void arrange() {
    std::set<Id> all;
    for (const auto& [id, block] : d.blocks) all.insert(id);
    apply(d, arrange_blocks(d, all, lies));
  }
  Diagram d;
};

TEST_F(Arranging, AligningGoesToTheOutermostEdge) {
  const Id a = add(0, 0), b = add(100, 30, 60, 20), c = add(50, 90);
  const auto after = [&](Alignment how) {
    Diagram changed = d;
    apply(changed, align_elements(d, {a, b, c}, how));
    return changed;
  };
  EXPECT_EQ(after(Alignment::Left).blocks.at(b).position, (Point{0, 30}));
  EXPECT_EQ(after(Alignment::Right).blocks.at(a).position, (Point{120, 0}));
  EXPECT_EQ(after(Alignment::Top).blocks.at(c).position, (Point{50, 0}));
  EXPECT_EQ(after(Alignment::Bottom).blocks.at(b).position, (Point{100, 110}));
  EXPECT_EQ(after(Alignment::Center).blocks.at(b).position, (Point{50, 30}));
  EXPECT_EQ(after(Alignment::Middle).blocks.at(a).position, (Point{0, 45}));
  EXPECT_TRUE(align_elements(d, {a}, Alignment::Left).empty());
}

TEST_F(Arranging, DistributingMakesGapsEqualAndKeepsTheEnds) {
  const Id a = add(0, 0), b = add(50, 0, 60, 20), c = add(300, 0);
  apply(d, distribute_elements(d, {a, b, c}, Axis::Across));
  EXPECT_EQ(at(a).x, 0);
  EXPECT_EQ(at(c).x, 300);
  EXPECT_EQ(box(b).left - box(a).right, box(c).left - box(b).right);
  EXPECT_TRUE(distribute_elements(d, {a, c}, Axis::Down).empty());
}

TEST_F(Arranging, MatchingLooksAtTheBlockAsItLies) {
  const Id a = add(0, 0, 40, 40), b = add(100, 0, 60, 20);
  d.blocks.at(b).rotation = 1;  // 20 wide, 60 high
  apply(d, match_sizes(d, {a, b}, Match::Size));
  EXPECT_EQ(box(a).width(), 40);
  EXPECT_EQ(box(a).height(), 60);
  EXPECT_EQ(box(b).width(), 40);
  EXPECT_EQ(box(b).height(), 60);
  EXPECT_EQ(d.blocks.at(b).size, (Size{60, 40}));
}

TEST_F(Arranging, AChainStandsInOneRowFromLeftToRight) {
  const Id c = add(10, 300, 60, 24), a = add(400, 90), b = add(90, 20, 30, 80);
  line(a, b);
  line(b, c);
  arrange();
  EXPECT_GT(box(b).left, box(a).right + 20);
  EXPECT_GT(box(c).left, box(b).right + 20);
  EXPECT_EQ(box(a).center().y, box(b).center().y);
  EXPECT_EQ(box(b).center().y, box(c).center().y);
}

TEST_F(Arranging, ACircleIsCutWhereItIsEntered) {
  const Id in = add(0, 0), sum = add(100, 0), plant = add(200, 0), out = add(300, 0);
  line(in, sum);
  line(sum, plant);
  line(plant, out);
  line(plant, sum, 1);
  arrange();
  EXPECT_LT(at(in).x, at(sum).x);
  EXPECT_LT(at(sum).x, at(plant).x);
  EXPECT_LT(at(plant).x, at(out).x);
}

// Two ways of cutting the loop lead over one line each: what enters the chain at the second input of a Sum is
// no reference, and what a Sum subtracts is feedback.
TEST_F(Arranging, TheLongestWayFromTheReferenceIsKept) {
  for (const char* signs : {"+-", "++"}) {
    d = Diagram();
    const Id load = add(0, 0), reference = add(0, 50), first = add(100, 300), plant = add(30, 200),
             second = add(20, 100), last = add(60, 40), sensor = add(200, 10), scope = add(300, 300),
             other = add(10, 20);
    for (Id sum : {first, second})
      d.blocks.at(sum).type = "math/sum", d.blocks.at(sum).parameters["signs"] = signs;
    line(reference, first), line(first, plant), line(plant, second), line(second, last), line(last, scope);
    line(last, sensor), line(sensor, first, 1), line(load, second, 1), line(plant, other);
    arrange();
    const std::vector<Id> chain = {reference, first, plant, second, last, scope};
    for (std::size_t k = 0; k + 1 < chain.size(); ++k)
      EXPECT_LT(box(chain[k]).right, box(chain[k + 1]).left) << signs;
  }
}

TEST_F(Arranging, ASignalCalledFeedbackIsIt) {
  const Id a = add(200, 0), b = add(100, 0), c = add(0, 0);
  line(a, b), line(b, c), line(c, a);
  d.blocks.at(b).signal_names[0] = "speed feedback";
  arrange();
  EXPECT_LT(at(c).x, at(a).x);
  EXPECT_LT(at(a).x, at(b).x);
}

TEST_F(Arranging, AMirroredBlockGoesAgainstTheStream) {
  const Id sum = add(0, 0), plant = add(300, 0), middle = add(200, 0), back = add(100, 100);
  d.blocks.at(back).flipped = true;
  line(sum, middle);
  line(middle, plant);
  line(plant, back);
  line(back, sum, 1);
  arrange();
  EXPECT_LT(at(sum).x, at(back).x);
  EXPECT_LT(at(back).x, at(plant).x);
  EXPECT_EQ(box(middle).center().y, box(plant).center().y);
}

TEST_F(Arranging, WhatIsNotArrangedStaysAndNotesAreNotCovered) {
  const Id a = add(0, 0), b = add(0, 10), other = add(500, 500);
  line(a, b);
  Annotation note;
  note.position = {0, 0};
  const Id n = d.new_id();
  d.annotations[n] = note;
  apply(d, arrange_blocks(d, {a, b}, lies));
  EXPECT_EQ(at(other), (Point{500, 500}));
  for (Id id : {a, b}) EXPECT_FALSE(box(id).overlaps(box_of(d.annotations.at(n))));
}

// Whatever the graph: nothing overlaps, all is on whole pixels, and undoing gives back what was.
TEST_F(Arranging, RandomDiagramsNeverOverlap) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    d = {};
    std::vector<Id> ids;
    const int count = 2 + static_cast<int>(random() % 30);
    for (int k = 0; k < count; ++k) {
      ids.push_back(add(random() % 500, random() % 500, 16 + random() % 80, 16 + random() % 80));
      d.blocks.at(ids.back()).flipped = random() % 6 == 0;
      d.blocks.at(ids.back()).rotation = random() % 8 == 0;
    }
    for (int k = 0; k < count + count / 2; ++k)
      line(ids[random() % ids.size()], ids[random() % ids.size()], static_cast<int>(random() % 3));
    const Diagram before = d;
    const Edit edit = arrange_blocks(d, {ids.begin(), ids.end()}, lies);
    const Edit inverse = apply(d, edit);
    for (std::size_t a = 0; a < ids.size(); ++a) {
      EXPECT_EQ(at(ids[a]).x, std::round(at(ids[a]).x));
      EXPECT_EQ(at(ids[a]).y, std::round(at(ids[a]).y));
      for (std::size_t b = 0; b < a; ++b) ASSERT_FALSE(box(ids[a]).overlaps(box(ids[b]))) << round;
    }
    apply(d, inverse);
    EXPECT_EQ(d, before);
  }
}

TEST(Layers, SegmentsGoFromEachLayerToTheNext) {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    std::vector<LayoutNode> nodes(2 + random() % 40);
    for (LayoutNode& n : nodes) n = {40, 40, 10, {double(random() % 900), double(random() % 900)}};
    std::vector<LayoutEdge> edges;
    for (std::size_t k = 0; k < nodes.size() * 2; ++k) {
      LayoutEdge e;
      e.left = static_cast<int>(random() % nodes.size());
      e.right = static_cast<int>(random() % nodes.size());
      e.left_at = e.right_at = 20;
      if (e.left != e.right) edges.push_back(e);
    }
    layout::Layers layers = layout::make_layers(nodes, edges);
    for (const layout::Segment& s : layers.segments)
      EXPECT_EQ(layers.layer[static_cast<std::size_t>(s.left)] + 1,
                layers.layer[static_cast<std::size_t>(s.right)]);
    const long before = layout::crossings(layers);
    layout::reduce_crossings(layers);
    EXPECT_LE(layout::crossings(layers), before);
  }
}

TEST(Layers, CrossingsThatNeedNotBeAreUndone) {
  // a0 -> b1, a1 -> b0, with b's given in the wrong order.
  const std::vector<LayoutNode> nodes = {
      {40, 40, 0, {0, 0}}, {40, 40, 0, {0, 100}}, {40, 40, 0, {100, 100}}, {40, 40, 0, {100, 0}}};
  const std::vector<LayoutEdge> edges = {{0, 2, 20, 20}, {1, 3, 20, 20}};
  layout::Layers layers = layout::make_layers(nodes, edges);
  EXPECT_EQ(layout::crossings(layers), 1);
  layout::reduce_crossings(layers);
  EXPECT_EQ(layout::crossings(layers), 0);
}

TEST(Layers, LargeCirclesAreOrderedInTime) {
  std::mt19937 random(2);
  constexpr int count = 1000;
  std::vector<LayoutNode> nodes(count, {60, 40, 18, {}});
  std::vector<LayoutEdge> edges;
  for (int k = 0; k < count; ++k) edges.push_back({k, (k + 1) % count, 20, 20});
  for (int k = 0; k < count; ++k)
    edges.push_back({static_cast<int>(random() % count), static_cast<int>(random() % count), 20, 20});
  std::vector<int> place = layout::forward_order(nodes, edges);
  int backwards = 0;
  for (const LayoutEdge& e : edges)
    backwards += e.left != e.right &&
                 place[static_cast<std::size_t>(e.left)] > place[static_cast<std::size_t>(e.right)];
  EXPECT_LT(backwards, 400);
  std::sort(place.begin(), place.end());
  for (int k = 0; k < count; ++k) EXPECT_EQ(place[static_cast<std::size_t>(k)], k);
}

TEST(LayeredLayout, AThousandBlocksTakeNoTime) {
  std::mt19937 random(1);
  std::vector<LayoutNode> nodes(1000, {60, 40, 18, {}});
  std::vector<LayoutEdge> edges;
  for (int k = 1; k < 1000; ++k)
    edges.push_back({static_cast<int>(random() % static_cast<unsigned>(k)), k, 20, 20});
  EXPECT_EQ(layered_layout(nodes, edges).size(), 1000u);
}

}  // namespace sim
