#include "sim_core/backends/c_source/plugin_text.h"

#include <algorithm>
#include <map>
#include "sim_core/backends/c_source/precision.h"

#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/kernel_text.h"
#include "sim_core/backends/c_source/model_places.h"
#include "sim_core/backends/c_source/model_template.h"
#include "sim_core/backends/c_source/plugin_discrete.h"
#include "sim_core/base/text.h"
#include "sim_core/ir/dependencies.h"
#include "sim_core/ir/reachable.h"
#include "sim_core/ir/tangents.h"
#include "sim_core/ir/written_in_c.h"
#include "sim_core/linalg/coloring.h"

namespace sim::c_source {

namespace {

using interpreter::MemoryMap;
using interpreter::Tape;

struct PluginKernel {
  KernelKind kind;
  const char* name;
  Tape tape;
};

std::string list_of(const std::vector<int>& values) {
  std::string out;
  for (const int value : values) out += (out.empty() ? "{" : ", ") + std::to_string(value);
  return out.empty() ? "{0}" : out + "}";
}

// "[1; 2]", an expression of a parameter's text.
std::string expression_of(const std::vector<double>& values) {
  if (values.size() == 1) return to_text(values[0]);
  std::string out = "[";
  for (std::size_t k = 0; k < values.size(); ++k) out += (k ? "; " : "") + to_text(values[k]);
  return out + "]";
}

class PluginWriter {
 public:
  PluginWriter(Program&& program, const PluginPlan& plan) : program_(std::move(program)), plan_(plan) {}

  WrittenModel write() {
    find_pattern();
    const bool exact = add_tangents();
    MemoryMap map(program_, true, nullptr, true);
    std::vector<PluginKernel> kernels;
    const auto add = [&](KernelKind kind, const char* name) {
      if (program_.kernel(kind).size > 0)
        kernels.push_back({kind, name, map.make_tape(program_.kernel(kind), true)});
    };
    if (!plan_.states.empty()) add(KernelKind::Derivatives, "right_hand_side");
    if (!plan_.output_elements.empty()) add(KernelKind::Logged, "recorded");
    add(KernelKind::Crossings, "crossing_functions");
    add(KernelKind::InitialDiscrete, "initial_discrete");
    add(KernelKind::Updates, "next_discrete");
    add(KernelKind::Invariants, "invariant_residuals");
    add(KernelKind::InvariantTangents, "invariant_tangents");
    if (exact) add(KernelKind::Tangents, "tangents");
    std::vector<const Tape*> all;
    for (const PluginKernel& kernel : kernels) all.push_back(&kernel.tape);
    const ModelPlaces places = model_places(program_, map, all, {});
    Shared shared;
    std::string text, hold;
    WrittenModel written;
    for (const PluginKernel& kernel : kernels) {
      text += kernel_text({program_, map, kernel.tape, places.places, kernel.name, nullptr}, shared);
      written.costs.push_back(cost_of(kernel.name, kernel.tape, program_.graph));
    }
    if (places.held_count > 0)
      hold = kernel_text({program_, map, map.held(), places.places, "hold", &places.needed}, shared);
    fill(places, shared);
    if (exact) filling_.features.insert("jacobian");

    std::string file = filling_.values["title"] +
                       "\n#include <float.h>\n#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n"
                       "#include <string.h>\n\n#include \"fluxion_plugin.h\"\n";
    file += fill_in(plugin_struct_template, filling_) + places.constants + helper_definitions(shared.helpers);
    for (const std::string& call : shared.call_texts) file += call;
    file += hold + text + fill_in(plugin_template, filling_);
    written.files = {{"plugin.c", in_precision(file, Precision::Double)},
                     {"fluxion_plugin.h", std::string(plugin_header)},
                     {"Makefile", fill_in(plugin_make_template, filling_)}};
    written.interface = places.interface;
    return written;
  }

 private:
  // Rows: derivatives of the block's states, then its outputs. Columns: its states, then its inputs.
  void find_pattern() {
    std::vector<int> column(static_cast<std::size_t>(program_.state_count), -1);
    int columns = 0;
    for (const auto* elements : {&plan_.states, &plan_.input_elements})
      for (const int element : *elements) {
        order_.push_back(element);
        column[static_cast<std::size_t>(element)] = columns++;
      }
    ir::Dependencies reads(program_.graph, ir::Op::State);
    std::vector<std::pair<int, int>> entries;
    int rows = 0;
    const auto add = [&](KernelKind kind, const std::vector<int>& elements, int first) {
      std::vector<std::vector<int>> all;
      for (const ir::NodeId id : program_.kernel(kind).results)
        for (const auto element : reads(id)) all.emplace_back(element.begin(), element.end());
      for (const int element : elements) {
        for (const int read : all[static_cast<std::size_t>(element)])
          entries.emplace_back(rows, column[static_cast<std::size_t>(read)]);
        results_.push_back(first + element);
        ++rows;
      }
    };
    add(KernelKind::Derivatives, plan_.states, 0);
    add(KernelKind::Logged, plan_.output_elements, program_.state_count);
    pattern_ = make_pattern(rows, columns, entries);
    coloring_ = color_columns(pattern_);
  }

  // Of derivatives and of what is recorded; false: a function's is not known as C source.
  bool add_tangents() {
    if (pattern_.nonzeros() == 0) return false;
    Kernel& into = program_.kernel(KernelKind::Tangents);
    into = {};
    ir::Tangents tangents(program_.graph);
    for (const KernelKind kind : {KernelKind::Derivatives, KernelKind::Logged}) {
      tangents.prepare(program_.kernel(kind).results);
      for (const ir::NodeId id : program_.kernel(kind).results) {
        const Shape shape = program_.graph.node(id).shape;
        ir::Value d = tangents({&program_.graph, id});
        if (!d)
          d = program_.graph.constant(shape,
                                      std::vector<double>(static_cast<std::size_t>(shape.size()), 0.0));
        into.results.push_back(d.id);
        into.size += shape.size();
      }
    }
    for (const ir::NodeId id : ir::reachable(program_.graph, into.results)) {
      const ir::Node& node = program_.graph.node(id);
      if (node.op != ir::Op::Call) continue;
      const auto* written =
          dynamic_cast<const ir::WrittenInC*>(program_.graph.call_site(node.slot).function.get());
      if (!written || written->c_body().empty()) return false;
    }
    return true;
  }

  void set(const char* name, std::string value) { filling_.values[name] = std::move(value); }
  void count(const char* name, std::size_t n) { set(name, std::to_string(n)); }
  void have(const char* feature, bool there) {
    if (there) filling_.features.insert(feature);
  }

  void fill(const ModelPlaces& places, const Shared& shared) {
    set("title", comment("Generated by Fluxion from " + plan_.model + ": a plug-in block."));
    set("id", literal(plan_.id));
    set("label", literal(plan_.label));
    set("description", literal(plan_.description));
    const auto positive = [](int n) { return std::to_string(std::max(1, n)); };
    set("program_states", positive(program_.state_count));
    set("recorded_count", positive(program_.column_count()));
    set("tangent_count", positive(program_.state_count + program_.column_count()));
    count("state_count", plan_.states.size());
    count("input_elements", plan_.input_elements.size());
    count("output_elements", plan_.output_elements.size());
    set("state_list", list_of(plan_.states));
    set("input_list", list_of(plan_.input_elements));
    set("output_list", list_of(plan_.output_elements));
    have("states", !plan_.states.empty());
    have("inputs", !plan_.input_elements.empty());
    have("outputs", !plan_.output_elements.empty());
    have("held", places.held_count > 0);
    set("held_count", std::to_string(places.held_count));
    have("work", shared.work > 0);
    set("work_count", std::to_string(shared.work));
    have("modes", program_.mode_count > 0);
    set("mode_count", std::to_string(program_.mode_count));
    have("captured", program_.captured_count > 0);
    set("captured_count", std::to_string(program_.captured_count));
    parameters(places.interface.parameters, places.parameter_members);
    ports();
    crossings();
    invariants();
    jacobian();
    add_plugin_discrete(filling_, program_);
  }

  void parameters(const std::vector<Member>& members, const std::string& declarations) {
    have("parameters", !members.empty());
    set("parameter_members", declarations);
    std::string loads, table;
    Names names;
    int index = 0;
    const auto describe = [&](const std::string& name, const std::string& label,
                              const std::vector<double>& values) {
      table += "    {sizeof(fluxion_parameter), " + literal(name) + ", " + literal(label) + ", NULL, NULL, " +
               literal(expression_of(values)) + ", " + std::to_string(values.size()) + "},\n";
    };
    for (const Member& member : members) {
      const std::string k = std::to_string(index++);
      loads += member.count() > 1 ? "  memcpy(self->parameters." + member.name + ", a->p[" + k +
                                        "], sizeof self->parameters." + member.name + ");\n"
                                  : "  self->parameters." + member.name + " = a->p[" + k + "][0];\n";
      describe(names.take(member.name), member.label, member.values);
    }
    if (!plan_.states.empty()) describe(names.take("x0"), "Initial states", plan_.initial);
    set("initial_parameter", std::to_string(index));
    set("parameter_loads", loads);
    set("parameter_table", table);
    count("parameter_count", members.size() + (plan_.states.empty() ? 0U : 1U));
    have("described_parameters", !table.empty());
  }

  void ports() {
    const auto table = [](const std::vector<PluginPort>& all) {
      std::string out;
      for (const PluginPort& port : all)
        out += "    {sizeof(fluxion_port), " + literal(port.name) + ", NULL, " + std::to_string(port.width) +
               "},\n";
      return out;
    };
    set("input_table", table(plan_.inputs));
    set("output_table", table(plan_.outputs));
    count("input_count", plan_.inputs.size());
    count("output_count", plan_.outputs.size());
  }

  // A function with three signs has a second mode, which is 1 where its negative is at or above zero.
  void crossings() {
    const auto& all = program_.crossings;
    std::string loads, values, directions;
    std::size_t n = 0;
    const auto add = [&](int mode, const std::string& value, int direction) {
      const std::string k = std::to_string(n++);
      loads += "    self->modes[" + std::to_string(mode) + "] = a->mode[" + k + "];\n";
      values += "  values[" + k + "] = " + value + ";\n";
      directions += (directions.empty() ? "{" : ", ") + std::to_string(direction);
    };
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::string function = "functions[" + std::to_string(k) + "]";
      const int direction = all[k].direction == CrossingDirection::Rising    ? 1
                            : all[k].direction == CrossingDirection::Falling ? -1
                                                                             : 0;
      add(all[k].mode, function, direction);
      if (all[k].below_mode >= 0) add(all[k].below_mode, "-" + function, -direction);
    }
    have("crossings", n > 0);
    count("crossing_functions", std::max<std::size_t>(1, all.size()));
    count("crossing_count", n);
    set("mode_loads", loads);
    set("crossing_values", values);
    set("directions", directions + "}");
  }

  // The residual is the captured target less g: with a target of 0 it is -g, which stays constant as g does.
  void invariants() {
    have("invariants", !program_.invariants.empty());
    count("invariant_count", program_.invariants.size());
    std::vector<int> columns(plan_.states);
    columns.insert(columns.end(), plan_.input_elements.begin(), plan_.input_elements.end());
    count("column_count", columns.size());
    set("column_list", list_of(columns));
  }

  void jacobian() {
    have("pattern", pattern_.cols > 0);
    set("pattern_columns", list_of(pattern_.column_start));
    set("pattern_rows", list_of(pattern_.row_index));
    std::vector<int> group_start{0}, group_columns, entry_start{0}, entry_results, entry_at;
    for (int c = 0; c < coloring_.count; ++c) {
      for (const int j : coloring_.group(c)) {
        group_columns.push_back(order_[static_cast<std::size_t>(j)]);
        for (int at = pattern_.column_start[static_cast<std::size_t>(j)];
             at < pattern_.column_start[static_cast<std::size_t>(j) + 1]; ++at) {
          entry_at.push_back(at);
          entry_results.push_back(
              results_[static_cast<std::size_t>(pattern_.row_index[static_cast<std::size_t>(at)])]);
        }
      }
      group_start.push_back(static_cast<int>(group_columns.size()));
      entry_start.push_back(static_cast<int>(entry_at.size()));
    }
    count("group_count", static_cast<std::size_t>(coloring_.count));
    set("group_start", list_of(group_start));
    set("group_columns", list_of(group_columns));
    set("entry_start", list_of(entry_start));
    set("entry_results", list_of(entry_results));
    set("entry_at", list_of(entry_at));
  }

  Program program_;
  const PluginPlan& plan_;
  Filling filling_;
  SparsityPattern pattern_;
  Coloring coloring_;
  std::vector<int> order_;    // by column: the element of the program's state
  std::vector<int> results_;  // by row: the result of the tangents
};

}  // namespace

WrittenModel write_plugin(Program program, const PluginPlan& plan) {
  return PluginWriter(std::move(program), plan).write();
}

}  // namespace sim::c_source
