#include <algorithm>

#include "sim_core/base/element_type.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// "fixdt(1,16,0)" -> "int16", "fixdt('int16')" -> "int16"; others as they are.
static std::string plain_type(std::string type) {
  std::erase_if(type, [](char c) { return c == ' ' || c == '\''; });
  if (!type.starts_with("fixdt(") && !type.starts_with("sfix(") && !type.starts_with("ufix(") &&
      !type.starts_with("float("))
    return type;
  for (const char* bits : {"8", "16", "32"})
    for (const auto& [sign, name] : {std::pair("1", "int"), std::pair("0", "uint")})
      for (const char* end : {")", ",0)"})
        if (type == std::string("fixdt(") + sign + ',' + bits + end) return std::string(name) + bits;
  if (type.starts_with("fixdt(") && type.find(',') == type.npos) return type.substr(6, type.size() - 7);
  return type == "float(double)" ? "double" : type == "float(single)" ? "single" : type;
}

void set_output_type(BlockTranslation& t) {
  std::string type = t.given({"OutDataTypeStr", "OutputDataTypeStr"});
  if (type.empty()) {  // up to R2006 in two parameters
    const std::string mode = t.given({"OutDataTypeMode", "OutputDataTypeScalingMode", "DataType"});
    type = mode == "Specify via dialog" ? t.given("OutDataType") : mode;
  }
  const BlockType* target = t.target();
  if (type.empty() || !target || t.result.parameters.contains("OutDataTypeStr")) return;
  const std::string plain = plain_type(type);
  const bool known = std::any_of(std::begin(all_element_types), std::end(all_element_types),
                                 [&](ElementType e) { return name_of(e) == plain; });
  const bool chosen = target->output_type.chosen >= 0;
  if (chosen && known) {
    t.set("OutDataTypeStr", plain);
    for (const char* name : {"RndMeth", "SaturateOnIntegerOverflow"})
      if (const std::string text = t.given(name); !text.empty() && target->parameter_index(name) >= 0)
        t.set(name, text);
  } else if (type.find("back propagation") != type.npos || type.find("backpropagation") != type.npos) {
    if (chosen && target->output_type.rounding >= 0) t.set("OutDataTypeStr", inherit_back);
  } else if (known ? plain != "double" && plain != "boolean"
                   : plain.starts_with("fixdt(") || plain.starts_with("sfix(") ||
                         plain.starts_with("ufix(") || plain.starts_with("Enum:")) {
    t.approximate("the output type " + type + " is not taken over: it computes in double");
  }
}

void check_sample_time(BlockTranslation& t) {
  const std::string text = collapsed(t.given({"SampleTime", "SystemSampleTime"}));
  const BlockType* target = t.target();
  if (text.empty() || text == "-1" || text == "inf" || text == "0" || text == "Inf" || !target) return;
  if (target->sample_time >= 0 || target->parameter_index("SampleTime") >= 0 ||
      t.result.type.starts_with("ports/") || t.result.type == "sources/constant" ||
      !t.result.composite.empty())
    return;
  t.approximate("its sample time " + text +
                " is not taken over: put a Zero-Order Hold behind it where that matters");
}

}  // namespace sim::importing::simulink
