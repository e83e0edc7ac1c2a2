// Whatever a diagram says, preparing it ends in a run or in diagnostics, and running it ends.
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/random_diagram.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

class Vandal {
 public:
  explicit Vandal(unsigned seed) : random_(seed) {}

  Diagram spoil(Diagram d) {
    for (int k = number(1, 6); k > 0; --k) one(d);
    return d;
  }

 private:
  int number(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  template <class Map>
  auto any(Map& map) {
    auto it = map.begin();
    std::advance(it, number(0, static_cast<int>(map.size()) - 1));
    return it;
  }
  std::string text() {
    static const char* texts[] = {"",
                                  "inf",
                                  "-inf",
                                  "nan",
                                  "1e308*10",
                                  "[]",
                                  "[1 2 3]",
                                  "[1 2; 3 4]",
                                  "zeros(3)",
                                  "1/0",
                                  "0/0",
                                  "-1",
                                  "0",
                                  "2.5",
                                  "1e18",
                                  "-1e18",
                                  "nosuch",
                                  "self",
                                  "1+",
                                  ")(",
                                  "'text'",
                                  "\"\"",
                                  "1i",
                                  "ones(1,3)",
                                  "ones(0,3)",
                                  "4096",
                                  "65",
                                  "1001",
                                  "++++",
                                  "****",
                                  "//",
                                  "|",
                                  "+-x",
                                  "off",
                                  "on",
                                  "given",
                                  "matrix K*u",
                                  "atan2",
                                  "mod",
                                  "u(",
                                  "u(9)",
                                  "u(0)",
                                  "u(1.5)",
                                  "[u;u]",
                                  "[]",
                                  "max([])",
                                  "u/0",
                                  "log(-abs(u))",
                                  "t^t",
                                  "u'*u",
                                  "u*u'",
                                  "[u,t](2)",
                                  "u(end)",
                                  "magic(3)*u",
                                  "sum(u)",
                                  "prod([])",
                                  "u.^u",
                                  "sqrt(-1)",
                                  "1:1e9",
                                  "zeros(1e5)",
                                  "rand(3)",
                                  "pi",
                                  "\xff\xfe",
                                  "1e-320",
                                  "u ? 1 : [1 2]",
                                  "mean(u) == std(u)",
                                  "if",
                                  "true",
                                  "a.b",
                                  "x=3",
                                  "u(:)",
                                  "[1 2 3](u)",
                                  "A",
                                  "global",
                                  "u1,u2",
                                  "a,,b.",
                                  "B1,B2.B3"};
    if (number(0, 9) == 0) {
      std::string garbage;
      for (int k = number(0, 12); k > 0; --k) garbage += static_cast<char>(number(1, 255));
      return garbage;
    }
    return texts[number(0, static_cast<int>(std::size(texts)) - 1)];
  }
  std::string parameter() {
    static const char* names[] = {
        "x0",      "k",          "multiplication", "signs",         "operations", "function",     "upper",
        "lower",   "expression", "source",         "value",         "weight",     "action",       "inputs",
        "outputs", "port",       "time",           "start",         "slope",      "frequency",    "ZeroCross",
        "nosuch",  "Inputs",     "ElementNames",   "OutputSignals", "GotoTag",    "TagVisibility"};
    return names[number(0, static_cast<int>(std::size(names)) - 1)];
  }
  std::string type() {
    static const std::vector<std::string> ids = standard_library().ids();
    if (number(0, 5) == 0) return number(0, 1) ? "no/such" : "";
    return ids[static_cast<std::size_t>(number(0, static_cast<int>(ids.size()) - 1))];
  }
  Id anywhere(Diagram& d) {
    return number(0, 4) ? any(d.blocks)->first : Id{static_cast<std::uint64_t>(number(0, 999))};
  }
  int port() {
    static const int ports[] = {0, 0, 0, 1, 2, 7, 4095, -1, 2147483647, -2147483647};
    return ports[number(0, 9)];
  }

  void one(Diagram& d) {
    switch (number(0, 10)) {
      case 0:
      case 1:
        any(d.blocks)->second.parameters[parameter()] = text();
        break;
      case 2: {
        auto& parameters = any(d.blocks)->second.parameters;
        if (!parameters.empty()) any(parameters)->second = text();
        break;
      }
      case 3:
        any(d.blocks)->second.type = type();
        break;
      case 4:
        any(d.blocks)->second.parent = anywhere(d);  // rings too
        break;
      case 5:
        if (!d.lines.empty()) any(d.lines)->second.source = PortRef{anywhere(d), port()};
        break;
      case 6:
        if (!d.lines.empty()) any(d.lines)->second.target = PortRef{anywhere(d), port()};
        break;
      case 7: {
        Line line;
        line.source = PortRef{anywhere(d), port()};
        line.target = PortRef{anywhere(d), port()};
        d.lines[d.new_id()] = line;
        break;
      }
      case 8:
        any(d.blocks)->second.commented = static_cast<CommentedOut>(number(0, 2));
        break;
      case 9: {
        static const char* settings[] = {
            "StartTime",         "StopTime",   "Solver",           "RelTol",          "AbsTol",
            "InitialStep",       "MaxStep",    "MinStep",          "FixedStep",       "Refine",
            "Decimation",        "Projection", "UnconnectedInput", "NonFiniteOutput", "ZeroCrossControl",
            "MaxConsecutiveZCs", "nosuch"};
        d.settings[settings[number(0, static_cast<int>(std::size(settings)) - 1)]] = number(0, 1)   ? text()
                                                                                     : number(0, 1) ? "inf"
                                                                                                    : "error";
        break;
      }
      default:
        if (!d.blocks.empty() && d.blocks.size() > 2) d.blocks.erase(any(d.blocks));
    }
  }
  std::mt19937 random_;
};

// Ends a run that goes on for long.
class Watchdog {
 public:
  explicit Watchdog(RunControl& control)
      : thread_([&control, this] {
          std::unique_lock lock(mutex_);
          if (!done_changed_.wait_for(lock, std::chrono::milliseconds(100), [this] { return done_; }))
            control.request_stop();
        }) {}
  ~Watchdog() {
    {
      std::lock_guard lock(mutex_);
      done_ = true;
    }
    done_changed_.notify_all();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace

TEST(HostileDiagrams, EndInARunOrInDiagnostics) {
  const BlockLibrary library = standard_library();
  int prepared = 0, refused = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Diagram base = RandomModel(seed, 6 + static_cast<int>(seed % 25)).diagram();
    if (seed % 2) base = with_subsystem(base, seed);
    const Diagram diagram = Vandal(seed).spoil(std::move(base));
    auto run = ModelRun::prepare(diagram, library);
    if (!run) {
      ++refused;
      for (const Diagnostic& d : run.errors()) EXPECT_FALSE(d.message.empty());
      continue;
    }
    ++prepared;
    Watchdog watchdog((*run)->control());
    const RunResult result = (*run)->execute();
    if (result.end == RunEnd::Failed) {
      EXPECT_TRUE(has_errors(result.diagnostics));
      EXPECT_FALSE(result.diagnostics.back().message.empty());
    }
  }
  EXPECT_GT(prepared, 500);
  EXPECT_GT(refused, 500);
}

}  // namespace sim
