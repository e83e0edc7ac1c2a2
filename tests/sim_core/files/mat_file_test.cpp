// What is written reads back; what is damaged is a message.
#include "sim_core/files/mat_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace sim {

namespace {

class MatFile : public testing::Test {
 protected:
  MatFile() { std::filesystem::create_directories(folder); }
  ~MatFile() override { std::filesystem::remove_all(folder); }

  std::string write(const std::vector<MatVariable>& variables) {
    MatWriter writer(path);
    for (const MatVariable& v : variables)
      EXPECT_FALSE(writer.add(v.name, v.rows, v.columns, v.values).empty());
    EXPECT_TRUE(writer.finish());
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("fluxion_mat_" + std::to_string(::getpid()));
  const std::string path = (folder / "file.mat").string();
};

const std::vector<MatVariable> some = {
    {"time", 3, 1, {0, 0.1, 1e300}},
    {"y[1]", 3, 2, {1, 2, 3, -4, std::nan(""), INFINITY}},
    {"Plant/Motor: speed [rad/s]", 1, 1, {42}},
    {"3 phases", 1, 1, {3}},
    {"y(1)", 1, 1, {7}},
    {"äöü", 1, 1, {8}},
    {"empty", 0, 2, {}},
};

}  // namespace

TEST_F(MatFile, ReadsBackWithItsNames) {
  write(some);
  const auto read = read_mat_file(path);
  ASSERT_TRUE(read) << to_text(read.error());
  ASSERT_EQ(read->size(), some.size());
  for (std::size_t k = 0; k < some.size(); ++k) {
    EXPECT_EQ((*read)[k].name, some[k].name);
    EXPECT_EQ((*read)[k].rows, some[k].rows);
    EXPECT_EQ((*read)[k].columns, some[k].columns);
    ASSERT_EQ((*read)[k].values.size(), some[k].values.size());
    for (std::size_t i = 0; i < some[k].values.size(); ++i)
      EXPECT_TRUE((*read)[k].values[i] == some[k].values[i] || std::isnan(some[k].values[i]));
  }
}

TEST_F(MatFile, NamesBecomeAllowedAndUnlike) {
  MatWriter writer(path);
  const double one[] = {1};
  const auto name = [&](const char* wanted) { return writer.add(wanted, 1, 1, one); };
  EXPECT_EQ(name("speed"), "speed");
  EXPECT_EQ(name("speed"), "speed_2");
  EXPECT_EQ(name("y[1]"), "y_1");
  EXPECT_EQ(name("y(1)"), "y_1_2");
  EXPECT_EQ(name("3 phases"), "phases");
  EXPECT_EQ(name("_"), "signal");
  EXPECT_EQ(name("names"), "names_2");
  EXPECT_EQ(name(std::string(200, 'x').c_str()), std::string(63, 'x'));
  EXPECT_EQ(name(std::string(201, 'x').c_str()), std::string(61, 'x') + "_2");
  EXPECT_TRUE(writer.finish());
}

TEST_F(MatFile, WhatIsNoneIsRefused) {
  EXPECT_FALSE(read_mat_file(path));
  for (const std::string& bytes :
       {std::string(), std::string("time,y\n1,2\n"), std::string(128, 'x'), std::string(4096, '\0')}) {
    put(bytes);
    const auto read = read_mat_file(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().path, path);
    EXPECT_FALSE(read.error().remedy.empty());
  }
  std::string newer = write(some);
  newer[125] = 2;  // level 7.3
  put(newer);
  EXPECT_FALSE(read_mat_file(path));
}

TEST_F(MatFile, AVariableThatCannotFitInTheFileIsRefused) {
  std::string bytes = write({{"time", 2, 1, {0, 1}}});
  // The dimensions stand behind the two tags and the flags: 128 + 8 + 16 + 8.
  const std::int32_t rows = 2'000'000'000;
  bytes.replace(160, 4, reinterpret_cast<const char*>(&rows), 4);
  put(bytes);
  EXPECT_FALSE(read_mat_file(path));
}

TEST_F(MatFile, DamagedFilesAreNoCrash) {
  const std::string whole = write(some);
  std::mt19937 random(11);
  for (int trial = 0; trial < 100; ++trial) {
    std::string bytes = whole;
    for (unsigned k = random() % 8; k-- > 0;) bytes[random() % bytes.size()] = static_cast<char>(random());
    if (trial % 3 == 0) bytes.resize(random() % bytes.size());
    put(bytes);
    (void)read_mat_file(path);
  }
}

// Compressed, of several types; written by SciPy.
TEST_F(MatFile, FilesOfOthersAreRead) {
  const auto read = read_mat_file(FLUXION_SOURCE_DIR "/tests/fuzz/corpus/mat/packed.mat");
  ASSERT_TRUE(read) << to_text(read.error());
  std::map<std::string, MatVariable> by_name;
  for (const MatVariable& v : *read) by_name[v.name] = v;
  EXPECT_EQ(by_name["time"].values, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(by_name["n"].values, (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(by_name["b"].values, (std::vector<double>{1, 0}));
  EXPECT_EQ(by_name["b"].columns, 2U);
  EXPECT_TRUE(is_integer(by_name["n"].type));
  EXPECT_EQ(by_name["b"].type, ElementType::Boolean);
  EXPECT_EQ(by_name["time"].type, ElementType::Double);
  EXPECT_EQ(by_name["f"].values, std::vector<double>{1.5});
}

TEST_F(MatFile, BytesMayBeInTheOtherOrder) {
  std::string bytes(124, ' ');
  bytes += std::string("\x01\x00MI", 4);
  const auto word = [&](std::uint32_t n) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(n >> shift & 0xFF);
  };
  for (const std::uint32_t n : {14U, 64U, 6U, 8U, 0x806U, 0U, 5U, 8U, 1U, 1U}) word(n);
  word(1 << 16 | 1), bytes += std::string("z\0\0\0", 4);       // a small element: the name
  word(2 << 16 | 3), bytes += std::string("\xFF\xFE\0\0", 4);  // -2 as 16 bits
  word(9), word(8), word(0x3FF80000), word(0);                 // 1.5
  put(bytes);
  const auto read = read_mat_file(path);
  ASSERT_TRUE(read) << to_text(read.error());
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ((*read)[0].name, "z");
  EXPECT_EQ((*read)[0].values, std::vector<double>{-2});
  EXPECT_EQ((*read)[0].imaginary, std::vector<double>{1.5});
}

TEST_F(MatFile, APlaceThatCannotBeWrittenIsKnown) {
  MatWriter writer((folder / "no/such/folder.mat").string());
  const double one[] = {1};
  EXPECT_EQ(writer.add("x", 1, 1, one), "");
  EXPECT_FALSE(writer.finish());
}

}  // namespace sim
