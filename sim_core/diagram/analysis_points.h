#pragma once
// Analysis points: marks on signals that say where a linear model begins and ends. They never change a run.
// Kept with the block whose output the signal is, by output port: "analysis_points": {"1": "loop transfer"}.
//
// What each does to its signal, in this order where it does several things:
//
//   input perturbation          adds an input of the linear model
//   output measurement          reads the signal
//   loop break                  cuts
//   open-loop input             cuts, then adds an input
//   open-loop output            reads, then cuts
//   sensitivity                 adds an input, then reads
//   complementary sensitivity   reads, then adds an input
//   loop transfer               reads, cuts, then adds an input
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/base/result.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {

enum class PointKind {
  Input,
  Output,
  LoopBreak,
  OpenInput,
  OpenOutput,
  Sensitivity,
  ComplementarySensitivity,
  LoopTransfer,
};
inline constexpr int point_kind_count = 8;
// "loop transfer": in files, menus and on the command line.
std::string_view name_of(PointKind kind);
std::optional<PointKind> point_kind(std::string_view name);

enum class PointReading { None, Before, After };  // of the signal, where an input is added or it is cut
struct PointEffect {
  bool adds = false, cuts = false;
  PointReading reads = PointReading::None;
};
PointEffect effect_of(PointKind kind);

struct AnalysisPoint {
  PortRef signal;  // the output it leaves
  PointKind kind = PointKind::Input;
  bool operator==(const AnalysisPoint&) const = default;
};

// Of one block, by output port from 0. What cannot be read is left out, and reported.
std::map<int, PointKind> analysis_points(const Block& block, Diagnostics* problems = nullptr);
// Of the whole model: by block, then port.
std::vector<AnalysisPoint> analysis_points(const Diagram& diagram, Diagnostics* problems = nullptr);
inline bool has_analysis_points(const Block& block) { return block.unknown.contains("analysis_points"); }

// The edit that gives a signal this mark, or takes the one away that it has. Empty where nothing changes.
Edit mark_signal(const Diagram& diagram, PortRef signal, std::optional<PointKind> kind);

// What a signal is called: by its own name, else by the path of its block, with the number of the output
// where it has several that are used.
std::string signal_title(const Diagram& diagram, PortRef signal);

// The signal that a text means: the name of a signal, the path of a block ("Plant/Gain") whose output 1 it
// is, or a path with the number of an output ("Plant/Demux:2"). Errors say what is near.
Result<PortRef> find_signal(const Diagram& diagram, const std::string& text);
// Points on the signals of these names, inputs first.
Result<std::vector<AnalysisPoint>> points_on(const Diagram& diagram, const std::vector<std::string>& inputs,
                                             const std::vector<std::string>& outputs);

}  // namespace sim
