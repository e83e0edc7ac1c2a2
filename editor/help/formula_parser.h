#pragma once
// Reads a formula and builds its box. What is not understood stands there as it is, and is a problem.
#include <QFont>
#include <QStringList>
#include <vector>

#include "editor/help/formula_box.h"

namespace fluxion {

class FormulaParser {
 public:
  FormulaParser(QString text, QFont font) : m_text(std::move(text)), m_font(std::move(font)) {
    m_em = m_font.pixelSize();
  }

  FormulaBox formula();
  const QStringList& problems() const { return m_problems; }

 private:
  enum class Kind { Ordinary, Binary, Relation, Open, Comma, Function };
  struct Item {
    FormulaBox box;
    Kind kind = Kind::Ordinary;
  };
  static constexpr int deepest = 20;

  // Items until the character or command that ends them, which is left to be read.
  FormulaBox row(QChar end = {});
  bool atEnd(QChar end) const;
  bool at(QStringView what) const { return QStringView(m_text).mid(m_at).startsWith(what); }
  Item piece();
  Item character(QChar c);
  Item command();
  FormulaBox construct(const QString& name, bool& known);
  FormulaBox argument();
  FormulaBox cases();
  FormulaBox fenced();
  QString rawGroup();
  void scripts(Item& item);
  bool closes(QChar open, QChar close) const;
  FormulaBox spaced(std::vector<Item> items) const;
  QFont letters() const;

  QString m_text;
  QFont m_font;
  double m_em;
  qsizetype m_at = 0;
  int m_depth = 0;
  bool m_upright = false, m_limits = false;
  QStringList m_problems;
};

}  // namespace fluxion
