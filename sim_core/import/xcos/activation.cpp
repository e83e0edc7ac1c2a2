#include "sim_core/import/xcos/activation.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sim_core/base/text.h"

namespace sim::importing::xcos {

namespace {

constexpr int max_followed = 200;  // event links in a row, through super blocks

std::optional<double> number(const Scope& scope, const std::string& text) {
  const Result<expr::Value> value = scope.evaluate(text);
  const std::optional<double> v = value ? value->as_scalar() : std::nullopt;
  return v && std::isfinite(*v) ? v : std::nullopt;
}

// Contexts of super blocks are not seen outside of them; then the number is taken.
std::string text_of(const Scope& scope, const std::string& text, double value) {
  for (const Scope* s = &scope; s->outer; s = s->outer)
    if (!s->variables.empty()) return sim::to_text(value);
  return text;
}

std::optional<Periodic> clock(const Scope& scope, const std::string& period, const std::string& offset) {
  const auto p = number(scope, period), o = number(scope, offset);
  if (!p || !o || !(*p > 0) || *o < 0) return std::nullopt;
  return Periodic{*p, *o, text_of(scope, period, *p), text_of(scope, offset, *o)};
}
Periodic shifted(const Periodic& by, double periods, double offset) {
  return {by.period * periods, by.offset + offset,
          periods == 1 ? by.period_text : sim::to_text(by.period * periods),
          sim::to_text(by.offset + offset)};
}
bool same(const Periodic& a, const Periodic& b) { return a.period == b.period && a.offset == b.offset; }

std::optional<PortPlace> place_of(const Scope& scope, int block, PortRole role, int number) {
  const auto& ports = scope.diagram.blocks[static_cast<std::size_t>(block)].ports;
  for (std::size_t p = 0; p < ports.size(); ++p)
    if (ports[p].role == role && ports[p].number == number) return PortPlace{block, static_cast<int>(p)};
  return std::nullopt;
}

// The block inside that stands for an event port of the super block.
std::optional<PortPlace> inner_port(const Scope& inside, PortRole outer_role, int number) {
  const bool in = outer_role == PortRole::EventIn;
  for (std::size_t b = 0; b < inside.diagram.blocks.size(); ++b) {
    const XcosBlock& block = inside.diagram.blocks[b];
    const bool right = in ? block.type == "CLKINV_f" || block.type == "CLKIN_f"
                          : block.type == "CLKOUTV_f" || block.type == "CLKOUT_f";
    if (right && std::atoi(block.text(1).c_str()) == number)
      return place_of(inside, static_cast<int>(b), in ? PortRole::EventOut : PortRole::EventIn, 1);
  }
  return std::nullopt;
}

std::optional<Periodic> activation(const Scope& scope, PortPlace input, int depth);

// Of a counter that an if-then-else looks at: every n-th event passes.
std::optional<Periodic> every_nth(const Scope& scope, int block, int output, int depth) {
  const auto data = place_of(scope, block, PortRole::DataIn, 1),
             event = place_of(scope, block, PortRole::EventIn, 1);
  if (!data || !event || output != 2) return std::nullopt;
  const std::vector<PortPlace> sources = scope.nets.sources_of(*data);
  if (sources.size() != 1 || scope.nets.block(sources.front()).type != "Modulo_Count") return std::nullopt;
  const XcosBlock& counter = scope.nets.block(sources.front());
  const auto counted = place_of(scope, sources.front().block, PortRole::EventIn, 1);
  const auto first = number(scope, counter.text(1)), base = number(scope, counter.text(2));
  if (!counted || !first || !base || *base < 1 || *first < 0) return std::nullopt;
  const auto a = activation(scope, *event, depth), b = activation(scope, *counted, depth);
  if (!a || !b || !same(*a, *b)) return std::nullopt;
  const double n = std::floor(*base), begun = std::fmod(std::floor(*first), n);
  return shifted(*a, n, begun == 0 ? 0 : (n - begun) * a->period);
}

std::optional<Periodic> find_events(const Scope& scope, PortPlace output, int depth) {
  const XcosBlock& block = scope.nets.block(output);
  const int n = scope.nets.port(output).number;
  if (block.type == "SampleCLK") return clock(scope, block.text(1), block.text(2));
  if (block.type == "EVTDLY_c" || block.type == "EVTDLY_f") {
    const auto input = place_of(scope, output.block, PortRole::EventIn, 1);
    const auto sources = input ? scope.nets.sources_of(*input) : std::vector<PortPlace>{};
    if (sources.size() == 1 && sources.front() == output) return clock(scope, block.text(1), block.text(2));
    const auto delay = number(scope, block.text(1)), first = number(scope, block.text(2));
    const auto events =
        input && delay && first && *first < 0 ? activation(scope, *input, depth) : std::nullopt;
    return events ? std::optional(shifted(*events, 1, *delay)) : std::nullopt;
  }
  if (block.type == "IFTHEL_f") return every_nth(scope, output.block, n, depth);
  if (block.type == "CLKINV_f" || block.type == "CLKIN_f") {
    if (!scope.outer) return std::nullopt;
    const auto outside =
        place_of(*scope.outer, scope.block, PortRole::EventIn, std::atoi(block.text(1).c_str()));
    return outside ? activation(*scope.outer, *outside, depth) : std::nullopt;
  }
  if (block.type.starts_with("CLKSOM")) {
    std::optional<Periodic> all;
    for (int k = 1; k <= block.count(PortRole::EventIn); ++k) {
      const auto input = place_of(scope, output.block, PortRole::EventIn, k);
      if (!input || scope.nets.sources_of(*input).empty()) continue;
      const auto one = activation(scope, *input, depth);
      if (!one || (all && !same(*all, *one))) return std::nullopt;
      all = one;
    }
    return all;
  }
  if (const Scope* inside = scope.inside(output.block)) {
    const auto inner = inner_port(*inside, PortRole::EventOut, n);
    return inner ? activation(*inside, *inner, depth) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Periodic> of_output(const Scope& scope, PortPlace output, int depth) {
  const std::pair key{output.block, output.port};
  const auto [known, is_new] = scope.periodic.emplace(key, std::nullopt);
  if (!is_new) return known->second;
  return scope.periodic[key] = find_events(scope, output, depth);
}

std::optional<Periodic> activation(const Scope& scope, PortPlace input, int depth) {
  if (depth > max_followed) return std::nullopt;
  const std::vector<PortPlace> sources = scope.nets.sources_of(input);
  return sources.size() == 1 ? of_output(scope, sources.front(), depth + 1) : std::nullopt;
}

bool is_one_of(const std::string& type, std::initializer_list<const char*> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// They show or record their input.
bool only_looks(const std::string& type) {
  return type.ends_with("SCOPE") ||
         is_one_of(type, {"CSCOPXY", "CSCOPXY3D", "AFFICH_m", "AFFICH_f", "TOWS_c", "CANIMXY", "CANIMXY3D",
                          "BARXY", "CMATVIEW", "CMAT3D", "TRASH_f", "WRITEC_f", "WFILE_f", "WRITEAU_f"});
}
bool has_sample_time(const std::string& type) {
  return is_one_of(type, {"DOLLAR", "DOLLAR_f", "DOLLAR_m", "DLSS", "DLSS_f", "DLR", "DLR_f", "REGISTER",
                          "REGISTER_f", "SAMPHOLD", "SAMPHOLD_m", "SAMPLEHOLD_f", "RAND_f", "RAND_m",
                          "Counter", "Modulo_Count", "GENSQR_f"});
}
// Events are what they work with, or they have a port for them here.
bool reads_events(const XcosBlock& block) {
  return block.type.starts_with("CLK") || block.type.starts_with("SELECT_") ||
         block.type.starts_with("ISELECT_") || block.type.starts_with("INTEGRAL") ||
         is_one_of(block.type,
                   {"EVTDLY_c", "EVTDLY_f", "EVTVARDLY", "IFTHEL_f", "ESELECT_f", "HALT_f", "CEVENTSCOPE",
                    "ANDLOG_f", "ANDBLK", "RELAY_f", "MFCLCK_f", "M_freq", "END_c", "freq_div"});
}

}  // namespace

std::optional<Periodic> periodic_activation(const Scope& scope, PortPlace event_input) {
  return activation(scope, event_input, 0);
}

Activation activation_of(const Scope& scope, int block) {
  const XcosBlock& b = scope.diagram.blocks[static_cast<std::size_t>(block)];
  const auto event = place_of(scope, block, PortRole::EventIn, 1);
  if (!event || scope.nets.sources_of(*event).empty()) return Activation::Passive;
  if (b.type == "CEVENTSCOPE") return Activation::Reads;
  if (only_looks(b.type)) return Activation::Anyhow;
  if (reads_events(b) || scope.inside(block)) return Activation::Reads;
  if (has_sample_time(b.type) && b.count(PortRole::EventIn) == 1)
    if (const auto known = periodic_activation(scope, *event); known && known->offset < known->period)
      return Activation::SampleTime;
  return Activation::Called;
}

std::string sample_time_text(const Periodic& activation) {
  return activation.offset == 0 ? activation.period_text
                                : "[" + activation.period_text + ", " + activation.offset_text + "]";
}

std::optional<Periodic> periodic_events(const Scope& scope, PortPlace event_output) {
  return of_output(scope, event_output, 0);
}

static bool find_need(const Scope& scope, PortPlace input, int depth);

bool needs_signal(const Scope& scope, PortPlace input, int depth) {
  if (depth > max_followed) return false;
  const std::pair key{input.block, input.port};
  const auto [known, is_new] = scope.needed.emplace(key, false);
  if (!is_new) return known->second;
  return scope.needed[key] = find_need(scope, input, depth);
}

static bool find_need(const Scope& scope, PortPlace input, int depth) {
  const XcosBlock& block = scope.nets.block(input);
  switch (activation_of(scope, input.block)) {
    case Activation::Passive:
    case Activation::SampleTime:
    case Activation::Anyhow:
      return false;
    case Activation::Called:
      return true;
    case Activation::Reads:
      break;
  }
  const int n = scope.nets.port(input).number;
  if (block.type == "CLKOUT_f" || block.type == "CLKOUTV_f") {
    if (!scope.outer) return false;
    const auto outside =
        place_of(*scope.outer, scope.block, PortRole::EventOut, std::atoi(block.text(1).c_str()));
    return outside && is_needed(*scope.outer, *outside, depth + 1);
  }
  if (const Scope* inside = scope.inside(input.block)) {
    const auto inner = inner_port(*inside, PortRole::EventIn, n);
    return inner && is_needed(*inside, *inner, depth + 1);
  }
  // What makes events of events needs them if its own are needed.
  if (block.count(PortRole::EventOut) == 0) return true;
  for (int k = 1; k <= block.count(PortRole::EventOut); ++k)
    if (const auto output = place_of(scope, input.block, PortRole::EventOut, k);
        output && !periodic_events(scope, *output) && is_needed(scope, *output, depth + 1))
      return true;
  return false;
}

bool is_needed(const Scope& scope, PortPlace output, int depth) {
  if (depth > max_followed) return false;
  for (const PortPlace& sink : scope.nets.sinks_of(output))
    if (sink.block != output.block && needs_signal(scope, sink, depth + 1)) return true;
  return false;
}

std::string end_time_of(const XcosBlock& block) {
  if (block.type == "END_c") return block.text(1);
  for (const XcosDiagram& inside : block.inside)
    for (const XcosBlock& b : inside.blocks)
      if (block.type == "ENDBLK" && b.type == "END_c") return b.text(1);
  return {};
}

}  // namespace sim::importing::xcos
