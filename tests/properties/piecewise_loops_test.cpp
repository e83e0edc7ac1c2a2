// Random algebraic loops with modes, built backwards from their solution, and random loops that have none.
//
// The loops are z + A z + B phi(C z) = s(t), where phi are blocks with branches. They have exactly one
// solution: A is monotone, B = C' and phi rise; or A = 0 and |B||C| < 1 and phi change no faster than their
// inputs. s(t) is computed in the same diagram from a signal z*(t), which is then the solution at every time.
// Normally a share of the cases runs; with FLUXION_LONG_TESTS in the environment, all.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

int cases(int all, int share) { return std::getenv("FLUXION_LONG_TESTS") ? all : share; }

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double normal(double size = 1) { return size * normal_(engine_); }
  double between(double low, double high) { return low + (high - low) * uniform_(engine_); }
  int below(int end) { return static_cast<int>(between(0, end)); }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_{0, 1};
};

using Matrix = std::vector<std::vector<double>>;  // by row

std::string text_of(const Matrix& m) {
  std::string text = "[";
  for (const auto& row : m) {
    for (double v : row) text += to_text(v) + " ";
    text += "; ";
  }
  return text + "]";
}

class RandomLoop : public ModelBuilder {
 public:
  RandomLoop(unsigned seed, bool moving) : draw_(seed), moving_(moving) {
    set("AlgebraicLoopMsg", "none").set("StopTime", moving ? "4" : "0").set("RelTol", "1e-6");
    set("MaxStep", "0.5");
    n_ = 1 + (draw_.below(2) == 0 ? 0 : draw_.below(5));
    m_ = 1 + draw_.below(5);
    draw_matrices();
    write();
  }

 private:
  void draw_matrices() {
    contraction_ = draw_.below(2) == 0;
    c_.assign(static_cast<std::size_t>(m_), std::vector<double>(static_cast<std::size_t>(n_)));
    b_.assign(static_cast<std::size_t>(n_), std::vector<double>(static_cast<std::size_t>(m_)));
    a_.assign(static_cast<std::size_t>(n_), std::vector<double>(static_cast<std::size_t>(n_), 0.0));
    double size_b = 0, size_c = 0;
    for (std::size_t k = 0; k < c_.size(); ++k)
      for (std::size_t j = 0; j < b_.size(); ++j) {
        c_[k][j] = draw_.normal();
        b_[j][k] = contraction_ ? draw_.normal() : c_[k][j];
        size_b += b_[j][k] * b_[j][k];
        size_c += c_[k][j] * c_[k][j];
      }
    if (contraction_) {
      const double shrink = draw_.between(0.3, 0.95) / std::sqrt(size_b * size_c);
      for (auto& row : b_)
        for (double& v : row) v *= shrink;
      return;
    }
    for (std::size_t i = 0; i < a_.size(); ++i) {
      a_[i][i] = draw_.between(0, 2);
      for (std::size_t j = 0; j < i; ++j) a_[i][j] = draw_.normal(2), a_[j][i] = -a_[i][j];
    }
  }

  // One of the functions phi, as a block or a few; its input and output.
  struct Piece {
    std::string type;
    std::map<std::string, std::string> parameters;
  };
  Piece draw_piece() {
    const double low = draw_.normal(), high = low + draw_.between(0.01, 3), g = draw_.between(0, 1),
                 h = draw_.between(0, 1);
    const std::string l = to_text(low), u = to_text(high);
    switch (draw_.below(contraction_ ? 8 : 6)) {
      case 0:
        return {"discontinuities/saturation", {{"lower", l}, {"upper", u}}};
      case 1:
        return {"discontinuities/dead_zone", {{"LowerValue", l}, {"UpperValue", u}}};
      case 2:
        return {"user_defined/function",
                {{"script", "function y = f(u)\nif u > " + u + "\n y = " + u + "\nelseif u < " + l +
                                "\n y = " + l + "\nelse\n y = u\nend\nend\n"}}};
      case 3:
        return table();
      case 4:
        return {"switch", {{"a", to_text(g)}, {"b", to_text(h)}, {"at", l}}};
      case 5:
        return {"minmax", {{"Function", draw_.below(2) == 0 ? "min" : "max"}, {"a", to_text(g)}, {"at", l}}};
      case 6:
        return {"math/abs", {}};
      default:
        return {"user_defined/function",
                {{"script", "function y = f(u)\nif u >= " + l + "\n y = " + to_text(-g) + "*(u - " + l +
                                ")\nelse\n y = u - " + l + "\nend\nend\n"}}};
    }
  }
  // Lines between random points, none steeper than 1; falling ones only where that is allowed.
  Piece table() {
    const int points = 2 + draw_.below(6);
    double x = draw_.normal(2), y = draw_.normal();
    std::string xs = "[", ys = "[";
    for (int k = 0; k < points; ++k) {
      xs += to_text(x) + " ";
      ys += to_text(y) + " ";
      const double step = draw_.between(0.05, 1.5);
      x += step;
      y += step * draw_.between(contraction_ ? -0.999 : 0, 0.999);
    }
    return {"lookup_tables/lookup_1d",
            {{"BreakpointsForDimension1", xs + "]"},
             {"Table", ys + "]"},
             {"ExtrapMethod", draw_.below(2) == 0 ? "Clip" : "Linear"}}};
  }

  // From output `port` of `from` through the function.
  Id add_piece(const Piece& piece, const std::string& name, Id from, int port) {
    const auto with = [&](const std::string& key) { return piece.parameters.at(key); };
    if (piece.type == "switch") {  // a (u - at) where u >= at, b (u - at) elsewhere
      const Id shift = block("math/bias", name + " shift", {{"bias", "-(" + with("at") + ")"}}),
               up = block("math/gain", name + " up", {{"k", with("a")}}),
               down = block("math/gain", name + " down", {{"k", with("b")}}),
               choice = block("routing/switch", name);
      connect(from, port, shift, 0).connect(shift, up).connect(shift, down);
      connect(up, 0, choice, 0).connect(shift, 0, choice, 1).connect(down, 0, choice, 2);
      return choice;
    }
    if (piece.type == "minmax") {  // of u and a u + at
      const Id gain = block("math/gain", name + " gain", {{"k", with("a")}}),
               bias = block("math/bias", name + " bias", {{"bias", with("at")}}),
               choice = block("math/minmax", name, {{"Function", with("Function")}, {"Inputs", "2"}});
      connect(from, port, gain, 0).connect(gain, bias);
      connect(from, port, choice, 0).connect(bias, 0, choice, 1);
      return choice;
    }
    const Id id = block(piece.type, name, piece.parameters);
    connect(from, port, id, 0);
    return id;
  }

  // z + A z + B phi(C z), of the output of `z`: the last two terms.
  Id add_map(const std::string& name, Id z) {
    const Id c = block("math/gain", name + " C", {{"k", text_of(c_)}, {"multiplication", "matrix K*u"}}),
             apart = block("routing/demux", name + " apart", {{"outputs", std::to_string(m_)}}),
             together = block("routing/mux", name + " together", {{"inputs", std::to_string(m_)}}),
             b = block("math/gain", name + " B", {{"k", text_of(b_)}, {"multiplication", "matrix K*u"}}),
             a = block("math/gain", name + " A", {{"k", text_of(a_)}, {"multiplication", "matrix K*u"}}),
             sum = block("math/sum", name + " terms", {{"signs", "++"}});
    connect(z, c)
        .connect(c, apart)
        .connect(together, b)
        .connect(z, a)
        .connect(a, 0, sum, 0)
        .connect(b, 0, sum, 1);
    for (int k = 0; k < m_; ++k)
      connect(add_piece(pieces_[static_cast<std::size_t>(k)], name + " phi" + std::to_string(k), apart, k), 0,
              together, k);
    return sum;
  }

  void write() {
    for (int k = 0; k < m_; ++k) pieces_.push_back(draw_piece());
    std::string bias = "[", amplitude = "[", frequency = "[";
    for (int j = 0; j < n_; ++j) {
      bias += to_text(draw_.normal(2)) + "; ";
      amplitude += to_text(draw_.normal(2)) + "; ";
      frequency += to_text(draw_.between(0.5, 3)) + "; ";
    }
    const Id given =
        moving_
            ? block("sources/sine_wave", "given",
                    {{"bias", bias + "]"}, {"amplitude", amplitude + "]"}, {"frequency", frequency + "]"}})
            : block("sources/constant", "given", {{"value", bias + "]"}});
    const Id right = block("math/sum", "s", {{"signs", "++"}}), z = block("math/sum", "z", {{"signs", "+-"}}),
             error = block("math/sum", "error", {{"signs", "+-"}});
    connect(given, 0, right, 0).connect(add_map("given", given), 0, right, 1);
    connect(right, 0, z, 0).connect(add_map("loop", z), 0, z, 1);
    connect(z, 0, error, 0).connect(given, 0, error, 1);
    connect(error, block("sinks/scope", "Scope"));
    if (moving_) {
      const Id state = block("continuous/integrator", "state");
      connect(z, state).connect(state, block("sinks/scope", "States"));
    }
  }

  Draw draw_;
  bool moving_, contraction_ = false;
  int n_ = 1, m_ = 1;
  Matrix a_, b_, c_;
  std::vector<Piece> pieces_;
};

struct Tally {
  int wrong = 0, given_up = 0, switches = 0;
};

Tally run_loops(unsigned seed, int count, bool moving) {
  Tally tally;
  for (int k = 0; k < count; ++k) {
    const RandomLoop loop(seed + static_cast<unsigned>(k), moving);
    const RunOutcome run = run_diagram(loop.diagram);
    EXPECT_TRUE(run.prepared) << k << ": " << run.messages();
    tally.switches += static_cast<int>(run.statistics.zero_crossings);
    if (run.end != RunEnd::Finished) {
      ++tally.given_up;
      ADD_FAILURE() << seed + static_cast<unsigned>(k) << " given up: " << run.messages();
      continue;
    }
    double worst = 0;
    for (const auto& [name, bits] : run.columns)
      if (name.starts_with("error"))
        for (double v : run.column(name)) worst = std::fmax(worst, std::isfinite(v) ? std::fabs(v) : 1e300);
    if (worst <= 1e-9) continue;
    ++tally.wrong;
    ADD_FAILURE() << seed + static_cast<unsigned>(k) << " is off by " << worst;
  }
  return tally;
}

TEST(PiecewiseLoops, WithOneSolutionAreSolvedAtTheStart) {
  const int count = cases(10'000, 300);
  const Tally tally = run_loops(1, count, false);
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_EQ(tally.given_up, 0);
  std::printf("%d loops: %d wrong, %d given up\n", count, tally.wrong, tally.given_up);
}

TEST(PiecewiseLoops, WithOneSolutionAreFollowedOverManyPieces) {
  const int count = cases(10'000, 120);
  const Tally tally = run_loops(100'001, count, true);
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_EQ(tally.given_up, 0);
  EXPECT_GT(tally.switches, 5 * count);
  std::printf("%d loops, %d crossings: %d wrong, %d given up\n", count, tally.switches, tally.wrong,
              tally.given_up);
}

// f(z) = 0 by an Algebraic Constraint block.
RunOutcome solve(const std::string& expression, double guess) {
  ModelBuilder m;
  m.set("AlgebraicLoopMsg", "none").set("StopTime", "0");
  const Id z = m.block("math/algebraic_constraint", "z", {{"guess", to_text(guess)}}),
           f = m.block("user_defined/fcn", "f", {{"expression", expression}});
  m.connect(z, f).connect(f, z).connect(z, m.block("sinks/scope", "Scope"));
  return run_diagram(m.diagram);
}

TEST(LoopsWithoutASolution, AreNeverAccepted) {
  const int count = cases(1'000, 100);
  for (int k = 0; k < count; ++k) {
    Draw draw(300'000 + static_cast<unsigned>(k));
    const double at = draw.normal(3), size = std::pow(10, draw.between(-3, 3)),
                 gap = size * draw.between(0.01, 2);
    const std::string a = "(u - (" + to_text(at) + "))", s = to_text(size), g = to_text(gap);
    const std::string sign = draw.below(2) == 0 ? "" : "-";
    const std::string forms[] = {
        g + " + " + s + "*sqrt(abs" + a + ")",                      // a cusp above zero
        g + " + " + s + "*" + a + "^2",                             // a minimum above zero
        g + " + " + s + "*abs" + a,                                 // a corner above zero
        g + " + " + s + "*exp(" + a + ")",                          // positive everywhere
        g + "*(1 - 2*(u < " + to_text(at) + ")) + " + s + "*" + a,  // a jump through zero
        g + "*(1 - 2*(u < " + to_text(at) + ")) + " + s + "*sqrt(abs" + a + ")*sign" +
            a,        // and a root's slope
        s + "/" + a,  // a pole
        g + " + " + s + "*sqrt(abs(u^2 - " + to_text(std::fabs(at)) + "))"};
    const std::string form = sign + "(" + forms[k % 8] + ")";
    const RunOutcome run = solve(form, draw.normal(3));
    EXPECT_NE(run.end, RunEnd::Finished) << form << " is solved by " << run.column("z").front();
    EXPECT_NE(run.messages().find("algebraic loop through 'f', 'z' cannot be solved"), std::string::npos)
        << form << ": " << run.messages();
  }
}

// sign(v) |v|^p + b (z - c), v = z - a, rises with z: its only zero, by bisection with long doubles.
TEST(LoopsWithInfiniteSlope, AreSolvedOrRefused) {
  const int count = cases(1'000, 100);
  int refused = 0;
  for (int k = 0; k < count; ++k) {
    Draw draw(400'000 + static_cast<unsigned>(k));
    const double a = draw.normal(3), b = draw.below(3) == 0 ? 0 : std::pow(10, draw.between(-3, 2)),
                 c = draw.below(3) == 0 ? a : draw.normal(3),
                 p = draw.below(2) == 0 ? 0.5 : draw.between(0.2, 0.9),
                 size = std::pow(10, draw.between(-3, 3));
    const std::string v = "(u - (" + to_text(a) + "))";
    const std::string form = to_text(size) + "*sign" + v + "*abs" + v + "^" + to_text(p) + " + " +
                             to_text(b) + "*(u - (" + to_text(c) + "))";
    const auto f = [&](long double z) {
      const long double w = z - a;
      return size *
                 (w > 0   ? 1
                  : w < 0 ? -1
                          : 0) *
                 std::pow(std::fabs(w), static_cast<long double>(p)) +
             b * (z - c);
    };
    long double low = std::min(a, c) - 1, high = std::max(a, c) + 1;
    for (int step = 0; step < 200; ++step) (f((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
    const RunOutcome run = solve(form, draw.normal(3));
    if (run.end != RunEnd::Finished) {
      ++refused;
      EXPECT_NE(run.messages().find("cannot be solved"), std::string::npos) << run.messages();
      continue;
    }
    const double exact = static_cast<double>(low);
    EXPECT_NEAR(run.column("z").front(), exact, 1e-12 * (1 + std::fabs(exact))) << form;
  }
  EXPECT_LE(refused, count / 50);
  std::printf("%d loops: %d refused\n", count, refused);
}

}  // namespace
}  // namespace sim
