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

namespace sim {

namespace fs = std::filesystem;

namespace {

Diagram model(int number) {
  Diagram d;
  for (int k = 0; k < 20; ++k) {
    Block& block = d.blocks[d.new_id()];
    block.type = "math/gain", block.name = "B" + std::to_string(k);
    block.parameters["k"] = std::to_string(number);
  }
  return d;
}
int number_of(const Diagram& d) { return std::stoi(d.blocks.begin()->second.parameters.at("k")); }

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

// Saves for ever, and says after each time that it has.
[[noreturn]] void save_on_and_on(const std::string& path, int from, int says) {
  for (int number = from;; ++number) {
    if (has_errors(save_model(path, model(number)))) ::_exit(1);
    if (::write(says, &number, sizeof number) != sizeof number) ::_exit(1);
  }
}

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
  const int times = std::getenv("FLUXION_LONG_TESTS") ? 300 : 20;
  std::mt19937 random(1);
  int said = 0;
  for (int k = 0; k < times; ++k) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      StrangeDisk::Ways slow;
      slow.pause_us = 10'000;
      const StrangeDisk disk(folder_.string(), slow);
      save_on_and_on(path_, said + 1, pipe[1]);
    }
    ::close(pipe[1]);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 100'000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it has not failed by itself";
    for (int number = 0; ::read(pipe[0], &number, sizeof number) == sizeof number;) said = number;
    ::close(pipe[0]);
    const auto loaded = load_model(path_);
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    EXPECT_EQ(loaded->diagram, model(number_of(loaded->diagram)));
    const int found = number_of(loaded->diagram);
    EXPECT_TRUE(found == said || found == said + 1) << found << " is there, " << said << " was said";
    said = found;
  }
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
