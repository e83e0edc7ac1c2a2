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

#include "editor/detached_thread.h"
#include "editor/document/diagram_document.h"
#include "editor/document/model_access.h"
#include "editor/file_work.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

static const QString modelEnding = QStringLiteral(".flx"), noteEnding = QStringLiteral(".json"),
                     lockEnding = QStringLiteral(".lock");

QString Autosave::defaultFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave");
}

// Nothing of it is on the disk before the first copy is written.
struct Autosave::Place {
  explicit Place(const QString& in)
      : folder(in),
        // Never a name that a thread may still be writing to.
        base(in + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces)),
        lock(base + lockEnding) {
    lock.setStaleLockTime(0);  // while the program runs, however long
  }
  bool claim() { return lock.isLocked() || (QDir().mkpath(folder) && lock.tryLock()); }

  const QString folder, base;
  QLockFile lock;
};

static void removeCopy(const QString& base) {
  for (const QString& ending : {noteEnding, modelEnding}) QFile::remove(base + ending);
}

Autosave::Autosave(DiagramDocument& document, const QString& folder, int seconds, QObject* parent)
    : QObject(parent), m_document(document), m_folder(folder) {
  m_timer.setSingleShot(true);
  setSeconds(seconds);
  connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
  connect(&document, &DiagramDocument::changed, this, &Autosave::onChanged);
  connect(&document, &DiagramDocument::replaced, this, &Autosave::discard);
  connect(&document, &DiagramDocument::cleanChanged, this, [this](bool clean) {
    if (clean) discard();
  });
}

Autosave::~Autosave() { discard(); }

void Autosave::setSeconds(int seconds) {
  m_timer.setInterval(seconds * 1000);
  if (seconds == 0) m_timer.stop();
}

// Not put off by further changes: who draws without a pause is saved too.
void Autosave::onChanged() {
  if (!m_timer.isActive() && m_timer.interval() > 0) m_timer.start();
}

void Autosave::write() {
  if (!m_document.isModified()) return;
  // A newer copy does not take the place of one that takes long: on a slow disk there would never be any.
  if (m_writer && m_writer->isBusy()) {
    m_again = true;
    return emit written(false);
  }
  if (!m_place) m_place = std::make_shared<Place>(m_folder);
  if (!m_writer)
    m_writer = std::make_unique<Writer>(
        this, &Autosave::writeCopy, [this](bool well) { onWritten(well); }, startDetached);
  m_writer->ask({m_place, std::make_shared<const sim::Diagram>(m_document.diagram()), m_document.path(),
                 m_document.title(), m_document.file().fingerprint});
}

void Autosave::onWritten(bool well) {
  emit written(well);
  if (std::exchange(m_again, false)) onChanged();
}

// In a thread. What nobody wants any more when it is there goes again.
bool Autosave::writeCopy(const Copy& copy, const Writer::Wanted& wanted) {
  if (!wanted() || !copy.place->claim()) return false;
  const QString& base = copy.place->base;
  const QJsonObject note{{QStringLiteral("path"), copy.path},
                         {QStringLiteral("title"), copy.title},
                         {QStringLiteral("base"), QString::fromLatin1(copy.base.toHex())},
                         {QStringLiteral("when"), QDateTime::currentDateTime().toString(Qt::ISODate)}};
  if (sim::has_errors(sim::save_file((base + modelEnding).toStdString(), *copy.diagram))) return false;
  QSaveFile file(base + noteEnding);
  const bool well =
      file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(note).toJson()) > 0 && file.commit();
  if (!wanted()) removeCopy(base);
  return well;
}

void Autosave::discard() {
  constexpr int patience = 100;  // ms
  m_timer.stop();
  m_again = false;
  m_writer.reset();
  if (!m_place) return;
  // The lock goes last, where the place does.
  const FileWork<bool> removal([place = std::move(m_place)] { return removeCopy(place->base), true; });
  removal.waitFor(patience);
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
  document.setKnownContents(copy.base);
  document.undoStack().resetClean();
  return true;
}

void discard(const Recoverable& copy) {
  const QFileInfo info(copy.file);
  const QString base = info.path() + u'/' + info.completeBaseName();
  for (const QString& ending : {noteEnding, modelEnding, lockEnding}) QFile::remove(base + ending);
}

}  // namespace fluxion
