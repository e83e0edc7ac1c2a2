#pragma once
// A window for models of other tools: copies of the tests' models, what the import report says of them, and
// gestures on the diagram.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QtTest>
#include <memory>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/command_set.h"
#include "editor/dialogs/define_variables_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/document/import_file.h"
#include "editor/import_report/import_report_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/insert_block.h"
#include "editor/window/headless_run.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/model_saving.h"
#include "editor/window/model_windows.h"
#include "editor/window/questions.h"
#include "editor/window/recent_files.h"
#include "editor/window/run_controller.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/diagram/file.h"
#include "sim_core/import/kept_report.h"

namespace fluxion {

class ImportWindow : public QObject {
 protected:
  void openWindow();

  QString copyOf(const QString& name = QStringLiteral("two_names.mdl"));
  QString file(const QString& name, const QByteArray& text);
  void open(const QString& path);
  DefineVariablesDialog* askedNames();
  ImportReportDock& dock() { return *m_window->findChild<ImportReportDock*>(); }
  QTreeView& table() { return *dock().findChild<QTreeView*>("importTable"); }
  QString summary() { return dock().findChild<QLabel*>("importSummary")->text(); }
  QString cell(int row, int column, const QModelIndex& parent = {}) {
    return table().model()->index(row, column, parent).data().toString();
  }
  QStringList column(int column) {
    QStringList texts;
    for (int row = 0; row < table().model()->rowCount(); ++row) texts << cell(row, column);
    return texts;
  }
  void select(int row) { table().setCurrentIndex(table().model()->index(row, 0)); }
  const sim::Diagram& diagram() { return m_window->document().diagram(); }
  sim::Id block(const char* path) { return sim::find_block(diagram(), path).value_or(sim::no_id); }
  QAction* command(CommandId id) { return m_window->commands().action(id); }
  void drop(QWidget& target, const QString& path);
  void drag(QPointF from, QPointF to);
  // What the next Save As dialog suggests; it then saves under this name.
  QString saveAs(const QString& name = {});

  sim::BlockLibrary m_library = sim::standard_library();
  std::unique_ptr<MainWindow> m_window;
  std::unique_ptr<QTemporaryDir> m_folder;
  QTemporaryDir m_settings;
  QStringList m_told;

  enum { Place, Source, Outcome, What, Instead };  // columns of the report
};

inline void ImportWindow::openWindow() {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.filePath("settings"));
  m_told.clear();
  m_folder = std::make_unique<QTemporaryDir>();
  m_window = std::make_unique<MainWindow>(m_library);
  m_window->questions().setTell(
      [this](const QString& title, const QString& text) { m_told << title << text; });
  m_window->questions().setAsk(
      [](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  m_window->resize(1280, 800);
  m_window->show();
  QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

inline QString ImportWindow::copyOf(const QString& name) {
  const QString path = m_folder->filePath(name);
  QFile::copy(QStringLiteral(FLUXION_SOURCE_DIR "/tests/gui/models/") + name, path);
  return path;
}

inline QString ImportWindow::file(const QString& name, const QByteArray& text) {
  QFile out(m_folder->filePath(name));
  if (out.open(QIODevice::WriteOnly)) out.write(text);
  return out.fileName();
}

inline void ImportWindow::open(const QString& path) {
  QVERIFY2(m_window->models().open(path) == m_window.get(), qPrintable(m_told.join(' ')));
  QTRY_VERIFY(dock().isVisible());
}

inline DefineVariablesDialog* ImportWindow::askedNames() {
  auto* dialog = m_window->findChild<DefineVariablesDialog*>();
  return dialog && dialog->isVisible() ? dialog : nullptr;
}

inline void ImportWindow::drop(QWidget& target, const QString& path) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  const QPoint middle = target.rect().center();
  QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&target, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&target, &event);
}

inline void ImportWindow::drag(QPointF from, QPointF to) {
  DiagramView& view = m_window->editor().view();
  const auto mouse = [&](QEvent::Type type, QPointF place, Qt::MouseButton button, Qt::MouseButtons held) {
    const QPoint at = view.mapFromScene(place);
    QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(view.viewport(), &event);
  };
  mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
  for (int k = 1; k <= 5; ++k)
    mouse(QEvent::MouseMove, from + (to - from) * k / 5, Qt::NoButton, Qt::LeftButton);
  mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

inline QString ImportWindow::saveAs(const QString& name) {
  QString suggested;
  QTimer::singleShot(0, this, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    suggested = dialog->selectedFiles().value(0);
    if (!name.isEmpty()) dialog->findChild<QLineEdit*>("fileNameEdit")->setText(name);
    static_cast<QDialog*>(dialog)->accept();
  });
  command(CommandId::Save)->trigger();
  [&] { QTRY_VERIFY(!m_window->saving().isActive()); }();
  return suggested;
}

}  // namespace fluxion
