#include "sim_core/blocks/sources/timed_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/blocks/lookup_tables/pieces.h"
#include "sim_core/ir/known_instants.h"
#include "sim_core/ir/written_in_c.h"

namespace sim::blocks {

namespace {

enum Before { hold_first, extrapolate_back, zero_before };
enum After { extrapolate, hold_last, zero_after, repeat };

// Instants that are passed one after the other; in a cycle the last of them is the first of the next round.
struct Schedule {
  std::vector<double> instants;
  bool cyclic = false;

  std::size_t in_a_round() const { return cyclic ? instants.size() - 1 : instants.size(); }
  double period() const { return instants.back() - instants.front(); }
  double at(double round, std::size_t k) const { return instants[k] + round * period(); }

  // The round that a time is in, from 0.
  double round_of(double t) const {
    if (!cyclic) return 0;
    double round = std::max(0.0, std::floor((t - instants.front()) / period()));
    while (at(round + 1, 0) <= t) ++round;
    while (round > 0 && at(round, 0) > t) --round;
    return round;
  }
  // How many instants have passed; compared as `next` gives them.
  double passed(double t) const {
    const double round = round_of(t);
    const auto first = instants.begin(), end = first + static_cast<std::ptrdiff_t>(in_a_round());
    const auto above =
        std::partition_point(first, end, [&](double x) { return x + round * (cyclic ? period() : 0) <= t; });
    return round * static_cast<double>(in_a_round()) + static_cast<double>(above - first);
  }
  // The next instant, of how many have passed.
  double next(double passed) const {
    const auto many = static_cast<double>(in_a_round());
    if (!(passed >= 0)) return instants.front();
    if (!cyclic) return passed < many ? instants[static_cast<std::size_t>(passed)] : infinite;
    const double round = std::floor(passed / many);
    return at(round, static_cast<std::size_t>(passed - round * many));
  }

  static constexpr double infinite = std::numeric_limits<double>::infinity();

  // The same as C: `instants`, and the names that the bodies use.
  std::string c_tables() const {
    return ir::c_table("instants", instants) +
           "  const double many = " + ir::c_number(static_cast<double>(in_a_round())) + ";\n" +
           (cyclic ? "  const double period = " + ir::c_number(period()) + ";\n" : std::string());
  }
  std::string c_passed() const {
    std::string body =
        "  const double t = in0[0];\n  int first = 0, above = " + std::to_string(in_a_round()) +
        ";\n  double round = 0.0;\n" + c_tables();
    if (cyclic)
      body +=
          "  round = floor((t - instants[0]) / period);\n"
          "  if (!(round > 0.0)) round = 0.0;\n"
          "  while (instants[0] + (round + 1) * period <= t) ++round;\n"
          "  while (round > 0 && instants[0] + round * period > t) --round;\n";
    return body + "  while (first < above) {\n    const int middle = (first + above) / 2;\n    if (" +
           (cyclic ? "instants[middle] + round * period <= t" : "instants[middle] <= t") +
           ")\n      first = middle + 1;\n    else\n      above = middle;\n  }\n"
           "  out0[0] = round * many + (double)first;\n";
  }
  std::string c_next(std::size_t count) const {
    const std::string body =
        c_tables() + "  for (int k = 0; k < " + std::to_string(count) +
        "; ++k) {\n    const double passed = in0[0] * " + ir::c_number(static_cast<double>(count)) +
        " + (double)k;\n" +
        "    if (!(passed >= 0)) {\n      out0[k] = instants[0];\n      continue;\n    }\n";
    if (!cyclic)
      return body + "    out0[k] = passed < many ? instants[(int)passed] : (double)INFINITY;\n  }\n";
    return body +
           "    const double round = floor(passed / many);\n"
           "    out0[k] = instants[(int)(passed - round * many)] + round * period;\n  }\n";
  }
};

using Scheduled = std::shared_ptr<const Schedule>;

// How many instants are events at a time. Going on to the next ones takes a time step of length 0.
std::size_t window_of(const Schedule& schedule) {
  constexpr std::size_t most = 512;
  return schedule.cyclic ? most : std::min(most, schedule.instants.size() + 1);
}

// What is constant between instants, from one number.
class OfSchedule : public ir::ExternalFunction, public ir::WrittenInC {
 public:
  OfSchedule(Scheduled schedule, std::size_t count) : schedule_(std::move(schedule)), count_(count) {}
  std::vector<Shape> output_shapes() const override { return {vector_shape(static_cast<int>(count_))}; }
  std::shared_ptr<const ir::ExternalFunction> tangent() const override { return nullptr; }

 protected:
  Scheduled schedule_;
  std::size_t count_;
};

// t -> how many instants have passed.
class Passed final : public OfSchedule {
 public:
  explicit Passed(Scheduled schedule) : OfSchedule(std::move(schedule), 1) {}
  std::string name() const override { return "instants passed"; }
  bool depends(int, int, int, int) const override { return false; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    outputs[0][0] = schedule_->passed(arguments[0][0]);
    return EvalStatus::Ok;
  }
  std::string c_body() const override { return schedule_->c_passed(); }
};

// The number of a window -> the instants in it.
class InstantsOfWindow final : public OfSchedule, public ir::KnownInstants {
 public:
  using OfSchedule::OfSchedule;
  std::vector<double> instants_between(double from, double to, std::size_t most) const override {
    std::vector<double> found;
    // How many are before `from` is not known where several are equal to it: so from the round's first on.
    double passed = schedule_->round_of(from) * static_cast<double>(schedule_->in_a_round());
    for (double t; found.size() < most && (t = schedule_->next(passed)) <= to && t < Schedule::infinite;
         ++passed)
      if (t >= from) found.push_back(t);
    return found;
  }
  std::string name() const override { return "next instants"; }
  bool depends(int, int, int, int) const override { return true; }
  EvalStatus evaluate(std::span<const double* const> arguments,
                      std::span<double* const> outputs) const override {
    const double first = arguments[0][0] * static_cast<double>(count_);
    for (std::size_t k = 0; k < count_; ++k) outputs[0][k] = schedule_->next(first + static_cast<double>(k));
    return EvalStatus::Ok;
  }
  std::string c_body() const override { return schedule_->c_next(count_); }
};

// How many instants have passed. Only those of a window are events, so that their number costs nothing.
ir::Value passed_instants(Equations& e, const Scheduled& schedule) {
  const auto call = [&](std::shared_ptr<const ir::ExternalFunction> f, ir::Value v) {
    const ir::Value arguments[] = {v};
    return e.graph().call(std::move(f), arguments).front();
  };
  const std::size_t count = window_of(*schedule);
  const ir::Value many = e.constant(static_cast<double>(count));
  const ir::Value passed = call(std::make_shared<Passed>(schedule), e.time());
  const ir::Value window = e.memory(floor(passed / many));
  const ir::Value in_window =
      ir::total(e.time_reached(call(std::make_shared<InstantsOfWindow>(schedule, count), window)));
  const ir::Value through = in_window >= many;
  e.store(window, select(through, floor(passed / many), window));
  return select(through, passed, window * many + in_window);
}

// Between instants k and k+1.
double growth(const std::vector<double>& t, const double* v, std::size_t k) {
  return t[k + 1] > t[k] ? (v[k + 1] - v[k]) / (t[k + 1] - t[k]) : 0;
}

Pieces played_pieces(const std::vector<double>& t, const double* v, bool linear, int before, int after) {
  Pieces pieces;
  const std::size_t n = t.size();
  const bool lines = linear && n > 1;
  pieces.edges = t;
  pieces.add(t[0], before == zero_before ? 0 : v[0],
             before == extrapolate_back && lines ? growth(t, v, 0) : 0);
  for (std::size_t k = 0; k + 1 < n; ++k) pieces.add(t[k], v[k], lines ? growth(t, v, k) : 0);
  pieces.add(t[n - 1], after == zero_after ? 0 : v[n - 1],
             after == extrapolate && lines ? growth(t, v, n - 2) : 0);
  return pieces;
}

}  // namespace

bool instants_in_order(const double* times, std::size_t count) {
  return count > 0 && std::is_sorted(times, times + count) &&
         std::all_of(times, times + count, [](double x) { return std::isfinite(x); });
}

PlayParameters::PlayParameters(BlockTypeBuilder& b)
    : interpolate(b.flag("Interpolate", "Interpolate between the instants", true)
                      .doc("Off: each value is held until the next instant.")),
      before(b.choice("BeforeFirst", "Before the first instant",
                      {"Holding first value", "Extrapolation", "Setting to zero"})),
      after(b.choice("OutputAfterFinalValue", "After the last instant",
                     {"Extrapolation", "Holding final value", "Setting to zero", "Cyclic repetition"})) {}

std::vector<ir::Value> played(Equations& e, const PlayParameters& how, const std::vector<double>& instants,
                              const double* values, int columns) {
  auto schedule = std::make_shared<Schedule>();
  schedule->instants = instants;
  schedule->cyclic = e.choice(how.after) == repeat && instants.back() > instants.front();
  ir::Value piece = passed_instants(e, schedule), time = e.time();
  if (schedule->cyclic) {
    const double many = static_cast<double>(schedule->in_a_round());
    const ir::Value round = ir::make(ir::Op::Max, floor((piece - 1.0) / e.constant(many)), e.constant(0));
    piece = piece - round * many;
    time = time - round * schedule->period();
  }
  std::vector<ir::Value> signals;
  for (int k = 0; k < columns; ++k) {
    auto pieces = std::make_shared<const Pieces>(
        played_pieces(instants, values + static_cast<std::size_t>(k) * instants.size(),
                      e.flag(how.interpolate), e.choice(how.before), e.choice(how.after)));
    signals.push_back(piece_at(e.graph(), std::move(pieces), time, piece));
  }
  return signals;
}

std::optional<std::vector<ir::Value>> played_matrix(Equations& e, const PlayParameters& how,
                                                    const ParameterValue& matrix) {
  const Shape shape = matrix.shape;
  const auto rows = static_cast<std::size_t>(shape.rows);
  if (shape.cols < 2 || !instants_in_order(matrix.numbers.data(), rows)) {
    e.report(shape.cols < 2 ? error({}, "the data is one column",
                                    "its first column is the time, the others are the values")
                            : error({}, "the times in the first column are not in order",
                                    "give finite times, none less than the one before"));
    return std::nullopt;
  }
  const auto missing =
      std::find_if(matrix.numbers.begin(), matrix.numbers.end(), [](double v) { return !std::isfinite(v); });
  if (missing != matrix.numbers.end()) {
    const std::size_t at = static_cast<std::size_t>(missing - matrix.numbers.begin());
    e.report(error({},
                   "there is no finite number in row " + std::to_string(at % rows + 1) + ", column " +
                       std::to_string(at / rows + 1) + " of the data",
                   "fill the gap, or leave the row out"));
    return std::nullopt;
  }
  const std::vector<double> instants(matrix.numbers.begin(),
                                     matrix.numbers.begin() + static_cast<std::ptrdiff_t>(rows));
  return played(e, how, instants, matrix.numbers.data() + rows, shape.cols - 1);
}

}  // namespace sim::blocks
