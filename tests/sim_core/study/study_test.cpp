// Studies as files, as runs and as tables: against single runs, in any number of threads and parts, killed
// and continued.
#include "sim_core/study/study.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/study/study_execution.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

// dx/dt = -rate x, x(0) = 1, with a gain vector of n elements that is compiled in.
Diagram decay() {
  ModelBuilder m;
  m.variable("rate", "1").variable("n", "1");
  const Id x = m.block("continuous/integrator", "X", {{"InitialCondition", "ones(n,1)"}});
  const Id k = m.block("math/gain", "K", {{"k", "-rate"}}), y = m.block("sinks/scope", "Y");
  m.connect(x, k).connect(k, x).connect(x, y);
  m.set("RelTol", "1e-8").set("AbsTol", "1e-10");
  m.diagram.blocks.at(x).signal_names[0] = "x";
  return m.diagram;
}

Study rates(std::uint64_t samples = 40) {
  return {"decay.flx",
          {{"rate", {}, DistributionKind::Uniform, {0.5, 2}}},
          Sampling::LatinHypercube,
          samples,
          3,
          {{"StopTime", "1"}},
          {{"last", "x(end)"}, {"expected", "exp(-rate)"}, {"start", "max(x(:,1))"}}};
}

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

std::unique_ptr<StudyRuns> prepared(const Study& study, const Diagram& diagram = decay()) {
  auto runs = StudyRuns::prepare(study, diagram, library());
  EXPECT_TRUE(runs) << to_text(runs.error());
  return *std::move(runs);
}

std::string refusal(const Study& study, const Diagram& diagram = decay()) {
  const auto runs = StudyRuns::prepare(study, diagram, library());
  return runs ? std::string("taken") : to_text(runs.error());
}

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class Studies : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("study_test_" + std::to_string(::getpid()));
    fs::create_directories(folder);
    path = (folder / "s.flxstudy").string();
  }
  void TearDown() override { fs::remove_all(folder); }
  StudyOutcome make(const Study& study, StudyOptions options) {
    const auto runs = prepared(study);
    const auto outcome = carry_out(*runs, decay(), path, options);
    EXPECT_TRUE(outcome) << to_text(outcome.error());
    return outcome ? *outcome : StudyOutcome{};
  }
  fs::path folder;
  std::string path;
};

}  // namespace

TEST_F(Studies, AFileReadsBackAndItsMistakesAreNamed) {
  Study study = rates();
  study.variations.push_back({"K.k", {"1", "2*pi"}, {}, {}});
  const auto read = read_study(write_study(study), "s");
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(*read, study);
  const auto mistake = [](std::string text) {
    const auto failed = read_study(text, "s");
    return failed ? std::string("read") : to_text(failed.error());
  };
  const std::string head = R"({"fluxion_study": 1, "model": "m", "results": [{"name": "r", "value": "1"}], )";
  EXPECT_EQ(mistake(head + R"("sample": 3})"), "s: there is no member 'sample' (did you mean samples?)");
  EXPECT_EQ(mistake(head + R"("sampling": "all"})"),
            "s: sampling: there is no sampling 'all' (write one of grid, list, random, latin_hypercube, "
            "sobol, one_at_a_time, morris, sobol_indices)");
  EXPECT_EQ(
      mistake(head +
              R"("variations": [{"name": "a", "uniform": [2, 1]}], "sampling": "random", "samples": 3})"),
      "s: a: its range is empty (change its numbers)");
  EXPECT_EQ(mistake(head + R"("variations": [{"name": "a", "uniform": [1, 2]}]})"),
            "s: a: a distribution has no values for a grid or list (set sampling to random, latin_hypercube "
            "or sobol)");
  EXPECT_EQ(mistake(head + R"("variations": [{"name": "a", "values": [1], "normal": [0, 1]}]})"),
            "s: variations[0]: it has values more than once (give it a list, or one distribution)");
  EXPECT_NE(mistake("[").find("this is no JSON"), std::string::npos);
  EXPECT_NE(mistake("[]").find("this is no object"), std::string::npos);
  EXPECT_NE(mistake(head + R"("samples": -1})").find("no whole number"), std::string::npos);
}

TEST_F(Studies, ARunGivesWhatASingleRunDoes) {
  const auto runs = prepared(rates());
  for (std::uint64_t k = 0; k < runs->count(); ++k) {
    const StudyRow row = runs->run(k);
    ASSERT_EQ(row.message, "");
    EXPECT_NEAR(row.results[0], row.results[1], 1e-7);
    EXPECT_EQ(row.results[2], 1);
    Diagram single = decay();
    const std::vector<Assignment> changes{{Assignment::Kind::Value, "rate", row.values[0]},
                                          {Assignment::Kind::Setting, "StopTime", "1"}};
    ASSERT_TRUE(make_assignments(single, library(), changes).empty());
    auto run = ModelRun::prepare(single, library());
    ASSERT_EQ((*run)->execute().end, RunEnd::Finished);
    EXPECT_EQ((*run)->log().value(0, (*run)->log().size() - 1), row.results[0]);
  }
  EXPECT_EQ(runs->compiled_programs(), 1u);
}

TEST_F(Studies, AResultMayBeANameThatStopFcnSets) {
  Diagram diagram = decay();
  diagram.settings["StopFcn"] = "low = min(x); twice = 2*low";
  Study study = rates(5);
  study.results = {{"low", "low"}, {"twice", "twice"}, {"expected", "exp(-rate)"}};
  const auto runs = prepared(study, diagram);
  for (std::uint64_t k = 0; k < runs->count(); ++k) {
    const StudyRow row = runs->run(k);
    ASSERT_EQ(row.message, "");
    EXPECT_NEAR(row.results[0], row.results[2], 1e-7);
    EXPECT_EQ(row.results[1], 2 * row.results[0]);
  }
  study.results = {{"r", "lo"}};
  EXPECT_NE(refusal(study, diagram).find("'lo' is neither a recorded signal nor a variation"),
            std::string::npos);
}

TEST_F(Studies, ValuesThatAreCompiledInCostOneCompilationEach) {
  Study study = rates();
  study.variations.push_back({"n", {"1", "2", "3"}, {}, {}});
  study.results = {{"columns", "cols(x)"}};
  const auto runs = prepared(study);
  for (std::uint64_t k = 0; k < runs->count(); ++k) {
    const StudyRow row = runs->run(k);
    EXPECT_EQ(to_text(row.results.at(0)), row.values[1]);
  }
  EXPECT_EQ(runs->compiled_programs(), 3u);
}

TEST_F(Studies, ARunThatFailsIsARow) {
  Study study = rates();
  study.sampling = Sampling::Grid;
  study.variations = {{"rate", {"1", "nothing", "-1e4"}, {}, {}}};
  study.results = {{"last", "x(end)"}};
  const auto runs = prepared(study);
  EXPECT_EQ(runs->run(0).message, "");
  EXPECT_NE(runs->run(1).message.find("K: "), std::string::npos) << runs->run(1).message;
  EXPECT_NE(runs->run(2).message.find("t = "), std::string::npos) << runs->run(2).message;
  const StudyOutcome outcome = make(study, {});
  EXPECT_EQ(outcome.failed, 2u);
  EXPECT_TRUE(content(outcome.table).starts_with("sample,rate,last,status,message\n0,1,0.367879"));
}

TEST_F(Studies, WhatIsWrongAsAWholeIsSaidBeforeAnyRun) {
  Study study = rates();
  study.variations[0].name = "rat";
  EXPECT_EQ(refusal(study), "rat: the model has no variable of this name (did you mean rate?)");
  study = rates();
  study.results[0].expression = "max(y)";
  EXPECT_EQ(refusal(study), "last: 'y' is neither a recorded signal nor a variation (there are t, x, rate)");
  study.results[0].expression = "max(";
  EXPECT_TRUE(refusal(study).starts_with("last: ")) << refusal(study);
  study = rates();
  study.settings = {{"StopTim", "1"}};
  EXPECT_EQ(refusal(study), "StopTim: there is no such setting (did you mean StopTime?)");
  Diagram broken = decay();
  broken.blocks.begin()->second.parameters["InitialCondition"] = "nothing";
  EXPECT_TRUE(refusal(rates(), broken).starts_with("X: ")) << refusal(rates(), broken);
  study = rates();
  study.results[0].expression = "x";
  EXPECT_NE(prepared(study)->run(0).message.find("one real number is needed"), std::string::npos);
}

TEST_F(Studies, TheTableIsTheSameFromAnyNumberOfThreadsAndParts) {
  const Study study = rates();
  make(study, {.jobs = 1, .shard = {}, .stop = {}, .progress = {}});
  const std::string whole = content(table_path(path, {}));
  EXPECT_EQ(std::ranges::count(whole, '\n'), 41);
  fs::remove(table_path(path, {}));
  make(study, {.jobs = 3, .shard = {}, .stop = {}, .progress = {}});
  EXPECT_EQ(content(table_path(path, {})), whole);
  fs::remove(table_path(path, {}));
  const auto too_early = merge_tables(study, path, 3);
  ASSERT_EQ(too_early.size(), 1u);
  EXPECT_EQ(too_early[0].remedy, "run this shard first");
  for (std::uint64_t k = 0; k < 3; ++k) make(study, {.jobs = 2, .shard = {k, 3}, .stop = {}, .progress = {}});
  EXPECT_TRUE(merge_tables(study, path, 3).empty());
  EXPECT_EQ(content(table_path(path, {})), whole);
}

TEST_F(Studies, AStudyThatWasStoppedGoesOnWithoutRepeatingARun) {
  const Study study = rates();
  make(study, {});
  const std::string table = table_path(path, {}), whole = content(table), journal = table + ".part";
  fs::remove(table);
  std::atomic<int> over{0};
  StudyOptions until_ten;
  until_ten.jobs = 2;
  until_ten.stop = [&] { return over >= 10; };
  until_ten.progress = [&](const StudyProgress& p) {
    ++over;
    EXPECT_EQ(p.runs, 40u);
  };
  const StudyOutcome stopped = make(study, until_ten);
  EXPECT_FALSE(stopped.finished);
  EXPECT_FALSE(fs::exists(table));
  std::ofstream(journal, std::ios::app) << "39,1.23";  // a program that is killed tears its last line
  int made = 0;
  StudyOptions rest;
  rest.progress = [&](const StudyProgress&) { ++made; };
  const StudyOutcome outcome = make(study, rest);
  EXPECT_TRUE(outcome.finished);
  EXPECT_EQ(static_cast<int>(outcome.before) + made, 40);
  EXPECT_GE(outcome.before, 10u);
  EXPECT_EQ(content(table), whole);
  EXPECT_FALSE(fs::exists(journal));
}

TEST_F(Studies, AJournalBelongsToOneStudyAndOneProcess) {
  const Study study = rates();
  const std::string table = table_path(path, {});
  const auto journal = StudyJournal::open(table, study_digest(study, decay()), {}, 40);
  ASSERT_TRUE(journal);
  const auto second = carry_out(*prepared(study), decay(), path, {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message, "another process works on this study");
  EXPECT_NE(study_digest(rates(41), decay()), study_digest(study, decay()));
  std::ofstream(folder / "o.csv.part") << "# fluxion study 0123456789abcdef 1/1\n";
  const auto other = carry_out(*prepared(study), decay(), (folder / "o.flxstudy").string(), {});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, "it belongs to another state of the study or of its model");
  const auto nowhere = carry_out(*prepared(study), decay(), "/proc/nowhere/s.flxstudy", {});
  ASSERT_FALSE(nowhere);
  EXPECT_TRUE(nowhere.error().message.starts_with("it cannot be written")) << nowhere.error().message;
}

// Rows are handed out as they come, those of before first, and read back from the table as they were.
TEST_F(Studies, RowsAreThoseOfTheTable) {
  Study study = rates(6);
  study.variations.push_back({"n", {"1", "-1"}, {}, {}});  // -1: x has no elements, and the run fails
  std::vector<StudyRow> seen;
  StudyOptions options;
  options.jobs = 1;
  options.row = [&](const StudyRow& row) { seen.push_back(row); };
  options.stop = [&] { return seen.size() >= 3; };
  EXPECT_FALSE(make(study, options).finished);
  const std::vector<StudyRow> before = seen;
  seen.clear();
  options.stop = {};
  EXPECT_TRUE(make(study, options).finished);
  ASSERT_EQ(seen.size(), 6u);
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_EQ(seen[k], before[k]);
  const auto table = read_study_table(study, table_path(path, {}));
  ASSERT_TRUE(table) << to_text(table.error());
  ASSERT_EQ(table->size(), 6u);
  for (const StudyRow& row : seen) EXPECT_EQ((*table)[row.sample], row);
  study.seed = 4;
  const auto other = read_study_table(study, table_path(path, {}));
  ASSERT_FALSE(other);
  EXPECT_NE(to_text(other.error()).find("line 2 is no run of this study"), std::string::npos);
}

TEST_F(Studies, WithoutFilesTheyAreTheSameAndGoOn) {
  const auto runs = prepared(rates(10));
  std::map<std::uint64_t, StudyRow> rows;
  std::atomic<int> looks = 0;
  StudyOptions options;
  options.jobs = 2;
  options.row = [&](const StudyRow& row) { rows[row.sample] = row; };
  options.look = [&](std::uint64_t, const SignalLog& log, const std::vector<RecordedSignal>& signals) {
    EXPECT_EQ(signals.front().name, "x");
    EXPECT_GT(LogView(log).size(), 2u);
    ++looks;
  };
  options.stop = [&] { return looks >= 4; };
  const auto first = carry_out(*runs, std::vector<StudyRow>{}, options);
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->finished);
  std::vector<StudyRow> before;
  for (const auto& [sample, row] : rows) before.push_back(row);
  const int made = looks;
  options.stop = {};
  const auto second = carry_out(*runs, before, options);
  ASSERT_TRUE(second && second->finished);
  EXPECT_EQ(second->before, before.size());
  EXPECT_LE(looks - made, 10 - static_cast<int>(before.size()));
  ASSERT_EQ(rows.size(), 10u);
  for (const auto& [sample, row] : rows) EXPECT_EQ(row, runs->run(sample));
}

TEST_F(Studies, NothingBeginsInAPauseAndTheTimeLeftDoesNotGrow) {
  const auto runs = prepared(rates(20));
  std::atomic<bool> paused = true;
  std::atomic<int> done = 0;
  StudyOptions options;
  options.jobs = 2;
  options.pause = [&] { return paused.load(); };
  double seconds = 0;
  options.progress = [&](const StudyProgress& p) { seconds = p.seconds, done = static_cast<int>(p.done); };
  std::jthread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(done, 0);
    paused = false;
  });
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(carry_out(*runs, std::vector<StudyRow>{}, options));
  const double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(done, 20);
  EXPECT_LT(seconds, all - 0.2);
}

}  // namespace sim
