// Models saved on disks that are slow, full, over a quota, or fail late, as folders on a network do: what was
// there stays, nothing is said to be saved that is not, and nothing is left behind.
#include "tests/support/strange_disk.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <system_error>
#include <thread>

#include "sim_core/diagram/model_file.h"
#include "tests/sim_core/diagram/killed_save.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

constexpr int blocks = 20;
Diagram model(int number) { return numbered_model(number, blocks); }

class OnStrangeDisk : public testing::Test {
 protected:
  OnStrangeDisk()
      : folder_(fs::canonical(fs::temp_directory_path()) /
                ("fluxion-strange-disk-" + std::to_string(::getpid()))),
        path_((folder_ / "model.flx").string()) {
    fs::create_directories(folder_);
    EXPECT_TRUE(save_model(path_, model(0)).empty());
  }
  ~OnStrangeDisk() override { fs::remove_all(folder_); }

  // The file is as it was, and alone.
  void expect_untouched(int number) const {
    const auto loaded = load_model(path_);
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    EXPECT_EQ(loaded->diagram, model(number));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  }
  // Saving fails, and the message says why.
  void expect_failure(const StrangeDisk::Ways& ways, int error) const {
    Diagnostics problems;
    {
      const StrangeDisk disk(folder_.string(), ways);
      problems = save_model(path_, model(1));
      EXPECT_GT(StrangeDisk::calls(), 0) << "the disk was not asked";
    }
    ASSERT_TRUE(has_errors(problems));
    EXPECT_NE(problems[0].message.find(std::generic_category().message(error)), std::string::npos)
        << problems[0].message;
    expect_untouched(0);
  }

  const fs::path folder_;
  const std::string path_;
};

}  // namespace

TEST_F(OnStrangeDisk, IsFullOrOverAQuotaFromAnyByteOn) {
  const auto size = static_cast<long>(fs::file_size(path_));
  for (const int error : {ENOSPC, EDQUOT, EIO})
    for (long room = 0; room < size; room += 1 + size / 20) {
      StrangeDisk::Ways ways;
      ways.room = room, ways.error = error;
      expect_failure(ways, error);
    }
}

TEST_F(OnStrangeDisk, MayTellOnlyAtTheEndThatItIsFull) {
  for (const int error : {ENOSPC, EDQUOT, EIO}) {
    StrangeDisk::Ways ways;
    ways.late = true, ways.error = error;
    expect_failure(ways, error);
  }
}

TEST_F(OnStrangeDisk, MayFailToGiveTheFileItsName) {
  StrangeDisk::Ways ways;
  ways.fails_to_rename = true;
  expect_failure(ways, EIO);
}

// Each of the calls of a save takes long, so that a program is killed before, in and after each of them.
TEST_F(OnStrangeDisk, IsSlowAndTheProgramIsKilled) {
  const int said = expect_nothing_lost({path_, blocks, 100'000}, [this](const auto& save) {
    StrangeDisk::Ways slow;
    slow.pause_us = 10'000;
    const StrangeDisk disk(folder_.string(), slow);
    save();
  });
  ASSERT_TRUE(save_model(path_, model(said)).empty());
  expect_untouched(said);
}

// Two programs that save the same model: it is always one of theirs, and whole.
TEST_F(OnStrangeDisk, TwoProgramsSaveOneFile) {
  std::vector<pid_t> children;
  for (const int first : {1, 1001}) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      StrangeDisk::Ways slow;
      slow.pause_us = 500;
      const StrangeDisk disk(folder_.string(), slow);
      for (int k = 0; k < 100; ++k)
        if (has_errors(save_model(path_, model(first + k)))) ::_exit(1);
      ::_exit(0);
    }
    children.push_back(child);
  }
  int running = 2, status = 0;
  while (running > 0) {
    const auto loaded = load_model(path_);
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    EXPECT_EQ(loaded->diagram, model(number_of(loaded->diagram)));
    while (running > 0 && ::waitpid(-1, &status, WNOHANG) > 0) {
      --running;
      EXPECT_EQ(status, 0);
    }
  }
  const int last = number_of(load_model(path_)->diagram);
  EXPECT_TRUE(last == 100 || last == 1100) << last;
  expect_untouched(last);
}

}  // namespace sim
