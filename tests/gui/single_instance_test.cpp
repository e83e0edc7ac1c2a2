// A second start of the program hands its files to the one that runs.
#include <QLocalServer>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <future>

#include "app/window/single_instance.h"

using namespace fluxion;

class SingleInstanceTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  // As another program: the one that is asked has to turn its events meanwhile.
  static bool handedOver(const StartRequest& request) {
    auto answer = std::async(std::launch::async, [&] { return handOver(request); });
    while (answer.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
      QCoreApplication::processEvents();
    return answer.get();
  }
  QString address() const { return m_folder.filePath("fluxion-window"); }

 private slots:
  void init() { qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8()); }

  void nobodyAnswersWhereNoProgramRuns() { QVERIFY(!handOver({{"a.flx"}, false})); }

  void whatIsAskedArrivesWhole() {
    SingleInstance first;
    QStringList files;
    std::vector<StartRequest> requests;
    connect(&first, &SingleInstance::requested, &first,
            [&](const StartRequest& r) { requests.push_back(r); });
    QVERIFY(handedOver({{"/tmp/größe \"1\".flx", "/tmp/b\nc.flx"}, true}));
    QVERIFY(handedOver({{}, false}));
    for (int k = 0; k < 2000; ++k) files << QStringLiteral("/a/long/way/to/model_%1.flx").arg(k);
    QVERIFY(handedOver({files, false}));
    QCOMPARE(requests.size(), std::size_t(3));
    QCOMPARE(requests[0].files, (QStringList{"/tmp/größe \"1\".flx", "/tmp/b\nc.flx"}));
    QVERIFY(requests[0].run);
    QVERIFY(requests[1].files.isEmpty() && !requests[1].run);
    QCOMPARE(requests[2].files, files);
  }

  void aProgramThatCrashedIsNotInTheWay() {
    {
      QFile left(address());  // nobody listens there any more
      QVERIFY(left.open(QIODevice::WriteOnly));
    }
    SingleInstance first;
    QSignalSpy requested(&first, &SingleInstance::requested);
    QVERIFY(handedOver({{"a.flx"}, false}));
    QCOMPARE(requested.size(), 1);
  }

  void whatIsNoRequestDoesNoHarm() {
    SingleInstance first;
    int requests = 0;
    connect(&first, &SingleInstance::requested, &first, [&](const StartRequest& r) {
      ++requests;
      QVERIFY(r.files.isEmpty() && !r.run);
    });
    for (const QByteArray& sent :
         {QByteArray("nonsense\n"), QByteArray("{\"files\": 7, \"run\": []}\n"), QByteArray(3 << 20, 'x')}) {
      QLocalSocket other;
      other.connectToServer(address());
      QVERIFY(other.waitForConnected(1000));
      other.write(sent);
      for (int k = 0; k < 100; ++k) {
        other.waitForBytesWritten(5);
        QCoreApplication::processEvents();
      }
    }
    QCOMPARE(requests, 2);  // the last was too long
    QVERIFY(handedOver({{}, false}));
    QCOMPARE(requests, 3);
  }

  void withoutAFolderOfTheUserNothingIsHandedOver() {
    qunsetenv("XDG_RUNTIME_DIR");
    SingleInstance first;
    QVERIFY(!handOver({{"a.flx"}, false}));
  }
};

QTEST_GUILESS_MAIN(SingleInstanceTest)
#include "single_instance_test.moc"
