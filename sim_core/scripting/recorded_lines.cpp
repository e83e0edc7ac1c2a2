#include "sim_core/scripting/recorded_lines.h"

#include <algorithm>
#include <set>
#include <variant>

#include "sim_core/base/text.h"
#include "sim_core/diagram/block_names.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/json.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/scripting/changed_elements.h"
#include "sim_core/scripting/named_edits.h"

namespace sim {

std::string python_literal(std::string_view json) {
  std::string out;
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (in_string && c == '\\') {
      out += c;
      out += json[++at];
      continue;
    }
    if (c == '"') in_string = !in_string;
    const auto word = [&](std::string_view name, std::string_view python) {
      if (in_string || json.substr(at, name.size()) != name) return false;
      out += python;
      at += name.size() - 1;
      return true;
    };
    if (!word("true", "True") && !word("false", "False") && !word("null", "None")) out += c;
  }
  return out;
}

std::string python_text(std::string_view text) { return json_string(text); }

static std::string pair_text(double a, double b) { return "(" + to_text(a) + ", " + to_text(b) + ")"; }

// Lines, and the diagram as they leave it. It has failed once a step is refused.
struct RecordedLines::Candidate {
  Diagram diagram;
  std::string text = {};
  bool failed = false;

  void say(const std::string& line, const Result<Edit>& edit) {
    failed = failed || !edit;
    if (failed) return;
    apply(diagram, *edit);
    text += line + "\n";
  }
};

namespace {

// The changes of an edit, by kind.
struct Changes {
  explicit Changes(const Edit& edit) {
    for (const Change& change : edit.changes) std::visit([this](const auto& one) { add(one); }, change);
  }
  void add(const Set<Block>& one) { blocks.push_back(&one); }
  void add(const Set<Line>& one) { lines.push_back(&one); }
  void add(const Set<Variable>& one) { variables.push_back(&one); }
  void add(const Set<Annotation>&) { ++others; }
  void add(const SetSetting& one) { settings.push_back(&one); }

  std::vector<const Set<Block>*> blocks;
  std::vector<const Set<Line>*> lines;
  std::vector<const Set<Variable>*> variables;
  std::vector<const SetSetting*> settings;
  int others = 0;
};

std::string port_text(const Diagram& diagram, const PortRef& port) {
  return block_path(diagram, port.block) + "." + std::to_string(port.port + 1);
}

Edit placed(const Diagram& diagram, Id id, Point position) {
  Block block = diagram.blocks.at(id);
  block.position = position;
  Edit edit;
  edit.set(id, std::move(block));
  return edit;
}

}  // namespace

// What the changes are in words, as far as there are any; whether they say all is found by comparing.
RecordedLines::Candidate RecordedLines::in_words(const Diagram& now) const {
  Candidate out{played_};
  const Edit edit = difference(played_, now);
  const Changes changes(edit);
  const std::string& m = model_;
  for (const SetSetting* s : changes.settings)
    if (s->value)
      out.say(m + ".settings[" + python_text(s->key) + "] = " + python_text(*s->value),
              assign_setting(s->key, *s->value));
  for (const Set<Variable>* v : changes.variables) {
    if (v->value)
      out.say(m + ".variables[" + python_text(v->value->name) + "] = " + python_text(v->value->expression),
              define_variable(out.diagram, v->value->name, v->value->expression));
    else
      out.say("del " + m + ".variables[" + python_text(played_.variables.at(v->id).name) + "]",
              remove_named(out.diagram, played_.variables.at(v->id).name));
  }
  for (const Set<Block>* b : changes.blocks) {
    if (!b->value) {  // with what was inside and its lines, which may be gone by now
      if (out.diagram.blocks.contains(b->id))
        out.say(m + ".remove(" + python_text(block_path(out.diagram, b->id)) + ")",
                remove_named(out.diagram, block_path(out.diagram, b->id)));
      continue;
    }
    const std::string path = block_path(now, b->id);
    const auto before = played_.blocks.find(b->id);
    // One that has left a subsystem which is gone: there are no words for that.
    if (before != played_.blocks.end() && !out.diagram.blocks.contains(b->id)) {
      out.failed = true;
      return out;
    }
    if (before == played_.blocks.end()) {
      auto added = add_block(out.diagram, library_, b->value->type, path);
      out.say(m + ".add(" + python_text(b->value->type) + ", " + python_text(path) + ")",
              added ? Result<Edit>(added->edit) : Result<Edit>(added.errors()));
      if (out.failed || !out.diagram.blocks.contains(b->id)) return out;
    } else if (before->second.name != b->value->name) {
      out.say(
          m + "[" + python_text(block_path(out.diagram, b->id)) + "].name = " + python_text(b->value->name),
          rename_block(out.diagram, b->id, b->value->name));
    }
    const Block& there = out.diagram.blocks.at(b->id);
    if (!(there.position == b->value->position))
      out.say(m + "[" + python_text(path) + "].at = " + pair_text(b->value->position.x, b->value->position.y),
              placed(out.diagram, b->id, b->value->position));
    for (const auto& [name, text] : b->value->parameters) {
      const auto& known = out.diagram.blocks.at(b->id).parameters;
      if (const auto same = known.find(name); same != known.end() && same->second == text) continue;
      out.say(m + "[" + python_text(path) + "].parameters[" + python_text(name) + "] = " + python_text(text),
              assign_parameter(out.diagram, library_, path, name, text));
    }
  }
  for (const Set<Line>* l : changes.lines) {
    if (!l->value || !l->value->source || !l->value->target || played_.lines.contains(l->id)) continue;
    const std::string from = port_text(now, *l->value->source), to = port_text(now, *l->value->target);
    out.say(m + ".connect(" + python_text(from) + ", " + python_text(to) + ")",
            connect_ports(out.diagram, library_, from, to));
  }
  return out;
}

std::string RecordedLines::lines_to(const Diagram& now) {
  if (played_ == now) return {};
  constexpr std::size_t most = 40;  // lines of words for one change; more are one table of elements
  Candidate words = in_words(now);
  const auto count = static_cast<std::size_t>(std::ranges::count(words.text, '\n'));
  if (!words.failed && count <= most && words.diagram == now) {
    played_ = std::move(words.diagram);
    return words.text;
  }
  const std::string changes = changed_elements(played_, now);
  auto played = with_changes(played_, changes);
  if (played) take_over(played_, *played);
  std::string text = model_ + ".change(**" + python_literal(changes) + ")\n";
  // One element a line.
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (text.substr(at, 9) != "}, {\"id\":") continue;
    out += ",\n    ";
    at += 2;
  }
  return out;
}

}  // namespace sim
