#include "editor/scopes/scope_export_dialog.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStandardPaths>

#include "editor/scopes/scope_panel.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString folderSetting = QStringLiteral("scopeExport/folder"),
                     formatSetting = QStringLiteral("scopeExport/format");

static bool isData(const QString& ending) {
  return ending == QLatin1String("csv") || ending == QLatin1String("mat");
}

// What a file system may take amiss becomes a dash.
static QString fileName(QString title) {
  for (QChar& c : title)
    if (QStringLiteral("/\\:*?\"<>|\n\t").contains(c)) c = u'-';
  return title.trimmed().isEmpty() ? QStringLiteral("scope") : title.trimmed();
}

ScopeExportDialog::ScopeExportDialog(ScopePanel& scope, QWidget* parent)
    : QDialog(parent),
      m_scope(scope),
      m_format(new QComboBox(this)),
      m_path(new QLineEdit(this)),
      m_inView(new QRadioButton(tr("The part in &view"), this)),
      m_wholeRun(new QRadioButton(tr("The whole &run"), this)),
      m_visible(new QRadioButton(tr("The &shown signals"), this)),
      m_all(new QRadioButton(tr("&All signals"), this)),
      m_message(new QLabel(this)),
      m_buttons(new QDialogButtonBox(this)),
      m_background(
          this, [](const DataExport& data, const auto&) { return writeData(data); },
          [this](const std::optional<QString>& problem) { end(problem); }) {
  const ScopeSource* source = scope.source();
  const QString title = source ? source->title : tr("Scope");
  setWindowTitle(tr("Export %1").arg(title));
  m_format->addItem(tr("PNG picture"), QStringLiteral("png"));
  m_format->addItem(tr("SVG drawing"), QStringLiteral("svg"));
  m_format->addItem(tr("PDF page"), QStringLiteral("pdf"));
  if (source) {
    m_format->addItem(tr("CSV table"), QStringLiteral("csv"));
    m_format->addItem(tr("MAT file"), QStringLiteral("mat"));
  }
  m_format->setObjectName(QStringLiteral("exportFormat"));
  m_path->setObjectName(QStringLiteral("exportPath"));
  m_path->setAccessibleName(tr("File"));
  m_path->setMinimumWidth(360);
  m_inView->setObjectName(QStringLiteral("exportInView"));
  m_wholeRun->setObjectName(QStringLiteral("exportWholeRun"));
  m_visible->setObjectName(QStringLiteral("exportVisible"));
  m_all->setObjectName(QStringLiteral("exportAll"));
  m_message->setObjectName(QStringLiteral("exportMessage"));
  m_message->setWordWrap(true);
  auto group = [this](QRadioButton* a, QRadioButton* b) {
    auto* buttons = new QButtonGroup(this);
    buttons->addButton(a);
    buttons->addButton(b);
    auto* row = new QHBoxLayout;
    row->addWidget(a);
    row->addWidget(b);
    row->addStretch();
    return row;
  };
  auto* browse = new QPushButton(tr("&Browse…"), this);
  browse->setAutoDefault(false);
  auto* file = new QHBoxLayout;
  file->addWidget(m_path, 1);
  file->addWidget(browse);
  auto* form = new QFormLayout(this);
  form->addRow(tr("&Format:"), m_format);
  form->addRow(tr("Time:"), group(m_inView, m_wholeRun));
  form->addRow(tr("Signals:"), group(m_visible, m_all));
  m_wholeRun->setChecked(true);
  m_visible->setChecked(true);
  form->addRow(tr("File:"), file);
  form->addRow(m_message);
  form->addRow(m_buttons);
  m_buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
  m_buttons->addButton(QDialogButtonBox::Cancel);
  m_copy = m_buttons->addButton(tr("Cop&y"), QDialogButtonBox::ActionRole);
  m_copy->setObjectName(QStringLiteral("exportCopy"));
  m_copy->setAutoDefault(false);
  WindowSettings settings;
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  QDir folder(settings.value(folderSetting, documents).toString());
  for (const QString& other : {documents, QDir::homePath()})
    if (!folder.exists()) folder = QDir(other);
  m_path->setText(folder.filePath(fileName(title)));
  connect(m_format, &QComboBox::currentIndexChanged, this, &ScopeExportDialog::update);
  connect(browse, &QPushButton::clicked, this, &ScopeExportDialog::browse);
  connect(m_copy, &QPushButton::clicked, this, &ScopeExportDialog::copy);
  connect(m_buttons, &QDialogButtonBox::accepted, this, &ScopeExportDialog::accept);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &ScopeExportDialog::reject);
  setFormat(settings.value(formatSetting, QStringLiteral("png")).toString());
  update();
}

QString ScopeExportDialog::format() const { return m_format->currentData().toString(); }
QString ScopeExportDialog::path() const { return m_path->text(); }
void ScopeExportDialog::setPath(const QString& path) { m_path->setText(path); }
void ScopeExportDialog::setFormat(const QString& ending) {
  m_format->setCurrentIndex(std::max(0, m_format->findData(ending)));
}

ScopeExport ScopeExportDialog::wish() const { return {m_inView->isChecked(), m_visible->isChecked()}; }

// A picture shows what is in view; its name ends as its format says.
void ScopeExportDialog::update() {
  const bool data = isData(format()), phase = m_scope.isPhase();
  for (QRadioButton* button : {m_inView, m_wholeRun, m_visible, m_all}) {
    button->setEnabled(data && !phase);
    button->setToolTip(data ? QString() : tr("A picture shows the plots as they are"));
  }
  m_copy->setToolTip(data ? tr("The table as text, as spreadsheets paste it")
                          : tr("The picture of the plots"));
  const QFileInfo now(m_path->text());
  const QString suffix = now.suffix().toLower();
  const bool known = m_format->findData(suffix) >= 0 || isData(suffix);
  m_path->setText(now.dir().filePath((known ? now.completeBaseName() : now.fileName()) + u'.' + format()));
  m_message->clear();
}

void ScopeExportDialog::browse() {
  const QString chosen =
      QFileDialog::getSaveFileName(this, windowTitle(), m_path->text(),
                                   QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), format()));
  if (chosen.isEmpty()) return;
  m_path->setText(chosen);
  update();
  m_replaced = QFileInfo(m_path->text()).absoluteFilePath();  // the file dialog has asked
}

void ScopeExportDialog::copy() {
  if (!isData(format())) {
    m_scope.copyPicture();
    return m_message->setText(tr("The picture is on the clipboard."));
  }
  const auto data = dataOf(m_scope, wish());
  const QString text = data ? dataText(*data) : QString();
  if (text.isEmpty()) return m_message->setText(tr("There is too much to copy: export a file."));
  QApplication::clipboard()->setText(text);
  m_message->setText(tr("The table is on the clipboard."));
}

void ScopeExportDialog::accept() {
  const QFileInfo file(m_path->text());
  if (file.exists() && m_replaced != file.absoluteFilePath()) {
    m_replaced = file.absoluteFilePath();
    return m_message->setText(tr("%1 is there already. Export again to replace it.").arg(file.fileName()));
  }
  WindowSettings settings;
  settings.setValue(folderSetting, file.absolutePath());
  settings.setValue(formatSetting, format());
  if (!isData(format())) return end(m_scope.exportTo(file.absoluteFilePath()));
  auto data = dataOf(m_scope, wish());
  if (!data) return end(tr("there is no run to export"));
  data->path = file.absoluteFilePath();
  m_message->setText(tr("Writing…"));
  m_buttons->setEnabled(false);
  m_background.ask(*std::move(data));
}

void ScopeExportDialog::end(const std::optional<QString>& problem) {
  m_buttons->setEnabled(true);
  if (!problem) return QDialog::accept();
  m_message->setText(tr("%1 was not written: %2.").arg(QFileInfo(m_path->text()).fileName(), *problem));
}

}  // namespace fluxion
