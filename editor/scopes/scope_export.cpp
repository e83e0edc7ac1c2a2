#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSaveFile>
#include <set>

#include "editor/scopes/scope_panel.h"
#include "sim_core/base/text.h"

namespace fluxion {

static QByteArray quoted(const std::string& name) {
  QByteArray text = QByteArray::fromStdString(name);
  if (text.contains(',') || text.contains('"') || text.contains('\n'))
    text = '"' + text.replace("\"", "\"\"") + '"';
  return text;
}

std::optional<QString> writeCsv(const QString& path, const sim::SignalLog& log,
                                const std::vector<int>& columns) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  QByteArray text = "time";
  for (int c : columns) text += ',' + quoted(log.column_names()[static_cast<std::size_t>(c)]);
  text += '\n';
  const std::size_t rows = log.size();
  for (std::size_t row = 0; row < rows; ++row) {
    text += QByteArray::fromStdString(sim::to_text(log.time(row)));
    for (int c : columns) text += ',' + QByteArray::fromStdString(sim::to_text(log.value(c, row)));
    text += '\n';
    if (text.size() > 1 << 20) {
      file.write(text);
      text.clear();
    }
  }
  file.write(text);
  if (!file.commit()) return file.errorString();
  return std::nullopt;
}

std::optional<QString> ScopePanel::exportCsv(const QString& path) const {
  if (m_runs.empty()) return tr("there is no run to export");
  std::set<int> columns;
  for (const ScopeAxes& axes : m_runs.back().axes)
    for (const ScopeSignal& signal : axes.curves) columns.insert(signal.column);
  return writeCsv(path, *m_runs.back().log, {columns.begin(), columns.end()});
}

std::optional<QString> ScopePanel::exportTo(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  const QSize size = m_canvas->size().expandedTo({640, 400});
  bool written = false;
  if (ending == QLatin1String("csv")) return exportCsv(path);
  if (ending == QLatin1String("png"))
    written = m_canvas->savePng(path, size, 2);
  else if (ending == QLatin1String("pdf"))
    written = m_canvas->savePdf(path, size);
  else if (ending == QLatin1String("svg"))
    written = m_canvas->saveSvg(path, size);
  else
    return tr("a name ends in .png, .svg, .pdf or .csv");
  if (!written) return tr("the file cannot be written");
  return std::nullopt;
}

void ScopePanel::chooseExport() {
  const QString name = m_runs.empty() ? tr("Scope") : m_runs.back().title;
  const QString path = QFileDialog::getSaveFileName(
      this, tr("Export %1").arg(name), name + QStringLiteral(".png"),
      tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf);;CSV table (*.csv)"));
  if (path.isEmpty()) return;
  if (const auto problem = exportTo(path))
    QMessageBox::warning(this, tr("Export"), tr("%1 was not written: %2.").arg(path, *problem));
}

void ScopePanel::copyPicture() const {
  QApplication::clipboard()->setPixmap(m_canvas->picture(m_canvas->size(), 2));
}

}  // namespace fluxion
