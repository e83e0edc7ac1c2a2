// Large sparse models: CVODE by hand, our ode15s on the same hand-written equations, and our ode15s on the
// compiled diagram, at RelTol 1e-6 and AbsTol 1e-9, each in a process of its own. Prints Markdown.
// --one WHO PROBLEM N runs a single case in this process, for a profiler.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "benchmarks/scale/forked.h"
#include "benchmarks/scale/stencil_problems.h"
#include "benchmarks/stencil_models.h"
#include "benchmarks/sundials/hand_cvode.h"
#include "benchmarks/sundials/measure.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/compile/compile.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/solvers/integrate.h"

namespace sim {

namespace {

constexpr double relative = 1e-6, absolute = 1e-9;

enum class Who { CvodeBand, CvodeKlu, Hand, Vector, Scalar };
constexpr const char* names[] = {"CVODE, band", "CVODE, KLU", "ode15s, by hand", "ode15s, diagram of vectors",
                                 "ode15s, diagram of scalars"};
constexpr const char* keys[] = {"band", "klu", "hand", "vector", "scalar"};

struct Case {
  bool heat = true;
  int size = 0;  // points, or points a side
  double end() const { return heat ? 0.1 : 2; }
  int states() const { return heat ? size : 2 * size * size; }
  StencilProblem by_hand() const { return heat ? heat_by_hand(size) : brusselator_by_hand(size); }
  Diagram diagram(Who who) const {
    if (!heat) return brusselator_diagram(size);
    return who == Who::Vector ? heat_vector_diagram(size) : heat_diagram(size);
  }
};

// As numbers, to come through a pipe.
struct Outcome {
  double finished, time, compile_time, error, steps, rhs, jacobians, factorizations;
};
constexpr std::size_t outcome_numbers = sizeof(Outcome) / sizeof(double);

double error_of(std::span<const double> x, std::span<const double> reference) {
  if (reference.empty()) return 0;
  std::vector<double> e(x.size());
  for (std::size_t i = 0; i < e.size(); ++i) e[i] = x[i] - reference[i];
  return error_norm(ErrorWeights(static_cast<int>(x.size()), relative, absolute), e, reference, reference)
      .value;
}

// Short runs several times, long ones once.
template <class Work>
double time_of(const Case& what, Work&& work) {
  return what.states() <= 20'000 ? measured_time(work, 0.02, 5) : measured_time(work, 0, what.heat ? 3 : 1);
}

Outcome by_cvode(const Case& what, Who who, std::span<const double> reference) {
  const StencilProblem problem = what.by_hand();
  const ErrorWeights weights(problem.ode.size, relative, absolute);
  HandCvode how{.method = HandCvode::Method::Klu};
  if (who == Who::CvodeBand) how = {HandCvode::Method::Band, 1, 1};
  HandResult result;
  Outcome outcome{};
  outcome.time = time_of(
      what, [&] { result = solve_by_cvode(problem.ode, 0, what.end(), problem.start, weights, how); });
  outcome.finished = result.finished;
  outcome.error = error_of(result.x, reference);
  outcome.steps = static_cast<double>(result.steps);
  outcome.rhs = static_cast<double>(result.rhs_evaluations);
  outcome.jacobians = static_cast<double>(result.jacobian_evaluations);
  outcome.factorizations = static_cast<double>(result.factorizations);
  return outcome;
}

Outcome by_ode15s(const Case& what, const OdeProblem& problem, std::span<const double> start,
                  std::span<const double> reference) {
  SolveOptions options;
  options.stepper.weights = ErrorWeights(problem.size, relative, absolute);
  SolveResult result;
  Outcome outcome{};
  outcome.time =
      time_of(what, [&] { result = solve(problem, *find_method("ode15s"), 0, what.end(), start, options); });
  outcome.finished = result.finished;
  outcome.error = error_of(result.x, reference);
  outcome.steps = static_cast<double>(result.steps);
  outcome.rhs = static_cast<double>(result.statistics.rhs_evaluations);
  outcome.jacobians = static_cast<double>(result.statistics.jacobian_evaluations);
  outcome.factorizations = static_cast<double>(result.statistics.factorizations);
  return outcome;
}

Outcome by_diagram(const Case& what, Who who, std::span<const double> reference) {
  const double from = cpu_time();
  auto compiled = compile(what.diagram(who), standard_library());
  if (!compiled) return {};
  const double compile_time = cpu_time() - from;
  const std::shared_ptr<const Program> program = compiled->program;
  ModelEquations equations(program);
  const OdeProblem problem = equations.problem({});
  std::vector<double> start(static_cast<std::size_t>(problem.size));
  equations.evaluate(KernelKind::InitialState, 0, start, start);
  Outcome outcome = by_ode15s(what, problem, start, reference);
  outcome.compile_time = compile_time;
  return outcome;
}

Outcome outcome_of(const Case& what, Who who, std::span<const double> reference) {
  if (who == Who::CvodeBand || who == Who::CvodeKlu) return by_cvode(what, who, reference);
  if (who != Who::Hand) return by_diagram(what, who, reference);
  const StencilProblem problem = what.by_hand();
  return by_ode15s(what, problem.ode, problem.start, reference);
}

// The closed form, or a run at a tolerance a thousand times tighter.
std::vector<double> reference_of(const Case& what) {
  if (what.heat) {
    std::vector<double> x = what.by_hand().start;
    for (double& v : x) v *= heat_decay(what.size, what.end());
    return x;
  }
  return forked([&] {
           const StencilProblem problem = what.by_hand();
           SolveOptions options;
           options.stepper.weights = ErrorWeights(problem.ode.size, 1e-3 * relative, 1e-3 * absolute);
           return solve(problem.ode, *find_method("ode15s"), 0, what.end(), problem.start, options).x;
         })
      .numbers;
}

struct Line {
  Outcome outcome{};
  double peak = 0;
};
using Lines = std::map<Who, Line>;

Lines measure(const Case& what) {
  const std::vector<double> reference = reference_of(what);
  std::vector<Who> all{Who::CvodeKlu};
  if (what.heat) all.push_back(Who::CvodeBand);
  all.insert(all.end(), {Who::Hand, Who::Vector});
  if (what.heat && what.size <= 10'000) all.push_back(Who::Scalar);
  // In turns, the best of each: other programs may be at work on the machine.
  Lines lines;
  const int rounds = what.states() <= 20'000 ? 5 : what.heat ? 3 : 1;
  for (int round = 0; round < rounds; ++round)
    for (Who who : all) {
      const Forked run = forked([&] {
        const Outcome outcome = outcome_of(what, who, reference);
        const auto* numbers = reinterpret_cast<const double*>(&outcome);
        return std::vector<double>(numbers, numbers + outcome_numbers);
      });
      Line& line = lines[who];
      if (!run.ok) continue;
      Outcome outcome;
      std::memcpy(&outcome, run.numbers.data(), sizeof(Outcome));
      if (line.outcome.finished != 0) outcome.time = std::min(outcome.time, line.outcome.time);
      line = {outcome, run.peak_megabytes};
    }
  const double base = lines[Who::CvodeKlu].outcome.time, by_hand = lines[Who::Hand].outcome.time;
  for (Who who : all) {
    const auto& [o, peak] = lines[who];
    std::printf("| %s | %d | %s | ", what.heat ? "heat" : "Brusselator", what.states(),
                names[static_cast<int>(who)]);
    if (o.finished == 0)
      std::printf("failed | | | | | | | | | |\n");
    else
      std::printf("%.3g | %.2f | %.2f | %.2g | %.0f | %.0f | %.0f | %.0f | %.0f | %.3g |\n", 1e3 * o.time,
                  o.time / base, o.time / by_hand, o.error, o.steps, o.rhs, o.jacobians, o.factorizations,
                  peak, 1e3 * o.compile_time);
  }
  std::fflush(stdout);
  return lines;
}

void judge(const char* aim, double measured, double limit, bool at_most) {
  const bool met = at_most ? measured <= limit : measured >= limit;
  std::printf("| %s | %s %.3g | %.3g | %s |\n", aim, at_most ? "at most" : "at least", limit, measured,
              met ? "yes" : "no");
}

int run_all() {
  print_heading("Large sparse models", "fluxion_scale");
  std::printf(
      "Heat equation in one dimension, [0, 0.1]; Brusselator on a square, [0, 2]; RelTol 1e-6, AbsTol 1e-9, "
      "no\n"
      "limit on steps. CVODE is the library as packaged (Debian's is built without optimization: its vector "
      "loops\n"
      "run several times slower than they could; KLU is optimized), with the same hand-written f and "
      "Jacobian as\n"
      "ode15s by hand. The diagrams are compiled, and solved without logging. CPU time, setting up included, "
      "the\n"
      "compilation of the diagram not. Error: the largest component in units of max(RelTol |x|, AbsTol), "
      "against\n"
      "the closed form, or a run at a tolerance a thousand times tighter. Only ratios of one run mean "
      "something.\n\n");
  std::printf(
      "| problem | states | solver | ms | / CVODE KLU | / by hand | error | steps | f | J | LU | peak MB | "
      "compile ms |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  std::map<int, Lines> heat, brusselator;
  for (int n : {100, 1000, 10'000, 100'000}) heat[n] = measure({true, n});
  for (int side : {32, 128}) brusselator[side] = measure({false, side});

  std::printf("\n| aim | limit | measured | met |\n| --- | --- | --- | --- |\n");
  const auto time = [](Lines& lines, Who who) { return lines[who].outcome.time; };
  for (int n : {1000, 10'000}) {
    const std::string of = "heat " + std::to_string(n) + ": ";
    const double cvode = std::min(time(heat[n], Who::CvodeKlu), time(heat[n], Who::CvodeBand));
    judge((of + "CVODE's best / ode15s by hand").c_str(), cvode / time(heat[n], Who::Hand), 4, false);
  }
  for (auto& [n, lines] : heat)
    judge(("heat " + std::to_string(n) + ": diagram of vectors / by hand").c_str(),
          time(lines, Who::Vector) / time(lines, Who::Hand), 2, true);
  for (auto& [side, lines] : brusselator)
    judge(("Brusselator " + std::to_string(side) + " x " + std::to_string(side) + ": diagram / by hand")
              .c_str(),
          time(lines, Who::Vector) / time(lines, Who::Hand), 2, true);
  for (int n : {1000, 10'000}) {
    const auto growth = [&](Who who) {
      const auto cost = [&](int m) { return time(heat[m], who) / heat[m][who].outcome.steps; };
      return cost(10 * n) / cost(n) / 10;
    };
    const std::string of = "heat, time a step from " + std::to_string(n) + " to " + std::to_string(10 * n);
    judge((of + ", over linear growth, by hand").c_str(), growth(Who::Hand), 1.3, true);
    judge((of + ", over linear growth, diagram").c_str(), growth(Who::Vector), 1.3, true);
  }
  judge("heat 100000, diagram: peak MB", heat[100'000][Who::Vector].peak, 500, true);
  return 0;
}

int run_one(const char* who, const char* problem, int size) {
  const Case what{std::strcmp(problem, "heat") == 0, size};
  for (int k = 0; k < 5; ++k)
    if (std::strcmp(who, keys[k]) == 0) {
      const Outcome o = outcome_of(what, static_cast<Who>(k), {});
      std::printf("%s: %.3g ms, %.0f steps, %.0f f, %.0f J, %.0f LU\n", names[k], 1e3 * o.time, o.steps,
                  o.rhs, o.jacobians, o.factorizations);
      return 0;
    }
  std::fprintf(stderr, "--one band|klu|hand|vector|scalar heat|brusselator SIZE\n");
  return 1;
}

}  // namespace
}  // namespace sim

int main(int count, char** arguments) {
  if (count == 5 && std::strcmp(arguments[1], "--one") == 0)
    return sim::run_one(arguments[2], arguments[3], std::atoi(arguments[4]));
  for (int i = 1; i < count; ++i)
    if (std::strncmp(arguments[i], "--benchmark_", 12) == 0) return 0;  // meant for the others
  return sim::run_all();
}
