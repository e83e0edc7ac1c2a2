// Model files: read, written, compiled, described and run for a moment; a run is repeated to the last bit.
#include <cstring>

#include "sim_core/diagram/file.h"
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

static bool same_rows(const SignalLog& a, const SignalLog& b) {
  if (a.size() != b.size() || a.column_count() != b.column_count()) return false;
  std::vector<double> left(a.size()), right(a.size());
  for (int column = 0; column < a.column_count(); ++column) {
    a.copy_values(column, 0, left);
    b.copy_values(column, 0, right);
    if (std::memcmp(left.data(), right.data(), left.size() * sizeof(double)) != 0) return false;
  }
  return true;
}

static void run_model(ModelRun& run, bool twice) {
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
  if (!twice || result.end != RunEnd::Finished) return;
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
  run_model(**run, text.size() % 8 == 1);
}

std::string mutate_models(const std::string& input, Random& random, const MutateBytes& bytes) {
  if (random.chance(4)) return bytes(input);
  return mutated_model(input, random);
}

}  // namespace sim::fuzz
