#pragma once
// The models that come with the program: a folder each, X/X.flx with X/readme.md, whose first heading is the
// title and whose first sentence says what it is, and perhaps a picture X/X.svg. fields.txt beside them says
// which fields each is from; it stands in the first of them.
#include <QString>
#include <QStringList>
#include <vector>

namespace fluxion {

struct Example {
  QString path, title, line;
  QString picture;  // empty: there is none
  QString field;    // "Control"; empty: none is given
  QStringList moreFields;

  // Whether each of these words is in its title, its line, one of its fields or its file's name.
  bool matches(const QString& words) const;
};

// Beside the installed program, or in the source tree it was built from; empty if there is neither.
QString examplesFolder();
// As in fields.txt, then what is not there in the order of its names. A folder without a model is passed
// over.
std::vector<Example> findExamples(const QString& folder);

}  // namespace fluxion
