// Model files: read, written, compiled, described, written as C and run for a moment; a run is repeated, and
// evaluated by machine code, to the last bit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "sim_core/diagram/file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/c_code.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/reports/info.h"
#include "tests/fuzz/bounded_run.h"
#include "tests/fuzz/model_mutation.h"
#include "tests/fuzz/target.h"

namespace sim::fuzz {

// A folder that is not there: models read and write nothing.
static SharedAccess access_to_nothing() {
  static const auto access = std::make_shared<const FileAccess>("/nowhere/at/all");
  return access;
}

// Which of two NaN an operation gives is not defined.
static bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

static bool same_rows(const SignalLog& a, const SignalLog& b) {
  if (a.size() != b.size() || a.column_count() != b.column_count()) return false;
  std::vector<double> left(a.size()), right(a.size());
  for (int column = 0; column < a.column_count(); ++column) {
    a.copy_values(column, 0, left);
    b.copy_values(column, 0, right);
    if (!std::ranges::equal(left, right, same)) return false;
  }
  return true;
}

static void run_by_other_backend(const ModelRun& run, const Diagram& diagram) {
  Diagram other = diagram;
  other.settings["Backend"] = setting(diagram, "Backend") == "native" ? "interpreter" : "native";
  const auto by_other = ModelRun::prepare(other, library(), run, diagram);
  require(by_other && !(*by_other)->was_compiled(), "another backend has the same program");
  if (execute_briefly(**by_other, 500).end != RunEnd::Finished) return;
  count("models evaluated by machine code and by the interpreter");
  require(same_rows(run.log(), (*by_other)->log()), "machine code gives the bits of the interpreter");
}

static void write_as_c(Diagram diagram) {
  diagram.settings["Solver"] = "ode4";
  const OpenModel open = with_open_inputs(diagram);
  const auto run = ModelRun::prepare(open.diagram, library());
  if (!run) return;
  const auto unit = time_unit(diagram);
  const auto single = c_code_of(**run, "model.flx", unit, open.inputs, "", c_source::Precision::Single);
  require(single || !single.error().message.empty(), "an error has a message");
  const auto files = c_code_of(**run, "model.flx", unit, open.inputs, "", c_source::Precision::Double);
  count(files ? "models written as C" : "models that C is refused for");
  require(files ? files->files.size() == 6 : !files.error().message.empty(),
          "C is written, or an error has a message");
}

static void run_model(ModelRun& run, const Diagram& diagram, bool twice, bool by_both) {
  const RunResult result = execute_briefly(run);
  count(result.end == RunEnd::Finished  ? "models run to their end"
        : result.end == RunEnd::Stopped ? "models stopped while they ran"
                                        : "models that failed in words while they ran");
  if (const auto point = run.operating_point()) {
    const std::string text = write_operating_point(*point, run.program());
    const auto again = read_operating_point(text, run.program());
    require(again && write_operating_point(*again, run.program()) == text,
            "operating points are read as they were written");
  }
  if (result.end != RunEnd::Finished) return;
  if (by_both) run_by_other_backend(run, diagram);
  if (!twice) return;
  const auto repeated = run.again();
  if (execute_briefly(*repeated, 500).end == RunEnd::Finished)
    require(same_rows(run.log(), repeated->log()), "a run is repeated to the last bit");
}

void run_models(const std::string& text) {
  auto loaded = read_diagram(text, "model.flx");
  if (!loaded) {
    require(!loaded.error().message.empty(), "an error has a message");
    return count("models refused as files");
  }
  Diagram& diagram = loaded->diagram;
  const std::string written = write_diagram(diagram);
  const auto again = read_diagram(written, "model.flx");
  require(again && again->diagram == diagram && write_diagram(again->diagram) == written,
          "a model is read as it was written");
  diagram.access = access_to_nothing();
  const auto run = ModelRun::prepare(diagram, library());
  if (!run) {
    require(!run.error().message.empty(), "an error has a message");
    return count("models refused by the compiler");
  }
  count("models compiled");
  if (text.size() % 4 == 0)
    require(!info_text(**run).empty() && !info_json(**run).empty(), "models are described");
  if (text.size() % 8 == 3) write_as_c(diagram);
  run_model(**run, diagram, text.size() % 8 == 1, text.size() % 8 == 5);
}

std::string mutate_models(const std::string& input, Random& random, const MutateBytes& bytes) {
  if (random.chance(4)) return bytes(input);
  return mutated_model(input, random);
}

}  // namespace sim::fuzz
