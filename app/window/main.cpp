// The window's program: reads the command line, loads the plug-ins and opens a window, or runs without one.
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QFontDatabase>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "app/window/application.h"
#include "app/window/display.h"
#include "app/window/single_instance.h"
#include "editor/command_set.h"
#include "editor/detached_thread.h"
#include "editor/problems/problems_dock.h"
#include "editor/window/headless_run.h"
#include "editor/window/main_window.h"
#include "editor/window/memory_limit.h"
#include "editor/window/model_tabs.h"
#include "editor/window/model_windows.h"
#include "editor/window/palettes.h"
#include "editor/window/preference_effects.h"
#include "editor/window/session.h"
#include "plugins/libraries.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/plugin/plugin_loader.h"

namespace {

struct Options {
  QStringList files;
  QString folder;
  bool run = false, headless = false, dark = false, light = false, alone = false;
};

Options readCommandLine(const QApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral("Draws block diagrams and simulates them."));
  parser.addHelpOption();
  parser.addVersionOption();
  const QCommandLineOption run(QStringLiteral("run"), QStringLiteral("Run the model once it is open."));
  const QCommandLineOption dark(QStringLiteral("dark"),
                                QStringLiteral("Dark colors, whatever the desktop's are."));
  const QCommandLineOption light(QStringLiteral("light"),
                                 QStringLiteral("Light colors, whatever the desktop's are."));
  const QCommandLineOption headless(
      QStringLiteral("headless"),
      QStringLiteral("Run FILE without a window and write its scopes and its log."));
  const QCommandLineOption out(QStringLiteral("out"), QStringLiteral("Where --headless writes."),
                               QStringLiteral("DIR"), QStringLiteral("."));
  const QCommandLineOption alone(
      QStringLiteral("new-process"),
      QStringLiteral("Open the models here, and not in the program that is running already."));
  parser.addOptions({run, dark, light, headless, out, alone});
  parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The models to open."),
                               QStringLiteral("[FILE...]"));
  parser.process(application);
  Options options;
  for (const QString& file : parser.positionalArguments())
    options.files << QFileInfo(file).absoluteFilePath();
  options.folder = parser.value(out);
  options.run = parser.isSet(run);
  options.headless = parser.isSet(headless);
  options.dark = parser.isSet(dark);
  options.light = parser.isSet(light);
  options.alone = parser.isSet(alone);
  return options;
}

// Those beside the program, installed or built, and those of the folders in FLUXION_PLUGIN_PATH. A model that
// does not need a plug-in opens all the same, so one that cannot be loaded is a warning.
sim::Diagnostics loadPlugIns(sim::BlockLibrary& library) {
  QStringList folders{
      QDir(QApplication::applicationDirPath()).filePath(QStringLiteral("../lib/fluxion/plugins"))};
  folders += fluxion::storedPreferences().pluginFolders;
  folders += qEnvironmentVariable("FLUXION_PLUGIN_PATH").split(u':', Qt::SkipEmptyParts);
  sim::PluginTrials trials(sim::plugin_record_of_user());
  sim::Diagnostics problems;
  for (const QString& folder : folders)
    for (sim::Diagnostic d : sim::load_plugins(folder.toStdString(), library, &trials)) {
      d.severity = std::min(d.severity, sim::Severity::Warning);
      std::fprintf(stderr, "warning: %s\n", sim::to_text(d).c_str());
      problems.push_back(std::move(d));
    }
  return problems;
}

void openAndRun(fluxion::MainWindow& from, const QStringList& files, bool run) {
  for (const QString& file : files) {
    fluxion::MainWindow* opened = from.models().open(file);
    if (opened && run) opened->commands().action(fluxion::CommandId::Run)->trigger();
  }
}

// The program was started again: in the window that is in front, or else the newest.
void serve(const sim::BlockLibrary& library, const fluxion::StartRequest& request) {
  const auto& windows = fluxion::ModelTabs::all();
  fluxion::ModelTabs* tabs = windows.empty() ? nullptr : windows.back();
  for (fluxion::ModelTabs* each : windows)
    if (each->isActiveWindow()) tabs = each;
  if (!tabs) tabs = new fluxion::ModelTabs;
  if (!tabs->current()) tabs->add(*new fluxion::MainWindow(library));
  if (request.files.isEmpty() && !tabs->current()->isUntouched())
    tabs->add(*new fluxion::MainWindow(library));
  tabs->current()->bringToFront();
  openAndRun(*tabs->current(), request.files, request.run);
}

// What waits for a disk that does not answer is left; all else has a moment to end in.
int end(int code) {
  for (int k = 0; k < 20 && fluxion::detachedThreads() > 0; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (fluxion::detachedThreads() == 0) return code;
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace

int main(int argc, char** argv) {
  if (!fluxion::prepareDisplay(argc, argv)) return 1;
  QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  fluxion::Application application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Fluxion"));
  QApplication::setApplicationName(QStringLiteral("fluxion"));
  QApplication::setApplicationDisplayName(QStringLiteral("Fluxion"));
  QApplication::setApplicationVersion(QStringLiteral("0.1.0"));
  QGuiApplication::setDesktopFileName(QStringLiteral("io.github.fluxion.Fluxion"));
  if (QFontDatabase::families().isEmpty()) {
    std::fprintf(stderr,
                 "error: no fonts are installed, so no text can be drawn (install a font package such as "
                 "fonts-dejavu-core)\n");
    return 1;
  }
  const Options options = readCommandLine(application);
  const bool themeGiven = options.dark || options.light;
  if (themeGiven) fluxion::usePalette(options.dark);
  fluxion::applyPreferences(fluxion::storedPreferences(), themeGiven);
  if (!options.headless && !options.alone && fluxion::handOver({options.files, options.run})) return 0;
  fluxion::applyMemoryLimit();
  sim::BlockLibrary library = sim::standard_library();
  sim::add_network_libraries(library);
  const sim::Diagnostics plugInProblems = loadPlugIns(library);
  if (options.headless) {
    if (options.files.isEmpty()) {
      std::fprintf(stderr, "error: --headless needs a model: fluxion --headless --out DIR FILE\n");
      return 2;
    }
    return fluxion::runHeadless(library, options.files.front(), options.folder);
  }
  auto* tabs = new fluxion::ModelTabs;
  auto* window = new fluxion::MainWindow(library);
  tabs->add(*window);
  tabs->show();
  if (!plugInProblems.empty()) {
    window->problems().add(plugInProblems);
    window->problems().show();
  }
  if (options.files.isEmpty() && fluxion::restoresSession()) fluxion::restoreSession(library, *tabs);
  openAndRun(*window, options.files, options.run);
  fluxion::SingleInstance others;
  QObject::connect(&others, &fluxion::SingleInstance::requested, &application,
                   [&library](const fluxion::StartRequest& request) { serve(library, request); });
  window->models().offerRecovery();
  return end(QApplication::exec());
}
