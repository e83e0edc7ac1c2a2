// Files of Xcos: whatever the bytes are, they are refused with a message, or become a diagram that a file may
// hold. The stream of Java objects in a .zcos file is tried by itself too.
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/builder/diagram_builder.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"
#include "sim_core/import/xcos/scilab_objects.h"
#include "sim_core/import/xcos/xcos_reader.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

static Result<importing::SourceModel> read_any(const std::string& input) {
  using namespace importing::xcos;
  return input.starts_with("PK") ? read_zcos("/nowhere/model.zcos", input)
                                 : read_xcos("/nowhere/model.xcos", input);
}

void run_xcos_files(const std::string& input) {
  static const BlockLibrary library = standard_library();
  if (input.starts_with("\xac\xed")) {
    const auto values = importing::xcos::read_scilab_objects(input);
    count(values ? "streams read" : "streams refused");
    return require(values || !values.error().message.empty(), "a refusal has a message");
  }
  const auto model = read_any(input);
  count(model ? "models read" : "models refused");
  if (!model) return require(!model.error().message.empty(), "a refusal has a message");
  const auto imported = importing::build_diagram(*model, importing::xcos::xcos_table(), library);
  const auto again = read_diagram(write_diagram(imported.diagram), "again");
  require(again.operator bool(), "what was imported can be saved and opened");
  require(again->warnings.empty(), "what was imported is in order");
}

static std::string a_block(Random& random) {
  const char* types[] = {"GAIN_f",   "SUMMATION", "CLSS",     "DEMUX",     "CLKSOM_f", "IFTHEL_f",
                         "DOLLAR",   "SampleCLK", "EVTDLY_c", "SELECT_f",  "CLR",      "SUPER_f",
                         "CLKINV_f", "SPLIT_f",   "RAND_f",   "Sigbuilder"};
  const char* values[] = {"1",        "[1 2;3]",  "%inf", "-1",    "1+s^3",
                          "(s+1)^40", "zeros(A)", "0.1",  "\"x\"", "1e9"};
  const char* ports[] = {"ExplicitInputPort", "ExplicitOutputPort", "ControlPort", "CommandPort",
                         "ImplicitInputPort"};
  const std::string id = "b" + std::to_string(random.below(5));
  std::string text = "<BasicBlock id=\"" + id + "\" interfaceFunctionName=\"" + random.any(types) +
                     "\" style=\"rotation=" + std::to_string(random.below(400)) +
                     "\"><ScilabString as=\"exprs\" width=\"1\" height=\"3\">";
  for (int n = 0; n < 3; ++n)
    text += "<data line=\"" + std::to_string(random.below(4)) + "\" column=\"0\" value='" +
            random.any(values) + "'/>";
  text += "</ScilabString></BasicBlock>";
  for (int n = random.between(0, 4); n > 0; --n)
    text += "<" + std::string(random.any(ports)) + " id=\"p" + std::to_string(random.below(9)) +
            "\" parent=\"" + id + "\" ordering=\"" + std::to_string(random.between(-1, 3)) + "\"/>";
  return text + "<CommandControlLink id=\"l\" source=\"p" + std::to_string(random.below(9)) +
         "\" target=\"p" + std::to_string(random.below(9)) + "\"/>";
}

std::string mutate_xcos_files(const std::string& input, Random& random, const MutateBytes& bytes) {
  const std::size_t root = input.find("<root>");
  if (root == std::string::npos || random.chance(40)) return bytes(input);
  std::string out = input;
  out.insert(root + 6, a_block(random));
  return out.size() > 20'000 ? input : out;
}

}  // namespace sim::fuzz
