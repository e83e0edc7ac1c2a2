#include "editor/problems/problems_badge.h"

#include <QEvent>
#include <algorithm>
#include <array>

#include "editor/problems/problems_dock.h"
#include "editor/theme.h"

namespace fluxion {

ProblemsBadge::ProblemsBadge(const ProblemsDock& problems, QWidget* parent)
    : QToolButton(parent), m_problems(problems) {
  setObjectName(QStringLiteral("problemsBadge"));
  setAutoRaise(true);
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setFocusPolicy(Qt::TabFocus);
  connect(&problems, &ProblemsDock::countChanged, this, &ProblemsBadge::count);
  count();
}

void ProblemsBadge::count() {
  std::array<int, 3> of{};
  sim::Severity worst = sim::Severity::Note;
  for (const sim::Diagnostic& d : m_problems.diagnostics()) {
    ++of[static_cast<std::size_t>(d.severity)];
    worst = std::max(worst, d.severity);
  }
  QStringList words;
  const auto add = [&words](int number, const QString& one, const QString& more) {
    if (number > 0) words << QStringLiteral("%1 %2").arg(number).arg(number == 1 ? one : more);
  };
  add(of[static_cast<std::size_t>(sim::Severity::Error)], tr("error"), tr("errors"));
  add(of[static_cast<std::size_t>(sim::Severity::Warning)], tr("warning"), tr("warnings"));
  add(of[static_cast<std::size_t>(sim::Severity::Note)], tr("note"), tr("notes"));
  setVisible(!words.isEmpty());
  const QString text = words.join(QStringLiteral(", "));
  setText(text);
  setAccessibleName(tr("Problems: %1").arg(text));
  setToolTip(tr("What the last run or check has found; a click shows it"));
  setIcon(severityIcon(worst, Theme::current(palette())));
}

void ProblemsBadge::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) count();
}

}  // namespace fluxion
