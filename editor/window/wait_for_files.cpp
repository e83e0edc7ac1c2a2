#include "editor/window/wait_for_files.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QPointer>
#include <QProgressDialog>
#include <QTimer>

#include "editor/file_work.h"

namespace fluxion {

bool waitForFiles(const DetachedWork& work, QWidget* parent, const QString& text, const QString& button) {
  constexpr int atOnce = 50, unseen = 250;  // ms
  if (work.waitFor(atOnce)) return true;
  QEventLoop loop;
  QObject::connect(&work, &DetachedWork::ended, &loop, &QEventLoop::quit);
  QTimer::singleShot(unseen, &loop, &QEventLoop::quit);
  // Keys and clicks keep for later: nobody has seen yet that they would go to a notice.
  loop.exec(QEventLoop::ExcludeUserInputEvents);
  if (work.hasEnded()) return true;

  const QPointer<const DetachedWork> still(&work);
  QProgressDialog notice(text, button, 0, 0, parent);
  notice.setObjectName(QStringLiteral("waitForFiles"));
  notice.setWindowTitle(QStringLiteral("Fluxion"));
  notice.setWindowModality(Qt::ApplicationModal);
  notice.setMinimumDuration(0);
  notice.setAutoClose(false);
  notice.setAutoReset(false);
  QObject::connect(&work, &DetachedWork::ended, &notice, &QDialog::accept);
  notice.exec();
  return !still || still->hasEnded();
}

QString shortFileName(const QString& path) {
  constexpr int most = 60;  // characters
  const QString name = QFileInfo(path).fileName();
  return name.size() <= most ? name : name.left(most / 2) + QStringLiteral("…") + name.right(most / 2);
}

}  // namespace fluxion
