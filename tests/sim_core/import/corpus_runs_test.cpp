// Models that others made, where there are some: FLUXION_IMPORT_CORPUS names a folder of them. Each runs, or
// says why not.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>

#include "sim_core/diagram/json.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/import/import_model.h"
#include "tests/support/run_results.h"

namespace sim::importing {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds longest_run{20};

// {"model.slx": {"values": {"K": 2}}}, in a file variables.json beside the models.
std::map<std::string, std::string> values_beside(const fs::path& model) {
  std::map<std::string, std::string> values;
  const auto text =
      read_text_file((model.parent_path() / "variables.json").string(), std::size_t{1} << 22, "", "");
  const auto file = text ? parse_json(*text, "variables.json") : Result<Json>(error({}, "not there"));
  const Json* one = file ? file->find(model.filename().string()) : nullptr;
  const Json* given = one ? one->find("values") : nullptr;
  if (given)
    for (std::size_t k = 0; k < given->keys.size(); ++k)
      if (given->items[k].kind == Json::Kind::Number) values[given->keys[k]] = given->items[k].text;
  return values;
}

void define_names(ImportedModel& model, const std::map<std::string, std::string>& values) {
  for (const UndefinedName& name : model.report.undefined) {
    const auto known = values.find(name.name);
    model.diagram.variables[model.diagram.new_id()] = {
        name.name, known == values.end() ? "1" : known->second, {}, {}, {}};
  }
}

struct Ran {
  enum class As { Runs, Unresolved, Refused, Fails, TakesLong, Silent } as = As::Silent;
  std::string why;
};

Ran run(const ImportedModel& model, const BlockLibrary& library) {
  for (const ImportedBlock& block : model.report.blocks)
    if (block.outcome == Outcome::Unresolved) return {Ran::As::Unresolved, block.path + ": " + block.instead};
  const auto prepared = ModelRun::prepare(model.diagram, library);
  if (!prepared)
    return {prepared.errors().empty() ? Ran::As::Silent : Ran::As::Refused, to_text(prepared.error())};
  auto result = std::async(std::launch::async, [&] { return (*prepared)->execute(); });
  const bool ended = result.wait_for(longest_run) == std::future_status::ready;
  if (!ended) (*prepared)->control().request_stop();
  const RunResult run = result.get();
  if (!ended) return {Ran::As::TakesLong, "at t = " + sim::to_text(run.statistics.end_time)};
  if (run.end == RunEnd::Finished) return {Ran::As::Runs, {}};
  for (const Diagnostic& d : run.diagnostics)
    if (d.severity == Severity::Error) return {Ran::As::Fails, to_text(d)};
  return {};
}

}  // namespace

TEST(Corpus, EveryModelRunsOrSaysWhyNot) {
  const char* folder = std::getenv("FLUXION_IMPORT_CORPUS");
  if (!folder) GTEST_SKIP() << "FLUXION_IMPORT_CORPUS names no folder";
  static constexpr const char* names[] = {"runs",       "has unresolved blocks", "is refused", "fails",
                                          "takes long", "ends without a word"};
  BlockLibrary library = standard_library();
  std::map<Ran::As, int> counts;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    const std::string path = file.path().string();
    if (!is_importable(path)) continue;
    auto model = import_model(path, library);
    ASSERT_TRUE(model) << path;
    define_names(*model, values_beside(file.path()));
    const Ran ran = run(*model, library);
    ++counts[ran.as];
    std::cout << file.path().filename().string() << " " << names[static_cast<int>(ran.as)]
              << (ran.why.empty() ? "" : ": ") << ran.why.substr(0, 200) << "\n";
    EXPECT_NE(ran.as, Ran::As::Silent) << path;
  }
  for (const auto& [as, count] : counts) std::cout << count << " " << names[static_cast<int>(as)] << "\n";
}

}  // namespace sim::importing
