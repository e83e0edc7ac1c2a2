#pragma once
// Shows the pages of blocks (help_page.h), with a history. Follows the theme.
#include <QTextBrowser>

#include "editor/help/example_index.h"
#include "sim_core/block/block_library.h"

namespace fluxion {

class HelpBrowser : public QTextBrowser {
  Q_OBJECT
 public:
  // The library must outlive the browser.
  explicit HelpBrowser(const sim::BlockLibrary& library, QWidget* parent = nullptr);

  void showBlock(const QString& type);
  void showIndex();
  // The block whose page it is; empty: another page.
  QString block() const { return blockOf(source()); }
  static QString blockOf(const QUrl& page);

 signals:
  void exampleRequested(const QString& path, const QString& block);
  void insertRequested(const QString& type);

 protected:
  QVariant loadResource(int type, const QUrl& name) override;
  void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
  void changeEvent(QEvent* event) override;

 private:
  QImage icon(const QString& id, bool small) const;

  const sim::BlockLibrary& m_library;
  ExampleIndex m_examples;
};

}  // namespace fluxion
