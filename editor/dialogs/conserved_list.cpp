#include "editor/dialogs/conserved_list.h"

#include <utility>

namespace fluxion {

ConservedList::ConservedList(std::shared_ptr<CompiledModels> models, std::function<sim::Diagram()> model,
                             QWidget* parent)
    : QLabel(parent),
      m_model(std::move(model)),
      m_inquiry(this, modelWork(std::move(models)), [this](const ModelAnswer& answer) { take(answer); }) {
  setObjectName(QStringLiteral("conservedList"));
  setAccessibleName(tr("What the equations conserve"));
  setWordWrap(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  setTextFormat(Qt::PlainText);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  constexpr int delay = 150;  // ms
  m_delay.setSingleShot(true);
  m_delay.setInterval(delay);
  connect(&m_delay, &QTimer::timeout, this, &ConservedList::refresh);
}

void ConservedList::modelChanged() {
  if (isVisible()) m_delay.start();
}

void ConservedList::showEvent(QShowEvent* event) {
  QLabel::showEvent(event);
  refresh();
}

void ConservedList::refresh() {
  if (!isVisible()) return;
  auto model = std::make_shared<const sim::Diagram>(m_model());
  if (m_asked && *model == *m_asked) return;
  m_asked = model;
  m_inquiry.ask(std::move(model));
  if (text().isEmpty()) setText(tr("Compiling…"));
}

void ConservedList::take(const ModelAnswer& answer) {
  constexpr std::size_t longest = 12;
  if (!answer.report) return setText(tr("The model does not compile: see Problems."));
  if (answer.conserved.empty()) return setText(tr("The equations of this model conserve no sum of states."));
  QStringList lines{tr("The equations of this model conserve:")};
  for (std::size_t k = 0; k < std::min(longest, answer.conserved.size()); ++k)
    lines.append(QStringLiteral("    ") + QString::fromStdString(answer.conserved[k]));
  if (answer.conserved.size() > longest)
    lines.append(tr("    and %n more", nullptr, static_cast<int>(answer.conserved.size() - longest)));
  setText(lines.join(u'\n'));
}

}  // namespace fluxion
