#include "editor/tools/quick_insert.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/icon_painter.h"
#include "editor/document/block_memory.h"
#include "editor/document/block_search.h"
#include "editor/document/define_variable.h"
#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/tools/connect_blocks.h"
#include "editor/tools/insert_at_line_end.h"
#include "editor/tools/insert_block.h"
#include "editor/tools/note_editor.h"

namespace fluxion {

static constexpr QSize iconSize(44, 28);

QuickInsert::QuickInsert(Canvas canvas, QPointF at, std::optional<LooseEnd> end)
    : QFrame(canvas.view.viewport()),
      m_canvas(canvas),
      m_at(at),
      m_end(end),
      m_sources(end ? std::vector<sim::Id>() : canvas.scene.selectedBlocks()),
      m_words(new QLineEdit(this)),
      m_matches(new QListWidget(this)) {
  setObjectName(QStringLiteral("quickInsert"));
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  m_words->setObjectName(QStringLiteral("quickInsertWords"));
  m_words->setAccessibleName(tr("Insert block"));
  m_words->setPlaceholderText(tr("Insert block: gain 5, sum +-"));
  m_words->installEventFilter(this);
  m_matches->setObjectName(QStringLiteral("quickInsertMatches"));
  m_matches->setIconSize(iconSize);
  m_matches->setFrameShape(QFrame::NoFrame);
  m_matches->setFocusPolicy(Qt::NoFocus);
  m_matches->setUniformItemSizes(true);
  m_matches->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_words);
  layout->addWidget(m_matches);
  sayHowToConnect(*layout);
  connect(m_words, &QLineEdit::textChanged, this, &QuickInsert::filter);
  connect(m_matches, &QListWidget::itemClicked, this, [this] { insertCurrent(); });
  filter({});
  resize(320, 250);
  const QPoint wanted = canvas.view.mapFromScene(at) - QPoint(24, 18);
  const QSize room = canvas.view.viewport()->size();
  move(std::clamp(wanted.x(), 0, std::max(0, room.width() - width())),
       std::clamp(wanted.y(), 0, std::max(0, room.height() - height())));
  show();
  m_words->setFocus();
}

void QuickInsert::sayHowToConnect(QVBoxLayout& layout) {
  const auto drives = [this](sim::Id id) {
    const BlockItem* item = m_canvas.scene.level().block(id);
    return item && !(item->geometry().outputs.empty() && item->geometry().conserving.empty());
  };
  std::erase_if(m_sources, [&](sim::Id id) { return !drives(id); });
  if (m_sources.empty()) return;
  const sim::Block* only = m_sources.size() == 1 ? m_canvas.document.block(m_sources.front()) : nullptr;
  auto* hint = new QLabel(this);
  hint->setTextFormat(Qt::PlainText);
  hint->setObjectName(QStringLiteral("quickInsertHint"));
  const QString from = only ? QString::fromStdString(only->name)
                            : tr("%n selected blocks", nullptr, static_cast<int>(m_sources.size()));
  const QString words = tr("Shift+Enter: with a line from %1");
  const int room = 300 - hint->fontMetrics().horizontalAdvance(words.arg(QString()));
  hint->setText(words.arg(hint->fontMetrics().elidedText(from, Qt::ElideRight, room)));
  hint->setForegroundRole(QPalette::PlaceholderText);
  layout.addWidget(hint);
}

void QuickInsert::setWords(const QString& words) { m_words->setText(words); }

void QuickInsert::filter(const QString& words) {
  m_matches->clear();
  m_phrases = searchPhrases(m_canvas.document.library(), words);
  if (m_end)
    std::erase_if(m_phrases,
                  [this](const BlockPhrase& phrase) { return !fitsLineEnd(m_canvas, phrase, *m_end); });
  if (words.trimmed().isEmpty()) putRecentFirst();
  for (const BlockPhrase& phrase : m_phrases) {
    const sim::BlockType& type = *phrase.type;
    const QIcon icon =
        blockIcon(type, m_canvas.document.library(), m_canvas.scene.theme(), iconSize, devicePixelRatioF());
    QString text = QString::fromStdString(type.label);
    const QString synonym = phrase.said.isEmpty() ? matchedKeyword(type, words) : QString();
    if (!synonym.isEmpty()) text += QStringLiteral("  (%1)").arg(synonym);
    if (!phrase.said.isEmpty()) text += QStringLiteral("   ") + phrase.said + saidOfVariables(phrase);
    auto* item = new QListWidgetItem(icon, text, m_matches);
    item->setToolTip(plainTip(QString::fromStdString(type.doc).section(u'\n', 0, 0)));
  }
  if (const QString text = words.trimmed(); !text.isEmpty() && !m_end) {
    auto* item =
        new QListWidgetItem(lineIcon(QStringLiteral("note")), tr("Annotation “%1”").arg(text), m_matches);
    item->setToolTip(tr("Write this on the diagram"));
  }
  m_matches->setCurrentRow(0);
}

// Before anything is typed: what was inserted last.
void QuickInsert::putRecentFirst() {
  const QStringList recent = BlockMemory::instance().recent();
  const auto rank = [&](const BlockPhrase& phrase) {
    const qsizetype at = recent.indexOf(QString::fromStdString(phrase.type->id));
    return at < 0 ? recent.size() : at;
  };
  std::stable_sort(m_phrases.begin(), m_phrases.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

bool QuickInsert::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) {
    finish();
    return false;
  }
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int rows = m_matches->count();
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
      finish();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      insertCurrent(static_cast<QKeyEvent*>(event)->modifiers().testFlag(Qt::ShiftModifier));
      return true;
    case Qt::Key_Down:
      if (rows > 0) m_matches->setCurrentRow((m_matches->currentRow() + 1) % rows);
      return true;
    case Qt::Key_Up:
      if (rows > 0) m_matches->setCurrentRow((m_matches->currentRow() + rows - 1) % rows);
      return true;
    default:
      return QFrame::eventFilter(watched, event);
  }
}

static const sim::Variable* variableCalled(const DiagramDocument& document, const std::string& name) {
  for (const auto& [id, variable] : document.diagram().variables)
    if (variable.name == name) return &variable;
  return nullptr;
}

QString QuickInsert::saidOfVariables(const BlockPhrase& phrase) const {
  QString said;
  for (const auto& [name, value] : phrase.variables) {
    const sim::Variable* known = variableCalled(m_canvas.document, name);
    said += QStringLiteral(", ") +
            (known ? tr("%1 stays %2") : QStringLiteral("%1 = %2"))
                .arg(QString::fromStdString(name), QString::fromStdString(known ? known->expression : value));
  }
  return said;
}

void QuickInsert::defineVariables(const BlockPhrase& phrase, int gesture) {
  for (const auto& [name, value] : phrase.variables)
    if (!variableCalled(m_canvas.document, name))
      defineVariable(m_canvas.document, QString::fromStdString(name), QString::fromStdString(value), gesture);
}

void QuickInsert::insertCurrent(bool connected) {
  const int row = m_matches->currentRow();
  if (row < 0 || m_done) return;
  if (row == static_cast<int>(m_phrases.size())) {
    const QString text = m_words->text();
    finish();
    insertNote(m_canvas, text.trimmed(), m_at);
    return;
  }
  const BlockPhrase chosen = m_phrases[static_cast<std::size_t>(row)];
  finish();
  const int gesture = m_end ? m_end->gesture : m_canvas.document.beginGesture();
  const sim::Id added = m_end ? insertAtLineEnd(m_canvas, chosen, *m_end)
                              : insertBlockAt(m_canvas, QString::fromStdString(chosen.type->id), m_at,
                                              chosen.parameters, gesture);
  if (added == sim::no_id) return;
  defineVariables(chosen, gesture);
  if (connected && !m_end) connectBlocks(m_canvas, m_sources, added, gesture);
}

void QuickInsert::finish() {
  if (m_done) return;
  m_done = true;
  hide();
  deleteLater();
  m_canvas.view.setFocus();
}

}  // namespace fluxion
