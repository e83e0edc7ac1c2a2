#pragma once
// The pages of all blocks: the window of the block reference and the browser of the library, each made when
// it is first asked for; and what the readme beside a model says of it.
#include <QObject>
#include <memory>

#include "editor/document/id_metatype.h"

namespace fluxion {

class DiagramDocument;
class HelpWindow;
class LibraryBrowser;
class Workbench;

class BlockReference : public QObject {
  Q_OBJECT
 public:
  // The workbench must outlive it.
  explicit BlockReference(Workbench& bench);
  ~BlockReference() override;

  // The page of a block's mask or type; that of all blocks where there is no such block.
  void showBlock(sim::Id block);
  void showType(const QString& type);
  void browse();
  void close();

  // The readme.md in the folder of the model; empty: there is none.
  QString readmePath() const;
  void showReadme();

 signals:
  void exampleRequested(const QString& path, const QString& block);
  void insertRequested(const QString& type);

 private:
  Workbench& m_bench;
  std::unique_ptr<HelpWindow> m_help;
  std::unique_ptr<LibraryBrowser> m_browser;
};

}  // namespace fluxion
