// What becomes of the system that the Linear Analysis dock shows: files, pictures, a block.
#include "editor/document/diagram_document.h"
#include "editor/linear/linear_block.h"
#include "editor/linear/linear_dock.h"
#include "editor/linear/linear_plot.h"
#include "editor/plots/plot_canvas.h"
#include "editor/plots/plot_picture.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/linear_analysis/linear_files.h"
#include "sim_core/model_run/output_file.h"

namespace fluxion {

sim::Id LinearDock::insertBlock() {
  if (!model()) {
    say(tr("There is no linear model to insert yet."), true);
    return sim::no_id;
  }
  const auto block = stateSpaceBlock(*model(), m_document.diagram());
  if (!block) {
    say(QString::fromStdString(to_text(block.error())), true);
    return sim::no_id;
  }
  sim::Insertion insertion =
      m_document.plan([&](sim::Diagram& diagram) { return sim::insert_block(diagram, *block); });
  insertion.edit.label = tr("Insert Linear Model").toStdString();
  if (!m_document.apply(std::move(insertion.edit))) return sim::no_id;
  say(tr("Inserted as a State-Space block of deviations from the point; Undo removes it."));
  emit inserted(insertion.id);
  return insertion.id;
}

bool LinearDock::exportNumbers(const QString& path) {
  if (!model()) {
    say(tr("There is no linear model to export yet."), true);
    return false;
  }
  std::vector<sim::LinearModel> models;
  for (const auto& each : m_models) models.push_back(*each);
  sim::Diagnostics problems;
  if (path.endsWith(QLatin1String(".mat"))) {
    problems = sim::write_linear_mat(path.toStdString(), models);
  } else {
    sim::OutputFile file(path.toStdString());
    file.write(path.endsWith(QLatin1String(".csv")) ? sim::linear_csv(models) : sim::linear_json(models));
    problems = file.commit();
  }
  if (!problems.empty()) say(QString::fromStdString(to_text(problems.front())), true);
  return problems.empty();
}

bool LinearDock::exportPicture(const QString& path) {
  PlotCanvas& canvas = m_plot->canvas();
  const QSize size(900, 640);
  const bool written = path.endsWith(QLatin1String(".svg"))   ? PlotPicture(canvas, size).saveSvg(path)
                       : path.endsWith(QLatin1String(".pdf")) ? PlotPicture(canvas, size).savePdf(path)
                                                              : PlotPicture(canvas, size).savePng(path, 2);
  if (!written) say(tr("“%1” cannot be written: check the folder and the free space").arg(path), true);
  return written;
}

}  // namespace fluxion
