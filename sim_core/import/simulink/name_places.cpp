#include "sim_core/import/simulink/name_places.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "sim_core/base/locale_independent.h"

namespace sim::importing::simulink {

NamePlace name_place_of(const Record& record, const SourceBlock& block) {
  if (record.value("ShowName") == "off") return NamePlace::Hidden;
  static const std::map<std::string, NamePlace> places{{"top", NamePlace::Above},
                                                       {"bottom", NamePlace::Below},
                                                       {"left", NamePlace::Left},
                                                       {"right", NamePlace::Right}};
  if (const auto it = places.find(record.value("NameLocation")); it != places.end()) return it->second;
  // The usual place is below, of blocks that look up or down at the right.
  const bool upright = block.rotation % 2 != 0, other = record.value("NamePlacement") == "alternate";
  if (upright) return other ? NamePlace::Left : NamePlace::Right;
  if (other) return NamePlace::Above;
  // Here the names of these are hidden where nobody has changed them.
  static const std::set<std::string> small{"Sum", "Mux", "Demux", "BusCreator", "BusSelector"};
  return small.contains(block.type) ? NamePlace::Below : NamePlace::Automatic;
}

// What is compared: letters and digits, without the number at the end.
static std::string stem(const std::string& name) {
  std::string out;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c))) out += lower_case(c);
  while (!out.empty() && std::isdigit(static_cast<unsigned char>(out.back()))) out.pop_back();
  return out;
}

// Names that blocks of a type begin with, where these are not the type's own.
static const std::map<std::string, std::set<std::string>>& given_names() {
  static const std::map<std::string, std::set<std::string>> names{
      {"Sum", {"add", "subtract", "sumofelements"}},
      {"Product", {"divide", "productofelements"}},
      {"SubSystem",
       {"enabledsubsystem", "triggeredsubsystem", "enabledandtriggeredsubsystem", "functioncallsubsystem",
        "atomicsubsystem", "ifactionsubsystem", "switchcaseactionsubsystem", "foriteratorsubsystem",
        "whileiteratorsubsystem", "foreachsubsystem", "resettablesubsystem", "variantsubsystem"}},
      {"SubSystem[MATLAB Function]", {"matlabfunction", "embeddedmatlabfunction"}},
      {"SubSystem[Chart]", {"chart"}},
      {"DiscretePulseGenerator", {"pulsegenerator"}},
      {"Sin", {"sinewave", "sinewavefunction"}},
      {"Trigonometry", {"trigonometricfunction"}},
      {"Math", {"mathfunction"}},
      {"Sqrt", {"squareroot", "signedsqrt", "reciprocalsqrt"}},
      {"Logic", {"logicaloperator"}},
      {"Rounding", {"roundingfunction"}},
      {"Lookup_n-D", {"ndlookuptable", "dlookuptable"}},
      {"Saturate", {"saturation"}},
      {"Quantizer", {"quantizer"}},
      {"TransportDelay", {"transportdelay"}},
      {"VariableTransportDelay", {"variabletransportdelay", "variabletimedelay"}},
      {"DiscreteIntegrator", {"discretetimeintegrator"}},
      {"DiscreteFir", {"discretefirfilter"}},
      {"S-Function", {"sfunction"}},
      {"M-S-Function", {"levelmatlabsfunction"}},
      {"MATLABFcn", {"matlabfcn", "interpretedmatlabfunction"}},
      {"ModelReference", {"model"}},
      {"MultiPortSwitch", {"multiportswitch", "indexvector"}},
      {"Stop", {"stopsimulation"}},
      {"Reference", {}}};
  return names;
}

static bool is_automatic(const SourceBlock& block) {
  if (block.type == "Inport" || block.type == "Outport") return false;
  const std::string name = stem(block.name);
  if (!block.link.empty()) return name == stem(block.link.substr(block.link.rfind('/') + 1));
  if (name == stem(block.type)) return true;
  const auto it = given_names().find(block.type);
  return it != given_names().end() && it->second.contains(name);
}

void hide_automatic_names(SourceSystem& system) {
  for (SourceBlock& block : system.blocks) {
    if (!block.keeps_name && is_automatic(block)) block.name_place = NamePlace::Hidden;
    for (SourceSystem& inside : block.contents) hide_automatic_names(inside);
  }
}

}  // namespace sim::importing::simulink
