#pragma once
// A row of the table: a piece of work by Fluxion beside the same work by hand, or beside a limit.
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sim {

struct Row {
  std::string work;
  double wanted = 0;  // at most: the ratio to the work by hand, or seconds where nothing is beside it
  // One call each; they are made in turns, and the best of each counts.
  std::function<void()> by_hand, fluxion;
  std::function<double()> fluxion_time;  // seconds, of what measures itself
  // The errors that both make, in units of the tolerance: only work of equal accuracy is comparable.
  std::function<std::pair<double, double>()> errors;
  int rounds = 9;
};

struct Measured {
  double by_hand = 0, fluxion = 0;  // seconds of the processor for one call
};
Measured measure(const Row& row);

void add_small_runs(std::vector<Row>& rows);  // predator and prey, lags
void add_ball(std::vector<Row>& rows);
void add_network_rows(std::vector<Row>& rows);  // hydraulic, electrical, bodies
void add_right_hand_sides(std::vector<Row>& rows);
// Diagrams beside the C that one would write for them.
void add_random_graphs(std::vector<Row>& rows, const std::string& chosen);
// Beside CVODE, at its error. Only those whose names contain `chosen`: finding the tolerance takes several
// runs.
void add_stiff_runs(std::vector<Row>& rows, const std::string& chosen);
void add_files(std::vector<Row>& rows);  // compile, load, save
// The programs in this folder as a whole.
void add_processes(std::vector<Row>& rows, const std::string& programs);

}  // namespace sim
