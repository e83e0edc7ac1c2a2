#include <cmath>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/study/sensitivity_designs.h"
#include "sim_core/study/sobol.h"
#include "sim_core/study/study.h"

namespace sim {

static std::size_t number_count(DistributionKind kind) {
  return kind == DistributionKind::Triangular ? 3 : kind == DistributionKind::Exponential ? 1 : 2;
}

// Why a distribution cannot have these numbers; empty: it can.
static std::string problem_with(const Variation& v) {
  using enum DistributionKind;
  const std::string name(distribution_names[static_cast<std::size_t>(v.kind)]);
  if (v.numbers.size() != number_count(v.kind))
    return name + " has " + std::to_string(number_count(v.kind)) + " numbers, and " +
           std::to_string(v.numbers.size()) + " are given";
  for (const double number : v.numbers)
    if (!std::isfinite(number)) return "a number of the distribution is not finite";
  const auto& n = v.numbers;
  if ((v.kind == Uniform || v.kind == Loguniform) && !(n[0] < n[1])) return "its range is empty";
  if (v.kind == Loguniform && !(n[0] > 0)) return "its range is not above zero";
  if (v.kind == Triangular && !(n[0] < n[2] && n[0] <= n[1] && n[1] <= n[2]))
    return "its mode is not within its range";
  if ((v.kind == Normal || v.kind == Lognormal) && !(n[1] > 0))
    return "its standard deviation is not above zero";
  if (v.kind == Exponential && !(n[0] > 0)) return "its mean is not above zero";
  return {};
}

static void check_variations(const Study& study, Diagnostics& problems) {
  std::set<std::string> names;
  const bool lists_only = study.sampling == Sampling::Grid || study.sampling == Sampling::List;
  for (std::size_t k = 0; k < study.variations.size(); ++k) {
    const Variation& v = study.variations[k];
    const std::string place = v.name.empty() ? "variations[" + std::to_string(k) + "]" : v.name;
    if (v.name.empty())
      problems.push_back(error(place, "it has no name", "name a variable, or Block/path.parameter"));
    else if (!names.insert(v.name).second)
      problems.push_back(error(place, "two variations have this name", "remove one"));
    if (!v.values.empty()) {
      if (study.sampling == Sampling::List && v.values.size() != study.variations.front().values.size())
        problems.push_back(error(place, "its list is not as long as the others",
                                 "give each variation as many values, or set sampling to grid"));
      continue;
    }
    if (v.numbers.empty())
      problems.push_back(error(place, "it has no values", "give it values, or a distribution"));
    else if (lists_only)
      problems.push_back(error(place, "a distribution has no values for a grid or list",
                               "set sampling to random, latin_hypercube or sobol"));
    else if (const std::string why = problem_with(v); !why.empty())
      problems.push_back(error(place, why, "change its numbers"));
  }
}

Diagnostics check_study(const Study& study) {
  Diagnostics problems;
  if (study.variations.empty())
    problems.push_back(error("variations", "nothing varies", "name a variable and its values"));
  if (study.variations.size() > most_variations)
    problems.push_back(
        error("variations", "there are more than " + std::to_string(most_variations), "vary less at once"));
  if (study.sampling == Sampling::Sobol && study.variations.size() > sobol_dimensions)
    problems.push_back(error("variations",
                             "sobol has at most " + std::to_string(sobol_dimensions) + " dimensions",
                             "set sampling to latin_hypercube"));
  check_variations(study, problems);
  const Diagnostics together = check_correlations(study);
  problems.insert(problems.end(), together.begin(), together.end());
  if (study.results.empty())
    problems.push_back(
        error("results", "nothing is asked of the runs", "name an expression, such as max(y)"));
  if (study.results.size() > most_results)
    problems.push_back(
        error("results", "there are more than " + std::to_string(most_results), "ask for less"));
  std::set<std::string> names{"sample", "status", "message"};
  for (const Variation& v : study.variations) names.insert(v.name);
  for (const StudyResult& result : study.results)
    if (result.name.empty() || !names.insert(result.name).second)
      problems.push_back(error(result.name.empty() ? "results" : result.name,
                               result.name.empty() ? "a result has no name" : "another column has this name",
                               "give each result a name of its own"));
  if ((study.sampling == Sampling::Morris || study.sampling == Sampling::SobolIndices) && study.samples < 2)
    problems.push_back(error("samples", "one sample has no spread", "set samples to at least 2"));
  if (problems.empty() && run_count(study) < 1)
    problems.push_back(error("samples", "there are no runs", "set samples to at least 1"));
  if (problems.empty() && run_count(study) > most_samples)
    problems.push_back(
        error("samples", "there are more than " + std::to_string(most_samples) + " runs", "split the study"));
  return problems;
}

std::uint64_t run_count(const Study& study) {
  if (study.sampling == Sampling::List)
    return study.variations.empty() ? 0 : study.variations.front().values.size();
  double all = study.sampling == Sampling::OneAtATime || study.sampling == Sampling::Grid
                   ? 1
                   : static_cast<double>(study.samples);
  if (study.sampling == Sampling::Grid)
    for (const Variation& v : study.variations) all *= static_cast<double>(v.values.size());
  else if (is_sensitivity_design(study.sampling))
    all *= static_cast<double>(design_block(study.sampling, study.variations.size()));
  else
    return study.samples;
  return all > 1e18 ? std::uint64_t{1} << 60 : static_cast<std::uint64_t>(all);
}

}  // namespace sim
