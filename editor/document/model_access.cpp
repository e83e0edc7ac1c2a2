#include "editor/document/model_access.h"

#include <QFileInfo>
#include <QStringList>

#include "editor/window_settings.h"

namespace fluxion {

static const QString group = QStringLiteral("modelAccess");

// Of each folder, a list of "read PATH", "write PATH", "replace PATH" and "exchange PLACE".
static QString words(AccessKind kind) {
  return kind == AccessKind::Read      ? QStringLiteral("read ")
         : kind == AccessKind::Write   ? QStringLiteral("write ")
         : kind == AccessKind::Replace ? QStringLiteral("replace ")
                                       : QStringLiteral("exchange ");
}

// A key must not have slashes, which make groups.
static QString keyOf(const QString& modelPath) {
  return group + u'/' + QString::fromLatin1(QFileInfo(modelPath).absolutePath().toUtf8().toHex());
}

sim::SharedAccess accessOf(const QString& modelPath) {
  auto access = std::make_shared<sim::FileAccess>(QFileInfo(modelPath).absolutePath().toStdString());
  const WindowSettings settings;
  for (const QString& library : settings.value(libraryFilesKey).toStringList())
    access->allow_read(library.toStdString());
  for (const QString& entry : settings.value(keyOf(modelPath)).toStringList()) {
    const auto of = [&](AccessKind kind) { return entry.mid(words(kind).size()).toStdString(); };
    if (entry.startsWith(words(AccessKind::Read))) access->allow_read(of(AccessKind::Read));
    if (entry.startsWith(words(AccessKind::Write))) access->allow_write(of(AccessKind::Write));
    if (entry.startsWith(words(AccessKind::Replace))) access->allow_replace(of(AccessKind::Replace));
    if (entry.startsWith(words(AccessKind::Exchange))) access->allow_exchange(of(AccessKind::Exchange));
  }
  return access;
}

void allow(const QString& modelPath, AccessKind kind, const QString& file) {
  WindowSettings settings;
  QStringList entries = settings.value(keyOf(modelPath)).toStringList();
  if (const QString entry = words(kind) + file; !entries.contains(entry)) entries.append(entry);
  settings.setValue(keyOf(modelPath), entries);
}

}  // namespace fluxion
