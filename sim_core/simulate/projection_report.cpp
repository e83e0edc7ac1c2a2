#include "sim_core/simulate/projection_report.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/simulate/invariant_check.h"

namespace sim {

static std::string names_of(const RunParts& run, const std::vector<int>& rows) {
  constexpr std::size_t shown = 3;
  std::vector<std::string> names;
  for (int row : rows) names.push_back("'" + run.program->invariant_name(row) + "'");
  if (names.size() > shown) {
    const std::size_t more = names.size() - shown;
    names.resize(shown);
    names.push_back("and " + std::to_string(more) + " more");
  }
  return join(names, ", ");
}

bool report_projection(RunParts& run) {
  if (!run.projection.active()) return true;
  if (!run.projection.not_converged() && !run.projection.contradictory() && !run.projection.too_large())
    return true;
  const std::vector<int> rows = run.projection.worst_rows();
  const int block = rows.empty() ? -1 : run.program->invariants[static_cast<std::size_t>(rows.front())].block;
  const std::string when = " at t = " + told_time(run.stepper->time());
  if (run.projection.not_converged())
    run.reporter.warn_once(
        "projection not convergent", block,
        "the projection onto " + names_of(run, rows) + " does not converge" + when +
            "; the states there stay as the solver left them",
        "use a smaller step, or the Newton projection method, and check whether states can satisfy what "
        "is declared");
  if (run.projection.contradictory())
    run.reporter.warn_once("projection contradictory", block,
                           "no states satisfy all of " + names_of(run, rows) + when +
                               "; their residuals are made as small as their weights say",
                           "leave out what contradicts the others, or only monitor it");
  if (!run.projection.too_large() || run.options.projection_too_large == Policy::None) return true;
  const std::string message =
      "the projection" + (rows.empty() ? std::string() : " onto " + names_of(run, rows)) + " moved " +
      run.program->state_name(run.projection.worst_state()) + " by " +
      to_text(std::round(run.projection.perturbation() * 100) / 100) + " times the solver's tolerance" + when;
  const char* remedy =
      "tighten RelTol or use a smaller step, so that the projection stays within the tolerance";
  if (run.options.projection_too_large == Policy::Error) return run.reporter.fail(block, message, remedy);
  run.reporter.warn_once("projection too large", block, message, remedy);
  return true;
}

// Only those that states are held to: what is watched may be known to drift.
void check_invariants(RunParts& run, double t, std::span<const double> x) {
  const bool any = std::any_of(run.program->invariants.begin(), run.program->invariants.end(),
                               [](const InvariantInfo& info) { return info.active && !info.lower_bound; });
  if (!any || run.program->state_count == 0) return;
  const double span = run.options.stop_time - run.options.start_time;
  for (const InvariantDrift& drift : find_drifts(run.equations, run.histories, t, x,
                                                 std::isfinite(span) ? span : 50 * run.options.max_step)) {
    const std::string percent = to_text(std::round(1000 * std::fabs(drift.rate) / drift.terms) / 10);
    run.reporter.warn_once("drift" + std::to_string(drift.row),
                           run.program->invariants[static_cast<std::size_t>(drift.row)].block,
                           "the equations do not conserve '" + run.program->invariant_name(drift.row) +
                               "': near the initial state at t = " + told_time(t) +
                               " its residual changes by " + told(drift.rate) + " per second, " + percent +
                               " % of its terms",
                           "check the expression and its constants, or set its action to monitor only");
  }
}

}  // namespace sim
