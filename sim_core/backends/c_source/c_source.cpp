#include "sim_core/backends/c_source/c_source.h"

#include "sim_core/backends/c_source/c_kernels.h"
#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/backends/c_source/kernel_text.h"
#include "sim_core/backends/c_source/loop_text.h"
#include "sim_core/backends/c_source/method_text.h"
#include "sim_core/backends/c_source/model_filling.h"
#include "sim_core/backends/c_source/model_places.h"
#include "sim_core/backends/c_source/model_template.h"
#include "sim_core/backends/c_source/projection_filling.h"
#include "sim_core/backends/c_source/systems_filling.h"

namespace sim::c_source {

using interpreter::MemoryMap;
using interpreter::Tape;

namespace {

struct NamedTape {
  KernelKind kind;
  const char* name;
  Tape tape;
};

std::vector<NamedTape> tapes_of(const Program& program, const FixedStepRun& run, MemoryMap& map) {
  std::vector<NamedTape> tapes;
  const bool projects = !run.projection.rows.empty();
  for (const WrittenKernel& kernel : written_kernels)
    if (program.kernel(kernel.kind).size > 0 && (!kernel.projects || projects))
      tapes.push_back({kernel.kind, kernel.name, map.make_tape(program.kernel(kernel.kind), true)});
  return tapes;
}

// The functions between what is held and what calls the kernels.
std::string derivatives_text(bool follows) {
  return std::string("\nstatic void derivatives(model *self, double t, const double *x, double *dx) {\n") +
         (follows ? "  choose_branches(self, t, x);\n" : "") + "  right_hand_side(self, t, x, dx);\n}\n";
}

// Parts that are left out leave empty lines behind.
std::string tidy(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != '\n' || !out.ends_with("\n\n")) out += c;
  return out;
}

}  // namespace

std::vector<GeneratedFile> write_c(const Program& program, const FixedStepRun& run) {
  MemoryMap map(program, true, nullptr, true);
  const std::vector<NamedTape> tapes = tapes_of(program, run, map);
  std::vector<const Tape*> all;
  for (const NamedTape& named : tapes) all.push_back(&named.tape);
  const ModelPlaces places = model_places(program, map, all, run.inputs);
  const FollowedBranches followed = followed_branches(program, false);
  Filling filling = model_filling(program, run, followed);
  add_projection(filling, program, run, followed);
  add_jumps(filling, program);

  Shared shared;
  std::string kernels;
  for (const NamedTape& named : tapes)
    kernels += kernel_text({program, map, named.tape, places.places, named.name, nullptr}, shared);
  std::string hold;
  if (places.held_count > 0)
    hold = kernel_text({program, map, map.held(), places.places, "hold", &places.needed}, shared);

  filling.values["title"] = comment(std::string(generated_mark) + " from " + run.model + ": " +
                                    run.method_name + " with steps of " + number(run.fixed_step) + " s.");
  filling.values["parameter_members"] = places.parameter_members;
  filling.values["input_members"] = places.input_members;
  if (!places.input_members.empty()) filling.features.insert("inputs");
  filling.values["held_count"] = std::to_string(places.held_count);
  filling.values["work_count"] = std::to_string(shared.work);
  add_loops(filling, program, shared);
  add_systems(filling, program, shared);
  if (places.held_count > 0) filling.features.insert("held");
  if (shared.work > 0) filling.features.insert("work");

  filling.values["constrained_types"] = fill_in(constrained_types_template, filling);
  filling.values["loops_types"] = fill_in(loops_types_template, filling);
  std::string model = filling.values["title"] +
                      "\n#include <float.h>\n#include <math.h>\n#include <stddef.h>\n"
                      "#include <string.h>\n\n#include \"model.h\"\n\n";
  model += places.constants + helper_definitions(shared.helpers);
  for (const std::string& text : shared.call_texts) model += text;
  model += fill_in(grid_template, filling);
  for (const std::string_view part :
       {linear_template, loops_template, constrained_template, network_series_template,
        switching_network_template, network_decision_template})
    model += fill_in(part, filling);
  model += hold + kernels + fill_in(memory_template, filling);
  if (program.state_count > 0)
    model += derivatives_text(followed.read[static_cast<std::size_t>(KernelKind::Derivatives)]) +
             method_text(*run.method, program.state_count);
  for (const std::string_view part :
       {orthogonal_template, projection_template, switching_template, updates_template, rows_template,
        instant_template, start_template, entry_template})
    model += fill_in(part, filling) + '\n';

  return {{"model.h", tidy(fill_in(header_template, filling))},
          {"model.c", tidy(model)},
          {"model_data.c", filling.values["title"] +
                               "\n#include <math.h>\n\n#include \"model.h\"\n\n"
                               "const model_parameters model_default_parameters = {\n" +
                               places.parameter_values + "};\n"},
          {"main.c", tidy(fill_in(main_template, filling))},
          {"Makefile", std::string(make_template)},
          {"CMakeLists.txt", std::string(cmake_template)}};
}

}  // namespace sim::c_source
