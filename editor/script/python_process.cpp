#include "editor/script/python_process.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <csignal>

namespace fluxion {

PythonProcess::PythonProcess(QObject* parent) : QObject(parent) {
  constexpr int displayInterval = 20;  // ms: what is printed in between is shown together
  m_reading.setSingleShot(true);
  m_reading.setInterval(displayInterval);
  connect(&m_reading, &QTimer::timeout, this, &PythonProcess::read);
}

PythonProcess::~PythonProcess() { kill(); }

// The packages of the system belong to its own Python; one that comes first in the path may lack numpy.
QString PythonProcess::interpreter() {
  const QString named = qEnvironmentVariable("FLUXION_PYTHON");
  if (!named.isEmpty()) return QFileInfo(named).isExecutable() ? named : QString();
  const QString systems = QStringLiteral("/usr/bin/python3");
  return QFileInfo(systems).isExecutable() ? systems
                                           : QStandardPaths::findExecutable(QStringLiteral("python3"));
}

// Where the module is beside a program that was built and not installed.
static QProcessEnvironment environment() {
  QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
  const QString built = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../python"));
  if (QFileInfo(built + QStringLiteral("/fluxion")).isDir()) {
    const QString before = all.value(QStringLiteral("PYTHONPATH"));
    all.insert(QStringLiteral("PYTHONPATH"),
               before.isEmpty() ? built : before + QDir::listSeparator() + built);
  }
  all.insert(QStringLiteral("PYTHONUNBUFFERED"), QStringLiteral("1"));
  return all;
}

void PythonProcess::start() {
  if (isRunning()) return;
  const QString program = interpreter();
  if (program.isEmpty()) {
    emit ended(
        tr("Python is not installed. With the packages python3 and python3-fluxion the console works."));
    return;
  }
  m_pending.clear();
  m_process = std::make_unique<QProcess>();
  m_process->setProcessEnvironment(environment());
  QProcess* process = m_process.get();
  connect(process, &QProcess::readyReadStandardOutput, this, [this] {
    if (!m_reading.isActive()) m_reading.start();
  });
  connect(process, &QProcess::readyReadStandardError, this,
          [this, process] { emit said(QString::fromUtf8(process->readAllStandardError())); });
  connect(process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
    read();
    emit ended(status == QProcess::CrashExit ? tr("Python was ended.")
               : code == 0                   ? tr("Python has ended.")
                                             : tr("Python has ended with the code %1.").arg(code));
  });
  connect(process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) emit ended(tr("Python could not be started."));
  });
  process->start(program, {QStringLiteral("-m"), QStringLiteral("fluxion.console")});
}

void PythonProcess::send(const QJsonObject& message) {
  if (isRunning()) m_process->write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
}

void PythonProcess::interrupt() {
  if (m_process && m_process->processId() > 0) ::kill(static_cast<pid_t>(m_process->processId()), SIGINT);
}

void PythonProcess::kill() {
  if (!m_process) return;
  m_process->disconnect(this);
  m_process->kill();
  m_process->waitForFinished(1000);  // a process that was killed is gone at once
  m_process.reset();
}

void PythonProcess::read() {
  if (!m_process) return;
  m_pending += m_process->readAllStandardOutput();
  for (qsizetype end = 0; (end = m_pending.indexOf('\n')) >= 0;) {
    const QByteArray line = m_pending.left(end);
    m_pending.remove(0, end + 1);
    const QJsonDocument message = QJsonDocument::fromJson(line);
    if (message.isObject()) emit received(message.object());
  }
}

}  // namespace fluxion
