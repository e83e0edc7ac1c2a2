#pragma once
// A model that is linearized again and again while it is edited: it is compiled again only as far as it must.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/compiled/compiled_models.h"
#include "sim_core/linear_analysis/instrumented_model.h"
#include "sim_core/linear_analysis/linearize.h"

namespace fluxion {

class KeptLinearizer {
 public:
  explicit KeptLinearizer(std::shared_ptr<CompiledModels> models) : m_models(std::move(models)) {}

  // Of this diagram from now on, from and to its own points or to these; where there are errors, of the one
  // before.
  sim::Diagnostics follow(const sim::Diagram& diagram);
  sim::Diagnostics follow(const sim::Diagram& diagram, std::vector<sim::AnalysisPoint> points);

  // The point in a file of a run of the diagram; what it does not say is as in `otherwise`.
  sim::Result<sim::OperatingPoint> pointOf(const sim::Diagram& diagram, const std::string& file,
                                           const sim::OperatingPoint& otherwise) const;

  // After follow() without errors.
  sim::Linearizer& operator*() { return *m_linearizer; }
  sim::Linearizer* operator->() { return &*m_linearizer; }
  const sim::Linearizer* operator->() const { return &*m_linearizer; }
  explicit operator bool() const { return m_linearizer.has_value(); }

 private:
  const std::shared_ptr<CompiledModels> m_models;
  std::optional<sim::Linearizer> m_linearizer;
  std::vector<sim::AnalysisPoint> m_points;
};

}  // namespace fluxion
