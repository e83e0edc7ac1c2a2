#include "editor/operating_point/point_inquiry.h"

#include "sim_core/base/failure_report.h"

namespace fluxion {

static InitialPoint initialPoint(const sim::Diagram& model, const sim::BlockLibrary& library) {
  try {
    auto run = sim::ModelRun::prepare(model, library);
    if (!run) return {nullptr, {}, run.errors()};
    auto point = (*run)->initial_point();
    if (!point) return {nullptr, {}, point.errors()};
    return {std::shared_ptr<const sim::ModelRun>(*std::move(run)), *std::move(point), {}};
  } catch (...) {
    return {nullptr, {}, {sim::failure_report("compile the model")}};
  }
}

PointInquiry::PointInquiry(const sim::BlockLibrary& library, QObject* parent)
    : QObject(parent),
      m_background(
          this,
          [library = sharedCopy(library)](const sim::Diagram& model, const auto& wanted) {
            return wanted() ? initialPoint(model, *library) : InitialPoint();
          },
          [this](const InitialPoint& initial) { emit answered(initial); }) {}

}  // namespace fluxion
