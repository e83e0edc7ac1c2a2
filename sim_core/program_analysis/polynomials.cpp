#include "sim_core/program_analysis/polynomials.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {

namespace {

constexpr std::size_t most_terms = 200;  // of a product
constexpr int highest_power = 20;
constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
constexpr int significant_bits = 40;  // in which equal coefficients agree

}  // namespace

bool is_rounding(double sum, double before, double change) {
  return std::fabs(sum) <= rounding * std::max(std::fabs(before), std::fabs(change));
}

Polynomial Polynomials::atom(const Key& key, bool truth) {
  const auto [at, fresh] = atom_numbers_.try_emplace(key, static_cast<int>(atoms_.size()));
  if (fresh) atoms_.push_back({key, truth});
  return {{number_of({{at->second, 1}}), 1.0}};
}

Monomial Polynomials::number_of(std::vector<Factor> factors) {
  const auto [at, fresh] =
      monomial_numbers_.try_emplace(std::move(factors), static_cast<Monomial>(monomials_.size()));
  if (fresh) monomials_.push_back(at->first);
  return at->second;
}

void Polynomials::add(Polynomial& sum, const Polynomial& p, double factor) {
  for (const auto& [monomial, coefficient] : p) {
    const auto [at, fresh] = sum.try_emplace(monomial, 0.0);
    const double before = at->second, change = factor * coefficient;
    at->second += change;
    if (is_rounding(at->second, before, change)) sum.erase(at);
  }
}

std::optional<Monomial> Polynomials::product(Monomial a, Monomial b) {
  if (a == constant_term) return b;
  if (b == constant_term) return a;
  std::vector<Factor> all;
  const std::vector<Factor>&left = factors(a), &right = factors(b);
  auto one = left.begin(), other = right.begin();
  while (one != left.end() || other != right.end()) {
    if (other == right.end() || (one != left.end() && one->atom < other->atom)) {
      all.push_back(*one++);
    } else if (one == left.end() || other->atom < one->atom) {
      all.push_back(*other++);
    } else {
      const int power = one->power + other->power;
      const bool truth = atoms_[static_cast<std::size_t>(one->atom)].truth;
      if (std::abs(power) > highest_power) return std::nullopt;
      if (power != 0) all.push_back({one->atom, truth ? 1 : power});
      ++one, ++other;
    }
  }
  return number_of(std::move(all));
}

std::optional<Polynomial> Polynomials::product(const Polynomial& a, const Polynomial& b) {
  if (a.size() * b.size() > most_terms) return std::nullopt;
  Polynomial all;
  for (const auto& [left, x] : a)
    for (const auto& [right, y] : b) {
      const auto monomial = product(left, right);
      if (!monomial || !std::isfinite(x * y)) return std::nullopt;
      if (x * y != 0) add(all, {{*monomial, x * y}});
    }
  return all;
}

std::optional<Polynomial> Polynomials::power(const Polynomial& a, int n) {
  if (std::abs(n) > highest_power || (n < 0 && a.empty())) return std::nullopt;
  if (n < 0 && a.size() == 1) {
    const auto& [monomial, coefficient] = *a.begin();
    std::vector<Factor> inverse = factors(monomial);
    for (Factor& factor : inverse) {
      if (atoms_[static_cast<std::size_t>(factor.atom)].truth) return std::nullopt;
      factor.power = -factor.power;
    }
    return power({{number_of(std::move(inverse)), 1 / coefficient}}, -n);
  }
  if (n < 0) {
    // The same atom for all multiples.
    Polynomial scaled;
    const double lead = a.begin()->second;
    add(scaled, a, 1 / lead);
    Polynomial inverse = atom({-1, identity(scaled)});
    inverse.begin()->second = 1 / lead;
    return power(inverse, -n);
  }
  std::optional<Polynomial> all = constant(1);
  for (int k = 0; k < n && all; ++k) all = product(*all, a);
  return all;
}

std::int64_t Polynomials::identity(const Polynomial& p) {
  std::vector<std::int64_t> key;
  for (const auto& [monomial, coefficient] : p) {
    int exponent = 0;
    const double mantissa = std::frexp(coefficient, &exponent);
    key.push_back(monomial);
    key.push_back(std::llround(std::ldexp(mantissa, significant_bits)));
    key.push_back(exponent);
  }
  return identities_.try_emplace(std::move(key), static_cast<std::int64_t>(identities_.size())).first->second;
}

}  // namespace sim
