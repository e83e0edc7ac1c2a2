// How parameters are called: what they were called before is read and never written, and one thing has one
// name in all blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "sim_core/compile/compile.h"
#include "sim_core/diagram/file.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/present_names.h"
#include "tests/examples/example_run.h"
#include "tests/support/block_bench.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// Each parameter under the name it has had first, and each choice as it was once written.
Diagram as_written_before(Diagram diagram, const BlockLibrary& library) {
  for (auto& [id, block] : diagram.blocks) {
    const BlockType* type = library.find(block.type);
    if (!type) continue;
    for (const ParameterSpec& spec : type->parameters) {
      const auto given = block.parameters.find(spec.name);
      if (given == block.parameters.end()) continue;
      std::string text = given->second;
      for (const FormerChoice& choice : spec.former_choices)
        if (choice.now == text) text = choice.before;
      block.parameters.erase(given);
      block.parameters[spec.former_names.empty() ? spec.name : spec.former_names.front()] = text;
    }
  }
  return diagram;
}

std::string plain(const std::string& name) {
  std::string out;
  for (char c : name)
    if (c != '_' && c != '-' && c != ' ')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::vector<std::pair<const BlockType*, const ParameterSpec*>> all_parameters() {
  std::vector<std::pair<const BlockType*, const ParameterSpec*>> all;
  for (const BlockType* type : the_library().all())
    for (const ParameterSpec& spec : type->parameters) all.emplace_back(type, &spec);
  return all;
}

// What the diagram itself reads, without a library of blocks, what a scope looks like, and the one sample
// time that is not the block's.
bool has_a_name_of_its_own(const BlockType& type, const ParameterSpec& spec) {
  static const std::set<std::string> of_diagrams{"port", "side",   "signs",
                                                 "file", "target", "SystemSampleTime"};
  const bool view = spec.looks && (type.id == "sinks/scope" || type.id == "sinks/xy_graph");
  return of_diagrams.contains(spec.name) || view;
}

// A symbol of the block's equation, with an index: k, x0, mu_s.
bool is_symbol(const std::string& name) {
  static const std::set<std::string> long_ones{"alpha", "beta", "mu_k", "mu_r",   "mu_s", "phi",
                                               "phi0",  "psi",  "rho",  "theta0", "vx0",  "vy0"};
  return name.size() <= 2 || long_ones.contains(name);
}

}  // namespace

TEST(ParameterNames, FormerOnesBelongToOneParameter) {
  for (const BlockType* type : the_library().all()) {
    std::multiset<std::string> names;
    for (const ParameterSpec& spec : type->parameters) {
      names.insert(spec.name);
      names.insert(spec.former_names.begin(), spec.former_names.end());
      for (const FormerChoice& choice : spec.former_choices) {
        EXPECT_TRUE(std::ranges::count(spec.choices, choice.now)) << type->id << ' ' << choice.now;
        EXPECT_FALSE(std::ranges::count(spec.choices, choice.before)) << type->id << ' ' << choice.before;
      }
    }
    for (const std::string& name : names) EXPECT_EQ(names.count(name), 1u) << type->id << ' ' << name;
  }
}

TEST(ParameterNames, FormerOnesAreReadAndNotWritten) {
  int former = 0;
  for (const auto& [type, spec] : all_parameters())
    for (const std::string& name : spec->former_names) {
      ++former;
      Block block;
      block.type = type->id;
      block.parameters[name] = "as given";
      EXPECT_EQ(parameter_text(block, *spec), "as given") << type->id << ' ' << name;
      EXPECT_EQ(type->parameter_index(name), type->parameter_index(spec->name)) << type->id << ' ' << name;
      EXPECT_TRUE(use_present_names(block, *type));
      EXPECT_EQ(block.parameters, (std::map<std::string, std::string>{{spec->name, "as given"}}));
      EXPECT_FALSE(use_present_names(block, *type));
      // Where both are given the present one counts.
      block.parameters[name] = "before";
      EXPECT_EQ(parameter_text(block, *spec), "as given");
      EXPECT_TRUE(use_present_names(block, *type));
      EXPECT_EQ(block.parameters, (std::map<std::string, std::string>{{spec->name, "as given"}}));
    }
  EXPECT_GT(former, 100);
}

TEST(ParameterNames, FormerChoicesAreReadAndNotWritten) {
  int former = 0;
  for (const auto& [type, spec] : all_parameters())
    for (const FormerChoice& choice : spec->former_choices) {
      ++former;
      const auto value = evaluate_parameter(*spec, choice.before, expr::ValueScope());
      ASSERT_TRUE(value) << type->id << ' ' << choice.before;
      EXPECT_EQ(value->text, choice.now);
      Block block;
      block.type = type->id;
      block.parameters[spec->name] = choice.before;
      EXPECT_TRUE(use_present_names(block, *type));
      EXPECT_EQ(block.parameters.at(spec->name), choice.now);
    }
  EXPECT_GT(former, 5);
}

TEST(ParameterNames, ModelsAsWrittenBeforeAreTheSameModels) {
  for (const std::string& name : example_names()) {
    const Diagram now = load(name), before = as_written_before(now, library());
    const auto a = compile(now, library()), b = compile(before, library());
    ASSERT_EQ(static_cast<bool>(a), static_cast<bool>(b))
        << name << (b ? "" : ": " + to_text(b.errors().front()));
    if (!a) continue;
    EXPECT_EQ(a->program->parameters, b->program->parameters) << name;
    EXPECT_EQ(a->program->graph.size(), b->program->graph.size()) << name;
    EXPECT_EQ(a->warnings, b->warnings) << name;
    Diagram read = before;
    use_present_names(read, library());
    EXPECT_EQ(read.blocks, now.blocks) << name;
  }
}

TEST(ParameterNames, ExamplesAreWrittenAsOfToday) {
  for (const std::string& name : example_names()) {
    Diagram diagram = load(name);
    EXPECT_FALSE(use_present_names(diagram, library())) << name;
  }
}

// Of each word one spelling; no two names that differ by capitals only.
TEST(ParameterNames, OneSpellingOfEachName) {
  std::map<std::string, std::map<std::string, std::string>> spellings;
  for (const auto& [type, spec] : all_parameters())
    if (!is_symbol(spec->name) && !has_a_name_of_its_own(*type, *spec))
      spellings[plain(spec->name)][spec->name] = type->id;
  for (const auto& [name, all] : spellings) {
    std::string places;
    for (const auto& [spelling, type] : all) places += ' ' + type + '.' + spelling;
    EXPECT_EQ(all.size(), 1u) << places;
  }
}

TEST(ParameterNames, WordsBeginWithACapital) {
  for (const auto& [type, spec] : all_parameters()) {
    if (is_symbol(spec->name) || has_a_name_of_its_own(*type, *spec) || !type->plugin.empty()) continue;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(spec->name.front())) &&
                spec->name.find('_') == std::string::npos)
        << type->id << '.' << spec->name;
  }
}

// What is called the same in dialogs is so in files.
TEST(ParameterNames, OneNameForEachLabel) {
  std::map<std::string, std::map<std::string, std::string>> names;
  for (const auto& [type, spec] : all_parameters())
    if (!is_symbol(spec->name) && !has_a_name_of_its_own(*type, *spec))
      names[spec->label][spec->name] = type->id;
  for (const auto& [label, all] : names) {
    std::string places;
    for (const auto& [name, type] : all) places += ' ' + type + '.' + name;
    EXPECT_EQ(all.size(), 1u) << label << ':' << places;
  }
}

TEST(ParameterNames, OneSpellingOfEachChoice) {
  std::map<std::string, std::map<std::string, std::string>> spellings;
  for (const auto& [type, spec] : all_parameters())
    for (const std::string& choice : spec->choices)
      if (choice.size() > 1 && spec->name != "Function")  // functions are spelt as in the language
        spellings[plain(choice)][choice] = type->id + '.' + spec->name;
  for (const auto& [choice, all] : spellings) {
    std::string places;
    for (const auto& [spelling, where] : all) places += ' ' + where + " '" + spelling + '\'';
    EXPECT_EQ(all.size(), 1u) << places;
  }
}

}  // namespace sim
