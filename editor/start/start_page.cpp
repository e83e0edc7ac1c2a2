#include "editor/start/start_page.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/start/example_card.h"

namespace fluxion {

static constexpr int gap = 16, widestRow = 4;

static QLabel* heading(const QString& text, double scale) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setBold(true);
  label->setFont(font);
  return label;
}

StartPage::StartPage(std::vector<Example> examples, Render render, QWidget* parent)
    : QScrollArea(parent), m_column(new QWidget), m_recent(new QWidget), m_none(new QLabel) {
  setObjectName(QStringLiteral("startPage"));
  setAccessibleName(tr("Start"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* page = new QWidget;
  auto* across = new QHBoxLayout(page);
  across->setContentsMargins(gap, 2 * gap, gap, 2 * gap);
  across->addStretch();
  across->addWidget(m_column);
  across->addStretch();
  auto* down = new QVBoxLayout(m_column);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(gap);
  down->addWidget(makeHeader());
  m_recentList = new QVBoxLayout(m_recent);
  m_recentList->setContentsMargins(0, 0, 0, 0);
  m_recentList->setSpacing(2);
  down->addWidget(m_recent);
  m_fields = new QVBoxLayout;
  m_fields->setSpacing(gap);
  QWidget* examplesHeader = makeExamplesHeader();
  examplesHeader->setVisible(!examples.empty());
  down->addWidget(examplesHeader);
  m_none->setObjectName(QStringLiteral("noExample"));
  m_none->hide();
  down->addWidget(m_none);
  down->addLayout(m_fields);
  down->addStretch();
  for (Example& example : examples) {
    const QString path = example.path;
    Group& group = groupOf(example.field);
    auto* card = new ExampleCard(std::move(example), render);
    card->setObjectName(QStringLiteral("example:") + QFileInfo(path).completeBaseName());
    connect(card, &QAbstractButton::clicked, this, [this, path] { emit exampleRequested(path); });
    group.cards.push_back(card);
  }
  arrangeCards();
  setWidget(page);
}

QWidget* StartPage::makeHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(0, 0, 0, 0);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(heading(QStringLiteral("Fluxion"), 2.2));
  words->addWidget(new QLabel(tr("Block diagrams that keep their invariants")));
  row->addLayout(words);
  row->addStretch();
  const auto add = [&](const char* icon, const QString& text, const QString& name, auto signal) {
    auto* button = new QPushButton(lineIcon(QString::fromLatin1(icon)), text);
    button->setObjectName(name);
    button->setMinimumHeight(button->fontMetrics().lineSpacing() * 2);
    connect(button, &QPushButton::clicked, this, signal);
    row->addWidget(button, 0, Qt::AlignBottom);
    return button;
  };
  add("new", tr("&New Diagram"), QStringLiteral("startNew"), &StartPage::newRequested)->setDefault(true);
  m_templates = new QMenu(this);
  m_templates->setObjectName(QStringLiteral("startTemplates"));
  auto* templates = new QPushButton(lineIcon(QStringLiteral("new")), tr("From &Template"));
  templates->setObjectName(QStringLiteral("startFromTemplate"));
  templates->setMinimumHeight(templates->fontMetrics().lineSpacing() * 2);
  templates->setMenu(m_templates);
  row->addWidget(templates, 0, Qt::AlignBottom);
  add("open", tr("&Open…"), QStringLiteral("startOpen"), &StartPage::openRequested);
  return header;
}

QWidget* StartPage::makeExamplesHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(0, gap / 2, 0, 0);
  row->addWidget(heading(tr("Examples"), 1.5));
  row->addStretch();
  m_search = new QLineEdit;
  m_search->setObjectName(QStringLiteral("searchExamples"));
  m_search->setPlaceholderText(tr("Search examples"));
  m_search->setAccessibleName(tr("Search examples"));
  m_search->setToolTip(
      tr("Words of a title, a description or a field; Enter opens the first example that is left"));
  m_search->setClearButtonEnabled(true);
  m_search->setFixedWidth(ExampleCard::width);
  connect(m_search, &QLineEdit::textChanged, this, &StartPage::search);
  connect(m_search, &QLineEdit::returnPressed, this, &StartPage::openFirst);
  row->addWidget(m_search);
  return header;
}

StartPage::Group& StartPage::groupOf(const QString& field) {
  const QString title = field.isEmpty() ? tr("More") : field;
  for (Group& group : m_groups)
    if (group.widget->objectName() == QStringLiteral("field:") + title) return group;
  auto* widget = new QWidget;
  widget->setObjectName(QStringLiteral("field:") + title);
  auto* down = new QVBoxLayout(widget);
  down->setContentsMargins(0, 0, 0, gap / 2);
  down->setSpacing(gap / 2);
  down->addWidget(heading(title, 1.15));
  auto* grid = new QGridLayout;
  grid->setSpacing(gap);
  auto* row = new QHBoxLayout;
  row->addLayout(grid);
  row->addStretch();
  down->addLayout(row);
  m_fields->addWidget(widget);
  m_groups.push_back({widget, grid, {}});
  return m_groups.back();
}

void StartPage::search(const QString& words) {
  m_words = words;
  bool some = false;
  for (const Group& group : m_groups) {
    bool left = false;
    for (ExampleCard* card : group.cards) {
      card->setVisible(isLeft(card));
      left = left || isLeft(card);
    }
    group.widget->setVisible(left);
    some = some || left;
  }
  m_none->setText(tr("No example has “%1”.").arg(words.trimmed()));
  m_none->setVisible(!some);
  arrangeCards();
}

bool StartPage::isLeft(const ExampleCard* card) const { return card->example().matches(m_words); }

void StartPage::openFirst() {
  for (const Group& group : m_groups)
    for (ExampleCard* card : group.cards)
      if (isLeft(card)) return card->click();
}

void StartPage::setRecentFiles(const QStringList& paths) {
  while (QLayoutItem* item = m_recentList->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_recent->setVisible(!paths.isEmpty());
  if (paths.isEmpty()) return;
  m_recentList->addWidget(heading(tr("Recent"), 1.15));
  constexpr int shownAtMost = 5;
  for (const QString& path : paths.mid(0, shownAtMost)) {
    const QFileInfo file(path);
    QString folder = QDir::toNativeSeparators(file.absolutePath());
    if (folder.startsWith(QDir::homePath())) folder.replace(0, QDir::homePath().size(), QStringLiteral("~"));
    auto* link = new QPushButton(QStringLiteral("%1    %2").arg(file.completeBaseName(), folder));
    link->setObjectName(QStringLiteral("recent:") + file.completeBaseName());
    link->setFlat(true);
    link->setCursor(Qt::PointingHandCursor);
    link->setStyleSheet(QStringLiteral("text-align: left; padding: 4px 6px;"));
    link->setToolTip(plainTip(path));
    connect(link, &QPushButton::clicked, this, [this, path] { emit fileRequested(path); });
    m_recentList->addWidget(link);
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  const int room = (viewport()->width() - gap) / (ExampleCard::width + gap);
  if (const int columns = std::clamp(room, 1, widestRow); columns != m_columns) {
    m_columns = columns;
    arrangeCards();
  }
}

// What the search leaves of each field, row by row.
void StartPage::arrangeCards() {
  const int columns = std::max(1, m_columns);
  for (const Group& group : m_groups) {
    int n = 0;
    for (ExampleCard* card : group.cards) {
      group.grid->removeWidget(card);
      if (!isLeft(card)) continue;
      group.grid->addWidget(card, n / columns, n % columns, Qt::AlignLeft | Qt::AlignTop);
      ++n;
    }
  }
  m_column->setFixedWidth(columns * ExampleCard::width + (columns - 1) * gap);
}

}  // namespace fluxion
