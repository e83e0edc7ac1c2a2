#pragma once
// A trim for each combination of some values of the model: flight conditions, loads, gains. Each search
// begins at what its neighbor found, and where the model begins if that leads nowhere, so that neighbors are
// on the same branch of solutions.
#include <functional>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/study/study.h"
#include "sim_core/study/trim_specification.h"

namespace sim {

struct TrimGridQuestion {
  std::vector<Variation> variations;  // lists; the last one changes fastest
  std::vector<AnalysisPoint> points;  // none: those of the model
  TrimSpecification specification;
};

struct TrimGridRow {
  std::vector<std::string> values;  // of the variations
  bool satisfied = false;
  std::string message;          // why it is not, or why there is no point at all
  std::vector<double> x, u, y;  // empty: there is no point
};

struct TrimGridTable {
  std::vector<std::string> variations, states, inputs, outputs;  // names of the columns
  std::vector<TrimGridRow> rows;
  std::size_t unsatisfied() const;
};

// Errors: no or unknown variations, a model that does not compile with the first values, names in the
// specification that it does not have. `take`: called with each row as it comes, how many there will be;
// false ends the work, with the rows so far.
using TrimGridTake = std::function<bool(const TrimGridRow& row, std::size_t count)>;
Result<TrimGridTable> trim_grid(const Diagram& diagram, const BlockLibrary& library,
                                const TrimGridQuestion& question, const TrimGridTake& take = {});

// Comma-separated: the variations, states, inputs, outputs, `status` (trimmed or failed), `message`.
std::string to_csv(const TrimGridTable& table);

}  // namespace sim
