// Tables of measurements: which column is what, units, and what is refused with its place.
#include "sim_core/estimation/experiment.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sim_core/files/mat_file.h"
#include "sim_core/model_run/recorded_signals.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

class Table : public testing::Test {
 protected:
  Table() {
    std::filesystem::create_directories(folder_);
    ModelBuilder m;
    m.block("ports/inport", "u");
    diagram_ = m.diagram;
    signals_ = {{"w", {"w"}, {0}, "rad/s", "Motor", false, {}},
                {"y", {"y[1]", "y[2]"}, {1, 2}, "", "Plant", false, {}}};
  }
  ~Table() override { std::filesystem::remove_all(folder_); }

  Result<Experiment> read(const std::string& text) {
    const std::string path = (folder_ / "data.csv").string();
    std::ofstream(path) << text;
    return read_experiment(path, diagram_, signals_);
  }
  std::string refusal(const std::string& text) {
    const auto read_back = read(text);
    if (read_back) return "not refused";
    const std::string message = to_text(read_back.error());
    return message.substr(message.find("data.csv"));
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("experiment" + std::to_string(getpid()));
  Diagram diagram_;
  std::vector<RecordedSignal> signals_;
};

}  // namespace

TEST_F(Table, ColumnsAreSignalsAndInputs) {
  const auto found = read("time,u,w,y[2],remark\n0,1,0,5,1\n0.5,1,2,6,1\n0.5,1,2.1,6,1\n");
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_EQ(found->times, (std::vector<double>{0, 0.5, 0.5}));
  ASSERT_EQ(found->measured.size(), 2u);
  EXPECT_EQ(found->measured[0].name, "w");
  EXPECT_EQ(found->measured[0].values, (std::vector<double>{0, 2, 2.1}));
  EXPECT_EQ(found->measured[1].name, "y[2]");
  ASSERT_EQ(found->values.size(), 1u);
  EXPECT_EQ(found->values[0].name, "u");
  EXPECT_EQ(found->unused, std::vector<std::string>{"remark"});
}

TEST_F(Table, UnitsAreConverted) {
  const auto found = read("time [ms],w [rpm]\n0,0\n500,60\n");
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_EQ(found->times[1], 0.5);
  EXPECT_NEAR(found->measured[0].values[1], 6.283185307179586, 1e-12);
}

TEST_F(Table, MatFilesAreReadToo) {
  const std::string path = (folder_ / "data.mat").string();
  MatWriter file(path);
  const std::vector<double> times{0, 1}, values{3, 4};
  file.add("t", 2, 1, times);
  file.add("w", 2, 1, values);
  ASSERT_TRUE(file.finish());
  const auto found = read_experiment(path, diagram_, signals_);
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_EQ(found->measured[0].values, values);
}

TEST_F(Table, WhatIsWrongIsSaidWithItsPlace) {
  EXPECT_EQ(refusal("time,w\n0,1\n1,\n2,3\n"),
            "data.csv: column w, row 2 (t = 1 s): there is no number (leave rows without a measurement out)");
  EXPECT_EQ(refusal("time,w\n0,1\n1,nan\n"),
            "data.csv: column w, row 2 (t = 1 s): there is no number (leave rows without a measurement out)");
  EXPECT_EQ(refusal("time,w [m/s]\n0,1\n1,2\n"),
            "data.csv: column w is in m/s, and the signal of the model in rad/s (measure the same quantity, "
            "or correct "
            "the unit in the title)");
  EXPECT_EQ(refusal("time,y\n0,1\n1,2\n"),
            "data.csv: column y: the signal is a vector (name its elements, such as y[1])");
  EXPECT_EQ(refusal("time,w\n1,1\n0,2\n"),
            "data.csv: row 2: the time 0 s is before the one above (sort the rows by their times)");
  EXPECT_EQ(refusal("time,v\n0,1\n1,2\n"),
            "data.csv: no column has the name of a signal that the model records (the model records w, y)");
  EXPECT_EQ(refusal("0,1\n1,2\n"),
            "data.csv: its columns have no names (give the first row the names of signals and inputs)");
}

}  // namespace sim
