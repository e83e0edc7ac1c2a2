#include "app/window/single_instance.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>

namespace fluxion {

// In a folder that only this user may enter; where the desktop gives none, nothing is handed over.
static QString address() {
  const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
  return folder.isEmpty() ? QString() : QDir(folder).filePath(QStringLiteral("fluxion-window"));
}

bool handOver(const StartRequest& request) {
  constexpr int patience = 2000;  // ms
  if (address().isEmpty()) return false;
  QLocalSocket socket;
  socket.connectToServer(address());
  if (!socket.waitForConnected(patience)) return false;
  const QJsonObject message{{QStringLiteral("files"), QJsonArray::fromStringList(request.files)},
                            {QStringLiteral("run"), request.run}};
  socket.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
  return socket.waitForBytesWritten(patience) && socket.waitForReadyRead(patience);
}

SingleInstance::SingleInstance(QObject* parent) : QObject(parent), m_server(new QLocalServer(this)) {
  if (address().isEmpty()) return;
  m_server->setSocketOptions(QLocalServer::UserAccessOption);
  connect(m_server, &QLocalServer::newConnection, this, &SingleInstance::read);
  if (m_server->listen(address())) return;
  QLocalServer::removeServer(address());  // of a program that crashed: nobody has answered there
  m_server->listen(address());
}

void SingleInstance::read() {
  constexpr qint64 longest = 1 << 20;  // bytes
  while (QLocalSocket* socket = m_server->nextPendingConnection()) {
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
      if (!socket->canReadLine()) {
        if (socket->bytesAvailable() > longest) socket->abort();
        return;
      }
      const QJsonObject message = QJsonDocument::fromJson(socket->readLine(longest)).object();
      StartRequest request;
      for (const QJsonValue& file : message[u"files"].toArray()) request.files << file.toString();
      request.run = message[u"run"].toBool();
      socket->write("ok\n");
      socket->flush();
      emit requested(request);
    });
  }
}

}  // namespace fluxion
