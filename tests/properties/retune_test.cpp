// A program that is given other values of its tunable parameters is the one that is compiled with them: over
// all examples, random models and all block types.
#include <gtest/gtest.h>

#include <cstring>

#include "sim_core/compile/retune.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/model_run.h"
#include "tests/examples/example_run.h"
#include "tests/support/block_bench.h"
#include "tests/support/random_diagram.h"

namespace sim {

namespace {

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// What they compute is the same, to the last operation.
void expect_same(const Program& a, const Program& b, const std::string& what) {
  EXPECT_TRUE(same(a.parameters, b.parameters)) << what;
  ASSERT_EQ(a.graph.size(), b.graph.size()) << what;
  for (ir::NodeId id = 0; id < a.graph.size(); ++id) {
    ASSERT_TRUE(a.graph.node(id) == b.graph.node(id)) << what << " node " << id;
    if (a.graph.node(id).op == ir::Op::Constant) {
      const auto u = a.graph.constant_values(id), v = b.graph.constant_values(id);
      ASSERT_TRUE(same({u.begin(), u.end()}, {v.begin(), v.end()})) << what << " node " << id;
    }
  }
  for (std::size_t k = 0; k < a.kernels.size(); ++k)
    EXPECT_EQ(a.kernels[k].results, b.kernels[k].results) << what;
  EXPECT_EQ(a.jacobian_pattern.row_index, b.jacobian_pattern.row_index) << what;
  EXPECT_EQ(a.invariant_pattern.row_index, b.invariant_pattern.row_index) << what;
  EXPECT_EQ(a.absolute_tolerances, b.absolute_tolerances) << what;
}

// Every parameter that may be changed while a run goes on, somewhat changed: where it was 0 it is not, and
// some become 0.
Diagram with_other_values(const Diagram& diagram, const BlockLibrary& library, std::mt19937& random) {
  Diagram other = diagram;
  for (auto& [id, block] : other.blocks) {
    const BlockType* type = library.find(block.type);
    if (!type) continue;
    for (const ParameterSpec& spec : type->parameters) {
      if (spec.kind != ParameterKind::Real || !spec.tunable || std::isfinite(spec.minimum) ||
          std::isfinite(spec.maximum) || random() % 2 == 0)
        continue;
      const std::string before = parameter_text(block, spec);
      block.parameters[spec.name] =
          random() % 5 == 0 ? "0*(" + before + ")" : "1.25*(" + before + ") + 0.125";
    }
  }
  return other;
}

// How many parameters were changed.
std::size_t check(const Diagram& diagram, const BlockLibrary& library, std::mt19937& random,
                  const std::string& what) {
  const auto compiled = compile(diagram, library);
  if (!compiled) return 0;
  const Diagram other = with_other_values(diagram, library, random);
  const auto fresh = compile(other, library);
  if (!fresh) return 0;
  const Retuned retuned = retune(*compiled, compiled->program, diagram, other, library);
  if (retuned.refused.empty()) expect_same(*retuned.program, *fresh->program, what);
  const Retuned back = retune(*compiled, retuned.program, diagram, diagram, library);
  EXPECT_TRUE(back.refused.empty()) << what << ": " << to_text(back.refused.front());
  EXPECT_EQ(back.changes.size(), retuned.changes.size()) << what;
  expect_same(*back.program, *compiled->program, what);
  return retuned.refused.empty() ? retuned.changes.size() : 0;
}

}  // namespace

TEST(Retuning, IsCompilingWithTheseValuesInEveryExample) {
  std::mt19937 random(1);
  std::size_t changed = 0;
  for (const std::string& name : example_names())
    for (int round = 0; round < 3; ++round) changed += check(load(name), library(), random, name);
  EXPECT_GT(changed, 100u);
}

TEST(Retuning, IsCompilingWithTheseValuesInRandomModels) {
  std::mt19937 random(2);
  std::size_t changed = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    changed += check(RandomModel(seed, 30, static_cast<int>(seed % 3), seed % 2 == 1).diagram(),
                     the_library(), random, "seed " + std::to_string(seed));
  EXPECT_GT(changed, 200u);
}

// Each variable of every example, in parameters and formulas.
TEST(Retuning, IsCompilingWithTheseValuesForEveryVariable) {
  std::size_t taken = 0, refused = 0;
  for (const std::string& name : example_names()) {
    const Diagram diagram = load(name);
    const auto compiled = compile(diagram, library());
    if (!compiled) continue;
    for (const auto& [id, variable] : diagram.variables) {
      Diagram other = diagram;
      other.variables.at(id).expression = "1.03125*(" + variable.expression + ") + 0.0078125";
      const auto fresh = compile(other, library());
      if (!fresh) continue;
      const Retuned retuned = retune(*compiled, compiled->program, diagram, other, library());
      (retuned.refused.empty() ? taken : refused) += 1;
      if (retuned.refused.empty()) expect_same(*retuned.program, *fresh->program, name + ' ' + variable.name);
    }
  }
  EXPECT_GT(taken, 4 * refused);
  std::printf("%zu variables of examples can be changed while a run goes on, %zu not\n", taken, refused);
}

// Each block by itself, and each parameter: one that its equations read as a number is not tunable.
TEST(Retuning, IsCompilingWithTheseValuesForEveryBlock) {
  std::size_t tuned = 0, fixed = 0;
  for (const BlockType* each : the_library().all()) {
    const BlockType& type = *each;
    const BlockBench bench(type, {}, 1);
    if (!bench.program) continue;
    const auto compiled = compile(bench.diagram, the_library());
    for (const ParameterSpec& spec : type.parameters) {
      if (spec.kind != ParameterKind::Real) continue;
      Diagram other = bench.diagram;
      Block& block = other.blocks.at(bench.block);
      block.parameters[spec.name] = "1.03125*(" + parameter_text(block, spec) + ") + 0.0078125";
      const auto fresh = compile(other, the_library());
      if (!fresh) continue;
      const Retuned retuned = retune(*compiled, compiled->program, bench.diagram, other, the_library());
      EXPECT_LE(retuned.changes.size() + retuned.refused.size(), 1u) << type.id << ' ' << spec.name;
      if (retuned.changes.empty() && retuned.refused.empty()) continue;  // inf, whatever is done to it
      if (retuned.changes.empty()) {
        ++fixed;
        continue;
      }
      ++tuned;
      expect_same(*retuned.program, *fresh->program, type.id + ' ' + spec.name);
    }
  }
  EXPECT_GT(tuned, 100u);
  std::printf("%zu parameters can be changed while a run goes on, %zu not\n", tuned, fixed);
}

// Settings that the compiler is said not to read.
TEST(Retuning, SettingsOfRunsAreNotCompiledIn) {
  for (const std::string& name : example_names()) {
    const Diagram diagram = load(name);
    const auto compiled = compile(diagram, library());
    if (!compiled) continue;
    Diagram other = diagram;
    for (const SettingSpec& spec : all_settings())
      if (!is_compiled_in(spec.name) && !spec.choices.empty())
        other.settings[std::string(spec.name)] =
            setting(diagram, spec.name) == spec.choices.front() ? spec.choices.back() : spec.choices.front();
    other.settings["StartTime"] = "1";
    other.settings["RelTol"] = "1e-9";
    const auto fresh = compile(other, library());
    ASSERT_TRUE(fresh) << name;
    expect_same(*compiled->program, *fresh->program, name);
    EXPECT_TRUE(retune(*compiled, compiled->program, diagram, other, library()).refused.empty()) << name;
  }
}

}  // namespace sim
