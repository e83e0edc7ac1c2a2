#pragma once
// Diagrams to begin with: those that come with the program and those that somebody has saved.
#include <QString>
#include <vector>

namespace fluxion {

struct Template {
  QString path, title;
  bool own = false;
};

// Beside the installed program, or in the source tree it was built from; empty if there is neither.
QString templatesFolder();
QString ownTemplatesFolder();
// The program's, then one's own by name.
std::vector<Template> findTemplates();
// Where a template of this title of one's own is, or would be. Empty: no file can have this name.
QString ownTemplatePath(const QString& title);

}  // namespace fluxion
