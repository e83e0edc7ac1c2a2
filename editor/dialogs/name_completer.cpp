#include "editor/dialogs/name_completer.h"
#include "editor/parameter_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeView>
#include <algorithm>

#include "sim_core/expr/functions.h"
#include "sim_core/expr/structure_paths.h"

namespace fluxion {

static constexpr int insertedRole = Qt::UserRole + 1;

NameCompleter::NameCompleter(QLineEdit* line) : QObject(line), m_line(line) {
  auto* popup = new QTreeView;
  popup->setRootIsDecorated(false);
  popup->setUniformRowHeights(true);
  popup->header()->hide();
  m_completer.setModel(&m_names);
  m_completer.setPopup(popup);
  m_completer.setWidget(line);
  m_completer.setCaseSensitivity(Qt::CaseInsensitive);
  m_completer.setMaxVisibleItems(10);
  line->installEventFilter(this);
  connect(line, &QLineEdit::textEdited, this, [this] { offer(2); });
  connect(&m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this, &NameCompleter::take);
}

void NameCompleter::addRow(const QString& name, const QString& hint, const QString& inserted) {
  auto* item = new QStandardItem(name);
  item->setData(inserted, insertedRole);
  m_names.appendRow({item, new QStandardItem(hint)});
}

// "motor.R", "motor.gear.n": fields of single structures, as deep as a list of them helps.
static void addFields(const std::string& name, const sim::expr::Value& value, int depth,
                      std::vector<std::string>& names) {
  constexpr std::size_t most = 1000;
  if (!value.is_structure() || value.size() != 1 || depth == 4) return;
  for (const sim::expr::Field& field : value.fields()) {
    if (names.size() > most) return;
    const std::string whole = name + "." + field.name;
    names.push_back(whole);
    addFields(whole, field.values.front(), depth + 1, names);
  }
}

static std::vector<std::string> namesOf(const sim::expr::Scope& variables) {
  std::vector<std::string> names = variables.names();
  for (std::size_t k = 0, count = names.size(); k < count; ++k)
    if (const auto value = variables.find(names[k]); value && *value)
      addFields(std::string(names[k]), **value, 0, names);
  std::sort(names.begin(), names.end());
  return names;
}

void NameCompleter::setVariables(const sim::expr::Scope& variables) {
  std::vector<std::string> names = namesOf(variables);
  if (m_names.rowCount() > 0 && names == m_variables) return;
  m_variables = names;
  m_names.clear();
  for (const std::string& name : names) {
    const auto value = sim::expr::find_path(variables, name);
    const QString hint =
        value && *value ? QString::fromStdString(sim::expr::describe(**value)) : tr("has an error");
    addRow(QString::fromStdString(name), hint, QString::fromStdString(name));
  }
  for (const sim::expr::Function& function : sim::expr::functions()) {
    const QString name = toQString(function.name);
    addRow(name, toQString(function.summary), function.min_arguments > 0 ? name + u'(' : name);
  }
}

// The name that ends at the cursor, with the structures it is a field of; empty where a number does.
QString NameCompleter::prefix() const {
  const QString text = m_line->text();
  qsizetype first = m_line->cursorPosition();
  const auto partOfName = [](QChar c) {
    return c.unicode() < 128 && (c.isLetterOrNumber() || c == u'_' || c == u'.');
  };
  while (first > 0 && partOfName(text[first - 1])) --first;
  const QString name = text.mid(first, m_line->cursorPosition() - first);
  const bool number = !name.isEmpty() && (name[0].isDigit() || name[0] == u'.');
  return number ? QString() : name;
}

void NameCompleter::offer(int fewestLetters) {
  const QString name = prefix();
  if (name.size() < fewestLetters) return m_completer.popup()->hide();
  m_completer.setCompletionPrefix(name);
  const int found = m_completer.completionCount();
  const bool whole = found == 1 && m_completer.currentCompletion() == name;
  if (found == 0 || whole) return m_completer.popup()->hide();
  auto* popup = static_cast<QTreeView*>(m_completer.popup());
  popup->resizeColumnToContents(0);
  QRect at = m_line->inputMethodQuery(Qt::ImCursorRectangle).toRect();
  constexpr int width = 420;
  at.setWidth(width);
  at.setBottom(m_line->height());
  m_completer.complete(at);
}

void NameCompleter::take(const QModelIndex& index) {
  const QString inserted = index.siblingAtColumn(0).data(insertedRole).toString();
  const QString typed = prefix();
  const int first = m_line->cursorPosition() - static_cast<int>(typed.size());
  QString text = m_line->text();
  // A bracket that is there already stays the only one.
  const bool bracket = inserted.endsWith(u'(') && text.mid(m_line->cursorPosition()).startsWith(u'(');
  const QString name = bracket ? inserted.chopped(1) : inserted;
  text.replace(first, typed.size(), name);
  m_line->setText(text);
  m_line->setCursorPosition(first + static_cast<int>(name.size()));
  emit m_line->textEdited(text);
  m_completer.popup()->hide();
}

bool NameCompleter::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_line && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Space && key->modifiers() == Qt::ControlModifier) {
      offer(0);
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace fluxion
