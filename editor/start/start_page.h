#pragma once
// What the window shows without a model: the files used last, the two ways to begin, and the examples, by
// field, as pictures with one line each. A search line leaves only those that have its words.
#include <QScrollArea>
#include <functional>

#include "editor/start/examples.h"

class QGridLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QVBoxLayout;

namespace fluxion {

class ExampleCard;

class StartPage : public QScrollArea {
  Q_OBJECT
 public:
  // Draws the model of a file into a picture of this size in pixels; null where it cannot.
  using Render = std::function<QPixmap(const QString& path, QSize size)>;

  StartPage(std::vector<Example> examples, Render render, QWidget* parent = nullptr);

  void setRecentFiles(const QStringList& paths);
  // Of the button that begins from a template; whoever knows the templates fills it.
  QMenu* templateMenu() const { return m_templates; }

 signals:
  void newRequested();
  void openRequested();  // ask which
  void fileRequested(const QString& path);
  void exampleRequested(const QString& path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  // The examples of one field.
  struct Group {
    QWidget* widget;
    QGridLayout* grid;
    std::vector<ExampleCard*> cards;
  };

  QWidget* makeHeader();
  QWidget* makeExamplesHeader();
  Group& groupOf(const QString& field);
  void search(const QString& words);
  bool isLeft(const ExampleCard* card) const;
  void openFirst();
  void arrangeCards();

  std::vector<Group> m_groups;
  QWidget *m_column, *m_recent;
  QVBoxLayout *m_recentList, *m_fields;
  QLineEdit* m_search;
  QMenu* m_templates;
  QLabel* m_none;  // says that no example has the words
  QString m_words;
  int m_columns = 0;
};

}  // namespace fluxion
