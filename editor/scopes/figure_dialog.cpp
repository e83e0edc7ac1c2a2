#include "editor/scopes/figure_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>

#include "editor/scopes/export_file.h"
#include "editor/scopes/figure_form.h"
#include "editor/scopes/measured_plot.h"

namespace fluxion {

FigureDialog::FigureDialog(MeasuredPlot& plot, const QString& name, const AxisTitles& titles, QWidget* parent)
    : QDialog(parent),
      m_form(new FigureForm(plot, titles, this)),
      m_file(new ExportFile(name, this)),
      m_message(new QLabel(this)) {
  setWindowTitle(tr("Export Figure"));
  m_file->addFormat(tr("PNG picture"), QStringLiteral("png"));
  m_file->addFormat(tr("SVG drawing"), QStringLiteral("svg"));
  m_file->addFormat(tr("PDF page"), QStringLiteral("pdf"));
  m_message->setObjectName(QStringLiteral("exportMessage"));
  m_message->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  buttons->addButton(tr("E&xport"), QDialogButtonBox::AcceptRole);
  auto* form = new QFormLayout(this);
  form->addRow(tr("&Format:"), &m_file->formats());
  form->addRow(m_form);
  form->addRow(tr("F&ile:"), m_file);
  form->addRow(m_message);
  form->addRow(buttons);
  connect(m_file, &ExportFile::changed, this, [this] {
    m_form->setOfPixels(m_file->format() == QLatin1String("png"));
    m_message->clear();
  });
  connect(buttons, &QDialogButtonBox::accepted, this, &FigureDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &FigureDialog::reject);
  m_file->chooseLastFormat();
  resize(sizeHint().expandedTo({920, 0}));
}

AxisTitles FigureDialog::titles() const { return m_form->titles(); }

void FigureDialog::accept() {
  if (QString question; !m_file->mayWrite(question)) return m_message->setText(question);
  m_file->remember();
  rememberFigure(m_form->settings());
  const QFileInfo file(m_file->path());
  if (const auto problem = m_form->figure().save(file.absoluteFilePath()))
    return m_message->setText(tr("%1 was not written: %2.").arg(file.fileName(), *problem));
  QDialog::accept();
}

}  // namespace fluxion
