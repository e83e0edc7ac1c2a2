#include "editor/profiler/finding_list.h"

#include <QLabel>
#include <QVBoxLayout>

#include "editor/theme.h"

namespace fluxion {

FindingList::FindingList(QWidget* parent) : QScrollArea(parent) {
  setObjectName(QStringLiteral("findings"));
  setAccessibleName(tr("Findings"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);  // it follows its links
  auto* content = new QWidget(this);
  m_layout = new QVBoxLayout(content);
  m_layout->setContentsMargins(12, 10, 12, 10);
  m_layout->setSpacing(12);
  m_layout->addStretch(1);
  setWidget(content);
}

// The place, where it stands in the message, as a link.
static QString linked(const sim::RunFinding& finding) {
  QString message = QString::fromStdString(finding.message).toHtmlEscaped();
  if (!message.isEmpty()) message[0] = message[0].toUpper();
  const QString place = QString::fromStdString(finding.place).toHtmlEscaped();
  const auto at = place.isEmpty() || finding.block == sim::no_id ? -1 : message.indexOf(place);
  if (at >= 0)
    message.replace(at, place.size(),
                    QStringLiteral("<a href=\"%1\">%2</a>").arg(sim::to_number(finding.block)).arg(place));
  return message;
}

void FindingList::show(const std::vector<sim::RunFinding>& findings, const QString& none) {
  while (m_layout->count() > 1) {
    QLayoutItem* item = m_layout->takeAt(0);
    delete item->widget();
    delete item;
  }
  m_texts.clear();
  const QColor hint = Theme::current(palette()).hint;
  const auto add = [&](const QString& html, const QString& plain) {
    auto* label = new QLabel(html, widget());
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setAccessibleName(plain);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(label, &QLabel::linkActivated, this,
            [this](const QString& id) { emit blockRequested(sim::Id{id.toULongLong()}); });
    m_layout->insertWidget(m_layout->count() - 1, label);
    m_texts << plain;
  };
  for (const sim::RunFinding& finding : findings) {
    QString remedy = QString::fromStdString(finding.remedy);
    if (!remedy.isEmpty()) remedy[0] = remedy[0].toUpper();
    add(QStringLiteral("<b>%1.</b><br/><span style=\"color:%2\">%3.</span>")
            .arg(linked(finding), hint.name(), remedy.toHtmlEscaped()),
        QString::fromStdString(finding.message));
  }
  if (findings.empty())
    add(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(hint.name(), none.toHtmlEscaped()), none);
}

}  // namespace fluxion
