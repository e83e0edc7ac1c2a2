#pragma once
// What does not apply on a page of the Configuration dialog: folded away under a heading, each setting with
// the reason.
#include <QWidget>

class QLabel;
class QToolButton;

namespace fluxion {

class IdleSettings : public QWidget {
  Q_OBJECT
 public:
  struct Setting {
    QString label, text;  // text: what is given all the same; empty: the default
    QString reason;
  };

  explicit IdleSettings(QWidget* parent = nullptr);

  // `solver`: what they are not used with. Nothing is shown where there are none.
  void show(const QString& solver, const QList<Setting>& settings);
  // In words, a line each, as it stands under the heading.
  QString text() const;

 private:
  QToolButton* m_heading;
  QLabel* m_list;
};

}  // namespace fluxion
