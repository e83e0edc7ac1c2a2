// MAT files as runs: what becomes what, and one refusal for each way in which a file can be none.
#include "sim_core/run_archive/mat_import.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "sim_core/files/mat_file.h"
#include "sim_core/model_run/mat_log.h"
#include "tests/support/run_records.h"

namespace sim {

namespace {

class MatImport : public testing::Test {
 protected:
  MatImport() { std::filesystem::create_directories(folder); }
  ~MatImport() override { std::filesystem::remove_all(folder); }

  void write(const std::vector<MatVariable>& variables) const {
    MatWriter writer(path);
    for (const MatVariable& v : variables) writer.add(v.name, v.rows, v.columns, v.values);
    EXPECT_TRUE(writer.finish());
  }
  std::string problem(const std::vector<MatVariable>& variables, const TableOptions& options = {}) const {
    write(variables);
    const auto run = import_mat(path, options);
    return run ? std::string() : run.error().message + " (" + run.error().remedy + ")";
  }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fluxion_mat_import_" + std::to_string(::getpid()));
  const std::string path = (folder / "measured.mat").string();
};

const MatVariable time_vector = {"time", 3, 1, {0, 0.5, 0.5}};

}  // namespace

TEST_F(MatImport, matricesBecomeSignals) {
  write({{"speed [m/s]", 3, 1, {1, 2, 3}},
         time_vector,
         {"x", 3, 2, {1, 2, 3, 4, 5, 6}},
         {"lying", 2, 3, {1, 10, 2, 20, 3, 30}},
         {"rate", 1, 1, {42}}});
  const auto run = import_mat(path);
  ASSERT_TRUE(run) << to_text(run.error());
  EXPECT_EQ(run->summary.name, "measured");
  EXPECT_EQ(run->summary.rows, 3u);
  EXPECT_EQ(run->summary.end_time, 0.5);
  const auto& signals = run->summary.recorded;
  ASSERT_EQ(signals.size(), 3u);
  EXPECT_EQ(signals[0].name, "speed");
  EXPECT_EQ(signals[0].unit, "m/s");
  EXPECT_EQ(signals[1].elements, (std::vector<std::string>{"x[1]", "x[2]"}));
  EXPECT_EQ(run->log->value(signals[1].first + 1, 2), 6);
  EXPECT_EQ(signals[2].count(), 2);
  EXPECT_EQ(run->log->value(signals[2].first + 1, 1), 20);
  EXPECT_NE(run->summary.notes.find("left out, for they have other lengths: rate"), std::string::npos);
}

TEST_F(MatImport, whatARunWritesComesBack) {
  const RunRecord run = oscillator_run();
  std::vector<LogVariable> variables;
  for (const RunSignal& s : run.summary.recorded) variables.push_back({s.name, {s.first}});
  OutputFile file(path);
  write_mat(file, *run.log, variables);
  ASSERT_TRUE(file.commit().empty());
  const auto back = import_table(path);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->log->size(), run.log->size());
  for (std::size_t row = 0; row < run.log->size(); ++row) {
    EXPECT_EQ(back->log->time(row), run.log->time(row));
    EXPECT_EQ(back->log->value(0, row), run.log->value(0, row));
  }
}

TEST_F(MatImport, aTimeInAnotherUnitComesBackInSeconds) {
  const RunRecord run = oscillator_run();
  std::vector<LogVariable> variables;
  for (const RunSignal& s : run.summary.recorded) variables.push_back({s.name, {s.first}});
  OutputFile file(path);
  write_mat(file, *run.log, variables, {}, time_unit("h"));
  ASSERT_TRUE(file.commit().empty());
  const auto written = read_mat_file(path);
  ASSERT_TRUE(written);
  ASSERT_EQ(written->front().name, "time [h]");
  const std::size_t last = run.log->size() - 1;
  EXPECT_EQ(written->front().values[last], run.log->time(last) / 3600);
  const auto back = import_table(path);
  ASSERT_TRUE(back) << to_text(back.error());
  EXPECT_NEAR(back->log->time(last), run.log->time(last), 1e-15 * 3600);
  EXPECT_EQ(back->log->value(0, last), run.log->value(0, last));
  write({{"time [fortnights]", 1, 3, {0, 1, 2}}, {"y", 1, 3, {3, 1, 2}}});
  EXPECT_FALSE(import_mat(path));
}

TEST_F(MatImport, theTimeIsFoundOrChosen) {
  const std::vector<MatVariable> two = {
      {"y", 1, 3, {3, 1, 2}}, {"clock", 1, 3, {0, 1, 2}}, {"later", 1, 3, {5, 6, 7}}};
  write(two);
  EXPECT_EQ(import_mat(path)->log->time(2), 2);
  TableOptions options;
  options.time_column = "later";
  EXPECT_EQ(import_mat(path, options)->log->time(2), 7);
  const auto preview = preview_table(path);
  ASSERT_TRUE(preview);
  ASSERT_EQ(preview->columns.size(), 3u);
  EXPECT_EQ(preview->time, 1u);
  EXPECT_FALSE(preview->columns[0].may_be_time);
  EXPECT_TRUE(preview->columns[2].may_be_time);
  EXPECT_EQ(preview->columns[0].values, (std::vector<std::string>{"3", "1", "2"}));
}

TEST_F(MatImport, aTimeThatIsNoneIsRefused) {
  const MatVariable y = {"y", 3, 1, {1, 2, 3}};
  EXPECT_NE(
      problem({{"time", 3, 1, {0, 2, 1}}, y}).find("'time' cannot be the time: it goes back from 2 to 1"),
      std::string::npos);
  EXPECT_NE(problem({{"t", 3, 1, {0, std::nan(""), 1}}, y}).find("element 2 is not a finite number"),
            std::string::npos);
  EXPECT_NE(problem({{"a", 2, 2, {1, 2, 3, 4}}, {"b", 2, 2, {1, 2, 3, 4}}}).find("no variable of this file"),
            std::string::npos);
  TableOptions options;
  options.time_column = "m";
  EXPECT_NE(problem({{"m", 3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9}}, y}, options).find("it is no vector"),
            std::string::npos);
  options.time_column = "tine";
  EXPECT_NE(problem({time_vector, y}, options).find("did you mean time?"), std::string::npos);
}

TEST_F(MatImport, nothingThatFitsTheTimeIsRefused) {
  EXPECT_NE(problem({time_vector}).find("no variable has as many rows as 'time' has (3)"), std::string::npos);
  EXPECT_NE(problem({time_vector, {"y", 4, 1, {1, 2, 3, 4}}}).find("no variable has as many rows"),
            std::string::npos);
  EXPECT_NE(problem({time_vector, {"empty", 0, 3, {}}}).find("no variable has as many rows"),
            std::string::npos);
}

TEST_F(MatImport, tooManyColumnsAreRefused) {
  TableOptions options;
  options.max_columns = 2;
  EXPECT_NE(problem({time_vector, {"y", 3, 3, std::vector<double>(9)}}, options).find("more than 2 columns"),
            std::string::npos);
}

TEST_F(MatImport, whatIsNoMatFileIsRefused) {
  for (const std::string& bytes : {std::string(), std::string("time,y\n0,1\n"), std::string(4096, '\0')}) {
    std::ofstream(path, std::ios::binary) << bytes;
    const auto run = import_table(path);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().path, path);
    EXPECT_FALSE(preview_table(path));
  }
  EXPECT_FALSE(import_mat((folder / "none.mat").string()));
}

// Whatever has become of the bytes: a run or a message.
TEST_F(MatImport, damagedFilesAreNoCrash) {
  write({time_vector, {"x", 3, 2, {1, 2, 3, 4, 5, 6}}});
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::string bytes = whole;
    for (unsigned k = random() % 6; k-- > 0;) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (trial % 3 == 0) bytes.resize(random() % bytes.size());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    const auto run = import_mat(path);
    EXPECT_TRUE(!run || run->log->size() == run->summary.rows);
    (void)preview_mat(path);
  }
}

}  // namespace sim
