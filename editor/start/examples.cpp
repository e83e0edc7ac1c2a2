#include "editor/start/examples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

namespace fluxion {

QString examplesFolder() {
  const QDir program(QCoreApplication::applicationDirPath());
  // Installed; built in build/PRESET/bin; a test in build/PRESET/tests.
  for (const char* place : {"../share/fluxion/examples", "../../../examples"})
    if (const QDir folder(program.filePath(QString::fromLatin1(place))); folder.exists())
      return folder.canonicalPath();
  return {};
}

// Markdown's marks stand between words for a reader of the file, not of this line.
static QString plain(QString text) {
  static const QRegularExpression link(QStringLiteral(R"(\[([^\]]*)\]\([^)]*\))"));
  static const QRegularExpression marks(QStringLiteral("[*_`$]"));
  return text.replace(link, QStringLiteral("\\1")).remove(marks).simplified();
}

static void readReadme(const QString& path, Example& example) {
  QFile file(path);
  constexpr qint64 enough = 4096;
  if (!file.open(QIODevice::ReadOnly)) return;
  QString paragraph;
  for (const QString& raw : QString::fromUtf8(file.read(enough)).split(u'\n')) {
    const QString line = raw.trimmed();
    if (line.startsWith(u'#')) {
      if (!paragraph.isEmpty()) break;
      if (line.startsWith(QLatin1String("# "))) example.title = plain(line.mid(2));
    } else if (line.isEmpty() || line.startsWith(QLatin1String("!["))) {
      if (!paragraph.isEmpty()) break;
    } else {
      paragraph += u' ' + line;
    }
  }
  static const QRegularExpression sentence(QStringLiteral(R"(^(.*?[.!?])(\s|$))"));
  paragraph = plain(paragraph);
  const auto match = sentence.match(paragraph);
  example.line = match.hasMatch() ? match.captured(1) : paragraph;
}

// What a newcomer should see first, by the names in first.txt; then all others.
static QStringList inOrder(const QDir& root) {
  QStringList names = root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name), first;
  if (QFile file(root.filePath(QStringLiteral("first.txt"))); file.open(QIODevice::ReadOnly))
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
      if (names.removeAll(line.trimmed()) > 0) first += line.trimmed();
  return first + names;
}

std::vector<Example> findExamples(const QString& folder) {
  std::vector<Example> examples;
  if (folder.isEmpty()) return examples;
  const QDir root(folder);
  for (const QString& name : inOrder(root)) {
    const QDir place(root.filePath(name));
    Example example{place.filePath(name + QStringLiteral(".flx")), name, {}, {}};
    if (!QFile::exists(example.path)) continue;
    readReadme(place.filePath(QStringLiteral("readme.md")), example);
    if (const QString picture = place.filePath(name + QStringLiteral(".png")); QFile::exists(picture))
      example.picture = picture;
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace fluxion
