#pragma once
// Writes what is done to a document as a script in Python: a line or more for each step that Undo would take
// back. Played back, it makes the same diagram.
#include <QObject>
#include <QString>
#include <QStringList>
#include <optional>

#include "sim_core/scripting/recorded_lines.h"

namespace fluxion {

class DiagramDocument;

class ScriptRecorder : public QObject {
  Q_OBJECT
 public:
  // The document must outlive it.
  explicit ScriptRecorder(DiagramDocument& document, QObject* parent = nullptr);

  bool isRecording() const { return m_recorded.has_value(); }
  // Begins with an empty script that opens the document's file, or makes what is there without one.
  void start();
  void stop();
  // What has been recorded, also after stop(); with the lines that import and open.
  QString script() const;
  // A line that is no edit, such as a run.
  void note(const QString& line);

 signals:
  void recordingChanged(bool recording);
  void scriptChanged();

 private:
  void open();
  void take();

  DiagramDocument& m_document;
  std::optional<sim::RecordedLines> m_recorded;  // while it is recording
  sim::Diagram m_beforeLast;                     // where the script had come before its last lines
  QStringList m_lines;                           // those of one step together
  int m_index = 0;                               // of the undo stack
};

}  // namespace fluxion
