// Tables of other programs as runs, and what is said of those that cannot be read.
#include "sim_core/run_archive/csv_import.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sim {

namespace {

std::string problem(const std::string& text) {
  const auto run = import_csv_text(text, "a.csv");
  return run ? std::string() : to_text(run.error());
}

}  // namespace

TEST(CsvImport, readsNamesUnitsAndVectors) {
  const auto run = import_csv_text(
      "\xEF\xBB\xBFtime,speed [m/s],x[1],x[2],\"a \"\"b\"\", c\"\r\n0,1,2,3,4\r\n1,5,6,7,\r\n", "dir/a.csv");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->summary.name, "a");
  EXPECT_EQ(run->summary.end_time, 1);
  const auto& signals = run->summary.recorded;
  ASSERT_EQ(signals.size(), 3U);
  EXPECT_EQ(signals[0].name, "speed");
  EXPECT_EQ(signals[0].unit, "m/s");
  EXPECT_EQ(signals[1].name, "x");
  EXPECT_EQ(signals[1].elements, (std::vector<std::string>{"x[1]", "x[2]"}));
  EXPECT_EQ(signals[2].name, "a \"b\", c");
  EXPECT_EQ(run->log->value(2, 1), 7);
  EXPECT_TRUE(std::isnan(run->log->value(3, 1)));
}

TEST(CsvImport, findsOutDelimiterAndDecimalSign) {
  const auto german = import_csv_text("Zeit;x\n0;1,5\n0,5;-2,25e1\n", "a.csv");
  ASSERT_TRUE(german);
  EXPECT_EQ(german->log->time(1), 0.5);
  EXPECT_EQ(german->log->value(0, 1), -22.5);
  const auto tabs = import_csv_text("# made by hand\nt\tx\n0\t+1\n", "a.csv");
  ASSERT_TRUE(tabs);
  EXPECT_EQ(tabs->log->value(0, 0), 1);
  const auto bare = import_csv_text("0,1\n1,2\n", "a.csv");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->log->size(), 2U);
  EXPECT_EQ(bare->summary.recorded[0].name, "column 2");
}

TEST(CsvImport, columnsOfWordsAreLeftOut) {
  const std::string text = "state,t,x,note\non,0,1,\noff,1,2,late\n";
  const auto run = import_csv_text(text, "a.csv");
  ASSERT_TRUE(run) << to_text(run.error());
  ASSERT_EQ(run->summary.recorded.size(), 1U);
  EXPECT_EQ(run->summary.recorded[0].name, "x");
  EXPECT_EQ(run->log->value(0, 1), 2);
  EXPECT_FALSE(import_csv_text("t,state\n0,on\n1,off\n", "a.csv"));
}

TEST(CsvImport, theTimeIsFoundOrChosen) {
  const std::string text = "x,Time (s),y\n5,0,7\n6,1,8\n";
  EXPECT_EQ(import_csv_text(text, "a.csv")->log->time(1), 1);
  TableOptions options;
  options.time_column = "y";
  EXPECT_EQ(import_csv_text(text, "a.csv", options)->log->time(1), 8);
  options.time_column = "z";
  EXPECT_FALSE(import_csv_text(text, "a.csv", options));
}

TEST(CsvImport, twoRowsAtOneTimeAreAJump) {
  const auto run = import_csv_text("t,x\n0,0\n1,0\n1,5\n2,5\n", "a.csv");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->log->size(), 4U);
}

TEST(CsvImport, saysWhereATableIsWrong) {
  EXPECT_EQ(problem(""),
            "a.csv: there is nothing in this file (choose a table with a row of names and rows of numbers)");
  EXPECT_EQ(problem("t,x\n0,1\n1,two\n"),
            "a.csv: line 3: 'two' in column 2 (x) is not a number (correct it, or leave the field empty)");
  EXPECT_EQ(problem("t,x\n0,1,2\n"),
            "a.csv: line 2: there are 3 fields where the first row has 2 (give every row as many)");
  EXPECT_NE(problem("t,x\n1,0\n0,0\n").find("line 3: the time goes back from 1 to 0"), std::string::npos);
  EXPECT_NE(problem("t,x\n,0\n").find("the time is missing"), std::string::npos);
  EXPECT_NE(problem("t,x\n").find("no numbers"), std::string::npos);
  EXPECT_NE(problem("x\n1\n").find("only one column"), std::string::npos);
  EXPECT_FALSE(import_csv("/nowhere/a.csv"));
}

// Whatever comes in: a run that fits together, or a message.
TEST(CsvImport, survivesAnyText) {
  std::mt19937 random(7);
  const std::string letters = "0123456789.,;\t\"\n\r[]()#eE+-tx \xC3\xA4";
  for (int k = 0; k < 3000; ++k) {
    std::string text;
    for (std::size_t n = random() % 60; n > 0; --n) text += letters[random() % letters.size()];
    const auto run = import_csv_text(text, "a.csv");
    if (run)
      EXPECT_EQ(run->summary.column_count(), run->log->column_count());
    else
      EXPECT_FALSE(run.error().message.empty());
  }
}

TEST(CsvImport, timesAreInSeconds) {
  const auto run = import_csv_text("time [h],x\n0,1\n1.5,2\n", "hours.csv");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->log->time(1), 5400);
  const auto wrong = import_csv_text("time [kg],x\n0,1\n1.5,2\n", "weights.csv");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(to_text(wrong.error()),
            "weights.csv: 'kg' is not a unit of time (name the column 'time [s]', or with ms, "
            "min, h or d in place of s)");
}

}  // namespace sim
