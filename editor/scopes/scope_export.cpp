#include "editor/scopes/scope_export.h"
#include "editor/plots/plot_picture.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include "editor/scopes/log_reader.h"
#include "editor/scopes/scope_export_dialog.h"
#include "editor/scopes/scope_panel.h"
#include "sim_core/base/text.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/mat_log.h"

namespace fluxion {

std::optional<DataExport> dataOf(const ScopePanel& scope, const ScopeExport& wish) {
  const ScopeSource* source = scope.source();
  if (!source) return std::nullopt;
  DataExport out{{}, source->log, *source->log, {}, {}, source->timeUnit};
  const auto add = [&out](const QString& name, int column) {
    for (const sim::LogVariable& known : out.signalsOf)
      if (known.columns.front() == column) return;
    out.signalsOf.push_back({name.toStdString(), {column}});
  };
  if (wish.visibleOnly && !source->phase) {
    for (const auto& curve : scope.curves().all())
      if (curve->time && !curve->isGhost() && scope.curves().shown(*curve))
        add(curve->signal, curve->time->column());
  } else {
    for (const ScopeAxes& axes : source->axes)
      for (const ScopeSignal& signal : axes.curves) add(signal.name, signal.column);
  }
  out.rows.end = out.recorded.size();
  if (wish.inView && !source->phase) {
    const AxisRange view = scope.canvas().horizontal().range();
    out.rows.first = firstRowFrom(out.recorded, view.low);
    while (out.rows.end > out.rows.first && out.recorded.time(out.rows.end - 1) > view.high)
      out.rows.end = std::max(out.rows.first, firstRowFrom(out.recorded, view.high));
    while (out.rows.end < out.recorded.size() && out.recorded.time(out.rows.end) <= view.high) ++out.rows.end;
  }
  return out;
}

std::optional<QString> writeData(const DataExport& data) {
  sim::OutputFile file(data.path.toStdString());
  if (QFileInfo(data.path).suffix().compare(QLatin1String("mat"), Qt::CaseInsensitive) == 0) {
    write_mat(file, data.recorded, data.signalsOf, data.rows, data.timeUnit);
  } else {
    std::vector<int> columns;
    for (const sim::LogVariable& signal : data.signalsOf) columns.push_back(signal.columns.front());
    if (file.problems().empty()) write_csv(file, data.recorded, columns, data.rows, data.timeUnit);
  }
  const sim::Diagnostics problems = file.commit();
  if (problems.empty()) return std::nullopt;
  return QString::fromStdString(problems.front().message);
}

QString dataText(const DataExport& data) {
  constexpr std::size_t most = 10'000'000;
  const sim::LogRows rows = data.rows.within(data.recorded);
  if (rows.count() > most / (data.signalsOf.size() + 1)) return {};
  std::string text = data.timeUnit.column();
  for (const sim::LogVariable& signal : data.signalsOf) text += '\t' + signal.name;
  text += '\n';
  for (std::size_t row = rows.first; row < rows.end; row += rows.step) {
    text += sim::to_text(data.timeUnit.shown(data.recorded.time(row)));
    for (const sim::LogVariable& signal : data.signalsOf)
      text += '\t' + sim::to_text(data.recorded.value(signal.columns.front(), row));
    text += '\n';
  }
  return QString::fromStdString(text);
}

std::optional<QString> exportScope(ScopePanel& scope, const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  const QSize size = scope.canvas().size().expandedTo({640, 400});
  bool written = false;
  if (ending == QLatin1String("csv") || ending == QLatin1String("mat")) {
    auto data = dataOf(scope, {});
    if (!data) return ScopePanel::tr("there is no run to export");
    data->path = path;
    return writeData(*data);
  }
  // As many points as the picture has room for, whatever the window has.
  const PlotPicture picture(scope.canvas(), size);
  scope.views().feed();
  if (ending == QLatin1String("png"))
    written = picture.savePng(path, 2);
  else if (ending == QLatin1String("pdf"))
    written = picture.savePdf(path);
  else if (ending == QLatin1String("svg"))
    written = picture.saveSvg(path);
  else
    return ScopePanel::tr("a name ends in .png, .svg, .pdf, .csv or .mat");
  if (!written) return ScopePanel::tr("the file cannot be written");
  return std::nullopt;
}

void chooseExport(ScopePanel& scope) {
  auto* dialog = new ScopeExportDialog(scope, &scope);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void copyPicture(ScopePanel& scope) {
  QApplication::clipboard()->setPixmap(PlotPicture(scope.canvas(), scope.canvas().size()).pixmap(2));
}

}  // namespace fluxion
