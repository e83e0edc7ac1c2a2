#include "editor/help/formula_parser.h"

#include <algorithm>

#include "editor/note_text.h"

namespace fluxion {

QFont FormulaParser::letters() const {
  QFont font = sized(m_font, m_em);
  font.setItalic(!m_upright);
  return font;
}

FormulaBox FormulaParser::formula() {
  std::vector<FormulaBox> parts;
  while (m_at < m_text.size()) {
    parts.push_back(row());
    if (m_at >= m_text.size()) break;
    m_problems += QStringLiteral("“%1” stands where nothing ends").arg(m_text.mid(m_at, 8));
    ++m_at;
  }
  return rowBox(std::move(parts));
}

bool FormulaParser::atEnd(QChar end) const {
  if (m_at >= m_text.size()) return true;
  const QChar c = m_text[m_at];
  return c == u'}' || c == u'&' || (!end.isNull() && c == end) || at(u"\\\\") || at(u"\\end{") ||
         (at(u"\\right") && !at(u"\\rightarrow"));
}

FormulaBox FormulaParser::row(QChar end) {
  std::vector<Item> items;
  if (++m_depth > deepest) m_at = m_text.size();
  while (!atEnd(end)) {
    if (m_text[m_at].isSpace()) {
      ++m_at;
      continue;
    }
    Item item = piece();
    scripts(item);
    items.push_back(std::move(item));
  }
  --m_depth;
  return spaced(std::move(items));
}

// Signs between two things stand a little apart from them; at the beginning, or behind another, a sign is
// that of what follows.
FormulaBox FormulaParser::spaced(std::vector<Item> items) const {
  std::vector<FormulaBox> parts;
  Kind before = Kind::Open;
  for (std::size_t k = 0; k < items.size(); ++k) {
    Item& item = items[k];
    const bool unary = before == Kind::Open || before == Kind::Binary || before == Kind::Relation ||
                       before == Kind::Comma || k + 1 == items.size();
    if (item.kind == Kind::Binary && unary) item.kind = Kind::Ordinary;
    const double side = item.kind == Kind::Binary     ? 0.22 * m_em
                        : item.kind == Kind::Relation ? 0.3 * m_em
                                                      : 0;
    if (item.kind == Kind::Function && before == Kind::Ordinary) parts.push_back(spaceBox(0.16 * m_em));
    parts.push_back(spaceBox(side));
    parts.push_back(std::move(item.box));
    parts.push_back(spaceBox(item.kind == Kind::Comma ? 0.25 * m_em : side));
    const bool bracket = k + 1 < items.size() && items[k + 1].kind == Kind::Open;
    if (item.kind == Kind::Function && k + 1 < items.size() && !bracket)
      parts.push_back(spaceBox(0.16 * m_em));
    before = item.kind == Kind::Open ? Kind::Ordinary : item.kind;
  }
  return rowBox(std::move(parts));
}

FormulaParser::Item FormulaParser::piece() {
  const QChar c = m_text[m_at++];
  if (c == u'\\') return command();
  if (c == u'{') {
    FormulaBox box = row();
    if (m_at < m_text.size() && m_text[m_at] == u'}')
      ++m_at;
    else
      m_problems += QStringLiteral("a brace is not closed");
    return {std::move(box), Kind::Ordinary};
  }
  const QChar close = c == u'(' ? u')' : c == u'[' ? u']' : u'\0';
  if (!close.isNull() && closes(c, close)) {
    FormulaBox inside = row(close);
    if (m_at < m_text.size()) ++m_at;
    return {bracketBox(std::move(inside), c, close, sized(m_font, m_em)), Kind::Open};
  }
  return character(c);
}

// Whether the bracket that was just opened is closed in the same group.
bool FormulaParser::closes(QChar open, QChar close) const {
  int brackets = 1, braces = 0;
  for (qsizetype k = m_at; k < m_text.size(); ++k) {
    const QChar c = m_text[k];
    if (c == u'{') ++braces;
    if (c == u'}' && --braces < 0) return false;
    if (braces > 0) continue;
    if (c == u'&' || QStringView(m_text).mid(k).startsWith(u"\\\\")) return false;
    if (c == open) ++brackets;
    if (c == close && --brackets == 0) return true;
  }
  return false;
}

FormulaParser::Item FormulaParser::character(QChar c) {
  const QFont upright = sized(m_font, m_em);
  if (c.isLetter()) {
    if (!m_upright) return {textBox(c, letters()), Kind::Ordinary};
    QString word = c;
    while (m_at < m_text.size() && (m_text[m_at].isLetterOrNumber() || m_text[m_at] == u' '))
      word += m_text[m_at++];
    return {textBox(word, letters()), Kind::Ordinary};
  }
  if (c.isDigit()) {
    QString number = c;
    while (m_at < m_text.size() && (m_text[m_at].isDigit() || m_text[m_at] == u'.')) number += m_text[m_at++];
    return {textBox(number, upright), Kind::Ordinary};
  }
  if (c == u'-') return {textBox(QChar(0x2212), upright), Kind::Binary};
  if (c == u'+') return {textBox(c, upright), Kind::Binary};
  if (QStringLiteral("=<>").contains(c)) return {textBox(c, upright), Kind::Relation};
  if (c == u',' || c == u';' || c == u':') return {textBox(c, upright), Kind::Comma};
  if (c == u'*') return {textBox(QChar(0x2217), upright), Kind::Ordinary};
  return {textBox(c, upright), Kind::Ordinary};
}

FormulaParser::Item FormulaParser::command() {
  QString name;
  while (m_at < m_text.size() && m_text[m_at].isLetter()) name += m_text[m_at++];
  if (name.isEmpty()) {
    const QChar c = m_at < m_text.size() ? m_text[m_at++] : QChar(u' ');
    if (c == u'!') return {spaceBox(-0.1 * m_em), Kind::Open};
    if (c == u',') return {spaceBox(0.17 * m_em), Kind::Ordinary};
    if (QStringLiteral(":; ").contains(c)) return {spaceBox(0.28 * m_em), Kind::Ordinary};
    return character(c);
  }
  bool known = false;
  FormulaBox box = construct(name, known);
  if (known) return {std::move(box), Kind::Ordinary};
  const QFont upright = sized(m_font, m_em);
  if (name == u"sum" || name == u"prod" || name == u"int") {
    m_limits = name != u"int";
    return {textBox(formulaSign(name), sized(m_font, 1.45 * m_em)), Kind::Function};
  }
  static const QStringList functions{"sin", "cos", "tan", "exp", "ln", "log", "min", "max"};
  if (functions.contains(name)) return {textBox(name, upright), Kind::Function};
  if (name == u"quad") return {spaceBox(m_em), Kind::Comma};
  const QString sign = formulaSign(name);
  if (sign.isNull()) {
    m_problems += QStringLiteral("“\\%1” means nothing").arg(name);
    return {textBox(u'\\' + name, upright), Kind::Ordinary};
  }
  static const QStringList relations{"leq", "le",  "geq", "ge", "neq",        "approx",
                                     "in",  "sim", "to",  "ll", "rightarrow", "gg"};
  static const QStringList binaries{"cdot", "times", "pm", "wedge", "vee", "otimes", "oplus"};
  if (relations.contains(name)) return {textBox(sign, upright), Kind::Relation};
  if (binaries.contains(name)) return {textBox(sign, upright), Kind::Binary};
  const bool letter = !sign.isEmpty() && sign[0].isLetter() && sign[0].isLower();
  return {textBox(sign, letter ? letters() : upright), Kind::Ordinary};
}

// Commands that take something.
FormulaBox FormulaParser::construct(const QString& name, bool& known) {
  known = true;
  if (name == u"frac") {
    FormulaBox above = argument(), below = argument();
    return fractionBox(std::move(above), std::move(below), m_em);
  }
  if (name == u"sqrt") return rootBox(argument(), m_em);
  if (name == u"mathrm" || name == u"text") {
    const bool before = std::exchange(m_upright, true);
    FormulaBox box = argument();
    m_upright = before;
    return box;
  }
  if (name == u"begin") return cases();
  if (name == u"left") return fenced();
  static const QStringList marks{"dot", "ddot", "hat", "bar", "vec", "tilde"};
  if (marks.contains(name)) return markedBox(argument(), name, m_em);
  known = false;
  return {};
}

FormulaBox FormulaParser::argument() {
  while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
  if (m_at >= m_text.size() || m_text[m_at] == u'}') {
    m_problems += QStringLiteral("something is missing behind a command");
    return {};
  }
  return piece().box;
}

QString FormulaParser::rawGroup() {
  const qsizetype end = m_text.indexOf(u'}', m_at);
  if (m_at >= m_text.size() || m_text[m_at] != u'{' || end < 0) return {};
  const QString inside = m_text.mid(m_at + 1, end - m_at - 1);
  m_at = end + 1;
  return inside;
}

FormulaBox FormulaParser::cases() {
  const QString kind = rawGroup();
  if (kind != u"cases" && kind != u"matrix")
    m_problems += QStringLiteral("“\\begin{%1}” means nothing").arg(kind);
  std::vector<std::vector<FormulaBox>> rows(1);
  while (m_at < m_text.size()) {
    rows.back().push_back(row());
    if (at(u"&"))
      ++m_at;
    else if (at(u"\\\\"))
      m_at += 2, rows.emplace_back();
    else
      break;
  }
  if (at(u"\\end{")) {
    m_at += 4;
    if (rawGroup() != kind) m_problems += QStringLiteral("“\\begin{%1}” ends as something else").arg(kind);
  } else {
    m_problems += QStringLiteral("“\\begin{%1}” has no end").arg(kind);
  }
  FormulaBox table = tableBox(std::move(rows), m_em);
  if (kind != u"cases") return table;
  return bracketBox(rowBox({spaceBox(0.1 * m_em), std::move(table)}), u'{', {}, sized(m_font, m_em));
}

// Behind \left, up to what \right names.
FormulaBox FormulaParser::fenced() {
  const auto fence = [this]() -> QChar {
    while (m_at < m_text.size() && m_text[m_at].isSpace()) ++m_at;
    if (m_at < m_text.size() && m_text[m_at] == u'\\') ++m_at;
    if (m_at >= m_text.size()) return {};
    const QChar c = m_text[m_at++];
    return c == u'.' ? QChar() : c;
  };
  const QChar left = fence();
  FormulaBox inside = row();
  if (!at(u"\\right")) {
    m_problems += QStringLiteral("“\\left” has no “\\right”");
    return inside;
  }
  m_at += 6;
  const QChar right = fence();
  return bracketBox(std::move(inside), left, right, sized(m_font, m_em));
}

void FormulaParser::scripts(Item& item) {
  const bool limits = std::exchange(m_limits, false);
  FormulaBox above, below;
  bool has_above = false, has_below = false;
  const double before = m_em;
  while (m_at < m_text.size() && (m_text[m_at] == u'^' || m_text[m_at] == u'_')) {
    const bool up = m_text[m_at++] == u'^';
    m_em = std::max(0.72 * before, 7.0);
    (up ? above : below) = argument();
    (up ? has_above : has_below) = true;
    m_em = before;
  }
  if (!has_above && !has_below) return;
  const auto make = limits ? limitsBox : scriptBox;
  item.box = make(std::move(item.box), has_above ? &above : nullptr, has_below ? &below : nullptr, m_em);
}

}  // namespace fluxion
