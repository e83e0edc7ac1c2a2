#include "editor/scopes/export_file.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>

#include "editor/preferences.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString folderSetting = QStringLiteral("scopeExport/folder"),
                     modelSetting = QStringLiteral("scopeExport/model"),
                     formatSetting = QStringLiteral("scopeExport/format");

// What a file system may refuse becomes a dash.
static QString fileName(QString title) {
  for (QChar& c : title)
    if (QStringLiteral("/\\:*?\"<>|\n\t").contains(c)) c = u'-';
  return title.trimmed().isEmpty() ? QStringLiteral("scope") : title.trimmed();
}

// A dock that floats is a window of its own, inside that of its model.
static QString modelOf(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (!widget->windowFilePath().isEmpty()) return widget->windowFilePath();
  return {};
}

static QString usualFolder(const QString& model) {
  const WindowSettings settings;
  const QString last = settings.value(folderSetting).toString();
  const bool sameModel = settings.value(modelSetting).toString() == model;
  const QString beside = model.isEmpty() ? QString() : QFileInfo(model).absolutePath();
  for (const QString& folder : {sameModel ? last : QString(), folderForPictures(beside), last,
                                QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)})
    if (!folder.isEmpty() && QFileInfo(folder).isWritable()) return folder;
  return QDir::homePath();
}

ExportFile::ExportFile(const QString& name, QWidget* parent)
    : QWidget(parent),
      m_format(new QComboBox(parent)),
      m_path(new QLineEdit(this)),
      m_model(modelOf(parent)) {
  m_format->setObjectName(QStringLiteral("exportFormat"));
  m_path->setObjectName(QStringLiteral("exportPath"));
  m_path->setAccessibleName(tr("File"));
  m_path->setMinimumWidth(280);
  m_path->setText(QDir(usualFolder(m_model)).filePath(fileName(name)));
  auto* browse = new QPushButton(tr("&Browse…"), this);
  browse->setAutoDefault(false);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_path, 1);
  layout->addWidget(browse);
  setFocusProxy(m_path);
  connect(browse, &QPushButton::clicked, this, &ExportFile::browse);
  connect(m_format, &QComboBox::currentIndexChanged, this, &ExportFile::settleEnding);
}

void ExportFile::addFormat(const QString& text, const QString& ending) { m_format->addItem(text, ending); }

void ExportFile::chooseLastFormat() {
  setFormat(WindowSettings().value(formatSetting).toString());
  settleEnding();
}

QString ExportFile::format() const { return m_format->currentData().toString(); }
QString ExportFile::path() const { return m_path->text(); }
void ExportFile::setPath(const QString& path) { m_path->setText(path); }
void ExportFile::setFormat(const QString& ending) {
  m_format->setCurrentIndex(std::max(0, m_format->findData(ending)));
}

// The name ends as the format says, in place of the ending of any of the formats.
void ExportFile::settleEnding() {
  const QFileInfo now(m_path->text());
  const bool known = m_format->findData(now.suffix().toLower()) >= 0;
  m_path->setText(now.dir().filePath((known ? now.completeBaseName() : now.fileName()) + u'.' + format()));
  emit changed();
}

void ExportFile::browse() {
  const QString chosen =
      QFileDialog::getSaveFileName(this, window()->windowTitle(), m_path->text(),
                                   QStringLiteral("%1 (*.%2)").arg(m_format->currentText(), format()));
  if (chosen.isEmpty()) return;
  m_path->setText(chosen);
  settleEnding();
  m_replaced = QFileInfo(m_path->text()).absoluteFilePath();  // the file dialog has asked
}

bool ExportFile::mayWrite(QString& question) {
  const QFileInfo file(m_path->text());
  if (!file.exists() || m_replaced == file.absoluteFilePath()) return true;
  m_replaced = file.absoluteFilePath();
  question = tr("%1 is there already. Export again to replace it.").arg(file.fileName());
  return false;
}

void ExportFile::remember() const {
  WindowSettings settings;
  settings.setValue(folderSetting, QFileInfo(m_path->text()).absolutePath());
  settings.setValue(modelSetting, m_model);
  settings.setValue(formatSetting, format());
}

}  // namespace fluxion
