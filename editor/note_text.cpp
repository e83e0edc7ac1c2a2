#include "editor/note_text.h"

#include <QDir>
#include <QFileInfo>
#include <QImageReader>
#include <QRegularExpression>
#include <QUrl>
#include <map>

namespace fluxion {

namespace {

const std::map<QString, QString>& signs() {
  static const std::map<QString, QString> table = [] {
    std::map<QString, QString> t;
    const QStringList lower = {"alpha",   "beta", "gamma", "delta",  "epsilon", "zeta", "eta",
                               "theta",   "iota", "kappa", "lambda", "mu",      "nu",   "xi",
                               "omicron", "pi",   "rho",   "",       "sigma",   "tau",  "upsilon",
                               "phi",     "chi",  "psi",   "omega"};
    for (int k = 0; k < lower.size(); ++k) {
      if (lower[k].isEmpty()) continue;
      t[lower[k]] = QChar(0x3b1 + k);
      QString upper = lower[k];
      upper[0] = upper[0].toUpper();
      t[upper] = QChar(0x391 + k);
    }
    const std::pair<const char*, const char*> others[] = {
        {"cdot", "·"},       {"times", "×"},      {"pm", "±"},     {"leq", "≤"},    {"le", "≤"},
        {"geq", "≥"},        {"ge", "≥"},         {"neq", "≠"},    {"approx", "≈"}, {"infty", "∞"},
        {"partial", "∂"},    {"nabla", "∇"},      {"int", "∫"},    {"sum", "∑"},    {"prod", "∏"},
        {"to", "→"},         {"rightarrow", "→"}, {"in", "∈"},     {"circ", "°"},   {"ldots", "…"},
        {"dots", "…"},       {"quad", " "},       {"sin", "sin "}, {"cos", "cos "}, {"tan", "tan "},
        {"exp", "exp "},     {"ln", "ln "},       {"log", "log "}, {"min", "min"},  {"max", "max"},
        {"left", ""},        {"right", ""},       {"mathrm", ""},  {"text", ""},    {"varphi", "φ"},
        {"varepsilon", "ε"}, {"wedge", "∧"},      {"vee", "∨"},    {"otimes", "⊗"}, {"oplus", "⊕"},
        {"lfloor", "⌊"},     {"rfloor", "⌋"},     {"lceil", "⌈"},  {"rceil", "⌉"},  {"sim", "∼"},
        {"ll", "≪"},         {"gg", "≫"},         {"mid", "|"},    {"forall", "∀"}, {"exists", "∃"}};
    for (const auto& [name, sign] : others) t[QString::fromLatin1(name)] = QString::fromUtf8(sign);
    return t;
  }();
  return table;
}

// Reads one formula. Deeper nesting than anybody writes is cut off.
class Formula {
 public:
  explicit Formula(QString text) : m_text(std::move(text)) {}
  QString html() {
    QString out;
    while (m_at < m_text.size()) out += m_text[m_at] == u'}' ? (++m_at, QString()) : piece();
    return out;
  }

 private:
  static constexpr int deepest = 20;

  // A group in braces, a command with what it takes, or one character.
  QString piece() {
    if (m_at >= m_text.size() || m_depth > deepest) return {};
    const QChar c = m_text[m_at++];
    if (c == u'\\') return command();
    if (c == u'{') return group();
    if (c == u'^') return script(QStringLiteral("sup"));
    if (c == u'_') return script(QStringLiteral("sub"));
    if (c == u'-') return QString(QChar(0x2212));
    if (c.isLetter()) return QStringLiteral("<i>%1</i>").arg(c);
    return QString(c).toHtmlEscaped();
  }

  QString group() {
    ++m_depth;
    QString out;
    while (m_at < m_text.size() && m_text[m_at] != u'}') {
      const qsizetype before = m_at;
      out += piece();
      if (m_at == before) ++m_at;
    }
    if (m_at < m_text.size()) ++m_at;
    --m_depth;
    return out;
  }

  QString argument() {
    while (m_at < m_text.size() && m_text[m_at] == u' ') ++m_at;
    ++m_depth;
    const QString out = piece();
    --m_depth;
    return out;
  }

  QString script(const QString& tag) { return QStringLiteral("<%1>%2</%1>").arg(tag, argument()); }

  static QString bracketed(const QString& html) {
    const bool simple = !html.contains(u'+') && !html.contains(QChar(0x2212)) &&
                        !QString(html).remove(QStringLiteral("</")).contains(u'/');
    return simple ? html : u'(' + html + u')';
  }

  QString command() {
    QString name;
    while (m_at < m_text.size() && m_text[m_at].isLetter()) name += m_text[m_at++];
    if (name.isEmpty()) {
      const QChar c = m_at < m_text.size() ? m_text[m_at++] : QChar(u' ');
      if (c == u'!') return {};
      return QStringLiteral(",;: ").contains(c) ? QString(QChar(0x2009)) : QString(c).toHtmlEscaped();
    }
    if (name == u"frac") {
      const QString above = argument();
      const QString below = argument();
      return bracketed(above) + u'/' + bracketed(below);
    }
    if (name == u"sqrt") return QStringLiteral("√") + u'(' + argument() + u')';
    const std::pair<const char*, char16_t> marks[] = {{"dot", 0x307}, {"ddot", 0x308}, {"hat", 0x302},
                                                      {"bar", 0x304}, {"vec", 0x20d7}, {"tilde", 0x303}};
    for (const auto& [mark, sign] : marks)
      if (name == QLatin1String(mark)) {
        QString inner = argument();
        const qsizetype end = inner.endsWith(QStringLiteral("</i>")) ? inner.size() - 4 : inner.size();
        return inner.insert(end, QChar(sign));
      }
    const auto known = signs().find(name);
    return known == signs().end() ? QStringLiteral("\\%1").arg(name) : known->second;
  }

  QString m_text;
  qsizetype m_at = 0;
  int m_depth = 0;
};

}  // namespace

QString formulaSign(const QString& name) {
  const auto known = signs().find(name);
  return known == signs().end() ? QString() : known->second.isNull() ? QStringLiteral("") : known->second;
}

QString withFormulas(const QString& markdown) {
  static const QRegularExpression dollars(
      QStringLiteral("(?<!\\\\)\\$(?![\\s$])([^$\\n]{1,500}?)(?<![\\s\\\\])\\$(?!\\d)"));
  QString out;
  qsizetype done = 0;
  for (auto it = dollars.globalMatch(markdown); it.hasNext();) {
    const auto match = it.next();
    Formula formula(match.captured(1));
    out += markdown.mid(done, match.capturedStart() - done);
    out += QStringLiteral("<span>%1</span>").arg(formula.html());
    done = match.capturedEnd();
  }
  out += markdown.mid(done);
  return out.replace(QStringLiteral("\\$"), QStringLiteral("$"));
}

NoteText::NoteText(const QString& markdown, const QString& folder, double width, const QFont& font)
    : m_folder(folder) {
  setUndoRedoEnabled(false);
  setDocumentMargin(4);
  setDefaultFont(font);
  setMarkdown(withFormulas(markdown));
  setTextWidth(width);
}

QVariant NoteText::loadResource(int type, const QUrl& name) {
  // Nothing but pictures, and those from below the model's folder only: a model may come from anywhere.
  if (type != QTextDocument::ImageResource || m_folder.isEmpty()) return {};
  const QString path = name.path();
  if (!name.scheme().isEmpty() || !name.host().isEmpty() || path.isEmpty() || QDir::isAbsolutePath(path))
    return {};
  const QString folder = QDir(m_folder).canonicalPath();
  const QFileInfo file(QDir(folder), path);
  const QString real = file.canonicalFilePath();
  if (folder.isEmpty() || !real.startsWith(folder + u'/') || !file.isFile() || file.size() > largestImageFile)
    return {};
  QImageReader reader(real);
  const QSize size = reader.size();
  if (!size.isValid() || size.width() > largestImageSide || size.height() > largestImageSide) return {};
  QImage image = reader.read();
  const int room = std::max(16, static_cast<int>(textWidth()) - 10);
  if (textWidth() > 0 && image.width() > room) image = image.scaledToWidth(room, Qt::SmoothTransformation);
  return image;
}

}  // namespace fluxion
