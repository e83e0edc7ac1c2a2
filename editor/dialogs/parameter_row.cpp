#include "editor/dialogs/parameter_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMetaMethod>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "editor/dialogs/matrix_editor.h"
#include "editor/dialogs/name_completer.h"
#include "editor/dialogs/script_editor.h"
#include "editor/document/define_variable.h"
#include "editor/line_icon.h"
#include "editor/parameter_text.h"
#include "editor/plain_text.h"
#include "editor/shown_number.h"
#include "editor/theme.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/script.h"

namespace fluxion {

using sim::ParameterKind;

QString exactText(const sim::ParameterValue& value) {
  if (value.shape.is_scalar()) return QString::fromStdString(sim::to_text(value.number()));
  QStringList rows;
  for (int r = 0; r < value.shape.rows; ++r) {
    QStringList cells;
    for (int c = 0; c < value.shape.cols; ++c)
      cells += QString::fromStdString(
          sim::to_text(value.numbers[static_cast<std::size_t>(c * value.shape.rows + r)]));
    rows += cells.join(u' ');
  }
  return QStringLiteral("[%1]").arg(rows.join(QStringLiteral("; ")));
}

QString valueText(const sim::ParameterValue& value) {
  const sim::Shape shape = value.shape;
  if (shape.size() > 24) return QString::fromStdString(sim::to_text(shape));
  const auto number = [&](int row, int column) {
    const auto at = static_cast<std::size_t>(column * shape.rows + row);
    const QString real = shownNumber(value.numbers[at]);
    if (value.imaginary.empty()) return real;
    const double imaginary = value.imaginary[at];
    return QStringLiteral("%1 %2 %3i")
        .arg(real, imaginary < 0 ? QStringLiteral("-") : QStringLiteral("+"),
             shownNumber(std::abs(imaginary)));
  };
  if (value.numbers.size() != static_cast<std::size_t>(shape.size())) return {};
  if (shape.is_scalar()) return number(0, 0);
  QStringList rows;
  for (int r = 0; r < shape.rows; ++r) {
    QStringList cells;
    for (int c = 0; c < shape.cols; ++c) cells += number(r, c);
    rows += cells.join(value.imaginary.empty() ? QStringLiteral(" ") : QStringLiteral(", "));
  }
  return QStringLiteral("[%1]").arg(rows.join(QStringLiteral("; ")));
}

ParameterRow::ParameterRow(const sim::ParameterSpec& spec, const QString& text, QWidget* parent)
    : QWidget(parent), m_spec(spec), m_note(new QLabel(this)), m_define(new QToolButton(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* field = new QHBoxLayout;
  field->setSpacing(6);
  QWidget* editor = nullptr;
  if (spec.kind == ParameterKind::Choice) {
    editor = m_combo = new QComboBox(this);
    for (const std::string& choice : spec.choices)
      m_combo->addItem(choiceText(spec.name, choice), QString::fromStdString(choice));
    connect(m_combo, &QComboBox::currentIndexChanged, this, &ParameterRow::edited);
  } else if (spec.kind == ParameterKind::Flag) {
    editor = m_flag = new QCheckBox(QString::fromStdString(spec.label), this);
    connect(m_flag, &QCheckBox::toggled, this, &ParameterRow::edited);
  } else if (spec.kind == ParameterKind::Script) {
    editor = m_script = new ScriptEditor(this);
    connect(m_script, &QPlainTextEdit::textChanged, this, &ParameterRow::edited);
  } else {
    editor = m_line = new QLineEdit(this);
    m_line->setMinimumWidth(240);
    if (spec.kind != ParameterKind::Text) {
      QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
      font.setPointSizeF(m_line->font().pointSizeF());
      m_line->setFont(font);
    }
    connect(m_line, &QLineEdit::textEdited, this, &ParameterRow::edited);
    if (spec.kind == ParameterKind::Real || spec.kind == ParameterKind::Integer ||
        spec.kind == ParameterKind::SampleTime)
      m_completer = new NameCompleter(m_line);
  }
  const QString name = QString::fromStdString(spec.name);
  editor->setObjectName(QStringLiteral("parameter_") + name);
  editor->setAccessibleName(QString::fromStdString(spec.label));
  setToolTip(parameterTip(spec));
  setFocusProxy(editor);
  field->addWidget(editor, m_flag ? 0 : 1);
  if (spec.kind == ParameterKind::Real && !spec.scalar_only) {
    m_table = new QToolButton(this);
    m_table->setObjectName(QStringLiteral("table_") + name);
    m_table->setIcon(lineIcon(QStringLiteral("table")));
    m_table->setAutoRaise(true);
    m_table->setToolTip(tr("Edit as a table"));
    m_table->setAccessibleName(tr("Edit %1 as a table").arg(QString::fromStdString(spec.label)));
    connect(m_table, &QToolButton::clicked, this, &ParameterRow::editAsTable);
    m_table->hide();
    field->addWidget(m_table);
  }
  if (!spec.unit.empty()) {
    auto* unit = new QLabel(QString::fromStdString(spec.unit), this);
    unit->setObjectName(QStringLiteral("unit_") + name);
    unit->setTextFormat(Qt::PlainText);
    // Units are of about a length, so that the fields of a dialog end in a line.
    unit->setMinimumWidth(unit->fontMetrics().averageCharWidth() * 7);
    field->addWidget(unit);
  }
  if (m_flag) field->addStretch(1);
  layout->addLayout(field);
  m_note->setObjectName(QStringLiteral("note_") + name);
  m_note->setWordWrap(true);
  m_note->setTextFormat(Qt::PlainText);
  QFont small = font();
  small.setPointSizeF(small.pointSizeF() * 0.88);
  m_note->setFont(small);
  m_note->hide();
  layout->addWidget(m_note);
  m_define->setObjectName(QStringLiteral("define_") + name);
  m_define->setToolTip(plainTip(defineTip()));
  m_define->setFont(small);
  connect(m_define, &QToolButton::clicked, this, [this] { emit defineRequested(m_unknown); });
  layout->addWidget(m_define);
  m_define->hide();
  setText(text);
}

QString ParameterRow::text() const {
  if (m_combo) return m_combo->currentData().toString();
  if (m_flag) return m_flag->isChecked() ? QStringLiteral("on") : QStringLiteral("off");
  return m_script ? m_script->toPlainText() : m_line->text();
}

void ParameterRow::setText(const QString& text) {
  const QSignalBlocker quiet(this);
  if (m_flag) m_flag->setChecked(text == QLatin1String("on"));
  if (m_line) m_line->setText(text);
  if (m_script) m_script->setPlainText(text);
  if (!m_combo) return;
  // A choice this version does not know stays visible, and wrong, until another is taken.
  if (m_combo->findData(text) < 0) m_combo->addItem(text, text);
  m_combo->setCurrentIndex(m_combo->findData(text));
}

static void paintNote(QLabel* note, const QString& text, const QColor& color) {
  QPalette palette = note->palette();
  palette.setColor(QPalette::WindowText, color);
  note->setPalette(palette);
  note->setText(text);
  note->setVisible(!text.isEmpty());
}

// A label that wraps does not tell a form how tall it is; without this a long message would be cut off.
void ParameterRow::fitNote() {
  m_note->setMinimumHeight(m_note->text().isEmpty() ? 0 : m_note->heightForWidth(width()));
}

void ParameterRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitNote();
}

void ParameterRow::showError(const QString& message) {
  paintNote(m_note, message, Theme::current(palette()).error);
  fitNote();
}

void ParameterRow::editAsTable() {
  MatrixEditor editor(QString::fromStdString(m_spec.label), text(), m_value, this);
  if (editor.exec() != QDialog::Accepted || editor.text() == text()) return;
  m_line->setText(editor.text());
  emit edited();
}

void ParameterRow::offerToDefine(const std::vector<std::string>& unknown) {
  const bool expression = m_spec.kind == ParameterKind::Real || m_spec.kind == ParameterKind::Integer ||
                          m_spec.kind == ParameterKind::SampleTime;
  m_unknown = expression && !unknown.empty() ? QString::fromStdString(unknown.front()) : QString();
  m_define->setText(defineText(m_unknown));
  m_define->setVisible(!m_unknown.isEmpty() &&
                       isSignalConnected(QMetaMethod::fromSignal(&ParameterRow::defineRequested)));
}

bool ParameterRow::checkScript() {
  const auto script = sim::expr::parse_script(text().toStdString());
  const QString message = script ? QString() : QString::fromStdString(sim::to_text(script.error()));
  // "line 3: ..."
  m_script->markLine(message.section(u':', 0, 0).section(u' ', 1).toInt());
  paintNote(m_note, message, Theme::current(palette()).error);
  fitNote();
  return bool(script);
}

bool ParameterRow::check(const sim::expr::Scope& variables) {
  if (m_script) return checkScript();
  if (m_completer) m_completer->setVariables(variables);
  const auto value = sim::evaluate_parameter(m_spec, text().toStdString(), variables);
  offerToDefine(value ? std::vector<std::string>()
                      : sim::expr::unknown_names(text().toStdString(), variables));
  if (!value) {
    const sim::Diagnostic& why = value.error();
    QString message = QString::fromStdString(why.message);
    // The field has its label already.
    const QString prefix = QStringLiteral("parameter '%1': ").arg(QString::fromStdString(m_spec.label));
    if (message.startsWith(prefix)) message.remove(0, prefix.size());
    if (!why.remedy.empty()) message += QStringLiteral("; ") + QString::fromStdString(why.remedy);
    showError(message);
    return false;
  }
  m_value = *value;
  if (m_table) m_table->setVisible(value->imaginary.empty() && !value->shape.is_scalar());
  const bool expression = m_spec.kind == ParameterKind::Real || m_spec.kind == ParameterKind::Integer ||
                          m_spec.kind == ParameterKind::SampleTime;
  const QString shown = expression ? valueText(*value) : QString();
  paintNote(m_note,
            shown.isEmpty() || shown == text().simplified() ? QString() : QStringLiteral("= ") + shown,
            Theme::current(palette()).hint);
  fitNote();
  return true;
}

}  // namespace fluxion
