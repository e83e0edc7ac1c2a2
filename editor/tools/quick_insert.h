#pragma once
// A search field on the canvas: type a few letters of a block's name, and its first parameter if you like;
// Enter inserts the first match, Shift+Enter also leads lines to it from the blocks that were selected.
// Variables that are typed along are defined. At the end of a line, only blocks that fit it, and the block is
// connected.
#include <QFrame>
#include <optional>

#include "editor/document/block_phrase.h"
#include "editor/tools/gesture.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QVBoxLayout;

namespace fluxion {

class QuickInsert : public QFrame {
  Q_OBJECT
 public:
  // Deletes itself when done. `at`: where the block goes.
  QuickInsert(Canvas canvas, QPointF at, std::optional<LooseEnd> end = std::nullopt);
  // What is typed already.
  void setWords(const QString& words);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& words);
  void putRecentFirst();
  void insertCurrent(bool connected = false);
  // "c = 0.5", or that c stays what it is.
  QString saidOfVariables(const BlockPhrase& phrase) const;
  void defineVariables(const BlockPhrase& phrase, int gesture);
  void sayHowToConnect(QVBoxLayout& layout);
  void finish();

  Canvas m_canvas;
  QPointF m_at;
  std::optional<LooseEnd> m_end;
  std::vector<sim::Id> m_sources;  // selected when the search began
  QLineEdit* m_words;
  QListWidget* m_matches;
  std::vector<BlockPhrase> m_phrases;  // by row
  bool m_done = false;
};

}  // namespace fluxion
