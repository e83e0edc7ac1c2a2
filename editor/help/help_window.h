#pragma once
// The reference of all blocks: a list to search in, and the page of one. Not modal; one for each main window.
#include <QWidget>

#include "sim_core/block/block_library.h"

class QLineEdit;
class QSplitter;
class QTreeWidget;

namespace fluxion {

class HelpBrowser;

class HelpWindow : public QWidget {
  Q_OBJECT
 public:
  // The library must outlive the window.
  explicit HelpWindow(const sim::BlockLibrary& library, QWidget* parent = nullptr);

  // Shows the page of a block type and brings the window to the front; empty: the page of all blocks.
  void showPage(const QString& type = {});
  HelpBrowser& browser() { return *m_browser; }

 signals:
  void exampleRequested(const QString& path, const QString& block);
  void insertRequested(const QString& type);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void fillList();
  void filter(const QString& words);
  void followPage(const QUrl& page);

  const sim::BlockLibrary& m_library;
  QLineEdit* m_search;
  QTreeWidget* m_list;
  HelpBrowser* m_browser;
  QSplitter* m_splitter;
};

}  // namespace fluxion
