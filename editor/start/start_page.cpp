#include "editor/start/start_page.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "editor/line_icon.h"
#include "editor/start/example_card.h"

namespace fluxion {

static constexpr int gap = 16, widestRow = 3;

static QLabel* heading(const QString& text, double scale) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setBold(true);
  label->setFont(font);
  return label;
}

StartPage::StartPage(std::vector<Example> examples, Render render, QWidget* parent)
    : QScrollArea(parent), m_grid(new QGridLayout), m_column(new QWidget), m_recent(new QWidget) {
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
  if (!examples.empty()) down->addWidget(heading(tr("Examples"), 1.15));
  m_grid->setSpacing(gap);
  down->addLayout(m_grid);
  down->addStretch();
  for (Example& example : examples) {
    const QString path = example.path;
    auto* card = new ExampleCard(std::move(example), render);
    card->setObjectName(QStringLiteral("example:") + QFileInfo(path).completeBaseName());
    connect(card, &QAbstractButton::clicked, this, [this, path] { emit exampleRequested(path); });
    m_cards.push_back(card);
  }
  setWidget(page);
  arrangeCards();
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
  add("open", tr("&Open…"), QStringLiteral("startOpen"), &StartPage::openRequested);
  return header;
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
    link->setToolTip(path);
    connect(link, &QPushButton::clicked, this, [this, path] { emit fileRequested(path); });
    m_recentList->addWidget(link);
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrangeCards();
}

void StartPage::arrangeCards() {
  const int room = (viewport()->width() - 2 * gap + gap) / (ExampleCard::width + gap);
  const int columns = std::clamp(room, 1, widestRow);
  if (columns == m_columns) return;
  m_columns = columns;
  for (std::size_t k = 0; k < m_cards.size(); ++k) {
    const int n = static_cast<int>(k);
    m_grid->addWidget(m_cards[k], n / columns, n % columns, Qt::AlignLeft | Qt::AlignTop);
  }
  m_column->setFixedWidth(columns * ExampleCard::width + (columns - 1) * gap);
}

}  // namespace fluxion
