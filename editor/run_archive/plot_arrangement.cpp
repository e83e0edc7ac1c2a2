#include "editor/run_archive/plot_arrangement.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <algorithm>

namespace fluxion {

void PlotArrangement::resize(int newRows, int newColumns) {
  const auto newCount = static_cast<std::size_t>(newRows * newColumns);
  for (std::size_t k = newCount; k < plots.size(); ++k)
    for (const PlottedSignal& signal : std::vector(plots[k]))
      set(static_cast<int>(newCount) - 1, signal, true);
  rows = newRows;
  columns = newColumns;
  plots.resize(newCount);
}

bool PlotArrangement::contains(int plot, const PlottedSignal& signal) const {
  const auto& inPlot = plots[static_cast<std::size_t>(plot)];
  return std::find(inPlot.begin(), inPlot.end(), signal) != inPlot.end();
}

void PlotArrangement::set(int plot, const PlottedSignal& signal, bool shown) {
  auto& inPlot = plots[static_cast<std::size_t>(plot)];
  if (!shown)
    std::erase(inPlot, signal);
  else if (!contains(plot, signal))
    inPlot.push_back(signal);
}

QString PlotArrangement::toView() const {
  QJsonArray all;
  for (const auto& plot : plots) {
    std::vector<SignalName> names;
    for (const PlottedSignal& s : plot)
      if (std::find(names.begin(), names.end(), s.signal) == names.end()) names.push_back(s.signal);
    QJsonArray entries;
    for (const SignalName& n : names)
      entries.append(QJsonObject{{"block", n.block}, {"name", n.name}, {"element", n.element}});
    all.append(entries);
  }
  const QJsonObject view{{"rows", rows}, {"columns", columns}, {"plots", all}};
  return QString::fromUtf8(QJsonDocument(view).toJson(QJsonDocument::Compact));
}

std::optional<PlotArrangement> PlotArrangement::fromView(const QString& text, const QStringList& runs) {
  const QJsonObject view = QJsonDocument::fromJson(text.toUtf8()).object();
  const int rows = view["rows"].toInt(), columns = view["columns"].toInt();
  if (rows < 1 || rows > largest || columns < 1 || columns > largest) return std::nullopt;
  PlotArrangement arrangement;
  arrangement.resize(rows, columns);
  const QJsonArray all = view["plots"].toArray();
  for (int k = 0; k < std::min<int>(static_cast<int>(all.size()), arrangement.count()); ++k)
    for (const QJsonValue& entry : all[k].toArray())
      for (const QString& run : runs)
        arrangement.set(
            k, {run, {entry["block"].toString(), entry["name"].toString(), entry["element"].toInt()}}, true);
  return arrangement;
}

int findSignal(const sim::RunSummary& run, const SignalName& wanted) {
  const std::string block = wanted.block.toStdString(), name = wanted.name.toStdString();
  int byName = -1;
  for (int k = 0; k < static_cast<int>(run.recorded.size()); ++k) {
    const sim::RunSignal& signal = run.recorded[static_cast<std::size_t>(k)];
    if (signal.name != name || wanted.element < 0 || wanted.element >= signal.count()) continue;
    if (signal.block == block) return k;
    if (byName < 0) byName = k;
  }
  return byName;
}

}  // namespace fluxion
