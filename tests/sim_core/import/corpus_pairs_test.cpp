// One model in two formats, where there are such: FLUXION_IMPORT_CORPUS names a folder of models. Files of
// one name are the same model, and so are their diagrams.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

#include <gtest/gtest.h>
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/name_place.h"
#include "sim_core/import/import_model.h"

namespace sim::importing {

namespace fs = std::filesystem;

namespace {

std::string rounded(double v) { return std::to_string(std::lround(v)); }
std::string text_of(Point p) { return "(" + rounded(p.x) + ", " + rounded(p.y) + ")"; }

std::string end_text(const Diagram& d, const std::optional<PortRef>& end, Point loose) {
  return end ? block_path(d, end->block) + ":" + std::to_string(end->port + 1) : text_of(loose);
}

// All that a diagram says, one fact a line, without ids.
std::multiset<std::string> facts_of(const Diagram& d) {
  std::multiset<std::string> facts;
  for (const auto& [id, block] : d.blocks) {
    const std::string path = block_path(d, id);
    facts.insert(path + " is " + block.type);
    facts.insert(path + " lies at " + text_of(block.position) + " " + rounded(block.size.width) + "x" +
                 rounded(block.size.height) + " turned " + std::to_string(block.rotation) +
                 (block.flipped ? "m" : ""));
    facts.insert(path + " name " + std::to_string(static_cast<int>(name_place(block))));
    for (const auto& [key, value] : block.parameters) facts.insert(path + "." + key + " = " + value);
    for (const auto& [port, name] : block.signal_names)
      facts.insert(path + ":" + std::to_string(port + 1) + " gives " + name);
    if (!block.mask) continue;
    for (const MaskParameter& p : block.mask->parameters)
      facts.insert(path + " mask " + p.name + " = " + p.expression);
    facts.insert(path + " mask says " + block.mask->initialization + block.mask->icon.content +
                 block.mask->icon.y);
  }
  for (const auto& [id, line] : d.lines) {
    std::string corners;
    for (const Point& p : line.waypoints) corners += text_of(p);
    facts.insert(end_text(d, line.source, line.loose_source) + " -> " +
                 end_text(d, line.target, line.loose_target) + " " + corners);
  }
  for (const auto& [id, note] : d.annotations)
    facts.insert("note at " + text_of(note.position) + ": " + note.text);
  for (const auto& [id, variable] : d.variables) facts.insert(variable.name + " = " + variable.expression);
  for (const auto& [key, value] : d.settings) facts.insert("setting " + key + " = " + value);
  return facts;
}

std::vector<std::string> differences(const Diagram& a, const Diagram& b) {
  const auto one = facts_of(a), other = facts_of(b);
  std::vector<std::string> only, all;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(only));
  for (const std::string& fact : only) all.push_back("only the first: " + fact);
  only.clear();
  std::set_difference(other.begin(), other.end(), one.begin(), one.end(), std::back_inserter(only));
  for (const std::string& fact : only) all.push_back("only the second: " + fact);
  return all;
}

// A name that only one of the files has is no other block: the second gets that of the first.
void name_alike(const Diagram& a, Diagram& b) {
  const auto names = [](const Diagram& d) {
    std::set<std::string> all;
    for (const auto& [id, block] : d.blocks)
      if (block.parent == no_id) all.insert(block.name);
    return all;
  };
  const auto one = names(a), other = names(b);
  std::vector<std::string> only, instead;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(only));
  std::set_difference(other.begin(), other.end(), one.begin(), one.end(), std::back_inserter(instead));
  if (only.size() != 1 || instead.size() != 1) return;
  std::cout << "\"" << only[0] << "\" in one file is \"" << instead[0] << "\" in the other\n";
  for (auto& [id, block] : b.blocks)
    if (block.parent == no_id && block.name == instead[0]) block.name = only[0];
}

}  // namespace

TEST(Corpus, OneModelInTwoFormatsIsOneDiagram) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder) GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder";
  const BlockLibrary library = standard_library();
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    for (const auto& [one, other] : {std::pair(".mdl", ".slx"), std::pair(".xcos", ".zcos")}) {
      fs::path second = file.path();
      if (file.path().extension() != one || !fs::exists(second.replace_extension(other))) continue;
      auto a = import_model(file.path().string(), library), b = import_model(second.string(), library);
      ASSERT_TRUE(a && b) << file.path();
      name_alike(a->diagram, b->diagram);
      const auto found = differences(a->diagram, b->diagram);
      std::cout << file.path().stem().string() << one << " and " << other << ": "
                << facts_of(a->diagram).size() << " facts, " << found.size() << " differ\n";
      for (const std::string& difference : found) std::cout << "  " << difference.substr(0, 200) << "\n";
      // What only one of the files has: a setting, a note that is moved, the program of one block.
      EXPECT_LE(found.size(), 8u) << file.path();
    }
  }
}

}  // namespace sim::importing
