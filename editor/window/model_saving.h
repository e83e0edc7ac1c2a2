#pragma once
// Saves the document of a window. A thread touches the disk (document/model_files.h), while the diagram may
// change: the disk may be slow, or a folder on a network may never answer.
#include <QObject>
#include <memory>

namespace fluxion {

class DiagramDocument;
template <class Outcome>
class FileWork;
class Questions;
class Workbench;
struct ModelWritten;

class ModelSaving : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  ModelSaving(Workbench& bench, Questions& questions);
  ~ModelSaving() override;

  // To its own file, or to one that the user chooses; waits until it is written. False: it is not, or nobody
  // wants to wait.
  bool save();
  // Without waiting, to its own file or to one that the user chooses; Save As: always to a chosen one.
  void startSave();
  void startSaveAs();
  // Without waiting. `overwrite`: also where another program has changed the file.
  void start(const QString& path, bool overwrite = false);

  bool isActive() const { return m_save != nullptr; }
  // What is being written now.
  const QString& path() const { return m_path; }
  // Until all that is asked for by then is written, well or not; false: nobody wants to wait longer.
  bool waitForEnd();
  // What is under way may still come to its end, of which nobody hears.
  void leave();

 signals:
  // It has begun or ended.
  void changed();

 private:
  QString chosenPath();
  void onEnded();
  bool tellOfEnd(const ModelWritten& written);

  Workbench& m_bench;
  Questions& m_questions;
  DiagramDocument& m_document;
  std::unique_ptr<FileWork<ModelWritten>> m_save;  // that is under way
  QString m_path;
  bool m_again = false;  // as it is then, once that has ended
  bool m_waits = false;  // somebody hears of its end in another way
  bool m_lastWasWell = false;
};

}  // namespace fluxion
