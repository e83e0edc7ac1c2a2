// break, continue and return in the Function block.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "sim_core/base/text.h"
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

RunOutcome run_program(const std::string& script, int outputs = 1) {
  const Settings settings{{"StopTime", "2"}, {"Solver", "ode4"}, {"FixedStep", "0.03"}};
  return run_diagram(
      one_block("user_defined/function", {{"script", script}}, {"u"}, outputs, settings).diagram);
}

// Where it switches there are rows before and behind.
void expect_like(const RunOutcome& run, const std::string& name, const std::function<double(double)>& f,
                 const std::string& script) {
  ASSERT_EQ(run.end, RunEnd::Finished) << script << "\n" << run.messages();
  const std::vector<double> t = run.times(), y = run.column(name);
  ASSERT_GT(t.size(), 60u);
  for (std::size_t k = 0; k < t.size(); ++k) {
    double least = INFINITY;
    for (const double near : {0.0, -1e-7, 1e-7}) least = std::min(least, std::abs(y[k] - f(t[k] + near)));
    ASSERT_LT(least, 1e-5) << name << " at " << t[k] << "\n" << script;
  }
}

enum class Ends { Normally, Breaks, Continues, Returns };

// What a random program computes, executed as it is read.
struct Executed {
  double u, x = 1, y = 0;
  std::vector<double> counters = {};
};
struct RandomProgram {
  std::string text;
  std::function<Ends(Executed&)> execute;
};

class RandomPrograms {
 public:
  explicit RandomPrograms(unsigned seed) : random_(seed) {}

  RandomProgram list(int depth, int loops) {
    std::vector<RandomProgram> all;
    for (int n = whole(1, 4); n > 0; --n) all.push_back(statement(depth, loops));
    std::string text;
    for (const RandomProgram& p : all) text += p.text;
    return {text, [all](Executed& s) {
              for (const RandomProgram& p : all)
                if (const Ends e = p.execute(s); e != Ends::Normally) return e;
              return Ends::Normally;
            }};
  }

 private:
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  RandomProgram statement(int depth, int loops) {
    const int kind = depth > 3 ? 0 : whole(0, 9);
    if (kind < 3) return assignment(loops);
    if (kind < 5) return jump(loops);
    if (kind < 8) return choice(depth, loops);
    return loops < 2 ? loop(depth, loops) : assignment(loops);
  }

  RandomProgram assignment(int loops) {
    const double a = whole(-3, 3) / 4.0, b = whole(-3, 3) / 8.0;
    const std::string counter = loops ? "k" + std::to_string(whole(1, loops)) : "1";
    const std::size_t at = loops ? static_cast<std::size_t>(counter[1] - '1') : 0;
    const bool to_y = whole(0, 1) == 1;
    const std::string text = to_y ? "y = y/2 + x*" + to_text(a) + " + " + counter + "\n"
                                  : "x = x/2 + u*" + to_text(a) + " + " + to_text(b) + "*" + counter + "\n";
    return {text, [=](Executed& s) {
              const double k = loops ? s.counters[at] : 1;
              if (to_y)
                s.y = s.y / 2 + s.x * a + k;
              else
                s.x = s.x / 2 + s.u * a + b * k;
              return Ends::Normally;
            }};
  }

  RandomProgram jump(int loops) {
    const int kind = loops ? whole(0, 2) : 2;
    static constexpr const char* words[] = {"break\n", "continue\n", "return\n"};
    const Ends ends = kind == 0 ? Ends::Breaks : kind == 1 ? Ends::Continues : Ends::Returns;
    return {words[kind], [ends](Executed&) { return ends; }};
  }

  std::pair<std::string, std::function<bool(const Executed&)>> condition(int loops) {
    const double c = whole(1, 15) / 8.0 + 1.0 / 64;
    switch (whole(0, loops ? 2 : 1)) {
      case 0:
        return {"u > " + to_text(c), [c](const Executed& s) { return s.u > c; }};
      case 1:
        return {"x < " + to_text(c), [c](const Executed& s) { return s.x < c; }};
      default:
        return {"k1 >= 2", [](const Executed& s) { return s.counters[0] >= 2; }};
    }
  }

  RandomProgram choice(int depth, int loops) {
    std::string text;
    std::vector<std::pair<std::function<bool(const Executed&)>, RandomProgram>> branches;
    for (int n = whole(1, 3), k = 0; k < n; ++k) {
      const auto [words, holds] = condition(loops);
      branches.emplace_back(holds, list(depth + 1, loops));
      text += (k ? "elseif " : "if ") + words + "\n" + branches.back().second.text;
    }
    if (whole(0, 1) == 1) {
      branches.emplace_back([](const Executed&) { return true; }, list(depth + 1, loops));
      text += "else\n" + branches.back().second.text;
    }
    return {text + "end\n", [branches](Executed& s) {
              for (const auto& [holds, body] : branches)
                if (holds(s)) return body.execute(s);
              return Ends::Normally;
            }};
  }

  RandomProgram loop(int depth, int loops) {
    const int passes = whole(1, 4);
    const RandomProgram body = list(depth + 1, loops + 1);
    const auto at = static_cast<std::size_t>(loops);
    return {
        "for k" + std::to_string(loops + 1) + " = 1:" + std::to_string(passes) + "\n" + body.text + "end\n",
        [=](Executed& s) {
          s.counters.resize(std::max(s.counters.size(), at + 1));
          for (int k = 1; k <= passes; ++k) {
            s.counters[at] = k;
            const Ends e = body.execute(s);
            if (e == Ends::Breaks) break;
            if (e == Ends::Returns) return e;
          }
          return Ends::Normally;
        }};
  }

  std::mt19937 random_;
};

}  // namespace

TEST(FunctionJumps, RandomProgramsComputeWhatTheySay) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const RandomProgram p = RandomPrograms(seed).list(0, 0);
    const std::string script = "function [y, x] = f(u)\nx = 1\ny = 0\n" + p.text;
    const RunOutcome run = run_program(script, 2);
    const auto state = [&](double t) {
      Executed s{t};
      p.execute(s);
      return s;
    };
    expect_like(
        run, "Block:y", [&](double t) { return state(t).y; }, script);
    expect_like(
        run, "Block:x", [&](double t) { return state(t).x; }, script);
    if (HasFatalFailure()) return;
  }
}

// Where a loop is left its counter stays, and what was found there.
TEST(FunctionJumps, TheCounterStaysWhereALoopIsLeft) {
  const std::string script =
      "function [y, n] = f(u)\ny = 0\nfor k = 1:5\n  if u < k/3, break, end\n  y = y + k*u\nend\nn = k";
  const RunOutcome run = run_program(script, 2);
  const auto first = [](double t) {
    int k = 1;
    while (k < 5 && !(t < k / 3.0)) ++k;
    return k;
  };
  expect_like(run, "Block:n", first, script);
  expect_like(
      run, "Block:y",
      [&](double t) {
        double y = 0;
        for (int k = 1; k <= 5 && !(t < k / 3.0); ++k) y += k * t;
        return y;
      },
      script);
}

// Names that only what follows a return gives a value.
TEST(FunctionJumps, WhatFollowsAReturnIsTheOtherBranch) {
  const std::string script =
      "function y = f(u)\nif u < 0.4\n  y = 1\n  return\nelseif u < 0.8\n  x = 2\nelse\n  x = 3*u\nend\n"
      "z = x + u\nif z > 5, y = 5; return, end\ny = g(z)\n"
      "function w = g(z)\nw = -1\nif z > 3, return, end\nw = z^2";
  expect_like(
      run_program(script), "Block",
      [](double t) {
        if (t < 0.4) return 1.0;
        const double z = (t < 0.8 ? 2 : 3 * t) + t;
        return z > 5 ? 5 : z > 3 ? -1 : z * z;
      },
      script);
}

// The counter behind `break` says when the loop ends at the latest.
TEST(FunctionJumps, ALoopWithAConditionMayBeLeft) {
  const std::string script =
      "function [y, n] = f(u)\ny = 1\nk = 0\nwhile k < 30\n  d = (y*y - (u + 1))/(2*y)\n  y = y - d\n"
      "  if abs(d) < 1e-3\n    break\n  end\n  k = k + 1\nend\nn = k";
  const RunOutcome run = run_program(script, 2);
  const auto newton = [](double t) {
    double y = 1;
    int k = 0;
    while (k < 30) {
      const double d = (y * y - (t + 1)) / (2 * y);
      y -= d;
      if (std::abs(d) < 1e-3) break;
      ++k;
    }
    return std::pair(y, k);
  };
  expect_like(
      run, "Block:y", [&](double t) { return newton(t).first; }, script);
  expect_like(
      run, "Block:n", [&](double t) { return newton(t).second; }, script);
  const std::string known = "k = 0\nwhile true\n  k = k + 1\n  if k == 7, break, end\nend\ny = k*u";
  expect_like(
      run_program(known), "Block", [](double t) { return 7 * t; }, known);
}

// A branch that ends the run, beside one that returns: what is behind is reached the third way only.
TEST(FunctionJumps, ErrorsBesideReturns) {
  const std::string script =
      "if u < 0.5\n  if u < -1\n    error('too small')\n  else\n    y = 10*u\n    return\n  end\nend\ny = u "
      "+ 7";
  expect_like(
      run_program(script), "Block", [](double t) { return t < 0.5 ? 10 * t : t + 7; }, script);
}

TEST(FunctionJumps, WhatCannotBeIsSaid) {
  const auto refusal = [](const std::string& script) {
    const RunOutcome run = run_program(script);
    EXPECT_EQ(run.end, RunEnd::Failed) << script;
    return run.messages();
  };
  EXPECT_NE(refusal("y = u\nbreak").find("line 2: 'break' outside of a loop"), std::string::npos);
  EXPECT_NE(refusal("y = u\nif u > 1, continue, end").find("'continue' outside of a loop"),
            std::string::npos);
  EXPECT_NE(refusal("if u > 1, return, end\ny = u").find("the output 'y' is given no value"),
            std::string::npos);
  EXPECT_NE(refusal("x = u\nwhile true\n  x = x/2\n  if x < 0.1, break, end\nend\ny = x")
                .find("let a counter end it"),
            std::string::npos);
}

}  // namespace sim
