#include "sim_core/estimation/estimation_json.h"

#include <nlohmann/json.hpp>

namespace sim {

std::string estimation_json(const EstimationReport& report) {
  using Json = nlohmann::ordered_json;  // infinities and what is not a number become null when it is written
  const FitStatistics& statistics = report.statistics;
  Json parameters = Json::array(), fits = Json::array(), notes = Json::array();
  for (std::size_t k = 0; k < report.parameters.size(); ++k)
    parameters.push_back({{"name", report.parameters[k].name},
                          {"value", report.search.x[k]},
                          {"standard_error", statistics.standard_error[k]},
                          {"interval", {statistics.low[k], statistics.high[k]}},
                          {"interval_from", statistics.profiled[k] != 0 ? "profile" : "linearization"},
                          {"correlation", statistics.correlation[k]},
                          {"at_bound", report.search.at_bound[k] != 0}});
  for (const EstimationFit& fit : report.fits)
    fits.push_back({{"experiment", fit.experiment},
                    {"signal", fit.signal},
                    {"fit_percent", fit.percent},
                    {"time", fit.times},
                    {"measured", fit.measured},
                    {"simulated", fit.simulated}});
  for (const Diagnostic& note : report.notes) notes.push_back(to_text(note));
  const Json out{{"parameters", parameters},
                 {"residual_sum_of_squares", report.search.sum},
                 {"degrees_of_freedom", statistics.degrees},
                 {"iterations", report.search.iterations},
                 {"runs", report.runs},
                 {"derivatives", report.differences.empty() ? "exact" : "differences"},
                 {"converged", report.search.converged},
                 {"fits", fits},
                 {"notes", notes}};
  return out.dump(2) + "\n";
}

}  // namespace sim
