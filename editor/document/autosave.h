#pragma once
// Copies of what is not saved, for the day the program or the machine dies: one file for each document that
// has changes, written soon after a change and taken away when they are saved or given up. A lock file beside
// it says that its program still runs.
#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "editor/background.h"
#include "sim_core/diagram/diagram.h"

class QLockFile;

namespace fluxion {

class DiagramDocument;

class Autosave : public QObject {
  Q_OBJECT
 public:
  // Where they are: in the user's data folder.
  static QString defaultFolder();

  Autosave(DiagramDocument& document, const QString& folder, int seconds = 15, QObject* parent = nullptr);
  ~Autosave() override;

  // Now, if something is not saved; the copy is complete when `written` says so, or not at all.
  void write();
  // Takes the copy away.
  void discard();

 signals:
  void written(bool well);

 private:
  struct Copy {
    QString base;
    std::shared_ptr<const sim::Diagram> diagram;
    QByteArray note;
  };
  using Writer = Background<Copy, bool>;

  void onChanged();
  bool lock();
  static bool writeCopy(const Copy& copy, const Writer::Wanted& wanted);

  DiagramDocument& m_document;
  QString m_folder, m_base;
  QTimer m_timer;
  std::unique_ptr<QLockFile> m_lock;
  std::unique_ptr<Writer> m_writer;
};

// What a program left that ended without closing.
struct Recoverable {
  QString file;  // the copy
  QString path;  // where the document was saved last; empty: never
  QString title;
  QString when;
  QByteArray base;  // the saved document as it was then (FileWatch::fingerprintOf)
};
// Only those whose program is gone, the newest first; also those whose description is lost. A description
// without a copy is removed.
std::vector<Recoverable> findRecoverable(const QString& folder);
// Opens the copy as a document with unsaved changes; false: it cannot be read.
bool recover(DiagramDocument& document, const Recoverable& copy);
// Takes a copy away for good.
void discard(const Recoverable& copy);

}  // namespace fluxion
