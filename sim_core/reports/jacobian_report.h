#pragma once
// What implicit solvers make of a model's df/dx: where it may be non-zero, which columns are evaluated
// together, how it is obtained and how the systems with it are solved, each with its reason.
#include <string>
#include <vector>

#include "sim_core/linalg/coloring.h"
#include "sim_core/linalg/linear_solver.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/solvers/jacobian_choice.h"

namespace sim {

struct JacobianReport {
  std::string solver;       // its name
  bool needed = false;      // it is an implicit one
  SparsityPattern pattern;  // of df/dx
  Coloring groups;          // its columns, as sparse methods evaluate them together
  int evaluations = 0;      // of f (perturbation) or directional derivatives (analytical) for one Jacobian
  JacobianMethod asked = JacobianMethod::Auto;
  JacobianChoice choice;
  LinearSolverReport linear;                    // of I - h J; its fill-in is that of pivots on the diagonal
  std::vector<std::string> without_derivative;  // paths of blocks that give no derivatives
  std::vector<std::string> states;              // names, by column
};

JacobianReport jacobian_report(const ModelRun& run);

// '#' where entries may be non-zero, row by row; where there are more than `widest` states, a character
// stands for several rows and columns.
std::vector<std::string> spy_plot(const SparsityPattern& pattern, int widest = 64);

// A page of text, lines end in LF; nothing but a line where there are no continuous states.
std::string jacobian_text(const JacobianReport& report);
// Everything, as indented JSON that ends with a line end. Rows, columns and groups are counted from 0.
std::string jacobian_json(const JacobianReport& report);

}  // namespace sim
