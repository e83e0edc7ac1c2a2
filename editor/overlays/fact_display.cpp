#include "editor/overlays/fact_display.h"

#include <QEvent>
#include <QLabel>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/overlays/sample_time_colors.h"

namespace fluxion {

FactDisplay::FactDisplay(DiagramScene& scene, DiagramView& view, std::shared_ptr<CompiledModels> models,
                         QObject* parent)
    : QObject(parent),
      m_scene(scene),
      m_view(view),
      m_inquiry(scene.document(), std::move(models)),
      m_legend(new QLabel(view.viewport())) {
  m_legend->setObjectName(QStringLiteral("timingLegend"));
  m_legend->setAccessibleName(tr("Colors of sample times"));
  m_legend->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_legend->setTextFormat(Qt::RichText);
  m_legend->setMargin(6);
  m_legend->setAutoFillBackground(true);
  m_legend->setBackgroundRole(QPalette::Base);
  m_legend->setForegroundRole(QPalette::Text);
  m_legend->setFrameStyle(QFrame::Box | QFrame::Plain);
  m_legend->hide();
  view.viewport()->installEventFilter(this);
  connect(&m_inquiry, &FactsInquiry::changed, this, &FactDisplay::update);
  connect(&scene, &DiagramScene::subsystemChanged, this, &FactDisplay::renewOverlay);
  connect(&scene, &DiagramScene::themeChanged, this, &FactDisplay::updateLegend);
  renewOverlay();
}

bool FactDisplay::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) placeLegend();
  return QObject::eventFilter(watched, event);
}

// The scene throws its items away when it shows another level.
void FactDisplay::renewOverlay() {
  if (!m_overlay) m_overlay = new FactsOverlay(m_scene);
  m_overlay->setShown(m_shown);
  if (!m_displays) m_displays = new DisplayOverlay(m_scene);
  setValues(m_values, m_displayed);
  update();
}

void FactDisplay::setShown(const ShownFacts& shown) {
  m_shown = shown;
  if (m_values) m_values->refresh();
  if (m_overlay) m_overlay->setShown(shown);
  m_inquiry.setWanted(shown.compiled());
  updateLegend();
}

void FactDisplay::setValues(std::shared_ptr<SignalValues> values,
                            std::shared_ptr<const DisplayValues> displays) {
  m_values = std::move(values);
  m_displayed = std::move(displays);
  if (m_displays) m_displays->setValues(m_displayed);
  if (!m_overlay) return;
  m_overlay->setValues(
      m_values ? FactsOverlay::Values([shown = m_values](sim::PortRef p) { return shown->text(p); })
               : FactsOverlay::Values());
}

std::shared_ptr<const SignalValues> FactDisplay::values() const {
  if (m_values) m_values->refresh();
  return m_values;
}

// Where nobody looks, now and then is enough: the run computes them for us.
void FactDisplay::refreshValues() {
  constexpr unsigned seldom = 12;
  if (m_values && (m_shown.values || m_frames++ % seldom == 0)) m_values->refresh();
  if (m_shown.values && m_overlay) m_overlay->update();
  if (m_displays && m_displayed && !m_displayed->empty()) m_displays->update();
}

void FactDisplay::update() {
  if (m_overlay) m_overlay->setFacts(m_inquiry.facts(), m_inquiry.isStale());
  updateLegend();
}

void FactDisplay::updateLegend() {
  QString text;
  const auto facts = m_inquiry.facts();
  if (m_shown.compiled() && !facts && !m_inquiry.problems().empty())
    text = tr(
        "The model does not compile, so nothing more is known of it.<br>Update Diagram (Ctrl+D) says why.");
  if (m_shown.sampleTimes && facts) {
    QStringList rows;
    for (const LegendRow& row :
         sampleTimeLegend(*facts, m_scene.document().diagram(), m_scene.subsystem(), m_scene.theme()))
      rows << QStringLiteral(
                  "<tr><td><span style='color:%1'>&#9632;</span></td><td><b>%2</b>&nbsp;&nbsp;</td>"
                  "<td>%3</td></tr>")
                  .arg(row.color.name(), row.name.toHtmlEscaped(), row.meaning.toHtmlEscaped());
    if (!rows.isEmpty()) text = QStringLiteral("<table>%1</table>").arg(rows.join(QString()));
  }
  m_legend->setText(text);
  m_legend->setVisible(!text.isEmpty());
  placeLegend();
}

void FactDisplay::placeLegend() {
  constexpr int gap = 10;
  m_legend->adjustSize();
  m_legend->move(gap, m_view.viewport()->height() - m_legend->height() - gap);
}

}  // namespace fluxion
