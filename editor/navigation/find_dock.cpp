#include "editor/navigation/find_dock.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QToolTip>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"

namespace fluxion {

FindDock::FindDock(DiagramDocument& document, QWidget* parent)
    : QDockWidget(tr("Find"), parent), m_document(document), m_timer(new QTimer(this)) {
  setObjectName(QStringLiteral("findDock"));
  build();
  m_timer->setSingleShot(true);
  m_timer->setInterval(120);
  connect(m_timer, &QTimer::timeout, this, &FindDock::search);
  const auto soon = [this] { m_timer->start(); };
  connect(m_words, &QLineEdit::textChanged, this, soon);
  for (QCheckBox* box : {m_names, m_types, m_parameters, m_notes, m_case, m_whole})
    connect(box, &QCheckBox::toggled, this, &FindDock::search);
  connect(&document, &DiagramDocument::changed, this, [this, soon] {
    if (isVisible()) soon();
  });
  connect(&document, &DiagramDocument::replaced, this, &FindDock::search);
  connect(m_words, &QLineEdit::returnPressed, this, &FindDock::go);
  connect(m_list, &QTreeWidget::itemActivated, this, &FindDock::go);
  connect(m_list, &QTreeWidget::itemClicked, this, &FindDock::go);
  connect(m_replaceOne, &QPushButton::clicked, this, [this] { replace(false); });
  connect(m_replaceAll, &QPushButton::clicked, this, [this] { replace(true); });
  search();
}

void FindDock::build() {
  auto* body = new QWidget(this);
  const auto field = [body](const char* name, const QString& label) {
    auto* edit = new QLineEdit(body);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(label);
    edit->setPlaceholderText(label);
    edit->setClearButtonEnabled(true);
    return edit;
  };
  const auto box = [body](const char* name, const QString& label, bool on) {
    auto* check = new QCheckBox(label, body);
    check->setObjectName(QLatin1String(name));
    check->setChecked(on);
    return check;
  };
  m_words = field("findWords", tr("Find in the model"));
  m_words->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_words->installEventFilter(this);
  m_replacement = field("findReplacement", tr("Replace with"));
  m_names = box("findNames", tr("&Names"), true);
  m_types = box("findTypes", tr("&Types"), true);
  m_parameters = box("findParameters", tr("&Parameters"), true);
  m_notes = box("findNotes", tr("Ann&otations"), true);
  m_case = box("findCase", tr("Match &case"), false);
  m_whole = box("findWholeWords", tr("&Whole words"), false);
  m_replaceOne = new QPushButton(tr("&Replace"), body);
  m_replaceOne->setObjectName(QStringLiteral("findReplaceOne"));
  m_replaceAll = new QPushButton(tr("Replace &All"), body);
  m_replaceAll->setObjectName(QStringLiteral("findReplaceAll"));
  m_count = new QLabel(body);
  m_list = new QTreeWidget(body);
  m_list->setObjectName(QStringLiteral("findResults"));
  m_list->setAccessibleName(tr("Results"));
  m_list->setHeaderLabels({tr("Block"), tr("Found in"), tr("Text")});
  m_list->setRootIsDecorated(false);
  m_list->setUniformRowHeights(true);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  auto* first = new QHBoxLayout;
  first->addWidget(m_words, 2);
  first->addWidget(m_replacement, 2);
  first->addWidget(m_replaceOne);
  first->addWidget(m_replaceAll);
  auto* second = new QHBoxLayout;
  for (QCheckBox* check : {m_names, m_types, m_parameters, m_notes, m_case, m_whole})
    second->addWidget(check);
  second->addStretch(1);
  second->addWidget(m_count);
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->setSpacing(6);
  layout->addLayout(first);
  layout->addLayout(second);
  layout->addWidget(m_list, 1);
  setWidget(body);
}

void FindDock::start(const QString& text) {
  show();
  raise();
  if (!text.isEmpty()) m_words->setText(text);
  m_words->setFocus();
  m_words->selectAll();
  search();
}

sim::FindOptions FindDock::options() const {
  return {m_names->isChecked(), m_types->isChecked(), m_parameters->isChecked(),
          m_notes->isChecked(), m_case->isChecked(),  m_whole->isChecked()};
}

void FindDock::search() {
  m_timer->stop();
  constexpr std::size_t most = 2000;
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
  const auto label = [this](const std::string& type) {
    const sim::BlockType* known = m_document.library().find(type);
    return known ? known->label : std::string();
  };
  m_found = sim::find_text(m_document.diagram(), m_words->text().toStdString(), options(), label);
  m_list->clear();
  for (std::size_t k = 0; k < std::min(m_found.size(), most); ++k) {
    const sim::Found& found = m_found[k];
    const QString where[] = {
        tr("name"),   tr("type"),       QString::fromStdString(found.key), QString::fromStdString(found.key),
        tr("signal"), tr("annotation"), QString::fromStdString(found.key)};
    const auto note = m_document.diagram().annotations.find(found.element);
    const bool isNote = note != m_document.diagram().annotations.end();
    const QString path = QString::fromStdString(
        sim::block_path(m_document.diagram(), isNote ? note->second.parent : found.element));
    auto* item = new QTreeWidgetItem(m_list, {path, where[static_cast<int>(found.what)],
                                              QString::fromStdString(found.text).simplified().left(200)});
    item->setToolTip(2, QString::fromStdString(found.text).left(1000).toHtmlEscaped());
  }
  if (m_list->topLevelItemCount() > 0)
    m_list->setCurrentItem(m_list->topLevelItem(std::clamp(row, 0, m_list->topLevelItemCount() - 1)));
  m_count->setText(m_words->text().isEmpty() ? QString()
                   : m_found.empty()         ? tr("Nothing found")
                   : m_found.size() == 1     ? tr("1 place")
                                             : tr("%1 places").arg(m_found.size()));
  m_replaceOne->setEnabled(!m_found.empty());
  m_replaceAll->setEnabled(!m_found.empty());
}

void FindDock::go() {
  if (m_timer->isActive()) search();
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
  if (row >= 0) emit elementRequested(m_found[static_cast<std::size_t>(row)].element);
}

void FindDock::replace(bool all) {
  if (m_timer->isActive()) search();
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
  if (row < 0) return;
  const auto one = std::vector<sim::Found>{m_found[static_cast<std::size_t>(row)]};
  auto edit = sim::replace_text(m_document.diagram(), all ? m_found : one, m_words->text().toStdString(),
                                m_replacement->text().toStdString(), options());
  if (!edit) {
    const QString why = QString::fromStdString(sim::to_text(edit.error()));
    QToolTip::showText(m_replacement->mapToGlobal(QPoint(0, m_replacement->height())), why.toHtmlEscaped(),
                       m_replacement);
    return;
  }
  m_document.apply(std::move(*edit));
  search();
}

// Up and down choose a result while the cursor stays in the search field.
bool FindDock::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_words || event->type() != QEvent::KeyPress)
    return QDockWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const int count = m_list->topLevelItemCount();
  if ((key != Qt::Key_Down && key != Qt::Key_Up) || count == 0)
    return QDockWidget::eventFilter(watched, event);
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem()) + (key == Qt::Key_Down ? 1 : -1);
  m_list->setCurrentItem(m_list->topLevelItem((row + count) % count));
  return true;
}

void FindDock::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QDockWidget::keyPressEvent(event);
  hide();
  emit closed();
}

}  // namespace fluxion
