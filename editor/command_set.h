#pragma once
// Every command of the program, once: its text, tooltip, icon, shortcut and object name. Menus, toolbars and
// context menus show these actions; whoever can carry a command out connects to it. The editing commands
// (undo to zoom) are carried out by DiagramEditor.
#include <QAction>
#include <QObject>
#include <array>
#include <vector>

class QWidget;

namespace fluxion {

enum class CommandId {
  New,
  Open,
  Save,
  SaveAs,
  ExportPicture,
  Print,
  Close,
  Quit,
  Undo,
  Redo,
  Cut,
  Copy,
  Paste,
  CopyAsPicture,
  Duplicate,
  Delete,
  DeleteAndReconnect,
  SelectAll,
  Find,
  Rotate,
  Flip,
  CreateSubsystem,
  ExpandSubsystem,
  GoToLibrary,
  BreakLink,
  RestoreLink,
  EditMask,
  LookUnderMask,
  RemoveMask,
  AlignLeft,
  AlignCentre,
  AlignRight,
  AlignTop,
  AlignMiddle,
  AlignBottom,
  DistributeAcross,
  DistributeDown,
  MatchWidth,
  MatchHeight,
  MatchSize,
  ArrangeDiagram,
  InsertAnnotation,
  TraceToSource,
  TraceToDestinations,
  Rename,
  CommentOut,
  CommentThrough,
  DrawLine,
  ResetLineShape,
  BlockParameters,
  BlockHelp,
  ZoomIn,
  ZoomOut,
  ZoomFit,
  ZoomOriginal,
  ZoomSelection,
  ShowMinimap,
  ShowDimensions,
  ShowTypes,
  ShowUnits,
  ShowSampleTimes,
  ShowOrder,
  ShowValues,
  ShowLibrary,
  BrowseLibrary,
  ShowModelTree,
  ShowExplorer,
  ShowRuns,
  PlotRuns,
  NextArea,
  PreviousArea,
  UpSubsystem,
  BackSubsystem,
  ForwardSubsystem,
  UpdateDiagram,
  Run,
  Pause,
  Stop,
  StepBack,
  StepForward,
  RunToTime,
  SteppingOptions,
  Pacing,
  AddBreakpoint,
  ShowInFloatingScope,
  ShowBreakpoints,
  Projection,
  Configuration,
  ShowProfiler,
  ProfileRuns,
  ShowOperatingPoint,
  RunCommand,
  About,
  Count
};

class CommandSet : public QObject {
  Q_OBJECT
 public:
  explicit CommandSet(QObject* parent = nullptr);

  QAction* action(CommandId id) const { return m_actions[static_cast<std::size_t>(id)]; }
  std::vector<QAction*> all() const;

 private:
  std::array<QAction*, static_cast<std::size_t>(CommandId::Count)> m_actions{};
};

}  // namespace fluxion
