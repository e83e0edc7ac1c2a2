// Work and precision of every method beside CVODE, in one run: global errors at the end in units of the
// tolerance, what they cost, and the time as a multiple of CVODE's at the same tolerance. Prints Markdown;
// --csv FILE also writes every single row.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

#include "benchmarks/sundials/hand_cvode.h"
#include "benchmarks/sundials/measure.h"
#include "benchmarks/work_precision/detest.h"
#include "sim_core/solvers/integrate.h"

namespace sim {

namespace {

using Problem = test::ReferenceProblem;

struct Row {
  std::string problem, method;
  double tolerance = 0;
  bool finished = false;
  double error = 0;  // in units of the tolerance
  long steps = 0, rhs = 0, jacobians = 0, factorizations = 0;
  double time = 0, ratio = 0;  // to CVODE
};

struct Entry {
  const char* method;      // of ours; "CVODE": by hand
  double least_tolerance;  // beyond which a method of low order is not meant
};

constexpr Entry stiff_methods[] = {
    {"CVODE", 1e-10}, {"ode15s", 1e-10}, {"radau5", 1e-10}, {"rodas5p", 1e-10}, {"ode23tb", 1e-6},
    {"ode23t", 1e-6}, {"ode23s", 1e-6},  {"auto", 1e-10},   {"cvode", 1e-10},   {"ida", 1e-10}};
constexpr Entry other_methods[] = {{"CVODE", 1e-10},  {"ode45", 1e-10},  {"tsit5", 1e-10},
                                   {"dop853", 1e-10}, {"ode113", 1e-10}, {"ode23", 1e-6}};

ErrorWeights weights_of(const Problem& problem, double tolerance) {
  std::vector<double> absolute = problem.scale;
  for (double& a : absolute) a *= tolerance;
  return {tolerance, absolute};
}

double error_of(const Problem& problem, const ErrorWeights& weights, std::span<const double> x) {
  std::vector<double> e(x.size());
  for (std::size_t i = 0; i < e.size(); ++i) e[i] = x[i] - problem.reference[i];
  return error_norm(weights, e, problem.reference, problem.reference).value;
}

SolveResult solve_ours(const Problem& problem, std::string_view method, const ErrorWeights& weights) {
  SolveOptions options;
  options.stepper.weights = weights;
  return solve(problem.ode, *find_method(method), 0, problem.end, problem.start, options);
}

Row by_cvode(const Problem& problem, double tolerance) {
  const ErrorWeights weights = weights_of(problem, tolerance);
  const bool stiff = problem.kind == Problem::Stiff;
  const HandCvode how{.method = stiff ? HandCvode::Method::Dense : HandCvode::Method::Adams};
  HandResult result;
  Row row{problem.name, "CVODE", tolerance};
  row.time = measured_time(
      [&] { result = solve_by_cvode(problem.ode, 0, problem.end, problem.start, weights, how); });
  row.finished = result.finished;
  row.error = error_of(problem, weights, result.x);
  row.steps = result.steps;
  row.rhs = result.rhs_evaluations;
  row.jacobians = result.jacobian_evaluations;
  row.factorizations = result.factorizations;
  row.ratio = 1;
  return row;
}

Row by_us(const Problem& problem, std::string_view method, double tolerance, double time_of_cvode) {
  const ErrorWeights weights = weights_of(problem, tolerance);
  SolveResult result;
  Row row{problem.name, std::string(method), tolerance};
  row.time = measured_time([&] { result = solve_ours(problem, method, weights); });
  row.finished = result.finished;
  row.error = error_of(problem, weights, result.x);
  row.steps = result.steps;
  row.rhs = result.statistics.rhs_evaluations;
  row.jacobians = result.statistics.jacobian_evaluations;
  row.factorizations = result.statistics.factorizations;
  row.ratio = row.time / time_of_cvode;
  return row;
}

std::vector<double> tolerances_of(const Entry& entry) {
  std::vector<double> all;
  for (int k = 3; k <= 10; ++k)
    if (std::pow(10.0, -k) >= entry.least_tolerance * 0.9) all.push_back(std::pow(10.0, -k));
  return all;
}

// Of one problem, by method and then by tolerance.
template <std::size_t n>
std::vector<Row> rows_of(const Problem& problem, const Entry (&entries)[n]) {
  std::map<double, double> time_of_cvode;
  std::vector<Row> rows;
  for (const Entry& entry : entries) {
    // The trapezoidal rule does not damp: over eleven decades of time its oscillations take over.
    if (std::strcmp(entry.method, "ode23t") == 0 && problem.name == "robertson") continue;
    const bool by_hand = std::strcmp(entry.method, "CVODE") == 0;
    if (!by_hand && find_method(entry.method) == nullptr) continue;
    for (double tolerance : tolerances_of(entry)) {
      rows.push_back(by_hand ? by_cvode(problem, tolerance)
                             : by_us(problem, entry.method, tolerance, time_of_cvode[tolerance]));
      if (by_hand) time_of_cvode[tolerance] = rows.back().time;
    }
  }
  return rows;
}

void print_table(const std::vector<Row>& rows) {
  std::printf("| method | RelTol | error | steps | f | J | LU | time / CVODE |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Row& r : rows) {
    if (!r.finished)
      std::printf("| %s | %.0e | failed | | | | | |\n", r.method.c_str(), r.tolerance);
    else
      std::printf("| %s | %.0e | %.2g | %ld | %ld | %ld | %ld | %.2f |\n", r.method.c_str(), r.tolerance,
                  r.error, r.steps, r.rhs, r.jacobians, r.factorizations, r.ratio);
  }
  std::printf("\n");
}

// The largest error of a class, its work together, the geometric mean of its times.
std::vector<Row> summary(const std::string& name, const std::vector<Row>& rows) {
  std::vector<Row> result;
  std::map<std::pair<std::string, double>, std::size_t> place;
  std::map<std::size_t, int> count;
  for (const Row& r : rows) {
    const auto [it, is_new] = place.try_emplace({r.method, r.tolerance}, result.size());
    if (is_new) result.push_back({name, r.method, r.tolerance, true, 0, 0, 0, 0, 0, 0, 0});
    Row& sum = result[it->second];
    ++count[it->second];
    sum.finished &= r.finished;
    sum.error = std::max(sum.error, r.error);
    sum.steps += r.steps;
    sum.rhs += r.rhs;
    sum.ratio += std::log(r.ratio);
  }
  for (std::size_t k = 0; k < result.size(); ++k) result[k].ratio = std::exp(result[k].ratio / count[k]);
  return result;
}

// Twice, by methods that have nothing in common; how far apart they are in units of the tightest tolerance.
double give_reference(Problem& problem) {
  const std::vector<double> scale = problem.scale;
  const auto at = [&](std::string_view method, double tolerance) {
    ErrorWeights weights = weights_of(problem, tolerance);
    return solve_ours(problem, method, weights).x;
  };
  problem.reference = at("dop853", 1e-14);
  return error_of(problem, weights_of(problem, 1e-10), at("ode113", 1e-13));
}

void write_csv(const char* file, const std::vector<Row>& rows) {
  std::ofstream out(file);
  out << "problem,method,tolerance,finished,error,steps,f,J,LU,seconds,time_over_cvode\n";
  for (const Row& r : rows)
    out << r.problem << ',' << r.method << ',' << r.tolerance << ',' << r.finished << ',' << r.error << ','
        << r.steps << ',' << r.rhs << ',' << r.jacobians << ',' << r.factorizations << ',' << r.time << ','
        << r.ratio << '\n';
}

int run(const char* csv) {
  print_heading("Work and precision", "fluxion_work_precision");
  std::printf(
      "Error: at the end, the largest component in units of max(RelTol |x|, AbsTol). CVODE is the library "
      "as\n"
      "packaged (Debian's is built without optimization), used by hand: BDF with a dense matrix and the "
      "same\n"
      "Jacobian for stiff problems, Adams with functional iteration for others; its f is the same function. "
      "Its\n"
      "norm is the root of the mean square, ours the largest component, so that equal tolerances are not "
      "quite\n"
      "equal demands. `cvode` and `ida` are the same library as solvers of Fluxion. Only ratios of one run "
      "mean\n"
      "something.\n\n");
  std::vector<Row> all;
  const auto keep = [&](const std::vector<Row>& rows) { all.insert(all.end(), rows.begin(), rows.end()); };
  for (const Problem& problem : test::reference_problems()) {
    if (problem.kind != Problem::Stiff && problem.name != "predator_prey") continue;
    const auto rows =
        problem.kind == Problem::Stiff ? rows_of(problem, stiff_methods) : rows_of(problem, other_methods);
    std::printf("## %s\n\n", problem.name.c_str());
    print_table(rows);
    keep(rows);
  }
  std::map<char, std::vector<Row>> classes;
  double apart = 0;
  for (Problem problem : detest_problems()) {
    apart = std::max(apart, give_reference(problem));
    const auto rows = rows_of(problem, other_methods);
    auto& of_class = classes[problem.name[0]];
    of_class.insert(of_class.end(), rows.begin(), rows.end());
    keep(rows);
  }
  for (const auto& [name, rows] : classes) {
    std::printf("## DETEST, class %c: worst error, work of its five problems, mean of times\n\n", name);
    print_table(summary(std::string(1, name), rows));
  }
  std::printf(
      "References of DETEST: dop853 at RelTol 1e-14; ode113 at 1e-13 differs by at most %.2g units of RelTol "
      "1e-10.\n",
      apart);
  if (csv != nullptr) write_csv(csv, all);
  return 0;
}

}  // namespace
}  // namespace sim

int main(int count, char** arguments) {
  const char* csv = nullptr;
  for (int i = 1; i < count; ++i) {
    if (std::strncmp(arguments[i], "--benchmark_", 12) == 0) return 0;  // meant for the others
    if (std::strcmp(arguments[i], "--csv") == 0 && i + 1 < count) csv = arguments[++i];
  }
  return sim::run(csv);
}
