#pragma once
// That no work is lost: copies of a document for the case of a crash, and a watch over its file, which other
// programs may change.
#include <QObject>

namespace fluxion {

class Autosave;
class DocumentGuard;
class FileWatch;
class ModelOpening;
class Questions;
class Workbench;
struct Recoverable;

class DocumentSafety : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  DocumentSafety(Workbench& bench, Questions& questions, DocumentGuard& guard, ModelOpening& opening);

  Autosave& copies() { return *m_copies; }
  // Makes a copy that another program has left the document. False, with a message: it is damaged.
  bool openRecovered(const Recoverable& copy);

 private:
  void onChangedOnDisk();

  Workbench& m_bench;
  Questions& m_questions;
  DocumentGuard& m_guard;
  ModelOpening& m_opening;
  Autosave* m_copies;
  FileWatch* m_watch;
};

}  // namespace fluxion
