#pragma once
// Small Simulink models in their forms, and what becomes of them.
#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/import/builder/diagram_builder.h"
#include "sim_core/import/simulink/mapping/mapping.h"
#include "sim_core/import/simulink/readers.h"
#include "tests/support/zip_bytes.h"

namespace sim::importing::simulink {

inline ImportedModel imported(const std::string& bytes, const std::string& path = "model.mdl") {
  const auto model = read_simulink(path, bytes);
  EXPECT_TRUE(model) << (model ? std::string() : to_text(model.error()));
  if (!model) return {};
  static const BlockLibrary library = standard_library();
  return build_diagram(*model, simulink_mapping(), library);
}

// Of the last error.
inline std::string refusal(const std::string& bytes, const std::string& path = "model.mdl") {
  const auto model = read_simulink(path, bytes);
  return model ? std::string() : to_text(model.error());
}

// A model with these sections in its system.
inline std::string mdl(const std::string& system,
                       const std::string& settings = "StopTime \"1\"\n Solver \"ode45\"") {
  return "Model {\n Name \"m\"\n Version 7.5\n " + settings + "\n System {\n  Name \"m\"\n" + system +
         " }\n}\n";
}

inline std::string mdl_block(const std::string& type, const std::string& name, const std::string& more = {}) {
  return "  Block {\n BlockType " + type + "\n Name \"" + name + "\"\n Position [0, 0, 30, 30]\n" + more +
         "\n }\n";
}
inline std::string mdl_line(const std::string& from, const std::string& to, int input = 1) {
  return "  Line {\n SrcBlock \"" + from + "\"\n SrcPort 1\n DstBlock \"" + to + "\"\n DstPort " +
         std::to_string(input) + "\n }\n";
}

// An archive with these systems: the first is the root, then system_1, system_2, ...
inline std::string slx(const std::vector<std::string>& systems, const std::string& settings = {},
                       const std::string& release = {}) {
  std::vector<ZipPart> parts{
      {"simulink/blockdiagram.xml",
       "<ModelInformation><Model><System Ref=\"system_root\"/></Model></ModelInformation>"},
      {"simulink/configSet0.xml",
       "<ConfigSet><Object ClassName=\"Simulink.ConfigSet\"><Array><Object "
       "ClassName=\"Simulink.SolverCC\"><P "
       "Name=\"StopTime\">1</P><P Name=\"SolverName\">ode45</P>" +
           settings + "</Object></Array></Object></ConfigSet>"}};
  if (!release.empty())
    parts.push_back({"metadata/mwcoreProperties.xml",
                     "<properties><matlabRelease>" + release + "</matlabRelease></properties>"});
  for (std::size_t n = 0; n < systems.size(); ++n)
    parts.push_back({"simulink/systems/system_" + (n ? std::to_string(n) : std::string("root")) + ".xml",
                     "<System>" + systems[n] + "</System>"});
  return zip_bytes(parts);
}

inline const Block* find(const Diagram& diagram, const std::string& path) {
  const auto id = find_block(diagram, path);
  return id ? &diagram.blocks.at(*id) : nullptr;
}

inline const ImportedBlock* entry(const ImportReport& report, const std::string& path) {
  for (const ImportedBlock& block : report.blocks)
    if (block.path == path) return &block;
  return nullptr;
}

}  // namespace sim::importing::simulink
