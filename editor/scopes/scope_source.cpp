#include "editor/scopes/scope_source.h"

#include <QStringList>

#include "editor/plots/plot_canvas.h"
#include "sim_core/diagram/block_names.h"
#include "sim_core/program_analysis/played_instants.h"

namespace fluxion {

static constexpr const char* scopeType = "sinks/scope";
static constexpr const char* phaseType = "sinks/xy_graph";

bool isScopeType(const std::string& blockType) { return blockType == scopeType || blockType == phaseType; }

std::vector<ScopeSignal> scopeSignals(const sim::Program& program, const sim::LoggedSignal& signal) {
  const QString block =
      signal.block < 0 ? QString()
                       : QString::fromStdString(program.blocks[static_cast<std::size_t>(signal.block)].path);
  std::vector<ScopeSignal> curves;
  for (int k = 0; k < signal.count(); ++k)
    curves.push_back({QString::fromStdString(signal.elements[static_cast<std::size_t>(k)]), signal.first + k,
                      signal.held, block, QString::fromStdString(signal.name), k});
  return curves;
}

static std::shared_ptr<const std::vector<double>> samplesOf(const sim::PlayedInstants& played,
                                                            const sim::LoggedSignal& signal,
                                                            const AxisRange& time) {
  constexpr std::size_t most = 100'000;
  auto instants = played.of(signal.block, time.low, time.high, most);
  if (instants.empty()) return nullptr;
  return std::make_shared<const std::vector<double>>(std::move(instants));
}

// The signals that arrive at one port, joined.
static ScopeAxes axesOf(const sim::Program& program, const sim::PlayedInstants& played,
                        const std::vector<int>& joined, const AxisRange& time) {
  ScopeAxes axes;
  QStringList names;
  for (int index : joined) {
    const sim::LoggedSignal& signal = program.logged[static_cast<std::size_t>(index)];
    names << QString::fromStdString(signal.name);
    const auto samples = samplesOf(played, signal, time);
    for (ScopeSignal& curve : scopeSignals(program, signal)) {
      curve.samples = samples;
      axes.curves.push_back(std::move(curve));
    }
  }
  axes.label = names.join(QStringLiteral(", "));
  return axes;
}

std::vector<ScopeSource> scopeSources(const sim::Program& program,
                                      const std::shared_ptr<const sim::SignalLog>& log, const QString& run,
                                      double startTime, double stopTime) {
  const sim::PlayedInstants played(program);
  std::vector<ScopeSource> sources;
  for (const sim::Viewer& viewer : program.viewers) {
    const sim::BlockInfo& block = program.blocks[static_cast<std::size_t>(viewer.block)];
    if (!isScopeType(block.type)) continue;
    ScopeSource source;
    source.block = block.id;
    source.title = QString::fromStdString(sim::last_name(block.path));
    source.phase = block.type == phaseType;
    source.log = log;
    source.run = run;
    source.startTime = startTime;
    source.stopTime = stopTime;
    for (const auto& joined : viewer.inputs) {
      const std::size_t port = source.axes.size();
      source.axes.push_back(axesOf(program, played, joined, {startTime, stopTime}));
      if (port < block.inputs.size())
        source.axes.back().unit = QString::fromStdString(block.inputs[port].unit);
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace fluxion
