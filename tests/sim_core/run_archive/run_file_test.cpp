// What is kept of a run comes back as it was; a file that is not whole is refused in words.
#include "sim_core/run_archive/run_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include "sim_core/diagram/file.h"
#include "sim_core/run_archive/run_store.h"
#include "tests/support/run_records.h"

namespace sim {

namespace {

namespace fs = std::filesystem;

// A folder of its own that goes with the test.
struct Folder {
  Folder() : path(fs::temp_directory_path() / ("fluxion_runs_" + new_run_id())) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  std::string file(const std::string& name) const { return (path / name).string(); }
  fs::path path;
};

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

void expect_same_rows(const SignalLog& a, const SignalLog& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.column_names(), b.column_names());
  for (std::size_t row = 0; row < a.size(); ++row)
    for (int c = -1; c < a.column_count(); ++c)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(c < 0 ? a.time(row) : a.value(c, row)),
                std::bit_cast<std::uint64_t>(c < 0 ? b.time(row) : b.value(c, row)));
}

}  // namespace

TEST(RunFile, KeepsWhatNetworksStoreByTheNameOfTheDomain) {
  const Folder folder;
  RunRecord run = oscillator_run();
  auto details = *run.details;
  details.statistics.energy.stored[Domain::Hydraulic] = {1.5, 2};
  details.statistics.energy.stored[Domain::Planar] = {-3, 4};
  run.details = std::make_shared<std::decay_t<decltype(details)>>(details);
  const std::string file = folder.file("a.flxrun");
  ASSERT_TRUE(write_run(file, run).empty());
  const auto back = read_run(file);
  ASSERT_TRUE(back);
  const auto read = run_details(*back);
  ASSERT_TRUE(read);
  const auto& stored = (*read)->statistics.energy.stored;
  ASSERT_EQ(stored.size(), 2U);
  EXPECT_EQ(stored.at(Domain::Hydraulic).at_start, 1.5);
  EXPECT_EQ(stored.at(Domain::Hydraulic).now, 2);
  EXPECT_EQ(stored.at(Domain::Planar).at_start, -3);
}

TEST(RunFile, givesBackWhatWasWritten) {
  const Folder folder;
  RunRecord run = oscillator_run();
  run.summary.notes = "first \"try\"\n\xC3\xA4";
  run.summary.tags = {"tuned", "long run"};
  run.summary.color = 3;
  run.summary.under_scopes = false;
  const std::string file = folder.file("a.flxrun");
  ASSERT_TRUE(write_run(file, run).empty());
  const auto back = read_run(file);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->summary, run.summary);
  EXPECT_EQ(back->log, nullptr) << "rows are read when somebody looks at them";
  ASSERT_EQ(back->summary.recorded.size(), 1U);
  EXPECT_EQ(back->summary.recorded[0].viewers, std::vector<std::string>{"Scope"});
  EXPECT_EQ(back->summary.recorded[0].block, "x");
  const auto log = run_log(*back);
  ASSERT_TRUE(log);
  expect_same_rows(**log, *run.log);
  const auto details = run_details(*back);
  ASSERT_TRUE(details);
  EXPECT_EQ((*details)->model, run.details->model);
  EXPECT_TRUE(read_diagram((*details)->model, "snapshot"));
  EXPECT_EQ((*details)->statistics.rhs_evaluations, run.details->statistics.rhs_evaluations);
  EXPECT_EQ((*details)->messages, run.details->messages);
}

// What it cost, step by step, state by state, and what was changed on the way.
TEST(RunFile, keepsTheProfileAndTheChanges) {
  const Folder folder;
  RunRecord run = oscillator_run();
  auto changed = std::make_shared<RunDetails>(*run.details);
  changed->statistics.changes = {{1.5, "minus", "k", "-1", "-2"}, {2, "Sub/Gain", "k", "[1 2]", "[3 4]"}};
  RunProfile& profile = changed->statistics.profile;
  profile.timed = true;
  profile.seconds[static_cast<std::size_t>(Phase::Derivatives)] = 0.25;
  profile.stiffness = {{1, 0.1, 1e6, 2, 30, 0, "v", "v", Id{1}}};
  run.details = changed;
  ASSERT_FALSE(changed->steps.empty());
  ASSERT_FALSE(profile.blocks.empty());
  ASSERT_TRUE(write_run(folder.file("a.flxrun"), run).empty());
  const auto back = run_details(*read_run(folder.file("a.flxrun")));
  ASSERT_TRUE(back);
  const RunStatistics& s = (*back)->statistics;
  ASSERT_EQ(s.changes.size(), 2u);
  EXPECT_EQ(s.changes[1].time, 2);
  EXPECT_EQ(s.changes[1].block, "Sub/Gain");
  EXPECT_EQ(s.changes[1].after, "[3 4]");
  EXPECT_EQ(s.profile.limited, profile.limited);
  EXPECT_EQ(s.profile.seconds, profile.seconds);
  EXPECT_EQ(s.profile.max_step, profile.max_step);
  EXPECT_EQ(s.profile.operations, profile.operations);
  ASSERT_EQ(s.profile.states.size(), profile.states.size());
  ASSERT_EQ(s.profile.blocks.size(), profile.blocks.size());
  EXPECT_EQ(s.profile.blocks[0].path, profile.blocks[0].path);
  EXPECT_EQ(s.profile.blocks[0].operations, profile.blocks[0].operations);
  ASSERT_EQ(s.profile.stiffness.size(), 1u);
  EXPECT_EQ(s.profile.stiffness[0].rate, 1e6);
  EXPECT_EQ(s.profile.stiffness[0].state_name, "v");
  ASSERT_EQ((*back)->steps.size(), changed->steps.size());
  std::uint64_t steps = 0;
  for (std::size_t k = 0; k < changed->steps.size(); ++k) {
    const StepRecord &a = changed->steps[k], &b = (*back)->steps[k];
    EXPECT_EQ(std::tie(a.t, a.shortest, a.longest, a.order, a.limit, a.rejected_by_error),
              std::tie(b.t, b.shortest, b.longest, b.order, b.limit, b.rejected_by_error));
    steps += b.steps;
  }
  EXPECT_EQ(steps, s.steps);
}

// A file of the first version, written by the program of its time, has no profile.
TEST(RunFile, readsTheFirstVersion) {
  const Folder folder;
  const auto run = read_run(FLUXION_SOURCE_DIR "/tests/sim_core/run_archive/files/version_1.flxrun");
  ASSERT_TRUE(run) << to_text(run.error());
  EXPECT_EQ(run->summary.name, "ball");
  EXPECT_EQ(run->summary.color, -1);
  EXPECT_TRUE(run->summary.tags.empty());
  const auto details = run_details(*run);
  ASSERT_TRUE(details);
  EXPECT_EQ((*details)->statistics.steps, run->summary.steps);
  EXPECT_TRUE((*details)->steps.empty());
  ASSERT_TRUE(write_run(folder.file("now.flxrun"), *run).empty());
  const auto now = read_run(folder.file("now.flxrun"));
  ASSERT_TRUE(now);
  EXPECT_EQ(now->summary, run->summary);
  expect_same_rows(**run_log(*now), **run_log(*run));
}

TEST(RunFile, keepsNumbersThatAreNone) {
  const Folder folder;
  const auto run = import_csv_text("t,x[1],x[2]\n0,nan,inf\n1,-inf,-0.0\n1,,5e-324\n", "odd.csv");
  ASSERT_TRUE(run);
  ASSERT_TRUE(write_run(folder.file("odd.flxrun"), *run).empty());
  const auto back = read_run(folder.file("odd.flxrun"));
  ASSERT_TRUE(back);
  const auto log = run_log(*back);
  ASSERT_TRUE(log);
  expect_same_rows(**log, *run->log);
  const auto second = run_columns(*back, 1, 1);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->log->column_names(), std::vector<std::string>{"x[2]"});
  EXPECT_EQ(second->log->value(0, 2), 5e-324);
}

TEST(RunFile, changesItsSummaryInPlace) {
  const Folder folder;
  const RunRecord run = oscillator_run();
  const std::string file = folder.file("a.flxrun");
  ASSERT_TRUE(write_run(file, run).empty());
  RunRecord stored = *read_run(file);
  stored.summary.name = "a much longer name than it had before";
  stored.summary.pinned = true;
  ASSERT_TRUE(write_run(file, stored).empty());
  const auto back = read_run(file);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->summary, stored.summary);
  expect_same_rows(**run_log(*back), *run.log);
}

// Either it is refused, or nothing that it says has changed.
TEST(RunFile, everyFlippedByteIsFoundOrHarmless) {
  const Folder folder;
  const std::string file = folder.file("a.flxrun");
  const auto run = import_csv_text("t,x,y\n0,1,2\n1,3,4\n2,5,6\n", "small.csv");
  ASSERT_TRUE(write_run(file, *run).empty());
  const std::string whole = contents(file);
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string text = whole;
    text[at] = static_cast<char>(text[at] ^ (1 << (at % 8)));
    put(file, text);
    const auto back = read_run(file);
    const auto log = back ? run_log(*back) : back.errors();
    const auto details = back ? run_details(*back) : back.errors();
    if (!log || !details) {
      ++refused;
      EXPECT_FALSE((log ? details.error() : log.error()).message.empty());
      continue;
    }
    EXPECT_EQ(back->summary, run->summary);
    expect_same_rows(**log, *run->log);
  }
  EXPECT_GE(refused + 8, static_cast<int>(whole.size())) << "only the padding may change";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(file, whole.substr(0, length));
    EXPECT_FALSE(read_run(file)) << length;
  }
  put(file, whole + "x");
  EXPECT_FALSE(read_run(file));
}

TEST(RunFile, refusesWhatIsNoFile) {
  const Folder folder;
  EXPECT_FALSE(read_run(folder.path.string()));
  EXPECT_FALSE(read_run(folder.file("none.flxrun")));
  put(folder.file("text.flxrun"), "hello\n");
  const auto text = read_run(folder.file("text.flxrun"));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message, "this is not the file of a run");
  put(folder.file("newer.flxrun"), "FLUXION-RUN 3 1 2 3 4\n");
  EXPECT_EQ(read_run(folder.file("newer.flxrun")).error().message,
            "this file of a run is of another version");
  put(folder.file("huge.flxrun"), "FLUXION-RUN 1 99999999999999 2 99999999999999 4\n");
  EXPECT_FALSE(read_run(folder.file("huge.flxrun")));
}

TEST(RunStore, listsTheRunsOfAModelAndSkipsWhatIsDamaged) {
  const Folder folder;
  const RunStore store(folder.path.string());
  RunRecord first = oscillator_run("1"), second = oscillator_run("2"), other = oscillator_run("1");
  first.summary.created = 1000;
  second.summary.created = 20000;
  other.summary.model_path = "/elsewhere/oscillator.flx";
  for (const RunRecord* run : {&second, &first, &other}) ASSERT_TRUE(store.keep(*run).empty());
  const std::string broken = store.file_of(first.summary) + "x.flxrun";
  put(broken, "FLUXION-RUN 1 oops\n");
  const auto listing = store.list("/models/oscillator.flx");
  ASSERT_EQ(listing.runs.size(), 2U);
  EXPECT_EQ(listing.runs[0].summary.id, first.summary.id);
  EXPECT_EQ(listing.runs[1].summary.id, second.summary.id);
  ASSERT_EQ(listing.problems.size(), 1U);
  EXPECT_EQ(listing.problems[0].path, broken);
  EXPECT_TRUE(fs::exists(broken)) << "never deleted";
}

TEST(RunStore, makesRoomByAgeButKeepsWhatIsPinned) {
  const Folder folder;
  const RunStore store(folder.path.string());
  std::vector<std::string> files;
  for (int k = 0; k < 4; ++k) {
    RunRecord run = oscillator_run("1");
    run.summary.created = 1000 + k;
    run.summary.pinned = k == 0;
    ASSERT_TRUE(store.keep(run).empty());
    files.push_back(store.file_of(run.summary));
  }
  EXPECT_TRUE(store.make_room(store.bytes_used()).empty());
  EXPECT_EQ(store.make_room(store.bytes_used() - 1), std::vector{files[1]});
  EXPECT_EQ(store.make_room(0, files[3]), std::vector{files[2]});
  EXPECT_TRUE(fs::exists(files[0]));
  EXPECT_TRUE(fs::exists(files[3]));
}

TEST(RunStore, bringsBackWhatWasPutAside) {
  const Folder folder;
  const RunStore store(folder.path.string());
  const RunRecord run = oscillator_run("1");
  ASSERT_TRUE(store.keep(run).empty());
  const std::string file = store.file_of(run.summary), model = run.summary.model_path;
  ASSERT_TRUE(store.put_aside(file));
  EXPECT_TRUE(store.list(model).runs.empty());
  ASSERT_TRUE(store.bring_back(file));
  EXPECT_EQ(store.list(model).runs.size(), 1U);
  ASSERT_TRUE(store.put_aside(file));
  store.purge();
  EXPECT_FALSE(store.bring_back(file));
}

}  // namespace sim
