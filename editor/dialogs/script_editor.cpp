#include "editor/dialogs/script_editor.h"

#include <QFontDatabase>
#include <QPainter>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>

#include "editor/theme.h"

namespace fluxion {

namespace {

constexpr int indentation = 2;

class ScriptHighlighter : public QSyntaxHighlighter {
 public:
  explicit ScriptHighlighter(QPlainTextEdit& editor)
      : QSyntaxHighlighter(editor.document()), m_editor(editor) {}

 protected:
  void highlightBlock(const QString& text) override {
    static const QRegularExpression words(QStringLiteral(
        R"((?<keyword>\b(?:function|if|elseif|else|end|for|persistent)\b)|(?<number>\b\d+\.?\d*(?:[eE][+-]?\d+)?\b)|(?<remark>%.*|\.\.\..*))"));
    const Theme theme = Theme::current(m_editor.palette());
    QTextCharFormat keyword, number, remark;
    keyword.setForeground(theme.plotCurves[0]);
    keyword.setFontWeight(QFont::DemiBold);
    number.setForeground(theme.plotCurves[2]);
    remark.setForeground(theme.hint);
    for (auto it = words.globalMatch(text); it.hasNext();) {
      const QRegularExpressionMatch match = it.next();
      // x(end) is an index, not the end of something.
      const bool index = match.captured() == u"end" && text.left(match.capturedStart()).count(u'(') >
                                                           text.left(match.capturedStart()).count(u')');
      if (match.hasCaptured(u"keyword") && !index)
        setFormat(match.capturedStart(), match.capturedLength(), keyword);
      if (match.hasCaptured(u"number")) setFormat(match.capturedStart(), match.capturedLength(), number);
      if (match.hasCaptured(u"remark")) setFormat(match.capturedStart(), match.capturedLength(), remark);
    }
  }

 private:
  QPlainTextEdit& m_editor;
};

}  // namespace

class LineNumbers : public QWidget {
 public:
  explicit LineNumbers(ScriptEditor* editor) : QWidget(editor), m_editor(*editor) {}
  QSize sizeHint() const override { return {m_editor.numbersWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { m_editor.paintNumbers(event); }

 private:
  ScriptEditor& m_editor;
};

ScriptEditor::ScriptEditor(QWidget* parent) : QPlainTextEdit(parent), m_numbers(new LineNumbers(this)) {
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  fixed.setPointSizeF(font().pointSizeF());
  setFont(fixed);
  setLineWrapMode(NoWrap);
  setTabChangesFocus(true);
  new ScriptHighlighter(*this);
  connect(this, &QPlainTextEdit::blockCountChanged, this, &ScriptEditor::layOutNumbers);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int scrolled) {
    if (scrolled != 0) m_numbers->scroll(0, scrolled);
    m_numbers->update(0, area.y(), m_numbers->width(), area.height());
  });
  layOutNumbers();
}

QSize ScriptEditor::sizeHint() const {
  return {fontMetrics().averageCharWidth() * 64, fontMetrics().lineSpacing() * 16};
}
QSize ScriptEditor::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 40, fontMetrics().lineSpacing() * 8};
}

int ScriptEditor::numbersWidth() const {
  const int digits = std::max<int>(2, static_cast<int>(QString::number(blockCount()).size()));
  return fontMetrics().horizontalAdvance(u'0') * digits + 12;
}

void ScriptEditor::layOutNumbers() {
  setViewportMargins(numbersWidth(), 0, 0, 0);
  const QRect inside = contentsRect();
  m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void ScriptEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  layOutNumbers();
}

void ScriptEditor::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) layOutNumbers();
  if (event->type() == QEvent::PaletteChange) showMark();
}

void ScriptEditor::paintNumbers(QPaintEvent* event) {
  QPainter painter(m_numbers);
  const Theme theme = Theme::current(palette());
  painter.fillRect(event->rect(),
                   mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.05));
  painter.setFont(font());
  QTextBlock block = firstVisibleBlock();
  for (qreal top = blockBoundingGeometry(block).translated(contentOffset()).top();
       block.isValid() && top <= event->rect().bottom(); block = block.next()) {
    const qreal height = blockBoundingRect(block).height();
    painter.setPen(block.blockNumber() + 1 == m_marked ? theme.error : theme.hint);
    painter.drawText(QRectF(0, top, m_numbers->width() - 6, height), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(block.blockNumber() + 1));
    top += height;
  }
}

void ScriptEditor::markLine(int line) {
  m_marked = line;
  showMark();
}

void ScriptEditor::showMark() {
  QList<QTextEdit::ExtraSelection> marks;
  if (const QTextBlock block = document()->findBlockByNumber(m_marked - 1); m_marked > 0 && block.isValid()) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(block);
    mark.format.setBackground(mixed(palette().color(QPalette::Base), Theme::current(palette()).error, 0.18));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks.push_back(mark);
  }
  setExtraSelections(marks);
  m_numbers->update();
}

void ScriptEditor::keyPressEvent(QKeyEvent* event) {
  const bool breaks = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (breaks && event->modifiers() == Qt::NoModifier) return breakLine();
  QPlainTextEdit::keyPressEvent(event);
}

static qsizetype depthOf(const QString& line) {
  qsizetype depth = 0;
  while (depth < line.size() && line[depth] == u' ') ++depth;
  return depth;
}

// As deep as the line before, and deeper behind what opens a block; an `end` typed as deep as the lines of
// its block goes back to where the block began.
void ScriptEditor::breakLine() {
  static const QRegularExpression opens(
      QStringLiteral(R"(^\s*(if|for|else|elseif)\b(?!.*\bend\s*[;,]?\s*$))")),
      closes(QStringLiteral(R"(^\s*(end|else|elseif)\b)"));
  QTextCursor cursor = textCursor();
  cursor.beginEditBlock();
  const QString line = cursor.block().text(), before = cursor.block().previous().text();
  qsizetype depth = std::min<qsizetype>(depthOf(line), cursor.positionInBlock());
  if (cursor.atBlockEnd() && closes.match(line).hasMatch() && depth >= indentation &&
      depth == depthOf(before) && !opens.match(before).hasMatch()) {
    QTextCursor start(cursor.block());
    start.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, indentation);
    start.removeSelectedText();
    depth -= indentation;
  }
  if (cursor.atBlockEnd() && opens.match(line).hasMatch()) depth += indentation;
  cursor.insertText(QStringLiteral("\n") + QString(depth, u' '));
  cursor.endEditBlock();
  setTextCursor(cursor);
  ensureCursorVisible();
}

}  // namespace fluxion
