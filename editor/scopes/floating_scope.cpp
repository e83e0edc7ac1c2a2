#include "editor/scopes/floating_scope.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/scope_view.h"

namespace fluxion {

FloatingScope::FloatingScope(CursorSet& cursors, QWidget* parent)
    : QDockWidget(tr("Floating Scope"), parent),
      m_names(new QLabel),
      m_notice(new QLabel),
      m_lock(new QAction(lineIcon(QStringLiteral("lock")), tr("&Lock"), this)),
      m_keep(new QAction(lineIcon(QStringLiteral("keep-scope")), tr("&Keep as Scope"), this)),
      m_bar(new QWidget),
      m_strip(new QWidget),
      m_progress(new QProgressBar),
      m_cancel(new QPushButton(tr("Cancel"))),
      m_repeat(new QPushButton(tr("Repeat the Run"))),
      m_view(new ScopeView(cursors)) {
  setObjectName(QStringLiteral("floatingScope"));
  auto* body = new QWidget(this);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  buildBar();
  buildNotice();
  layout->addWidget(m_bar);
  layout->addWidget(m_strip);
  layout->addWidget(m_view, 1);
  setWidget(body);
  m_view->panel().setAccessibleName(tr("Floating Scope"));
  // The signals that are chosen share one plot until the layout says otherwise.
  ScopeSettings together;
  together.rows = together.columns = 1;
  m_view->panel().setSettings(together);
  setSignals({});
}

void FloatingScope::buildBar() {
  m_names->setObjectName(QStringLiteral("floatingSignals"));
  m_names->setAccessibleName(tr("Signals"));
  m_names->setTextFormat(Qt::PlainText);
  m_names->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  QFont bold = m_names->font();
  bold.setBold(true);
  m_names->setFont(bold);
  m_names->installEventFilter(this);
  m_lock->setObjectName(QStringLiteral("floatingLock"));
  m_lock->setCheckable(true);
  m_lock->setToolTip(tr("Stay with these signals, whatever is selected"));
  m_keep->setObjectName(QStringLiteral("floatingKeep"));
  m_keep->setToolTip(tr("Insert a Scope block that is connected to these lines"));
  connect(m_lock, &QAction::toggled, this, &FloatingScope::lockedChanged);
  connect(m_keep, &QAction::triggered, this, &FloatingScope::keepRequested);
  auto* row = new QHBoxLayout(m_bar);
  row->setContentsMargins(8, 4, 4, 2);
  row->addWidget(m_names, 1);
  for (QAction* action : {m_lock, m_keep}) {
    auto* button = new QToolButton(m_bar);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
  }
}

void FloatingScope::buildNotice() {
  m_notice->setObjectName(QStringLiteral("floatingNotice"));
  m_notice->setAccessibleName(tr("What is to be said of these signals"));
  m_notice->setTextFormat(Qt::PlainText);
  m_notice->setWordWrap(true);
  m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_progress->setObjectName(QStringLiteral("floatingProgress"));
  m_progress->setAccessibleName(tr("Repeating the run"));
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  m_progress->setFixedWidth(fontMetrics().averageCharWidth() * 18);
  m_progress->setMaximumHeight(fontMetrics().height() * 2 / 3);
  m_cancel->setObjectName(QStringLiteral("floatingCancel"));
  m_cancel->setToolTip(tr("Do not repeat the run"));
  m_repeat->setObjectName(QStringLiteral("floatingRepeat"));
  m_repeat->setToolTip(tr("Make the last run once more in the background, to record these signals"));
  connect(m_cancel, &QPushButton::clicked, this, &FloatingScope::cancelRequested);
  connect(m_repeat, &QPushButton::clicked, this, &FloatingScope::repeatRequested);
  auto* row = new QHBoxLayout(m_strip);
  row->setContentsMargins(8, 2, 8, 4);
  row->addWidget(m_notice, 1);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_progress, m_cancel, m_repeat}) {
    widget->hide();
    row->addWidget(widget, 0, Qt::AlignVCenter);
  }
}

void FloatingScope::setSignals(const QString& names) {
  m_allNames = names.isEmpty() ? tr("No signal chosen") : names;
  m_names->setToolTip(plainTip(names));
  elideNames();
}

void FloatingScope::elideNames() {
  const QString text = m_names->fontMetrics().elidedText(m_allNames, Qt::ElideRight, m_names->width());
  if (text != m_names->text()) m_names->setText(text);
}

bool FloatingScope::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_names && event->type() == QEvent::Resize) elideNames();
  return QDockWidget::eventFilter(watched, event);
}

void FloatingScope::setSource(std::optional<ScopeSource> source, bool sameSignals) {
  ScopePanel& scope = panel();
  if (!source) return scope.forget();
  if (!sameSignals) scope.forget();
  scope.setSource(*std::move(source));
}

void FloatingScope::setNotice(const QString& text) {
  m_notice->setText(text);
  showNotice();
}

void FloatingScope::setProgress(std::optional<double> done) {
  constexpr qint64 moment = 1000;  // ms
  if (!done)
    m_repeating.invalidate();
  else if (!m_repeating.isValid())
    m_repeating.start();
  const bool shown = done && m_repeating.elapsed() >= moment;
  m_progress->setVisible(shown);
  m_cancel->setVisible(shown);
  if (done) m_progress->setValue(static_cast<int>(*done * m_progress->maximum()));
  showNotice();
}

void FloatingScope::setRepeatOffered(bool offered) {
  m_repeat->setVisible(offered);
  showNotice();
}

void FloatingScope::showNotice() {
  m_strip->setVisible(!m_notice->text().isEmpty() || !m_progress->isHidden() || !m_repeat->isHidden());
}

void FloatingScope::setKeepEnabled(bool enabled) { m_keep->setEnabled(enabled); }
void FloatingScope::unlock() {
  const QSignalBlocker quiet(this);
  m_lock->setChecked(false);
}

bool FloatingScope::isLocked() const { return m_lock->isChecked(); }
ScopePanel& FloatingScope::panel() { return m_view->panel(); }

}  // namespace fluxion
