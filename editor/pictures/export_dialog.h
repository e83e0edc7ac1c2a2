#pragma once
// What of the diagram becomes a picture, in which format, and how large.
#include <QDialog>
#include <functional>

#include "editor/pictures/diagram_rendering.h"

class QComboBox;
class QRadioButton;

namespace fluxion {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ExportDialog(DiagramScene& scene, QWidget* parent = nullptr);

  PicturePart part() const;
  QString ending() const;  // "svg"
  double scale() const;    // of PNG

 private:
  void updateSize();

  DiagramScene& m_scene;
  QRadioButton *m_level, *m_selection;
  QComboBox *m_format, *m_scale;
};

// Asks, and for a file's name, and writes it. Messages of what went wrong are for `tell`. Empty: nothing was
// written.
QString exportWithDialog(DiagramScene& scene, QWidget* parent,
                         const std::function<void(const QString&)>& tell);

// The preview, from which it is printed: one level or selection a page, turned so that it fills the page.
void printWithPreview(DiagramScene& scene, QWidget* parent);

}  // namespace fluxion
