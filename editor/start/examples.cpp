#include "editor/start/examples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

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

struct Place {
  QString name, field;
  QStringList moreFields;
};

// fields.txt has a field in a line of its own, and below it, indented, the names of its examples; a name may
// stand again below other fields. What stands behind a name is for who draws the pictures, and lines with #
// are remarks.
static std::vector<Place> inOrder(const QDir& root) {
  QStringList names = root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
  std::vector<Place> places;
  QString field;
  if (QFile file(root.filePath(QStringLiteral("fields.txt"))); file.open(QIODevice::ReadOnly))
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
      if (line.trimmed().isEmpty() || line.startsWith(u'#')) continue;
      const QString name = line.simplified().section(u' ', 0, 0);
      const auto known = std::ranges::find(places, name, &Place::name);
      if (!line.front().isSpace())
        field = line.trimmed();
      else if (known != places.end())
        known->moreFields += field;
      else if (names.removeAll(name) > 0)
        places.push_back({name, field, {}});
    }
  for (const QString& name : names) places.push_back({name, {}, {}});
  return places;
}

bool Example::matches(const QString& words) const {
  const QStringList known{title, line, field, moreFields.join(u' '), QFileInfo(path).completeBaseName()};
  const QString text = known.join(u' ');
  const QStringList parts = words.split(u' ', Qt::SkipEmptyParts);
  return std::all_of(parts.begin(), parts.end(),
                     [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

std::vector<Example> findExamples(const QString& folder) {
  std::vector<Example> examples;
  if (folder.isEmpty()) return examples;
  const QDir root(folder);
  for (const auto& [name, field, moreFields] : inOrder(root)) {
    const QDir place(root.filePath(name));
    Example example{place.filePath(name + QStringLiteral(".flx")), name, {}, {}, field, moreFields};
    if (!QFile::exists(example.path)) continue;
    readReadme(place.filePath(QStringLiteral("readme.md")), example);
    if (const QString picture = place.filePath(name + QStringLiteral(".svg")); QFile::exists(picture))
      example.picture = picture;
    examples.push_back(std::move(example));
  }
  return examples;
}

}  // namespace fluxion
