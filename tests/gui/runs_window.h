#pragma once
// A window with a model whose runs are kept in a folder of the test.
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/model_opening.h"
#include "editor/window/questions.h"
#include "editor/window/run_controller.h"

namespace fluxion::test {

// Settings, data and the model in a folder of their own.
inline bool useFolder(const QTemporaryDir& folder, const QString& model) {
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.filePath("settings"));
  qputenv("XDG_DATA_HOME", folder.filePath("data").toUtf8());
  return QFile::copy(model, folder.filePath("model.flx"));
}

inline void settle(RunLibrary& library) { QTRY_VERIFY_WITH_TIMEOUT(!library.isBusy(), 20000); }

inline std::unique_ptr<MainWindow> openModel(const sim::BlockLibrary& library, const QString& path) {
  auto window = std::make_unique<MainWindow>(library);
  window->questions().setTell([](const QString&, const QString&) {});
  window->questions().setAsk([](Questions::Question, const QString&) { return Questions::Answer::Discard; });
  window->resize(1280, 800);
  window->show();
  if (!window->opening().openFile(path)) return nullptr;
  window->commands().action(CommandId::ShowRuns)->trigger();
  settle(window->runsDock().library());
  return window;
}

inline void runModel(MainWindow& window) {
  QSignalSpy finished(&window.runs(), &RunController::finished);
  window.commands().action(CommandId::Run)->trigger();
  QVERIFY(finished.wait(20000));
  settle(window.runsDock().library());
}

}  // namespace fluxion::test
