#pragma once
// The way from the top level to the subsystem that is shown; each part goes there.
#include <QWidget>

#include "editor/document/id_metatype.h"

class QHBoxLayout;

namespace fluxion {

class DiagramDocument;

class Breadcrumb : public QWidget {
  Q_OBJECT
 public:
  explicit Breadcrumb(DiagramDocument& document, QWidget* parent = nullptr);
  void setSubsystem(sim::Id subsystem);

 signals:
  void subsystemChosen(sim::Id subsystem);

 private:
  void build();

  DiagramDocument& m_document;
  QHBoxLayout* m_layout;
  sim::Id m_subsystem = sim::no_id;
};

}  // namespace fluxion
