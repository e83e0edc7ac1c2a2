// Files of variables that models name: what they define, what hides what, when they are read again.
#include "sim_core/interfaces/data_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "sim_core/diagram/model_file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/files/mat_file.h"
#include "sim_core/interfaces/session_variables.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/model_run/file_needs.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/compiling.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace fs = std::filesystem;

class DataFiles : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override {
    clear_session_variables();
    fs::remove_all(folder);
  }
  // As another program would, later than anything before.
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() + std::chrono::seconds(++writes));
  }
  std::string path(const std::string& name) const { return (folder / name).generic_string(); }
  double number(const std::string& text, const Diagram& diagram) const {
    const auto value = expr::evaluate(text, workspace_of(diagram, no_id));
    EXPECT_TRUE(value) << text << ": " << (value ? "" : to_text(value.error()));
    return value ? value->as_scalar().value_or(NAN) : NAN;
  }
  std::string problem(const Diagram& diagram) const {
    const Diagnostics problems = data_file_problems(diagram);
    return problems.empty() ? "" : to_text(problems.front());
  }

  const fs::path folder = fs::temp_directory_path() / ("fluxion_data_files_" + std::to_string(getpid()));
  int writes = 0;
};

TEST_F(DataFiles, LieBetweenTheModelAndTheSession) {
  write("shared.json", R"({"motor": {"R": 1.5, "gears": [{"n": 2}, {"n": 3}]}, "a": 1, "b": 2, "c": 3})");
  write("other.flxdata", R"({"b": 20, "c": 30})");
  write("table.csv", "t,u\n0,5\n1,6\n");
  ModelBuilder m;
  m.variable("c", "300").variable("twice", "2*motor.gears(2).n");
  m.set("DataFiles", path("shared.json") + "; " + path("other.flxdata") + ";" + path("table.csv"));
  define_session_variable("a", expr::Value::scalar(-1));
  define_session_variable("d", expr::Value::scalar(-4));
  EXPECT_EQ(problem(m.diagram), "");
  EXPECT_EQ(number("a", m.diagram), 1);
  EXPECT_EQ(number("b", m.diagram), 20);
  EXPECT_EQ(number("c", m.diagram), 300);
  EXPECT_EQ(number("d", m.diagram), -4);
  EXPECT_EQ(number("motor.R + twice", m.diagram), 7.5);
  EXPECT_EQ(number("u(2) + numel(t)", m.diagram), 8);
}

TEST_F(DataFiles, MatricesOfMatFiles) {
  {
    MatWriter writer(path("data.mat"));
    const double values[] = {1, 2, 3, 4, 5, 6};
    writer.add("K", 2, 3, values);
    ASSERT_TRUE(writer.finish());
  }
  ModelBuilder m;
  m.set("DataFiles", path("data.mat"));
  EXPECT_EQ(number("K(2, 3) + 10*K(1, 2)", m.diagram), 36);
}

TEST_F(DataFiles, AreReadAgainOnlyWhenTheyChange) {
  write("a.json", R"({"a": 1})");
  ModelBuilder one, two;
  one.set("DataFiles", path("a.json"));
  two.set("DataFiles", path("a.json")).variable("x", "a");
  const auto before = outer_variables(one.diagram);
  EXPECT_EQ(outer_variables(two.diagram), before);
  write("a.json", R"({"a": 2})");
  EXPECT_NE(outer_variables(one.diagram), before);
  EXPECT_EQ(number("x", two.diagram), 2);
  EXPECT_EQ(expr::evaluate("a", *before)->as_scalar(), 1);  // who has them keeps them
  define_session_variable("s", expr::Value::scalar(7));
  EXPECT_EQ(number("s + a", one.diagram), 9);
}

// A later run takes the program of an earlier one only where the files are what they were.
TEST_F(DataFiles, ARunUsesWhatTheyAreNow) {
  write("k.json", R"({"p": {"k": 2}})");
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"),
           source = m.block("sources/constant", "c", {{"value", "p.k"}}),
           scope = m.block("sinks/scope", "Scope");
  m.connect(source, x).connect(x, scope).set("StopTime", "3").set("DataFiles", path("k.json"));
  const auto last = [](ModelRun& run) {
    EXPECT_EQ(run.execute().end, RunEnd::Finished);
    return run.log().value(0, run.log().size() - 1);
  };
  auto first = ModelRun::prepare(m.diagram, the_library());
  ASSERT_TRUE(first) << to_text(first.error());
  EXPECT_NEAR(last(**first), 6, 1e-12);
  auto same = ModelRun::prepare(m.diagram, the_library(), **first, m.diagram);
  ASSERT_TRUE(same);
  EXPECT_FALSE((*same)->was_compiled());
  write("k.json", R"({"p": {"k": 5}})");
  auto changed = ModelRun::prepare(m.diagram, the_library(), **first, m.diagram);
  ASSERT_TRUE(changed);
  EXPECT_NEAR(last(**changed), 15, 1e-12);
}

TEST_F(DataFiles, WhatCannotBeUsedIsAnErrorOfTheModel) {
  ModelBuilder m;
  m.block("sources/constant", "c", {{"value", "a"}});
  const auto message = [&](const std::string& files) {
    m.set("DataFiles", files);
    const auto run = ModelRun::prepare(m.diagram, the_library());
    EXPECT_FALSE(run) << files;
    return run ? std::string() : to_text(run.errors().front());
  };
  EXPECT_NE(message(path("none.json")).find("none.json' cannot be used"), std::string::npos);
  write("bad.json", "{\"a\": 1,\n\"a b\": 2}");
  EXPECT_NE(message(path("bad.json")).find("'a b' is not the name of a variable"), std::string::npos);
  write("bad.csv", "a\nx\n");
  EXPECT_NE(message(path("bad.csv")).find("line 2: 'x' is not a number"), std::string::npos);
  EXPECT_NE(message("/dev/zero.json").find("cannot be used"), std::string::npos);
  EXPECT_FALSE(check_setting("DataFiles", "a.json; b.txt"));
  EXPECT_TRUE(check_setting("DataFiles", "a.json; B.MAT;"));
  EXPECT_TRUE(check_setting("DataFiles", ""));
}

TEST_F(DataFiles, BeyondTheModelsFolderAreAskedFor) {
  fs::create_directories(folder / "model");
  write("secret.json", R"({"a": 1})");
  write("model/own.json", R"({"b": 2})");
  ModelBuilder m;
  m.diagram.access = std::make_shared<const FileAccess>(folder / "model");
  m.set("DataFiles", path("secret.json") + ";" + path("model/own.json"));
  EXPECT_FALSE(expr::evaluate("a", workspace_of(m.diagram, no_id)));
  EXPECT_EQ(number("b", m.diagram), 2);
  EXPECT_NE(problem(m.diagram).find("secret.json' is not below the model's folder"), std::string::npos);
  const auto needs = missing_access(m.diagram, the_library(), path("model"));
  ASSERT_EQ(needs.size(), 1u);
  EXPECT_EQ(needs[0].file, path("secret.json"));
  EXPECT_EQ(needs[0].kind, AccessKind::Read);
  FileAccess allowed(folder / "model");
  allowed.allow_read(folder);
  m.diagram.access = std::make_shared<const FileAccess>(allowed);
  EXPECT_EQ(number("a", m.diagram), 1);
}

// A folder can be moved as a whole.
TEST_F(DataFiles, AreNamedFromTheModelsFolderInItsFile) {
  write("a.json", R"({"a": 4})");
  ModelBuilder m;
  m.set("DataFiles", path("a.json"));
  ASSERT_TRUE(save_model(path("model.flx"), m.diagram).empty());
  std::ifstream file(folder / "model.flx");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find("\"a.json\""), std::string::npos) << text;
  const auto loaded = load_model(path("model.flx"));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(number("a", loaded->diagram), 4);
}

}  // namespace sim
