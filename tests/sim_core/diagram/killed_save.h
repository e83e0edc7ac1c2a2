#pragma once
// A program that is killed while it saves a model again and again.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>

#include "sim_core/diagram/model_file.h"

namespace sim {

// Of so many blocks, with a number in it.
inline Diagram numbered_model(int number, int blocks) {
  Diagram d;
  for (int k = 0; k < blocks; ++k) {
    Block& block = d.blocks[d.new_id()];
    block.type = "math/gain", block.name = "B" + std::to_string(k);
    block.parameters["k"] = std::to_string(number);
  }
  return d;
}
inline int number_of(const Diagram& d) { return std::stoi(d.blocks.begin()->second.parameters.at("k")); }

struct KilledSaves {
  std::string path;   // of a saved model with the number 0
  int blocks = 1;     // that it has
  unsigned most = 0;  // microseconds before it is killed
};

// Saves for ever, and says after each time that it has.
[[noreturn]] inline void save_on_and_on(const KilledSaves& saves, int from, int says) {
  for (int number = from;; ++number) {
    if (has_errors(save_model(saves.path, numbered_model(number, saves.blocks)))) ::_exit(1);
    if (::write(says, &number, sizeof number) != sizeof number) ::_exit(1);
  }
}

// What it said was saved is there, or what it was just saving, and whole: 20 times, or 300 with
// FLUXION_LONG_TESTS in the environment. `run` calls what it is given, in the program that is to be killed.
// The number that is there in the end.
inline int expect_nothing_lost(const KilledSaves& saves,
                               const std::function<void(const std::function<void()>&)>& run) {
  const int times = std::getenv("FLUXION_LONG_TESTS") ? 300 : 20;
  std::mt19937 random(1);
  int said = 0;
  for (int k = 0; k < times; ++k) {
    int pipe[2];
    EXPECT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    EXPECT_GE(child, 0);
    if (child < 0) return said;
    if (child == 0) run([&] { save_on_and_on(saves, said + 1, pipe[1]); });
    ::close(pipe[1]);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % saves.most));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it has not failed by itself";
    for (int number = 0; ::read(pipe[0], &number, sizeof number) == sizeof number;) said = number;
    ::close(pipe[0]);
    const auto loaded = load_model(saves.path);
    EXPECT_TRUE(loaded) << to_text(loaded.error());
    if (!loaded) return said;
    EXPECT_EQ(loaded->diagram, numbered_model(number_of(loaded->diagram), saves.blocks));
    const int found = number_of(loaded->diagram);
    EXPECT_TRUE(found == said || found == said + 1) << found << " is there, " << said << " was said";
    said = found;
  }
  return said;
}

}  // namespace sim
