#include "editor/dialogs/idle_settings.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/theme.h"

namespace fluxion {

IdleSettings::IdleSettings(QWidget* parent)
    : QWidget(parent), m_heading(new QToolButton(this)), m_list(new QLabel(this)) {
  m_heading->setObjectName(QStringLiteral("idleHeading"));
  m_heading->setAutoRaise(true);
  m_heading->setCheckable(true);
  m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_list->setObjectName(QStringLiteral("idleSettings"));
  m_list->setTextFormat(Qt::RichText);
  m_list->setWordWrap(true);
  m_list->setIndent(20);
  m_list->hide();
  const auto fold = [this](bool open) {
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_list->setVisible(open);
  };
  fold(false);
  connect(m_heading, &QToolButton::toggled, this, fold);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 8, 0, 0);
  layout->addWidget(m_heading);
  layout->addWidget(m_list);
}

void IdleSettings::show(const QString& solver, const QList<Setting>& settings) {
  setVisible(!settings.isEmpty());
  m_heading->setText(
      tr("Not used with %1: %n setting(s)", nullptr, static_cast<int>(settings.size()))
          .arg(solver)
          .replace(QStringLiteral("(s)"), settings.size() == 1 ? QString() : QStringLiteral("s")));
  const QString hint = Theme::current(palette()).hint.name();
  QString lines;
  for (const Setting& each : settings) {
    const QString given = each.text.isEmpty() ? QString() : QStringLiteral(" = ") + each.text;
    lines += QStringLiteral("<p style=\"margin:3px 0\">%1%2<br><span style=\"color:%4\">%3</span></p>")
                 .arg(each.label.toHtmlEscaped(), given.toHtmlEscaped(), each.reason.toHtmlEscaped(), hint);
  }
  m_list->setText(lines);
}

QString IdleSettings::text() const { return m_list->text(); }

}  // namespace fluxion
