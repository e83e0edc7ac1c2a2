// Taking a mask away from the middle of random nested masks leaves every value as it was, or is refused.
#include "sim_core/diagram/mask_substitution.h"

#include <gtest/gtest.h>

#include <random>

#include "sim_core/interfaces/workspaces.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

class RandomMasks {
 public:
  explicit RandomMasks(unsigned seed) : random_(seed) {
    for (const char* name : {"a", "b", "c"}) m.variable(name, std::to_string(number(2, 9)));
    Id parent = no_id;
    for (Id* level : {&outer, &plant, &inner}) {
      parent = *level = m.block("ports/subsystem", "S", {}, parent);
      m.diagram.blocks[*level].mask = mask();
    }
    shallow = m.block("sources/constant", "Shallow", {{"value", expression(4)}}, plant);
    deep = m.block("sources/constant", "Deep", {{"value", expression(4)}}, inner);
  }
  ModelBuilder m;
  Id outer, plant, inner, shallow, deep;

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  std::string name() { return std::string(1, "abcdef"[number(0, 5)]); }
  std::string expression(int depth) {
    const int kind = depth == 0 ? number(0, 1) : number(0, 6);
    if (kind == 0) return std::to_string(number(1, 9));
    if (kind <= 2) return name();
    const std::string left = expression(depth - 1), right = expression(depth - 1);
    if (kind == 3) return left + " - " + right;
    if (kind == 4) return left + "*" + right;
    if (kind == 5) return "sqrt(abs(" + left + "))/" + right;
    return "sum([" + left + " " + right + "; " + name() + "' -" + name() + "])(1) % " + name();
  }
  Mask mask() {
    Mask mask;
    for (char c = 'a'; c <= 'f'; ++c)
      if (number(0, 2) == 0) mask.parameters.push_back({std::string(1, c), "", expression(2)});
    for (int k = number(0, 2); k > 0; --k) mask.initialization += name() + " = " + expression(1) + "\n";
    return mask;
  }
  std::mt19937 random_;
};

Result<expr::Value> value_of(const Diagram& d, Id id) {
  const Block& block = d.blocks.at(id);
  return expr::evaluate(block.parameters.at("value"), workspace_of(d, block.parent));
}

}  // namespace

TEST(MaskSubstitution, KeepsEveryValueOrIsRefused) {
  int compared = 0, refused = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    RandomMasks model(seed);
    Diagram& d = model.m.diagram;
    const auto shallow = value_of(d, model.shallow), deep = value_of(d, model.deep);
    const auto edit = remove_mask(d, model.plant, {});
    if (!edit) {
      EXPECT_FALSE(edit.error().remedy.empty());
      ++refused;
      continue;
    }
    const Diagram before = d;
    apply(d, *edit);
    for (const auto& [old, id] : {std::pair(&shallow, model.shallow), std::pair(&deep, model.deep)}) {
      if (!*old) continue;
      const auto now = value_of(d, id);
      ASSERT_TRUE(now) << seed << ": " << before.blocks.at(id).parameters.at("value") << " became "
                       << d.blocks.at(id).parameters.at("value") << ": " << to_text(now.error());
      ASSERT_EQ(*now, **old) << seed << ": " << before.blocks.at(id).parameters.at("value") << " became "
                             << d.blocks.at(id).parameters.at("value");
      ++compared;
    }
  }
  EXPECT_GT(compared, 200);
  EXPECT_GT(refused, 30);
}

}  // namespace sim
