#include "editor/masks/icon_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "editor/canvas/icon_painter.h"
#include "editor/dialogs/name_completer.h"
#include "editor/theme.h"

namespace fluxion {

static constexpr int commandsPageIndex = 4;  // behind those of the kinds of icons

MaskPreview::MaskPreview(sim::Block block, const sim::BlockType* type, sim::BlockInterface ports,
                         QWidget* parent)
    : QWidget(parent), m_block(std::move(block)), m_type(type), m_ports(std::move(ports)) {
  m_block.position = {0, 0};
  setObjectName(QStringLiteral("maskPreview"));
  setMinimumSize(180, 140);
}

void MaskPreview::setPicture(MaskPicture picture) {
  m_picture = std::move(picture);
  update();
}

void MaskPreview::paintEvent(QPaintEvent*) {
  const Theme theme = Theme::current(palette());
  const BlockGeometry geometry = blockGeometry(m_block, m_type, m_ports);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme.canvas);
  constexpr double margin = 24, largest = 4;
  const double scale = std::min({(width() - 2 * margin) / geometry.rect.width(),
                                 (height() - 2 * margin) / geometry.rect.height(), largest});
  painter.translate(rect().center());
  painter.scale(scale, scale);
  painter.translate(-geometry.rect.center());
  paintBlock(painter, m_block, m_type, geometry, theme, &m_picture);
}

IconPage::IconPage(const sim::Block& block, const sim::BlockType* type, const sim::BlockInterface& ports,
                   QWidget* parent)
    : MaskPage(parent),
      m_kind(new QComboBox(this)),
      m_pages(new QStackedWidget(this)),
      m_portNames(new QCheckBox(tr("Show the &names of the ports"), this)),
      m_preview(new MaskPreview(block, type, ports, this)),
      m_problem(new QLabel(this)) {
  m_kind->setObjectName(QStringLiteral("maskIconKind"));
  m_kind->setAccessibleName(tr("Kind of icon"));
  m_kind->addItems({tr("None"), tr("Text"), tr("Path"), tr("Plot"), tr("Commands")});
  m_portNames->setObjectName(QStringLiteral("maskPortNames"));
  m_problem->setObjectName(QStringLiteral("maskIconProblem"));
  m_problem->setWordWrap(true);
  auto* none = new QLabel(tr("The block looks like a subsystem."), this);
  none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  m_pages->addWidget(none);
  m_pages->addWidget(
      textPage(m_text, "maskIconText", tr("Text of the icon"),
               tr("The text of the icon. <tt>{K}</tt> shows the value of K; a line <tt>---</tt> "
                  "draws a fraction.")));
  m_pages->addWidget(textPage(m_path, "maskIconPath", tr("Path of the icon"),
                              tr("Path data as in SVG, in a box from 0 to 100, y downwards: "
                                 "<tt>M 10 80 L 50 20 L 90 80 Z</tt>")));
  m_pages->addWidget(plotPage());
  m_pages->addWidget(commandsPage());
  auto* left = new QVBoxLayout;
  auto* kind = new QHBoxLayout;
  auto* label = new QLabel(tr("&Icon"), this);
  label->setBuddy(m_kind);
  kind->addWidget(label);
  kind->addWidget(m_kind, 1);
  left->addLayout(kind);
  left->addWidget(m_pages, 1);
  left->addWidget(m_portNames);
  QWidget* last = m_kind;
  for (QWidget* next : m_pages->findChildren<QWidget*>()) {
    if (next->focusPolicy() == Qt::NoFocus) continue;
    setTabOrder(last, next);
    last = next;
  }
  setTabOrder(last, m_portNames);
  left->addWidget(m_problem);
  auto* layout = new QHBoxLayout(this);
  layout->addLayout(left, 1);
  layout->addWidget(m_preview, 1);
  connect(m_kind, &QComboBox::currentIndexChanged, this, [this](int index) {
    m_pages->setCurrentIndex(index);
    emit edited();
  });
  connect(m_portNames, &QCheckBox::toggled, this, &IconPage::edited);
}

QWidget* IconPage::textPage(QPlainTextEdit*& edit, const char* name, const QString& label,
                            const QString& about) {
  auto* page = new QWidget(this);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* words = new QLabel(about, page);
  words->setTextFormat(Qt::RichText);
  words->setWordWrap(true);
  edit = new QPlainTextEdit(page);
  edit->setObjectName(QLatin1String(name));
  edit->setAccessibleName(label);
  edit->setTabChangesFocus(true);
  layout->addWidget(words);
  layout->addWidget(edit, 1);
  connect(edit, &QPlainTextEdit::textChanged, this, &IconPage::edited);
  return page;
}

QLineEdit* IconPage::expressionField(const char* name, const QString& label, const QString& placeholder) {
  auto* field = new QLineEdit(this);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(label);
  field->setPlaceholderText(placeholder);
  connect(field, &QLineEdit::textEdited, this, &IconPage::edited);
  m_completers.push_back(new NameCompleter(field));
  return field;
}

QWidget* IconPage::plotPage() {
  auto* page = new QWidget(this);
  auto* form = new QFormLayout(page);
  form->setContentsMargins(0, 0, 0, 0);
  auto* about = new QLabel(tr("A curve through points. The expressions see the values of the mask; several "
                              "columns of y are several "
                              "curves."),
                           page);
  about->setWordWrap(true);
  form->addRow(about);
  m_x = expressionField("maskIconX", tr("x of the points"), tr("1, 2, 3 …"));
  m_y = expressionField("maskIconY", tr("y of the points"), QStringLiteral("[0 0 1 1]"));
  form->addRow(tr("&x"), m_x);
  form->addRow(tr("&y"), m_y);
  return page;
}

QWidget* IconPage::commandsPage() {
  return textPage(
      m_commands, "maskIconCommands", tr("Commands of the icon"),
      tr("Commands that draw, one a line; expressions see the values of the mask: <tt>plot(x, y)</tt>, "
         "<tt>patch(x, y, [r g b])</tt>, <tt>text(x, y, 'words')</tt>, <tt>disp(K)</tt>, "
         "<tt>fprintf('K = %g', K)</tt>, <tt>dpoly(num, den)</tt>, <tt>port_label('input', 1, 'u')</tt>, "
         "<tt>color('red')</tt>, <tt>units('normalized')</tt>, <tt>if</tt> … <tt>end</tt>"));
}

// A plot that commands draw has a page of its own, the last.
static int pageOf(const sim::MaskIcon& icon) {
  return sim::is_drawn_by_commands(icon) ? commandsPageIndex : static_cast<int>(icon.kind);
}

void IconPage::show(const sim::Mask& mask) {
  const QSignalBlocker quiet(this);
  m_kind->setCurrentIndex(pageOf(mask.icon));
  m_portNames->setChecked(mask.port_names);
  const QString content = QString::fromStdString(mask.icon.content);
  const auto isPage = [&](int index) { return pageOf(mask.icon) == index; };
  const int path = static_cast<int>(sim::MaskIconKind::Path);
  m_text->setPlainText(isPage(path) || isPage(commandsPageIndex) ? QString() : content);
  m_path->setPlainText(isPage(path) ? content : QString());
  m_commands->setPlainText(isPage(commandsPageIndex) ? content : QString());
  m_x->setText(QString::fromStdString(mask.icon.x));
  m_y->setText(QString::fromStdString(mask.icon.y));
}

void IconPage::put(sim::Mask& mask) const {
  mask.port_names = m_portNames->isChecked();
  sim::MaskIcon icon;
  icon.unknown = mask.icon.unknown;
  const bool commands = m_kind->currentIndex() == commandsPageIndex;
  icon.kind = commands ? sim::MaskIconKind::Plot : static_cast<sim::MaskIconKind>(m_kind->currentIndex());
  if (icon.kind == sim::MaskIconKind::Text) icon.content = m_text->toPlainText().toStdString();
  if (icon.kind == sim::MaskIconKind::Path) icon.content = m_path->toPlainText().toStdString();
  if (commands) {
    icon.content = m_commands->toPlainText().toStdString();
  } else if (icon.kind == sim::MaskIconKind::Plot) {
    icon.x = m_x->text().trimmed().toStdString();
    icon.y = m_y->text().trimmed().toStdString();
  }
  mask.icon = std::move(icon);
}

void IconPage::showValues(const sim::Mask& mask, const std::vector<sim::MaskValue>&,
                          const sim::expr::Scope& inside) {
  for (NameCompleter* completer : m_completers) completer->setVariables(inside);
  MaskPicture picture = maskPicture(mask, inside);
  QPalette palette = m_problem->palette();
  palette.setColor(QPalette::WindowText, Theme::current(palette).error);
  m_problem->setPalette(palette);
  m_problem->setText(picture.problem);
  m_problem->setVisible(!picture.problem.isEmpty());
  m_preview->setPicture(std::move(picture));
}

}  // namespace fluxion
