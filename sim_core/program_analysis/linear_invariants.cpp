#include "sim_core/program_analysis/linear_invariants.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/program_analysis/linear_terms.h"

namespace sim {

namespace {

constexpr std::size_t most_states = 2000, most_rows = 20'000;
constexpr double exact = 1e-12;  // what may be left of sums over a whole elimination, relative to their terms

// What changes with a state: its derivative, and what moves it where a network takes on new laws; or a sum
// that is zero anyhow. `number` counts states from 0 on, the others behind them.
struct Row {
  int number = 0;
  Polynomial terms;
};

// A row while it is eliminated, and which combination of rows it is.
struct Eliminated {
  Polynomial terms;
  std::map<int, double> combination;
};

// row -= factor * other; what cancels to within rounding is gone.
template <class Key>
void subtract(std::map<Key, double>& row, const std::map<Key, double>& other, double factor) {
  for (const auto& [key, value] : other) {
    const auto [at, fresh] = row.try_emplace(key, 0.0);
    const double before = at->second, change = factor * value;
    at->second -= change;
    if (is_rounding(at->second, before, change)) row.erase(at);
  }
}

// Rows with a term that is in no other row take part in no sum that is zero: they are left out, as long as
// there are any.
void leave_out_sole_terms(std::vector<Row>& rows) {
  std::map<Monomial, std::set<std::size_t>> users;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const auto& [term, factor] : rows[k].terms) users[term].insert(k);
  std::vector<std::size_t> leaving;
  std::vector<char> gone(rows.size(), 0);
  for (const auto& [term, using_it] : users)
    if (using_it.size() == 1) leaving.push_back(*using_it.begin());
  while (!leaving.empty()) {
    const std::size_t k = leaving.back();
    leaving.pop_back();
    if (std::exchange(gone[k], 1)) continue;
    for (const auto& [term, factor] : rows[k].terms) {
      std::set<std::size_t>& using_it = users[term];
      using_it.erase(k);
      if (using_it.size() == 1) leaving.push_back(*using_it.begin());
    }
  }
  std::vector<Row> left;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (!gone[k]) left.push_back(std::move(rows[k]));
  rows = std::move(left);
}

// Gauss's elimination by rows, those that are zero anyhow first: what becomes zero is a combination that no
// term changes. Only those with states count.
std::vector<std::map<int, double>> null_combinations(const std::vector<Row>& rows, int states) {
  std::map<Monomial, Eliminated> pivots;
  std::vector<std::map<int, double>> found;
  for (const bool of_states : {false, true})
    for (const Row& from : rows) {
      if ((from.number < states) != of_states) continue;
      Eliminated row{from.terms, {{from.number, 1.0}}};
      for (auto at = row.terms.begin(); at != row.terms.end();) {
        const Monomial term = at->first;
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
        if (of_states) found.push_back(std::move(row.combination));
        continue;
      }
      // Where elimination goes on in the order of terms, a pivot has to be the first of its row.
      const Monomial first = row.terms.begin()->first;
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

// The coefficients of states in the smallest whole numbers there are, the first one positive.
std::map<int, double> in_whole_numbers(const std::map<int, double>& combination, int states) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [row, factor] : combination)
    if (row < states) least = std::min(least, std::fabs(factor));
  if (combination.begin()->second < 0) least = -least;
  long common = 1;
  for (const auto& [row, factor] : combination) {
    if (row >= states) continue;
    const int q = denominator_of(factor / least);
    common = q == 0 || common > 1'000'000 ? 0 : std::lcm(common, static_cast<long>(q));
    if (common == 0) break;
  }
  std::map<int, double> scaled;
  for (const auto& [row, factor] : combination) {
    const double by_least = factor / least, whole = by_least * static_cast<double>(common);
    scaled[row] = common == 0 ? by_least : row < states ? std::round(whole) : whole;
  }
  return scaled;
}

bool holds(const std::map<int, double>& combination, const std::map<int, const Polynomial*>& rows) {
  std::map<Monomial, std::pair<double, double>> sums;  // and of magnitudes
  for (const auto& [row, coefficient] : combination)
    for (const auto& [term, factor] : *rows.at(row)) {
      sums[term].first += coefficient * factor;
      sums[term].second += std::fabs(coefficient * factor);
    }
  return std::all_of(sums.begin(), sums.end(), [](const auto& each) {
    return std::fabs(each.second.first) <= exact * each.second.second;
  });
}

// How a state is moved where something switches.
enum class Moved { Never, ByNetwork, Otherwise };

std::vector<Moved> moves_of(const Program& program) {
  std::vector<Moved> moves(static_cast<std::size_t>(program.state_count), Moved::Never);
  for (const ResetInfo& info : program.resets)
    moves[static_cast<std::size_t>(info.state)] = info.by_network ? Moved::ByNetwork : Moved::Otherwise;
  return moves;
}

// None: there are too many.
std::optional<std::vector<Row>> rows_of(const Program& program) {
  const Kernel& derivatives = program.kernel(KernelKind::Derivatives);
  LinearTerms terms(program.graph, program.parameters);
  if (!terms.find(derivatives.results)) return {};
  const std::vector<Moved> moves = moves_of(program);
  std::vector<Row> rows;
  int state = 0;
  for (ir::NodeId id : derivatives.results)
    for (Polynomial form : terms(id)) {
      const Moved moved = moves[static_cast<std::size_t>(state)];
      const auto impulses = moved == Moved::ByNetwork ? terms.impulses(form) : Polynomial();
      if (impulses) Polynomials::add(form, *impulses);
      if (moved != Moved::Otherwise && impulses) rows.push_back({state, std::move(form)});
      ++state;
    }
  // An impulse obeys the balances of the rates.
  for (const Relation& relation : terms.relations()) {
    rows.push_back({state++, relation.zero});
    if (relation.balance)
      if (auto impulses = terms.impulses(relation.zero)) rows.push_back({state++, *std::move(impulses)});
  }
  return rows;
}

}  // namespace

std::optional<std::vector<LinearInvariant>> linear_invariants(const Program& program) {
  auto all = rows_of(program);
  if (!all) return {};
  std::vector<Row>& rows = *all;
  const int states = program.state_count;
  leave_out_sole_terms(rows);
  const auto of_states =
      std::count_if(rows.begin(), rows.end(), [&](const Row& r) { return r.number < states; });
  if (of_states > static_cast<std::ptrdiff_t>(most_states) || rows.size() > most_rows) return {};
  std::map<int, const Polynomial*> by_number;
  for (const Row& row : rows) by_number[row.number] = &row.terms;
  std::vector<LinearInvariant> found;
  for (const auto& combination : null_combinations(rows, states)) {
    auto chosen = in_whole_numbers(combination, states);
    if (!holds(chosen, by_number)) chosen = combination;
    if (!holds(chosen, by_number)) continue;
    LinearInvariant invariant;
    for (const auto& [row, coefficient] : chosen)
      if (row < states) invariant.terms.emplace_back(row, coefficient);
    found.push_back(std::move(invariant));
  }
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
