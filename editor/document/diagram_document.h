#pragma once
// One open model: its diagram, the undo stack and the file. The only writer of a Diagram in the program;
// whoever shows the diagram listens to `changed` and looks the named elements up.
#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>

#include "editor/document/model_files.h"
#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/edit.h"

namespace sim {
struct BlockInterface;
}

namespace fluxion {

class DiagramDocument : public QObject {
  Q_OBJECT
 public:
  // The library must outlive the document.
  explicit DiagramDocument(const sim::BlockLibrary& library, QObject* parent = nullptr);

  const sim::Diagram& diagram() const { return m_diagram; }
  const sim::BlockLibrary& library() const { return m_library; }
  QUndoStack& undoStack() { return m_undoStack; }

  // Null if there is no such block / its type is not known here.
  const sim::Block* block(sim::Id id) const;
  const sim::Line* line(sim::Id id) const;
  const sim::BlockType* typeOf(sim::Id block) const;
  sim::BlockInterface interfaceOf(sim::Id block) const;

  // An id for an element of the next edit.
  // What the model may have read and written is read again (model_access.h).
  void renewAccess();
  sim::Id newId() { return m_diagram.new_id(); }
  // Calls a function of sim_core/diagram/edits.h that works an edit out and takes new ids from the diagram.
  template <class F>
  auto plan(F&& makeEdit) {
    return makeEdit(m_diagram);
  }

  // One undo step. Edits applied with the same gesture are one step together; a gesture that ends where it
  // began leaves none. An edit of what a library rules is
  // refused: false then.
  bool apply(sim::Edit edit, int gesture = 0);
  int beginGesture() { return ++m_lastGesture; }
  // Takes back what the gesture did, without a trace in the undo stack.
  void cancelGesture(int gesture);

  // Takes the contents of linked subsystems from their libraries as those are now; one undo step.
  sim::Diagnostics updateLinks();

  // The model's file; empty: it has none yet.
  QString path() const { return m_path; }
  // The file in whose folder the model's files are: its own, or the one that it is a copy of. May be empty.
  QString home() const { return m_path.isEmpty() ? m_original : m_path; }
  // The file's name without its ending, "clutch (example)" of a copy, or "Untitled".
  QString title() const;
  // Also while changes are being written: they are not safe yet.
  bool isModified() const { return !m_undoStack.isClean() || (m_saving && !m_cleanBefore); }
  // What is known of the file at path().
  const KnownFile& file() const { return m_file; }
  // Of a document that is recovered: what the file held when the copy was made.
  void setKnownContents(const QByteArray& fingerprint) { m_file.fingerprint = fingerprint; }

  // Replaces the whole document; undo does not go back across it. With errors nothing has changed; warnings
  // are about what is open now.
  sim::Diagnostics open(const QString& path);
  // The same as a document without a file, titled as a copy of this `kind` ("example").
  sim::Diagnostics openCopy(const QString& path, const QString& kind);
  // Either of both with a file that was read before, in whatever thread; `kind` is empty of a document's own.
  sim::Diagnostics take(ModelRead read, const QString& kind = {});
  void setDiagram(sim::Diagram diagram, const QString& path = {});
  // Atomic; empty if it went well.
  sim::Diagnostics save(const QString& path);
  // The same in two parts, between which writeModel() is called in whatever thread. The document may change
  // meanwhile; what is written is as it was at the beginning. `overwrite`: also if another program has
  // changed the document's file.
  ModelToWrite beginSave(const QString& path, bool overwrite);
  void endSave(const ModelWritten& written);
  bool isSaving() const { return m_saving; }

 signals:
  void changed(const sim::Edit& edit);  // the elements this edit names have new values
  void replaced();                      // another diagram altogether
  void pathChanged(const QString& path);
  void cleanChanged(bool clean);
  void refused(const QString& why);  // an edit was not applied

 private:
  friend class EditCommand;
  void push(sim::Edit edit, int gesture);
  void replace(sim::Diagram diagram);
  void setFile(const QString& path, KnownFile file);
  void noteClean();
  sim::Edit perform(const sim::Edit& edit);

  const sim::BlockLibrary& m_library;
  sim::Diagram m_diagram;
  QUndoStack m_undoStack;
  QString m_path, m_original, m_kind;
  KnownFile m_file;
  ImportedLibraries m_libraries;                // that are written with the model
  bool m_saving = false, m_cleanBefore = true;  // the undo stack is clean from where a save began
  bool m_told = true;                           // that nothing is modified
  int m_lastGesture = 0;
};

}  // namespace fluxion
