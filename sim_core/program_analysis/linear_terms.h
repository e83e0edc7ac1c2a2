#pragma once
// Values as polynomials: what arithmetic makes of whatever it is made of, however it is written. Beyond
// arithmetic, a function of equal polynomials is one atom; even and odd functions are known as such; a select
// is the sum of both sides, each times a truth.
//
// Where a node is the solution of equations (Constrained, LinearSolve), its elements are atoms about which
// more is known: the equations are polynomials that are zero.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sim_core/ir/known_values.h"
#include "sim_core/program_analysis/polynomials.h"

namespace sim {

// A polynomial that is zero, whatever the state.
struct Relation {
  Polynomial zero;
  ir::NodeId solution = ir::no_node;  // of which equations
  bool balance = false;               // between elements of the solution alone, with constant factors
};

class LinearTerms {
 public:
  LinearTerms(const ir::Graph& graph, std::span<const double> parameters)
      : graph_(graph), known_(graph, parameters) {}

  // Finds those of these nodes, and the relations behind them. False: there are more terms than can be looked
  // at.
  bool find(std::span<const ir::NodeId> nodes);
  // By element of one of them.
  const std::vector<Polynomial>& operator()(ir::NodeId id) const {
    return forms_[static_cast<std::size_t>(id)];
  }
  const std::vector<Relation>& relations() const { return relations_; }

  // The part of `p` that is linear in the solutions of Constrained nodes, as a polynomial in other atoms:
  // what an impulse does, under which all else stays finite. Nothing where such a solution stands in a
  // product.
  std::optional<Polynomial> impulses(const Polynomial& p);

 private:
  static constexpr std::size_t most_terms = 2'000'000;

  std::vector<Polynomial> compute(ir::NodeId id);
  std::vector<Polynomial> structure(ir::NodeId id);
  Polynomial elementwise(const ir::Node& n, std::size_t k);
  Polynomial multiplied(const Polynomial& a, const Polynomial& b);
  Polynomial raised(const Polynomial& a, int n);
  Polynomial truth(ir::NodeId condition, std::size_t k);
  Polynomial chosen(const ir::Node& n, std::size_t k);
  Polynomial function(const ir::Node& n, std::size_t k);
  std::vector<Polynomial> matrix_product(const ir::Node& n);
  std::vector<Polynomial> atoms(ir::NodeId id);
  void relate(ir::NodeId id);
  void relate_constrained(ir::NodeId id);
  void relate_linear_solve(ir::NodeId id);
  const Polynomial& element(ir::NodeId id, std::size_t k) const;
  std::span<const double> factors(ir::NodeId id) const;

  const ir::Graph& graph_;
  ir::KnownValues known_;
  Polynomials polynomials_;
  std::vector<std::vector<Polynomial>> forms_;  // by node
  std::vector<Relation> relations_;
};

}  // namespace sim
