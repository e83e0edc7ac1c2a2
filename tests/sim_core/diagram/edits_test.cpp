#include "sim_core/diagram/edits.h"

#include <gtest/gtest.h>

#include "sim_core/diagram/file.h"
#include "tests/sim_core/diagram/random_diagram.h"

namespace sim {

// A drives B and S; S holds C, which drives D, and a note. A loose line hangs at B.
class Edits : public testing::Test {
 protected:
  Id add(const std::string& name, Id parent = no_id, const std::string& type = "math/gain") {
    Block block;
    block.name = name;
    block.type = type;
    block.parent = parent;
    auto [edit, id] = insert_block(d, block);
    apply(d, edit);
    return id;
  }
  Id line(Id from, Id to, int input = 0) {
    const auto edit = connect(d, {from, 0}, {to, input});
    EXPECT_TRUE(edit);
    apply(d, *edit);
    for (const auto& [id, l] : d.lines)
      if (l.target == PortRef{to, input}) return id;
    return no_id;
  }
  // As it would be after the edit; taking the edit back must restore the diagram.
  Diagram after(const Edit& edit) {
    Diagram changed = d;
    const Edit inverse = apply(changed, edit);
    Diagram back = changed;
    apply(back, inverse);
    EXPECT_EQ(back, d);
    EXPECT_TRUE(read_diagram(write_diagram(changed), "f"));
    return changed;
  }

  Diagram d;
  Id a = add("A"), b = add("B"), s = add("S", no_id, "ports/subsystem"), c = add("C", s), e = add("D", s);
  Id a_b = line(a, b), a_s = line(a, s), c_d = line(c, e);
  Id note = note_in_s();
  Id note_in_s() {
    const Id id = d.new_id();
    d.annotations[id].parent = s;
    return id;
  }
};

TEST_F(Edits, InsertingMakesNamesUniqueAndAllowed) {
  EXPECT_EQ(d.blocks.at(add("A")).name, "A1");
  EXPECT_EQ(d.blocks.at(add("/x/y\n")).name, "_x/y_");
  EXPECT_EQ(d.blocks.at(add("")).name, "Block");
  EXPECT_EQ(d.blocks.at(add("A", s)).name, "A") << "unique in its parent only";
  const std::string longest(max_name_length, 'n');
  add(longest);
  EXPECT_TRUE(why_not_a_block_name(d.blocks.at(add(longest)).name).empty());
}

TEST_F(Edits, RemovingTakesLinesAndContentsAlong) {
  const Diagram without_s = after(remove_blocks(d, {s}));
  EXPECT_EQ(without_s.blocks.size(), 2u);
  EXPECT_EQ(without_s.lines.size(), 1u);
  EXPECT_TRUE(without_s.lines.contains(a_b));
  EXPECT_TRUE(without_s.annotations.empty());
  EXPECT_EQ(after(remove_blocks(d, {a})).lines.size(), 1u);
  EXPECT_EQ(after(remove_blocks(d, {a_b, note})).lines.size(), 2u);
  EXPECT_TRUE(remove_blocks(d, {Id{999}}).empty());
}

TEST_F(Edits, MovingTakesInnerCornersAlong) {
  d.lines[a_b].waypoints = d.lines[a_s].waypoints = {{10, 10}};
  const Diagram moved = after(move_blocks(d, {a, b}, {5, -2}));
  EXPECT_EQ(moved.blocks.at(b).position, (Point{5, -2}));
  EXPECT_EQ(moved.lines.at(a_b).waypoints[0], (Point{15, 8}));
  EXPECT_EQ(moved.lines.at(a_s).waypoints[0], (Point{10, 10})) << "one end stays";
  EXPECT_TRUE(move_blocks(d, {a}, {0, 0}).empty());
  EXPECT_EQ(after(move_blocks(d, {a}, {1e300, 0})).blocks.at(a).position.x, max_coordinate);
}

TEST_F(Edits, RenamingKeepsNamesUnique) {
  EXPECT_EQ(after(*rename_block(d, a, "B")).blocks.at(a).name, "B1");
  EXPECT_EQ(after(*rename_block(d, a, "C")).blocks.at(a).name, "C") << "C is in S";
  EXPECT_TRUE(rename_block(d, a, "A")->empty());
  for (const std::string wrong : {"", "a/", "a\nb"}) EXPECT_FALSE(rename_block(d, a, wrong));
  EXPECT_FALSE(rename_block(d, a, std::string(1001, 'x')));
  EXPECT_FALSE(rename_block(d, note, "x"));
}

TEST_F(Edits, ConnectingReplacesWhatDrivesTheInput) {
  const Diagram changed = after(*connect(d, {b, 0}, {s, 0}));
  EXPECT_EQ(changed.lines.size(), 3u);
  EXPECT_FALSE(changed.lines.contains(a_s));
  EXPECT_TRUE(connect(d, {a, 0}, {s, 0})->empty()) << "it is so already";
  EXPECT_EQ(after(*connect(d, {a, 0}, {s, 1})).lines.size(), 4u) << "a wire may branch";
  EXPECT_EQ(connect(d, {a, 0}, {c, 0}).error().path, "S/C");
  EXPECT_FALSE(connect(d, {a, 0}, {Id{999}, 0}));
  EXPECT_FALSE(connect(d, {a, max_port_number}, {b, 0}));
  EXPECT_FALSE(connect(d, {a, -1}, {b, 0}));
}

TEST_F(Edits, PastingKeepsInnerLinesAndDropsOuterOnes) {
  d.blocks[s].mask = Mask{{{"K", "Stiffness", "2*c"}}};
  d.blocks[s].priority = 4;
  const std::string text = copy_fragment(d, {b, s});
  const Diagram pasted = after(*paste_fragment(d, text, no_id, {20, 20}));
  EXPECT_EQ(pasted.blocks.size(), d.blocks.size() + 4);
  EXPECT_EQ(pasted.lines.size(), d.lines.size() + 1) << "C to D; those from A stay outside";
  EXPECT_EQ(pasted.annotations.size(), 2u);
  const auto copy = find_block(pasted, "S1/C");
  ASSERT_TRUE(copy);
  EXPECT_EQ(pasted.blocks.at(*copy).position, (Point{0, 0})) << "what is inside does not move";
  EXPECT_EQ(pasted.blocks.at(*find_block(pasted, "B1")).position, (Point{20, 20}));
  const Diagram inside = after(*paste_fragment(d, text, s, {}));
  EXPECT_TRUE(find_block(inside, "S/S/D"));
  EXPECT_TRUE(find_block(inside, "S/B"));
}

TEST_F(Edits, PastingRefusesWhatCannotBe) {
  EXPECT_FALSE(paste_fragment(d, "hello", no_id, {}));
  EXPECT_FALSE(paste_fragment(d, copy_fragment(d, {a}), Id{999}, {}));
  Id top = no_id, limit = no_id, beyond = no_id, innermost = no_id;
  for (int k = 1; k <= 200; ++k) {
    innermost = add("S", innermost, "ports/subsystem");
    if (k == 1) top = innermost;
    if (k == max_subsystem_depth + 1 - 200) limit = innermost;
    if (k == max_subsystem_depth + 2 - 200) beyond = innermost;
  }
  const std::string chain = copy_fragment(d, {top});
  EXPECT_FALSE(paste_fragment(d, chain, beyond, {}));
  EXPECT_EQ(after(*paste_fragment(d, chain, limit, {})).blocks.size(), d.blocks.size() + 200);
}

TEST(EditsOfAnything, UndoAndRedoAreExact) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::RandomDiagram random(seed);
    Diagram d = random.diagram(10);
    std::vector<Diagram> states{d};
    std::vector<Edit> undo;
    for (int k = 0; k < 150; ++k) {
      Edit edit;
      const auto some = [&] {
        std::set<Id> ids;
        for (int n = random.number(1, 3); n > 0 && !d.blocks.empty(); --n) ids.insert(random.any(d.blocks));
        if (!d.lines.empty()) ids.insert(random.any(d.lines));
        return ids;
      };
      const int kind = random.number(0, 8);
      const bool full = d.blocks.size() > 60;
      if (kind <= 1) {
        edit = insert_block(d, random.block(d)).edit;
      } else if (kind == 2 || full) {
        edit = remove_blocks(d, some());
      } else if (kind == 3) {
        edit = move_blocks(d, some(), random.point());
      } else if (kind == 4) {
        auto pasted = paste_fragment(d, copy_fragment(d, some()), no_id, random.point());
        ASSERT_TRUE(pasted) << to_text(pasted.error());
        edit = *pasted;
      } else if (kind == 5 && !d.blocks.empty()) {
        edit = *rename_block(d, random.any(d.blocks), "Renamed");
      } else if (kind == 6 && !d.blocks.empty()) {
        auto wire = connect(d, {random.any(d.blocks), 0}, {random.any(d.blocks), random.number(0, 3)});
        if (wire) edit = *wire;
      } else if (kind == 7) {
        edit.set_setting("RelTol", random.chance(50) ? std::optional<std::string>("1e-9") : std::nullopt);
      } else {
        edit.set(d.new_id(), random.annotation(d));
        edit.set(d.new_id(), Variable{"v", "1", "", "", {}});
      }
      undo.push_back(apply(d, edit));
      states.push_back(d);
    }
    std::vector<Edit> redo;
    for (std::size_t k = undo.size(); k-- > 0;) {
      redo.push_back(apply(d, undo[k]));
      ASSERT_EQ(d, states[k]) << "seed " << seed << ", undo of edit " << k;
    }
    for (std::size_t k = 0; k < redo.size(); ++k) {
      apply(d, redo[redo.size() - 1 - k]);
      ASSERT_EQ(d, states[k + 1]) << "seed " << seed << ", redo of edit " << k;
    }
    const auto back = read_diagram(write_diagram(d), "f");
    ASSERT_TRUE(back) << to_text(back.error());
    EXPECT_EQ(back->diagram, d) << "shared edits keep what the file promises";
  }
}

TEST(EditsOfAnything, PastingTwiceGivesEqualCopies) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::RandomDiagram random(seed);
    Diagram d = random.diagram(20);
    std::set<Id> ids;
    for (int k = 0; k < 5; ++k) ids.insert(random.any(d.blocks));
    const std::string text = copy_fragment(d, ids);
    const Diagram original = read_diagram(text, "f")->diagram;
    Diagram empty;
    apply(empty, *paste_fragment(empty, text, no_id, {}));
    EXPECT_EQ(empty.blocks.size(), original.blocks.size());
    EXPECT_EQ(empty.lines.size(), original.lines.size());
    std::set<Id> all;
    for (const auto& [id, block] : empty.blocks) all.insert(id);
    for (const auto& [id, line] : empty.lines) all.insert(id);
    for (const auto& [id, note] : empty.annotations) all.insert(id);
    Diagram again;
    apply(again, *paste_fragment(again, copy_fragment(empty, all), no_id, {}));
    EXPECT_EQ(again, empty);
    for (const auto& [id, line] : again.lines)
      for (const auto& end : {line.source, line.target})
        ASSERT_TRUE(!end || again.blocks.at(end->block).parent == line.parent);
  }
}

}  // namespace sim
