#include "editor/command_set.h"

#include <QApplication>
#include <QKeySequence>

#include "editor/line_icon.h"

namespace fluxion {

namespace {

struct Row {
  CommandId id;
  const char* name;  // the object name; the icon's file is named like it where there is no other
  const char* text;
  const char* tip;
  const char* icon;
  QList<QKeySequence> keys;
  bool checkable = false;
};

using K = QKeySequence;

const std::vector<Row>& rows() {
  using enum CommandId;
  static const std::vector<Row> table = {
      {New, "new", "&New", "Start an empty diagram", "new", {K::New}},
      {Open, "open", "&Open…", "Open a model file", "open", {K::Open}},
      {Save, "save", "&Save", "Save the model", "save", {K::Save}},
      {SaveAs, "saveAs", "Save &As…", "Save the model under another name", "save-as", {K("Ctrl+Shift+S")}},
      {Close, "close", "&Close", "Close the model", "close", {K("Ctrl+W")}},
      {Quit, "quit", "&Quit", "Leave the program", "quit", {K("Ctrl+Q")}},
      {Undo, "undo", "&Undo", "Take the last change back", "undo", {K::Undo}},
      {Redo, "redo", "&Redo", "Make the change again", "redo", {K("Ctrl+Shift+Z"), K("Ctrl+Y")}},
      {Cut, "cut", "Cu&t", "Move the selection to the clipboard", "cut", {K::Cut}},
      {Copy, "copy", "&Copy", "Copy the selection to the clipboard", "copy", {K::Copy}},
      {Paste, "paste", "&Paste", "Insert what is on the clipboard", "paste", {K::Paste}},
      {Duplicate, "duplicate", "D&uplicate", "Copy the selection beside itself", "duplicate", {K("Ctrl+U")}},
      {Delete,
       "delete",
       "&Delete",
       "Delete the selection",
       "delete",
       {K(Qt::Key_Delete), K(Qt::Key_Backspace)}},
      {SelectAll,
       "selectAll",
       "Select &All",
       "Select everything on this level",
       "select-all",
       {K::SelectAll}},
      {Find, "find", "&Find…", "Find blocks by name, type or parameter", "find", {K::Find}},
      {Rotate, "rotate", "&Rotate", "Rotate the selected blocks clockwise", "rotate", {K("Ctrl+R")}},
      {Flip, "flip", "Fl&ip", "Mirror the selected blocks", "flip", {K("Ctrl+I")}},
      {CreateSubsystem,
       "createSubsystem",
       "Create &Subsystem",
       "Put the selected blocks into a subsystem",
       "subsystem",
       {K("Ctrl+G")}},
      {ExpandSubsystem,
       "expandSubsystem",
       "E&xpand Subsystem",
       "Put what is inside the subsystem in its place",
       "expand",
       {K("Ctrl+Shift+G")}},
      {AlignLeft, "alignLeft", "Align &Left", "Line the left edges up", "align-left", {}},
      {AlignCentre,
       "alignCentre",
       "Align &Centres",
       "Put the blocks' centres below one another",
       "align-centre",
       {}},
      {AlignRight, "alignRight", "Align &Right", "Line the right edges up", "align-right", {}},
      {AlignTop, "alignTop", "Align &Top", "Line the upper edges up", "align-top", {}},
      {AlignMiddle,
       "alignMiddle",
       "Align &Middles",
       "Put the blocks' middles beside one another",
       "align-middle",
       {}},
      {AlignBottom, "alignBottom", "Align &Bottom", "Line the lower edges up", "align-bottom", {}},
      {DistributeAcross,
       "distributeAcross",
       "Distribute &Across",
       "Make the gaps between the blocks equal, from left to right",
       "distribute-across",
       {}},
      {DistributeDown,
       "distributeDown",
       "Distribute &Down",
       "Make the gaps between the blocks equal, from top to bottom",
       "distribute-down",
       {}},
      {MatchWidth, "matchWidth", "Match &Width", "Make the blocks as wide as the widest", "match-width", {}},
      {MatchHeight,
       "matchHeight",
       "Match &Height",
       "Make the blocks as high as the highest",
       "match-height",
       {}},
      {MatchSize, "matchSize", "Match Si&ze", "Make the blocks as wide and as high", "match-size", {}},
      {ArrangeDiagram,
       "arrangeDiagram",
       "&Arrange Automatically",
       "Place the selected blocks, or all of them, along the flow of the signals",
       "arrange",
       {K("Ctrl+Shift+A")}},
      {InsertAnnotation, "insertAnnotation", "Insert A&nnotation", "Write a note on the diagram", "note", {}},
      {TraceToSource,
       "traceToSource",
       "&Highlight to Source",
       "Show where the selected signals come from; Escape ends it",
       "trace-source",
       {}},
      {TraceToDestinations,
       "traceToDestinations",
       "Highlight to &Destinations",
       "Show where the selected signals go; Escape ends it",
       "trace-destinations",
       {}},
      {Rename, "rename", "Re&name", "Change the block's name", "rename", {K("F2")}},
      {CommentOut,
       "commentOut",
       "Comment &Out",
       "Leave the block out of the simulation, or take it in again",
       "comment-out",
       {K("Ctrl+Shift+X")}},
      {CommentThrough,
       "commentThrough",
       "Comment &Through",
       "Let the block pass its inputs on unchanged, or work again",
       "comment-through",
       {K("Ctrl+Shift+Y")}},
      {BlockParameters, "blockParameters", "Block &Parameters…", "Open the block's dialog", "parameters", {}},
      {BlockHelp, "blockHelp", "Block &Help", "What the block computes", "help", {K("F1")}},
      {ZoomIn, "zoomIn", "Zoom &In", "Show the diagram larger", "zoom-in", {K("Ctrl++"), K("Ctrl+=")}},
      {ZoomOut, "zoomOut", "Zoom &Out", "Show the diagram smaller", "zoom-out", {K("Ctrl+-")}},
      {ZoomFit, "zoomFit", "&Fit to View", "Show the whole diagram", "zoom-fit", {K("Ctrl+0")}},
      {ZoomOriginal,
       "zoomOriginal",
       "&100 %",
       "Show the diagram in its own size",
       "zoom-original",
       {K("Alt+1")}},
      {ShowLibrary, "showLibrary", "&Library", "Show the block library", "library", {K("Ctrl+Shift+L")}},
      {ShowModelTree,
       "showModelTree",
       "&Model Tree",
       "Show the subsystems of the model",
       "model-tree",
       {K("Ctrl+H")}},
      {UpSubsystem,
       "upSubsystem",
       "&Up One Level",
       "Go to the diagram this subsystem is in",
       "up",
       {K("Alt+Up")}},
      {BackSubsystem, "backSubsystem", "&Back", "Go to the level shown before", "back", {K("Alt+Left")}},
      {ForwardSubsystem, "forwardSubsystem", "&Forward", "Go forward again", "forward", {K("Alt+Right")}},
      {UpdateDiagram,
       "updateDiagram",
       "&Update Diagram",
       "Check the model without running it",
       "update",
       {K("Ctrl+D")}},
      {Run, "run", "&Run", "Simulate the model", "run", {K("Ctrl+T"), K("F5")}},
      {Pause, "pause", "&Pause", "Hold the simulation", "pause", {}},
      {Stop, "stop", "&Stop", "End the simulation", "stop", {K("Ctrl+Shift+T")}},
      {Projection,
       "projection",
       "Pro&jection",
       "Keep the states on the model's invariants in the next run",
       "projection",
       {},
       true},
      {Configuration,
       "configuration",
       "&Configuration…",
       "Solver, projection and the other settings of the model",
       "configuration",
       {K("Ctrl+E")}},
      {About, "about", "&About", "Version, licence and authors", "about", {}},
  };
  return table;
}

}  // namespace

CommandSet::CommandSet(QObject* parent) : QObject(parent) {
  for (const Row& row : rows()) {
    auto* action = new QAction(lineIcon(QString::fromLatin1(row.icon)), tr(row.text), this);
    action->setObjectName(QString::fromLatin1(row.name));
    action->setShortcuts(row.keys);
    action->setCheckable(row.checkable);
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? tr(row.tip) : QStringLiteral("%1 (%2)").arg(tr(row.tip), key));
    action->setStatusTip(tr(row.tip));
    m_actions[static_cast<std::size_t>(row.id)] = action;
  }
}

std::vector<QAction*> CommandSet::all() const { return {m_actions.begin(), m_actions.end()}; }

}  // namespace fluxion
