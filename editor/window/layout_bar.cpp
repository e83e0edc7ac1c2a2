#include "editor/window/layout_bar.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QToolButton>

#include "editor/plain_text.h"
#include "editor/shortcuts.h"
#include "editor/window/dock_layouts.h"

namespace fluxion {

LayoutBar::LayoutBar(DockLayouts& layouts, QMenu& menu, QWidget* parent)
    : QWidget(parent), m_layouts(layouts), m_menu(menu), m_row(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("layoutBar"));
  m_row->setContentsMargins(0, 1, 6, 1);
  m_row->setSpacing(1);
  connect(&layouts, &DockLayouts::changed, this, &LayoutBar::mark);
  connect(&layouts, &DockLayouts::namesChanged, this, &LayoutBar::fill);
  fill();
}

void LayoutBar::fill() {
  struct Row {
    QString name, text, tip;
  };
  const Row always[] = {
      {DockLayouts::edit, tr("Edit"), tr("Layout of docks: the library and the diagram")},
      {DockLayouts::run, tr("Run"), tr("Layout of docks: the diagram and its scopes")},
      {DockLayouts::analyze, tr("Analyze"), tr("Layout of docks: scopes and the runs that are kept")}};
  std::vector<Row> rows(std::begin(always), std::end(always));
  for (const QString& own : m_layouts.ownNames())
    rows.push_back({own, own, tr("A layout of docks of yours")});
  delete m_group;
  m_group = new QActionGroup(this);
  m_menu.clear();
  while (QLayoutItem* item = m_row->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    QString text = row.text;
    auto* action = new QAction(text.replace(u'&', QStringLiteral("&&")), m_group);
    action->setObjectName(QStringLiteral("layout-") + row.name);
    action->setCheckable(true);
    action->setData(row.name);
    action->setToolTip(plainTip(row.tip));
    if (k < 9) action->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(k + 1)));
    connect(action, &QAction::triggered, this, [this, name = row.name] { m_layouts.use(name); });
    m_menu.addAction(action);
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_row->addWidget(button);
  }
  m_menu.addSeparator();
  m_menu.addAction(tr("&Save Layout As…"), this, &LayoutBar::askForName)
      ->setObjectName(QStringLiteral("saveLayout"));
  m_menu.addAction(tr("&Reset This Layout"), &m_layouts, &DockLayouts::reset)
      ->setObjectName(QStringLiteral("resetLayout"));
  if (const QStringList own = m_layouts.ownNames(); !own.isEmpty()) {
    QMenu* removal = m_menu.addMenu(tr("&Delete Layout"));
    for (QString name : own)
      removal->addAction(QString(name).replace(u'&', QStringLiteral("&&")), &m_layouts,
                         [this, name] { m_layouts.remove(name); });
  }
  applyKeys(*this);
  mark();
}

void LayoutBar::mark() {
  for (QAction* action : m_group->actions())
    action->setChecked(action->data().toString() == m_layouts.current());
}

void LayoutBar::askForName() {
  auto* dialog = new QInputDialog(window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("layoutName"));
  dialog->setWindowTitle(tr("Save Layout"));
  dialog->setLabelText(tr("Name of the layout of the docks"));
  connect(dialog, &QInputDialog::textValueSelected, &m_layouts, &DockLayouts::saveAs);
  dialog->open();
}

}  // namespace fluxion
