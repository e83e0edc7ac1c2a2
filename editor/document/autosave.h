#pragma once
// Copies of what is not saved, for the day the program or the machine dies: one file for each document that
// has changes, written soon after a change and taken away when they are saved or given up. A lock file beside
// it says that its program still runs. The folder may be slow, or never answer: threads that nobody joins do
// all that is done there.
#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "editor/background.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

class DiagramDocument;

class Autosave : public QObject {
  Q_OBJECT
 public:
  // Where they are: in the user's data folder.
  static QString defaultFolder();

  Autosave(DiagramDocument& document, const QString& folder, int seconds = 15, QObject* parent = nullptr);
  ~Autosave() override;

  // From a change to its copy, from the next change on; 0: no copies are written.
  void setSeconds(int seconds);
  // Now, if something is not saved; the copy is complete when `written` says so, or not at all. While the one
  // before is still being written, after that, and `written` says that there is none so far.
  void write();
  // Takes the copy away.
  void discard();

 signals:
  void written(bool well);

 private:
  struct Place;  // of the copy, and its lock
  struct Copy {
    std::shared_ptr<Place> place;
    std::shared_ptr<const sim::Diagram> diagram;
    QString path, title;
    QByteArray base;
  };
  using Writer = Background<Copy, bool>;

  void onChanged();
  void onWritten(bool well);
  static bool writeCopy(const Copy& copy, const Writer::Wanted& wanted);

  DiagramDocument& m_document;
  QString m_folder;
  QTimer m_timer;
  bool m_again = false;            // there are changes since the copy that is being written
  std::shared_ptr<Place> m_place;  // null: there is no copy
  std::unique_ptr<Writer> m_writer;
};

// What a program left that ended without closing.
struct Recoverable {
  QString file;  // the copy
  QString path;  // where the document was saved last; empty: never
  QString title;
  QString when;
  QByteArray base;  // the saved document as it was then (fingerprintOf)
};
// Only those whose program is gone, the newest first; also those whose description is lost. A description
// without a copy is removed.
std::vector<Recoverable> findRecoverable(const QString& folder);
// Opens the copy as a document with unsaved changes; false: it cannot be read.
bool recover(DiagramDocument& document, const Recoverable& copy);
// Takes a copy away for good.
void discard(const Recoverable& copy);

}  // namespace fluxion
