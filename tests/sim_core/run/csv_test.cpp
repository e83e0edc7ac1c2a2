#include "sim_core/run/csv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

namespace fs = std::filesystem;

class CsvTest : public testing::Test {
 protected:
  CsvTest() : folder_(fs::temp_directory_path() / ("fluxion_csv_test_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~CsvTest() override { fs::remove_all(folder_); }

  std::string text_of(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

// A ramp, written by a To File block.
ModelBuilder model_with_file(const std::string& name) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock");
  m.connect(clock, m.block("sinks/to_file", "File", {{"file", name}}));
  m.set("StopTime", "1").set("Solver", "ode1").set("FixedStep", "0.5");
  return m;
}

}  // namespace

TEST(CsvField, IsQuotedWhereRfc4180AsksForIt) {
  EXPECT_EQ(csv_field("plain name[1]"), "plain name[1]");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field(""), "");
}

TEST_F(CsvTest, WritesNumbersThatReadBackExactly) {
  SignalLog log({"x", "y,z"});
  const double row[] = {0.1, 1e300 * 1e10}, next[] = {1. / 3, -0.0}, last[] = {5e-324, std::nan("")};
  log.append(0, row), log.append(0.30000000000000004, next), log.append(1e6, last);
  OutputFile file((folder_ / "out.csv").string());
  write_csv(file, log);
  EXPECT_TRUE(file.commit().empty());
  EXPECT_EQ(text_of("out.csv"),
            "time,x,\"y,z\"\n0,0.1,inf\n0.30000000000000004,0.3333333333333333,-0\n1e+06,5e-324,nan\n");
}

TEST_F(CsvTest, ChosenColumnsInTheirOrder) {
  SignalLog log({"a", "b", "c"});
  const double row[] = {1, 2, 3};
  log.append(0, row);
  OutputFile file((folder_ / "out.csv").string());
  write_csv(file, log, std::vector<int>{2, 0});
  EXPECT_TRUE(file.commit().empty());
  EXPECT_EQ(text_of("out.csv"), "time,c,a\n0,3,1\n");
}

TEST_F(CsvTest, ToFileBlocksWriteRelativeToTheFolder) {
  auto run = ModelRun::prepare(model_with_file("ramp.csv").diagram, standard_library());
  ASSERT_TRUE(run);
  ASSERT_EQ((*run)->execute().end, RunEnd::Finished);
  EXPECT_TRUE(write_to_files(**run, folder_.string()).empty());
  EXPECT_EQ(text_of("ramp.csv"), "time,Clock\n0,0\n0.5,0.5\n1,1\n");
}

TEST_F(CsvTest, AFileThatCannotBeWrittenIsNamedWithItsBlock) {
  auto run = ModelRun::prepare(model_with_file("missing/ramp.csv").diagram, standard_library());
  ASSERT_TRUE(run);
  (*run)->execute();
  const Diagnostics problems = write_to_files(**run, folder_.string());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "File");
  EXPECT_NE(problems[0].message.find("missing/ramp.csv"), std::string::npos);
}

TEST(FileSinks, WriteCsvFilesOnlyAndNoneTwice) {
  for (const char* name : {".bashrc", "model.flx", "", "csv", ".csv"})
    EXPECT_FALSE(ModelRun::prepare(model_with_file(name).diagram, standard_library())) << name;
  EXPECT_TRUE(ModelRun::prepare(model_with_file("A.CSV").diagram, standard_library()));
  ModelBuilder m = model_with_file("a.csv");
  m.connect(m.block("sources/clock", "Clock2"), m.block("sinks/to_file", "File2", {{"file", "./a.csv"}}));
  const auto run = ModelRun::prepare(m.diagram, standard_library());
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().path, "File2");
}

}  // namespace sim
