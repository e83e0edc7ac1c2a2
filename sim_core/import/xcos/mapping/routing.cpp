#include <algorithm>

#include "sim_core/base/text.h"
#include "sim_core/base/whole_within.h"
#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

void mux(BlockTranslation& t) { t.set("Inputs", std::to_string(std::clamp(t.input_count(), 1, 1000))); }

// The sizes of the outputs: in the dialog, or as the connected blocks need them ("widths", to_source.h).
void demux(BlockTranslation& t) {
  const Dialog d(t);
  std::vector<double> sizes = d.numbers(1);
  const bool counted = sizes.size() == 1;
  std::string known = t.given("widths");
  if (counted) {
    t.set("Outputs", std::to_string(std::clamp(t.output_count(), 1, 1000)));
    if (known.empty()) {
      t.approximate(
          "the outputs have the same size, where the connected blocks do not say other sizes in Xcos");
      return;
    }
    sizes.clear();
    for (std::size_t at = 0; at < known.size();) {
      const std::size_t next = known.find(' ', at);
      sizes.push_back(parse_number(known.substr(at, next == known.npos ? next : next - at)).value_or(0));
      at = next == known.npos ? known.size() : next + 1;
    }
  }
  if (sizes.empty() || sizes.size() > 1000)
    return t.unresolved("the sizes of its outputs are not known: take Selector blocks");
  if (std::all_of(sizes.begin(), sizes.end(), [&](double s) { return s == sizes.front(); })) {
    t.set("Outputs", std::to_string(sizes.size()));
    return;
  }
  t.result.parameters.clear();
  Composite& c = t.result.composite;
  const int in = c.inport(1);
  int from = 1;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const int to = from + whole_within(sizes[k], 1, 1'000'000) - 1;
    const std::string range =
        from == to ? std::to_string(from) : std::to_string(from) + ":" + std::to_string(to);
    const int part = c.add("Part" + std::to_string(k + 1), "routing/selector", {{"Indices", range}});
    c.connect(in, part);
    c.connect(part, c.outport(static_cast<int>(k) + 1));
    from = to + 1;
  }
}

void tag(BlockTranslation& t) { t.set("GotoTag", t.given("exprs(1)", "A")); }
void goto_block(BlockTranslation& t) {
  tag(t);
  const double visibility = Dialog(t).number(2).value_or(1);
  t.set("TagVisibility", visibility == 3 ? "global" : visibility == 2 ? "scoped" : "local");
}

void selector(BlockTranslation& t) { Dialog(t).set("Indices", 1, t.given("ipar")); }

}  // namespace

void add_routing(MappingTable& t) {
  t.block("MUX", "routing/mux").by(mux);
  t.also("MUX_f", "MUX");
  t.block("DEMUX", "routing/demux").by(demux);
  t.also("DEMUX_f", "DEMUX");
  t.block("EXTRACTOR", "routing/selector").by(selector);
  t.block("GOTO", "routing/goto").by(goto_block);
  t.block("FROM", "routing/from").by(tag);
  t.block("GotoTagVisibility", "routing/goto_tag_visibility").by(tag);
  for (const char* name : {"GOTOMO", "FROMMO", "GotoTagVisibilityMO"})
    t.none(name, "connect the components of the network with lines");
  t.block("SCALAR2VECTOR", "").by([](BlockTranslation& b) {
    const auto n = Dialog(b).number(1);
    if (!n || *n < 1)
      return b.unresolved(
          "its output has the size that the connected block needs: leave it out, scalars go with vectors");
    b.become("math/gain");
    b.set("k", "ones(" + b.translated(b.given("exprs(1)")) + ",1)");
    b.set("Multiplication", "matrix K*u");
  });
}

}  // namespace sim::importing::xcos
