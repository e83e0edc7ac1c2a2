#pragma once
// Tunes a PID controller in the background: the loop as it is, a target, the gains for it, and what is drawn
// of both. Where at most parameters have changed since the last question, nothing is compiled.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/compiled/inquiry.h"
#include "editor/linear/linear_curves.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/pid_tuning/pid_tuner.h"

namespace fluxion {

// Of the step responses beside the Bode plot.
enum class PidResponse { Reference, Disturbance, Effort };
inline constexpr int pidResponseCount = 3;

struct PidQuestion {
  std::shared_ptr<const sim::Diagram> diagram;
  sim::Id block = sim::no_id;
  double time = 0;                       // s; before the start: at the start
  std::string point;                     // the text of an operating point; empty: at the time
  std::optional<sim::PidKind> kind;      // none: as the block is
  std::optional<sim::PidTarget> target;  // none: a suggestion
  PidResponse response = PidResponse::Reference;
};

struct PidAnswer : InquiryAnswer {
  std::optional<sim::PidBlock> pid;
  double slowest = 0, fastest = 0;       // crossovers that sliders run over, rad/s; 0: not known
  std::optional<sim::PidTarget> target;  // what was asked for, or suggested
  std::optional<sim::PidLoop> before;    // as the block has its gains
  std::optional<sim::PidTuning> tuning;  // none: refused
  LinearCurves beforeStep, beforeBode, tunedStep, tunedBode;
};

using PidInquiry = Inquiry<PidQuestion, PidAnswer>;
PidInquiry::Work pidWork(std::shared_ptr<CompiledModels> models);

}  // namespace fluxion
