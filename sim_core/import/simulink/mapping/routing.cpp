#include <algorithm>
#include <numeric>

#include "sim_core/base/text.h"
#include "sim_core/base/whole_within.h"
#include "sim_core/import/simulink/mapping/mapping.h"

namespace sim::importing::simulink {

// "'a','b'" or "a,b" -> names.
static std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names(1);
  for (const char c : text)
    if (c == ',')
      names.emplace_back();
    else if (c != '\'' && c != '{' && c != '}')
      names.back() += c;
  for (std::string& name : names) name = collapsed(name);
  std::erase(names, "");
  return names;
}

// "3", "[2 1 -1]" or names: how many there are.
static int count_in(const std::string& text, int otherwise) {
  const auto numbers = plain_numbers(text);
  if (numbers.empty())
    return text.find_first_of(",'") == std::string::npos ? otherwise
                                                         : static_cast<int>(names_in(text).size());
  return numbers.size() > 1 || text.find('[') != std::string::npos ? static_cast<int>(numbers.size())
                                                                   : whole_within(numbers[0], 1, 1000);
}

static void mux(BlockTranslation& t) {
  t.set("Inputs", std::to_string(std::max(count_in(t.given("Inputs", "4"), 1), 1)));
}

// Widths that are not equal: a Selector for each.
static void split(BlockTranslation& t, const std::vector<double>& widths) {
  Composite& parts = t.result.composite;
  const int u = parts.inport(1, "u");
  int first = 1;
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const int last = first + static_cast<int>(widths[n]) - 1;
    const std::string range = std::to_string(first) + (last > first ? ":" + std::to_string(last) : "");
    const int selector =
        parts.add("y" + std::to_string(n + 1) + " of u", "routing/selector", {{"Indices", range}});
    parts.connect(u, selector),
        parts.connect(selector, parts.outport(static_cast<int>(n) + 1, "y" + std::to_string(n + 1)));
    first = last + 1;
  }
  t.result.parameters.clear();
}

static void demux(BlockTranslation& t) {
  const std::string text = t.given("Outputs", "4");
  const auto widths = plain_numbers(text);
  const bool listed = text.find('[') != std::string::npos && widths.size() > 1;
  const bool known = std::all_of(widths.begin(), widths.end(), [](double w) { return w >= 1 && w <= 4096; });
  const bool equal = std::adjacent_find(widths.begin(), widths.end(), std::not_equal_to<>()) == widths.end();
  if (listed && known && !equal && widths.size() <= 200) return split(t, widths);
  t.set("Outputs", std::to_string(std::max({count_in(text, 1), 1, widths.empty() ? t.output_count() : 0})));
  if (listed && !known)
    t.approximate("the widths " + text + " are not taken over: the parts are equal; use Selector blocks");
}

static void bus_creator(BlockTranslation& t) {
  const std::string text = t.given("Inputs", "2");
  const int count = std::max(count_in(text, 2), t.input_count());
  std::vector<std::string> given = plain_numbers(text).empty() ? names_in(text) : std::vector<std::string>();
  std::vector<std::string> names;
  bool any = false;
  for (int n = 1; n <= count; ++n) {
    std::string name = t.signal_name(n);
    if (name.empty() && static_cast<std::size_t>(n) <= given.size())
      name = given[static_cast<std::size_t>(n) - 1];
    any = any || !name.empty();
    names.push_back(name.empty() ? "signal" + std::to_string(n) : name);
  }
  t.set("Inputs", std::to_string(count));
  if (any) t.set("ElementNames", join(names, ","));
}

static void bus_selector(BlockTranslation& t) {
  const auto names = names_in(t.given({"OutputSignals", "InputSignals"}, "signal1,signal2"));
  t.set("OutputSignals", join(names, ","));
  if (t.on("OutputAsBus") || t.on("MuxedOutput"))
    t.approximate("its elements come out one by one: put a Bus Creator behind it");
}

static std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

// Index lists as the cells of an array, or in one text "[1 2],[3 4]" of files before 2012.
static void selector(BlockTranslation& t) {
  const bool old = !t.given({"Elements", "ElementSrc", "Rows"}).empty() &&
                   t.given("IndexOptionArray").empty() && t.given("IndexOptions").empty();
  t.set("IndexMode", t.given("IndexMode", "One-based"));
  const auto dimensions =
      plain_numbers(t.given("NumberOfDimensions", t.given("InputType", "Vector") == "Matrix" ? "2" : "1"));
  const int count = dimensions.empty() ? 1 : whole_within(dimensions[0], 0, 3);
  std::vector<std::string> options =
      lines_in(t.given({"IndexOptionArray", "IndexOptions"}, "Index vector (dialog)"));
  std::vector<std::string> indices = lines_in(t.given({"IndexParamArray", "Indices", "Elements"}, "[1 3]"));
  if (options.size() == 1 && count > 1) options = names_in(options[0]);
  if (count == 1) {
    const bool port = options[0].find("port") != std::string::npos ||
                      (old && t.given("ElementSrc", "Internal") == "External");
    if (options[0].starts_with("Starting")) {
      if (port)
        return t.unresolved("it selects from a starting index on, which is an input: use a Function block");
      const std::string size = t.translated(t.given({"OutputSizeArray", "OutputSizes"}, "1"));
      return t.set("Indices", "(" + t.translated(indices[0]) + ") + (0:(" + size + ") - 1)");
    }
    if (options[0] == "Select all")
      return t.become("attributes/signal_conversion"), t.result.parameters.clear();
    t.set("IndexOptions", port ? "Index vector (port)" : "Index vector (dialog)");
    if (!port) t.set_expression("Indices", indices[0]);
    return;
  }
  if (old) indices = {t.given("Rows", "1"), t.given("Columns", "1")}, options = {"dialog", "dialog"};
  if (count != 2 || options.size() < 2 || indices.size() < 2)
    return t.unresolved("use a Function block that selects these elements");
  for (std::size_t n = 0; n < 2; ++n)
    if (options[n] == "Select all")
      indices[n] = "-1";
    else if (options[n].find("dialog") == std::string::npos || options[n].starts_with("Starting"))
      return t.unresolved("use a Function block that selects these elements");
  t.set("IndexOptions", "Rows and columns (dialog)");
  t.set_expression("Indices", indices[0]);
  t.set_expression("Columns", indices[1]);
}

static void multiport(BlockTranslation& t) {
  const std::string order = t.given(
      "DataPortOrder", t.on("zeroidx") || t.on("zeroIdx") ? "Zero-based contiguous" : "One-based contiguous");
  if (order == "Specify indices") {
    const auto numbers = plain_numbers(t.given("DataPortIndices", "1"));
    t.approximate("the indices of its ports are counted from one: put a Lookup Table before the first input");
    t.set("Inputs", std::to_string(std::max<std::size_t>(numbers.size(), 1)));
    return;
  }
  t.set("DataPortOrder", order.starts_with("Zero") ? "Zero-based contiguous" : "One-based contiguous");
  const std::string inputs = t.given("Inputs", "3");
  if (inputs == "1")
    return t.become("routing/index_vector"), t.result.parameters.clear(),
           t.set("DataPortOrder", order.starts_with("Zero") ? "Zero-based" : "One-based");
  t.set_expression("Inputs", inputs);
}

static void concatenate(BlockTranslation& t) {
  t.set_expression("Inputs", t.given("NumInputs", "2"));
  const bool matrix = t.given({"Mode", "CatMode"}, "Vector").starts_with("Multi") ||
                      t.given("CatMode").find("Horizontal") != std::string::npos;
  const std::string along = t.given({"ConcatenateDimension", "ConcatDim"}, "1");
  if (matrix && along != "1" && along != "2") return t.unresolved("arrays have at most two dimensions");
  if (matrix) t.set("Mode", along == "2" ? "Matrix, side by side" : "Matrix, one above the other");
}

// Which one is active is found by the reader (choose_variants); of manual ones the file may name it
// "Choice_2".
static void variant(BlockTranslation& t, const char* count, int ports) {
  std::string active = t.given("active variant"), number = t.given("number of variants");
  if (active.empty()) {
    const std::string label = t.given({"LabelModeActiveChoice", "ActiveChoice"});
    const std::size_t digits = label.find_last_not_of("0123456789") + 1;
    active = label.empty() || digits >= label.size() ? "1" : label.substr(digits);
    t.approximate("its port " + active + " is taken for the active one: check it");
  }
  t.set(count, number.empty() ? std::to_string(std::max(ports, 1)) : number);
  t.set("Active", active);
}

static void goto_tag(BlockTranslation& t) {
  t.set("GotoTag", t.given("GotoTag", "A"));
  t.set("TagVisibility", t.given("TagVisibility", "local"));
}

void map_routing(MappingTable& t) {
  t.block("Mux", "routing/mux").by(mux);
  t.block("Demux", "routing/demux").by(demux);
  t.block("BusCreator", "routing/bus_creator").by(bus_creator);
  t.block("BusSelector", "routing/bus_selector").by(bus_selector);
  t.block("BusAssignment", "routing/bus_assignment").names();
  t.block("BusToVector", "routing/bus_to_vector");
  t.block("Goto", "routing/goto").by(goto_tag);
  t.block("From", "routing/from").text("GotoTag", {"GotoTag"}, "A");
  t.block("GotoTagVisibility", "routing/goto_tag_visibility").text("GotoTag", {"GotoTag"}, "A");
  t.block("Selector", "routing/selector").by(selector);
  t.block("Switch", "routing/switch")
      .choice("Criteria", {"Criteria"},
              {{"u2 >= Threshold", "u2 >= Threshold"},
               {"u2 > Threshold", "u2 > Threshold"},
               {"u2 ~= 0", "u2 ~= 0"}},
              "u2 >= Threshold")
      .expression("Threshold", {"Threshold"}, "0")
      .names();
  t.block("MultiPortSwitch", "routing/multiport_switch").by(multiport);
  t.block("ManualSwitch", "routing/manual_switch").expression("sw", {"sw", "CurrentSetting"}, "1");
  t.block("VariantSource", "routing/manual_variant").by([](BlockTranslation& b) {
    variant(b, "Inputs", b.input_count());
  });
  t.also("ManualVariantSource", "VariantSource");
  t.also("simulink/Signal Routing/Variant Source", "VariantSource");
  t.also("simulink/Signal Routing/Manual Variant Source", "VariantSource");
  t.block("VariantSink", "routing/variant_sink").by([](BlockTranslation& b) {
    variant(b, "Outputs", b.output_count());
  });
  t.also("ManualVariantSink", "VariantSink");
  t.also("simulink/Signal Routing/Variant Sink", "VariantSink");
  t.also("simulink/Signal Routing/Manual Variant Sink", "VariantSink");
  t.block("Concatenate", "routing/vector_concatenate").by(concatenate);
  t.block("Merge", "routing/merge").by([](BlockTranslation& b) {
    b.set_expression("Inputs", b.given("Inputs", "2"));
    const std::string initial = collapsed(b.given("InitialOutput", "[]"));
    if (initial != "[]") b.set_expression("InitialOutput", b.given("InitialOutput"));
  });
  t.block("DataStoreMemory", "routing/data_store_memory").names();
  t.block("DataStoreRead", "routing/data_store_read")
      .names()
      .caveat("DataStoreElements", {""}, "it reads the whole store: put a Selector behind it");
  t.block("DataStoreWrite", "routing/data_store_write")
      .names()
      .caveat("DataStoreElements", {""}, "it writes the whole store: put an Assignment before it");
  t.block("simulink/Signal Routing/Environment Controller", "routing/environment_controller");
  t.block("simulink/Signal Routing/Manual Switch", "routing/manual_switch").expression("sw", {"sw"}, "1");
}

}  // namespace sim::importing::simulink
