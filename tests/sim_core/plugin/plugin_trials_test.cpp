// Plug-ins that would end the program: damaged files, and such that crash, hang or leave while they are
// loaded.
#include "sim_core/plugin/plugin_trials.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "sim_core/plugin/plugin_loader.h"
#include "sim_core/plugin/shared_library_file.h"

namespace sim {

namespace fs = std::filesystem;

namespace {

class PluginTrialsTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fluxion_trials_XXXXXX";
    ASSERT_TRUE(mkdtemp(name));
    folder_ = name;
    plugin_ = folder_ / "a.so";
    fs::copy_file(fs::path(FLUXION_TEST_PLUGIN_DIR) / "broken.so", plugin_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path record() const { return folder_ / "cache/plugins"; }
  std::string bytes() const {
    std::ostringstream all;
    all << std::ifstream(plugin_, std::ios::binary).rdbuf();
    return all.str();
  }
  void write(const std::string& bytes) const { std::ofstream(plugin_, std::ios::binary) << bytes; }

  fs::path folder_, plugin_;
};

}  // namespace

TEST_F(PluginTrialsTest, AGoodOneIsTriedOnce) {
  int tried = 0;  // in the child it is a copy: this counts what the parent does
  const auto load = [&] { ++tried; };
  {
    PluginTrials trials(record());
    EXPECT_FALSE(trials.refuse(plugin_, load));
    trials.finished(plugin_);
  }
  PluginTrials again(record());
  EXPECT_FALSE(again.refuse(plugin_, [] { std::abort(); }));  // not called any more
  EXPECT_EQ(tried, 0);
}

TEST_F(PluginTrialsTest, OneThatCrashesIsLeftOutAndRemembered) {
  PluginTrials trials(record());
  const auto reason = trials.refuse(plugin_, [] { std::raise(SIGSEGV); });
  ASSERT_TRUE(reason);
  EXPECT_NE(reason->find("it crashes"), std::string::npos) << *reason;
  PluginTrials again(record());
  const auto still = again.refuse(plugin_, [] {});
  ASSERT_TRUE(still);
  EXPECT_EQ(*still, "it crashed, or did not end, when it was tried");
  write(bytes() + "x");  // another file
  EXPECT_FALSE(again.refuse(plugin_, [] {}));
}

TEST_F(PluginTrialsTest, OneThatEndsTheProgramIsLeftOut) {
  PluginTrials trials{fs::path()};
  const auto reason = trials.refuse(plugin_, [] { _exit(0); });
  ASSERT_TRUE(reason);
  EXPECT_EQ(*reason, "it ends the program");
}

TEST_F(PluginTrialsTest, OneThatTheProgramDidNotSurviveIsLeftOutAtTheNextStart) {
  const pid_t child = fork();
  if (child == 0) {
    PluginTrials trials(record());
    trials.refuse(plugin_, [] {});
    _exit(0);  // before finished()
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  PluginTrials trials(record());
  const auto reason = trials.refuse(plugin_, [] {});
  ASSERT_TRUE(reason);
  EXPECT_EQ(*reason, "the program ended while it was loading it for the first time");
}

TEST_F(PluginTrialsTest, ADamagedRecordCostsOnlyTheTrial) {
  fs::create_directories(record().parent_path());
  std::ofstream(record()) << "good zzz\n\xff\xfe loading\n";
  PluginTrials trials(record());
  EXPECT_FALSE(trials.refuse(plugin_, [] {}));
}

// Truncated anywhere, it is refused by what it says of itself.
TEST_F(PluginTrialsTest, TruncatedFilesAreSeen) {
  const std::string whole = bytes();
  EXPECT_FALSE(damage_of_shared_library(plugin_));
  for (std::size_t size = 0; size < whole.size(); size += std::max<std::size_t>(1, whole.size() / 200)) {
    write(whole.substr(0, size));
    EXPECT_TRUE(damage_of_shared_library(plugin_)) << size << " of " << whole.size() << " bytes";
  }
}

// Whatever is damaged, the program goes on.
TEST_F(PluginTrialsTest, DamagedFilesDoNotEndTheProgram) {
  const std::string whole = bytes();
  std::mt19937 random(7);
  PluginTrials trials{fs::path()};
  constexpr int files = 150;
  for (int k = 0; k < files; ++k) {
    std::string damaged = whole;
    const std::size_t most = k % 2 ? whole.size() : std::size_t{4096};  // headers more often
    for (int flips = 1 + static_cast<int>(random() % 8); flips > 0; --flips)
      damaged[random() % most] = static_cast<char>(random());
    write(damaged);
    BlockLibrary library;
    // In a child: what a damaged plug-in does to memory that is then used is beyond what a loader can
    // promise.
    trials.refuse(plugin_, [&] { load_plugin(plugin_, library); });
  }
}

}  // namespace sim
