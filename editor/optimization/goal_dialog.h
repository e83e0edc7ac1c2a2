#pragma once
// One goal of an optimization: which signal, what of it, and what is wanted.
#include <QDialog>
#include <QStringList>
#include <optional>

#include "sim_core/optimization/goal.h"

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace fluxion {

class GoalDialog : public QDialog {
  Q_OBJECT
 public:
  // `signalNames`: what the model records; others may be typed.
  GoalDialog(const QStringList& signalNames, const std::optional<sim::Goal>& goal, QWidget* parent = nullptr);

  // What the fields say; nothing where that is no goal.
  std::optional<sim::Goal> goal() const;

 private:
  QLineEdit* addField(const QString& label, const char* name, const QString& tip);
  void show(const sim::Goal& goal);
  void update();
  // The goal of the fields as they are. False: a field is no number.
  bool read(sim::Goal& goal, QString& problem) const;
  bool readPoints(std::vector<sim::GoalPoint>& points) const;

  QFormLayout* m_form;
  QComboBox *m_signal, *m_quantity, *m_use, *m_reference;
  QLineEdit *m_limit, *m_from, *m_to, *m_initial, *m_final, *m_band, *m_points, *m_weight;
  QLabel* m_problem;
  QDialogButtonBox* m_buttons;
};

}  // namespace fluxion
