#include "editor/document/breadcrumb.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <vector>

#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "sim_core/diagram/library_links.h"

namespace fluxion {

Breadcrumb::Breadcrumb(DiagramDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_layout(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("breadcrumb"));
  setAccessibleName(tr("Place in the model"));
  m_layout->setContentsMargins(6, 2, 6, 2);
  m_layout->setSpacing(0);
  connect(&document, &DiagramDocument::pathChanged, this, &Breadcrumb::build);
  connect(&document, &DiagramDocument::changed, this, [this](const sim::Edit& edit) {
    for (const sim::Change& change : edit.changes)
      if (const auto* block = std::get_if<sim::Set<sim::Block>>(&change))
        for (sim::Id level = m_subsystem; const sim::Block* b = m_document.block(level); level = b->parent)
          if (level == block->id) return build();
  });
  build();
}

void Breadcrumb::setSubsystem(sim::Id subsystem) {
  m_subsystem = subsystem;
  build();
}

void Breadcrumb::build() {
  while (QLayoutItem* item = m_layout->takeAt(0)) {
    // A part may be what was clicked; it lives until its signal is over.
    if (item->widget()) item->widget()->hide(), item->widget()->deleteLater();
    delete item;
  }
  std::vector<sim::Id> levels;
  sim::Id level = m_subsystem;
  for (const sim::Block* b = m_document.block(level); b && levels.size() < 300; b = m_document.block(level)) {
    levels.insert(levels.begin(), level);
    level = b->parent;
  }
  levels.insert(levels.begin(), sim::no_id);
  for (sim::Id id : levels) {
    if (id != sim::no_id) m_layout->addWidget(new QLabel(QStringLiteral("›"), this));
    auto* part = new QToolButton(this);
    part->setAutoRaise(true);
    const sim::Block* block = m_document.block(id);
    part->setText(block ? QString::fromStdString(block->name) : m_document.title());
    if (id == m_subsystem) {
      QFont font = part->font();
      font.setBold(true);
      part->setFont(font);
    }
    connect(part, &QToolButton::clicked, this, [this, id] { emit subsystemChosen(id); });
    m_layout->addWidget(part);
  }
  m_layout->addStretch(1);
  const sim::Block* linked = m_document.block(sim::ruling_link(m_document.diagram(), m_subsystem));
  if (!linked) return;
  const QString file = QString::fromStdString(linked->link->file);
  auto* notice = new QLabel(tr("From the library %1").arg(QFileInfo(file).completeBaseName()), this);
  notice->setObjectName(QStringLiteral("linkNotice"));
  notice->setToolTip(plainTip(
      tr("%1\nWhat is inside can be changed in the library, or here once the link is broken.").arg(file)));
  notice->setForegroundRole(QPalette::PlaceholderText);
  m_layout->addWidget(notice);
}

}  // namespace fluxion
