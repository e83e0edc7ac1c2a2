#pragma once
// How many errors, warnings and notes there are, in the status bar; a click shows them.
#include <QToolButton>

namespace fluxion {

class ProblemsDock;

class ProblemsBadge : public QToolButton {
  Q_OBJECT
 public:
  // Follows the dock, which must outlive it.
  explicit ProblemsBadge(const ProblemsDock& problems, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void count();

  const ProblemsDock& m_problems;
};

}  // namespace fluxion
