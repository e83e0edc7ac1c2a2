#pragma once
// What the window shows without a model: the examples as pictures with one line each, the files used last,
// and the two ways to begin.
#include <QScrollArea>
#include <functional>

#include "editor/start/examples.h"

class QGridLayout;
class QVBoxLayout;

namespace fluxion {

class StartPage : public QScrollArea {
  Q_OBJECT
 public:
  // Draws the model of a file into a picture of this size in pixels; null where it cannot.
  using Render = std::function<QPixmap(const QString& path, QSize size)>;

  StartPage(std::vector<Example> examples, Render render, QWidget* parent = nullptr);

  void setRecentFiles(const QStringList& paths);

 signals:
  void newRequested();
  void openRequested();  // ask which
  void fileRequested(const QString& path);
  void exampleRequested(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHeader();
  void arrangeCards();

  std::vector<QWidget*> m_cards;
  QGridLayout* m_grid;
  QWidget *m_column, *m_recent;
  QVBoxLayout* m_recentList;
  int m_columns = 0;
};

}  // namespace fluxion
