#include <QDialogButtonBox>
#include <QVBoxLayout>

#include "editor/masks/mask_dialog.h"
#include "editor/note_view.h"
#include "editor/secondary_window.h"

namespace fluxion {

// A cell of a Markdown table cannot hold bars or line breaks.
static QString cell(const std::string& s) {
  return QString::fromStdString(s).replace(u'|', QStringLiteral("\\|")).replace(u'\n', u' ');
}

static QString kindOf(const sim::MaskParameter& p) {
  if (p.editor == sim::MaskEditor::Choice) {
    QStringList choices;
    for (const std::string& choice : p.choices) choices += cell(choice);
    return choices.join(QStringLiteral(", "));
  }
  if (p.editor == sim::MaskEditor::Flag) return QObject::tr("on or off");
  QString kind = p.evaluate ? QObject::tr("value") : QObject::tr("text");
  if (p.minimum) kind += QObject::tr(", at least %1").arg(*p.minimum);
  if (p.maximum) kind += QObject::tr(", at most %1").arg(*p.maximum);
  return kind;
}

QString maskHelpPage(const sim::Block& masked) {
  QString page = QStringLiteral("# %1\n").arg(QString::fromStdString(masked.name));
  if (!masked.mask) return page;
  page += u'\n' + QString::fromStdString(masked.mask->description) + u'\n';
  if (masked.mask->parameters.empty()) return page;
  page += QStringLiteral("\n### %1\n\n| %2 | %3 | %4 |\n|---|---|---|\n")
              .arg(QObject::tr("Parameters"), QObject::tr("Parameter"), QObject::tr("Value"),
                   QObject::tr("Meaning"));
  for (const sim::MaskParameter& p : masked.mask->parameters) {
    const QString unit = p.unit.empty() ? QString() : QStringLiteral(" [%1]").arg(cell(p.unit));
    const QString name = cell(p.name), label = p.label.empty() ? QString() : cell(p.label) + u' ';
    page +=
        QStringLiteral("| %1(`%2`) | %3%4 | %5 |\n").arg(label, name, kindOf(p), unit, cell(p.description));
  }
  return page;
}

void showMaskHelp(const sim::Block& masked, const QString& folder, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("maskHelp"));
  closeByKeys(*dialog);
  dialog->setWindowTitle(QObject::tr("%1: Help").arg(QString::fromStdString(masked.name)));
  auto* browser = new NoteBrowser(dialog);
  browser->setObjectName(QStringLiteral("maskHelpPage"));
  browser->setFrameShape(QFrame::NoFrame);
  browser->show(maskHelpPage(masked), folder);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(browser);
  layout->addWidget(buttons);
  dialog->resize(560, 460);
  dialog->show();
}

}  // namespace fluxion
