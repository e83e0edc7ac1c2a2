#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

static void scope(BlockTranslation& t) {
  const auto count = plain_numbers(t.given({"NumInputPorts", "NumPorts"}, "1"));
  int inputs = std::max(t.input_count(), count.empty() ? 1 : whole_within(count[0], 1, 64));
  if (inputs > 64) t.approximate("a scope has at most 64 inputs"), inputs = 64;
  t.set("Inputs", std::to_string(inputs));
  if (const auto range = plain_numbers(t.given("TimeRange")); !range.empty() && range[0] > 0)
    t.set("time_span", t.given("TimeRange"));
  if (t.on("Floating")) t.leave_out("a floating scope: choose signals of any scope instead");
}

static void to_workspace(BlockTranslation& t) {
  t.set("VariableName", t.given("VariableName", "simout"));
  if (const auto limits = plain_numbers(t.given("Buffer")); !limits.empty()) {  // "n,k,dec" of version 2
    t.set("MaxDataPoints", std::to_string(static_cast<long>(std::clamp(limits[0], 1.0, 1e7))));
    if (limits.size() > 1 && limits[1] > 1)
      t.set("Decimation", std::to_string(static_cast<long>(std::min(limits[1], 1e9))));
  }
  const std::string most = t.given("MaxDataPoints", "inf");
  if (!plain_numbers(most).empty())
    t.set("MaxDataPoints", most);
  else if (most == "inf" && t.given("Buffer").empty())
    t.set("MaxDataPoints", "10000000");
  if (const std::string every = t.given("Decimation"); !every.empty()) t.set_expression("Decimation", every);
  const std::string format = t.given("SaveFormat", "Array");
  t.set("SaveFormat", format == "Array" || format == "Matrix" ? "Values"
                      : format == "Structure"                 ? "Structure"
                      : format.starts_with("Structure")       ? "Structure with time"
                                                              : "Time and values");
}

void map_sinks(MappingTable& t) {
  t.block("Scope", "sinks/scope").by(scope);
  t.block("Record", "sinks/scope").by(scope).differs("it is a scope; runs are kept in the Runs dock");
  t.block("XYGraph", "sinks/xy_graph");
  t.block("Display", "sinks/display")
      .choice("Format", {"Format"},
              {{"short", "short"},
               {"long", "long"},
               {"short_e", "short_e"},
               {"long_e", "long_e"},
               {"bank", "fixed"},
               {"hex (Stored Integer)", "hex"},
               {"binary (Stored Integer)", "integer"},
               {"decimal (Stored Integer)", "integer"},
               {"octal (Stored Integer)", "integer"}},
              "short");
  t.block("ToWorkspace", "sinks/to_variable").by(to_workspace);
  t.block("ToFile", "sinks/to_file")
      .text("file", {"Filename", "FileName"}, "out.mat")
      .expression("Decimation", {"Decimation"}, "1")
      .differs("the file is a table with a column for the time")
      .by([](BlockTranslation& b) {  // the ending may be left out
        std::string& file = b.result.parameters["file"];
        if (!file.ends_with(".mat") && !file.ends_with(".csv")) file += ".mat";
      });
  t.block("Terminator", "sinks/terminator");
  t.block("Stop", "sinks/stop_simulation");
  t.none("SpectrumAnalyzer", "use a Scope: it shows the spectrum of what it recorded");
  for (const char* board :
       {"DisplayBlock", "LampBlock", "PanelWebBlock", "SemiCircularGaugeBlock", "CircularGaugeBlock",
        "LinearGaugeBlock", "QuarterGaugeBlock", "ToggleSwitchBlock", "CustomCallbackButton",
        "CallbackButton", "DashboardScope", "PushButtonBlock", "RadioButtonGroup", "RockerSwitchBlock",
        "RotarySwitchBlock", "CheckBox", "ComboBox", "EditField"})
    t.left_out(board,
               "a control on the canvas that is bound to other blocks: use Dashboard blocks, or open those "
               "blocks' dialogs");
  for (const char* control : {"KnobBlock", "SliderBlock"})
    t.left_out(control,
               "a control on the canvas: put a Slider or a Knob of the Dashboard and choose what it sets");
}

}  // namespace sim::importing::simulink
