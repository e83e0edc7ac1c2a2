#include "sim_core/diagram/make_room.h"

#include <gtest/gtest.h>

#include <random>

#include "sim_core/diagram/geometry.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

struct Page : ModelBuilder {
  Id at(double x, double y, Size size = {60, 40}) {
    const Id id = block("math/gain", "b" + std::to_string(diagram.blocks.size()));
    diagram.blocks[id].position = {x, y};
    diagram.blocks[id].size = size;
    return id;
  }
  Point place(Id id) const { return diagram.blocks.at(id).position; }
  void room(Id before, Id block, Id after) { apply(diagram, make_room(diagram, before, block, after)); }
};

bool overlap(const Block& a, const Block& b) { return box_of(a).overlaps(box_of(b)); }

}  // namespace

TEST(MakeRoom, NothingMovesWhereThereIsRoom) {
  Page m;
  const Id a = m.at(0, 0), x = m.at(120, 0), b = m.at(240, 0);
  m.connect(a, x).connect(x, b);
  EXPECT_TRUE(make_room(m.diagram, a, x, b).empty());
}

TEST(MakeRoom, TheBlockKeepsItsDistanceBeforeAnythingElseMoves) {
  Page m;
  const Id a = m.at(0, 0), x = m.at(64, 0), b = m.at(240, 0);
  m.connect(a, x).connect(x, b);
  m.room(a, x, b);
  EXPECT_EQ(m.place(x), (Point{88, 0}));  // 24 behind a, on the grid
  EXPECT_EQ(m.place(b), (Point{240, 0}));
  m.diagram.blocks[x].position.x = 176;
  m.room(a, x, b);
  EXPECT_EQ(m.place(x).x + 60 + 24, 236);
}

TEST(MakeRoom, WhatIsDownstreamMovesByWhatIsMissingAndNothingElse) {
  Page m;
  const Id a = m.at(0, 0), x = m.at(70, 0), b = m.at(100, 0), c = m.at(200, 0), scope = m.at(200, 120);
  const Id feedback = m.at(60, 200), elsewhere = m.at(400, 300);
  m.connect(a, x).connect(x, b).connect(b, c).connect(b, scope).connect(c, feedback).connect(feedback, a);
  m.room(a, x, b);
  EXPECT_EQ(m.place(a), (Point{0, 0}));
  EXPECT_EQ(m.place(x), (Point{86, 0}));
  EXPECT_EQ(m.place(b), (Point{172, 0}));  // 100 + 72: 70 are missing
  EXPECT_EQ(m.place(c), (Point{272, 0}));
  EXPECT_EQ(m.place(scope), (Point{272, 120}));
  EXPECT_EQ(m.place(feedback), (Point{60, 200}));  // stands before it
  EXPECT_EQ(m.place(elsewhere), (Point{400, 300}));
}

TEST(MakeRoom, WhatTheyWouldLieOnGoesAlong) {
  Page m;
  const Id a = m.at(0, 0), x = m.at(70, 0), b = m.at(100, 0), other = m.at(180, 10), next = m.at(260, 20);
  m.connect(a, x).connect(x, b);
  m.room(a, x, b);
  EXPECT_EQ(m.place(b).x, 172);
  EXPECT_EQ(m.place(other).x, 252);
  EXPECT_EQ(m.place(next).x, 332);
}

TEST(MakeRoom, ANameOnTheLineGetsRoom) {
  Page m;
  const Id a = m.at(0, 0), x = m.at(120, 0), b = m.at(240, 0);
  m.connect(a, x).connect(x, b);
  m.diagram.blocks[a].signal_names[0] = "angular velocity";
  EXPECT_EQ(room_for_line(m.diagram, {a, 0}), 6.5 * 16 + 18);
  m.room(a, x, b);
  EXPECT_GE(m.place(x).x - 60, 6.5 * 16 + 18);
  EXPECT_GE(m.place(b).x - m.place(x).x - 60, 24);
}

TEST(MakeRoom, WhatLiesUnderTheBlockMovesAside) {
  Page m;
  const Id a = m.at(0, 0), x = m.at(120, -60, {60, 160}), b = m.at(300, 0), below = m.at(130, 60),
           lower = m.at(130, 124), above = m.at(100, -100);
  m.connect(a, x).connect(x, b);
  m.room(a, x, b);
  EXPECT_EQ(m.place(x), (Point{120, -60}));
  EXPECT_GE(m.place(below).y, 100 + 18);
  EXPECT_GE(m.place(lower).y, m.place(below).y + 40 + 18);
  EXPECT_LE(m.place(above).y + 40 + 18, -60);
}

TEST(MakeRoom, WhatABlockHasGrownOntoMovesAside) {
  Page m;
  const Id grown = m.at(100, 0, {40, 96}), below = m.at(90, 80), lower = m.at(90, 140),
           beside = m.at(180, 60);
  EXPECT_TRUE(make_room(m.diagram, grown, grown, grown).empty());
  apply(m.diagram, move_aside(m.diagram, grown));
  EXPECT_EQ(m.place(grown), (Point{100, 0}));
  EXPECT_EQ(m.place(beside), (Point{180, 60}));
  EXPECT_GE(m.place(below).y, 96 + 18);
  EXPECT_GE(m.place(lower).y, m.place(below).y + 40 + 18);
  EXPECT_TRUE(move_aside(m.diagram, Id{999}).empty());
}

TEST(MakeRoom, AlongALineThatRunsToTheLeftOrDown) {
  Page m;
  const Id a = m.at(200, 0), x = m.at(150, 0), b = m.at(100, 0);
  m.diagram.blocks[x].flipped = true;
  m.connect(a, x).connect(x, b);
  m.room(a, x, b);
  EXPECT_LE(m.place(x).x + 60 + 24, 200);
  EXPECT_LE(m.place(b).x + 60 + 24, m.place(x).x);
  Page n;
  const Id top = n.at(0, 0), y = n.at(0, 50), low = n.at(0, 80);
  n.diagram.blocks[y].rotation = 1;
  n.connect(top, y).connect(y, low);
  n.room(top, y, low);
  EXPECT_GE(n.place(y).y, 40 + 24);
  EXPECT_GE(n.place(low).y, box_of(n.diagram.blocks[y]).bottom + 24);
}

// Blocks that did not overlap before do not afterwards, whatever is dropped wherever.
TEST(MakeRoom, NothingOverlapsAfterwards) {
  std::mt19937 random(7);
  const auto upto = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int moved = 0;
  for (int trial = 0; trial < 500; ++trial) {
    Page m;
    std::vector<Id> ids;
    for (int tries = 0; tries < 60; ++tries) {
      const Box box{8.0 * upto(80), 8.0 * upto(40), 0, 0};
      const Box wide{box.left, box.top, box.left + 60, box.top + 58};
      if (std::ranges::none_of(m.diagram.blocks, [&](const auto& entry) {
            Box other = box_of(entry.second);
            other.bottom += 18;
            return wide.overlaps(other);
          }))
        ids.push_back(m.at(box.left, box.top));
    }
    for (std::size_t k = 0; k + 1 < ids.size(); ++k) m.connect(ids[k], ids[k + 1]);
    const Id a = ids[0], b = ids[1];
    const Box from = box_of(m.diagram.blocks[a]), to = box_of(m.diagram.blocks[b]);
    if (to.left < from.right) continue;
    const Id x = m.at(from.right + upto(static_cast<int>(to.left - from.right) + 1) - 30,
                      (from.top + to.top) / 2, {40.0 + 8 * upto(6), 32.0 + 8 * upto(8)});
    m.connect(a, x).connect(x, b);
    const Diagram before = m.diagram;
    m.room(a, x, b);
    for (const auto& [id, block] : m.diagram.blocks) {
      moved += block.position != before.blocks.at(id).position;
      for (const auto& [other_id, other] : m.diagram.blocks)
        EXPECT_FALSE(id < other_id && overlap(block, other))
            << trial << ": " << to_number(id) << " " << to_number(other_id);
    }
  }
  EXPECT_GT(moved, 500);
}

}  // namespace sim
