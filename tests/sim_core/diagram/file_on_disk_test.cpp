// Models as files on a disk: saved whole or not at all, through links, and where saving fails.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "sim_core/diagram/file.h"
#include "tests/sim_core/diagram/small_model.h"

namespace sim {

namespace fs = std::filesystem;

class FileOnDisk : public testing::Test {
 protected:
  FileOnDisk() : folder_(fs::temp_directory_path() / ("fluxion-file-test-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~FileOnDisk() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(FileOnDisk, SavesAndLoads) {
  const Diagram d = loaded(small_model).diagram;
  EXPECT_TRUE(save_file(path("a.flx"), d).empty());
  EXPECT_EQ(content(path("a.flx")), small_model);
  const auto back = load_file(path("a.flx"));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->diagram, d);
  EXPECT_EQ(files(), 1u) << "no temporary file stays";
}

TEST_F(FileOnDisk, KeepsPermissionsAndFollowsLinks) {
  ASSERT_TRUE(save_file(path("a.flx"), Diagram{}).empty());
  ASSERT_EQ(::chmod(path("a.flx").c_str(), 0640), 0);
  fs::create_symlink("a.flx", path("link.flx"));
  fs::create_symlink("new.flx", path("dangling.flx"));
  EXPECT_TRUE(save_file(path("link.flx"), loaded(small_model).diagram).empty());
  EXPECT_TRUE(fs::is_symlink(path("link.flx")));
  EXPECT_EQ(content(path("a.flx")), small_model);
  struct stat status {};
  ASSERT_EQ(::stat(path("a.flx").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_TRUE(save_file(path("dangling.flx"), Diagram{}).empty());
  EXPECT_TRUE(fs::is_symlink(path("dangling.flx")));
  EXPECT_TRUE(fs::is_regular_file(path("new.flx")));
}

TEST_F(FileOnDisk, SaysThatHardLinksAreCut) {
  ASSERT_TRUE(save_file(path("a.flx"), Diagram{}).empty());
  const std::string before = content(path("a.flx"));
  fs::create_hard_link(path("a.flx"), path("b.flx"));
  const auto said = save_file(path("a.flx"), loaded(small_model).diagram);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_FALSE(has_errors(said));
  EXPECT_NE(said[0].message.find("hard links"), std::string::npos) << said[0].message;
  EXPECT_EQ(content(path("a.flx")), small_model);
  EXPECT_EQ(content(path("b.flx")), before);
  EXPECT_TRUE(save_file(path("a.flx"), Diagram{}).empty()) << "it has one name now";
}

TEST_F(FileOnDisk, ACircleOfLinksIsNotReplaced) {
  fs::create_symlink("b.flx", path("a.flx"));
  fs::create_symlink("a.flx", path("b.flx"));
  const auto why = save_file(path("a.flx"), Diagram{});
  ASSERT_TRUE(has_errors(why));
  EXPECT_NE(why[0].message.find(std::generic_category().message(ELOOP)), std::string::npos) << why[0].message;
  EXPECT_TRUE(fs::is_symlink(path("a.flx")) && fs::is_symlink(path("b.flx")));
  EXPECT_EQ(files(), 2u);
}

// As a full disk and an exhausted quota: the system takes a part of the file only.
TEST_F(FileOnDisk, ADiskThatIsFullLeavesTheOldFile) {
  ASSERT_TRUE(save_file(path("a.flx"), loaded(small_model).diagram).empty());
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  Diagram large;
  for (int k = 0; k < 100; ++k) large.variables[large.new_id()].name = "v" + std::to_string(k);
  const auto why = save_file(path("a.flx"), large);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  ASSERT_TRUE(has_errors(why));
  EXPECT_NE(why[0].message.find("cannot be saved"), std::string::npos) << why[0].message;
  EXPECT_NE(why[0].remedy.find("free space"), std::string::npos) << why[0].remedy;
  EXPECT_EQ(content(path("a.flx")), small_model);
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileOnDisk, AFolderThatIsReadOnlyIsSaid) {
  ASSERT_TRUE(save_file(path("a.flx"), loaded(small_model).diagram).empty());
  ASSERT_EQ(::chmod(folder_.c_str(), 0500), 0);
  const bool root = ::geteuid() == 0;  // who may write everywhere: somebody else tries
  if (root) {
    ASSERT_EQ(::chmod(folder_.c_str(), 0555), 0);
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const auto why = save_file(path("a.flx"), Diagram{});
  if (root) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  ::chmod(folder_.c_str(), 0700);
  ASSERT_TRUE(has_errors(why));
  EXPECT_NE(why[0].message.find(std::generic_category().message(EACCES)), std::string::npos)
      << why[0].message;
  EXPECT_EQ(content(path("a.flx")), small_model);
}

TEST_F(FileOnDisk, LeavesTheOldFileWhereSavingFails) {
  ASSERT_TRUE(save_file(path("a.flx"), loaded(small_model).diagram).empty());
  Diagram unreadable;
  unreadable.blocks[Id{1}].type = "t";
  unreadable.blocks[Id{1}].name = "a/";
  const auto why = save_file(path("a.flx"), unreadable);
  ASSERT_TRUE(has_errors(why));
  EXPECT_EQ(why[0].element, Id{1});
  ASSERT_EQ(::chmod(path("a.flx").c_str(), 0444), 0);
  EXPECT_TRUE(has_errors(save_file(path("a.flx"), Diagram{})));
  EXPECT_EQ(content(path("a.flx")), small_model);
  EXPECT_TRUE(has_errors(save_file(folder_.string(), Diagram{})));
  EXPECT_TRUE(has_errors(save_file(path("no/such/folder/a.flx"), Diagram{})));
  EXPECT_TRUE(has_errors(save_file("/dev/null", Diagram{})));
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileOnDisk, RefusesWhatIsNotAModelFile) {
  EXPECT_EQ(load_file(path("none.flx")).error().path, path("none.flx"));
  EXPECT_EQ(load_file(folder_.string()).error().message, "this is not a file");
  EXPECT_EQ(load_file("/dev/zero").error().message, "this is not a file");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(load_file(path("pipe")).error().message, "this is not a file");
  std::ofstream(path("huge.flx")) << "{";
  fs::resize_file(path("huge.flx"), (std::uintmax_t{256} << 20) + 1);
  EXPECT_EQ(load_file(path("huge.flx")).error().message, "the file is larger than 256 MB");
}

}  // namespace sim
