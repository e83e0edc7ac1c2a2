// Help > Handbook: which page it opens, and what it says where there is none. No browser is started.
#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "editor/help/handbook.h"
#include "editor/window/main_window.h"
#include "sim_core/blocks/standard_library.h"

using namespace fluxion;

class HandbookTest : public QObject {
  Q_OBJECT

  QList<QUrl> m_opened;

  static void makePage(const QString& folder) {
    QVERIFY(QDir().mkpath(folder));
    QFile page(folder + "/index.html");
    QVERIFY(page.open(QIODevice::WriteOnly));
  }

  // What the next message says; it is closed.
  static void answer(QString& said) {
    QTimer::singleShot(0, qApp, [&said] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      QVERIFY(box);
      said = box->text();
      box->accept();
    });
  }

 public slots:
  void opened(const QUrl& url) { m_opened += url; }

 private slots:
  void init() {
    m_opened.clear();
    QDesktopServices::setUrlHandler("file", this, "opened");
  }
  void cleanup() { QDesktopServices::unsetUrlHandler("file"); }

  void theInstalledPagesComeFirst() {
    QTemporaryDir root;
    const QString program = root.filePath("build/release/bin");
    QVERIFY(QDir().mkpath(program));
    QCOMPARE(handbookPage(program), QString());
    makePage(root.filePath("build/handbook"));
    QCOMPARE(handbookPage(program),
             QFileInfo(root.filePath("build/handbook/index.html")).canonicalFilePath());
    makePage(root.filePath("build/release/share/fluxion/handbook"));
    QVERIFY(handbookPage(program).endsWith("/share/fluxion/handbook/index.html"));
  }

  void aPageIsOpenedAsAFile() {
    QTemporaryDir root;
    const QString page = root.filePath("a folder#1/index.html");
    openHandbook(nullptr, page);
    QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(page)});
    QCOMPARE(m_opened.front().toLocalFile(), page);
  }

  void withoutPagesAMessageSaysHowToBuildThem() {
    QString said;
    answer(said);
    openHandbook(nullptr, QString());
    QVERIFY2(said.contains("./dev docs"), qPrintable(said));
    QVERIFY(m_opened.isEmpty());
  }

  void theMenuOpensIt() {
    const sim::BlockLibrary library = sim::standard_library();
    MainWindow window(library);
    auto* command = window.findChild<QAction*>("handbook");
    QVERIFY(command && command->isEnabled() && !command->toolTip().isEmpty());
    const QString page = handbookPage(QApplication::applicationDirPath());
    QString said;
    if (page.isEmpty()) answer(said);
    command->trigger();
    if (page.isEmpty())
      QVERIFY(said.contains("./dev docs"));
    else
      QCOMPARE(m_opened, QList<QUrl>{QUrl::fromLocalFile(page)});
  }
};

QTEST_MAIN(HandbookTest)
#include "handbook_test.moc"
