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
#include "sim_core/diagram/file.h"

namespace fluxion {

static const QString modelEnding = QStringLiteral(".flx"), noteEnding = QStringLiteral(".json"),
                     lockEnding = QStringLiteral(".lock");

QString Autosave::defaultFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

Autosave::Autosave(DiagramDocument& document, const QString& folder, int seconds, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_folder(folder),
      m_base(folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces)) {
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

bool Autosave::write() {
  if (!m_document.isModified()) return true;
  if (!QDir().mkpath(m_folder)) return false;
  if (!m_lock) {
    m_lock = std::make_unique<QLockFile>(m_base + lockEnding);
    m_lock->setStaleLockTime(0);  // while the program runs, however long
    if (!m_lock->tryLock()) return m_lock.reset(), false;
  }
  if (sim::has_errors(sim::save_file((m_base + modelEnding).toStdString(), m_document.diagram())))
    return false;
  const QJsonObject note{{QStringLiteral("path"), m_document.path()},
                         {QStringLiteral("title"), m_document.title()},
                         {QStringLiteral("when"), QDateTime::currentDateTime().toString(Qt::ISODate)}};
  QSaveFile file(m_base + noteEnding);
  return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(note).toJson()) > 0 && file.commit();
}

void Autosave::discard() {
  m_timer.stop();
  if (!m_lock) return;
  for (const QString& ending : {noteEnding, modelEnding}) QFile::remove(m_base + ending);
  m_lock.reset();
}

std::vector<Recoverable> findRecoverable(const QString& folder) {
  std::vector<Recoverable> out;
  for (const QFileInfo& info : QDir(folder).entryInfoList({u'*' + noteEnding}, QDir::Files, QDir::Time)) {
    const QString base = info.path() + u'/' + info.completeBaseName();
    QFile file(info.filePath());
    if (!QFile::exists(base + modelEnding) || !file.open(QIODevice::ReadOnly)) continue;
    QLockFile lock(base + lockEnding);
    lock.setStaleLockTime(0);
    if (!lock.tryLock()) continue;  // another window is at work on it
    const QJsonObject note = QJsonDocument::fromJson(file.readAll()).object();
    const QDateTime when = QDateTime::fromString(note[QStringLiteral("when")].toString(), Qt::ISODate);
    out.push_back({base + modelEnding, note[QStringLiteral("path")].toString(),
                   note[QStringLiteral("title")].toString(), QLocale().toString(when, QLocale::ShortFormat)});
  }
  return out;
}

bool recover(DiagramDocument& document, const Recoverable& copy) {
  auto loaded = sim::load_file(copy.file.toStdString());
  if (!loaded) return false;
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
