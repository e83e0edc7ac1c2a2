#include "editor/document/model_access.h"

#include <QFileInfo>
#include <QStringList>
#include <algorithm>

#include "editor/window_settings.h"

namespace fluxion {

static const QString group = QStringLiteral("modelAccess");

// Of each folder, a list of "read PATH", "write PATH", "replace PATH" and "exchange PLACE".
struct AccessEntry {
  sim::AccessKind kind;
  const char* word;
};
static constexpr AccessEntry entries[] = {
    {sim::AccessKind::Read, "read "},
    {sim::AccessKind::Write, "write "},
    {sim::AccessKind::Replace, "replace "},
    {sim::AccessKind::Exchange, "exchange "},
};

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
    for (const AccessEntry& of : entries)
      if (const QLatin1String word(of.word); entry.startsWith(word))
        allow(*access, of.kind, entry.mid(word.size()).toStdString());
  }
  return access;
}

void allow(const QString& modelPath, sim::AccessKind kind, const QString& file) {
  WindowSettings settings;
  QStringList allowed = settings.value(keyOf(modelPath)).toStringList();
  const auto* of = std::ranges::find(entries, kind, &AccessEntry::kind);
  if (const QString entry = QLatin1String(of->word) + file; !allowed.contains(entry)) allowed.append(entry);
  settings.setValue(keyOf(modelPath), allowed);
}

}  // namespace fluxion
