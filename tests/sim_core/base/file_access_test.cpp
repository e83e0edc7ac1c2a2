// What a model may have read and written.
#include "sim_core/base/file_access.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace sim {

namespace fs = std::filesystem;

namespace {

class FileAccessTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fluxion_access_XXXXXX";
    ASSERT_TRUE(mkdtemp(name));
    root_ = name;
    fs::create_directories(root_ / "model/data");
    fs::create_directories(root_ / "model2");
    std::ofstream(root_ / "secret.csv") << "1\n";
  }
  void TearDown() override { fs::remove_all(root_); }
  fs::path root_;
};

}  // namespace

TEST_F(FileAccessTest, HoldsBelowTheFolder) {
  const FileAccess access(root_ / "model");
  EXPECT_TRUE(access.may_read(root_ / "model/a.csv"));
  EXPECT_TRUE(access.may_write(root_ / "model/data/not/there/yet.csv"));
  EXPECT_TRUE(access.may_read(root_ / "model/data/../a.csv"));
  EXPECT_FALSE(access.may_read(root_ / "secret.csv"));
  EXPECT_FALSE(access.may_read(root_ / "model/../secret.csv"));
  EXPECT_FALSE(access.may_read(root_ / "model2/a.csv"));  // a name that begins alike
  EXPECT_FALSE(access.may_write("/etc/passwd"));
  EXPECT_FALSE(access.may_replace(root_ / "model/a.csv"));
}

TEST_F(FileAccessTest, FollowsSymbolicLinks) {
  fs::create_symlink(root_ / "secret.csv", root_ / "model/link.csv");
  fs::create_directory_symlink(root_, root_ / "model/up");
  const FileAccess access(root_ / "model");
  EXPECT_FALSE(access.may_read(root_ / "model/link.csv"));
  EXPECT_FALSE(access.may_write(root_ / "model/up/new.csv"));
}

// What writes there makes the file that they lead to.
TEST_F(FileAccessTest, FollowsLinksToWhatIsNotThereYet) {
  fs::create_symlink("../new.csv", root_ / "model/out.csv");
  fs::create_symlink("out.csv", root_ / "model/twice.csv");
  fs::create_symlink(root_ / "folder", root_ / "model/folder");
  fs::create_symlink("data/new.csv", root_ / "model/inside.csv");
  fs::create_symlink("circle.csv", root_ / "model/circle.csv");
  const FileAccess access(root_ / "model");
  for (const char* name : {"out.csv", "twice.csv", "folder/new.csv", "data/../out.csv"})
    EXPECT_FALSE(access.may_write(root_ / "model" / name)) << name;
  EXPECT_TRUE(access.may_write(root_ / "model/inside.csv"));
  EXPECT_EQ(FileAccess::resolved(root_ / "model/twice.csv"), fs::canonical(root_) / "new.csv");
  static_cast<void>(access.may_write(root_ / "model/circle.csv"));  // it ends
}

TEST_F(FileAccessTest, IsWidenedByFolderAndByFile) {
  FileAccess access(root_ / "model");
  access.allow_read(root_ / "secret.csv");
  access.allow_write(root_ / "model2/");
  EXPECT_TRUE(access.may_read(root_ / "secret.csv"));
  EXPECT_FALSE(access.may_write(root_ / "secret.csv"));
  EXPECT_TRUE(access.may_write(root_ / "model2/a.csv"));
  EXPECT_FALSE(access.may_read(root_ / "model2/a.csv"));
  EXPECT_TRUE(FileAccess::to_everything().may_replace("/any/file"));
}

}  // namespace sim
