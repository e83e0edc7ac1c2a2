// Simulink models: whatever the bytes are, they are refused with a message, or become a diagram that a file
// may hold.
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/builder/diagram_builder.h"
#include "sim_core/import/simulink/mapping/mapping.h"
#include "sim_core/import/simulink/readers.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

void run_simulink_files(const std::string& input) {
  using namespace importing::simulink;
  static const BlockLibrary library = standard_library();
  const bool recognized = is_slx(input) || is_mdl(input);
  const auto model = read_simulink("/nowhere/model.slx", input);
  count(model ? "models read" : recognized ? "models refused" : "other files refused");
  if (!model) return require(!model.error().message.empty(), "a refusal has a message");
  const auto imported = importing::build_diagram(*model, simulink_mapping(), library);
  const auto again = read_diagram(write_diagram(imported.diagram), "again");
  require(again.operator bool(), "what was imported can be saved and opened");
  require(again->warnings.empty(), "what was imported is in order");
}

static std::string a_section(Random& random) {
  const char* types[] = {"Gain",       "Sum",        "SubSystem", "Demux",  "Selector",
                         "Lookup_n-D", "S-Function", "Reference", "Inport", "ToWorkspace"};
  const char* values[] = {"2",       "[1 2;3]",   "inf",   "-1",  "[1e308, -1e308, nan, 7]",
                          "'a','b'", "{1,[2,3]}", "u(1)*", "1e9", "\\n"};
  const char* keys[] = {"Inputs",
                        "Outputs",
                        "Position",
                        "Ports",
                        "Gain",
                        "Table",
                        "Port",
                        "BlockRotation",
                        "Points",
                        "MaskVariables",
                        "Buffer",
                        "CaseConditions",
                        "NumberOfTableDimensions"};
  std::string text = "Block {\nBlockType " + std::string(random.any(types)) + "\nName \"b" +
                     std::to_string(random.below(4)) + "\"\n";
  for (int n = random.between(0, 4); n > 0; --n)
    text += std::string(random.any(keys)) + " \"" + random.any(values) + "\"\n";
  if (random.chance(20))
    text += "System {\n" + (random.chance(50) ? a_section(random) : std::string()) + "}\n";
  text += "}\nLine {\nSrcBlock \"b" + std::to_string(random.below(4)) + "\"\nSrcPort " +
          std::to_string(random.between(-1, 5000)) + "\nPoints [" +
          std::to_string(random.between(-999, 999)) + ", 0; 0, 7]\nDstBlock \"b" +
          std::to_string(random.below(4)) + "\"\nDstPort " +
          std::string(random.chance(20) ? "trigger" : "1") + "\n}\n";
  return text;
}

std::string mutate_simulink_files(const std::string& input, Random& random, const MutateBytes& bytes) {
  const std::size_t system = input.find("System {");
  if (input.starts_with("PK") || system == std::string::npos || random.chance(40)) return bytes(input);
  std::string out = input;
  out.insert(system + 8, '\n' + a_section(random));
  return out.size() > 20'000 ? input : out;
}

}  // namespace sim::fuzz
