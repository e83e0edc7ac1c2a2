#include "editor/dialogs/block_help.h"

#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace fluxion {

static QString text(const std::string& s) { return QString::fromStdString(s); }

// A cell of a Markdown table cannot hold bars or line breaks.
static QString cell(const std::string& s) {
  return text(s).replace(u'|', QStringLiteral("\\|")).replace(u'\n', u' ');
}

static QString portTable(const QString& title, const std::vector<sim::PortSpec>& ports) {
  if (ports.empty()) return {};
  QString page = QStringLiteral("\n### %1\n\n| Name | Meaning |\n|---|---|\n").arg(title);
  for (const sim::PortSpec& port : ports)
    page += QStringLiteral("| %1 | %2 |\n").arg(cell(port.name), cell(port.doc));
  return page;
}

static QString kindName(const sim::ParameterSpec& spec) {
  switch (spec.kind) {
    case sim::ParameterKind::Real:
      return spec.scalar_only ? QObject::tr("number") : QObject::tr("number, vector or matrix");
    case sim::ParameterKind::Integer:
      return QObject::tr("whole number");
    case sim::ParameterKind::SampleTime:
      return QObject::tr("sample time");
    case sim::ParameterKind::Choice: {
      QStringList names;
      for (const std::string& choice : spec.choices) names += cell(choice);
      return names.join(QStringLiteral(", "));
    }
    case sim::ParameterKind::Flag:
      return QObject::tr("on or off");
    case sim::ParameterKind::Text:
      return QObject::tr("text");
    case sim::ParameterKind::Formula:
      return QObject::tr("formula");
  }
  return {};
}

QString blockHelpPage(const sim::BlockType& type) {
  QString page =
      QStringLiteral("# %1\n\n*%2*\n\n%3\n").arg(text(type.label), text(type.category), text(type.doc));
  page +=
      portTable(QObject::tr("Inputs"), type.inputs_rule ? std::vector<sim::PortSpec>() : type.fixed_inputs);
  page += portTable(QObject::tr("Outputs"),
                    type.outputs_rule ? std::vector<sim::PortSpec>() : type.fixed_outputs);
  std::vector<sim::PortSpec> conserving;
  for (const sim::ConservingPort& port : type.conserving)
    conserving.push_back({port.name, port.doc + " (" + sim::name_of(port.domain) + ")"});
  page += portTable(QObject::tr("Conserving ports"), conserving);
  if (type.inputs_rule || type.outputs_rule)
    page += QStringLiteral("\n") + QObject::tr("The number of ports follows from the parameters.") + u'\n';
  if (!type.parameters.empty()) {
    page += QStringLiteral("\n### %1\n\n| %2 | %3 | %4 | %5 |\n|---|---|---|---|\n")
                .arg(QObject::tr("Parameters"), QObject::tr("Parameter"), QObject::tr("Value"),
                     QObject::tr("Default"), QObject::tr("Meaning"));
    for (const sim::ParameterSpec& spec : type.parameters) {
      QString meaning = cell(spec.doc);
      if (spec.tunable)
        meaning += (meaning.isEmpty() ? QString() : QStringLiteral(" ")) + QObject::tr("Tunable.");
      const QString unit = spec.unit.empty() ? QString() : QStringLiteral(" [%1]").arg(cell(spec.unit));
      page +=
          QStringLiteral("| %1 (`%2`) | %3%4 | %5 | %6 |\n")
              .arg(cell(spec.label), text(spec.name), kindName(spec), unit, cell(spec.default_text), meaning);
    }
  }
  if (!type.states.empty()) {
    QStringList names;
    for (const sim::StateSpec& state : type.states) names += QStringLiteral("`%1`").arg(text(state.name));
    page += QStringLiteral("\n### %1\n\n%2\n")
                .arg(QObject::tr("Continuous states"), names.join(QStringLiteral(", ")));
  }
  if (!type.keywords.empty()) {
    QStringList names;
    for (const std::string& keyword : type.keywords) names += text(keyword);
    page += QStringLiteral("\n*%1 %2*\n").arg(QObject::tr("Elsewhere:"), names.join(QStringLiteral(", ")));
  }
  return page;
}

void showBlockHelp(const sim::BlockType& type, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("blockHelp"));
  dialog->setWindowTitle(QObject::tr("%1: Help").arg(text(type.label)));
  auto* browser = new QTextBrowser(dialog);
  browser->setObjectName(QStringLiteral("blockHelpPage"));
  browser->setFrameShape(QFrame::NoFrame);
  browser->document()->setDocumentMargin(12);
  browser->setMarkdown(blockHelpPage(type));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(browser);
  layout->addWidget(buttons);
  dialog->resize(580, 560);
  dialog->show();
}

}  // namespace fluxion
