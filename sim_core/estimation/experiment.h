#pragma once
// Measured data of one experiment: a table with a column for the time and columns with the names of signals
// that the model records, which are compared, or of its inputs (top-level Inports), which are played.
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/scripting/assignments.h"

namespace sim {

class ModelRun;
struct RecordedSignal;

struct MeasuredSignal {
  std::string name;            // of the recorded signal
  std::vector<double> values;  // in the signal's unit, at the times of the experiment
  double weight = 1;           // of its residuals
};

struct Experiment {
  std::string name;           // of its file
  std::vector<double> times;  // s, not descending
  std::vector<MeasuredSignal> measured;
  std::vector<Assignment> values;  // what is otherwise than in the model: inputs, initial conditions
  // Of a table that is played, by input: the title of its column.
  std::vector<std::pair<std::string, std::string>> columns;
  std::vector<std::string> unused;  // columns that name nothing of the model
};

// Of a CSV or MAT file, or of a kept run (.flxrun), whose signals count as measured. A title may say its
// unit, "speed [rpm]": it is converted to the unit of the signal. Errors: a number that is missing or
// infinite, with its row and column; a unit that does not fit; times that descend; no column that the model
// has.
Result<Experiment> read_experiment(const std::string& path, const Diagram& diagram,
                                   const std::vector<RecordedSignal>& recorded);
// Of what this run of the diagram records.
Result<Experiment> read_experiment(const std::string& path, const Diagram& diagram, const ModelRun& run);

}  // namespace sim
