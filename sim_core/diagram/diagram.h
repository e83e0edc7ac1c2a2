#pragma once
// The document, as plain values. A Diagram knows names of block types, never the types themselves: a model
// whose plug-in is missing still opens, shows and saves unchanged. The only way to change one is `apply`
// (edit.h); elements are found by id.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/id.h"

#include "sim_core/base/file_access.h"

namespace sim {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};
struct Size {
  double width = 0, height = 0;
  bool operator==(const Size&) const = default;
};

// Members of a file that this version does not know, kept as JSON text so that saving loses nothing.
using UnknownMembers = std::map<std::string, std::string>;

enum class CommentedOut { No, Out, Through };

// What a block is painted in; a theme says which shade that is on light and on dark ground.
enum class BlockColor { None, Red, Orange, Yellow, Green, Cyan, Blue, Purple, Gray };
inline constexpr std::string_view block_color_names[] = {"none", "red",  "orange", "yellow", "green",
                                                         "cyan", "blue", "purple", "grey"};

// What a parameter of a mask is edited with.
enum class MaskEditor { Value, Choice, Flag, Text };
inline constexpr std::string_view mask_editor_names[] = {"value", "choice", "flag", "text"};

// A parameter of a masked subsystem: a name that the expressions of the blocks inside may use.
struct MaskParameter {
  std::string name = {};
  std::string label = {};       // what a dialog shows; empty: the name
  std::string expression = {};  // evaluated where the subsystem stands, not inside
  bool evaluate = true;         // false: the value is the text itself
  MaskEditor editor = MaskEditor::Value;
  std::vector<std::string> choices = {};  // the expressions, or texts, that a Choice offers
  std::string unit = {}, description = {};
  std::string group = {};                            // the tab of the dialog; empty: the first one
  std::string visible = {}, enabled = {};            // conditions on the mask's values; empty: always
  std::optional<double> minimum = {}, maximum = {};  // of every element of a value that is evaluated
  UnknownMembers unknown = {};
  bool operator==(const MaskParameter&) const = default;
};

enum class MaskIconKind { None, Text, Path, Plot };
inline constexpr std::string_view mask_icon_kind_names[] = {"none", "text", "path", "plot"};

// What is drawn on a masked subsystem, in place of the icon of its type.
struct MaskIcon {
  MaskIconKind kind = MaskIconKind::None;
  std::string content = {};  // Text: {name} stands for a value of the mask; Path: SVG path data, 0 to 100
  std::string x = {},
              y = {};  // Plot: expressions that see the mask's values; no x: the numbers of the points
  UnknownMembers unknown = {};
  bool operator==(const MaskIcon&) const = default;
};

// A subsystem's parameters, dialog and icon.
struct Mask {
  std::vector<MaskParameter> parameters = {};
  std::string initialization = {};  // lines "name = expression", which see the parameters and the lines above
  std::string description = {};     // Markdown, in the dialog and as its help
  MaskIcon icon = {};
  bool port_names = true;  // whether the icon leaves room for the names of the ports
  bool operator==(const Mask&) const = default;
};

// What a subsystem whose contents come from a library refers to.
struct LibraryLink {
  std::string file = {};   // of the library, relative to the model's folder
  std::string block = {};  // the path of a block in it
  bool broken = false;     // what is inside is the model's own; the library is remembered
  UnknownMembers unknown = {};
  bool operator==(const LibraryLink&) const = default;
};

struct Block {
  Id parent = no_id;  // the subsystem block it is in; no_id at the top level
  std::string name;   // unique in its parent
  std::string type;   // "math/gain"; may be unknown here
  Point position;     // top left, in pixels at 100 %
  Size size{60, 40};  // before rotation
  int rotation = 0;   // quarter turns clockwise, 0..3
  bool flipped = false;
  CommentedOut commented = CommentedOut::No;
  BlockColor color = BlockColor::None;
  std::map<std::string, std::string>
      parameters;                           // unevaluated text, "2*pi*f0"; only what differs from the default
  std::optional<Mask> mask;                 // of a subsystem
  std::optional<LibraryLink> link;          // of a subsystem; what is inside is what the library last had
  std::optional<int> priority;              // among blocks that may run in any order, the lower runs first
  std::map<int, std::string> signal_names;  // output port (from 0) -> the name its lines carry
  UnknownMembers unknown;
  bool operator==(const Block&) const = default;
};

// Conserving ports belong to physical components. A line between two of them has no direction: which end is
// called its source says nothing, and any number of lines may meet at a port.
enum class PortKind { Signal, Conserving };

struct PortRef {
  Id block = no_id;
  int port = 0;  // among the block's inputs or outputs, or its conserving ports, from 0
  PortKind kind = PortKind::Signal;
  bool operator==(const PortRef&) const = default;
  auto operator<=>(const PortRef&) const = default;
};

// One connection from an output to an input. A branched wire is several lines with one source. An end that is
// not connected is kept, with the point where it hangs.
struct Line {
  Id parent = no_id;
  std::optional<PortRef> source, target;
  Point loose_source, loose_target;  // used where `source` or `target` is empty
  std::vector<Point> waypoints;      // corners the user fixed by hand; empty: routed automatically
  UnknownMembers unknown;
  bool conserving() const {
    const auto is = [](const std::optional<PortRef>& end) {
      return end && end->kind == PortKind::Conserving;
    };
    return is(source) || is(target);
  }
  bool operator==(const Line&) const = default;
};

struct Annotation {
  Id parent = no_id;
  Point position;
  Size size{160, 40};
  std::string text;  // Markdown
  UnknownMembers unknown;
  bool operator==(const Annotation&) const = default;
};

// A model variable: an expression that parameters and other variables may use by name.
struct Variable {
  std::string name, expression, unit, description;
  UnknownMembers unknown;
  bool operator==(const Variable&) const = default;
};

struct Diagram {
  std::map<Id, Block> blocks;
  std::map<Id, Line> lines;
  std::map<Id, Annotation> annotations;
  std::map<Id, Variable> variables;
  std::map<std::string, std::string>
      settings;  // conventional name -> text; only what differs from the default
  UnknownMembers unknown;
  SharedAccess access;  // what it may have read and written; not part of the document

  // An id that no element of this diagram has ever had.
  Id new_id() { return Id{next_id_++}; }
  // Makes new_id() avoid `id` too. Counting never gets near the ids above 2^52 that a file may use; skipping
  // them keeps new ids within what a file may hold.
  void reserve(Id id) {
    constexpr std::uint64_t unreachable = std::uint64_t{1} << 52;
    if (to_number(id) >= next_id_ && to_number(id) < unreachable) next_id_ = to_number(id) + 1;
  }

  // Equal as documents: the counter behind new_id() and the access do not matter.
  bool operator==(const Diagram& o) const {
    return blocks == o.blocks && lines == o.lines && annotations == o.annotations &&
           variables == o.variables && settings == o.settings && unknown == o.unknown;
  }

 private:
  std::uint64_t next_id_ = 1;
};

// "Plant/Controller/Gain": the names from the top level down. A broken chain of parents is cut where it
// breaks.
std::string block_path(const Diagram& diagram, Id block);

// The block with this path, if any.
std::optional<Id> find_block(const Diagram& diagram, const std::string& path);

// `name` if no block in `parent` has it, else the first free "name1", "name2", ...
std::string unique_block_name(const Diagram& diagram, Id parent, const std::string& name);

// How deep subsystems may be nested; files that go further are refused.
inline constexpr int max_subsystem_depth = 256;

}  // namespace sim
