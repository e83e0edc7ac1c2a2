#include "editor/document/autosave.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

#include "editor/document/diagram_document.h"
#include "editor/document/file_watch.h"
#include "editor/document/model_access.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

static const QString modelEnding = QStringLiteral(".flx"), noteEnding = QStringLiteral(".json"),
                     lockEnding = QStringLiteral(".lock");

QString Autosave::defaultFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

static void removeCopy(const QString& base) {
  for (const QString& ending : {noteEnding, modelEnding}) QFile::remove(base + ending);
}

Autosave::Autosave(DiagramDocument& document, const QString& folder, int seconds, QObject* parent)
    : QObject(parent), m_document(document), m_folder(folder) {
  m_timer.setSingleShot(true);
  m_timer.setInterval(seconds * 1000);
  connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
  connect(&document, &DiagramDocument::changed, this, &Autosave::onChanged);
  connect(&document, &DiagramDocument::replaced, this, &Autosave::discard);
  connect(&document, &DiagramDocument::cleanChanged, this, [this](bool clean) {
    if (clean) discard();
  });
}

Autosave::~Autosave() { discard(); }

// Not put off by further changes: who draws without a pause is saved too.
void Autosave::onChanged() {
  if (!m_timer.isActive()) m_timer.start();
}

bool Autosave::lock() {
  if (m_lock) return true;
  if (!QDir().mkpath(m_folder)) return false;
  // Never a name that a thread may still be writing to.
  m_base = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces);
  m_lock = std::make_unique<QLockFile>(m_base + lockEnding);
  m_lock->setStaleLockTime(0);  // while the program runs, however long
  if (!m_lock->tryLock()) m_lock.reset();
  return m_lock != nullptr;
}

static QString baseOf(const QString& path) {
  return QString::fromLatin1(FileWatch::fingerprintOf(path).toHex());
}

void Autosave::write() {
  if (!m_document.isModified()) return;
  if (!lock()) return emit written(false);
  const QJsonObject note{{QStringLiteral("path"), m_document.path()},
                         {QStringLiteral("title"), m_document.title()},
                         {QStringLiteral("base"), baseOf(m_document.path())},
                         {QStringLiteral("when"), QDateTime::currentDateTime().toString(Qt::ISODate)}};
  if (!m_writer)
    m_writer =
        std::make_unique<Writer>(this, &Autosave::writeCopy, [this](bool well) { emit written(well); });
  m_writer->ask(
      {m_base, std::make_shared<const sim::Diagram>(m_document.diagram()), QJsonDocument(note).toJson()});
}

// In a thread. What nobody wants any more when it is there goes again.
bool Autosave::writeCopy(const Copy& copy, const Writer::Wanted& wanted) {
  if (!wanted()) return false;
  if (sim::has_errors(sim::save_file((copy.base + modelEnding).toStdString(), *copy.diagram))) return false;
  QSaveFile file(copy.base + noteEnding);
  const bool well = file.open(QIODevice::WriteOnly) && file.write(copy.note) > 0 && file.commit();
  if (!wanted()) removeCopy(copy.base);
  return well;
}

void Autosave::discard() {
  m_timer.stop();
  m_writer.reset();
  if (!m_lock) return;
  removeCopy(m_base);
  m_lock.reset();
}

std::vector<Recoverable> findRecoverable(const QString& folder) {
  std::vector<Recoverable> out;
  const QStringList endings{u'*' + modelEnding, u'*' + noteEnding};
  for (const QFileInfo& info : QDir(folder).entryInfoList(endings, QDir::Files, QDir::Time)) {
    const QString base = info.path() + u'/' + info.completeBaseName();
    const bool hasCopy = QFile::exists(base + modelEnding);
    if (hasCopy && !info.fileName().endsWith(modelEnding)) continue;  // comes by its copy
    QLockFile lock(base + lockEnding);
    lock.setStaleLockTime(0);
    if (!lock.tryLock()) continue;  // another window is at work on it
    if (!hasCopy) {
      QFile::remove(info.filePath());
      continue;
    }
    QFile file(base + noteEnding);
    const QJsonObject note =
        file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    QDateTime when = QDateTime::fromString(note[QStringLiteral("when")].toString(), Qt::ISODate);
    if (!when.isValid()) when = info.lastModified();
    const QString title = note[QStringLiteral("title")].toString();
    out.push_back({base + modelEnding, note[QStringLiteral("path")].toString(),
                   title.isEmpty() ? Autosave::tr("Untitled") : title,
                   QLocale().toString(when, QLocale::ShortFormat),
                   QByteArray::fromHex(note[QStringLiteral("base")].toString().toLatin1())});
  }
  return out;
}

bool recover(DiagramDocument& document, const Recoverable& copy) {
  auto loaded = sim::load_file(copy.file.toStdString());
  if (!loaded) return false;
  loaded->diagram.access = copy.path.isEmpty() ? nullptr : accessOf(copy.path);
  document.setDiagram(std::move(loaded->diagram), copy.path);
  document.undoStack().resetClean();
  return true;
}

void discard(const Recoverable& copy) {
  const QFileInfo info(copy.file);
  const QString base = info.path() + u'/' + info.completeBaseName();
  for (const QString& ending : {noteEnding, modelEnding, lockEnding}) QFile::remove(base + ending);
}

}  // namespace fluxion
