#pragma once
// Opens files in the document of a window: its own models, those of other tools, templates. A thread reads
// them, and who waits may cancel.
#include <QObject>
#include <optional>

namespace fluxion {

class DocumentGuard;
class Questions;
class Workbench;
struct ModelRead;

class ModelOpening : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  ModelOpening(Workbench& bench, Questions& questions, DocumentGuard& guard);

  // False, with a message that names the place, if the file cannot be opened, or after Cancel while it is
  // read; the document is as it was.
  bool openFile(const QString& path);
  // As a document without a file, titled "name (kind)": an example, a file that cannot be written.
  bool openCopy(const QString& path, const QString& kind);
  // As a new diagram that has neither a file nor changes.
  bool openTemplate(const QString& path);

  // Empty: none was chosen.
  QString chosenPath();
  // Nothing: nobody wants to wait for it.
  std::optional<ModelRead> read(const QString& path);
  // Makes what was read the document.
  bool take(ModelRead model, const QString& kind);
  // Shows the document, all of it, once it has another diagram.
  void show();

 signals:
  void opened();

 private:
  Workbench& m_bench;
  Questions& m_questions;
  DocumentGuard& m_guard;
};

}  // namespace fluxion
