#include "editor/pid_tuning/pid_inquiry.h"

#include "editor/compiled/kept_linearizer.h"

namespace fluxion {

namespace {

const sim::LinearModel& responseOf(const sim::PidLoop& loop, PidResponse response) {
  return response == PidResponse::Reference     ? loop.reference
         : response == PidResponse::Disturbance ? loop.disturbance
                                                : loop.effort;
}

// The tuner of the last question serves the next while the model stays.
class PidTuningWork {
 public:
  explicit PidTuningWork(std::shared_ptr<CompiledModels> models)
      : m_models(std::move(models)), m_linearizer(m_models) {}

  sim::Diagnostics compute(const PidQuestion& question, PidAnswer& out) {
    if (sim::Diagnostics problems = prepare(question); !problems.empty()) return problems;
    out.pid = m_tuner->plant().pid;
    out.slowest = m_tuner->slowest(), out.fastest = m_tuner->fastest();
    if (auto before = m_tuner->present()) {
      out.before = *std::move(before);
      draw(*out.before, question.response, out.beforeStep, out.beforeBode);
    }
    out.target = question.target;
    if (!out.target) {
      const auto suggested = m_tuner->suggestion(question.kind.value_or(out.pid->kind));
      if (!suggested) return suggested.errors();
      out.target = *suggested;
    }
    auto tuning = m_tuner->tune(*out.target);
    if (!tuning) return tuning.errors();
    out.tuning = *std::move(tuning);
    draw(out.tuning->loop, question.response, out.tunedStep, out.tunedBode);
    return {};
  }

 private:
  static void draw(const sim::PidLoop& loop, PidResponse response, LinearCurves& step, LinearCurves& bode) {
    bode = linearCurves(loop.open, {});
    bode.marks.clear();
    if (!loop.stable) return;  // its step would dwarf the other one
    step = linearCurves(responseOf(loop, response), {.view = LinearView::Step});
    step.marks.clear();
  }

  sim::Diagnostics prepare(const PidQuestion& question) {
    if (m_tuner && m_diagram == question.diagram && m_block == question.block && m_time == question.time &&
        m_point == question.point)
      return {};
    m_tuner.reset();
    const auto pid = sim::read_pid(*question.diagram, *m_models->library(), question.block);
    if (!pid) return pid.errors();
    const auto points = sim::pid_points(*question.diagram, *pid);
    if (!points) return points.errors();
    if (sim::Diagnostics problems = m_linearizer.follow(*question.diagram, *points); !problems.empty())
      return problems;
    const auto reached = m_linearizer->reach({question.time});
    if (!reached) return reached.errors();
    sim::OperatingPoint point = reached->front();
    if (!question.point.empty()) {
      auto given = m_linearizer.pointOf(*question.diagram, question.point, point);
      if (!given) return given.errors();
      point = *std::move(given);
    }
    auto plant = sim::pid_plant(*m_linearizer, point, *pid);
    if (!plant) return plant.errors();
    auto tuner = sim::PidTuner::prepare(*question.diagram, *m_models->library(), *std::move(plant));
    if (!tuner) return tuner.errors();
    m_tuner = *std::move(tuner);
    m_diagram = question.diagram, m_block = question.block;
    m_time = question.time, m_point = question.point;
    return {};
  }

  const std::shared_ptr<CompiledModels> m_models;
  KeptLinearizer m_linearizer;
  std::optional<sim::PidTuner> m_tuner;
  // What it is of.
  std::shared_ptr<const sim::Diagram> m_diagram;
  sim::Id m_block = sim::no_id;
  double m_time = 0;
  std::string m_point;
};

}  // namespace

PidInquiry::Work pidWork(std::shared_ptr<CompiledModels> models) {
  return {"tune the controller", [tuning = std::make_shared<PidTuningWork>(std::move(models))](
                                     const PidQuestion& question, PidAnswer& out, const PidInquiry::Wanted&) {
            return tuning->compute(question, out);
          }};
}

}  // namespace fluxion
