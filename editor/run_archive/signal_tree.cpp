#include "editor/run_archive/signal_tree.h"

#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QLineEdit>
#include <QMimeData>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <map>
#include <set>

#include "editor/line_icon.h"
#include "editor/run_archive/run_text.h"

namespace fluxion {

namespace {

enum Role { RunRole = Qt::UserRole, BlockRole, NameRole, ElementRole };

bool isSignal(const QTreeWidgetItem* item) { return item->data(0, NameRole).isValid(); }

PlottedSignal signalOf(const QTreeWidgetItem* item) {
  return {item->data(0, RunRole).toString(),
          {item->data(0, BlockRole).toString(), item->data(0, NameRole).toString(),
           item->data(0, ElementRole).toInt()}};
}

class DraggableTree : public QTreeWidget {
 public:
  using QTreeWidget::QTreeWidget;

 protected:
  QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    for (const QTreeWidgetItem* item : items)
      if (isSignal(item)) {
        const PlottedSignal s = signalOf(item);
        stream << s.run << s.signal.block << s.signal.name << s.signal.element;
      }
    auto* data = new QMimeData;
    data->setData(QLatin1String(SignalTree::mimeType), bytes);
    return data;
  }
};

}  // namespace

SignalTree::SignalTree(QWidget* parent, Boxes boxes)
    : QWidget(parent), m_words(new QLineEdit(this)), m_tree(new DraggableTree(this)), m_boxes(boxes) {
  m_words->setObjectName(QStringLiteral("signalFilter"));
  m_words->setAccessibleName(tr("Filter of the signals"));
  m_words->setPlaceholderText(tr("Filter"));
  m_words->setClearButtonEnabled(true);
  m_words->addAction(lineIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
  m_tree->setObjectName(QStringLiteral("signalTree"));
  m_tree->setAccessibleName(tr("Signals of the runs"));
  m_tree->setToolTip(boxes == Boxes::Shown
                         ? tr("Check a signal to draw it in the chosen plot, or drag it into any plot")
                         : tr("Double-click a signal to plot it, or drag it into any plot"));
  m_tree->setHeaderHidden(true);
  m_tree->setUniformRowHeights(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_tree->setDragEnabled(true);
  m_tree->setDragDropMode(QAbstractItemView::DragOnly);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(m_words);
  layout->addWidget(m_tree, 1);
  connect(m_words, &QLineEdit::textChanged, this, &SignalTree::filter);
  connect(m_tree, &QTreeWidget::itemActivated, this, [this] {
    std::vector<PlottedSignal> chosen;
    for (const QTreeWidgetItem* item : m_tree->selectedItems())
      if (isSignal(item)) chosen.push_back(signalOf(item));
    if (!chosen.empty()) emit activated(chosen);
  });
  connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
    if (!m_filling && isSignal(item)) emit toggled(signalOf(item), item->checkState(0) == Qt::Checked);
  });
}

void SignalTree::setRuns(const std::vector<Run>& runs, const QStringList& expanded) {
  std::set<QString> open(expanded.begin(), expanded.end());
  for (int k = 0; k < m_tree->topLevelItemCount(); ++k)
    if (m_tree->topLevelItem(k)->isExpanded())
      open.insert(m_tree->topLevelItem(k)->data(0, RunRole).toString());
  m_filling = true;
  m_tree->clear();
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    const sim::RunSummary& summary = (*run)->summary;
    auto* top = new QTreeWidgetItem(
        m_tree,
        {QStringLiteral("%1 (%2)").arg(QString::fromStdString(summary.name), timeText(summary.created))});
    top->setData(0, RunRole, QString::fromStdString(summary.id));
    std::map<std::string, QTreeWidgetItem*> blocks;
    for (const sim::RunSignal& signal : summary.recorded) {
      // A block that is named as its only signal adds nothing.
      if (signal.block.empty() || signal.block == signal.name) {
        addSignals(*top, *run, signal);
        continue;
      }
      QTreeWidgetItem*& block = blocks[signal.block];
      if (!block) block = new QTreeWidgetItem(top, {QString::fromStdString(signal.block)});
      addSignals(*block, *run, signal);
      block->setExpanded(true);
    }
    top->setExpanded(open.contains(QString::fromStdString(summary.id)));
  }
  m_filling = false;
  filter();
}

void SignalTree::addSignals(QTreeWidgetItem& parent, const Run& run, const sim::RunSignal& signal) {
  for (int k = 0; k < signal.count(); ++k) {
    QString text = QString::fromStdString(signal.elements[static_cast<std::size_t>(k)]);
    if (!signal.unit.empty()) text += QStringLiteral(" (%1)").arg(QString::fromStdString(signal.unit));
    auto* item = new QTreeWidgetItem(&parent, {text});
    item->setData(0, RunRole, QString::fromStdString(run->summary.id));
    item->setData(0, BlockRole, QString::fromStdString(signal.block));
    item->setData(0, NameRole, QString::fromStdString(signal.name));
    item->setData(0, ElementRole, k);
    if (m_boxes == Boxes::Shown) item->setCheckState(0, Qt::Unchecked);
  }
}

void SignalTree::setChecked(const std::vector<PlottedSignal>& chosen) {
  const std::set<PlottedSignal> wanted(chosen.begin(), chosen.end());
  m_filling = true;
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it)
    if (isSignal(*it)) (*it)->setCheckState(0, wanted.contains(signalOf(*it)) ? Qt::Checked : Qt::Unchecked);
  m_filling = false;
}

void SignalTree::setFilter(const QString& words) { m_words->setText(words); }

// A row is shown if it, or one above or below it, has the words.
void SignalTree::filter() {
  const QString words = m_words->text().trimmed();
  const std::function<bool(QTreeWidgetItem*, bool)> show = [&](QTreeWidgetItem* item, bool above) {
    const bool self = above || item->text(0).contains(words, Qt::CaseInsensitive);
    bool below = false;
    for (int k = 0; k < item->childCount(); ++k) below = show(item->child(k), self) || below;
    item->setHidden(!self && !below);
    if (below && !words.isEmpty()) item->setExpanded(true);
    return self || below;
  };
  for (int k = 0; k < m_tree->topLevelItemCount(); ++k) show(m_tree->topLevelItem(k), words.isEmpty());
}

std::vector<PlottedSignal> SignalTree::dropped(const QMimeData* data) {
  QByteArray bytes = data->data(QLatin1String(mimeType));
  QDataStream stream(&bytes, QIODevice::ReadOnly);
  std::vector<PlottedSignal> all;
  while (!stream.atEnd()) {
    PlottedSignal s;
    stream >> s.run >> s.signal.block >> s.signal.name >> s.signal.element;
    if (stream.status() != QDataStream::Ok) break;
    all.push_back(std::move(s));
  }
  return all;
}

}  // namespace fluxion
