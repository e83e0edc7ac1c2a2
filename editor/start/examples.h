#pragma once
// The models that come with the program: a folder each, X/X.flx with X/readme.md, whose first heading is the
// title and whose first sentence says what it is, and perhaps a picture X/X.png.
#include <QString>
#include <vector>

namespace fluxion {

struct Example {
  QString path, title, line;
  QString picture;  // empty: there is none
};

// Beside the installed program, or in the source tree it was built from; empty if there is neither.
QString examplesFolder();
// In the order of their folders' names. A folder without a model is passed over.
std::vector<Example> findExamples(const QString& folder);

}  // namespace fluxion
