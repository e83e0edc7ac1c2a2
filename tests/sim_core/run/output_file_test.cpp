#include "sim_core/run/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace sim {

namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest()
      : folder_(fs::temp_directory_path() / ("fluxion_output_test_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string text_of(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

}  // namespace

TEST_F(OutputFileTest, AppearsOnlyWhenItIsComplete) {
  put("a.csv", "old");
  OutputFile file(path("a.csv"));
  file.write(std::string(1 << 20, 'x'));
  EXPECT_EQ(text_of("a.csv"), "old");
  EXPECT_TRUE(file.commit().empty());
  EXPECT_EQ(text_of("a.csv"), std::string(1 << 20, 'x'));
  EXPECT_EQ(count(), 1u);
}

TEST_F(OutputFileTest, LeavesNothingBehindWithoutCommit) {
  put("a.csv", "old");
  { OutputFile(path("a.csv")).write("new"); }
  EXPECT_EQ(text_of("a.csv"), "old");
  EXPECT_EQ(count(), 1u);
}

TEST_F(OutputFileTest, FollowsLinksAndKeepsPermissions) {
  put("real.csv", "old");
  fs::permissions(path("real.csv"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real.csv", path("link.csv"));
  OutputFile file(path("link.csv"));
  file.write("new");
  EXPECT_TRUE(file.commit().empty());
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(text_of("real.csv"), "new");
  EXPECT_EQ(fs::status(path("real.csv")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, ALinkThatLeadsNowhereYetGetsItsFile) {
  fs::create_symlink("later.csv", path("link.csv"));
  OutputFile file(path("link.csv"));
  file.write("new");
  EXPECT_TRUE(file.commit().empty());
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(text_of("later.csv"), "new");
}

TEST_F(OutputFileTest, SaysAtOnceWhereItCannotWrite) {
  for (const std::string& place : {path("missing/a.csv"), folder_.string()}) {
    OutputFile file(place);
    ASSERT_EQ(file.problems().size(), 1u) << place;
    EXPECT_EQ(file.problems()[0].path, place);
    file.write("text");
    EXPECT_FALSE(file.commit().empty());
  }
  EXPECT_EQ(count(), 0u);
}

}  // namespace sim
