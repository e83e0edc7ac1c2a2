#pragma once
// A model of another tool as its file says it, before anything is translated: a tree of blocks by the names
// that tool gives them, with parameters as text. Readers of file formats make one; the mapping (mapping/) and
// the builder (builder/) make a Diagram of it. Nothing here knows block types of either tool.
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/line_shape.h"
#include "sim_core/diagram/name_place.h"

namespace sim::importing {

// What a line may be connected to. Signal ports are counted by themselves, and each other kind too.
enum class SourcePort {
  Signal,
  Enable,
  Trigger,
  Action,
  Reset,
  State,     // an output
  Event,     // an activation, in tools that draw them as lines
  LeftSide,  // conserving ports of physical components
  RightSide
};

struct SourceEnd {
  std::string block;  // the key of a block in the same system
  SourcePort port = SourcePort::Signal;
  int number = 1;  // among the block's inputs or outputs of this kind, from 1
  bool operator==(const SourceEnd&) const = default;
};

// One connection of an output with an input; a wire with branches is several lines with one source. Corners
// are points of the page, from the source on, without the ends at ports.
struct SourceLine {
  std::optional<SourceEnd> source, target;
  Point loose_source, loose_target;  // where an end that is not connected hangs
  LineShape shape;                   // the corners; its trunk: those it shares with the line it branches from
  std::string name;                  // of the signal
};

struct SourceMaskParameter {
  std::string name, prompt, value;
  std::string editor = "edit";  // "edit", "popup", "checkbox"; others are taken for "edit"
  std::vector<std::string> choices = {};
  bool evaluate = true;
};
// A name that expressions use, and where its value comes from.
struct SourceVariable {
  std::string name, expression;
  std::string origin;  // "model workspace", "PreLoadFcn", "parameters.m"
};

struct SourceMask {
  std::string type, description, help;
  std::vector<SourceMaskParameter> parameters;
  std::vector<SourceVariable> initialization;  // in the order they are computed
  MaskIcon icon;
  bool port_names = true;
  std::vector<std::string> remarks;  // what of it cannot be said
};

struct SourceModel;
// Where a block of a library is.
struct SourceLibraryBlock {
  std::string library;  // the name of its file without the ending
  std::string path;     // in it, with white space collapsed and each / of a name doubled
};

struct SourceSystem;
struct SourceBlock {
  std::string key;   // by which lines of its system name it
  std::string type;  // "Gain"; of a block that a library holds, what links are called: "Reference"
  std::string link;  // the path in the library, with white space collapsed; empty: no link
  std::string name;
  Box box;           // as it is seen, after rotation
  int rotation = 0;  // quarter turns clockwise
  bool mirrored = false;
  CommentedOut commented = CommentedOut::No;
  std::string color;
  NamePlace name_place = NamePlace::Automatic;
  bool keeps_name = false;  // shown where names that the tool gave itself are not
  std::optional<int> priority;
  std::map<std::string, std::string> parameters;  // what the file gives it, by the tool's names
  std::map<SourcePort, int> inputs, outputs;      // how many ports of each kind, where the file says so
  std::map<int, std::string> signal_names;        // output port (from 0) -> name
  std::string code;                               // of a block with a program
  std::string functions = {};  // texts of functions that its program calls, from files beside the model
  std::vector<std::string> missing_functions = {};  // that are not there
  std::string description;
  std::optional<SourceMask> mask;
  std::vector<SourceSystem> contents;  // of a subsystem: one; else none
  // Of a block that comes from another file with what is inside: that file, whose defaults count; and, where
  // it stays linked to a library, which block of it this one shows.
  std::shared_ptr<const SourceModel> origin;
  std::optional<SourceLibraryBlock> shows;
  std::vector<std::string> remarks = {};  // what a reader has decided for it

  const SourceSystem* inside() const;
};

struct SourceAnnotation {
  Box box;
  std::string text;  // Markdown
};

struct SourceSystem {
  std::vector<SourceBlock> blocks;
  std::vector<SourceLine> lines;
  std::vector<SourceAnnotation> annotations;
};

struct SourceModel {
  std::string name;
  std::string format;  // "Simulink .slx, R2020b"
  double version = 0;  // of the file format, as the tool counts
  bool library = false;
  SourceSystem root;
  std::map<std::string, std::map<std::string, std::string>> defaults;  // block type -> parameter -> text
  std::map<std::string, std::string> configuration;                    // by the tool's names
  std::vector<SourceVariable> variables;                               // in the order they are computed
  std::set<std::string> program_parameters;  // names that programs of blocks take from outside
  std::map<std::string, std::shared_ptr<const SourceModel>> libraries;  // that blocks are linked to, by name
  std::map<std::string, std::string>
      call_backs;       // statements of PauseFcn and StopFcn, by the names of settings
  Diagnostics remarks;  // what the reader has to say
};

// "a  \n b" -> "a b".
std::string collapsed(std::string_view text);

// The number of blocks and of lines at any depth.
struct SourceSize {
  std::size_t blocks = 0, lines = 0, systems = 0;
};
SourceSize size_of(const SourceSystem& system);

}  // namespace sim::importing
