#include "sim_core/import/xcos/block_source.h"

#include <algorithm>

#include "sim_core/base/locale_independent.h"
#include "sim_core/base/text.h"
#include "sim_core/base/trimmed.h"

namespace sim::importing::xcos {

namespace {

constexpr std::size_t most_numbers = 100'000;  // of one stored parameter

std::string numbers_text(const ScilabValue& value) {
  if (value.kind != ScilabValue::Kind::Numbers || value.numbers.empty() ||
      value.numbers.size() > most_numbers)
    return {};
  return expr::to_text(expr::Value::matrix({value.rows, value.columns}, value.numbers, value.imaginary));
}

// A list of parameters: the first of them that is a matrix of numbers.
std::string first_numbers(const ScilabValue& value) {
  if (value.kind != ScilabValue::Kind::List) return numbers_text(value);
  for (const ScilabValue& item : value.items)
    if (std::string text = numbers_text(item); !text.empty()) return text;
  return {};
}

bool is_text_block(const XcosBlock& block, std::size_t n) {
  return (block.type == "TOWS_c" && n == 2) || (block.type == "FROMWS_c" && n == 1) ||
         block.type.starts_with("GOTO") || block.type.starts_with("FROM") ||
         block.type.starts_with("CLKFROM") || block.type.starts_with("CLKGOTO") ||
         (block.type == "EXPRESSION" && n == 2) || block.type == "TrigFun" || block.type == "TEXT_f" ||
         block.type.starts_with("GotoTag");
}

void add_texts(SourceBlock& out, const Scope& scope, const XcosBlock& block) {
  const ScilabValue* exprs = block.value("exprs");
  if (!exprs) return;
  for (std::size_t n = 1; n <= exprs->texts.size(); ++n) {
    const std::string& text = exprs->texts[n - 1];
    const std::string number = "(" + std::to_string(n) + ")";
    out.parameters["exprs" + number] = text;
    if (trimmed(text).empty() || is_text_block(block, n)) continue;
    const Result<expr::Value> value = scope.evaluate(text);
    if (!value)
      out.parameters["unknown" + number] = value.error().message;
    else if (!value->is_string())
      out.parameters["value" + number] = expr::to_text(*value);
  }
}

void add_numbers(SourceBlock& out, const XcosBlock& block) {
  constexpr std::pair<const char*, const char*> names[] = {
      {"realParameters", "rpar"}, {"integerParameters", "ipar"}, {"objectsParameters", "opar"},
      {"state", "state"},         {"dState", "dstate"},          {"oDState", "odstate"}};
  for (const auto& [from, to] : names)
    if (const ScilabValue* value = block.value(from))
      if (std::string text = first_numbers(*value); !text.empty()) out.parameters[to] = std::move(text);
}

void place(SourceBlock& out, const XcosBlock& block) {
  out.box = block.box;
  const int turns = ((block.rotation % 360) + 360) % 360 / 90;
  out.rotation = (turns + (block.flip ? 2 : 0)) % 4;
  out.mirrored = block.mirror != block.flip;
}

// What the user called it: of super blocks only, others say their formula. Empty: it has no name there.
std::string given_name(const XcosBlock& block) {
  const std::string label = collapsed(plain_text(block.label));
  const bool super = block.type == "SUPER_f" || block.type == "DSUPER";
  return super && label != block.type ? label : std::string();
}
std::string name_of(const XcosBlock& block) {
  if (const std::string given = given_name(block); !given.empty()) return given;
  if (block.type == "SUPER_f" || block.type == "DSUPER") return "Subsystem";
  std::string name = block.type;
  if (name.ends_with("_f") || name.ends_with("_c") || name.ends_with("_m")) name.resize(name.size() - 2);
  return name;
}

void add_activation(SourceBlock& out, const Scope& scope, int block) {
  const XcosBlock& b = scope.diagram.blocks[static_cast<std::size_t>(block)];
  const Activation how = activation_of(scope, block);
  bool needed = false;
  for (std::size_t p = 0; p < b.ports.size(); ++p) {
    const PortPlace place{block, static_cast<int>(p)};
    if (b.ports[p].role == PortRole::EventIn && how == Activation::SampleTime)
      if (const auto known = periodic_activation(scope, place))
        out.parameters["activation"] = sample_time_text(*known);
    if (b.ports[p].role != PortRole::EventOut) continue;
    needed |= is_needed(scope, place);
    const auto known = periodic_events(scope, place);
    if (!known || b.count(PortRole::EventOut) != 1) continue;
    out.parameters["period"] = known->period_text;
    out.parameters["offset"] = known->offset_text;
  }
  if (needed) out.parameters["needed"] = "1";
  if (how == Activation::Called) out.parameters["called"] = "1";
}

}  // namespace

std::string plain_text(const std::string& html) {
  std::string out;
  bool style = false;
  for (std::size_t k = 0; k < html.size();) {
    if (html[k] == '<' && k + 1 < html.size() &&
        (std::isalpha(static_cast<unsigned char>(html[k + 1])) || html[k + 1] == '/' || html[k + 1] == '!')) {
      const std::size_t end = html.find('>', k);
      std::string tag = html.substr(k + 1, (end == html.npos ? html.size() : end) - k - 1);
      for (char& c : tag) c = lower_case(c);
      if (tag.starts_with("style") || tag.starts_with("head")) style = true;
      if (tag.starts_with("/style") || tag.starts_with("/head")) style = false;
      if (tag.starts_with("br") || tag.starts_with("/p") || tag.starts_with("/div")) out += '\n';
      k = end == html.npos ? html.size() : end + 1;
      continue;
    }
    if (style) {
      ++k;
      continue;
    }
    static constexpr std::pair<std::string_view, const char*> entities[] = {
        {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&nbsp;", " "}, {"&#160;", " "}};
    const auto entity = std::find_if(std::begin(entities), std::end(entities), [&](const auto& e) {
      return std::string_view(html).substr(k).starts_with(e.first);
    });
    if (entity != std::end(entities)) {
      out += entity->second;
      k += entity->first.size();
    } else {
      out += html[k++];
    }
  }
  return out;
}

SourceBlock block_source(const Scope& scope, int block) {
  const XcosBlock& b = scope.diagram.blocks[static_cast<std::size_t>(block)];
  SourceBlock out;
  out.key = std::to_string(block);
  out.type = b.type.empty() ? "block without a name" : b.type;
  out.name = name_of(b);
  if (given_name(b).empty()) out.name_place = NamePlace::Hidden;
  place(out, b);
  out.inputs[SourcePort::Signal] = b.count(PortRole::DataIn);
  out.outputs[SourcePort::Signal] = b.count(PortRole::DataOut);
  out.inputs[SourcePort::Event] = b.count(PortRole::EventIn);
  out.outputs[SourcePort::Event] = b.count(PortRole::EventOut);
  out.inputs[SourcePort::LeftSide] = b.count(PortRole::ImplicitIn);
  out.outputs[SourcePort::RightSide] = b.count(PortRole::ImplicitOut);
  add_texts(out, scope, b);
  add_numbers(out, b);
  add_activation(out, scope, block);
  return out;
}

}  // namespace sim::importing::xcos
