#include "editor/script/script_recorder.h"

#include "editor/document/diagram_document.h"
#include "sim_core/diagram/file.h"

namespace fluxion {

ScriptRecorder::ScriptRecorder(DiagramDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
  connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, &ScriptRecorder::take);
  connect(&m_document, &DiagramDocument::replaced, this, [this] {
    if (isRecording()) open();
  });
}

void ScriptRecorder::start() {
  if (isRecording()) return;
  m_lines = QStringList{QStringLiteral("import fluxion as fx\n\n")};
  m_recorded.emplace(m_document.library(), "model");
  open();
  emit recordingChanged(true);
}

void ScriptRecorder::stop() {
  if (!isRecording()) return;
  m_recorded.reset();
  emit recordingChanged(false);
}

QString ScriptRecorder::script() const { return m_lines.join(QString()); }

void ScriptRecorder::note(const QString& line) {
  if (!isRecording()) return;
  m_beforeLast = m_recorded->played();
  m_lines << line + QLatin1Char('\n');
  emit scriptChanged();
}

// A script finds the document as its file has it; what is in no file it makes itself.
void ScriptRecorder::open() {
  const bool inFile = !m_document.path().isEmpty() && !m_document.isModified();
  const auto read = sim::read_diagram(sim::write_diagram(m_document.diagram()), {});
  m_recorded->begin(inFile && read ? read->diagram : sim::Diagram{});
  const std::string path = sim::python_text(m_document.path().toStdString());
  m_lines << (inFile ? QStringLiteral("model = fx.load(%1)\n").arg(QString::fromStdString(path))
                     : QStringLiteral("model = fx.Model()\n"));
  m_index = -1;
  take();
}

// A gesture changes the last step as long as it lasts: its lines are written again.
void ScriptRecorder::take() {
  if (!isRecording()) return;
  const int index = m_document.undoStack().index();
  if (index == m_index && !m_lines.isEmpty()) {
    m_recorded->begin(m_beforeLast);
    m_lines.removeLast();
  }
  m_index = index;
  m_beforeLast = m_recorded->played();
  m_lines << QString::fromStdString(m_recorded->lines_to(m_document.diagram()));
  emit scriptChanged();
}

}  // namespace fluxion
