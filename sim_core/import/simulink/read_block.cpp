#include "sim_core/import/simulink/read_block.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/simulink/name_places.h"
#include "sim_core/import/simulink/read_mask.h"

namespace sim::importing::simulink {

std::string color_name(const std::string& text) {
  static const std::map<std::string, std::string> names{
      {"red", "red"},        {"green", "green"},    {"blue", "blue"}, {"cyan", "cyan"},
      {"magenta", "purple"}, {"yellow", "yellow"},  {"gray", "grey"}, {"lightBlue", "cyan"},
      {"orange", "orange"},  {"darkGreen", "green"}};
  if (const auto it = names.find(text); it != names.end()) return it->second;
  const auto rgb = numbers_of(text);
  if (rgb.size() < 3 || !text.starts_with('[')) return {};
  const double low = std::min({rgb[0], rgb[1], rgb[2]}), high = std::max({rgb[0], rgb[1], rgb[2]});
  if (high - low < 0.08) return high > 0.9 || high < 0.1 ? "" : "grey";
  const auto above = [&](double v) { return v > (low + high) / 2; };
  const bool r = above(rgb[0]), g = above(rgb[1]), b = above(rgb[2]);
  if (r && g) return b ? "" : "yellow";
  if (r && b) return "purple";
  if (g && b) return "cyan";
  if (r) return rgb[1] > low + (high - low) / 4 ? "orange" : "red";
  return g ? "green" : "blue";
}

void set_orientation(SourceBlock& block, const Record& record) {
  const std::string old = record.value("Orientation");
  if (old == "left") block.mirrored = true;
  // Ports stay in order from left to right, so a block that looks down is a mirrored one that looks up.
  if (old == "up" || old == "down") block.rotation = 3, block.mirrored = old == "down";
  if (const auto degrees = numbers_of(record.value("BlockRotation")); !degrees.empty())
    block.rotation = (whole_within(degrees[0], -3600, 3600) / 90 % 4 + 4) % 4;
  if (record.on("BlockMirror")) block.mirrored = !block.mirrored;
}

// What is said in other ways, or is only about looks or code.
static bool is_structural(const std::string& key) {
  static const std::set<std::string> keys{"BlockType",
                                          "Name",
                                          "SID",
                                          "Ports",
                                          "Position",
                                          "ZOrder",
                                          "Orientation",
                                          "BlockRotation",
                                          "BlockMirror",
                                          "FontName",
                                          "FontSize",
                                          "FontWeight",
                                          "FontAngle",
                                          "DropShadow",
                                          "NamePlacement",
                                          "NameLocation",
                                          "ShowName",
                                          "Priority",
                                          "Description",
                                          "Commented",
                                          "BackgroundColor",
                                          "ForegroundColor",
                                          "HideAutomaticName",
                                          "LibraryVersion",
                                          "SourceBlock",
                                          "#text",
                                          "MaskPromptString",
                                          "MaskStyleString",
                                          "MaskVariables",
                                          "MaskValueString",
                                          "MaskInitialization",
                                          "MaskDisplay",
                                          "MaskHelp",
                                          "MaskDescription"};
  return keys.contains(key);
}

static void read_ports(SourceBlock& block, const Record& record) {
  const auto count = [&](std::map<SourcePort, int>& ports, SourcePort port, double n) {
    if (n >= 1) ports[port] = whole_within(n, 1, 4096);
  };
  static constexpr std::pair<SourcePort, bool> order[] = {
      {SourcePort::Signal, true},     {SourcePort::Signal, false}, {SourcePort::Enable, true},
      {SourcePort::Trigger, true},    {SourcePort::State, false},  {SourcePort::LeftSide, true},
      {SourcePort::RightSide, false}, {SourcePort::Action, true},  {SourcePort::Reset, true}};
  const auto numbers = numbers_of(record.value("Ports"));
  for (std::size_t n = 0; n < numbers.size() && n < std::size(order); ++n)
    count(order[n].second ? block.inputs : block.outputs, order[n].first, numbers[n]);
  static constexpr const char* names[] = {"in",    "out",   "enable",   "trigger", "state",
                                          "lconn", "rconn", "ifaction", "reset"};
  if (const Record* counts = record.child("PortCounts"))
    for (std::size_t n = 0; n < std::size(order); ++n)
      for (const double value : numbers_of(counts->value(names[n])))
        count(order[n].second ? block.inputs : block.outputs, order[n].first, value);
}

static void read_signal_names(SourceBlock& block, const Record& record) {
  for (const Record& child : record.children) {
    if (child.word == "PortProperties") read_signal_names(block, child);
    if (child.word != "Port" || child.value("Type", "out") != "out") continue;
    const std::string name = child.value("Name");
    const auto number = numbers_of(child.value("PortNumber", child.value("Index", "1")));
    if (!name.empty() && !name.starts_with('<') && !number.empty() && number[0] >= 1 && number[0] <= 4096)
      block.signal_names[static_cast<int>(number[0]) - 1] = name;
  }
}

// Values for the names of a model that the block refers to, as a list of objects with both. Those with a path
// are about models inside of that model.
static void read_arguments(SourceBlock& block, const Record& list) {
  std::string names, values;
  for (const Record& object : list.children) {
    if (object.value("Name").empty() || !object.value("Path").empty()) continue;
    names += (names.empty() ? "" : ",") + object.value("Name");
    values += (values.empty() ? "" : ",") + object.value("Value", "[]");
  }
  if (names.empty()) return;
  block.parameters["ParameterArgumentNames"] = names;
  block.parameters["ParameterArgumentValues"] = values;
}

// Arrays of texts: one a line.
static void read_lists(SourceBlock& block, const Record& record) {
  for (const Record& child : record.children) {
    if (child.word == "InstanceData")
      for (const auto& [key, value] : child.values) block.parameters[key] = value;
    const std::string name = child.value("PropName");
    if (child.word != "Array" || name.empty()) continue;
    if (name == "InstanceParameters") {
      read_arguments(block, child);
      continue;
    }
    std::string text;
    for (const auto& [key, value] : child.values)
      if (key == "Cell") text += (text.empty() ? "" : "\n") + value;
    for (const Record& cell : child.children)
      if (cell.word == "Cell") text += (text.empty() ? "" : "\n") + cell.value("#text");
    block.parameters[name] = text;
  }
}

// Plots turn with their block here; there they do not.
static void keep_upright(MaskIcon& icon) {
  if (icon.kind != MaskIconKind::Plot || !icon.content.empty()) return;
  icon.content = "plot(" + (icon.x.empty() ? icon.y : icon.x + ", " + icon.y) + ")";
  icon.x.clear(), icon.y.clear();
}

SourceBlock read_block(const Record& record) {
  SourceBlock block;
  block.type = record.value("BlockType");
  block.name = record.value("Name");
  block.key = record.value("SID");
  for (const auto& [key, value] : record.values)
    if (!is_structural(key)) block.parameters[key] = value;
  read_lists(block, record);
  const auto box = numbers_of(record.value("Position"));
  if (box.size() >= 4) block.box = {box[0], box[1], box[2], box[3]};
  set_orientation(block, record);
  const std::string commented = record.value("Commented");
  block.commented = commented == "on"        ? CommentedOut::Out
                    : commented == "through" ? CommentedOut::Through
                                             : CommentedOut::No;
  block.name_place = name_place_of(record, block);
  block.keeps_name = record.value("HideAutomaticName") == "off";
  block.color = color_name(record.value("BackgroundColor"));
  block.description = record.value("Description");
  if (const auto priority = numbers_of(record.value("Priority")); !priority.empty())
    block.priority = whole_within(priority[0], -1'000'000'000, 1'000'000'000);
  if (const std::string* link = record.find("SourceBlock")) block.link = collapsed(*link);
  read_ports(block, record);
  read_signal_names(block, record);
  block.mask = read_mask(record);
  if (block.mask && (block.rotation != 0 || block.mirrored)) keep_upright(block.mask->icon);
  return block;
}

}  // namespace sim::importing::simulink
