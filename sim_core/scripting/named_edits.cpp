#include "sim_core/scripting/named_edits.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "sim_core/base/text.h"
#include "sim_core/diagram/block_names.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/signal_properties.h"
#include "sim_core/diagram/wiring_edits.h"
#include "sim_core/interfaces/input_growth.h"
#include "sim_core/interfaces/new_block.h"
#include "sim_core/interfaces/port_layout.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/scripting/named_ports.h"

namespace sim {

Result<const BlockType*> find_type(const BlockLibrary& library, const std::string& name) {
  if (const BlockType* type = library.find(name)) return type;
  std::vector<std::string> names;
  std::vector<const BlockType*> called;
  for (const BlockType* type : library.all()) {
    if (type->label == name) called.push_back(type);
    names.push_back(type->id);
    names.push_back(type->label);
  }
  if (called.size() == 1) return called.front();
  if (called.size() > 1) {
    std::vector<std::string> ids;
    for (const BlockType* type : called) ids.push_back(type->id);
    return error(name, "several block types have this name", "write one of " + join(ids, ", "));
  }
  const std::string near = did_you_mean(name, names);
  return error(name, "there is no block type of this name",
               near.empty() ? "fluxion-cli blocks lists all types" : near);
}

namespace {

struct SplitPath {
  std::string parent, name;  // the name as the block has it
};

}  // namespace

// At the last '/' that is none of a name, where it is doubled.
static SplitPath split_path(const std::string& path) {
  std::size_t last = std::string::npos;
  for (std::size_t at = 0; at < path.size(); ++at)
    if (path[at] == '/') {
      if (at + 1 < path.size() && path[at + 1] == '/')
        ++at;
      else
        last = at;
    }
  return {last == std::string::npos ? std::string() : path.substr(0, last), last_name(path)};
}

// Where a block goes that nobody has placed: a column right of those that are there.
static Point free_place(const Diagram& diagram, Id parent) {
  std::optional<Box> all;
  for (const auto& [id, block] : diagram.blocks)
    if (block.parent == parent) all = all ? united(*all, box_of(block)) : box_of(block);
  return all ? Point{on_grid(all->right + 64), on_grid(all->top)} : Point{96, 96};
}

Result<Insertion> add_block(Diagram& diagram, const BlockLibrary& library, const std::string& type_name,
                            const std::string& path, bool any_name) {
  const auto type = find_type(library, type_name);
  if (!type) return type.errors();
  const SplitPath split = split_path(path.empty() ? in_path((*type)->label) : path);
  Id parent = no_id;
  if (!split.parent.empty()) {
    const auto found = block_of_path(diagram, split.parent, path);
    if (!found) return found.errors();
    const BlockType* of = library.find(diagram.blocks.at(*found).type);
    if (!of || of->role != BlockRole::Subsystem)
      return error(path, "'" + split.parent + "' is no subsystem", "add the block at another place");
    if (diagram.blocks.at(*found).link && !diagram.blocks.at(*found).link->broken)
      return error(path, "what is inside '" + split.parent + "' comes from a library",
                   "add the block in the library, or break the link");
    parent = *found;
  }
  if (const std::string why = why_not_a_block_name(split.name); !why.empty())
    return error(path, why, "choose another name");
  if (!any_name && unique_block_name(diagram, parent, split.name) != split.name)
    return error(path, "a block of this name is there already", "choose another name");
  Block block = new_block(diagram, **type, parent);
  block.name = split.name;
  block.position = free_place(diagram, parent);
  return insert_block(diagram, std::move(block));
}

namespace {

// A line's end on the input side, and what the block must become to have it.
struct Target {
  PortRef port;
  std::optional<Block> grown;
};

}  // namespace

static Result<Target> find_target(const Diagram& diagram, const BlockLibrary& library,
                                  const std::string& text) {
  const auto written = written_port(diagram, text);
  if (written) {
    const int count = static_cast<int>(block_interface(diagram, library, written->block).inputs.size());
    bool full = written->port == std::to_string(count + 1);
    if (written->port.empty() && count > 0) {
      full = true;
      for (int k = 0; k < count; ++k) full = full && is_driven(diagram, {written->block, k});
    }
    if (full)
      if (const auto more = one_more_input(diagram, library, written->block)) {
        Block grown = diagram.blocks.at(written->block);
        for (const auto& [name, value] : *more) grown.parameters[name] = value;
        return Target{{written->block, count}, std::move(grown)};
      }
  }
  const auto port = find_port(diagram, library, text, true);
  if (!port) return port.errors();
  return Target{*port, std::nullopt};
}

Result<Edit> connect_ports(Diagram& diagram, const BlockLibrary& library, const std::string& from,
                           const std::string& to) {
  const auto source = find_port(diagram, library, from, false);
  if (!source) return source.errors();
  auto target = find_target(diagram, library, to);
  if (!target) return target.errors();
  auto edit = connect(diagram, *source, target->port);
  if (edit && target->grown) edit->set(target->port.block, *std::move(target->grown));
  return edit;
}

static Result<std::pair<std::string, std::string>> split_connection(const Diagram& diagram,
                                                                    const std::string& text) {
  std::optional<std::size_t> first;
  for (auto at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    if (!first) first = at;
    if (written_port(diagram, text.substr(0, at)) && written_port(diagram, text.substr(at + 1)))
      return std::pair{text.substr(0, at), text.substr(at + 1)};
  }
  if (!first)
    return error(text, "this is no connection", "write Block.output:Block.input, such as Gain.1:Sum.2");
  return std::pair{text.substr(0, *first), text.substr(*first + 1)};
}

Result<Edit> connect_ports(Diagram& diagram, const BlockLibrary& library, const std::string& connection) {
  const auto split = split_connection(diagram, connection);
  if (!split) return split.errors();
  return connect_ports(diagram, library, split->first, split->second);
}

Result<Edit> disconnect_ports(const Diagram& diagram, const BlockLibrary& library,
                              const std::string& connection) {
  const auto split = split_connection(diagram, connection);
  if (!split) return split.errors();
  const auto& [from, to] = *split;
  const auto source = find_port(diagram, library, from, false);
  if (!source) return source.errors();
  const auto written = written_port(diagram, to);
  if (!written) return no_such_block(diagram, to);
  std::optional<PortRef> target;
  if (!written->port.empty()) {
    const auto port = find_port(diagram, library, to, true);
    if (!port) return port.errors();
    target = *port;
  }
  for (const auto& [id, line] : diagram.lines) {
    const bool ends_there =
        line.target && (target ? *line.target == *target : line.target->block == written->block);
    const bool turned = line.conserving() && line.target == *source && line.source == target;
    if ((line.source == *source && ends_there) || turned) return remove_blocks(diagram, {id});
  }
  return error(connection, "there is no line between these ports", "look at the lines of the model");
}

Result<Edit> remove_named(const Diagram& diagram, const std::string& name) {
  if (const auto id = find_block(diagram, name)) return remove_blocks(diagram, {*id});
  std::vector<std::string> names;
  for (const auto& [id, variable] : diagram.variables) {
    if (variable.name == name) {
      Edit edit{"Delete " + name, {}};
      edit.remove<Variable>(id);
      return edit;
    }
    names.push_back(variable.name);
  }
  for (const auto& [id, block] : diagram.blocks) names.push_back(block_path(diagram, id));
  const std::string near = did_you_mean(name, names);
  return error(name, "the model has no block and no variable of this name",
               near.empty() ? "fluxion-cli info lists its blocks" : near);
}

Result<Edit> log_signal(Diagram& diagram, const BlockLibrary& library, const std::string& output,
                        const std::string& name) {
  const auto port = find_port(diagram, library, output, false);
  if (!port) return port.errors();
  if (port->kind == PortKind::Conserving)
    return error(output, "a conserving port has no signal", "record the output of a sensor");
  Diagram named = diagram;  // one edit of the block: its properties, and its name
  Edit edit{"Record " + output, {}};
  if (!name.empty()) {
    const auto naming = name_signal(diagram, *port, name);
    if (!naming) return naming.errors();
    apply(named, *naming);
    edit.changes = naming->changes;
  }
  SignalProperties properties = signal_properties(named.blocks.at(port->block), port->port);
  properties.logged = true;
  const Edit recording = change_signal(named, *port, properties);
  edit.changes.insert(edit.changes.end(), recording.changes.begin(), recording.changes.end());
  return edit;
}

Edit arrange_diagram(const Diagram& diagram, const BlockLibrary& library) {
  std::map<Id, std::set<Id>> levels;
  for (const auto& [id, block] : diagram.blocks) {
    bool linked = false;
    for (auto above = diagram.blocks.find(block.parent); above != diagram.blocks.end();
         above = diagram.blocks.find(above->second.parent))
      linked = linked || (above->second.link && !above->second.link->broken);
    if (!linked) levels[block.parent].insert(id);
  }
  Edit edit{"Arrange", {}};
  for (const auto& [parent, ids] : levels) {
    const Edit level = arrange_blocks(diagram, library, ids);
    edit.changes.insert(edit.changes.end(), level.changes.begin(), level.changes.end());
  }
  return edit;
}

}  // namespace sim
