// A program that is killed while it saves has lost nothing that it said was saved, and leaves a whole file.
// 300 times with FLUXION_LONG_TESTS in the environment.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "sim_core/diagram/model_file.h"

namespace sim {

namespace {

namespace fs = std::filesystem;

// With a number in it, and large enough that a save takes some milliseconds.
Diagram model(int number) {
  constexpr int blocks = 1000;
  Diagram d;
  for (int k = 0; k < blocks; ++k) {
    Block& block = d.blocks[d.new_id()];
    block.type = "math/gain", block.name = "B" + std::to_string(k);
    block.parameters["k"] = std::to_string(number);
  }
  return d;
}
int number_of(const Diagram& d) { return std::stoi(d.blocks.begin()->second.parameters.at("k")); }

// Saves for ever, and says after each time that it has.
[[noreturn]] void save_on_and_on(const std::string& path, int from, int says) {
  for (int number = from;; ++number) {
    if (has_errors(save_model(path, model(number)))) ::_exit(1);
    if (::write(says, &number, sizeof number) != sizeof number) ::_exit(1);
  }
}

}  // namespace

TEST(KilledSave, LosesNothing) {
  const int times = std::getenv("FLUXION_LONG_TESTS") ? 300 : 20;
  const fs::path folder = fs::temp_directory_path() / ("fluxion-killed-save-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string path = (folder / "model.flx").string();
  ASSERT_TRUE(save_model(path, model(0)).empty());
  std::mt19937 random(1);
  int said = 0;
  for (int k = 0; k < times; ++k) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) save_on_and_on(path, said + 1, pipe[1]);
    ::close(pipe[1]);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it has not failed by itself";
    for (int number = 0; ::read(pipe[0], &number, sizeof number) == sizeof number;) said = number;
    ::close(pipe[0]);
    const auto loaded = load_model(path);
    ASSERT_TRUE(loaded) << to_text(loaded.error());
    EXPECT_EQ(loaded->diagram, model(number_of(loaded->diagram)));
    const int found = number_of(loaded->diagram);
    EXPECT_TRUE(found == said || found == said + 1) << found << " is there, " << said << " was said";
    said = found;
  }
  // What the last one left goes with the next save.
  ASSERT_TRUE(save_model(path, model(said)).empty());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  fs::remove_all(folder);
}

}  // namespace sim
