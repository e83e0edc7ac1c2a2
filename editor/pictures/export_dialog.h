#pragma once
// What of the diagram becomes a picture or is printed, in which format, how large, and on which pages.
#include <QDialog>
#include <QPageSize>
#include <functional>
#include <optional>

#include "editor/pictures/diagram_pages.h"

class QCheckBox;
class QComboBox;
class QRadioButton;

namespace fluxion {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  enum class For { File, Printer };
  explicit ExportDialog(DiagramScene& scene, QWidget* parent = nullptr, For purpose = For::File);

  PicturePart part() const;
  bool allLevels() const;
  PageContent pages() const;
  // Of PDF; no value: as large as the picture.
  std::optional<QPageSize::PageSizeId> pageSize() const;
  QString ending() const;  // "svg"
  double scale() const;    // of PNG

 private:
  void updateSize();

  DiagramScene& m_scene;
  For m_for;
  QRadioButton *m_level, *m_selection, *m_all;
  QComboBox *m_format, *m_scale, *m_page;
  QCheckBox *m_title, *m_several;
};

// Asks, and for a file's name, and writes it. Messages of what went wrong are for `tell`. Empty: nothing was
// written.
QString exportWithDialog(DiagramScene& scene, QWidget* parent,
                         const std::function<void(const QString&)>& tell);

// Asks what is printed, then shows the preview, from which it is printed: a level a page, turned so that it
// fills the page, or several pages for a large one.
void printWithPreview(DiagramScene& scene, QWidget* parent);

}  // namespace fluxion
