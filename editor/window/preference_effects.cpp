#include "editor/window/preference_effects.h"

#include <QApplication>
#include <QFont>
#include <QLocale>

#include "editor/document/autosave.h"
#include "editor/preferences/preferences_dialog.h"
#include "editor/shortcuts.h"
#include "editor/window/document_safety.h"
#include "editor/window/main_window.h"
#include "editor/window/model_windows.h"
#include "editor/window/palettes.h"

namespace fluxion {

static void applyTheme(Preferences::Theme theme) {
  static Preferences::Theme shown = Preferences::Theme::Desktop;
  if (theme == std::exchange(shown, theme)) return;
  if (theme == Preferences::Theme::Desktop)
    useDesktopPalette();
  else
    usePalette(theme == Preferences::Theme::Dark);
}

static void applyFont(int points) {
  static const QFont desktop = QApplication::font();
  QFont font = desktop;
  if (points > 0) font.setPointSize(points);
  if (font != QApplication::font()) QApplication::setFont(font);
}

static QLocale localeFor(Preferences::Numbers numbers) {
  switch (numbers) {
    case Preferences::Numbers::Point:
      return {QLocale::English, QLocale::UnitedStates};
    case Preferences::Numbers::Comma:
      return {QLocale::German, QLocale::Germany};
    case Preferences::Numbers::Desktop:
      break;
  }
  return QLocale::system();
}

static void applyNumbers(Preferences::Numbers numbers) {
  QLocale locale = localeFor(numbers);
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  if (locale == QLocale()) return;
  QLocale::setDefault(locale);
  // Windows that are there have taken theirs when they were made; what is inside of them follows.
  for (QWidget* window : QApplication::topLevelWidgets()) window->setLocale(locale);
}

void applyPreferences(const Preferences& preferences, MainWindow& window) {
  window.safety().copies().setSeconds(preferences.autosaveSeconds);
  applyKeys(window);
}

void applyPreferences(const Preferences& preferences, bool keepTheme) {
  if (!keepTheme) applyTheme(preferences.theme);
  applyFont(preferences.fontSize);
  applyNumbers(preferences.numbers);
  for (MainWindow* window : ModelWindows::all()) applyPreferences(preferences, *window);
}

void openPreferences(MainWindow& window) {
  auto* dialog = new PreferencesDialog(window, &window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &PreferencesDialog::applied, dialog,
                   [](const Preferences& preferences) { applyPreferences(preferences); });
  dialog->open();
}

}  // namespace fluxion
