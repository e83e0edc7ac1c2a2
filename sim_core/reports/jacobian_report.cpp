#include "sim_core/reports/jacobian_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim_core/base/text.h"
#include "sim_core/model_run/settle_jacobian.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

// Factors of a matrix with this pattern whose diagonal is large: its fill-in is that of the order alone.
// Where they would take long, what is expected of them.
static LinearSolverReport try_factors(const SparsityPattern& df_dx, const JacobianOptions& options,
                                      JacobianMethod method) {
  const LinearSolverKind kind = linear_solver_for(method, options.linear_solver);
  if (!is_sparse(method) && kind == LinearSolverKind::Dense) {
    const long numbers = static_cast<long>(df_dx.rows) * df_dx.cols;
    const bool asked = options.linear_solver == kind;
    return {kind, asked ? "it was asked for" : "the matrix of a full method is dense", df_dx.rows, numbers,
            numbers};
  }
  LinearSolver solver(is_sparse(method) ? with_diagonal(df_dx) : full_pattern(df_dx.rows, df_dx.cols), kind);
  constexpr long most_tried = 5'000'000;
  if (solver.report().factor_nonzeros > most_tried) return solver.report();
  std::vector<double> values;
  const SparsityPattern& pattern = solver.pattern();
  values.reserve(pattern.row_index.size());
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) values.push_back(i == j ? 1.0 + pattern.rows : -1.0);
  solver.factor(values);
  return solver.report();
}

JacobianReport jacobian_report(const ModelRun& run) {
  const Program& program = run.program();
  const RunOptions& options = run.options();
  JacobianReport report;
  report.solver = options.method->name;
  report.needed = options.method->implicit && program.state_count > 0;
  report.pattern = program.jacobian_pattern;
  report.groups = program.jacobian_coloring;
  report.asked = run.asked_jacobian_method();
  RunOptions as_asked = options;
  as_asked.jacobian.method = report.asked;
  report.choice = jacobian_choice(program, as_asked);
  report.evaluations = is_sparse(report.choice.method) || is_analytical(report.choice.method)
                           ? report.groups.count
                           : program.state_count;
  if (program.state_count > 0)
    report.linear = try_factors(report.pattern, options.jacobian, report.choice.method);
  for (int block : program.without_derivative)
    report.without_derivative.push_back(program.blocks[static_cast<std::size_t>(block)].path);
  report.states = program.state_names();
  return report;
}

std::vector<std::string> spy_plot(const SparsityPattern& pattern, int widest) {
  const int scale = std::max(1, (std::max(pattern.rows, pattern.cols) + widest - 1) / widest);
  const auto rows = static_cast<std::size_t>((pattern.rows + scale - 1) / scale);
  const auto columns = static_cast<std::size_t>((pattern.cols + scale - 1) / scale);
  std::vector<std::string> picture(rows, std::string(columns, '.'));
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j))
      picture[static_cast<std::size_t>(i / scale)][static_cast<std::size_t>(j / scale)] = '#';
  return picture;
}

std::string jacobian_text(const JacobianReport& report) {
  if (report.pattern.cols == 0) return "the model has no continuous states\n";
  constexpr int widest = 64, most_groups = 16;
  const auto counted = [](long count, const std::string& thing, const std::string& rest = {}) {
    return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s") + rest;
  };
  std::string out = "Jacobian df/dx, " + std::to_string(report.pattern.rows) + " x " +
                    std::to_string(report.pattern.cols) + ", " +
                    counted(report.pattern.nonzeros(), "nonzero") + '\n';
  if (!report.needed)
    out += "  " + report.solver + " is explicit and needs none; an implicit solver would use\n";
  out +=
      "  method: " + std::string(to_text(report.choice.method)) + ", because " + report.choice.reason + '\n';
  if (report.asked != JacobianMethod::Auto && !report.choice.concern.empty())
    out += "  instead of: " + std::string(to_text(report.asked)) + '\n';
  out += "  cost: " +
         (is_analytical(report.choice.method) ? counted(report.evaluations, "directional derivative")
                                              : counted(report.evaluations, "evaluation", " of f")) +
         '\n';
  if (!report.without_derivative.empty())
    out += "  without derivatives: " + join(report.without_derivative, ", ") + '\n';
  out += "  linear solver: " + std::string(to_text(report.linear.kind)) + ", because " +
         report.linear.reason + "; " + counted(report.linear.factor_nonzeros, "number") +
         " in the factors, " + to_text(std::round(report.linear.fill_in() * 100) / 100) +
         " times those of the matrix\n";
  const int scale = std::max(1, (report.pattern.cols + widest - 1) / widest);
  out += scale == 1 ? "\nPattern\n"
                    : "\nPattern, " + std::to_string(scale) + " x " + std::to_string(scale) +
                          " entries a character\n";
  for (const std::string& line : spy_plot(report.pattern, widest)) out += "  " + line + '\n';
  out += "\nGroups of states that are moved together\n";
  for (int g = 0; g < std::min(report.groups.count, most_groups); ++g) {
    const auto group = report.groups.group(g);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < std::min<std::size_t>(group.size(), 8); ++k)
      names.push_back(report.states[static_cast<std::size_t>(group[k])]);
    if (group.size() > names.size())
      names.push_back("... " + std::to_string(group.size() - names.size()) + " more");
    out += "  " + std::to_string(g + 1) + "  " + join(names, ", ") + '\n';
  }
  if (report.groups.count > most_groups)
    out += "  ... and " + std::to_string(report.groups.count - most_groups) + " more\n";
  return out;
}

std::string jacobian_json(const JacobianReport& report) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array(), groups = Json::array();
  for (int j = 0; j < report.pattern.cols; ++j) {
    const auto column = report.pattern.column(j);
    rows.push_back(std::vector<int>(column.begin(), column.end()));
  }
  for (int g = 0; g < report.groups.count; ++g) {
    const auto group = report.groups.group(g);
    groups.push_back(std::vector<int>(group.begin(), group.end()));
  }
  const Json json = {{"solver", report.solver},
                     {"needed", report.needed},
                     {"size", report.pattern.cols},
                     {"nonzeros", report.pattern.nonzeros()},
                     {"states", report.states},
                     {"rows_by_column", rows},
                     {"groups", groups},
                     {"asked", to_text(report.asked)},
                     {"method", to_text(report.choice.method)},
                     {"reason", report.choice.reason},
                     {"concern", report.choice.concern},
                     {"evaluations", report.evaluations},
                     {"without_derivative", report.without_derivative},
                     {"linear_solver",
                      {{"kind", to_text(report.linear.kind)},
                       {"reason", report.linear.reason},
                       {"nonzeros", report.linear.nonzeros},
                       {"factor_nonzeros", report.linear.factor_nonzeros},
                       {"fill_in", report.linear.fill_in()},
                       {"lower_bandwidth", report.linear.lower},
                       {"upper_bandwidth", report.linear.upper}}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sim
