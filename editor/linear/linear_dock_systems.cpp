// What is drawn beside the present system: those that are kept, and estimates.
#include <QComboBox>

#include "editor/document/diagram_document.h"
#include "editor/linear/linear_dock.h"
#include "editor/linear/response_dialog.h"

namespace fluxion {

void LinearDock::keep() {
  if (m_models.empty()) return;
  ++m_keptEver;
  for (std::size_t k = 0; k < m_models.size(); ++k) {
    const QString name = tr("kept %1").arg(m_keptEver);
    m_kept.push_back({m_models.size() == 1 ? name : name + QStringLiteral(", ") + nameOf(k), m_models[k]});
  }
  ask(false);
}

void LinearDock::forgetKept() {
  if (m_estimation) m_estimation->forget();
  if (m_kept.empty()) return draw(false);
  m_kept.clear();
  ask(false);
}

void LinearDock::openEstimation() {
  if (!m_estimation) {
    m_estimation = new ResponseDialog(
        m_compiled,
        [this]() -> ResponseDialog::Asked {
          auto when = instants();
          if (!when) return {};
          return {std::make_shared<const sim::Diagram>(m_document.diagram()), *std::move(when),
                  m_input->count() > 0 ? m_input->currentIndex() : -1};
        },
        this);
    connect(m_estimation, &ResponseDialog::measured, this, [this] {
      const auto& exact = m_answer.curves;  // of a model that switches without end it shows nothing
      draw(exact.empty() || exact.front().curves.empty() || exact.front().curves.front().points.empty());
      fillFacts();
    });
  }
  m_estimation->show();
  m_estimation->raise();
  m_estimation->activateWindow();
}

}  // namespace fluxion
