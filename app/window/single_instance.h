#pragma once
// One program for all models of a user: a second start hands its files to the one that runs.
#include <QObject>
#include <QStringList>

class QLocalServer;

namespace fluxion {

// What a start asks for.
struct StartRequest {
  QStringList files;  // with their folders
  bool run = false;
};

// To the program that runs already; false: there is none, or it does not answer.
bool handOver(const StartRequest& request);

// Listens for others that start.
class SingleInstance : public QObject {
  Q_OBJECT
 public:
  explicit SingleInstance(QObject* parent = nullptr);

 signals:
  void requested(const StartRequest& request);

 private:
  void read();

  QLocalServer* m_server;
};

}  // namespace fluxion
