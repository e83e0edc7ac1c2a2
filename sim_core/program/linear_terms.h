#pragma once
// Values as sums of terms with constant factors: what arithmetic with constants makes of whatever it is made
// of.
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim_core/ir/known_values.h"

namespace sim {

// What a factor belongs to: a state, an element of a node, or 1.
using Term = std::int64_t;
inline constexpr Term constant_term = -1;
constexpr Term state_term(int state) { return -2 - static_cast<Term>(state); }

// The factors of one number, none of them zero.
using LinearForm = std::map<Term, double>;

class LinearTerms {
 public:
  LinearTerms(const ir::Graph& graph, std::span<const double> parameters)
      : graph_(graph), known_(graph, parameters) {}

  // Finds those of these nodes. False: there are more terms than can be looked at.
  bool find(std::span<const ir::NodeId> nodes);
  // By element of one of them.
  const std::vector<LinearForm>& operator()(ir::NodeId id) const {
    return forms_[static_cast<std::size_t>(id)];
  }

 private:
  static constexpr std::size_t most_terms = 2'000'000;

  std::vector<LinearForm> compute(ir::NodeId id) const;
  std::vector<LinearForm> structure(ir::NodeId id) const;
  std::vector<LinearForm> product(const ir::Node& n) const;
  std::vector<LinearForm> matrix_product(const ir::Node& n) const;
  std::vector<LinearForm> atoms(ir::NodeId id) const;
  std::span<const double> factors(ir::NodeId id) const;

  const ir::Graph& graph_;
  ir::KnownValues known_;
  std::vector<std::vector<LinearForm>> forms_;  // by node
};

}  // namespace sim
