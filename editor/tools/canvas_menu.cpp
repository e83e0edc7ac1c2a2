#include "editor/tools/canvas_menu.h"

#include <QMenu>

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/tools/arrange_commands.h"
#include "editor/tools/control_menu.h"
#include "editor/tools/gesture.h"
#include "editor/tools/link_commands.h"
#include "editor/tools/looks_menu.h"
#include "editor/tools/signal_menu.h"

namespace fluxion {

void showCanvasMenu(const Canvas& canvas, CommandSet& commands, QWidget& parent, QPoint at) {
  using enum CommandId;
  auto* menu = new QMenu(&parent);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto add = [&](std::initializer_list<CommandId> ids) {
    for (CommandId id : ids) menu->addAction(commands.action(id));
    menu->addSeparator();
  };
  if (!canvas.scene.selectedBlocks().empty()) {
    add({BlockParameters, BlockHelp});
    add({Cut, Copy, Paste, Duplicate, Delete});
    add({Rotate, Flip, Rename, DrawLine, CommentOut, CommentThrough});
    add({CreateSubsystem, ExpandSubsystem, EditMask, LookUnderMask, RemoveMask});
    if (commands.action(GoToLibrary)->isEnabled()) addLinkMenu(*menu, commands);
    addControlMenu(*menu, canvas);
    addArrangeMenu(*menu, commands);
    addNamePlaceMenu(*menu, canvas);
    addColorMenu(*menu, canvas);
    menu->addSeparator();
    add({TraceToSource, TraceToDestinations});
    add({AddBreakpoint});
  } else if (!canvas.scene.selectedNotes().empty()) {
    add({Cut, Copy, Paste, Duplicate, Delete});
    addArrangeMenu(*menu, commands);
  } else if (!canvas.scene.selectedLines().empty()) {
    add({Rename, DrawLine, Delete, ResetLineShape});
    add({TraceToSource, TraceToDestinations});
    addSignalMenu(*menu, canvas);
    add({ShowInFloatingScope, AddBreakpoint});
  } else {
    add({Paste, SelectAll});
    add({InsertAnnotation});
    add({ZoomFit, ZoomOriginal, UpSubsystem});
    add({EditMask});
    add({ArrangeDiagram});
    add({UpdateDiagram, Configuration});
  }
  menu->popup(at);
}

}  // namespace fluxion
