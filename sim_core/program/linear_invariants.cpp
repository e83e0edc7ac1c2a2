#include "sim_core/program/linear_invariants.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/program/linear_terms.h"

namespace sim {

namespace {

constexpr std::size_t most_states = 2000;
// Factors are the results of a few roundings; what cancels leaves some of these.
constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();

// A row of S while it is eliminated, and which combination of rows of S it is.
struct Row {
  LinearForm terms;
  std::map<int, double> combination;  // by state
};

// row -= factor * other; what cancels to within rounding is gone.
template <class Key>
void subtract(std::map<Key, double>& row, const std::map<Key, double>& other, double factor) {
  for (const auto& [key, value] : other) {
    const auto [at, fresh] = row.try_emplace(key, 0.0);
    const double before = std::fabs(at->second), change = factor * value;
    at->second -= change;
    if (std::fabs(at->second) <= rounding * std::max(before, std::fabs(change))) row.erase(at);
  }
}

// States in whose derivative a term goes that goes nowhere else belong to no invariant: they are left out, as
// long as there are any.
void leave_out_sole_terms(std::map<int, LinearForm>& rows) {
  std::map<Term, std::set<int>> users;
  for (const auto& [state, form] : rows)
    for (const auto& [term, factor] : form) users[term].insert(state);
  std::vector<int> leaving;
  for (const auto& [term, states] : users)
    if (states.size() == 1) leaving.push_back(*states.begin());
  while (!leaving.empty()) {
    const auto at = rows.find(leaving.back());
    leaving.pop_back();
    if (at == rows.end()) continue;
    for (const auto& [term, factor] : at->second) {
      std::set<int>& states = users[term];
      states.erase(at->first);
      if (states.size() == 1) leaving.push_back(*states.begin());
    }
    rows.erase(at);
  }
}

// Gauss's elimination by rows: what becomes zero is a combination that no term changes.
std::vector<std::map<int, double>> null_combinations(const std::map<int, LinearForm>& rows) {
  std::map<Term, Row> pivots;
  std::vector<std::map<int, double>> found;
  for (const auto& [state, form] : rows) {
    Row row{form, {{state, 1.0}}};
    for (auto at = row.terms.begin(); at != row.terms.end();) {
      const Term term = at->first;
      const auto pivot = pivots.find(term);
      if (pivot == pivots.end()) {
        ++at;
        continue;
      }
      const double factor = at->second / pivot->second.terms.at(term);
      subtract(row.terms, pivot->second.terms, factor);
      row.terms.erase(term);
      subtract(row.combination, pivot->second.combination, factor);
      at = row.terms.upper_bound(term);
    }
    if (row.terms.empty()) {
      found.push_back(std::move(row.combination));
      continue;
    }
    // Where elimination goes on in the order of terms, a pivot has to be the first of its row.
    const Term first = row.terms.begin()->first;
    pivots.emplace(first, std::move(row));
  }
  return found;
}

// p / q with a small q, or 0.
int denominator_of(double v) {
  for (int q = 1; q <= 1000; ++q)
    if (std::fabs(v * q - std::round(v * q)) <= 1e-9 * std::fabs(v * q)) return q;
  return 0;
}

// In the smallest whole numbers there are, the first one positive.
LinearInvariant in_whole_numbers(const std::map<int, double>& combination) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [state, factor] : combination) least = std::min(least, std::fabs(factor));
  if (combination.begin()->second < 0) least = -least;
  long common = 1;
  for (const auto& [state, factor] : combination) {
    const int q = denominator_of(factor / least);
    common = q == 0 || common > 1'000'000 ? 0 : std::lcm(common, static_cast<long>(q));
    if (common == 0) break;
  }
  LinearInvariant invariant;
  for (const auto& [state, factor] : combination) {
    const double scaled = factor / least;
    invariant.terms.emplace_back(state,
                                 common == 0 ? scaled : std::round(scaled * static_cast<double>(common)));
  }
  return invariant;
}

bool holds(const LinearInvariant& invariant, const std::map<int, LinearForm>& rows) {
  std::map<Term, std::pair<double, double>> sums;  // and of magnitudes
  for (const auto& [state, coefficient] : invariant.terms)
    for (const auto& [term, factor] : rows.at(state)) {
      sums[term].first += coefficient * factor;
      sums[term].second += std::fabs(coefficient * factor);
    }
  return std::all_of(sums.begin(), sums.end(), [](const auto& each) {
    return std::fabs(each.second.first) <= rounding * each.second.second;
  });
}

}  // namespace

std::optional<std::vector<LinearInvariant>> linear_invariants(const Program& program) {
  const Kernel& derivatives = program.kernel(KernelKind::Derivatives);
  LinearTerms terms(program.graph, program.parameters);
  if (!terms.find(derivatives.results)) return {};
  std::set<int> reset;
  for (const ResetInfo& info : program.resets) reset.insert(info.state);
  std::map<int, LinearForm> rows;
  int state = 0;
  for (ir::NodeId id : derivatives.results)
    for (const LinearForm& form : terms(id)) {
      if (!reset.contains(state)) rows.emplace(state, form);
      ++state;
    }
  leave_out_sole_terms(rows);
  if (rows.size() > most_states) return {};
  std::vector<LinearInvariant> found;
  for (const auto& combination : null_combinations(rows))
    if (auto invariant = in_whole_numbers(combination); holds(invariant, rows))
      found.push_back(std::move(invariant));
  return found;
}

std::string to_text(const LinearInvariant& invariant, const Program& program) {
  std::string text;
  for (const auto& [state, coefficient] : invariant.terms) {
    const double size = std::fabs(coefficient);
    text += text.empty() ? (coefficient < 0 ? "-" : "") : coefficient < 0 ? " - " : " + ";
    if (size != 1) text += to_text(size) + " ";
    text += program.state_name(state);
  }
  return text;
}

}  // namespace sim
