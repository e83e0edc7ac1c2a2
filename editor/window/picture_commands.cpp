#include "editor/window/picture_commands.h"

#include "editor/canvas/diagram_scene.h"
#include "editor/command_set.h"
#include "editor/pictures/export_dialog.h"
#include "editor/pictures/picture_files.h"
#include "editor/tools/diagram_editor.h"

namespace fluxion {

void connectPictureCommands(DiagramEditor& editor, CommandSet& commands, QWidget* window,
                            std::function<void(const QString&)> tell,
                            std::function<void(const QString&)> written) {
  using enum CommandId;
  const auto on = [&](CommandId id, auto what) {
    QObject::connect(commands.action(id), &QAction::triggered, &editor, what);
  };
  DiagramScene& scene = editor.scene();
  const auto nothing = [&scene, tell] {
    const bool empty = pictureRect(scene, PicturePart::Level).isNull();
    if (empty) tell(DiagramEditor::tr("There is nothing on this level yet."));
    return empty;
  };
  on(ExportPicture, [&scene, window, tell, written, nothing] {
    if (nothing()) return;
    const QString path = exportWithDialog(scene, window, tell);
    if (!path.isEmpty()) written(DiagramEditor::tr("Exported %1").arg(path));
  });
  on(Print, [&scene, window, nothing] {
    if (!nothing()) printWithPreview(scene, window);
  });
  on(CopyAsPicture, [&scene, written, nothing] {
    if (nothing()) return;
    const bool some = !pictureRect(scene, PicturePart::Selection).isNull();
    if (copyPicture(scene, some ? PicturePart::Selection : PicturePart::Level))
      written(some ? DiagramEditor::tr("The selection is on the clipboard as an image.")
                   : DiagramEditor::tr("The diagram is on the clipboard as an image."));
  });
}

}  // namespace fluxion
