#include "editor/scopes/scope_panel.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/scopes/scope_curve.h"

namespace fluxion {

ScopePanel::ScopePanel(QWidget* parent)
    : QWidget(parent),
      m_toolBar(new QToolBar(this)),
      m_canvas(new PlotCanvas(this)),
      m_readout(new QLabel(this)),
      m_signalMenu(new QMenu(this)),
      m_contextMenu(new QMenu(this)) {
  m_canvas->setObjectName(QStringLiteral("scopeCanvas"));
  m_canvas->setMinimumSize(160, 120);
  m_readout->setObjectName(QStringLiteral("scopeReadout"));
  m_readout->setAccessibleName(tr("Values at the pointer"));
  m_readout->setContentsMargins(8, 2, 8, 4);
  m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_toolBar);
  layout->addWidget(m_canvas, 1);
  layout->addWidget(m_readout);
  buildToolBar();
  connect(m_canvas, &PlotCanvas::fitRequested, this, &ScopePanel::fit);
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, this, [this] {
    m_following = false;
    feed();
  });
  connect(m_canvas, &PlotCanvas::resized, this, [this] { feed(); });
  connect(m_canvas, &PlotCanvas::curveClicked, this,
          [this](int curve) { setCurveVisible(curve, !isCurveVisible(curve)); });
  connect(m_canvas, &PlotCanvas::pointerMoved, this, &ScopePanel::showReadout);
  connect(m_canvas, &PlotCanvas::pointerLeft, this, [this] { m_readout->clear(); });
  connect(m_canvas, &PlotCanvas::menuRequested, this, [this](QPoint at, int axes) {
    emit contextMenuAboutToShow(axes);
    m_contextMenu->popup(at);
  });
}

ScopePanel::~ScopePanel() = default;

static bool sameInputs(const ScopeSource& a, const ScopeSource& b) {
  const auto sizes = [](const ScopeSource& s) {
    std::vector<std::size_t> out;
    for (const ScopeAxes& axes : s.axes) out.push_back(axes.curves.size());
    return out;
  };
  return a.phase == b.phase && sizes(a) == sizes(b);
}

void ScopePanel::setSource(ScopeSource source) {
  if (!m_runs.empty() && !sameInputs(m_runs.back(), source)) m_runs.clear();
  m_runs.push_back(std::move(source));
  if (m_runs.size() > keptRuns) m_runs.erase(m_runs.begin());
  m_running = m_following = true;
  m_logAction->setEnabled(!m_runs.back().phase);
  rebuild();
}

void ScopePanel::clearEarlierRuns() {
  if (m_runs.size() <= 1) return;
  m_runs.erase(m_runs.begin(), m_runs.end() - 1);
  rebuild();
}

bool ScopePanel::takeRows() {
  bool grown = false;
  for (const auto& curve : m_curves) grown = curve->update(std::numeric_limits<std::size_t>::max()) || grown;
  return grown;
}

void ScopePanel::refresh() {
  if (!isVisible() && m_running) return;
  if (!takeRows()) return;
  if (m_following) follow();
  feed();
}

void ScopePanel::finish() {
  m_running = false;
  takeRows();
  if (m_following) follow();
  feed();
}

void ScopePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeRows();
  if (m_following) follow();
  feed();
}

}  // namespace fluxion
