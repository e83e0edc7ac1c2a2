#include "editor/scopes/scope_export_dialog.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>

#include "editor/scopes/export_file.h"
#include "editor/scopes/figure_form.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

static bool isData(const QString& ending) {
  return ending == QLatin1String("csv") || ending == QLatin1String("mat");
}

ScopeExportDialog::ScopeExportDialog(ScopePanel& scope, QWidget* parent)
    : QDialog(parent),
      m_scope(scope),
      m_file(new ExportFile(scope.source() ? scope.source()->title : tr("Scope"), this)),
      m_figure(new FigureForm(scope, scope.settings().titles, this)),
      m_data(new QWidget(this)),
      m_inView(new QRadioButton(tr("The part in &view"), this)),
      m_wholeRun(new QRadioButton(tr("The whole &run"), this)),
      m_visible(new QRadioButton(tr("The &shown signals"), this)),
      m_all(new QRadioButton(tr("&All signals"), this)),
      m_message(new QLabel(this)),
      m_buttons(new QDialogButtonBox(this)),
      m_background(
          this, [](const DataExport& data, const auto&) { return writeData(data); },
          [this](const std::optional<QString>& problem) { end(problem); }) {
  setWindowTitle(tr("Export %1").arg(scope.source() ? scope.source()->title : tr("Scope")));
  m_file->addFormat(tr("PNG picture"), QStringLiteral("png"));
  m_file->addFormat(tr("SVG drawing"), QStringLiteral("svg"));
  m_file->addFormat(tr("PDF page"), QStringLiteral("pdf"));
  if (scope.source()) {
    m_file->addFormat(tr("CSV table"), QStringLiteral("csv"));
    m_file->addFormat(tr("MAT file"), QStringLiteral("mat"));
  }
  m_message->setObjectName(QStringLiteral("exportMessage"));
  m_message->setWordWrap(true);
  buildData();
  auto* form = new QFormLayout(this);
  form->addRow(tr("&Format:"), &m_file->formats());
  form->addRow(m_figure);
  form->addRow(m_data);
  form->addRow(tr("F&ile:"), m_file);
  form->addRow(m_message);
  form->addRow(m_buttons);
  m_buttons->addButton(tr("E&xport"), QDialogButtonBox::AcceptRole);
  m_buttons->addButton(QDialogButtonBox::Cancel);
  m_copy = m_buttons->addButton(tr("Cop&y"), QDialogButtonBox::ActionRole);
  m_copy->setObjectName(QStringLiteral("exportCopy"));
  m_copy->setAutoDefault(false);
  m_file->chooseLastFormat();
  connect(m_file, &ExportFile::changed, this, &ScopeExportDialog::update);
  connect(m_copy, &QPushButton::clicked, this, &ScopeExportDialog::copy);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &ScopeExportDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &ScopeExportDialog::reject);
  update();
}

void ScopeExportDialog::buildData() {
  m_inView->setObjectName(QStringLiteral("exportInView"));
  m_wholeRun->setObjectName(QStringLiteral("exportWholeRun"));
  m_visible->setObjectName(QStringLiteral("exportVisible"));
  m_all->setObjectName(QStringLiteral("exportAll"));
  const auto group = [this](QRadioButton* a, QRadioButton* b) {
    auto* buttons = new QButtonGroup(this);
    auto* row = new QHBoxLayout;
    for (QRadioButton* button : {a, b}) {
      buttons->addButton(button);
      button->setEnabled(!m_scope.isPhase());
      row->addWidget(button);
    }
    row->addStretch();
    return row;
  };
  auto* form = new QFormLayout(m_data);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("Time:"), group(m_inView, m_wholeRun));
  form->addRow(tr("Signals:"), group(m_visible, m_all));
  m_wholeRun->setChecked(true);
  m_visible->setChecked(true);
}

QString ScopeExportDialog::path() const { return m_file->path(); }
void ScopeExportDialog::setPath(const QString& path) { m_file->setPath(path); }
void ScopeExportDialog::setFormat(const QString& ending) { m_file->setFormat(ending); }

ScopeExport ScopeExportDialog::wish() const { return {m_inView->isChecked(), m_visible->isChecked()}; }

// A figure shows what is in view.
void ScopeExportDialog::update() {
  const bool data = isData(m_file->format());
  m_figure->setVisible(!data);
  m_figure->setOfPixels(m_file->format() == QLatin1String("png"));
  m_data->setVisible(data);
  m_copy->setToolTip(data ? tr("The table as text, as spreadsheets paste it")
                          : tr("The figure as a picture"));
  m_message->clear();
  // Numbers need less room; what somebody has made larger stays as large.
  if (!isVisible() || data) resize(data ? sizeHint() : sizeHint().expandedTo({920, 0}));
}

void ScopeExportDialog::copy() {
  if (!isData(m_file->format())) {
    QApplication::clipboard()->setImage(m_figure->figure().image(m_figure->settings().dpi));
    return m_message->setText(tr("The figure is on the clipboard."));
  }
  const auto data = dataOf(m_scope, wish());
  const QString text = data ? dataText(*data) : QString();
  if (text.isEmpty()) return m_message->setText(tr("There is too much to copy: export a file."));
  QApplication::clipboard()->setText(text);
  m_message->setText(tr("The table is on the clipboard."));
}

void ScopeExportDialog::accept() {
  if (QString question; !m_file->mayWrite(question)) return m_message->setText(question);
  m_file->remember();
  if (!isData(m_file->format())) return exportFigure();
  auto data = dataOf(m_scope, wish());
  if (!data) return end(tr("there is no run to export"));
  data->path = QFileInfo(m_file->path()).absoluteFilePath();
  m_message->setText(tr("Writing…"));
  m_buttons->setEnabled(false);
  m_background.ask(*std::move(data));
}

// The titles of its axes are the scope's from now on, and so in its model.
void ScopeExportDialog::exportFigure() {
  rememberFigure(m_figure->settings());
  const AxisTitles titles = m_figure->titles();
  const auto problem = m_figure->figure().save(QFileInfo(m_file->path()).absoluteFilePath());
  if (!problem && titles != m_scope.settings().titles) {
    ScopeSettings settings = m_scope.settings();
    settings.titles = titles;
    m_scope.changeSettings(settings);
  }
  end(problem);
}

void ScopeExportDialog::end(const std::optional<QString>& problem) {
  m_buttons->setEnabled(true);
  if (!problem) return QDialog::accept();
  m_message->setText(tr("%1 was not written: %2.").arg(QFileInfo(m_file->path()).fileName(), *problem));
}

}  // namespace fluxion
