#pragma once
// Polynomials with real coefficients over atoms, which are whatever arithmetic does not take apart: a state,
// an element of an opaque node, a function of polynomials. Powers may be negative. However a product is
// written, it becomes the same sum of monomials; so two expressions that are equal by the rules of arithmetic
// have the same polynomial, to within rounding of coefficients.
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace sim {

// A product of powers of atoms, by number.
using Monomial = std::int32_t;
inline constexpr Monomial constant_term = 0;

// The coefficients, none of them zero.
using Polynomial = std::map<Monomial, double>;

// What is left of a sum where it cancels, relative to what was added.
bool is_rounding(double sum, double before, double change);

class Polynomials {
 public:
  Polynomials() { number_of({}); }

  // What says which atom it is: equal keys are one atom. A truth is 0 or 1, and so are its powers.
  using Key = std::vector<std::int64_t>;
  Polynomial atom(const Key& key, bool truth = false);
  static Polynomial constant(double v) { return v == 0 ? Polynomial() : Polynomial{{constant_term, v}}; }

  // Terms that cancel to within rounding are gone.
  static void add(Polynomial& sum, const Polynomial& p, double factor = 1);
  // None: it has too many terms.
  std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b);
  // a^n; of a sum a negative power is an atom. None: too many terms.
  std::optional<Polynomial> power(const Polynomial& a, int n);
  // Equal polynomials, to within rounding, have equal numbers.
  std::int64_t identity(const Polynomial& p);

  struct Factor {
    int atom = 0, power = 0;
    auto operator<=>(const Factor&) const = default;
  };
  const std::vector<Factor>& factors(Monomial m) const { return monomials_[static_cast<std::size_t>(m)]; }
  const Key& key(int atom) const { return atoms_[static_cast<std::size_t>(atom)].key; }
  Monomial number_of(std::vector<Factor> factors);

 private:
  struct Atom {
    Key key;
    bool truth = false;
  };
  std::optional<Monomial> product(Monomial a, Monomial b);

  std::vector<Atom> atoms_;
  std::map<Key, int> atom_numbers_;
  std::vector<std::vector<Factor>> monomials_;
  std::map<std::vector<Factor>, Monomial> monomial_numbers_;
  std::map<std::vector<std::int64_t>, std::int64_t> identities_;
};

}  // namespace sim
