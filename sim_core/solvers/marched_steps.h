#pragma once
// Steps of a small system that are taken one behind the other before anybody looks at them, see
// Stepper::march(): a call for each question that is asked between two steps costs more than such a step.
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "sim_core/solvers/error_weights.h"

namespace sim {

struct MarchBounds {
  double t_limit = 0;     // the last step may end here
  double stop = 0;        // and none begins here or behind it
  std::size_t steps = 0;  // at most
  int refine = 1;         // rows a step: inside of it, and at its end
  // Called behind each step, with the state; may change the weights. Empty: nobody wants to.
  std::function<void(std::span<const double> x, ErrorWeights& weights)> accepted = {};
};

struct MarchedSteps {
  struct Step {
    double begin, end;
    ErrorNorm error;
    double next;  // the length that the method would like the next one to have
    int rejected;
  };
  std::vector<Step> steps;
  std::vector<int> rejected;  // for each trial that was, the component whose error was too large
  // Rows of times and states, of all steps; there may be room for more.
  std::size_t rows = 0;
  std::vector<double> times, states;

  void clear() {
    steps.clear();
    rejected.clear();
    rows = 0;
  }
  void make_room(std::size_t more_steps, std::size_t more_rows, std::size_t states_in_row) {
    steps.reserve(more_steps);
    if (times.size() < more_rows) times.resize(more_rows);
    if (states.size() < more_rows * states_in_row) states.resize(more_rows * states_in_row);
  }
};

}  // namespace sim
