#include <algorithm>

#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

// Scopes here show every step, those at the events of Xcos's clocks among them or not.
void looks(BlockTranslation& t) {
  if (t.input_count(SourcePort::Event) > 0)
    t.result.remarks.push_back("shows every step, not only its events");
}
void scope(BlockTranslation& t) {
  t.set("Inputs", std::to_string(std::max(1, t.input_count())));
  looks(t);
}
void xy_scope(BlockTranslation& t) { looks(t); }

void to_variable(BlockTranslation& t) {
  const Dialog d(t);
  t.set("VariableName", t.given("exprs(2)", "simout"));
  d.set("MaxDataPoints", 1);
  t.set("SaveFormat", "Time and values");
  if (t.input_count(SourcePort::Event) > 0) t.approximate("records every step, not only its events");
}

// It counts the events of each input, as a staircase.
void event_scope(BlockTranslation& t) {
  const int n = t.input_count(SourcePort::Event);
  t.approximate("shows how many events there have been, as a staircase for each input");
  Composite& c = t.result.composite;
  const int scope = c.add("Scope", "sinks/scope", {{"Inputs", std::to_string(n)}});
  for (int k = 0; k < n; ++k) {
    const int events = c.inport(k + 1, "Events" + std::to_string(k + 1));
    const int counter =
        c.add("Count" + std::to_string(k + 1), "user_defined/function",
              {{"Script",
                "function n = count(event)\npersistent k = 0\nif event ~= 0\n  k = k + 1\nend\n"
                "n = k\nend\n"},
               {"ZeroCross", "off"}});
    c.connect(events, counter);
    c.connect(counter, scope, k);
  }
  place_events(t);
}

}  // namespace

void add_sinks(MappingTable& t) {
  t.block("CSCOPE", "sinks/scope").by(scope);
  for (const char* name : {"CMSCOPE", "SCALE_CSCOPE", "SCALE_CMSCOPE"}) t.also(name, "CSCOPE");
  t.left_out("CFSCOPE", "a floating scope: choose signals of any scope instead");
  t.block("CSCOPXY", "sinks/xy_graph").by(xy_scope);
  t.none("CSCOPXY3D", "take XY Graph blocks, one for each pair of axes");
  for (const char* name :
       {"CANIMXY3D", "CMATVIEW", "CMAT3D", "BARXY", "PENDULUM_ANIM", "BOUNCEXY", "BPLATFORM"})
    t.none(name, "there are no animations: take a Scope or an XY Graph");
  t.block("CANIMXY", "sinks/xy_graph").by(xy_scope);
  t.block("CEVENTSCOPE", "").by(event_scope);
  t.block("AFFICH_m", "sinks/display").by(looks);
  t.also("AFFICH_f", "AFFICH_m");
  t.block("TOWS_c", "sinks/to_variable").by(to_variable);
  t.block("TRASH_f", "sinks/terminator");
  t.none("WFILE_f", "take a To File block");
  for (const char* name : {"WRITEC_f", "WRITEAU_f"}) t.also(name, "WFILE_f");
}

}  // namespace sim::importing::xcos
