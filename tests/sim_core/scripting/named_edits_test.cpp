// The structure of a diagram by names: blocks, ports and lines, and what is said where there is no such
// thing.
#include "sim_core/scripting/named_edits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/signal_properties.h"
#include "sim_core/interfaces/port_layout.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/scripting/named_ports.h"

namespace sim {

class NamedEdits : public testing::Test {
 protected:
  void make(const Result<Edit>& edit) {
    ASSERT_TRUE(edit) << to_text(edit.error());
    apply(d, *edit);
  }
  Id add(const std::string& type, const std::string& path) {
    const auto added = add_block(d, library, type, path);
    EXPECT_TRUE(added) << to_text(added.error());
    if (added) apply(d, added->edit);
    return added ? added->id : no_id;
  }
  void connect(const std::string& text) { make(connect_ports(d, library, text)); }
  std::string refusal(const Result<Edit>& edit) { return edit ? "taken" : to_text(edit.error()); }
  std::string line() const {
    std::string all;
    for (const auto& [id, l] : d.lines)
      all += block_path(d, l.source->block) + '.' + std::to_string(l.source->port + 1) + ':' +
             block_path(d, l.target->block) + '.' + std::to_string(l.target->port + 1) + ' ';
    return all;
  }
  const BlockLibrary library = standard_library();
  Diagram d;
};

TEST_F(NamedEdits, ATypeHasItsIdAndItsLabel) {
  EXPECT_EQ((*find_type(library, "math/gain"))->label, "Gain");
  EXPECT_EQ((*find_type(library, "Gain"))->id, "math/gain");
  EXPECT_EQ(to_text(find_type(library, "Gainn").error()),
            "Gainn: there is no block type of this name (did you mean Gain?)");
  EXPECT_EQ(find_type(library, "qqqqqqqq").error().remedy, "fluxion-cli blocks lists all types");
}

TEST_F(NamedEdits, ADecayIsWritten) {
  add("Integrator", "x");
  add("Gain", "k");
  connect("x:k");
  connect("k.1:x.1");
  make(assign(d, library, "k.k", "-2"));
  make(log_signal(d, library, "x", "level"));
  EXPECT_EQ(line(), "x.1:k.1 k.1:x.1 ");
  const Block& x = d.blocks.at(*find_block(d, "x"));
  EXPECT_EQ(x.signal_names.at(0), "level");
  EXPECT_TRUE(signal_properties(x, 0).logged);
  const auto read = read_diagram(write_diagram(d), "model");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->diagram, d);
}

TEST_F(NamedEdits, BlocksGoIntoSubsystemsThatAreThere) {
  add("Subsystem", "Plant");
  const Id gain = add("Gain", "Plant/a//b");
  EXPECT_EQ(d.blocks.at(gain).name, "a/b");
  EXPECT_EQ(d.blocks.at(gain).parent, *find_block(d, "Plant"));
  EXPECT_EQ(to_text(add_block(d, library, "Gain", "Plnt/c").error()),
            "Plnt/c: the model has no block 'Plnt' (did you mean Plant?)");
  EXPECT_EQ(to_text(add_block(d, library, "Gain", "Plant/a//b/c").error()),
            "Plant/a//b/c: 'Plant/a//b' is no subsystem (add the block at another place)");
  EXPECT_EQ(to_text(add_block(d, library, "Gain", "Plant").error()),
            "Plant: a block of this name is there already (choose another name)");
  const auto second = add_block(d, library, "Gain", "Plant", true);
  ASSERT_TRUE(second);
  apply(d, second->edit);
  EXPECT_EQ(d.blocks.at(second->id).name, "Plant1");
}

TEST_F(NamedEdits, NewPortsHaveTheNextNumber) {
  add("Inport", "u");
  EXPECT_EQ(d.blocks.at(add("Inport", "v")).parameters.at("port"), "2");
}

TEST_F(NamedEdits, APortHasANumberAndAName) {
  add("math/product", "P");
  add("Gain", "a.1");
  EXPECT_EQ((*find_port(d, library, "P.2", true)).port, 1);
  EXPECT_EQ((*find_port(d, library, "a.1.y", false)).port, 0);
  EXPECT_EQ((*find_port(d, library, "a.1", false)).block, *find_block(d, "a.1"));
  EXPECT_EQ(to_text(find_port(d, library, "P.3", true).error()),
            "P.3: there is no input of this name or number (it has the inputs u1, u2)");
  EXPECT_EQ(
      to_text(find_port(d, library, "Prod.1", true).error()),
      "Prod.1: the model has no block of this name (write Block/path.port, with the port's number or name)");
  add("Scope", "S");
  EXPECT_EQ(to_text(find_port(d, library, "S.1", false).error()),
            "S.1: this block has no outputs (connect another block)");
}

TEST_F(NamedEdits, WithoutAPortTheFirstFreeInputIsTaken) {
  add("Constant", "c");
  add("math/product", "P");
  connect("c:P");
  connect("c:P");
  EXPECT_EQ(line(), "c.1:P.1 c.1:P.2 ");
  add("Scope", "S");
  for (int k = 0; k < 3; ++k) connect("c:S");
  EXPECT_EQ(d.blocks.at(*find_block(d, "S")).parameters.at("Inputs"), "3");
  connect("c:S.4");
  EXPECT_EQ(d.blocks.at(*find_block(d, "S")).parameters.at("Inputs"), "4");
}

TEST_F(NamedEdits, ALineIsRemovedByItsEnds) {
  add("Constant", "c");
  add("Gain", "g");
  connect("c:g");
  make(disconnect_ports(d, library, "c:g"));
  EXPECT_TRUE(d.lines.empty());
  EXPECT_EQ(refusal(disconnect_ports(d, library, "c:g")),
            "c:g: there is no line between these ports (look at the lines of the model)");
  EXPECT_EQ(refusal(connect_ports(d, library, "c")),
            "c: this is no connection (write Block.output:Block.input, such as Gain.1:Sum.2)");
}

TEST_F(NamedEdits, BlocksAndVariablesAreRemovedByName) {
  add("Constant", "c");
  add("Gain", "g");
  connect("c:g");
  make(define_variable(d, "k", "1"));
  make(remove_named(d, "c"));
  make(remove_named(d, "k"));
  EXPECT_TRUE(d.lines.empty() && d.variables.empty());
  EXPECT_EQ(refusal(remove_named(d, "gg")),
            "gg: the model has no block and no variable of this name (fluxion-cli info lists its blocks)");
}

TEST_F(NamedEdits, ArrangingLeavesNoTwoBlocksOnOneAnother) {
  for (const char* name : {"a", "b", "c", "e"}) add("Gain", name);
  add("Subsystem", "S"), add("Inport", "S/u"), add("Outport", "S/y");
  connect("a:b"), connect("b:c"), connect("c:S"), connect("S:e");
  make(arrange_diagram(d, library));
  for (const auto& [i, p] : d.blocks)
    for (const auto& [j, q] : d.blocks)
      EXPECT_FALSE(i < j && p.parent == q.parent && box_of(p).overlaps(box_of(q))) << p.name << q.name;
  const auto left = [&](const char* name) { return d.blocks.at(*find_block(d, name)).position.x; };
  EXPECT_LT(left("a"), left("b"));
  EXPECT_LT(left("c"), left("S"));
  EXPECT_LT(left("S"), left("e"));
}

// Ports turn with their block: a quarter clockwise brings the left side on top.
TEST_F(NamedEdits, PortsAreOnTheOutlineHoweverTheBlockLies) {
  const Id id = add("math/product", "P");
  Block& block = d.blocks.at(id);
  const BlockType* type = library.find(block.type);
  for (int rotation = 0; rotation < 4; ++rotation)
    for (const bool flipped : {false, true}) {
      block.rotation = rotation, block.flipped = flipped;
      const PortLayout layout = port_layout(block, type, block_interface(d, library, id));
      ASSERT_EQ(layout.inputs.size(), 2u);
      const Box box = box_of(block);
      const double turn = rotation * std::numbers::pi / 2;
      const double ahead = flipped ? 1 : -1;  // of an input, before the turn
      for (const PortPlace& in : layout.inputs) {
        EXPECT_NEAR(in.direction.x, ahead * std::cos(turn), 1e-12);
        EXPECT_NEAR(in.direction.y, ahead * std::sin(turn), 1e-12);
        const Point center = box.center();
        EXPECT_NEAR(std::abs(in.direction.x * (in.at.x - center.x) + in.direction.y * (in.at.y - center.y)),
                    block.size.width / 2, 1e-9);
      }
    }
}

}  // namespace sim
