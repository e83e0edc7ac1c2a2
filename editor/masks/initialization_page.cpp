#include "editor/masks/initialization_page.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTextBlock>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "editor/canvas/mask_picture.h"
#include "editor/theme.h"
#include "sim_core/diagram/mask_initialization.h"

namespace fluxion {

QString valueOrProblem(const sim::Result<sim::expr::Value>& value) {
  if (value) return shortValueText(*value);
  const sim::Diagnostic& why = value.error();
  return QString::fromStdString(why.remedy.empty() ? why.message : why.message + "; " + why.remedy);
}

InitializationPage::InitializationPage(QWidget* parent)
    : MaskPage(parent), m_text(new QPlainTextEdit(this)), m_values(new QTreeWidget(this)) {
  auto* layout = new QVBoxLayout(this);
  auto* about =
      new QLabel(tr("A value a line, such as <tt>w = 2*pi*f</tt>. Each line knows the parameters and the "
                    "lines above; what is inside the subsystem knows them all. A remark stands behind %."),
                 this);
  about->setWordWrap(true);
  layout->addWidget(about);
  auto* splitter = new QSplitter(Qt::Horizontal, this);
  splitter->setChildrenCollapsible(false);
  m_text->setObjectName(QStringLiteral("maskInitialization"));
  m_text->setAccessibleName(tr("Initialization"));
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  fixed.setPointSizeF(font().pointSizeF());
  m_text->setFont(fixed);
  m_text->setTabChangesFocus(true);
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_values->setObjectName(QStringLiteral("maskValues"));
  m_values->setAccessibleName(tr("Values of the mask"));
  m_values->setHeaderLabels({tr("Line"), tr("Name"), tr("Is now")});
  m_values->setRootIsDecorated(false);
  m_values->setUniformRowHeights(true);
  m_values->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  m_values->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  splitter->addWidget(m_text);
  splitter->addWidget(m_values);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  layout->addWidget(splitter, 1);
  connect(m_text, &QPlainTextEdit::textChanged, this, &InitializationPage::edited);
  connect(m_values, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) {
    const int line = item->text(0).toInt();
    if (line < 1) return;
    m_text->setTextCursor(QTextCursor(m_text->document()->findBlockByNumber(line - 1)));
    m_text->setFocus();
  });
}

void InitializationPage::show(const sim::Mask& mask) {
  const QSignalBlocker quiet(m_text);
  m_text->setPlainText(QString::fromStdString(mask.initialization));
}

void InitializationPage::put(sim::Mask& mask) const {
  mask.initialization = m_text->toPlainText().toStdString();
}

void InitializationPage::showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>& values,
                                    const sim::expr::Scope&) {
  const Theme theme = Theme::current(palette());
  m_values->clear();
  const auto add = [&](int line, const QString& name, const QString& text, bool good) {
    auto* item = new QTreeWidgetItem(m_values, {line > 0 ? QString::number(line) : QString(), name, text});
    item->setToolTip(2, text.toHtmlEscaped());
    item->setForeground(2, good ? theme.hint : theme.error);
  };
  for (const sim::MaskValue& value : values)
    add(value.line, QString::fromStdString(value.name), valueOrProblem(value.value), bool(value.value));
  for (const sim::Diagnostic& problem : sim::read_initialization(mask.initialization).problems)
    add(0, QString::fromStdString(problem.path),
        QString::fromStdString(problem.message + "; " + problem.remedy), false);
}

}  // namespace fluxion
